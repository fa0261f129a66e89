"""All throws of six cards tried on common deals, each played out in the order of scoring."""

from __future__ import annotations

import numpy as np

from analyzer.core.dealing import deal as shuffle
from analyzer.core.jit import jit
from analyzer.core.rng import next_word, seed_stream
from analyzer.games.cribbage.kernels import options as option
from analyzer.games.cribbage.kernels.counting import CARDS
from analyzer.games.cribbage.kernels.deal import (
    CRIB,
    CRIB_CARDS,
    ENDING,
    HAND,
    HEELS,
    KEPT,
    LONGEST,
    TALLIES,
    cut,
    mask_of,
    play_on,
    points_of,
    show,
)
from analyzer.games.cribbage.kernels.match import advance
from analyzer.games.cribbage.kernels.pegging import SEATS
from analyzer.games.cribbage.kernels.throws import DEALER, cards_of, choose_throw, throw_mask

PARTS = ("hand", "crib", "pegging", "pegging_opponent", "hand_opponent", "heels")
WIN_UNIT = 1_000_000


@jit
def try_throws_block(stream, deals, six, seat, tried, me, opponent, book, score, them, chance, values, parts):
    """Play ``deals`` common deals for each of the throws ``tried`` (int64) of sorted ``six``.

    Fills ``values`` (int32[deals, tried]) with the asker's chance to win the game in `WIN_UNIT`, from ``score`` and the
    opponent's ``them``, and adds points to ``parts`` (int64[tried, PARTS]). ``chance`` (float64[target, target]) is
    that of whoever deals next, own score first.
    """
    state, luck = np.zeros(4, dtype=np.uint64), np.zeros(4, dtype=np.uint64)
    seed_stream(state, stream)
    tally = np.zeros((SEATS, TALLIES), dtype=np.int64)
    steps = np.zeros((LONGEST, 3), dtype=np.int64)
    ending, four = np.zeros(ENDING, dtype=np.int64), np.zeros(4, dtype=np.int64)
    cards = np.zeros(6, dtype=np.int64)
    scores = np.zeros(3, dtype=np.int64)
    own = mask_of(six)
    unseen = np.array([card for card in range(CARDS) if not own >> card & 1])
    other = 1 - seat
    policies = (me, opponent, opponent) if seat == DEALER else (opponent, me, me)
    sign = 1 if seat == DEALER else -1
    target = book.opts[option.TARGET]
    for deal in range(deals):
        shuffle(unseen, state, 7)
        theirs = mask_of(unseen[:6])
        starter = unseen[6]
        cards_of(theirs, cards)
        thrown = throw_mask(cards, choose_throw(opponent, cards, other, state, book))
        word = next_word(state)
        for i in range(len(tried)):
            seed_stream(luck, word)
            mine = throw_mask(six, tried[i])
            ending[:] = 0
            ending[KEPT + seat], ending[KEPT + other] = own ^ mine, theirs ^ thrown
            ending[CRIB_CARDS] = mine | thrown
            length = cut(starter, tally, steps)
            length = play_on(
                policies, ending[0], ending[1], ending[2], np.int64(0), np.int64(0), np.int64(1), np.int64(-1), book,
                luck, tally, steps, length,
            )
            length = show(ending, starter, book, tally, steps, length, four)
            heels, crib = sign * tally[DEALER, HEELS], sign * tally[DEALER, CRIB]
            parts[i, 0] += tally[seat, HAND]
            parts[i, 1] += crib
            parts[i, 2] += points_of(tally, seat) - tally[seat, HAND] - tally[seat, HEELS] - tally[seat, CRIB]
            parts[i, 3] -= points_of(tally, other) - tally[other, HAND] - tally[other, HEELS] - tally[other, CRIB]
            parts[i, 4] -= tally[other, HAND]
            parts[i, 5] += heels
            scores[seat], scores[other] = score, them
            winner = advance(scores, DEALER, 2, steps, length, target)
            if winner >= 0:
                values[deal, i] = WIN_UNIT if winner == seat else 0
            elif seat == DEALER:
                values[deal, i] = round(WIN_UNIT * (1 - chance[scores[other], scores[seat]]))
            else:
                values[deal, i] = round(WIN_UNIT * chance[scores[seat], scores[other]])
