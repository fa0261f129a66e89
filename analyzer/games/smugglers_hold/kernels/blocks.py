"""The loops that the engine calls: advice on a throw, whole deals, whole games."""

from __future__ import annotations

import numpy as np

from analyzer.core.dealing import deal as shuffle
from analyzer.core.enumeration import size
from analyzer.core.jit import jit
from analyzer.core.rng import below, seed_stream
from analyzer.games.smugglers_hold.kernels import options as option
from analyzer.games.smugglers_hold.kernels.deal import (
    CAPTURES,
    CLAIMS,
    HOLD,
    LAST_CARD,
    PATH_EVENT,
    POINTS,
    SPOILS,
    STUCK_ENDS,
    TALLIES,
    TRACE_SIZE,
    begin,
    count_spoils,
    count_spoils_suits,
    play_skirmish,
    points_of,
)
from analyzer.games.smugglers_hold.kernels.odds import NUMBER_FACES
from analyzer.games.smugglers_hold.kernels.open import DEAL_SIZE
from analyzer.games.smugglers_hold.kernels.policies import choose_throw, throw_mask
from analyzer.games.smugglers_hold.kernels.skirmish import DEALER, PONE

SUIT_FACES = 3
TARGET = 121
_DECK = np.int64((1 << 62) - 1)
# The columns of advice: see PARTS of the questions; own points count up, the opponent's down.
_PARTS = 9


@jit
def mask_of(cards):
    """Return the mask of an array of cards."""
    mask = np.int64(0)
    for card in cards:
        mask |= np.int64(1) << card
    return mask


@jit
def discard_block(
    stream, deals, six, seat, me, opponent, opts, throws, values, parts, chances, table, holding, throwing
):
    """Play ``deals`` common deals for each of ``throws`` (indices) of the cards ``six`` (int64[6], sorted).

    The unseen cards, the dice and the opponent's throw are the same for all throws; every deal is counted under all
    three faces of the suit die, so that everything is in thirds. Fills ``values`` (int32[deals, throws]) and adds to
    ``parts`` and ``chances`` (int64[throws, ...]).
    """
    state, play_state = np.zeros(4, dtype=np.uint64), np.zeros(4, dtype=np.uint64)
    seed_stream(state, stream)
    deck = np.zeros(56, dtype=np.int64)
    tally = np.zeros((2, TALLIES), dtype=np.int64)
    trace = np.zeros(TRACE_SIZE, dtype=np.int64)
    memory = np.zeros(DEAL_SIZE, dtype=np.int64)
    other = 1 - seat
    mine = mask_of(six)
    at = 0
    for card in range(62):
        if not (mine >> card) & 1:
            deck[at] = card
            at += 1
    for i in range(deals):
        shuffle(deck, state, 7)
        number = NUMBER_FACES[below(state, 6)]
        coin = below(state, 2)
        theirs = np.sort(deck[:6])
        path = deck[6]
        their_throw = throw_mask(theirs, choose_throw(opponent, theirs, other, state, table, throwing))
        their_hand = mask_of(theirs) ^ their_throw
        # Random players of all throws see the same luck, and each the same whatever else is tried.
        luck = state.copy()
        for k in range(len(throws)):
            my_throw = throw_mask(six, throws[k])
            play_state[:] = luck
            begin(memory, number, path, 0, coin, my_throw | their_throw, opts, tally)
            if seat == DEALER:
                own_0, own_1, hold, flags = play_skirmish(
                    me, opponent, mine ^ my_throw, their_hand, my_throw, their_throw, opts, table, memory, holding,
                    play_state, tally, trace,
                )
            else:
                own_0, own_1, hold, flags = play_skirmish(
                    opponent, me, their_hand, mine ^ my_throw, their_throw, my_throw, opts, table, memory, holding,
                    play_state, tally, trace,
                )
            # What is not yet in thirds: everything but the claim and the Spoils.
            for event in range(HOLD):
                tally[DEALER, event] *= SUIT_FACES
                tally[PONE, event] *= SUIT_FACES
            count_spoils_suits(own_0, own_1, hold, flags, opts, table, memory, tally)
            values[i, k] = points_of(tally, seat) - points_of(tally, other)
            parts[k, 0] += tally[seat, PATH_EVENT] - tally[other, PATH_EVENT]
            for event in range(PATH_EVENT + 1, LAST_CARD):
                parts[k, 1] += tally[seat, event]
                parts[k, 2] -= tally[other, event]
            parts[k, 3] += tally[seat, LAST_CARD]
            parts[k, 4] -= tally[other, LAST_CARD]
            parts[k, 5] += tally[seat, HOLD]
            parts[k, 6] -= tally[other, HOLD]
            parts[k, 7] += tally[seat, SPOILS]
            parts[k, 8] -= tally[other, SPOILS]
            chances[k, 0] += tally[seat, CLAIMS]


@jit
def whole_deal(
    order, number, suit, coin, policy_0, policy_1, opts, table, holding, throwing, state, memory, tally, trace, picks
):
    """Play one given deal between two policies into ``tally`` and return (throw_0, throw_1, claimant).

    ``order`` holds 13 cards: twelve dealt in turn, the pone's first, then the path card. Throws are masks.
    """
    six_0, six_1 = np.sort(order[1:12:2]), np.sort(order[0:12:2])
    throw_0 = throw_mask(six_0, choose_throw(policy_0, six_0, DEALER, state, table, throwing))
    throw_1 = throw_mask(six_1, choose_throw(policy_1, six_1, PONE, state, table, throwing))
    begin(memory, number, order[12], suit, coin, throw_0 | throw_1, opts, tally)
    own_0, own_1, hold, flags = play_skirmish(
        policy_0, policy_1, mask_of(six_0) ^ throw_0, mask_of(six_1) ^ throw_1, throw_0, throw_1, opts, table, memory,
        holding, state, tally, trace,
    )
    taker = count_spoils(own_0, own_1, hold, flags, opts, table, memory, tally, picks)
    return throw_0, throw_1, taker


@jit
def simulate_block(stream, deals, policy_0, policy_1, mirror, opts, rows, table, holding, throwing):
    """Play ``deals`` deals and fill ``rows``, int32[deals (twice that with ``mirror``), 2 * TALLIES + 5].

    A row is the dealer's tally, the pone's, then the points of both, and whether the dealer, the pone, or neither had
    more. With ``mirror`` each deal is played again with the policies swapped, in the row after it.
    """
    state = np.zeros(4, dtype=np.uint64)
    seed_stream(state, stream)
    deck = np.arange(62)
    tally = np.zeros((2, TALLIES), dtype=np.int64)
    trace = np.zeros(TRACE_SIZE, dtype=np.int64)
    picks = np.zeros(2, dtype=np.int64)
    memory = np.zeros(DEAL_SIZE, dtype=np.int64)
    row = 0
    for _ in range(deals):
        shuffle(deck, state, 13)
        number, suit, coin = NUMBER_FACES[below(state, 6)], below(state, SUIT_FACES), below(state, 2)
        for swapped in range(2 if mirror else 1):
            first, second = (policy_1, policy_0) if swapped else (policy_0, policy_1)
            whole_deal(
                deck, number, suit, coin, first, second, opts, table, holding, throwing, state, memory, tally, trace,
                picks,
            )
            for event in range(TALLIES):
                rows[row, event] = tally[DEALER, event]
                rows[row, TALLIES + event] = tally[PONE, event]
            dealer, pone = points_of(tally, DEALER), points_of(tally, PONE)
            rows[row, 2 * TALLIES] = dealer
            rows[row, 2 * TALLIES + 1] = pone
            rows[row, 2 * TALLIES + 2] = dealer > pone
            rows[row, 2 * TALLIES + 3] = pone > dealer
            rows[row, 2 * TALLIES + 4] = dealer == pone
            row += 1
