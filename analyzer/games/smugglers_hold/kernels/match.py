"""The loops behind matches: deals and whole games between two policies."""

from __future__ import annotations

import numpy as np

from analyzer.core.dealing import deal as shuffle
from analyzer.core.enumeration import size
from analyzer.core.jit import jit
from analyzer.core.rng import below, next_word, seed_stream
from analyzer.games.smugglers_hold.kernels import options as option
from analyzer.games.smugglers_hold.kernels.deal import (
    ENDING,
    HOLD,
    LAST_CARD,
    OWN,
    PATH_EVENT,
    SPOILS,
    SUIT_FACES,
    TALLIES,
    TRACE,
    TRACE_CARD,
    TRACE_POINTS,
    begin,
    mask_of,
    points_of,
    six_of,
    start_play,
    whole_deal,
)
from analyzer.games.smugglers_hold.kernels.odds import NUMBER_FACES
from analyzer.games.smugglers_hold.kernels.open import DEAL_SIZE, open_value
from analyzer.games.smugglers_hold.kernels.skirmish import DEALER, PONE
from analyzer.games.smugglers_hold.kernels.throws import THROWS, throw_mask

TARGET = 121
# The columns of a match of deals: both tallies, then the points of both, whether the dealer, the pone or neither had
# more.
DEALER_POINTS = 2 * TALLIES
PONE_POINTS, DEALER_WINS, PONE_WINS, TIES = range(DEALER_POINTS + 1, DEALER_POINTS + 5)
DEAL_COLUMNS = DEALER_POINTS + 5
# The columns of a match of games: final scores and whether that player won, first dealer's first, then the deals.
GAME_COLUMNS = 5
_LUCK = np.uint64(0xA0761D6478BD642F)


@jit
def simulate_block(stream, deals, policy_0, policy_1, mirror, book, rows):
    """Play ``deals`` deals and fill ``rows``, int32[deals (twice that with ``mirror``), DEAL_COLUMNS].

    With ``mirror`` each deal is played again with the policies swapped, in the row after it.
    """
    state = np.zeros(4, dtype=np.uint64)
    seed_stream(state, stream)
    deck = np.arange(62)
    tally = np.zeros((2, TALLIES), dtype=np.int64)
    trace = np.zeros(TRACE, dtype=np.int64)
    ending = np.zeros(ENDING, dtype=np.int64)
    memory = np.zeros(DEAL_SIZE, dtype=np.int64)
    row = 0
    for _ in range(deals):
        shuffle(deck, state, 13)
        number, suit, coin = NUMBER_FACES[below(state, 6)], below(state, SUIT_FACES), below(state, 2)
        for swapped in range(2 if mirror else 1):
            first, second = (policy_1, policy_0) if swapped else (policy_0, policy_1)
            whole_deal(deck, number, suit, coin, first, second, book, state, memory, tally, trace, ending)
            for event in range(TALLIES):
                rows[row, event] = tally[DEALER, event]
                rows[row, TALLIES + event] = tally[PONE, event]
            dealer, pone = points_of(tally, DEALER), points_of(tally, PONE)
            rows[row, DEALER_POINTS] = dealer
            rows[row, PONE_POINTS] = pone
            rows[row, DEALER_WINS] = dealer > pone
            rows[row, PONE_WINS] = pone > dealer
            rows[row, TIES] = dealer == pone
            row += 1


@jit
def claim_block(stream, deals, policy_0, policy_1, book, hits):
    """Play ``deals`` deals; ``hits``, int64[2, 9 or 10, 2], takes claims and deals by seat and by cards owned."""
    state = np.zeros(4, dtype=np.uint64)
    seed_stream(state, stream)
    deck = np.arange(62)
    tally = np.zeros((2, TALLIES), dtype=np.int64)
    trace = np.zeros(TRACE, dtype=np.int64)
    ending = np.zeros(ENDING, dtype=np.int64)
    memory = np.zeros(DEAL_SIZE, dtype=np.int64)
    for _ in range(deals):
        shuffle(deck, state, 13)
        number, suit, coin = NUMBER_FACES[below(state, 6)], below(state, SUIT_FACES), below(state, 2)
        taker = whole_deal(deck, number, suit, coin, policy_0, policy_1, book, state, memory, tally, trace, ending)
        for seat in range(2):
            owned = size(ending[OWN + seat])
            hits[seat, owned, 0] += taker == seat
            hits[seat, owned, 1] += 1


@jit
def solve_block(stream, deals, book):
    """Solve ``deals`` random deals with all hands open, and return the sum of their values.

    Throws are random; a value is the dealer's net points from the first card on, the path card's bonus aside.
    """
    state = np.zeros(4, dtype=np.uint64)
    seed_stream(state, stream)
    deck = np.arange(62)
    tally = np.zeros((2, TALLIES), dtype=np.int64)
    memory = np.zeros(DEAL_SIZE, dtype=np.int64)
    total = np.int64(0)
    for _ in range(deals):
        shuffle(deck, state, 13)
        number, suit, coin = NUMBER_FACES[below(state, 6)], below(state, SUIT_FACES), below(state, 2)
        throw_0 = throw_mask(six_of(deck, DEALER), below(state, THROWS))
        throw_1 = throw_mask(six_of(deck, PONE), below(state, THROWS))
        begin(memory, number, deck[12], suit, coin, throw_0 | throw_1, book.opts, tally)
        hand_0, hand_1 = mask_of(deck[1:12:2]) ^ throw_0, mask_of(deck[0:12:2]) ^ throw_1
        position = start_play(hand_0, hand_1, book.opts, memory)
        total += open_value(*position[:9], book.opts, book.spoils, memory)
    return total


@jit
def steps(trace):
    """Return how many steps of scoring a deal has; see `scored`."""
    return 2 + trace[0] + 1 + 3


@jit
def scored(step, tally, trace, taker):
    """Return (seat, points) of one step of a deal in scoring order (SH-F1); many are worth nothing.

    The Sylop's bonus comes before the die's, and it is the pone's; then play by play, the last card, the Hold, and the
    Spoils of who took it before the other's.
    """
    if step < 2:
        seat = PONE if step == 0 else DEALER
        return seat, tally[seat, PATH_EVENT]
    after = step - 2 - trace[0]
    if after < 0:
        return trace[TRACE_CARD + step - 2] >> 6, trace[TRACE_POINTS + step - 2]
    if after == 0:
        seat = DEALER if tally[DEALER, LAST_CARD] > 0 else PONE
        return seat, tally[seat, LAST_CARD]
    if after == 1:
        return taker, tally[taker, HOLD]
    seat = taker if after == 2 else 1 - taker
    return seat, tally[seat, SPOILS]


@jit
def advance(scores, dealer, tally, trace, taker, finish):
    """Add one deal to ``scores`` (int64[2], by player) in scoring order; return the winner, or -1 (SH-F1).

    ``dealer`` is the player who dealt. The first to reach 121 wins there and then. With ``finish`` the deal is counted
    to its end, and of two who got there the higher score wins, of equal ones who got there first.
    """
    first = -1
    for step in range(steps(trace)):
        seat, points = scored(step, tally, trace, taker)
        player = dealer if seat == DEALER else 1 - dealer
        scores[player] += points
        if first < 0 and scores[player] >= TARGET:
            first = player
            if not finish:
                return first
    if first >= 0 and scores[1 - first] > scores[first]:
        return 1 - first
    return first


@jit
def games_block(stream, games, policy_0, policy_1, mirror, score_0, score_1, book, rows):
    """Play ``games`` games to 121 and fill ``rows``, int32[games (twice that with ``mirror``), GAME_COLUMNS].

    The player of ``policy_0`` deals first and starts from ``score_0``. With ``mirror`` each game is played again on
    the same cards and dice with the policies swapped, in the row after it.
    """
    state, dealing, luck = np.zeros(4, np.uint64), np.zeros(4, np.uint64), np.zeros(4, np.uint64)
    seed_stream(state, stream)
    deck = np.arange(62)
    tally = np.zeros((2, TALLIES), dtype=np.int64)
    trace = np.zeros(TRACE, dtype=np.int64)
    ending = np.zeros(ENDING, dtype=np.int64)
    memory = np.zeros(DEAL_SIZE, dtype=np.int64)
    scores = np.zeros(2, dtype=np.int64)
    finish = book.opts[option.FINISH_HAND] != 0
    row = 0
    for _ in range(games):
        word = next_word(state)
        for swapped in range(2 if mirror else 1):
            first, second = (policy_1, policy_0) if swapped else (policy_0, policy_1)
            seed_stream(dealing, word)
            seed_stream(luck, word ^ _LUCK)
            deck[:] = np.arange(62)
            scores[0], scores[1] = score_0, score_1
            dealer, winner, played = 0, -1, 0
            while winner < 0:
                shuffle(deck, dealing, 13)
                number, suit, coin = NUMBER_FACES[below(dealing, 6)], below(dealing, SUIT_FACES), below(dealing, 2)
                one, other = (first, second) if dealer == 0 else (second, first)
                taker = whole_deal(deck, number, suit, coin, one, other, book, luck, memory, tally, trace, ending)
                winner = advance(scores, dealer, tally, trace, taker, finish)
                dealer = 1 - dealer
                played += 1
            rows[row, 0], rows[row, 1] = scores[0], scores[1]
            rows[row, 2], rows[row, 3] = winner == 0, winner == 1
            rows[row, 4] = played
            row += 1
