"""The frozen plan of one sampled question: what is computed, whatever the budget and the number of workers."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

_PACKAGE = Path(__file__).resolve().parent.parent
# Every layer whose code can change a block or decide which actions a later block still tries.
LAYERS = ("core", "solvers", "games", "statistics", "simulation")
_MASK_64 = (1 << 64) - 1


@cache
def code_hash(folders: tuple[str, ...] = LAYERS) -> str:
    """Return 16 hex digits over the text of all code in ``folders``: by default all that stored blocks depend on."""
    digest = hashlib.sha256()
    for folder in folders:
        for path in sorted((_PACKAGE / folder).rglob("*.py")):
            digest.update(path.relative_to(_PACKAGE).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class Plan:
    """One sampled question, complete but for its budget, so that a store can be carried on under a larger one.

    ``inputs``, ``rules`` and ``extras`` hold JSON values. ``level`` belongs to the plan because it decides when an
    action is dropped. ``distribution`` names what is also counted value by value (``("value",)`` for advice, names
    of metrics for a simulation). ``per_block`` is the number of deals (games, hands) of one block.
    """

    game: str
    question: str
    inputs: Mapping[str, Any]
    rules: Mapping[str, Any]
    policies: tuple[str, ...]
    per_block: int
    seat: int | None = None
    seed: int = 1
    level: float = 0.95
    distribution: tuple[str, ...] = ()
    extras: Mapping[str, Any] = field(default_factory=dict)
    code: str = field(default_factory=code_hash)

    def canonical(self) -> str:
        """Return the plan as canonical JSON: sorted keys, no spaces."""
        return json.dumps(asdict(self), sort_keys=True, separators=(",", ":"), allow_nan=False)

    def identity(self) -> str:
        """Return the 64 hex digits that name this plan, the same in every process."""
        return hashlib.sha256(self.canonical().encode()).hexdigest()

    def stream(self, block: int) -> int:
        """Return the 64-bit random stream of ``block``."""
        return stream(self.seed, self.game, self.question, block)


def stream(seed: int, game: str, question: str, block: int) -> int:
    """Return the 64-bit stream of one block; streams of one question differ for all blocks below 2**64.

    It depends neither on rules nor on policies, so that house rules and opponents are compared on the same deals.
    """
    base = int.from_bytes(hashlib.sha256(f"{seed}\0{game}\0{question}".encode()).digest()[:8], "big")
    # An odd step followed by a bijection of 64 bits (Stafford's variant 13): no two blocks can share a stream.
    x = (base + block * 0xD1342543DE82EF95) & _MASK_64
    x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & _MASK_64
    x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & _MASK_64
    return x ^ (x >> 31)
