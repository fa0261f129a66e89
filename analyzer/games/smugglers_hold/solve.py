"""How what ships in ``data/smugglers_hold`` is made: what `lookahead` looks up, and the race between two of it.

The machinery of `solve` runs the stages and writes what each was made from into the manifest.
"""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from analyzer.games.contract import Stage, Workshop
from analyzer.games.smugglers_hold import RACER
from analyzer.games.smugglers_hold.fitting import Found, blank_found, fit, holdings
from analyzer.games.smugglers_hold.kernels.book import Book, blank_book, make_book
from analyzer.games.smugglers_hold.kernels.features import spoils_of_fours
from analyzer.games.smugglers_hold.kernels.fitting import fitting_block
from analyzer.games.smugglers_hold.kernels.throws import GREEDY, LOOKAHEAD, fitted_throw
from analyzer.games.smugglers_hold.race import UNIT, player
from analyzer.solvers.race import estimate

# Deals of each round of the throws.
ROUNDS = (500_000, 1_500_000, 4_000_000, 10_000_000)
DEALS_PER_BLOCK = 250_000
# Hands on which a round's throws are compared with those of the round before.
COMPARED = 20_000
RACE_BATCHES, RACE_DEALS = 20, 1_000_000


def stages(rules: Mapping[str, Any]) -> tuple[Stage, ...]:
    """Return the stages that make `lookahead.json` and `race.json` under ``rules``."""
    return (
        Stage(
            "lookahead",
            "throws and captures: iterated best reply between the two seats' throws, and the worth of holdings",
            ("lookahead.json",),
            partial(measure_lookahead, rules),
        ),
        Stage(
            "race",
            "the chance to win a game from every score, from deals between two lookaheads",
            ("race.json",),
            partial(measure_race, rules),
            needs=("lookahead",),
        ),
    )


def measure_lookahead(
    rules: Mapping[str, Any],
    workshop: Workshop,
    rounds: Sequence[int] = ROUNDS,
    per_block: int = DEALS_PER_BLOCK,
) -> dict[str, Any]:
    """Write ``lookahead.json`` and return how many throws each round changed.

    Throws are found by fictitious play. Each round both seats throw by all that the rounds before have found, against
    each other, and what a second throw would have changed is added to it. The first round throws as `greedy` does and
    plays its cards without any measurements; what it found is dropped as the second begins.
    """
    book = blank_book(rules)
    fours = spoils_of_fours(book.spoils)
    found, changed, stream = blank_found(), list[float](), workshop.seed << 32
    begun = 0
    kept = workshop.load("rounds")
    if kept is not None:
        changed = kept["changed"].tolist()
        begun = len(changed)
        found = Found(*(kept[name] for name in Found._fields))
        book = _measured(book, found, fours)
    done = sum(rounds[:begun])
    for number, deals in enumerate(rounds[begun:], begun):
        if number == 1:
            found = blank_found()
        blocks = range(stream + done, stream + done + deals // per_block)
        for part in workshop.map(partial(_observe, per_block, LOOKAHEAD if number else GREEDY, book, fours), blocks):
            found.add(part)
            done += per_block
            workshop.tell(done, sum(rounds), f"round {number + 1} of {len(rounds)}, throws changed so far: {changed}")
        following = _measured(book, found, fours)
        changed.append(changed_throws(book, following, workshop.seed))
        book = following
        workshop.save("rounds", changed=np.array(changed), **found._asdict())
    facts = {"rounds": list(rounds), "changed": changed}
    throwing = {name: table.tolist() for name, table in book.throwing._asdict().items()}
    manifest = {"rules": dict(rules), "seed": workshop.seed, **facts}
    _write(workshop.folder / "lookahead.json", manifest, holding=book.holding.tolist(), **throwing)
    return facts


def _measured(book: Book, found: Found, fours: np.ndarray) -> Book:
    return book._replace(holding=holdings(found), throwing=fit(found, fours))


def _observe(per_block: int, how: int, book: Book, fours: np.ndarray, stream: int) -> Found:
    """Return what ``per_block`` deals of a stream show."""
    part = blank_found()
    fitting_block(np.uint64(stream), per_block, how, book, fours, *part)
    return part


def changed_throws(one: Book, other: Book, seed: int) -> float:
    """Return the share of random hands, of both seats in turn, that two books throw differently."""
    draw = random.Random(seed)
    changed = 0
    for number in range(COMPARED):
        six = np.array(sorted(draw.sample(range(62), 6)))
        changed += fitted_throw(six, number % 2, one.throwing) != fitted_throw(six, number % 2, other.throwing)
    return changed / COMPARED


def measure_race(
    rules: Mapping[str, Any], workshop: Workshop, batches: int = RACE_BATCHES, deals: int = RACE_DEALS
) -> dict[str, Any]:
    """Write ``race.json`` from ``batches`` of ``deals`` deals each, and return its largest standard error."""
    measured = workshop.folder / "lookahead.json"
    batch = player(rules, RACER, make_book(rules, measured))
    kept = workshop.load("batches")
    counts = [] if kept is None else [(*pair, deals) for pair in zip(kept["ahead"], kept["joint"], strict=True)]
    first = workshop.seed << 32

    def play(number: int) -> tuple[np.ndarray, np.ndarray]:
        return batch(first + number, deals)

    for ahead, joint in workshop.map(play, range(len(counts), batches)):
        counts.append((ahead, joint, deals))
        workshop.save("batches", ahead=np.array([one[0] for one in counts]), joint=np.array([one[1] for one in counts]))
        workshop.tell(len(counts), batches, "batches played")
    chance, error = estimate(counts, workshop.map)
    facts = {
        "policy": RACER,
        "deals": batches * deals,
        "batches": batches,
        "largest_error": float(error[1:, 1:].max()),
        "lookahead": lookahead_hash(measured),
        "unit": UNIT,
    }
    # By score instead of by distance from the target; whole numbers of a millionth.
    tables = (np.rint(table[:0:-1, :0:-1] / UNIT).astype(int).tolist() for table in (chance, np.maximum(error, UNIT)))
    manifest = {"rules": dict(rules), "seed": workshop.seed, **facts}
    _write(workshop.folder / "race.json", manifest, **dict(zip(("chance", "error"), tables, strict=True)))
    return facts


def lookahead_hash(measured: Path) -> str:
    """Return 16 hex digits over the measurements that the racers play by."""
    return hashlib.sha256(measured.read_bytes()).hexdigest()[:16]


def _write(target: Path, manifest: Mapping[str, Any], **tables: Any) -> None:
    target.write_text(json.dumps({"manifest": manifest, **tables}, separators=(",", ":")) + "\n", "utf-8")
