"""The loop behind a race: deals between equal players, counted as `solvers.race` needs them."""

from __future__ import annotations

import numpy as np

from analyzer.core.dealing import deal as shuffle
from analyzer.core.jit import jit
from analyzer.core.rng import seed_stream
from analyzer.games.cribbage.kernels.counting import CARDS
from analyzer.games.cribbage.kernels.deal import ENDING, LONGEST, TALLIES, dealt, whole_deal
from analyzer.games.cribbage.kernels.pegging import SEATS
from analyzer.solvers.race import record


@jit
def race_block(stream, deals, policy, book, ahead, joint):
    """Play ``deals`` deals of two players, both of ``policy``, and count each into ``ahead`` and ``joint``."""
    state = np.zeros(4, dtype=np.uint64)
    seed_stream(state, stream)
    deck = np.arange(CARDS)
    tally = np.zeros((SEATS, TALLIES), dtype=np.int64)
    steps = np.zeros((LONGEST, 3), dtype=np.int64)
    ending, four, six = np.zeros(ENDING, np.int64), np.zeros(4, np.int64), np.zeros(6, np.int64)
    for _ in range(deals):
        shuffle(deck, state, dealt(2))
        length = whole_deal(deck, 2, (policy, policy, policy), book, state, tally, steps, ending, six, four)
        record(steps, length, False, ahead, joint)
