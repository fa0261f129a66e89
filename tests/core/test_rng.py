"""The generator against the published algorithm, and its integers against exact uniformity."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from analyzer.core.rng import below, next_word, seed_stream


def reference_below(state, n):
    """Lemire's bounded integer in Python integers; the word is consumed whole and its upper half used."""
    while True:
        product = (int(next_word(state)) >> 32) * n
        if product % (1 << 32) >= (1 << 32) % n:
            return product >> 32


def test_words_are_those_of_the_reference_implementation():
    # First outputs of xoshiro256** from the state 1, 2, 3, 4, as the authors' C code prints them.
    state = np.array([1, 2, 3, 4], dtype=np.uint64)
    assert [int(next_word(state)) for _ in range(6)] == [
        11520,
        0,
        1509978240,
        1215971899390074240,
        1216172134540287360,
        607988272756665600,
    ]


def test_a_stream_is_seeded_by_splitmix64():
    # First outputs of splitmix64 from the seed 0, as the authors' C code prints them.
    state = np.zeros(4, dtype=np.uint64)
    seed_stream(state, np.uint64(0))
    assert [int(word) for word in state] == [
        0xE220A8397B1DCDAF,
        0x6E789E6AA1B965F4,
        0x06C45D188009454F,
        0xF88BB8A8724C81EC,
    ]


@pytest.mark.parametrize("n", [1, 2, 3, 18, 62, 3 << 30, (1 << 32) - 1])
def test_below_is_lemires_bounded_integer(n):
    # A bound of 3 << 30 rejects a quarter of all draws, so both sides of the rejection are met.
    ours, theirs = np.zeros(4, dtype=np.uint64), np.zeros(4, dtype=np.uint64)
    seed_stream(ours, np.uint64(n))
    seed_stream(theirs, np.uint64(n))
    drawn = [below(ours, n) for _ in range(500)]
    assert drawn == [reference_below(theirs, n) for _ in range(500)]
    assert all(0 <= value < n for value in drawn)


def test_below_is_uniform():
    state = np.zeros(4, dtype=np.uint64)
    seed_stream(state, np.uint64(7))
    counts = np.bincount([below(state, 18) for _ in range(36_000)], minlength=18)
    assert stats.chisquare(counts).pvalue > 1e-6


def test_neighbouring_streams_share_nothing():
    first, second = np.zeros(4, dtype=np.uint64), np.zeros(4, dtype=np.uint64)
    seed_stream(first, np.uint64(1))
    seed_stream(second, np.uint64(2))
    bits = [bin(int(next_word(first)) ^ int(next_word(second))).count("1") for _ in range(1000)]
    # Of 64,000 bits half should differ; the standard deviation is 126.
    assert abs(sum(bits) - 32_000) < 6 * 126.5
