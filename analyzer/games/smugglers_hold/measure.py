"""Measures what the policy `lookahead` looks up, and writes it to ``data/smugglers_hold/lookahead.json``.

Run as ``python -m analyzer.games.smugglers_hold.measure``. Each round plays deals with the measurements of the round
before: what the Hold and the Spoils came to by cards left and cards owned, and, by ridge regression of the net points
on the pairs of values kept and thrown, what a throw is worth. In half of the deals each seat throws at random.
"""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np

from analyzer.core.jit import source_hash
from analyzer.core.resources import data_path
from analyzer.games import find, folder
from analyzer.games.options import load_options
from analyzer.games.smugglers_hold.kernels.book import EXPECTED, LEFT, VALUES_OF_CARDS, Book, blank_book
from analyzer.games.smugglers_hold.kernels.fitting import PAIRS, fitting_block

ROUNDS = (1_000_000, 2_000_000, 8_000_000)
DEALS_PER_BLOCK = 50_000
# Prior deals at the mean of each cell and pair: keeps the rare ones near what is usual.
PRIOR = 50.0
SEED = 1


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


def main() -> None:
    """Measure under the standard rules and write the file with what it was made from."""
    game = find("smugglers-hold")
    rules = load_options(folder(game)).resolve({}, None)
    book = blank_book(rules)
    stream = SEED << 32
    for deals in ROUNDS:
        book = measure_round(book, deals, stream)
        stream += deals
    manifest = {
        "made_by": "python -m analyzer.games.smugglers_hold.measure",
        "rules": rules,
        "rounds": list(ROUNDS),
        "seed": SEED,
        "kernels": source_hash(),
    }
    target = Path(data_path("README.md")).parent / "smugglers_hold" / "lookahead.json"
    target.parent.mkdir(exist_ok=True)
    tables = {"manifest": manifest, "holding": book.holding.tolist(), "throwing": book.throwing.tolist()}
    target.write_text(json.dumps(tables) + "\n", "utf-8")


if __name__ == "__main__":
    main()
