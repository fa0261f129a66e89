"""All hands of five counted exactly: the best selection of each, and what the shift brings to it.

Hands are met as multisets of kinds (see `reply`), times the ways to deal each; draws as multisets of values. Chances
after the shift leave out the five cards of the hand by inclusion and exclusion: of all draws that hit, those that
hold a given card of the hand are taken away, those that hold two of them given back, and so on.
"""

from __future__ import annotations

import numpy as np

from analyzer.core.enumeration import BINOMIAL
from analyzer.core.jit import jit
from analyzer.games.coruscant_shift.kernels.field import next_kinds, totals_of_kinds, ways_of
from analyzer.games.coruscant_shift.kernels.reply import TARGETS
from analyzer.games.coruscant_shift.kernels.selections import (
    HAND,
    MASKS,
    SIZES,
    closest_key,
    suited_of,
    sum_of,
    total_of_mask,
)

VALUES = 21
_COPIES = np.array([2 if value == 0 else 3 for value in range(-10, 11)], dtype=np.int64)
# Places of the multisets of up to four values in the tables of `hitting_draws`, by number of values.
_OFFSETS = np.concatenate([[0], np.cumsum([BINOMIAL[VALUES + size - 1, size] for size in range(5)])])
DRAWS = int(_OFFSETS[5])
REACH = 40
"""No four cards add up to more."""
DISTANCES = 64
UNSEEN = 62 - HAND
for _frozen in (_COPIES, _OFFSETS):
    _frozen.flags.writeable = False


@jit
def _next_values(values, n):
    """Step ``values`` to the next sorted ``n`` of them; False at the end."""
    i = n - 1
    while i >= 0 and values[i] == VALUES - 1:
        i -= 1
    if i < 0:
        return False
    values[i] += 1
    for j in range(i + 1, n):
        values[j] = values[i]
    return True


@jit
def _rank(values, mask):
    """Return the place of the values of ``mask``, sorted, by number and then colexicographic rank."""
    n = 0
    rank = np.int64(0)
    for i in range(HAND):
        if (mask >> i) & 1:
            rank += BINOMIAL[values[i] + n, n + 1]
            n += 1
    return _OFFSETS[n] + rank


@jit
def _ways_holding(values, n, mask):
    """Return the draws of the ``n`` sorted ``values`` that hold given cards of ``mask``, 0 where there are none.

    0 too where ``mask`` takes a later one of equal values before the first, so that each choice is met once.
    """
    ways, given, others = np.int64(1), 0, 0
    for i in range(n):
        if i == 0 or values[i] != values[i - 1]:
            given, others = 0, 0
        if (mask >> i) & 1:
            if others > 0:
                return np.int64(0)
            given += 1
            if given > _COPIES[values[i]]:
                return np.int64(0)
        else:
            others += 1
            ways = ways * (_COPIES[values[i]] - given - others + 1) // others
    return ways


@jit
def hitting_draws():
    """Return int64[5, 2 * REACH + 1, DRAWS]: the draws of N cards from a whole deck that hold given cards and hit.

    By N, the sum that is needed, REACH added, and the values of the given cards (see `_rank`). A draw hits where some
    of its cards add up to what is needed.
    """
    draws = np.zeros((HAND, 2 * REACH + 1, DRAWS), dtype=np.int64)
    values = np.zeros(HAND, dtype=np.int64)
    hit = np.zeros(2 * REACH + 1, dtype=np.bool_)
    for n in range(1, HAND):
        values[:] = 0
        while True:
            hit[:] = False
            for mask in range(1, 1 << n):
                total = 0
                for i in range(n):
                    if (mask >> i) & 1:
                        total += values[i] - 10
                hit[REACH + total] = True
            for mask in range(1 << n):
                ways = _ways_holding(values, n, mask)
                if ways:
                    rank = _rank(values, mask)
                    for need in range(2 * REACH + 1):
                        if hit[need]:
                            draws[n, need, rank] += ways
            if not _next_values(values, n):
                break
    return draws


@jit
def _hits_after(need, drawn, ranks, draws):
    """Return the draws of ``drawn`` cards that hit, of the 57 cards outside a hand with these ``ranks`` (by mask)."""
    if need == 0:
        return BINOMIAL_57[drawn]
    if abs(need) > 10 * drawn:
        return np.int64(0)
    hits = np.int64(0)
    table = draws[drawn, REACH + need]
    for mask in range(MASKS):
        if SIZES[mask] <= drawn:
            hits += -table[ranks[mask]] if SIZES[mask] & 1 else table[ranks[mask]]
    return hits


# The draws of so many cards out of 57.
BINOMIAL_57 = np.array([1, 57, 57 * 56 // 2, 57 * 56 * 55 // 6, 57 * 56 * 55 * 54 // 24], dtype=np.int64)
BINOMIAL_57.flags.writeable = False


@jit
def count_hands(draws, best, ways_to_be_best, hits):
    """Count all hands for the targets 0, 5 and 10 and one suit; any suit counts alike.

    Adds to ``best``, int64[3, DISTANCES, 6], by distance and suit count of the closest selection; to
    ``ways_to_be_best``, int64[3, 32], by the number of selections equal in both; and to ``hits``, int64[3, 6, 3], by
    cards kept where the closest is kept: hands, exact hits, and draws of all hands that end in one.
    """
    kinds, values = np.zeros(HAND, dtype=np.int64), np.zeros(HAND, dtype=np.int64)
    ranks = np.zeros(MASKS, dtype=np.int64)
    hands = ways_of(kinds, HAND)
    while hands >= 0:
        if hands > 0:
            places = totals_of_kinds(kinds, HAND)
            for i in range(HAND):
                values[i] = sum_of(places[i]) + 10
            for mask in range(MASKS - 1):
                ranks[mask] = _rank(values, mask) if SIZES[mask] < HAND else 0
            for face in range(TARGETS):
                target = 5 * face
                key = closest_key(np.int64(0), places, HAND, 1, target)
                equals = 0
                for mask in range(1, MASKS):
                    total = total_of_mask(places, mask)
                    equals += (abs(sum_of(total) - target) << 3) + 7 - suited_of(total) == key >> 13
                size = SIZES[key & 31]
                need = target - sum_of(total_of_mask(places, key & 31))
                best[face, key >> 16, 7 - ((key >> 13) & 7)] += hands
                ways_to_be_best[face, equals] += hands
                hits[face, size, 0] += hands
                hits[face, size, 1] += hands * (need == 0)
                hits[face, size, 2] += hands * _hits_after(need, HAND - size, ranks, draws)
        hands = next_kinds(kinds, HAND)


@jit
def count_kept(draws, kept):
    """Add to ``kept``, int64[3, 6, 2], what keeping the best N cards of each hand brings, for targets 0, 5 and 10.

    By N: the draws of all hands that end in an exact hit, and the hands for which N is the best number to keep, fewer
    cards of equal ones.
    """
    values, ranks = np.zeros(HAND, dtype=np.int64), np.zeros(MASKS, dtype=np.int64)
    most = np.zeros(HAND + 1, dtype=np.int64)
    while True:
        hands = _ways_holding(values, HAND, 0)
        if hands:
            for mask in range(MASKS - 1):
                ranks[mask] = _rank(values, mask)
            for face in range(TARGETS):
                most[:] = 0
                for mask in range(1, MASKS):
                    need = 5 * face
                    for i in range(HAND):
                        if (mask >> i) & 1:
                            need -= values[i] - 10
                    size = SIZES[mask]
                    most[size] = max(most[size], _hits_after(need, HAND - size, ranks, draws))
                found = 1
                for size in range(1, HAND + 1):
                    kept[face, size, 0] += hands * most[size]
                    if most[size] * BINOMIAL_57[HAND - found] > most[found] * BINOMIAL_57[HAND - size]:
                        found = size
                kept[face, found, 1] += hands
        if not _next_values(values, HAND):
            return
