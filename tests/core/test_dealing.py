"""The deal against a shuffle in Python integers on the same stream, and against uniformity."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from analyzer.core.dealing import deal
from analyzer.core.rng import next_word, seed_stream


def stream(number):
    state = np.zeros(4, dtype=np.uint64)
    seed_stream(state, np.uint64(number))
    return state


def reference_deal(deck, state, n):
    """A partial Fisher-Yates shuffle; each word gives its lower half first, then its upper half."""
    halves = []
    for i in range(n):
        bound = len(deck) - i
        while True:
            if not halves:
                word = int(next_word(state))
                halves = [word & 0xFFFFFFFF, word >> 32]
            product = halves.pop(0) * bound
            if product % (1 << 32) >= (1 << 32) % bound:
                break
        j = i + (product >> 32)
        deck[i], deck[j] = deck[j], deck[i]


@pytest.mark.parametrize("n", [1, 12, 13, 62])
def test_a_deal_is_a_fisher_yates_shuffle(n):
    ours, theirs = np.arange(62), list(range(62))
    our_state, their_state = stream(n), stream(n)
    for _ in range(50):
        deal(ours, our_state, n)
        reference_deal(theirs, their_state, n)
        assert ours.tolist() == theirs
    assert our_state.tolist() == their_state.tolist()


def test_every_card_is_as_likely_in_every_place():
    state, deck = stream(3), np.arange(62)
    counts = np.zeros((13, 62), dtype=np.int64)
    for _ in range(20_000):
        deal(deck, state, 13)
        counts[np.arange(13), deck[:13]] += 1
    assert sorted(deck.tolist()) == list(range(62))
    for row in counts:
        assert stats.chisquare(row).pvalue > 1e-6


def test_every_ordered_pair_is_as_likely():
    state, deck = stream(4), np.arange(6)
    counts = np.zeros((6, 6), dtype=np.int64)
    for _ in range(20_000):
        deal(deck, state, 2)
        counts[deck[0], deck[1]] += 1
    assert np.trace(counts) == 0
    assert stats.chisquare(counts[~np.eye(6, dtype=bool)]).pvalue > 1e-6
