"""What is fixed for a whole run: the options, and the tables by which `tables` throws and plays."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from analyzer.games.cribbage.kernels.options import pack
from analyzer.games.cribbage.kernels.throws import CLASSES, FIVE_CLASSES, SINGLE_THROWS, THROWS


class Book(NamedTuple):
    """What the kernels look up.

    ``opts`` are the packed options. ``throwing`` (int16[2, 18564, 15]) holds by seat, class of six cards and throw what
    the ranks of a throw are worth, hand, crib and play together, in thousandths of a point; ``single_throwing``
    (int16[3, 6188, 5]) the same of five cards with three players. ``playing`` (uint32[2 ** k]) is that of
    `find_chances`.
    """

    opts: np.ndarray
    throwing: np.ndarray
    single_throwing: np.ndarray
    playing: np.ndarray


def blank_book(rules: Mapping[str, object]) -> Book:
    """Return the book of these options with empty tables."""
    return Book(
        pack(rules),
        np.zeros((2, CLASSES, THROWS), dtype=np.int16),
        np.zeros((3, FIVE_CLASSES, SINGLE_THROWS), dtype=np.int16),
        np.zeros(2, dtype=np.uint32),
    )
