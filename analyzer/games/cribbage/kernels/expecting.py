"""What the rest of a play comes to on average when both players go by policies that draw lots: exact, no dice."""

from __future__ import annotations

import numpy as np
from numba import float64, int64, types, uint32
from numba.cpython.unsafe.numbers import leading_zeros

from analyzer.core.enumeration import lowest, size
from analyzer.core.jit import jit
from analyzer.games.cribbage.kernels.pegging import FITS, MOST_COUNT, OVER, lay
from analyzer.games.cribbage.kernels.playing import CHANCES, find_chances, greedy_card, position_key
from analyzer.games.cribbage.kernels.throws import FIRST, RANDOM, TABLES


@jit
def chances_of(policy, hand, lap, count, held, alone, playing):
    """Return (chances, whole): how often in ``whole`` times ``policy`` lays each rank of ``hand``, 4 bits each.

    Ranks are in order from the lowest; equal cards of one rank are one. ``playing`` is that of `Book`.
    """
    legal = hand & FITS[MOST_COUNT - count]
    if policy == TABLES and legal & (legal - 1) != 0:
        chances = find_chances(position_key(hand, lap, count, held, alone), playing)
        if chances != 0 and fitting(chances, hand, legal):
            return chances, np.int64(CHANCES)
    chosen = np.int64(-1)
    if policy == FIRST:
        chosen = lowest(legal)
    elif policy != RANDOM:
        chosen = greedy_card(hand, lap, count)
    chances, place, ranks = np.int64(0), 0, hand
    while ranks:
        card = lowest(ranks)
        of_rank = np.int64(15) << (card & ~3)
        if policy == RANDOM:
            chances |= size(legal & of_rank) << place
        elif of_rank >> chosen & 1:
            chances |= np.int64(1) << place
        place += 4
        ranks &= ~of_rank
    return chances, size(legal) if policy == RANDOM else np.int64(1)


@jit
def fitting(chances, hand, legal):
    """Tell whether packed ``chances`` lay nothing but ``legal`` ranks of ``hand``."""
    ranks = hand
    while ranks:
        card = lowest(ranks)
        ranks &= ~(np.int64(15) << (card & ~3))
        if chances & 15 and not legal >> card & 1:
            return False
        chances >>= 4
    return chances == 0


@jit(signature=types.UniTuple(float64, 2)(int64, int64, int64, int64, int64, int64, int64, int64, uint32[::1]))
def expected_play(hand_0, hand_1, lap, count, seat, last, policy_0, policy_1, playing):
    """Return the points that the dealer and the pone make on average from here to the end of the play."""
    if seat == OVER:
        return 0.0, 0.0
    hand, other, policy = (hand_1, hand_0, policy_1) if seat == 1 else (hand_0, hand_1, policy_0)
    chances, whole = chances_of(policy, hand, lap, count, size(other), lap != 0 and last == seat, playing)
    dealer, pone = 0.0, 0.0
    ranks = hand
    none = np.int64(0)
    while ranks:
        card = lowest(ranks)
        ranks &= ~(np.int64(15) << (card & ~3))
        if chances & 15:
            chance = (chances & 15) / whole
            new_0, new_1, _, new_lap, new_count, following, points, go = lay(
                card, hand_0, hand_1, none, lap, count, seat
            )
            more_0, more_1 = expected_play(
                new_0, new_1, new_lap, new_count, following, seat, policy_0, policy_1, playing
            )
            if seat == 1:
                more_1 += points + go
            else:
                more_0 += points + go
            dealer += chance * more_0
            pone += chance * more_1
        chances >>= 4
    return dealer, pone


@jit(signature=int64(int64, int64, int64, int64, int64, int64, int64))
def open_play(hand_0, hand_1, lap, count, seat, low, high):
    """Return the dealer's net points from here to the end of the play, both hands open and both playing perfectly.

    Only whether it is at most ``low`` or at least ``high`` is sure where it lies outside of them (alpha-beta).
    """
    hand = hand_1 if seat == 1 else hand_0
    legal = hand & FITS[MOST_COUNT - count]
    none = np.int64(0)
    best = np.int64(-1000) if seat == 0 else np.int64(1000)
    while legal:
        # High cards first: they leave the other fewer replies, and so the better bound.
        card = np.int64(63 - leading_zeros(legal))
        legal &= ~(np.int64(15) << (card & ~3))
        new_0, new_1, _, new_lap, new_count, following, points, go = lay(card, hand_0, hand_1, none, lap, count, seat)
        made = points + go if seat == 0 else -points - go
        net = made
        if following != OVER:
            net += open_play(new_0, new_1, new_lap, new_count, following, low - made, high - made)
        if seat == 0:
            best = max(best, net)
            low = max(low, net)
        else:
            best = min(best, net)
            high = min(high, net)
        if low >= high:
            break
    return best
