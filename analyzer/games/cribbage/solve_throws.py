"""The stage that solves the throws of two players: fictitious play between dealer and pone over classes of ranks.

Each round both players reply to the average of what the other has thrown so far, later rounds weighing more (Brown
1951, with the weights of the round's number). The crib is linear in the other's throws, so the average of the cribs met
is the crib against the average player, and that is the table which ships.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from analyzer.games.cribbage import throwing
from analyzer.games.cribbage.kernels import measuring
from analyzer.games.cribbage.kernels.book import Book, blank_book
from analyzer.games.cribbage.kernels.counting import FOURS
from analyzer.games.cribbage.kernels.throws import CLASSES, GREEDY, TABLES, THROWS, UNIT
from analyzer.games.cribbage.seats import DEALER, PONE
from analyzer.games.quality import Stage, Workshop

ROUNDS = 6
GOAL = 0.004
"""Points a deal: rounds end early where both players together lose no more than this to their best replies."""
PLAYED = 4000
"""Deals played for each four kept and seat."""
FOURS_PER_BLOCK = 91


class Gap(NamedTuple):
    """What the best reply gains a deal over the shipped throws, as dealer and as pone, in points."""

    dealer: float
    pone: float


def stages(rules: Mapping[str, Any]) -> tuple[Stage, ...]:
    """Return the stage ``throws``; it takes the play of the table where that was made before, else that of greedy."""
    return (
        Stage(
            "throws", "solves the throws of two by fictitious play", ("throws.json", "crib.i16"), partial(solve, rules),
            ("playing",),
        ),
    )


def solve(rules: Mapping[str, Any], workshop: Workshop, rounds: int = ROUNDS, played: int = PLAYED) -> dict[str, Any]:
    """Solve the throws, and write ``crib.i16`` and ``throws.json`` of the round with the smallest gap (`tables`)."""
    book, play_by = start_book(rules, workshop)
    kept = workshop.load("throws")
    if kept is None:
        by_four = measure_play(book, TABLES if play_by == "tables" else GREEDY, workshop, played)
        cribs = np.zeros((2, CLASSES, THROWS))
        kept = {"by_four": by_four, "cribs": cribs, "best": cribs, "gaps": np.zeros((0, 2)), "done": np.array(0)}
        workshop.save("throws", **kept)
    by_four, cribs, best, gaps = kept["by_four"], kept["cribs"], kept["best"], kept["gaps"]
    for number in range(int(kept["done"]), rounds):
        met, gap = play_round(cribs, by_four, book.opts, workshop)
        if number and (len(gaps) == 1 or sum(gap) < gaps[1:].sum(axis=1).min()):
            best = cribs
        gaps = np.concatenate([gaps, [gap]])
        cribs = cribs + (met - cribs) * (1 if number == 0 else 2 / (number + 2))
        workshop.save("throws", by_four=by_four, cribs=cribs, best=best, gaps=gaps, done=np.array(number + 1))
        workshop.tell(number + 1, rounds, f"gap {sum(gap):.4f} points a deal")
        if number and sum(gap) <= GOAL:
            break
    throwing.as_table(best).astype("<i2").tofile(workshop.folder / "crib.i16")
    document = {"rules": dict(rules), "play_by": play_by, "play": np.rint(by_four * UNIT).astype(int).tolist()}
    (workshop.folder / "throws.json").write_text(json.dumps(document, separators=(",", ":")) + "\n", "utf-8")
    least = gaps[1:][gaps[1:].sum(axis=1).argmin()]
    return {
        "rounds": len(gaps), "play_by": play_by, "deals_a_four_and_seat": played,
        "gap_dealer": float(least[DEALER]), "gap_pone": float(least[PONE]),
    }


def start_book(rules: Mapping[str, Any], workshop: Workshop) -> tuple[Book, str]:
    """Return the book to measure the play by, and whether that is the play of ``tables`` or of ``greedy``."""
    book, file = blank_book(rules), workshop.folder / "playing.npz"
    if not file.exists():
        return book, "greedy"
    with np.load(file) as shipped:
        return book._replace(playing=shipped["table"]), "tables"


def measure_play(book: Book, policy: int, workshop: Workshop, played: int) -> np.ndarray:
    """Return the net points of the play by seat and the four ranks kept, float64[2, 1820], from ``played`` deals each.

    The other throws what leaves most in the hand: what a player keeps hangs little on how the crib is valued.
    """
    by_four = np.zeros((2, FOURS))
    hand = throwing.as_table(throwing.hand_values())
    book = book._replace(throwing=np.stack([hand, hand]))
    for seat in (DEALER, PONE):
        sums = np.zeros(FOURS, dtype=np.int64)
        stream = np.uint64(workshop.seed * 1_000_003 + seat * 10_007)

        def block(first: int, seat: int = seat, sums: np.ndarray = sums, stream: np.uint64 = stream) -> None:
            last = min(first + FOURS_PER_BLOCK, FOURS)
            measuring.play_values_block(stream, first, last, played, seat, 2, (policy,) * 3, book, sums)

        for _ in workshop.map(block, range(0, FOURS, FOURS_PER_BLOCK)):
            pass
        by_four[seat] = sums / played
    return by_four


def values_of(cribs: np.ndarray, by_four: np.ndarray) -> list[np.ndarray]:
    """Return by seat what the ranks of every class and throw are worth, hand, crib and play, in points."""
    hand = throwing.hand_values()
    return [
        hand + throwing.TO_CRIB[seat] * cribs[seat] + throwing.play_values(by_four[seat]) for seat in (DEALER, PONE)
    ]


def play_round(
    cribs: np.ndarray, by_four: np.ndarray, opts: np.ndarray, workshop: Workshop | None = None
) -> tuple[np.ndarray, Gap]:
    """Return the cribs that players who throw by ``cribs`` meet, float64[2, 18564, 15], and their gap.

    The gap is exact for the ranks of hand and crib, for the suits as `kernels.throws.suit_value` counts them, and for
    the play as ``by_four`` has it.
    """
    apply = map if workshop is None else workshop.map
    tables = [throwing.as_table(values) for values in values_of(cribs, by_four)]
    profiles = [throwing.best_throws(tables[seat], seat, opts, apply=apply)[0] for seat in (DEALER, PONE)]
    met = np.stack([throwing.crib_values(profiles[1 - seat], apply) for seat in (DEALER, PONE)])
    paid = values_of(met, by_four)
    got = [throwing.best_throws(tables[seat], seat, opts, paid[seat], apply) for seat in (DEALER, PONE)]
    return met, Gap(*(most - reached for _, reached, most in got))
