"""From what `kernels.fitting` adds up to the tables that `lookahead` looks up.

The worth of a throw is a ridge regression, which is the mean of a normal prior: each kind of feature has a usual size,
and a feature is worth nearly the same to the dealer as to the pone.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, combinations_with_replacement
from typing import NamedTuple

import numpy as np

from analyzer.core.enumeration import BINOMIAL
from analyzer.games.smugglers_hold.kernels.book import EXPECTED, LEFT
from analyzer.games.smugglers_hold.kernels.features import (
    FEATURES,
    PAIR_CLASS,
    SPOILS_AT,
    SUITED_AT,
    THROWN_AT,
    TRIPLE_CLASS,
    TRIPLES_AT,
)
from analyzer.games.smugglers_hold.kernels.throws import VALUES_OF_CARDS, Throwing, blank_throwing

# Prior deals at the mean of each cell of holdings: keeps the rare ones near what is usual.
PRIOR = 50.0
# The variance of a difference of two throws on one deal, in points squared (see benchmarks/README.md).
NOISE = 370.0
# The usual size, in points, of what a feature is worth: of three values kept, of two thrown, of a suit; the weight of
# the Spoils is left free. With `LIKENESS`, the correlation between the seats, they are what foretold fresh deals best.
SIZES = ((TRIPLES_AT, 0.6), (THROWN_AT, 1.0), (SUITED_AT, 0.5), (SPOILS_AT, 1.0))
LIKENESS = 0.95


class Found(NamedTuple):
    """What deals have shown, as int64 sums that add up over deals: see `fitting_block`."""

    sums: np.ndarray
    counts: np.ndarray
    gram: np.ndarray
    moment: np.ndarray

    def add(self, other: Found) -> None:
        """Add ``other`` in place."""
        for mine, more in zip(self, other, strict=True):
            mine += more


def blank_found() -> Found:
    """Return what no deals have shown."""
    shapes = (LEFT, EXPECTED), (LEFT, EXPECTED), (2, FEATURES, FEATURES), (2, FEATURES)
    return Found(*(np.zeros(shape, dtype=np.int64) for shape in shapes))


def holdings(found: Found) -> np.ndarray:
    """Return ``holding`` of a `Book`: the mean net Hold and Spoils, in points to three places."""
    # Both are in thirds, but for the prior.
    return np.round(found.sums / (found.counts + 3 * PRIOR), 3)


def fit(found: Found, fours: np.ndarray) -> Throwing:
    """Return the tables of what throws are worth, in points to three places; ``fours`` as in `spoils_of_fours`."""
    throwing = blank_throwing()
    for seat, weights in enumerate(_weights(found)):
        for values in combinations_with_replacement(range(VALUES_OF_CARDS), 4):
            four = _rank(values)
            triples = [TRIPLES_AT + TRIPLE_CLASS[_rank(three)] for three in combinations(values, 3)]
            throwing.kept[seat, four] = weights[triples].sum() + weights[SPOILS_AT] * fours[four]
        for low, high in combinations_with_replacement(range(VALUES_OF_CARDS), 2):
            worth = weights[THROWN_AT + PAIR_CLASS[_rank((low, high))]]
            throwing.thrown[seat, low, high] = throwing.thrown[seat, high, low] = worth
        throwing.suited[seat] = weights[SUITED_AT:SPOILS_AT].reshape(throwing.suited[seat].shape)
    return Throwing(*(np.round(table, 3) for table in throwing))


def _weights(found: Found) -> np.ndarray:
    """Return what each feature is worth to the dealer and to the pone, float64[2, FEATURES]."""
    size = np.empty(FEATURES)
    for begin, usual in SIZES:
        size[begin:] = usual
    precision = NOISE / size**2 / (1 - LIKENESS**2)
    equations = np.zeros((2, FEATURES, 2, FEATURES))
    each = np.arange(FEATURES)
    for seat in range(2):
        equations[seat, :, seat] = found.gram[seat]
        equations[seat, each, seat, each] += precision
        equations[seat, each, 1 - seat, each] = -LIKENESS * precision
    # Gains are summed in thirds of points.
    solution = np.linalg.solve(equations.reshape(2 * FEATURES, -1), found.moment.ravel() / 3)
    return np.asarray(solution.reshape(2, FEATURES))


def _rank(values: Sequence[int]) -> int:
    return sum(int(BINOMIAL[value + place, place + 1]) for place, value in enumerate(values))
