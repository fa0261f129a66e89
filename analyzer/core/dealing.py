"""Deals cards: a partial Fisher-Yates shuffle on xoshiro256** (Knuth, TAOCP 2, algorithm P; Lemire 2019)."""

from __future__ import annotations

import numpy as np

from analyzer.core.jit import jit
from analyzer.core.rng import seed_stream

_MASK_32 = np.uint64(0xFFFFFFFF)
_RANGE_32 = np.uint64(0x100000000)


@jit
def deal(deck, state, n):
    """Bring ``n`` cards of ``deck``, drawn uniformly without replacement, to its front in the order drawn.

    ``deck`` is any array, shuffled in place; whatever order it had before, the first ``n`` places come out exactly
    uniform. ``state`` is a stream (uint64[4]); both halves of each of its words are used, and the unused half of the
    last word is dropped, so that a deal depends on ``state`` alone.
    """
    # The state lives in registers for the whole deal: stores to the array would cost as much as the generator.
    s0, s1, s2, s3 = state[0], state[1], state[2], state[3]
    size = len(deck)
    word = np.uint64(0)
    fresh = True
    for i in range(n):
        bound = np.uint64(size - i)
        while True:
            if fresh:
                x = s1 * np.uint64(5)
                word = ((x << np.uint64(7)) | (x >> np.uint64(57))) * np.uint64(9)
                t = s1 << np.uint64(17)
                s2 ^= s0
                s3 ^= s1
                s1 ^= s2
                s0 ^= s3
                s2 ^= t
                s3 = (s3 << np.uint64(45)) | (s3 >> np.uint64(19))
            else:
                word >>= np.uint64(32)
            fresh = not fresh
            product = (word & _MASK_32) * bound
            low = product & _MASK_32
            # The remainder is costly and hardly ever needed: below `bound` in 1 of 70 million draws.
            if low >= bound or low >= (_RANGE_32 - bound) % bound:
                break
        j = i + np.int64(product >> np.uint64(32))
        card = deck[j]
        deck[j] = deck[i]
        deck[i] = card
    state[0], state[1], state[2], state[3] = s0, s1, s2, s3


@jit
def deal_block(stream, deals, size, n):
    """Deal ``n`` cards of a deck of ``size`` again and again, and return the sum of the last cards dealt."""
    state = np.zeros(4, dtype=np.uint64)
    seed_stream(state, stream)
    deck = np.arange(size)
    total = 0
    for _ in range(deals):
        deal(deck, state, n)
        total += deck[n - 1]
    return total
