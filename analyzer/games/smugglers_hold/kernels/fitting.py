"""The loop that measures what `lookahead` looks up: see `measure`."""

from __future__ import annotations

import numpy as np

from analyzer.core.dealing import deal as shuffle
from analyzer.core.enumeration import lowest
from analyzer.core.jit import jit
from analyzer.core.rng import below, seed_stream
from analyzer.games.smugglers_hold.kernels import options as option
from analyzer.games.smugglers_hold.kernels.book import VALUES_OF_CARDS
from analyzer.games.smugglers_hold.kernels.deal import (
    ENDING,
    HOLD,
    SPOILS,
    SUIT_FACES,
    TALLIES,
    THROW,
    TRACE,
    TRACE_CARD,
    mask_of,
    play_thrown,
    points_of,
    six_of,
)
from analyzer.games.smugglers_hold.kernels.odds import NUMBER_FACES
from analyzer.games.smugglers_hold.kernels.open import DEAL_SIZE
from analyzer.games.smugglers_hold.kernels.skirmish import DEALER, PATH, PONE, RIM, VALUES
from analyzer.games.smugglers_hold.kernels.throws import LOOKAHEAD, RANDOM, choose_throw, throw_mask

# Unordered pairs of values, equal ones too: of low <= high, number high * (high + 1) / 2 + low.
PAIRS = VALUES_OF_CARDS * (VALUES_OF_CARDS + 1) // 2
FEATURES_OF_A_DEAL = 7


@jit
def pair_number(a, b):
    """Return the number of the unordered pair of two cards' values."""
    low, high = min(VALUES[a], VALUES[b]) + 10, max(VALUES[a], VALUES[b]) + 10
    return high * (high + 1) // 2 + low


@jit
def _pairs_of(kept, thrown, features):
    """Fill ``features`` with the numbers of the six kept pairs and, above them, of the thrown one."""
    at = 0
    while kept:
        first = lowest(kept)
        kept &= kept - 1
        rest = kept
        while rest:
            features[at] = pair_number(first, lowest(rest))
            rest &= rest - 1
            at += 1
    first = lowest(thrown)
    features[at] = PAIRS + pair_number(first, lowest(thrown & (thrown - 1)))


@jit
def _holdings(trace, deal, opts, net_0, sums, counts):
    """Add to ``sums`` and ``counts`` (both [left, expected]) what each play of ``trace`` led to (see `lookahead`)."""
    total = VALUES[deal[PATH]]
    left = np.array([4, 4])
    own, on_table = np.zeros(2, dtype=np.int64), np.zeros(2, dtype=np.int64)
    for play in range(trace[0]):
        seat, card = trace[TRACE_CARD + play] >> 6, trace[TRACE_CARD + play] & 63
        total += VALUES[card]
        left[seat] -= 1
        on_table[seat] += 1
        if abs(total) == RIM:
            own[seat] += on_table[0] + on_table[1]
            on_table[:] = 0
            total = VALUES[deal[PATH]] if opts[option.RESTART] != 0 else np.int64(0)
        expected = min(8, own[seat] + on_table[seat] + left[seat])
        sums[left[0] + left[1], expected] += net_0 if seat == DEALER else -net_0
        counts[left[0] + left[1], expected] += 1


@jit
def fitting_block(stream, deals, book, sums, counts, gram, moment):
    """Play ``deals`` deals of `lookahead`, in which one seat in turn throws at random.

    Adds what came of holdings to ``sums`` and ``counts``, int64[9, 9], and the normal equations of the net points of
    the seat that threw at random, from the pairs that it kept and threw, to ``gram``, int64[2, F, F], and ``moment``,
    int64[2, F], F = 2 * PAIRS.
    """
    state = np.zeros(4, dtype=np.uint64)
    seed_stream(state, stream)
    deck = np.arange(62)
    tally = np.zeros((2, TALLIES), dtype=np.int64)
    trace = np.zeros(TRACE, dtype=np.int64)
    ending = np.zeros(ENDING, dtype=np.int64)
    memory = np.zeros(DEAL_SIZE, dtype=np.int64)
    features = np.zeros(FEATURES_OF_A_DEAL, dtype=np.int64)
    for i in range(deals):
        shuffle(deck, state, 13)
        number, suit, coin = NUMBER_FACES[below(state, 6)], below(state, SUIT_FACES), below(state, 2)
        explorer = i % 2
        six_0, six_1 = six_of(deck, DEALER), six_of(deck, PONE)
        how_0, how_1 = (RANDOM, LOOKAHEAD) if explorer == DEALER else (LOOKAHEAD, RANDOM)
        throw_0 = throw_mask(six_0, choose_throw(how_0, six_0, DEALER, state, book))
        throw_1 = throw_mask(six_1, choose_throw(how_1, six_1, PONE, state, book))
        play_thrown(
            deck, number, suit, coin, throw_0, throw_1, LOOKAHEAD, LOOKAHEAD, book, state, memory, tally, trace, ending
        )
        net_0 = tally[DEALER, HOLD] + tally[DEALER, SPOILS] - tally[PONE, HOLD] - tally[PONE, SPOILS]
        _holdings(trace, memory, book.opts, net_0, sums, counts)
        net = points_of(tally, explorer) - points_of(tally, 1 - explorer)
        thrown = ending[THROW + explorer]
        _pairs_of(mask_of(deck[1 - explorer : 12 : 2]) ^ thrown, thrown, features)
        for a in features:
            moment[explorer, a] += net
            for b in features:
                gram[explorer, a, b] += 1
