"""A deal solved with all hands open: exact minimax over the skirmish, the claim and the Spoils.

Alpha-beta on net points, dealer's minus pone's, over the positions of `skirmish`. The memory of the Spoils by split of
the pools, and the stack of the search, lie behind the deal in its array, which the caller keeps.
"""

from __future__ import annotations

import numpy as np

from analyzer.core.enumeration import lowest, size
from analyzer.core.jit import jit
from analyzer.games.smugglers_hold.kernels import options as option
from analyzer.games.smugglers_hold.kernels.skirmish import (
    COIN,
    DEAL_HEAD,
    DEALER,
    LEGAL,
    NUMBER,
    OF_VALUE,
    OVER,
    PATH,
    PATH_CAPTURED,
    RIM,
    SCORING,
    SUIT,
    THROWN,
    TURN,
    claimant,
    lay,
    settle,
)
from analyzer.games.smugglers_hold.kernels.spoils import best_spoils

MEMORY = DEAL_HEAD
ENTRIES = 64
FRAMES = MEMORY + 4 * ENTRIES
FRAME = 14
KILLERS = FRAMES + 8 * FRAME
DEAL_SIZE = KILLERS + 18
MOST = np.int64(1 << 40)


@jit
def set_deal(deal, number, path, suit, coin, thrown):
    """Begin a deal in ``deal`` (int64[DEAL_SIZE]): the dice, the path card, the coin, and the four cards ``thrown``."""
    deal[NUMBER] = number
    deal[PATH] = path
    deal[SUIT] = suit
    deal[COIN] = coin
    deal[THROWN] = thrown
    deal[MEMORY:FRAMES] = -1
    deal[KILLERS:] = 0


@jit
def _spoils_net(own_0, own_1, hold, flags, opts, table, deal):
    """Return the net Spoils of a split of the pools, bonus for the Hold included; equal splits are remembered."""
    mixed = np.uint64(own_0) * np.uint64(0x9E3779B97F4A7C15) ^ np.uint64(own_1) * np.uint64(0xC2B2AE3D27D4EB4F)
    entry = MEMORY + 4 * np.int64(mixed >> np.uint64(58))
    if deal[entry] == own_0 and deal[entry + 1] == own_1 and deal[entry + 2] == hold:
        return deal[entry + 3]
    deal[entry], deal[entry + 1], deal[entry + 2] = own_0, own_1, hold
    net = opts[option.HOLD_POINTS]
    if claimant(own_0, own_1, deal, opts) == DEALER:
        own_0 |= hold
    else:
        own_1 |= hold
        net = -net
    path = np.int64(-1) if flags & PATH_CAPTURED else deal[PATH]
    dealers, _ = best_spoils(own_0, path, deal[NUMBER], deal[SUIT], table)
    pones, _ = best_spoils(own_1, path, deal[NUMBER], deal[SUIT], table)
    net += dealers - pones
    deal[entry + 3] = net
    return net


@jit
def finish(hand_0, hand_1, own_0, own_1, table_0, table_1, flags, opts, table, deal):
    """Return the net points after the skirmish: the last card, the Hold and the Spoils."""
    own_0, own_1, hold, last_0, last_1 = settle(hand_0, hand_1, own_0, own_1, table_0, table_1, flags, opts, deal)
    return last_0 - last_1 + _spoils_net(own_0, own_1, hold, flags, opts, table, deal)


@jit
def _search(hand_0, hand_1, own_0, own_1, table_0, table_1, lap, total, flags, low, high, opts, table, deal):
    """Return the net points still to come: exact where they lie between ``low`` and ``high``, else a bound beyond.

    Alpha-beta on a stack of its own: as fast as it gets in one compiled loop, and no recursion for the cache to upset.
    """
    depth = 0
    entering = True
    value = np.int64(0)
    while True:
        if entering and not flags & OVER:
            rest = (hand_1 if flags & TURN else hand_0) & LEGAL[total + RIM]
        else:
            if entering:
                value = finish(hand_0, hand_1, own_0, own_1, table_0, table_1, flags, opts, table, deal)
            if depth == 0:
                return value
            depth -= 1
            frame = FRAMES + FRAME * depth
            hand_0, hand_1, own_0, own_1 = deal[frame], deal[frame + 1], deal[frame + 2], deal[frame + 3]
            table_0, table_1, lap, total = deal[frame + 4], deal[frame + 5], deal[frame + 6], deal[frame + 7]
            flags, rest, low, high = deal[frame + 8], deal[frame + 9], deal[frame + 10], deal[frame + 11]
            value += deal[frame + 12]
            if flags & TURN:
                high = min(high, value)
            else:
                low = max(low, value)
            if low >= high:
                deal[KILLERS + 2 * size(hand_0 | hand_1) + (flags & TURN)] = deal[frame + 13]
        if low >= high or rest == 0:
            value = high if flags & TURN else low
            entering = False
            continue
        # The card that cut off last, then those that score most often: the better the first reply, the more is cut.
        first = rest & deal[KILLERS + 2 * size(hand_0 | hand_1) + (flags & TURN)]
        if first == 0:
            first = rest & (SCORING[total + RIM] | OF_VALUE[deal[NUMBER] - total + 30])
            if first == 0:
                first = rest
        card = lowest(first)
        bit = np.int64(1) << card
        frame = FRAMES + FRAME * depth
        deal[frame], deal[frame + 1], deal[frame + 2], deal[frame + 3] = hand_0, hand_1, own_0, own_1
        deal[frame + 4], deal[frame + 5], deal[frame + 6], deal[frame + 7] = table_0, table_1, lap, total
        deal[frame + 8], deal[frame + 9], deal[frame + 10], deal[frame + 11] = flags, rest ^ bit, low, high
        net = np.int64(1) - 2 * (flags & TURN)
        hand_0, hand_1, own_0, own_1, table_0, table_1, lap, total, flags, points = lay(
            card, hand_0, hand_1, own_0, own_1, table_0, table_1, lap, total, flags, opts, deal
        )
        net *= points
        deal[frame + 12] = net
        deal[frame + 13] = bit
        low -= net
        high -= net
        depth += 1
        entering = True


@jit
def open_value(hand_0, hand_1, own_0, own_1, table_0, table_1, lap, total, flags, opts, table, deal):
    """Return the net points (dealer's minus pone's) still to come under best play by both, all hands open.

    The last card, the Hold and the Spoils are counted, the bonus for the path card is not. ``deal`` was begun by
    `set_deal`, ``table`` made by `spoils_table`.
    """
    return _search(hand_0, hand_1, own_0, own_1, table_0, table_1, lap, total, flags, -MOST, MOST, opts, table, deal)


@jit
def after_value(card, hand_0, hand_1, own_0, own_1, table_0, table_1, lap, total, flags, opts, table, deal):
    """Return the net points still to come, those of ``card`` included, when the seat to move lays it."""
    h0, h1, o0, o1, t0, t1, new_lap, new_total, new_flags, points = lay(
        card, hand_0, hand_1, own_0, own_1, table_0, table_1, lap, total, flags, opts, deal
    )
    net = points - 2 * points * (flags & TURN)
    return net + open_value(h0, h1, o0, o1, t0, t1, new_lap, new_total, new_flags, opts, table, deal)


@jit
def open_card(hand_0, hand_1, own_0, own_1, table_0, table_1, lap, total, flags, opts, table, deal):
    """Return (card, net points still to come) of the best card to lay, of equals the lowest; -1 when it is over."""
    low, high = -MOST, MOST
    best = np.int64(-1)
    rest = (hand_1 if flags & TURN else hand_0) & LEGAL[total + RIM]
    if flags & OVER:
        rest = np.int64(0)
        low = finish(hand_0, hand_1, own_0, own_1, table_0, table_1, flags, opts, table, deal)
        high = low
    while rest:
        card = lowest(rest)
        rest &= rest - 1
        h0, h1, o0, o1, t0, t1, new_lap, new_total, new_flags, points = lay(
            card, hand_0, hand_1, own_0, own_1, table_0, table_1, lap, total, flags, opts, deal
        )
        net = points - 2 * points * (flags & TURN)
        net += _search(h0, h1, o0, o1, t0, t1, new_lap, new_total, new_flags, low - net, high - net, opts, table, deal)
        if flags & TURN and net < high:
            high = net
            best = card
        elif not flags & TURN and net > low:
            low = net
            best = card
    return best, high if flags & TURN else low
