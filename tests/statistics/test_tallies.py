"""Tallies add up exactly, in any order and any split, and refuse to overflow."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from analyzer.games.contract import Observations
from analyzer.statistics.tallies import LIMIT, count_values, merge, reduce_hits, reduce_observations, reduce_rows

VALUES = hnp.arrays(np.int32, st.tuples(st.integers(0, 12), st.just(3)), elements=st.integers(-2000, 2000))


def observed(values: np.ndarray) -> Observations:
    return Observations(values, np.outer(values.sum(axis=0), [1, -1]), (values > 0).sum(axis=0)[:, None])


@given(VALUES, VALUES)
def test_two_blocks_add_up_to_one(first: np.ndarray, second: np.ndarray) -> None:
    whole = reduce_observations(observed(np.concatenate([first, second])), distribution=True)
    one, two = (reduce_observations(observed(values), distribution=True) for values in (first, second))
    for merged in (merge(one, two), merge(two, one)):
        assert merged.keys() == whole.keys()
        for key, array in whole.items():
            np.testing.assert_array_equal(merged[key], array)


@given(VALUES)
def test_products_are_exact(values: np.ndarray) -> None:
    rows = values.astype(object)
    np.testing.assert_array_equal(reduce_observations(observed(values))["gram"], rows.T @ rows if len(rows) else 0)


def test_mirrored_rows_are_one_observation() -> None:
    tally = reduce_rows(np.array([[1, 5], [0, 5], [1, 1], [1, 3]], dtype=np.int32), rows_each=2, distribution=[1])
    assert tally["n"].tolist() == [2]
    assert tally["sum"].tolist() == [3, 14]
    assert tally["square"].tolist() == [1 + 4, 100 + 16]
    assert tally["counts"].tolist() == [[1, 1, 1], [1, 3, 1], [1, 5, 2]]


def test_counts_are_sorted_by_column_and_value() -> None:
    assert count_values(np.array([[2, -1], [-3, -1]]), [1, 0]).tolist() == [[1, -1, 2], [0, -3, 1], [0, 2, 1]]


def test_a_distribution_counts_outcomes_where_values_average_them() -> None:
    """Two deals worth 3 and 9 halves, each an average of two faces."""
    seen = Observations(np.array([[3], [9]]), np.zeros((1, 0)), np.zeros((1, 0)), np.array([[1], [2], [4], [5]]))
    tally = reduce_observations(seen, distribution=True, scale=2)
    assert tally["sum"].tolist() == [12]
    assert tally["counts"].tolist() == [[0, 2, 1], [0, 4, 1], [0, 8, 1], [0, 10, 1]]


def test_hits_keep_rows() -> None:
    assert merge(reduce_hits(np.array([[1, 2]]), 5), reduce_hits(np.array([[3, 4]]), 6))["hits"].tolist() == [[4, 6]]


def test_overflow_is_refused_on_adding() -> None:
    half = {"n": np.array([LIMIT // 2])}
    assert merge(half, half)["n"].tolist() == [LIMIT]
    with pytest.raises(OverflowError, match="must stay below"):
        merge(half, {"n": np.array([LIMIT // 2 + 1])})
    with pytest.raises(OverflowError, match="must stay below"):
        merge({"n": np.array([-LIMIT])}, {"n": np.array([-1])})


def test_overflow_is_refused_in_a_block() -> None:
    with pytest.raises(OverflowError, match="too large"):
        reduce_observations(observed(np.full((8, 3), 2**30, dtype=np.int64)))
    with pytest.raises(OverflowError, match="too large"):
        reduce_rows(np.full((8, 1), -(2**30), dtype=np.int64))
