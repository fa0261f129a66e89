"""Quantiles and intervals against scipy, and Wilson's coverage."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from analyzer.statistics.intervals import clustered_wilson, mean_interval, normal_quantile, t_quantile, wilson


@pytest.mark.parametrize("df", [1, 2, 3, 5, 10, 30, 100, 199, 200, 201, 500, 5_000, 10**7])
@pytest.mark.parametrize("p", [0.5, 0.6, 0.9, 0.975, 0.9986, 0.99995, 0.025, 1e-5])
def test_t_quantile_is_that_of_scipy(p: float, df: int) -> None:
    assert t_quantile(p, df) == pytest.approx(stats.t.ppf(p, df), rel=1e-8, abs=1e-12)


@given(st.floats(1e-9, 1 - 1e-9))
def test_normal_quantile_is_that_of_scipy(p: float) -> None:
    assert normal_quantile(p) == pytest.approx(stats.norm.ppf(p), rel=1e-9, abs=1e-9)


@given(st.integers(1, 10**6), st.data(), st.sampled_from([0.8, 0.95, 0.999]))
def test_wilson_is_that_of_scipy(n: int, data: st.DataObject, level: float) -> None:
    hits = data.draw(st.integers(0, n))
    expected = stats.binomtest(hits, n).proportion_ci(level, method="wilson")
    assert wilson(hits / n, n, level) == pytest.approx((expected.low, expected.high), abs=1e-9)


def test_wilson_covers_rare_chances() -> None:
    """Exact coverage, summed over all outcomes, stays near the level even for a chance of one in fifty."""
    n, share = 200, 0.02
    hits = np.arange(n + 1)
    inside = np.array([low <= share <= high for low, high in (wilson(h / n, n, 0.95) for h in hits.tolist())])
    assert stats.binom.pmf(hits, n, share)[inside].sum() > 0.93


def test_clustered_wilson_of_single_trials_is_wilson() -> None:
    share, n = 0.3, 1000
    variance = share * (1 - share)
    assert clustered_wilson(share, n, variance, 0.95) == pytest.approx(wilson(share, n, 0.95))


def test_clustered_wilson_widens_with_the_variance_and_survives_none() -> None:
    narrow = clustered_wilson(0.5, 1000, 0.05, 0.95)
    wide = clustered_wilson(0.5, 1000, 0.25, 0.95)
    assert wide[0] < narrow[0] < 0.5 < narrow[1] < wide[1]
    assert clustered_wilson(1.0, 50, 0.0, 0.95) == wilson(1.0, 50, 0.95)
    # Mirrored pairs that always split have no spread at all; the interval still does not vanish.
    low, high = clustered_wilson(0.5, 50, 0.0, 0.95)
    assert low < 0.4
    assert high > 0.6


def test_mean_interval_is_students() -> None:
    low, high = mean_interval(2.0, 0.5, 9, 0.95)
    assert (low, high) == pytest.approx(stats.t.interval(0.95, 9, 2.0, 0.5))
    assert mean_interval(2.0, math.nan, 0, 0.95) == (-math.inf, math.inf)
