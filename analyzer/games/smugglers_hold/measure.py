"""Measures what ships in ``data/smugglers_hold``: what `lookahead` looks up, and the race between two of it.

Run as ``python -m analyzer.games.smugglers_hold.measure lookahead``, and after it with ``race``.
"""

from __future__ import annotations

import hashlib
import json
import os
import random
import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np

from analyzer.core.jit import source_hash
from analyzer.core.resources import data_path
from analyzer.games import find, folder
from analyzer.games.options import load_options
from analyzer.games.smugglers_hold import RACER
from analyzer.games.smugglers_hold.fitting import Found, blank_found, fit, holdings
from analyzer.games.smugglers_hold.kernels.book import Book, blank_book
from analyzer.games.smugglers_hold.kernels.features import spoils_of_fours
from analyzer.games.smugglers_hold.kernels.fitting import fitting_block
from analyzer.games.smugglers_hold.kernels.throws import GREEDY, LOOKAHEAD, fitted_throw
from analyzer.games.smugglers_hold.race import UNIT, player
from analyzer.solvers.race import estimate

# Deals of each round of `measure_lookahead`.
ROUNDS = (500_000, 1_500_000, 4_000_000, 10_000_000)
DEALS_PER_BLOCK = 250_000
# Hands on which a round's throws are compared with those of the round before.
COMPARED = 20_000
SEED = 1
RACE_BATCHES, RACE_DEALS = 20, 1_000_000


def measure_lookahead(rounds: Sequence[int] = ROUNDS, per_block: int = DEALS_PER_BLOCK) -> None:
    """Measure under the standard rules and write ``lookahead.json`` with what it was made from.

    Throws are found by fictitious play. Each round both seats throw by all that the rounds before have found, against
    each other, and what a second throw would have changed is added to it. The first round throws as `greedy` does and
    plays its cards without any measurements; what it found is dropped as the second begins.
    """
    rules, began = _standard(), time.monotonic()
    book = blank_book(rules)
    fours = spoils_of_fours(book.spoils)
    found = blank_found()
    stream = SEED << 32
    changed = []
    for number, deals in enumerate(rounds):
        if number == 1:
            found = blank_found()
        blocks = range(stream, stream + deals // per_block)
        _play(blocks, per_block, LOOKAHEAD if number else GREEDY, book, fours, found)
        stream += deals
        following = book._replace(holding=holdings(found), throwing=fit(found, fours))
        changed.append(changed_throws(book, following))
        book = following
    manifest = {
        "rules": rules,
        "rounds": list(rounds),
        "changed": changed,
        "seed": SEED,
        "seconds": round(time.monotonic() - began),
    }
    throwing = {name: table.tolist() for name, table in book.throwing._asdict().items()}
    _write("lookahead", manifest, holding=book.holding.tolist(), **throwing)


def _play(streams: range, per_block: int, how: int, book: Book, fours: np.ndarray, found: Found) -> None:
    """Add to ``found`` what blocks of ``per_block`` deals of these streams show."""

    def share(streams: range) -> Found:
        part = blank_found()
        for stream in streams:
            fitting_block(np.uint64(stream), per_block, how, book, fours, *part)
        return part

    workers = os.cpu_count() or 1
    with ThreadPoolExecutor(workers) as pool:
        for part in pool.map(share, (streams[worker::workers] for worker in range(workers))):
            found.add(part)


def changed_throws(one: Book, other: Book, hands: int = COMPARED) -> float:
    """Return the share of random hands, of both seats in turn, that two books throw differently."""
    draw = random.Random(SEED)
    changed = 0
    for number in range(hands):
        six = np.array(sorted(draw.sample(range(62), 6)))
        changed += fitted_throw(six, number % 2, one.throwing) != fitted_throw(six, number % 2, other.throwing)
    return changed / hands


def measure_race(batches: int = RACE_BATCHES, deals: int = RACE_DEALS) -> None:
    """Play ``batches`` of ``deals`` deals under the standard rules and write ``race.json``: about three minutes."""
    rules = _standard()
    batch = player(rules, RACER)
    with ThreadPoolExecutor() as pool:
        counts = pool.map(lambda number: (*batch((SEED << 32) + number, deals), deals), range(batches))
        chance, error = estimate(list(counts), pool.map)
    manifest = {
        "rules": rules,
        "policy": RACER,
        "deals": batches * deals,
        "batches": batches,
        "seed": SEED,
        "lookahead": lookahead_hash(),
        "unit": UNIT,
    }
    # By score instead of by distance from the target; whole numbers of a millionth.
    tables = (np.rint(table[:0:-1, :0:-1] / UNIT).astype(int).tolist() for table in (chance, np.maximum(error, UNIT)))
    _write("race", manifest, **dict(zip(("chance", "error"), tables, strict=True)))


def lookahead_hash() -> str:
    """Return 16 hex digits over the shipped measurements that the racers play by."""
    return hashlib.sha256(data_path("smugglers_hold", "lookahead.json").read_bytes()).hexdigest()[:16]


def _standard() -> dict[str, Any]:
    return load_options(folder(find("smugglers-hold"))).resolve({}, None)


def _write(name: str, manifest: dict[str, Any], **tables: Any) -> None:
    made_by = f"python -m analyzer.games.smugglers_hold.measure {name}"
    made = {"made_by": made_by, **manifest, "kernels": source_hash()}
    target = Path(data_path("README.md")).parent / "smugglers_hold" / f"{name}.json"
    target.parent.mkdir(exist_ok=True)
    target.write_text(json.dumps({"manifest": made, **tables}, separators=(",", ":")) + "\n", "utf-8")


MEASURES: dict[str, Callable[[], None]] = {"lookahead": measure_lookahead, "race": measure_race}

if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1] not in MEASURES:
        sys.exit(f"name what to measure: {', '.join(MEASURES)}")
    MEASURES[sys.argv[1]]()
