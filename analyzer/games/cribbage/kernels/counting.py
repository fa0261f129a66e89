"""The show: fifteens, pairs and runs of five cards by table lookup, with flush and nobs by suit (CR-A1 to CR-A5).

A card is ``rank * 4 + suit``, ranks 0 (ace) to 12 (king), suits in the order C D H S. Ranks without suits are counted
as multisets: a pair of ranks has one of 91 numbers, a four of ranks one of 1,820, both colexicographic.
"""

from __future__ import annotations

from itertools import combinations, combinations_with_replacement

import numpy as np

from analyzer.core.enumeration import BINOMIAL
from analyzer.core.jit import jit

RANKS, SUITS, CARDS = 13, 4, 52
PAIRS, FOURS = 91, 1820
JACK = 10
RANK_VALUE = np.array([*range(1, 11), 10, 10, 10], dtype=np.int64)
"""What a rank counts, face cards ten."""


def _multisets(size: int) -> np.ndarray:
    """Return the sorted ranks of every multiset of ``size``, int64[number, size], row by its colexicographic number."""
    return np.array(sorted(combinations_with_replacement(range(RANKS), size), key=lambda ranks: ranks[::-1]))


def rank_points(ranks: np.ndarray) -> np.ndarray:
    """Return fifteens, pairs and runs of each row of ``ranks`` (int64[rows, 2 to 5]), int64[rows] (CR-A5)."""
    values = RANK_VALUE[ranks]
    size = ranks.shape[1]
    points = np.zeros(len(ranks), dtype=np.int64)
    for taken in range(2, size + 1):
        for places in combinations(range(size), taken):
            points += 2 * (values[:, places].sum(axis=1) == 15)
    for one, other in combinations(range(size), 2):
        points += 2 * (ranks[:, one] == ranks[:, other])
    copies = np.zeros((len(ranks), RANKS + 2), dtype=np.int64)  # an empty rank on either side: no run goes round
    for place in range(size):
        copies[np.arange(len(ranks)), 1 + ranks[:, place]] += 1
    for length in range(3, size + 1):
        for start in range(1, RANKS + 2 - length):
            whole = (copies[:, start - 1] == 0) & (copies[:, start + length] == 0)
            points += whole * length * copies[:, start : start + length].prod(axis=1)
    return points


PAIR_RANKS, FOUR_RANKS = _multisets(2), _multisets(4)
PAIR_POINTS = rank_points(PAIR_RANKS)
"""int64[91]: what a pair of ranks counts in itself."""
FOUR_POINTS = rank_points(FOUR_RANKS)
"""int64[1820]: what four ranks count before the starter."""


def _pair_of() -> np.ndarray:
    cards = np.minimum(np.arange(64), CARDS - 1) // SUITS  # cards above 51 are never asked for
    low, high = np.minimum.outer(cards, cards), np.maximum.outer(cards, cards)
    return np.asarray(low + BINOMIAL[high + 1, 2], dtype=np.uint8).ravel()


def _four_of_pairs() -> np.ndarray:
    ranks = np.concatenate([np.repeat(PAIR_RANKS, PAIRS, axis=0), np.tile(PAIR_RANKS, (PAIRS, 1))], axis=1)
    ranks.sort(axis=1)
    fours = sum(BINOMIAL[ranks[:, place] + place, place + 1] for place in range(4))
    return np.asarray(fours, dtype=np.int16).reshape(PAIRS, PAIRS)


def _five_points() -> np.ndarray:
    five = np.concatenate([np.repeat(FOUR_RANKS, RANKS, axis=0), np.tile(np.arange(RANKS), FOURS)[:, None]], axis=1)
    return rank_points(five).astype(np.uint8).reshape(FOURS, RANKS)


PAIR_OF = _pair_of()
"""uint8[64 * 64]: the number of the pair of ranks of cards a and b, at ``a << 6 | b``."""
FOUR_OF_PAIRS = _four_of_pairs()
"""int16[91, 91]: the number of the four that two pairs make."""
FIVE_POINTS = _five_points()
"""uint8[1820, 13]: fifteens, pairs and runs of four ranks and the starter's."""
for _frozen in (RANK_VALUE, PAIR_RANKS, FOUR_RANKS, PAIR_POINTS, FOUR_POINTS, PAIR_OF, FOUR_OF_PAIRS, FIVE_POINTS):
    _frozen.flags.writeable = False


@jit
def four_of(a, b, c, d):
    """Return the number of the four ranks of these cards, in any order."""
    return np.int64(FOUR_OF_PAIRS[PAIR_OF[a << 6 | b], PAIR_OF[c << 6 | d]])


@jit
def suited(a, b, c, d):
    """Tell whether four cards are of one suit."""
    return ((a ^ b) | (a ^ c) | (a ^ d)) & 3 == 0


@jit
def show_points(a, b, c, d, starter, four_flush):
    """Return the points of four cards with the starter; ``four_flush`` is what four of a suit count without it.

    That is 4 in a hand and 0 in a crib, unless the house says otherwise (CR-A1, CR-A2). A starter that is a jack gives
    no nobs, because no card of the hand is that jack (CR-A4).
    """
    points = np.int64(FIVE_POINTS[four_of(a, b, c, d), starter >> 2])
    nobs = JACK << 2 | starter & 3
    points += (a == nobs) + (b == nobs) + (c == nobs) + (d == nobs)
    if suited(a, b, c, d):
        points += 5 if (a ^ starter) & 3 == 0 else four_flush
    return points


@jit
def held_points(a, b, c, d):
    """Return what four cards count before the starter, a flush among it."""
    points = FOUR_POINTS[four_of(a, b, c, d)]
    if suited(a, b, c, d):
        points += 4
    return points
