"""A deal solved with all hands open: exact minimax over the skirmish, the claim and the Spoils.

Alpha-beta on net points, dealer's minus pone's. A position is nine scalars: both hands and both own pools (masks),
what each has on the table (masks), the lap (cards since the last capture, six bits each, the latest lowest, below a
leading 1), the running total, and flags. What stays fixed in a deal, the memory of its Spoils by split of the pools,
and the stack of the search lie in one array that the caller keeps.
"""

from __future__ import annotations

import numpy as np

from analyzer.core.decks import SABACC_62
from analyzer.core.enumeration import lowest, size
from analyzer.core.jit import jit
from analyzer.games.smugglers_hold.kernels import options as option
from analyzer.games.smugglers_hold.kernels.spoils import best_spoils

DEALER, PONE = 0, 1
RIM = 15

# Flags of a position: the seat to lay, or that none is; whether the card to come is an extra one (SH-C4); who is out
# after a GO (OUT << seat); whether the path card is captured; who laid last, if anybody, and whether on the rim.
TURN, OVER, EXTRA, OUT, PATH_CAPTURED, LAST_SEAT, LAID, ON_RIM = 1, 2, 4, 8, 32, 64, 128, 256
OUT_BOTH = OUT | OUT << 1
START = 0

# The array of a deal.
NUMBER, PATH, SUIT, COIN, THROWN, MEMORY = 0, 1, 2, 3, 4, 5
ENTRIES = 64
FRAMES = MEMORY + 4 * ENTRIES
FRAME = 14
KILLERS = FRAMES + 8 * FRAME
DEAL_SIZE = KILLERS + 18
MOST = np.int64(1 << 40)

_VALUES = np.array(SABACC_62.values, dtype=np.int64)
_SUITS = np.array(SABACC_62.suits, dtype=np.int64)


def _cards_with(values: set[int]) -> int:
    return sum(1 << card for card, value in enumerate(SABACC_62.values) if value in values)


# By total + 15: the cards that keep within the rim (SH-C6), and those that make 0, +15 or -15.
_LEGAL = np.array([_cards_with(set(range(-RIM - t, RIM - t + 1))) for t in range(-RIM, RIM + 1)], dtype=np.int64)
_SCORING = np.array([_cards_with({-RIM - t, -t, RIM - t}) for t in range(-RIM, RIM + 1)], dtype=np.int64)
# By value + 25: the cards of a value.
_OF_VALUE = np.array([_cards_with({value}) for value in range(-25, 26)], dtype=np.int64)
_OF_SUIT = np.array([sum(1 << card for card in range(62) if _SUITS[card] == suit) for suit in range(3)], dtype=np.int64)
for _frozen in (_VALUES, _SUITS, _LEGAL, _SCORING, _OF_VALUE, _OF_SUIT):
    _frozen.flags.writeable = False


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
def _pattern_points(lap, opts):
    """Return the points of (run, flush, triple) that the latest card of ``lap`` completes (SH-C10 to SH-C13)."""
    sizes = np.int64(0)
    suit = np.int64(-1)
    run, flush, length = 0, 0, 0
    runs, flushes = True, True
    rest = lap
    while rest > 1 and (runs or flushes):
        card = rest & 63
        rest >>= 6
        length += 1
        sylop = _VALUES[card] == 0
        if sylop and opts[option.SYLOP_RUN] != 0:
            runs = False
        if runs:
            bit = np.int64(1) << abs(_VALUES[card])
            if sizes & bit:
                runs = False
            sizes |= bit
            # Consecutive sizes are one block of bits: adding the lowest carries through all of them.
            if runs and length >= 3 and sizes & (sizes + (sizes & -sizes)) == 0:
                run = length
        if sylop:
            if opts[option.SYLOP_FLUSH] != 0:
                flushes = False
        elif suit < 0:
            suit = _SUITS[card]
        elif suit != _SUITS[card]:
            flushes = False
        if flushes and length >= 3 and suit >= 0:
            flush = length
    triple = 0
    if lap >> 18 > 0:
        a, b, c = lap & 63, (lap >> 6) & 63, (lap >> 12) & 63
        if _VALUES[a] == _VALUES[b] and _VALUES[b] == _VALUES[c]:
            triple = opts[option.TRIPLE_POINTS]
    return run * opts[option.RUN_POINTS], flush * opts[option.FLUSH_POINTS], triple


@jit
def _kessel(lap, opts):
    """Tell whether the latest card of ``lap``, which reached the rim, completes a Kessel Run (SH-C15)."""
    if opts[option.KESSEL_RUN] == 0 or _VALUES[lap & 63] == 0:
        return False
    before = lap >> 6
    while before > 1:
        if _VALUES[before & 63] == 0:
            return True
        if opts[option.KESSEL_RUN] == 1:
            return False
        before >>= 6
    return False


@jit
def _play_points(lap, total, number, opts):
    """Return what the latest card of ``lap`` scores, having made ``total``."""
    zero = opts[option.ZERO_POINTS] if total == 0 else 0
    die = opts[option.DIE_POINTS] if total == number else 0
    rim, kessel = 0, 0
    if abs(total) == RIM:
        rim = opts[option.OUTER_RIM_POINTS]
        if _kessel(lap, opts):
            kessel = opts[option.KESSEL_POINTS]
    run, flush, triple = 0, 0, 0
    if lap >> 18 > 0:
        run, flush, triple = _pattern_points(lap, opts)
    points = zero + die + rim + run + flush + triple + kessel
    if opts[option.STACKING] != 0:
        points = max(zero, die, rim, run, flush, triple, kessel)
    if opts[option.SYLOP_SKIRMISH] != 0 and _VALUES[lap & 63] == 0:
        points *= 2
    return points


@jit
def ask(seat, hand_0, hand_1, lap, total, flags, opts):
    """Return (lap, total, flags) with the turn given to ``seat`` if it can lay, else to the other, else settled.

    SH-C8, SH-C14, SH-C19: empty hands are skipped; where neither can lay the skirmish is over, or restarts.
    """
    while True:
        for asked in (seat, 1 - seat):
            hand = hand_1 if asked else hand_0
            if hand == 0 or flags & (OUT << asked):
                continue
            if hand & _LEGAL[total + RIM]:
                return lap, total, flags & ~TURN | asked
            if opts[option.GO] != 0:
                flags |= OUT << asked
        if (hand_0 | hand_1) == 0 or opts[option.STUCK] == 0:
            return lap, total, flags | OVER
        flags &= ~OUT_BOTH
        lap = np.int64(1)
        total = np.int64(0)
        seat = PONE
        if flags & LAID and flags & LAST_SEAT:
            seat = DEALER


@jit
def lay(card, hand_0, hand_1, own_0, own_1, table_0, table_1, lap, total, flags, opts, deal):
    """Return the position after the seat to move lays ``card``, and the points that it scores, last card aside."""
    seat = flags & TURN
    bit = np.int64(1) << card
    total += _VALUES[card]
    lap = lap << 6 | card
    points = _play_points(lap, total, deal[NUMBER], opts)
    again = total == 0 and opts[option.PLAY_AGAIN] != 1 and not (opts[option.PLAY_AGAIN] == 2 and flags & EXTRA)
    flags &= ~(EXTRA | LAST_SEAT | ON_RIM)
    flags |= LAID
    if seat == DEALER:
        hand_0 ^= bit
        table_0 |= bit
        again = again and hand_0 != 0
    else:
        hand_1 ^= bit
        table_1 |= bit
        again = again and hand_1 != 0
        flags |= LAST_SEAT
    if abs(total) == RIM:
        taken = table_0 | table_1
        if opts[option.CAPTURE_PATH] != 0 and not flags & PATH_CAPTURED:
            taken |= np.int64(1) << deal[PATH]
            flags |= PATH_CAPTURED
        if seat == DEALER:
            own_0 |= taken
        else:
            own_1 |= taken
        table_0 = np.int64(0)
        table_1 = np.int64(0)
        lap = np.int64(1)
        total = np.int64(0)
        if opts[option.RESTART] != 0:
            total = _VALUES[deal[PATH]]
        flags = flags & ~OUT_BOTH | ON_RIM
    following = 1 - seat
    if again:
        flags |= EXTRA
        following = seat
    lap, total, flags = ask(following, hand_0, hand_1, lap, total, flags, opts)
    return hand_0, hand_1, own_0, own_1, table_0, table_1, lap, total, flags, points


@jit
def _distance(pool, number):
    """Return how far from the die the nearest card of ``pool`` is (SH-D3)."""
    nearest = np.int64(99)
    while pool:
        nearest = min(nearest, abs(_VALUES[lowest(pool)] - number))
        pool &= pool - 1
    return nearest


@jit
def claimant(own_0, own_1, deal, opts):
    """Return the seat that claims the Hold (SH-D3, SH-D5)."""
    less = size(own_0) - size(own_1)
    if less == 0:
        less = _distance(own_0, deal[NUMBER]) - _distance(own_1, deal[NUMBER])
    if less == 0:
        less = size(own_1 & _OF_SUIT[deal[SUIT]]) - size(own_0 & _OF_SUIT[deal[SUIT]])
    if less != 0:
        return DEALER if less < 0 else PONE
    return deal[COIN] if opts[option.PLAYOFF] == 0 else opts[option.PLAYOFF] - 1


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
def _finish(hand_0, hand_1, own_0, own_1, table_0, table_1, flags, opts, table, deal):
    """Return the net points after the skirmish: the last card, the Hold and the Spoils."""
    hold = deal[THROWN] | hand_0 | hand_1
    net = np.int64(0)
    if flags & LAID:
        if not flags & ON_RIM or opts[option.LAST_CARD_ON_RIM] != 0:
            net = opts[option.LAST_CARD_POINTS]
            if flags & LAST_SEAT:
                net = -net
        uncaptured = opts[option.UNCAPTURED]
        if uncaptured == 0:
            own_0 |= table_0
            own_1 |= table_1
        elif uncaptured == 1:
            if flags & LAST_SEAT:
                own_1 |= table_0 | table_1
            else:
                own_0 |= table_0 | table_1
        elif uncaptured == 2:
            hold |= table_0 | table_1
    return net + _spoils_net(own_0, own_1, hold, flags, opts, table, deal)


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
            rest = (hand_1 if flags & TURN else hand_0) & _LEGAL[total + RIM]
        else:
            if entering:
                value = _finish(hand_0, hand_1, own_0, own_1, table_0, table_1, flags, opts, table, deal)
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
            first = rest & (_SCORING[total + RIM] | _OF_VALUE[deal[NUMBER] - total + 25])
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
def open_card(hand_0, hand_1, own_0, own_1, table_0, table_1, lap, total, flags, opts, table, deal):
    """Return (card, net points still to come) of the best card to lay, of equals the lowest; -1 when it is over."""
    low, high = -MOST, MOST
    best = np.int64(-1)
    rest = (hand_1 if flags & TURN else hand_0) & _LEGAL[total + RIM]
    if flags & OVER:
        rest = np.int64(0)
        low = _finish(hand_0, hand_1, own_0, own_1, table_0, table_1, flags, opts, table, deal)
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
