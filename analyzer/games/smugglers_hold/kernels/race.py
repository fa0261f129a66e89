"""The loop behind the race: deals between two equal policies, each counted in scoring order."""

from __future__ import annotations

import numpy as np

from analyzer.core.dealing import deal as shuffle
from analyzer.core.jit import jit
from analyzer.core.rng import below, seed_stream
from analyzer.games.smugglers_hold.kernels import options as option
from analyzer.games.smugglers_hold.kernels.deal import ENDING, PLAYS, SUIT_FACES, TALLIES, TRACE, whole_deal
from analyzer.games.smugglers_hold.kernels.match import scored, steps
from analyzer.games.smugglers_hold.kernels.odds import NUMBER_FACES
from analyzer.games.smugglers_hold.kernels.open import DEAL_SIZE
from analyzer.solvers.race import record

LONGEST = 2 + PLAYS + 1 + 3


@jit
def race_block(stream, deals, policy, book, ahead, joint):
    """Play ``deals`` deals with ``policy`` in both seats and add them to the counts of `solvers.race`."""
    state = np.zeros(4, dtype=np.uint64)
    seed_stream(state, stream)
    deck = np.arange(62)
    tally = np.zeros((2, TALLIES), dtype=np.int64)
    trace = np.zeros(TRACE, dtype=np.int64)
    ending = np.zeros(ENDING, dtype=np.int64)
    memory = np.zeros(DEAL_SIZE, dtype=np.int64)
    runs = np.zeros((LONGEST, 2), dtype=np.int64)
    finish = book.opts[option.FINISH_HAND] != 0
    for _ in range(deals):
        shuffle(deck, state, 13)
        number, suit, coin = NUMBER_FACES[below(state, 6)], below(state, SUIT_FACES), below(state, 2)
        taker = whole_deal(deck, number, suit, coin, policy, policy, book, state, memory, tally, trace, ending)
        length = steps(trace)
        for step in range(length):
            runs[step, 0], runs[step, 1] = scored(step, tally, trace, taker)
        record(runs, length, finish, ahead, joint)
