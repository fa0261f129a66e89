"""Cards of a hand as one integer, and the 31 or 32 selections of it: sums, suit counts, strengths, the closest.

Up to five cards are packed six bits each in canonical order, the lowest in the lowest bits. A selection is a mask over
those places. What a selection adds up to is one integer too, its `TOTALS`: the sum, cards of the suit from bit 16,
Sylops from bit 24.
"""

from __future__ import annotations

from itertools import combinations

import numpy as np

from analyzer.core.decks import SABACC_62
from analyzer.core.jit import jit
from analyzer.games.coruscant_shift.kernels import options as option

DECK = 62
HAND = 5
MASKS = 1 << HAND
VALUES = np.array(SABACC_62.values, dtype=np.int64)
# TOTALS[suit, card]: what one card adds; a Sylop counts as the suit (CS-T2).
TOTALS = np.array(
    [
        [
            value + (int(own in (suit, -1)) << 16) + (int(own == -1) << 24)
            for value, own in zip(SABACC_62.values, SABACC_62.suits, strict=True)
        ]
        for suit in range(3)
    ],
    dtype=np.int64,
)
_PLACES = sorted(chosen for size in range(HAND + 1) for chosen in combinations(range(HAND), size))
SIZES = np.array([mask.bit_count() for mask in range(MASKS)], dtype=np.int64)
# The place of each mask in canonical order. Of cards that a fresh deck doubled the lower place stands for both, so
# that the first of equal selections is the same as by their cards.
CANONICAL = np.zeros(MASKS, dtype=np.int64)
for _rank, _chosen in enumerate(_PLACES):
    CANONICAL[sum(1 << place for place in _chosen)] = _rank
# What decides between equal distances and suit counts: fewest cards, canonical order; the mask itself comes along.
_TIES = (SIZES << 10) + (CANONICAL << 5) + np.arange(MASKS)
for _frozen in (VALUES, TOTALS, SIZES, CANONICAL, _TIES):
    _frozen.flags.writeable = False

# A strength is one integer, less is better: see `strength`.
STRENGTHS = 1 << 13
_HALF = 1 << 15


@jit
def insert(cards, n, card):
    """Return the ``n`` packed ``cards`` with one more in its place."""
    shift = 0
    while shift < 6 * n and ((cards >> shift) & 63) < card:
        shift += 6
    return (cards & ((np.int64(1) << shift) - 1)) | (np.int64(card) << shift) | ((cards >> shift) << (shift + 6))


@jit
def chosen(cards, mask):
    """Return the packed cards of ``mask``."""
    found, shift = np.int64(0), 0
    while mask:
        if mask & 1:
            found |= (cards & 63) << shift
            shift += 6
        cards >>= 6
        mask >>= 1
    return found


@jit
def total_of(cards, n, suit):
    """Return what ``n`` packed cards add up to, as `TOTALS` do."""
    total = np.int64(0)
    for i in range(n):
        total += TOTALS[suit, (cards >> 6 * i) & 63]
    return total


@jit
def sum_of(total):
    """Return the signed sum in ``total``."""
    return ((total + _HALF) & 0xFFFF) - _HALF


@jit
def suited_of(total):
    """Return the cards of the suit in ``total``."""
    return ((total + _HALF) >> 16) & 0xFF


@jit
def strength(total, size, target, opts):
    """Return the strength of ``size`` cards that add up to ``total``; less is better.

    From the highest bit: not two Sylops alone (CS-T5), a bust (CS-T1), the distance from bit 4, 15 less suit cards.
    """
    reached = sum_of(total)
    key = (abs(reached - target) << 4) + 15 - suited_of(total)
    if opts[option.TWO_SYLOPS] == 0 or size != 2 or (total + _HALF) >> 24 != 2:
        key += 1 << 12
    if opts[option.OVERSHOOT] != 0 and ((target > 0 and reached > target) or (target < 0 and reached < target)):
        key += 1 << 11
    return key


@jit
def distance_of(key):
    """Return the distance in a strength."""
    return (key >> 4) & 127


@jit
def totals_of(cards, n, suit):
    """Return what each of five places adds; places from ``n`` on add nothing."""
    a = TOTALS[suit, cards & 63] if n > 0 else np.int64(0)
    b = TOTALS[suit, (cards >> 6) & 63] if n > 1 else np.int64(0)
    c = TOTALS[suit, (cards >> 12) & 63] if n > 2 else np.int64(0)
    d = TOTALS[suit, (cards >> 18) & 63] if n > 3 else np.int64(0)
    e = TOTALS[suit, (cards >> 24) & 63] if n > 4 else np.int64(0)
    return a, b, c, d, e


@jit
def total_of_mask(places, mask):
    """Return what the cards of ``mask`` add, of ``places`` by `totals_of`."""
    a, b, c, d, e = places
    return (
        (a & -(mask & 1)) + (b & -((mask >> 1) & 1)) + (c & -((mask >> 2) & 1)) + (d & -((mask >> 3) & 1))
        + (e & -((mask >> 4) & 1))
    )  # fmt: skip


@jit
def closest_key(base, places, n, least, target):
    """Return the lowest key of the masks from ``least`` (0 or 1) of ``n`` cards that join a total of ``base``.

    A key orders by distance (from bit 16), most cards of the suit (three bits from 13), fewest cards, canonical order;
    its five lowest bits are the mask.
    """
    best = np.int64(1 << 40)
    for mask in range(least, 1 << n):
        total = base + total_of_mask(places, mask) + _HALF
        away = abs((total & 0xFFFF) - _HALF - target)
        best = min(best, (away << 16) + ((7 - ((total >> 16) & 7)) << 13) + _TIES[mask])
    return best


@jit
def strongest(base, size, places, n, least, target, opts):
    """Return the mask of the strongest of these selections (see `closest_key`), equal ones by fewest cards.

    ``size`` is the number of cards in ``base``. It is the closest, unless a house rule of the reveal has its say.
    """
    if opts[option.SELECTION] != 0 or (opts[option.TWO_SYLOPS] == 0 and opts[option.OVERSHOOT] == 0):
        return closest_key(base, places, n, least, target) & 31
    best, found = np.int64(1 << 40), np.int64(0)
    for mask in range(least, 1 << n):
        key = (strength(base + total_of_mask(places, mask), size + SIZES[mask], target, opts) << 13) + _TIES[mask]
        if key < best:
            best, found = key, mask
    return found


@jit
def legal_masks(base, places, n, least, target, opts):
    """Return the legal masks as a set of bits: all, or under ``selection=closest`` (CS-S1) the closest alone."""
    every = (np.int64(1) << (1 << n)) - 1 - (least & 1)
    if opts[option.SELECTION] == 0:
        return every
    best = closest_key(base, places, n, least, target) >> 13
    legal = np.int64(0)
    for mask in range(least, 1 << n):
        total = base + total_of_mask(places, mask)
        if (abs(sum_of(total) - target) << 3) + 7 - suited_of(total) == best:
            legal |= np.int64(1) << mask
    return legal
