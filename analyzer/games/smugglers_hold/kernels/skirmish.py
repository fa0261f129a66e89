"""The skirmish: what a card scores, whose turn it is, and who claims the Hold.

A position is nine scalars: both hands and both own pools (masks), what each has on the table (masks), the lap (cards
since the last capture, six bits each, the latest lowest, below a leading 1), the running total, and flags. What stays
fixed in a deal lies at the head of one array.
"""

from __future__ import annotations

import numpy as np

from analyzer.core.decks import SABACC_62
from analyzer.core.enumeration import lowest, size
from analyzer.core.jit import jit
from analyzer.games.smugglers_hold.kernels import options as option

DEALER, PONE = 0, 1
RIM = 15

# Flags of a position: the seat to lay, or that none is; whether the card to come is an extra one (SH-C4); who is out
# after a GO (OUT << seat); whether the path card is captured; who laid last, if anybody, and whether on the rim; and
# whether neither could lay while cards were left.
TURN, OVER, EXTRA, OUT, PATH_CAPTURED, LAST_SEAT, LAID, ON_RIM, STUCK = 1, 2, 4, 8, 32, 64, 128, 256, 512
OUT_BOTH = OUT | OUT << 1
START = 0

# The array of a deal: what stays fixed in it; the solver keeps its memory behind.
NUMBER, PATH, SUIT, COIN, THROWN, DEAL_HEAD = 0, 1, 2, 3, 4, 5

VALUES = np.array(SABACC_62.values, dtype=np.int64)
SUITS = np.array(SABACC_62.suits, dtype=np.int64)


def _cards_with(values: set[int]) -> int:
    return sum(1 << card for card, value in enumerate(SABACC_62.values) if value in values)


# By total + 15: the cards that keep within the rim (SH-C6), and those that make 0, +15 or -15.
LEGAL = np.array([_cards_with(set(range(-RIM - t, RIM - t + 1))) for t in range(-RIM, RIM + 1)], dtype=np.int64)
SCORING = np.array([_cards_with({-RIM - t, -t, RIM - t}) for t in range(-RIM, RIM + 1)], dtype=np.int64)
# By value + 30: the cards of a value; beyond the deck there are none.
OF_VALUE = np.array([_cards_with({value}) for value in range(-30, 31)], dtype=np.int64)
OF_SUIT = np.array([sum(1 << card for card in range(62) if SUITS[card] == suit) for suit in range(3)], dtype=np.int64)
# By size: the cards of that value, whatever their sign.
OF_SIZE = np.array([_cards_with({-value, value}) for value in range(11)], dtype=np.int64)
for _frozen in (VALUES, SUITS, LEGAL, SCORING, OF_VALUE, OF_SUIT, OF_SIZE):
    _frozen.flags.writeable = False


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
        sylop = VALUES[card] == 0
        if sylop and opts[option.SYLOP_RUN] != 0:
            runs = False
        if runs:
            bit = np.int64(1) << abs(VALUES[card])
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
            suit = SUITS[card]
        elif suit != SUITS[card]:
            flushes = False
        if flushes and length >= 3 and suit >= 0:
            flush = length
    triple = 0
    if lap >> 18 > 0:
        a, b, c = lap & 63, (lap >> 6) & 63, (lap >> 12) & 63
        if VALUES[a] == VALUES[b] and VALUES[b] == VALUES[c]:
            triple = opts[option.TRIPLE_POINTS]
    return run * opts[option.RUN_POINTS], flush * opts[option.FLUSH_POINTS], triple


@jit
def _kessel(lap, opts):
    """Tell whether the latest card of ``lap``, which reached the rim, completes a Kessel Run (SH-C15)."""
    if opts[option.KESSEL_RUN] == 0 or VALUES[lap & 63] == 0:
        return False
    before = lap >> 6
    while before > 1:
        if VALUES[before & 63] == 0:
            return True
        if opts[option.KESSEL_RUN] == 1:
            return False
        before >>= 6
    return False


@jit
def play_rows(lap, total, number, opts):
    """Return what the latest card of ``lap`` scores, having made ``total``, by row.

    The rows are zero, die, rim, run, flush, triple and kessel.
    Under ``stacking=highest`` only the first of the highest rows stands (SH-C5); a Sylop laid may double (SH-C18).
    """
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
    if opts[option.STACKING] != 0:
        highest = max(zero, die, rim, run, flush, triple, kessel)
        zero = zero if zero == highest else 0
        die = die if zero == 0 and die == highest else 0
        rim = rim if zero + die == 0 and rim == highest else 0
        run = run if zero + die + rim == 0 and run == highest else 0
        flush = flush if zero + die + rim + run == 0 and flush == highest else 0
        triple = triple if zero + die + rim + run + flush == 0 and triple == highest else 0
        kessel = kessel if zero + die + rim + run + flush + triple == 0 else 0
    times = 2 if opts[option.SYLOP_SKIRMISH] != 0 and VALUES[lap & 63] == 0 else 1
    return times * zero, times * die, times * rim, times * run, times * flush, times * triple, times * kessel


@jit
def play_points(lap, total, number, opts):
    """Return the sum of `play_rows`."""
    zero, die, rim, run, flush, triple, kessel = play_rows(lap, total, number, opts)
    return zero + die + rim + run + flush + triple + kessel


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
            if hand & LEGAL[total + RIM]:
                return lap, total, flags & ~TURN | asked
            if opts[option.GO] != 0:
                flags |= OUT << asked
        if (hand_0 | hand_1) == 0:
            return lap, total, flags | OVER
        flags = flags & ~OUT_BOTH | STUCK
        if opts[option.STUCK] == 0:
            return lap, total, flags | OVER
        lap = np.int64(1)
        total = np.int64(0)
        seat = PONE
        if flags & LAID and flags & LAST_SEAT:
            seat = DEALER


@jit
def lay(card, hand_0, hand_1, own_0, own_1, table_0, table_1, lap, total, flags, opts, deal):
    """Return the position after the seat to move lays ``card``, and the points that it scores, last card aside."""
    points = play_points(lap << 6 | card, total + VALUES[card], deal[NUMBER], opts)
    hand_0, hand_1, own_0, own_1, table_0, table_1, lap, total, flags = move(
        card, hand_0, hand_1, own_0, own_1, table_0, table_1, lap, total, flags, opts, deal
    )
    return hand_0, hand_1, own_0, own_1, table_0, table_1, lap, total, flags, points


@jit
def move(card, hand_0, hand_1, own_0, own_1, table_0, table_1, lap, total, flags, opts, deal):
    """Return the position after the seat to move lays ``card``, without counting what that scores."""
    seat = flags & TURN
    bit = np.int64(1) << card
    total += VALUES[card]
    lap = lap << 6 | card
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
            total = VALUES[deal[PATH]]
        flags = flags & ~OUT_BOTH | ON_RIM
    following = 1 - seat
    if again:
        flags |= EXTRA
        following = seat
    lap, total, flags = ask(following, hand_0, hand_1, lap, total, flags, opts)
    return hand_0, hand_1, own_0, own_1, table_0, table_1, lap, total, flags


@jit
def distance(pool, number):
    """Return how far from the die the nearest card of ``pool`` is (SH-D3)."""
    nearest = np.int64(99)
    while pool:
        nearest = min(nearest, abs(VALUES[lowest(pool)] - number))
        pool &= pool - 1
    return nearest


@jit
def claimant(own_0, own_1, deal, opts):
    """Return the seat that claims the Hold (SH-D3, SH-D5)."""
    less = size(own_0) - size(own_1)
    if less == 0:
        less = distance(own_0, deal[NUMBER]) - distance(own_1, deal[NUMBER])
    if less == 0:
        less = size(own_1 & OF_SUIT[deal[SUIT]]) - size(own_0 & OF_SUIT[deal[SUIT]])
    if less != 0:
        return DEALER if less < 0 else PONE
    return deal[COIN] if opts[option.PLAYOFF] == 0 else opts[option.PLAYOFF] - 1


@jit
def settle(hand_0, hand_1, own_0, own_1, table_0, table_1, flags, opts, deal):
    """Return (own_0, own_1, hold, last card's points for the dealer, for the pone) once the skirmish is over.

    SH-C9, SH-C14, SH-D1: the last card, and where cards that were never captured or never laid go.
    """
    hold = deal[THROWN] | hand_0 | hand_1
    last_0, last_1 = np.int64(0), np.int64(0)
    if flags & LAID:
        if not flags & ON_RIM or opts[option.LAST_CARD_ON_RIM] != 0:
            if flags & LAST_SEAT:
                last_1 = opts[option.LAST_CARD_POINTS]
            else:
                last_0 = opts[option.LAST_CARD_POINTS]
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
    return own_0, own_1, hold, last_0, last_1
