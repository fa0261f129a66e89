"""The stages that make the tables of the play: what two players lay, and what three players throw by."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import partial
from typing import Any

import numpy as np

from analyzer.games.cribbage import throwing
from analyzer.games.cribbage.kernels import learning, measuring
from analyzer.games.cribbage.kernels.book import Book, blank_book
from analyzer.games.cribbage.kernels.counting import FOURS
from analyzer.games.cribbage.kernels.throws import CLASSES, GREEDY, THROWS, UNIT
from analyzer.games.quality import Stage, Workshop

BLOCK, BLOCKS = 20_000, 250
"""Deals of one block of learning, whose weight is its number, and blocks (5 million deals)."""
KEPT_EVERY = 50
MEMORY_BITS, TABLE_BITS = 23, 20
FULL = 0.85
"""The share of the shipped table that is filled, with the positions met most."""
REPLIES = 2
"""Rounds of replies between the throws of dealer and pone, from throws at random on."""
PLAYED, CRIBS = 150, 400_000
"""Deals of three players for each four kept and seat, and for the cribs of each seat."""
FOURS_PER_BLOCK = 91
SEATS_OF_THREE = 3


def stages(rules: Mapping[str, Any]) -> tuple[Stage, ...]:
    """Return the stages ``playing`` (two players) and ``three`` (three players), which need no other stage."""
    return (
        Stage("playing", "learns the play of two by regrets", ("playing.npz",), partial(learn, rules)),
        Stage("three", "measures throws of three players", ("three.json",), partial(measure_three, rules)),
    )


def replied_throws(book: Book, workshop: Workshop) -> np.ndarray:
    """Return a table of throws, int16[2, 18564, 15], by hand and crib after `REPLIES` rounds of replies."""
    hand = throwing.hand_values()
    profiles = [np.full((CLASSES, THROWS), 1 / THROWS)] * 2
    tables: list[np.ndarray] = []
    for _ in range(REPLIES):
        cribs = [throwing.crib_values(profiles[1 - seat], workshop.map) for seat in range(2)]
        tables = [throwing.as_table(hand + throwing.TO_CRIB[seat] * cribs[seat]) for seat in range(2)]
        profiles = [throwing.best_throws(tables[seat], seat, book.opts, apply=workshop.map)[0] for seat in range(2)]
    return np.stack(tables)


def learn(
    rules: Mapping[str, Any], workshop: Workshop, blocks: int = BLOCKS, bits: int = MEMORY_BITS
) -> dict[str, Any]:
    """Learn the play of two and write ``playing.npz``: `Book.playing`, and the throws that it was learned with.

    Blocks follow each other on one memory, so that the outcome does not hang on the number of workers.
    """
    kept, book = workshop.load("playing"), blank_book(rules)
    if kept is None:
        book = book._replace(throwing=replied_throws(book, workshop))
        memory, done = learning.blank_memory(bits), 0
    else:
        book = book._replace(throwing=kept["throwing"])
        memory, done = learning.Memory(kept["keys"], kept["regrets"], kept["played"]), int(kept["done"])
    for number in range(done + 1, blocks + 1):
        learning.learn_block(np.uint64(workshop.seed * blocks + number), BLOCK, float(number), book, memory)
        if number % KEPT_EVERY == 0 or number == blocks:
            workshop.save("playing", throwing=book.throwing, done=np.array(number), **memory._asdict())
        workshop.tell(number, blocks, f"{number * BLOCK:,} deals")
    table, least = np.zeros(1 << min(TABLE_BITS, bits), dtype=np.uint32), least_weight(memory, min(TABLE_BITS, bits))
    taken, lost = learning.pack_table(memory, least, table)
    made = json.dumps(dict(rules), sort_keys=True)
    np.savez_compressed(
        workshop.folder / "playing.npz", table=table, throwing=book.throwing, rules=np.array(made)
    )
    return {
        "deals": blocks * BLOCK, "positions_met": int((memory.keys > 0).sum()), "positions_kept": int(taken),
        "positions_without_a_place": int(lost),
    }


def least_weight(memory: learning.Memory, bits: int) -> float:
    """Return the weight from which on positions are kept: they fill a table of 2 ** ``bits`` as far as `FULL`."""
    weights = memory.played.sum(axis=1)
    weights = np.sort(weights[weights > 0])[::-1]
    places = int(FULL * (1 << bits))
    return float(weights[places]) if len(weights) > places else float(np.finfo(np.float32).tiny)


def measure_three(
    rules: Mapping[str, Any], workshop: Workshop, played: int = PLAYED, cribs: int = CRIBS
) -> dict[str, Any]:
    """Measure what three players throw by, and write ``three.json``.

    ``play`` holds by seat the net points of the play by the four kept (own ones less half of the others', in
    thousandths), ``crib`` what a card of each rank makes of the crib, which is the others' for both who do not deal.
    """
    book, three = blank_book(rules), (GREEDY,) * SEATS_OF_THREE
    play, crib = [], []
    for seat in range(SEATS_OF_THREE):
        sums = np.zeros(FOURS, dtype=np.int64)
        firsts = range(0, FOURS, FOURS_PER_BLOCK)
        stream = np.uint64(workshop.seed * 1_000_003 + seat * 10_007)

        def block(first: int, seat: int = seat, sums: np.ndarray = sums, stream: np.uint64 = stream) -> None:
            last = min(first + FOURS_PER_BLOCK, FOURS)
            measuring.play_values_block(stream, first, last, played, seat, SEATS_OF_THREE, three, book, sums)

        for _ in workshop.map(block, firsts):
            pass
        play.append(np.rint(sums * UNIT / (2 * played)).astype(int).tolist())
        points, counts = np.zeros(13, dtype=np.int64), np.zeros(13, dtype=np.int64)
        measuring.single_cribs_block(stream + np.uint64(5003), cribs, seat, three, book, points, counts)
        # What goes to the dealer's crib is felt by half against each of the two others.
        to_crib = 1.0 if seat == 0 else -0.5
        crib.append(np.rint(to_crib * UNIT * points / counts).astype(int).tolist())
        workshop.tell(seat + 1, SEATS_OF_THREE)
    document = {"rules": dict(rules), "unit": UNIT, "play": play, "crib": crib}
    (workshop.folder / "three.json").write_text(json.dumps(document, separators=(",", ":")) + "\n", "utf-8")
    return {"deals_a_four_and_seat": played, "cribs_a_seat": cribs}
