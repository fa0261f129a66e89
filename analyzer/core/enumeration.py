"""Sets of cards as 64-bit masks, and the colexicographic rank of a combination."""

from __future__ import annotations

from math import comb

import numpy as np
from numba.cpython.unsafe.numbers import trailing_zeros

from analyzer.core.jit import jit

BINOMIAL = np.array([[comb(n, k) for k in range(7)] for n in range(64)], dtype=np.int64)
"""``BINOMIAL[n, k]``: the ways to choose k of n things, for n < 64 and k < 7.

The combination c0 < c1 < .. has the colexicographic rank BINOMIAL[c0, 1] + BINOMIAL[c1, 2] + ..; a multiset
v0 <= v1 <= .. is ranked as the combination v0, v1 + 1, v2 + 2, ..
"""
BINOMIAL.flags.writeable = False

_ONES_2 = np.uint64(0x5555555555555555)
_ONES_4 = np.uint64(0x3333333333333333)
_ONES_8 = np.uint64(0x0F0F0F0F0F0F0F0F)
_SUM_8 = np.uint64(0x0101010101010101)


@jit
def lowest(mask):
    """Return the number of the lowest card in the non-empty ``mask`` (int64)."""
    return np.int64(trailing_zeros(mask))


@jit
def size(mask):
    """Return the number of cards in ``mask`` (int64)."""
    x = np.uint64(mask)
    x -= (x >> np.uint64(1)) & _ONES_2
    x = (x & _ONES_4) + ((x >> np.uint64(2)) & _ONES_4)
    x = (x + (x >> np.uint64(4))) & _ONES_8
    return np.int64((x * _SUM_8) >> np.uint64(56))
