"""One whole deal between two policies: throws, the flip, the skirmish, the claim and the Spoils.

What a deal gives is kept in a tally, int64[2, TALLIES]: the dealer's row and the pone's, in the columns of `TALLY`.
"""

from __future__ import annotations

import numpy as np

from analyzer.core.enumeration import lowest
from analyzer.core.jit import jit
from analyzer.games.smugglers_hold.kernels import options as option
from analyzer.games.smugglers_hold.kernels.open import set_deal
from analyzer.games.smugglers_hold.kernels.policies import choose_card
from analyzer.games.smugglers_hold.kernels.skirmish import (
    DEALER,
    EXTRA,
    LEGAL,
    NUMBER,
    OUT,
    OVER,
    PATH,
    PATH_CAPTURED,
    PONE,
    RIM,
    START,
    STUCK,
    SUIT,
    TURN,
    VALUES,
    ask,
    claimant,
    move,
    play_rows,
    settle,
)
from analyzer.games.smugglers_hold.kernels.spoils import best_spoils, best_spoils_suits
from analyzer.games.smugglers_hold.kernels.throws import choose_throw, throw_mask

EVENTS = ("path", "zero", "die", "rim", "run", "flush", "triple", "kessel", "last_card", "hold", "spoils")
TALLY = (*EVENTS, "captures", "claims_hold", "stuck")
(
    PATH_EVENT,
    ZERO,
    DIE,
    RIM_EVENT,
    RUN,
    FLUSH,
    TRIPLE,
    KESSEL,
    LAST_CARD,
    HOLD,
    SPOILS,
    CAPTURES,
    CLAIMS,
    STUCK_ENDS,
) = range(len(TALLY))
POINTS = len(EVENTS)
TALLIES = len(TALLY)
SUIT_FACES = 3
# A trace, int64[TRACE]: the number of plays, then of each in order the card (+ 64 for the pone), then its points.
PLAYS = 8
TRACE_CARD, TRACE_POINTS = 1, 1 + PLAYS
TRACE = 1 + 2 * PLAYS
# What a deal ends with, int64[8], all masks, the dealer's first: the cards that the claim compares, the pools with the
# Hold in one of them, the picks, and the throws.
OWN, POOL, PICKS, THROW = 0, 2, 4, 6
ENDING = 8


@jit
def mask_of(cards):
    """Return the mask of an array of cards."""
    mask = np.int64(0)
    for card in cards:
        mask |= np.int64(1) << card
    return mask


@jit
def six_of(order, seat):
    """Return the six cards dealt to ``seat``, sorted (int64[6]); the pone's come first in ``order`` (SH-A1)."""
    # The bits of a mask are sorted already, at a quarter of the time of a sort of six.
    rest = mask_of(order[1 - seat : 12 : 2])
    six = np.empty(6, dtype=np.int64)
    for i in range(6):
        six[i] = lowest(rest)
        rest &= rest - 1
    return six


@jit
def points_of(tally, seat):
    """Return all points of a seat."""
    total = np.int64(0)
    for event in range(POINTS):
        total += tally[seat, event]
    return total


@jit
def begin(deal, number, path, suit, coin, thrown, opts, tally):
    """Begin a deal and score its flip (SH-B1 to SH-B3); ``tally`` starts at zero."""
    tally[:] = 0
    set_deal(deal, number, path, suit, coin, thrown)
    if VALUES[path] == 0:
        tally[PONE, PATH_EVENT] += opts[option.PATH_SYLOP_POINTS]
    matches = VALUES[path] == number
    if opts[option.PATH_MATCH] != 0:
        matches = abs(VALUES[path]) == abs(number)
    if matches:
        to = DEALER if opts[option.PATH_DIE_TO] != 0 else PONE
        tally[to, PATH_EVENT] += opts[option.PATH_DIE_POINTS]


@jit
def score_card(card, lap, total, flags, deal, opts, tally, trace):
    """Give the seat to move the points of laying ``card``, which `move` then lays, and enter the play in ``trace``."""
    seat = flags & TURN
    total_after = total + VALUES[card]
    zero, die, rim, run, flush, triple, kessel = play_rows(lap << 6 | card, total_after, deal[NUMBER], opts)
    tally[seat, ZERO] += zero
    tally[seat, DIE] += die
    tally[seat, RIM_EVENT] += rim
    tally[seat, RUN] += run
    tally[seat, FLUSH] += flush
    tally[seat, TRIPLE] += triple
    tally[seat, KESSEL] += kessel
    tally[seat, CAPTURES] += abs(total_after) == RIM
    trace[TRACE_CARD + trace[0]] = card + 64 * seat
    trace[TRACE_POINTS + trace[0]] = zero + die + rim + run + flush + triple + kessel
    trace[0] += 1


@jit
def start_play(hand_0, hand_1, opts, deal):
    """Return the position before the first card, and what is known to both of it: see `play_on`."""
    none = np.int64(0)
    lap, total, flags = ask(PONE, hand_0, hand_1, np.int64(1), VALUES[deal[PATH]], np.int64(START), opts)
    void_1 = none if flags & TURN else LEGAL[total + RIM]
    return hand_0, hand_1, none, none, none, none, lap, total, flags, none, none, none, void_1


@jit
def play_card(
    card, hand_0, hand_1, own_0, own_1, table_0, table_1, lap, total, flags, laid_0, laid_1, void_0, void_1, opts, deal
):
    """Return what `start_play` does after the seat to move lays ``card``; see `move`."""
    seat = flags & TURN
    before = flags
    if seat:
        laid_1 |= np.int64(1) << card
    else:
        laid_0 |= np.int64(1) << card
    hand_0, hand_1, own_0, own_1, table_0, table_1, lap, total, flags = move(
        card, hand_0, hand_1, own_0, own_1, table_0, table_1, lap, total, flags, opts, deal
    )
    # Who has cards and is passed over has said GO: it holds nothing legal at this total. Not so where it was not
    # asked: after an extra card was earned, or out since an earlier GO. Once both were stuck the total is new.
    if not (flags & (OVER | EXTRA | STUCK) or before & (OUT << (1 - seat))) and flags & TURN == seat:
        if seat:
            void_0 |= LEGAL[total + RIM]
        else:
            void_1 |= LEGAL[total + RIM]
    return hand_0, hand_1, own_0, own_1, table_0, table_1, lap, total, flags, laid_0, laid_1, void_0, void_1


@jit
def play_on(
    policy_0, policy_1, hand_0, hand_1, own_0, own_1, table_0, table_1, lap, total, flags, laid_0, laid_1, void_0,
    void_1, thrown_0, thrown_1, book, deal, state, tally, trace,
):
    """Play the skirmish from any position to its end and return (own_0, own_1, hold, flags) there.

    ``laid_0`` and ``laid_1`` are all cards that a seat has laid, ``void_0`` and ``void_1`` those that it cannot hold
    after its GOs (masks). Points go to ``tally``, the plays to ``trace`` behind those that it holds.
    """
    opts = book.opts
    while not flags & OVER:
        policy, thrown, void, laid = (policy_0, thrown_0, void_1, laid_1)
        if flags & TURN:
            policy, thrown, void, laid = (policy_1, thrown_1, void_0, laid_0)
        card = choose_card(
            policy, hand_0, hand_1, own_0, own_1, table_0, table_1, lap, total, flags, book, deal, thrown, void, laid,
            state,
        )
        score_card(card, lap, total, flags, deal, opts, tally, trace)
        hand_0, hand_1, own_0, own_1, table_0, table_1, lap, total, flags, laid_0, laid_1, void_0, void_1 = play_card(
            card, hand_0, hand_1, own_0, own_1, table_0, table_1, lap, total, flags, laid_0, laid_1, void_0, void_1,
            opts, deal,
        )
    own_0, own_1, hold, last_0, last_1 = settle(hand_0, hand_1, own_0, own_1, table_0, table_1, flags, opts, deal)
    tally[DEALER, LAST_CARD] += last_0
    tally[PONE, LAST_CARD] += last_1
    for seat in range(2):
        tally[seat, STUCK_ENDS] += (flags & STUCK) != 0
    return own_0, own_1, hold, flags


@jit
def play_skirmish(policy_0, policy_1, hand_0, hand_1, thrown_0, thrown_1, book, deal, state, tally, trace):
    """Play the skirmish of ``deal`` (see `begin`) from its start; see `play_on`."""
    position = start_play(hand_0, hand_1, book.opts, deal)
    trace[0] = 0
    return play_on(policy_0, policy_1, *position, thrown_0, thrown_1, book, deal, state, tally, trace)


@jit
def count_spoils(own_0, own_1, hold, flags, book, deal, tally, ending):
    """Give the Hold to its claimant, score both Spoils under the dice of ``deal``, and return who claimed (SH-D, SH-E).

    Fills all but the throws of ``ending``.
    """
    taker = claimant(own_0, own_1, deal, book.opts)
    tally[taker, CLAIMS] += 1
    tally[taker, HOLD] += book.opts[option.HOLD_POINTS]
    path = np.int64(-1) if flags & PATH_CAPTURED else deal[PATH]
    ending[OWN + DEALER], ending[OWN + PONE] = own_0, own_1
    ending[POOL + DEALER], ending[POOL + PONE] = own_0, own_1
    ending[POOL + taker] |= hold
    for seat in range(2):
        points, ending[PICKS + seat] = best_spoils(ending[POOL + seat], path, deal[NUMBER], deal[SUIT], book.spoils)
        tally[seat, SPOILS] += points
    return taker


@jit
def count_spoils_suits(own_0, own_1, hold, flags, book, deal, tally, faces):
    """Do as `count_spoils` for every face of the suit die, all three added up in ``tally``.

    Returns who claims, a bit a face. ``faces``, int64[2, 3], takes the points of the Hold and the Spoils by seat and
    face.
    """
    path = np.int64(-1) if flags & PATH_CAPTURED else deal[PATH]
    hold_points = book.opts[option.HOLD_POINTS]
    faces[:] = 0
    takers = np.int64(0)
    for suit in range(SUIT_FACES):
        deal[SUIT] = suit
        taker = claimant(own_0, own_1, deal, book.opts)
        takers |= taker << suit
        tally[taker, CLAIMS] += 1
        tally[taker, HOLD] += hold_points
        faces[taker, suit] = hold_points
    # The die decides the claim only where cards and closeness tie, so nearly always one pair of pools will do.
    for taker in range(2):
        if takers == (0 if taker == PONE else 7):
            continue
        spoils_0 = best_spoils_suits(own_0 | hold if taker == DEALER else own_0, path, deal[NUMBER], book.spoils)
        spoils_1 = best_spoils_suits(own_1 | hold if taker == PONE else own_1, path, deal[NUMBER], book.spoils)
        for suit in range(SUIT_FACES):
            if (takers >> suit) & 1 == taker:
                faces[DEALER, suit] += spoils_0[suit]
                faces[PONE, suit] += spoils_1[suit]
                tally[DEALER, SPOILS] += spoils_0[suit]
                tally[PONE, SPOILS] += spoils_1[suit]
    return takers


@jit
def play_thrown(
    order, number, suit, coin, throw_0, throw_1, policy_0, policy_1, book, state, memory, tally, trace, ending
):
    """Play one given deal from the throws on, and return who claimed the Hold; see `whole_deal`."""
    ending[THROW + DEALER], ending[THROW + PONE] = throw_0, throw_1
    begin(memory, number, order[12], suit, coin, throw_0 | throw_1, book.opts, tally)
    hand_0, hand_1 = mask_of(order[1:12:2]) ^ throw_0, mask_of(order[0:12:2]) ^ throw_1
    own_0, own_1, hold, flags = play_skirmish(
        policy_0, policy_1, hand_0, hand_1, throw_0, throw_1, book, memory, state, tally, trace
    )
    return count_spoils(own_0, own_1, hold, flags, book, memory, tally, ending)


@jit
def whole_deal(order, number, suit, coin, policy_0, policy_1, book, state, memory, tally, trace, ending):
    """Play one given deal between two policies and return who claimed the Hold.

    ``order`` holds 13 cards: twelve dealt in turn, the pone's first, then the path card (SH-A1). ``memory`` is
    int64[DEAL_SIZE] of the open solver.
    """
    six_0, six_1 = six_of(order, DEALER), six_of(order, PONE)
    throw_0 = throw_mask(six_0, choose_throw(policy_0, six_0, DEALER, state, book))
    throw_1 = throw_mask(six_1, choose_throw(policy_1, six_1, PONE, state, book))
    return play_thrown(
        order, number, suit, coin, throw_0, throw_1, policy_0, policy_1, book, state, memory, tally, trace, ending
    )
