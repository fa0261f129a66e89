"""Whether to stay or fold: what a player of `bettor` knows at a bet, as one cell of the strategy."""

from __future__ import annotations

import numpy as np

from analyzer.core.jit import jit
from analyzer.games.coruscant_shift.kernels.reply import KINDS, chance_of
from analyzer.games.coruscant_shift.kernels.selections import HAND, SIZES, distance_of, total_of_mask, totals_of
from analyzer.games.coruscant_shift.kernels.table import DREW, FIRST, FOLDED, SEATS
from analyzer.games.coruscant_shift.kernels.table import HAND as HAND_ROW

# A strategy is float32[CELLS]: the chance to stay by bet, target (0, 5, 10), players who stayed at this bet before,
# players yet to be asked, fewest cards drawn by an opponent still in, and class of the own cards.
BETS, FACES, LEAST, CLASSES = 2, 3, HAND + 1, 126
SHAPE = (BETS, FACES, SEATS, SEATS, LEAST, CLASSES)
CELLS = BETS * FACES * SEATS * SEATS * LEAST * CLASSES
_STEPS = CLASSES // (HAND + 1)
_FARTHEST = CLASSES // (HAND + 1) - 1


@jit
def class_of_first(hand, mask, players, target, suit, book):
    """Return the class of the first selection ``mask``: cards drawn, and the chance to beat one opponent in steps."""
    kinds = KINDS[int(target < 0), suit]
    total = total_of_mask(totals_of(hand, HAND, suit), mask)
    each = chance_of(hand, mask, total, target, kinds, book) ** (1 / (players - 1))
    return (HAND - SIZES[mask]) * _STEPS + min(int(each * _STEPS), _STEPS - 1)


@jit
def class_of_final(key):
    """Return the class of a final strength: every distance up to 19 and suit count by itself."""
    if key >> 12 == 0:
        return 0
    bust = (key >> 11) & 1
    away = _FARTHEST if bust else min(distance_of(key), _FARTHEST)
    return away * (HAND + 1) + (15 - (key & 15)) % (HAND + 1)


@jit
def first_mask(seats, seat):
    """Return which cards of its hand ``seat`` selected first, as a mask."""
    mask, hand, first = np.int64(0), seats[HAND_ROW, seat], seats[FIRST, seat]
    for i in range(HAND):
        for j in range(HAND - seats[DREW, seat]):
            mask |= np.int64((hand >> 6 * i) & 63 == (first >> 6 * j) & 63) << i
    return mask


@jit
def least_drawn(seats, players, seat):
    """Return the fewest cards that an opponent of ``seat`` drew who has not folded."""
    least = HAND
    for other in range(players):
        if other != seat and not seats[FOLDED, other]:
            least = min(least, seats[DREW, other])
    return least


@jit
def cell_of(bet, target, stayed, asked_later, least, own):
    """Return the cell of a strategy (see ``SHAPE``)."""
    return ((((bet * FACES + abs(target) // 5) * SEATS + stayed) * SEATS + asked_later) * LEAST + least) * CLASSES + own
