"""xoshiro256** inside kernels, seeded by splitmix64 (Blackman and Vigna, public domain algorithms).

A stream is a ``uint64[4]`` state. It is seeded from (seed, plan, block), so that it depends neither on the number of
threads nor on the order in which blocks run.
"""

from __future__ import annotations

import numpy as np

from analyzer.core.jit import jit

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
_MASK_32 = np.uint64(0xFFFFFFFF)


@jit
def seed_stream(state, stream):
    """Fill ``state`` (uint64[4]) by splitmix64 from the 64-bit ``stream`` number."""
    z = np.uint64(stream)
    for i in range(4):
        z = z + _GOLDEN
        x = (z ^ (z >> np.uint64(30))) * _MIX_1
        x = (x ^ (x >> np.uint64(27))) * _MIX_2
        state[i] = x ^ (x >> np.uint64(31))


@jit
def next_word(state):
    """Advance ``state`` (uint64[4]) and return 64 random bits."""
    s0, s1, s2, s3 = state[0], state[1], state[2], state[3]
    x = s1 * np.uint64(5)
    word = ((x << np.uint64(7)) | (x >> np.uint64(57))) * np.uint64(9)
    t = s1 << np.uint64(17)
    s2 ^= s0
    s3 ^= s1
    s1 ^= s2
    s0 ^= s3
    s2 ^= t
    s3 = (s3 << np.uint64(45)) | (s3 >> np.uint64(19))
    state[0], state[1], state[2], state[3] = s0, s1, s2, s3
    return word


@jit
def below(state, n):
    """Return a uniform integer in [0, n), exactly uniform by Lemire's rejection on 32 bits; 1 <= n < 2**32."""
    bound = np.uint64(n)
    product = (next_word(state) >> np.uint64(32)) * bound
    low = product & _MASK_32
    if low < bound:
        threshold = (np.uint64(0x100000000) - bound) % bound
        while low < threshold:
            product = (next_word(state) >> np.uint64(32)) * bound
            low = product & _MASK_32
    return np.int64(product >> np.uint64(32))
