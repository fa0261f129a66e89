"""Measures what ships in ``data/smugglers_hold``: what `lookahead` looks up, and the race between two of it.

Run as ``python -m analyzer.games.smugglers_hold.measure lookahead``, and after it with ``race``. Of `lookahead`, each
round plays deals with the measurements of the round before: what the Hold and the Spoils came to by cards left and
cards owned, and, by ridge regression of the net points on the pairs of values kept and thrown, what a throw is worth.
In half of the deals each seat throws at random.
"""

from __future__ import annotations

import hashlib
import json
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np

from analyzer.core.jit import source_hash
from analyzer.core.resources import data_path
from analyzer.games import find, folder
from analyzer.games.options import load_options
from analyzer.games.smugglers_hold import RACER
from analyzer.games.smugglers_hold.kernels.book import EXPECTED, LEFT, VALUES_OF_CARDS, Book, blank_book
from analyzer.games.smugglers_hold.kernels.fitting import PAIRS, fitting_block
from analyzer.games.smugglers_hold.race import UNIT, player
from analyzer.solvers.race import estimate

ROUNDS = (1_000_000, 2_000_000, 8_000_000)
DEALS_PER_BLOCK = 50_000
# Prior deals at the mean of each cell and pair: keeps the rare ones near what is usual.
PRIOR = 50.0
SEED = 1
RACE_BATCHES, RACE_DEALS = 20, 1_000_000


def measure_round(book: Book, deals: int, stream: int) -> Book:
    """Return ``book`` with holdings and throws measured anew on ``deals`` deals; streams count from ``stream``."""
    size = 2 * PAIRS

    def block(number: int) -> tuple[np.ndarray, ...]:
        sums, counts = np.zeros((2, LEFT, EXPECTED), dtype=np.int64)
        gram, moment = np.zeros((2, size, size), dtype=np.int64), np.zeros((2, size), dtype=np.int64)
        fitting_block(np.uint64(stream + number), DEALS_PER_BLOCK, book, sums, counts, gram, moment)
        return sums, counts, gram, moment

    with ThreadPoolExecutor() as pool:
        parts = pool.map(block, range(deals // DEALS_PER_BLOCK))
        sums, counts, gram, moment = next(parts)
        for part in parts:
            for total, more in zip((sums, counts, gram, moment), part, strict=True):
                total += more
    holding = np.round(sums / (counts + PRIOR), 3)
    throwing = np.zeros_like(book.throwing)
    for seat in range(2):
        weights = np.linalg.solve(gram[seat] + PRIOR * np.eye(size), moment[seat].astype(float))
        for high in range(VALUES_OF_CARDS):
            for low in range(high + 1):
                pair = high * (high + 1) // 2 + low
                for thrown in range(2):
                    value = round(float(weights[thrown * PAIRS + pair]), 3)
                    throwing[seat, thrown, low, high] = throwing[seat, thrown, high, low] = value
    return book._replace(holding=holding, throwing=throwing)


def measure_lookahead() -> None:
    """Measure under the standard rules and write ``lookahead.json`` with what it was made from."""
    rules = _standard()
    book = blank_book(rules)
    stream = SEED << 32
    for deals in ROUNDS:
        book = measure_round(book, deals, stream)
        stream += deals
    manifest = {"rules": rules, "rounds": list(ROUNDS), "seed": SEED}
    _write("lookahead", manifest, holding=book.holding.tolist(), throwing=book.throwing.tolist())


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


MEASURES = {"lookahead": measure_lookahead, "race": measure_race}

if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1] not in MEASURES:
        sys.exit(f"name what to measure: {', '.join(MEASURES)}")
    MEASURES[sys.argv[1]]()
