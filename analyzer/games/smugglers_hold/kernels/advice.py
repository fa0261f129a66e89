"""The loop behind advice on the throw: all throws on common deals."""

from __future__ import annotations

import numpy as np

from analyzer.core.dealing import deal as shuffle
from analyzer.core.jit import jit
from analyzer.core.rng import below, next_word, seed_stream
from analyzer.games.smugglers_hold.kernels import options as option
from analyzer.games.smugglers_hold.kernels.deal import (
    CLAIMS,
    HOLD,
    LAST_CARD,
    PATH_EVENT,
    SPOILS,
    SUIT_FACES,
    TALLIES,
    TRACE,
    begin,
    count_spoils_suits,
    mask_of,
    play_skirmish,
    points_of,
)
from analyzer.games.smugglers_hold.kernels.match import advance
from analyzer.games.smugglers_hold.kernels.odds import NUMBER_FACES
from analyzer.games.smugglers_hold.kernels.open import DEAL_SIZE
from analyzer.games.smugglers_hold.kernels.skirmish import DEALER, PONE
from analyzer.games.smugglers_hold.kernels.throws import choose_throw, throw_mask

# Chances to win are whole numbers too, so that tallies add up to the same bytes in any order.
WIN_UNIT = 100_000
PARTS = (
    "path",
    "skirmish",
    "skirmish_opponent",
    "last_card",
    "last_card_opponent",
    "hold",
    "hold_opponent",
    "spoils",
    "spoils_opponent",
)


@jit
def add_parts(tally, seat, parts):
    """Add the points of ``tally`` to ``parts`` (int64[9], see `PARTS`) as ``seat`` feels them."""
    other = 1 - seat
    parts[0] += tally[seat, PATH_EVENT] - tally[other, PATH_EVENT]
    for event in range(PATH_EVENT + 1, LAST_CARD):
        parts[1] += tally[seat, event]
        parts[2] -= tally[other, event]
    parts[3] += tally[seat, LAST_CARD]
    parts[4] -= tally[other, LAST_CARD]
    parts[5] += tally[seat, HOLD]
    parts[6] -= tally[other, HOLD]
    parts[7] += tally[seat, SPOILS]
    parts[8] -= tally[other, SPOILS]


@jit
def won_after(seat, score_me, score_them, tally, trace, taker, book, chance, scores):
    """Return the asker's chance to win the game, in 1 / WIN_UNIT, after a deal, or what was left of one.

    Points fall in scoring order; who reaches 121 has won, and otherwise ``chance`` (float64[121, 121]) tells it from
    the new scores, the other dealing next. ``scores`` is int64[2], and overwritten.
    """
    scores[0], scores[1] = score_me, score_them
    winner = advance(scores, seat, tally, trace, taker, book.opts[option.FINISH_HAND] != 0)
    if winner >= 0:
        won = 1.0 - winner
    elif seat == PONE:
        won = chance[scores[0], scores[1]]
    else:
        won = 1.0 - chance[scores[1], scores[0]]
    return np.int64(round(WIN_UNIT * won))


@jit
def win_chance(seat, score_me, score_them, tally, faces, takers, suit, trace, book, chance, scores):
    """Return what `won_after` does under one face of the suit die, by `count_spoils_suits`.

    The Hold and the Spoils in ``tally`` are overwritten.
    """
    taker = (takers >> suit) & 1
    hold_points = book.opts[option.HOLD_POINTS]
    for one in range(2):
        tally[one, HOLD] = hold_points if one == taker else 0
        tally[one, SPOILS] = faces[one, suit] - tally[one, HOLD]
    return won_after(seat, score_me, score_them, tally, trace, taker, book, chance, scores)


@jit
def discard_block(
    stream, deals, six, seat, me, opponent, book, throws, score_me, score_them, chance, values, parts, chances, outcomes
):
    """Play ``deals`` common deals for each of ``throws`` (indices) of the cards ``six`` (int64[6], sorted).

    The unseen cards, the number die and the opponent's throw are the same for all throws; every deal is counted under
    all three faces of the suit die, so that sums are in thirds. Fills ``values`` (int32[deals, throws]) and
    ``outcomes`` (int32[deals * 3, throws], the points of each face), and adds to ``parts`` (int64[throws, 9]) and
    ``chances`` (int64[throws, 1]).

    With a score (``score_me`` is not -1) ``values`` are chances to win the game, in 1 / WIN_UNIT; see `win_chance`.
    """
    scores = np.zeros(2, dtype=np.int64)
    base = np.zeros((2, TALLIES), dtype=np.int64)
    state, luck, play_state = np.zeros(4, np.uint64), np.zeros(4, np.uint64), np.zeros(4, np.uint64)
    seed_stream(state, stream)
    deck = np.zeros(56, dtype=np.int64)
    tally = np.zeros((2, TALLIES), dtype=np.int64)
    trace = np.zeros(TRACE, dtype=np.int64)
    faces = np.zeros((2, SUIT_FACES), dtype=np.int64)
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
        their_throw = throw_mask(theirs, choose_throw(opponent, theirs, other, state, book))
        their_hand = mask_of(theirs) ^ their_throw
        # Players who draw lots have the same luck after every throw, whatever else is tried.
        seed_stream(luck, next_word(state))
        for k in range(len(throws)):
            my_throw = throw_mask(six, throws[k])
            play_state[:] = luck
            begin(memory, number, path, 0, coin, my_throw | their_throw, book.opts, tally)
            if seat == DEALER:
                own_0, own_1, hold, flags = play_skirmish(
                    me, opponent, mine ^ my_throw, their_hand, my_throw, their_throw, book, memory, play_state, tally,
                    trace,
                )
            else:
                own_0, own_1, hold, flags = play_skirmish(
                    opponent, me, their_hand, mine ^ my_throw, their_throw, my_throw, book, memory, play_state, tally,
                    trace,
                )
            net = points_of(tally, seat) - points_of(tally, other)
            base[:] = tally
            # What has no suit in it counts alike under all three faces.
            for event in range(HOLD):
                tally[DEALER, event] *= SUIT_FACES
                tally[PONE, event] *= SUIT_FACES
            takers = count_spoils_suits(own_0, own_1, hold, flags, book, memory, tally, faces)
            for suit in range(SUIT_FACES):
                outcomes[i * SUIT_FACES + suit, k] = net + faces[seat, suit] - faces[other, suit]
            if score_me < 0:
                values[i, k] = points_of(tally, seat) - points_of(tally, other)
            else:
                won = np.int64(0)
                for suit in range(SUIT_FACES):
                    won += win_chance(
                        seat, score_me, score_them, base, faces, takers, suit, trace, book, chance, scores
                    )
                values[i, k] = won
            add_parts(tally, seat, parts[k])
            chances[k, 0] += tally[seat, CLAIMS]
