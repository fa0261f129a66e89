"""The loop behind matches in the play alone: everybody throws alike, and the play makes the difference."""

from __future__ import annotations

import numpy as np

from analyzer.core.dealing import deal as shuffle
from analyzer.core.jit import jit
from analyzer.core.rng import next_word, seed_stream
from analyzer.games.cribbage.kernels.counting import CARDS
from analyzer.games.cribbage.kernels.deal import ENDING, LONGEST, TALLIES, dealt, play_on, throw_cards
from analyzer.games.cribbage.kernels.pegging import SEATS


@jit
def play_match_block(stream, deals, thrower, player, rival, book, rows):
    """Play ``deals`` deals twice each, ``player`` as the dealer and as the pone, and fill ``rows``, int32[deals, 4].

    All throw by ``thrower``. A row holds the points of the play of ``player`` as the dealer and of ``rival`` then, and
    the same with ``player`` as the pone.
    """
    state, luck = np.zeros(4, dtype=np.uint64), np.zeros(4, dtype=np.uint64)
    seed_stream(state, stream)
    deck = np.arange(CARDS)
    tally = np.zeros((SEATS, TALLIES), dtype=np.int64)
    steps = np.zeros((LONGEST, 3), dtype=np.int64)
    ending, six = np.zeros(ENDING, dtype=np.int64), np.zeros(6, dtype=np.int64)
    none = np.int64(0)
    for i in range(deals):
        shuffle(deck, state, dealt(2))
        throw_cards(deck, 2, (thrower, thrower, thrower), book, state, ending, six)
        word = next_word(state)
        for seat in range(2):
            seed_stream(luck, word)
            policies = (player, rival, rival) if seat == 0 else (rival, player, rival)
            length = play_on(
                policies, ending[0], ending[1], none, none, none, np.int64(1), np.int64(-1), book, luck, tally, steps, 0
            )
            rows[i, 2 * seat] = rows[i, 2 * seat + 1] = 0
            for step in range(length):
                rows[i, 2 * seat + (steps[step, 0] != seat)] += steps[step, 1]
