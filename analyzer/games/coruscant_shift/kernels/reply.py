"""`reply`: the first selection that wins most often against the field, looked up."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from analyzer.core.decks import SABACC_62
from analyzer.core.enumeration import BINOMIAL
from analyzer.core.jit import jit
from analyzer.games.coruscant_shift.kernels.selections import (
    HAND,
    MASKS,
    SIZES,
    legal_masks,
    strength,
    suited_of,
    sum_of,
    total_of_mask,
    totals_of,
)

# Kinds of card under a die: by value, of the suit or not; Sylops are one kind. KINDS[way, suit, card], where way is
# 1 for targets below 0: such a hand is played as its mirror image, with all signs turned.
KIND_COUNT = 41
NO_KIND = 41


def _kind(value: int, suited: bool) -> int:
    if value == 0:
        return 20
    return 2 * (value + 10) + suited if value < 0 else 21 + 2 * (value - 1) + suited


KINDS = np.array(
    [
        [
            [_kind(sign * value, own == suit) for value, own in zip(SABACC_62.values, SABACC_62.suits, strict=True)]
            for suit in range(3)
        ]
        for sign in (1, -1)
    ],
    dtype=np.int64,
)
_VALUE_OF_KIND = [next(v for v in range(-10, 11) for s in (0, 1) if _kind(v, bool(s)) == kind) for kind in range(41)]
_SUITED_OF_KIND = [int(any(_kind(v, True) == kind for v in range(-10, 11))) for kind in range(41)]
KIND_TOTALS = np.array(
    [v + (s << 16) + (int(v == 0) << 24) for v, s in zip(_VALUE_OF_KIND, _SUITED_OF_KIND, strict=True)], dtype=np.int64
)
COPIES = np.array([1 if s and v else 2 for v, s in zip(_VALUE_OF_KIND, _SUITED_OF_KIND, strict=True)], dtype=np.int64)
KINDS.flags.writeable = KIND_TOTALS.flags.writeable = COPIES.flags.writeable = False

TARGETS = 3
"""Targets 0, 5 and 10; those below 0 are their mirror images."""
# Of `keeping`: the sum kept less the target, from -FAR to FAR, and cards of the suit kept, 0..5.
FAR = 60
SUITED = 6
# Of `holding`: ranks of kept cards by their number; see `holding_rank`.
OFFSETS = np.concatenate([[0], np.cumsum([BINOMIAL[KIND_COUNT + size - 1, size] for size in range(6)])])
OFFSETS.flags.writeable = False


class Book(NamedTuple):
    """What the kernels of a hand look up.

    ``opts`` are the packed options. ``final``, float64[3, STRENGTHS], is the chance to win with each strength against
    the field, by target. ``keeping``, float32[3, 6, 2 * FAR + 1, SUITED, 42], is that chance by cards to draw, sum
    kept less the target, cards of the suit kept: for a whole deck at kind 41, and what each kind of card adds that is
    known to be gone from it. ``holding``, float32[3, OFFSETS[6]], is the chance by the cards kept where all five may
    be selected anew (CS-H4). Of the last two, the one that the rules do not need is empty, and both are for policies
    that look nothing up. ``betting``, float32[CELLS] of `staying`, is the chance to stay; empty in policies that never
    fold.
    """

    opts: np.ndarray
    final: np.ndarray
    keeping: np.ndarray
    holding: np.ndarray
    betting: np.ndarray


@jit
def chance_of(hand, mask, total, target, kinds, book):
    """Return the chance to win with the selection ``mask`` of five packed cards, which adds up to ``total``."""
    face, drawn = abs(target) // 5, HAND - SIZES[mask]
    if drawn == 0:
        return book.final[face, strength(total, HAND, target, book.opts)]
    if len(book.keeping):
        away = sum_of(total) - target
        row = book.keeping[face, drawn, FAR + (-away if target < 0 else away), suited_of(total)]
        value = row[NO_KIND]
        for i in range(HAND):
            value += row[kinds[(hand >> 6 * i) & 63]]
        return np.float64(value)
    return np.float64(book.holding[face, holding_rank(hand, mask, kinds)])


@jit
def reply_first(hand, least, target, suit, book):
    """Return the mask of the first selection of five packed cards that wins most often; least mask of equal ones."""
    places = totals_of(hand, 5, suit)
    legal = legal_masks(np.int64(0), places, 5, least, target, book.opts)
    kinds = KINDS[np.int64(target < 0), suit]
    best, found = -1.0, np.int64(0)
    for mask in range(least, MASKS):
        if not (legal >> mask) & 1:
            continue
        value = chance_of(hand, mask, total_of_mask(places, mask), target, kinds, book)
        if value > best:
            best, found = value, np.int64(mask)
    return found


@jit
def holding_rank(hand, mask, kinds):
    """Return the place in ``holding`` of the cards of ``mask``: by number, then colexicographic rank of the kinds."""
    # Kinds sorted, five bits more than needed each: at most five of them, packed as cards are.
    packed, n = np.int64(0), 0
    for i in range(HAND):
        if (mask >> i) & 1:
            kind = kinds[(hand >> 6 * i) & 63]
            shift = 0
            while shift < 6 * n and ((packed >> shift) & 63) < kind:
                shift += 6
            packed = (packed & ((np.int64(1) << shift) - 1)) | (kind << shift) | ((packed >> shift) << (shift + 6))
            n += 1
    rank = OFFSETS[n]
    for i in range(n):
        rank += BINOMIAL[((packed >> 6 * i) & 63) + i, i + 1]
    return rank
