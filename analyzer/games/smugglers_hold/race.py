"""The race to 121: what a score is worth between equal players (SH-F1, SH-F2)."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from analyzer.core.errors import InputError
from analyzer.core.resources import data_path
from analyzer.games.contract import Race, RaceTable, Request
from analyzer.games.smugglers_hold import RACER
from analyzer.games.smugglers_hold.shipped import differing

if TYPE_CHECKING:
    import numpy as np

    from analyzer.games.smugglers_hold.kernels.book import Book

TARGET = 121
DEALS = 200_000
# Slow players race on fewer deals, or the answer would take minutes.
FEWER_DEALS = {"search": 4_000, "open": 50_000}
UNIT = 1e-6
"""What the whole numbers of the shipped table count."""


def race(request: Request) -> Race:
    """Return the race of a policy against itself, with the shipped table where that was made under these rules."""
    asked = request.inputs["policy"]
    policy = RACER if asked == "default" else asked
    score = score_of(request)
    table = shipped(request.rules, policy)
    deals = FEWER_DEALS.get(policy, DEALS)
    assumptions: tuple[str, ...] = ()
    if table is None:
        from analyzer.games.smugglers_hold.kernels.book import stand_ins

        assumptions = stand_ins(request.rules, (policy,))
    return Race(policy, TARGET, deals, lambda: player(request.rules, policy), score, table, assumptions)


def score_of(request: Request) -> tuple[int, int] | None:
    """Return the score asked about, if any; raises ``InputError`` where the game is over at it."""
    score = request.inputs["score"]
    for points in score or ():
        if points >= TARGET:
            raise InputError(f"--score: {points} cannot be: a game still on has scores from 0 to {TARGET - 1}")
    return score and (score[0], score[1])


def afterwards(rules: Mapping[str, Any]) -> tuple[np.ndarray, tuple[str, ...]]:
    """Return whoever deals next's chance to win from every score, float64[121, 121], and what is assumed in it."""
    import numpy as np

    table = shipped(rules, RACER)
    document = _shipped_document()
    assumed = [f"both go on for points, not for the win, and later deals are won as between {RACER} players"]
    if table is None:
        differ = differing(document["manifest"]["rules"], rules)
        assumed.append(
            f"the chances after this deal were measured under the standard rules and stand in here: "
            f"{', '.join(differ)} differ"
        )
    return np.array(document["chance"]) * UNIT, tuple(assumed)


def shipped(rules: Mapping[str, Any], policy: str) -> RaceTable | None:
    """Return the shipped table, or ``None`` where it was made under other rules or for another policy."""
    document = _shipped_document()
    made = document["manifest"]
    if made["policy"] != policy or differing(made["rules"], rules):
        return None
    chance, error = ([[number * UNIT for number in row] for row in document[name]] for name in ("chance", "error"))
    return RaceTable(policy, made["deals"], made["seed"], chance, error)


def player(
    rules: Mapping[str, Any], policy: str, book: Book | None = None
) -> Callable[[int, int], tuple[np.ndarray, np.ndarray]]:
    """Return the function that plays ``(stream, deals)`` and gives the counts of `solvers.race`.

    ``book`` is the shipped one unless given.
    """
    import numpy as np

    from analyzer.games.smugglers_hold.kernels.book import make_book
    from analyzer.games.smugglers_hold.kernels.race import race_block
    from analyzer.games.smugglers_hold.kernels.throws import POLICIES
    from analyzer.solvers.race import blank

    played, number = book or make_book(rules), POLICIES.index(policy)

    def batch(stream: int, deals: int) -> tuple[np.ndarray, np.ndarray]:
        ahead, joint = blank(TARGET)
        race_block(np.uint64(stream), deals, number, played, ahead, joint)
        return ahead, joint

    return batch


def _shipped_document() -> dict[str, Any]:
    document: dict[str, Any] = json.loads(data_path("smugglers_hold", "race.json").read_text("utf-8"))
    return document
