"""One whole deal between two policies: throws, the flip, the skirmish, the claim and the Spoils.

What a deal gives is kept in a tally, int64[2, TALLIES]: the dealer's row and the pone's, in the columns of `TALLY`.
"""

from __future__ import annotations

import numpy as np

from analyzer.core.jit import jit
from analyzer.games.smugglers_hold.kernels import options as option
from analyzer.games.smugglers_hold.kernels.open import set_deal
from analyzer.games.smugglers_hold.kernels.policies import choose_card
from analyzer.games.smugglers_hold.kernels.skirmish import (
    DEALER,
    NUMBER,
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
    lay,
    play_rows,
    settle,
)
from analyzer.games.smugglers_hold.kernels.spoils import best_spoils, best_spoils_suits

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
# A trace: how many plays, the cards laid with their seats (card + 64 * seat), in order.
TRACE_SIZE = 16


@jit
def flip(path, number, opts, tally):
    """Score the path card at the flip (SH-B1 to SH-B3)."""
    if VALUES[path] == 0:
        tally[PONE, PATH_EVENT] += opts[option.PATH_SYLOP_POINTS]
    matches = VALUES[path] == number
    if opts[option.PATH_MATCH] != 0:
        matches = abs(VALUES[path]) == abs(number)
    if matches:
        to = DEALER if opts[option.PATH_DIE_TO] != 0 else PONE
        tally[to, PATH_EVENT] += opts[option.PATH_DIE_POINTS]


@jit
def play_skirmish(
    policy_0, policy_1, hand_0, hand_1, thrown_0, thrown_1, opts, table, deal, holding, state, tally, trace
):
    """Play the skirmish of ``deal`` (begun by `set_deal`) and return (own_0, own_1, hold, flags) at its end.

    Points go to ``tally``, the cards laid to ``trace`` (int64[TRACE_SIZE]).
    """
    own_0, own_1, table_0, table_1 = np.int64(0), np.int64(0), np.int64(0), np.int64(0)
    lap, total, flags = ask(PONE, hand_0, hand_1, np.int64(1), VALUES[deal[PATH]], np.int64(START), opts)
    trace[0] = 0
    while not flags & OVER:
        seat = flags & TURN
        policy, thrown = (policy_1, thrown_1) if seat else (policy_0, thrown_0)
        card = choose_card(
            policy, hand_0, hand_1, own_0, own_1, table_0, table_1, lap, total, flags, opts, table, deal, thrown,
            holding, state,
        )
        trace[0] += 1
        trace[trace[0]] = card + 64 * seat
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
        hand_0, hand_1, own_0, own_1, table_0, table_1, lap, total, flags, _ = lay(
            card, hand_0, hand_1, own_0, own_1, table_0, table_1, lap, total, flags, opts, deal
        )
    own_0, own_1, hold, last_0, last_1 = settle(hand_0, hand_1, own_0, own_1, table_0, table_1, flags, opts, deal)
    tally[DEALER, LAST_CARD] += last_0
    tally[PONE, LAST_CARD] += last_1
    for seat in range(2):
        tally[seat, STUCK_ENDS] += (flags & STUCK) != 0
    return own_0, own_1, hold, flags


@jit
def count_spoils(own_0, own_1, hold, flags, opts, table, deal, tally, picks):
    """Give the Hold to its claimant, score both Spoils under the dice of ``deal``, and return who claimed (SH-D, SH-E).

    ``picks`` (int64[2]) are filled with the masks of the four picks.
    """
    taker = claimant(own_0, own_1, deal, opts)
    tally[taker, CLAIMS] += 1
    tally[taker, HOLD] += opts[option.HOLD_POINTS]
    path = np.int64(-1) if flags & PATH_CAPTURED else deal[PATH]
    pool_0 = own_0 | hold if taker == DEALER else own_0
    pool_1 = own_1 | hold if taker == PONE else own_1
    points_0, picks[0] = best_spoils(pool_0, path, deal[NUMBER], deal[SUIT], table)
    points_1, picks[1] = best_spoils(pool_1, path, deal[NUMBER], deal[SUIT], table)
    tally[DEALER, SPOILS] += points_0
    tally[PONE, SPOILS] += points_1
    return taker


@jit
def count_spoils_suits(own_0, own_1, hold, flags, opts, table, deal, tally):
    """Do as `count_spoils` for each face of the suit die, all three added up."""
    path = np.int64(-1) if flags & PATH_CAPTURED else deal[PATH]
    takers = np.int64(0)
    for suit in range(3):
        deal[SUIT] = suit
        taker = claimant(own_0, own_1, deal, opts)
        takers |= taker << suit
        tally[taker, CLAIMS] += 1
        tally[taker, HOLD] += opts[option.HOLD_POINTS]
    # The die decides the claim only where cards and closeness tie, so nearly always one pair of pools will do.
    for taker in range(2):
        faces = takers if taker == PONE else 7 ^ takers
        if faces == 0:
            continue
        pool_0 = own_0 | hold if taker == DEALER else own_0
        pool_1 = own_1 | hold if taker == PONE else own_1
        a0, a1, a2 = best_spoils_suits(pool_0, path, deal[NUMBER], table)
        b0, b1, b2 = best_spoils_suits(pool_1, path, deal[NUMBER], table)
        tally[DEALER, SPOILS] += a0 * (faces & 1) + a1 * ((faces >> 1) & 1) + a2 * (faces >> 2)
        tally[PONE, SPOILS] += b0 * (faces & 1) + b1 * ((faces >> 1) & 1) + b2 * (faces >> 2)


@jit
def begin(deal, number, path, suit, coin, thrown, opts, tally):
    """Begin a deal and score its flip; ``tally`` starts at zero."""
    tally[:] = 0
    set_deal(deal, number, path, suit, coin, thrown)
    flip(path, number, opts, tally)


@jit
def points_of(tally, seat):
    """Return all points of a seat."""
    total = np.int64(0)
    for event in range(POINTS):
        total += tally[seat, event]
    return total
