"""Every hand of the show, every crib, and the best four of every six, counted exactly."""

from __future__ import annotations

import numpy as np

from analyzer.core.dealing import deal as shuffle
from analyzer.core.enumeration import BINOMIAL
from analyzer.core.jit import jit
from analyzer.core.rng import seed_stream
from analyzer.games.cribbage.kernels.counting import (
    CARDS,
    FIVE_POINTS,
    FOUR_POINTS,
    JACK,
    RANKS,
    four_of,
    held_points,
    show_points,
    suited,
)

MOST_POINTS = 29
_THROWN = tuple((i, j) for i in range(6) for j in range(i + 1, 6))
_KEPT = np.array([[k for k in range(6) if k not in pair] for pair in _THROWN], dtype=np.int64)
_KEPT.flags.writeable = False


@jit
def show_histogram(four_flush, histogram):
    """Add all 270,725 hands with each of their 48 starters to ``histogram``, int64[30] by points.

    ``four_flush`` is that of `show_points`. Where suits do not matter all starters of one rank count alike.
    """
    left = np.zeros(RANKS, dtype=np.int64)
    for d in range(3, CARDS):
        for c in range(2, d):
            for b in range(1, c):
                for a in range(b):
                    same = suited(a, b, c, d)
                    jack = a >> 2 == JACK or b >> 2 == JACK or c >> 2 == JACK or d >> 2 == JACK
                    if same or jack:
                        for starter in range(CARDS):
                            if starter not in (a, b, c, d):
                                histogram[show_points(a, b, c, d, starter, four_flush)] += 1
                        continue
                    left[:] = 4
                    for card in (a, b, c, d):
                        left[card >> 2] -= 1
                    four = four_of(a, b, c, d)
                    for rank in range(RANKS):
                        histogram[FIVE_POINTS[four, rank]] += left[rank]


@jit
def _best_of_ranks(six):
    """Return the most that four of ``six`` (sorted cards) count before the starter, flushes aside."""
    best = np.int64(0)
    for kept in _KEPT:
        best = max(best, FOUR_POINTS[four_of(six[kept[0]], six[kept[1]], six[kept[2]], six[kept[3]])])
    return best


@jit
def best_held(six):
    """Return the most that four of ``six`` (int64[6] cards) count before the starter."""
    best = np.int64(0)
    for kept in _KEPT:
        best = max(best, held_points(six[kept[0]], six[kept[1]], six[kept[2]], six[kept[3]]))
    return best


@jit
def hold_histogram(histogram):
    """Add all 20,358,520 hands of six to ``histogram``, int64[30], by the most that four of them count unaided.

    Ranks are counted as classes, each times the ways in which suits can be dealt to it; the hands with four or more
    cards of a suit, which may hold a flush, are then taken out and counted one by one, for one suit of the four.
    """
    six = np.zeros(6, dtype=np.int64)
    for f in range(RANKS):
        for e in range(f + 1):
            for d in range(e + 1):
                for c in range(d + 1):
                    for b in range(c + 1):
                        for a in range(b + 1):
                            six[0], six[1], six[2], six[3], six[4], six[5] = a, b, c, d, e, f
                            ways, copies = np.int64(1), np.int64(0)
                            for i in range(6):
                                copies += 1
                                if i == 5 or six[i + 1] != six[i]:
                                    ways *= BINOMIAL[4, copies]
                                    copies = 0
                            if ways > 0:
                                six *= 4
                                histogram[_best_of_ranks(six)] += ways
    others = np.array([card for card in range(CARDS) if card & 3 != 0])
    for d in range(3, RANKS):
        for c in range(2, d):
            for b in range(1, c):
                for a in range(b):
                    six[0], six[1], six[2], six[3] = 4 * a, 4 * b, 4 * c, 4 * d
                    for i in range(len(others)):
                        for j in range(i):
                            six[4], six[5] = others[j], others[i]
                            _move_to_flush(six, histogram)
                    # A fifth and a sixth of the suit are higher, so that no set is met twice.
                    for e in range(d + 1, RANKS):
                        six[4] = 4 * e
                        for other in others:
                            six[5] = other
                            _move_to_flush(six, histogram)
                        for f in range(e + 1, RANKS):
                            six[5] = 4 * f
                            _move_to_flush(six, histogram)


@jit
def _move_to_flush(six, histogram):
    """Count the hand ``six`` and its likes in the three other suits with its flush instead of without."""
    histogram[_best_of_ranks(six)] -= 4
    histogram[best_held(six)] += 4


@jit
def count_block(stream, hands):
    """Count ``hands`` hands of five, the cards of one shuffle after the other, and return the sum of their points."""
    state = np.zeros(4, dtype=np.uint64)
    seed_stream(state, stream)
    deck = np.arange(CARDS)
    shuffle(deck, state, CARDS)
    total, counted = np.int64(0), np.int64(0)
    while counted < hands:
        # Neighbours in a shuffled deck are a random hand too; the loop measures counting, not dealing.
        for i in range(CARDS - 4):
            total += show_points(deck[i], deck[i + 1], deck[i + 2], deck[i + 3], deck[i + 4], 4)
        counted += CARDS - 4
    return total
