"""Intervals of means and shares, and the quantiles they need."""

from __future__ import annotations

import math
from functools import lru_cache
from statistics import NormalDist

_STANDARD = NormalDist()


def normal_quantile(p: float) -> float:
    """Return the quantile of the standard normal distribution, 0 < p < 1."""
    return _STANDARD.inv_cdf(p)


@lru_cache(maxsize=4096)
def t_quantile(p: float, df: float) -> float:
    """Return the quantile of Student's t distribution with ``df`` > 0 degrees of freedom, 0 < p < 1.

    From 200 degrees on by the Cornish-Fisher expansion (Abramowitz and Stegun 26.7.5), else by bisection of the exact
    distribution function.
    """
    if p < 0.5:
        return -t_quantile(1 - p, df)
    if p == 0.5:
        return 0.0
    if df >= 200:
        z = normal_quantile(p)
        z2 = z * z
        terms = (
            z * (z2 + 1) / 4,
            z * ((5 * z2 + 16) * z2 + 3) / 96,
            z * (((3 * z2 + 19) * z2 + 17) * z2 - 15) / 384,
            z * ((((79 * z2 + 776) * z2 + 1482) * z2 - 1920) * z2 - 945) / 92160,
        )
        return z + sum(term / df**power for power, term in enumerate(terms, start=1))
    low, high = 0.0, 1.0
    while _t_upper_tail(high, df) > 1 - p:
        low, high = high, 2 * high
    for _ in range(200):
        middle = (low + high) / 2
        if middle in (low, high):
            break
        if _t_upper_tail(middle, df) > 1 - p:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def wilson(share: float, n: float, level: float) -> tuple[float, float]:
    """Return Wilson's score interval of a ``share`` seen in ``n`` > 0 independent trials."""
    z2 = normal_quantile((1 + level) / 2) ** 2
    centre = (share + z2 / (2 * n)) / (1 + z2 / n)
    half = math.sqrt(z2 * (share * (1 - share) / n + z2 / (4 * n * n))) / (1 + z2 / n)
    # The ends are exactly 0 and 1 where nothing or everything was a hit; rounding must not pass them.
    return (0.0 if share <= 0 else max(0.0, centre - half)), (1.0 if share >= 1 else min(1.0, centre + half))


def clustered_wilson(share: float, n: int, variance: float, level: float) -> tuple[float, float]:
    """Return Wilson's interval for the mean ``share`` of ``n`` independent observations in [0, 1].

    ``variance`` is that of one observation. Where it differs from that of a 0/1 trial (mirrored pairs, fractions),
    Wilson's ``n`` is the number of 0/1 trials that would give the same standard error; without any spread it is ``n``.
    """
    alike = share * (1 - share)
    return wilson(share, n * alike / variance if variance > 0 and alike > 0 else n, level)


def mean_interval(mean: float, standard_error: float, df: int, level: float) -> tuple[float, float]:
    """Return Student's interval of a mean; the whole line where ``df`` < 1."""
    if df < 1:
        return -math.inf, math.inf
    half = t_quantile((1 + level) / 2, df) * standard_error
    return mean - half, mean + half


def _t_upper_tail(t: float, df: float) -> float:
    """Return P(T > t) for t >= 0, by the incomplete beta function."""
    return _incomplete_beta(df / 2, 0.5, df / (df + t * t)) / 2


def _incomplete_beta(a: float, b: float, x: float) -> float:
    """Return the regularised incomplete beta function, by Lentz's continued fraction (Numerical Recipes 6.4)."""
    if x <= 0 or x >= 1:
        return float(x >= 1)
    front = math.exp(
        math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log1p(-x)
    )
    if x > (a + 1) / (a + b + 2):
        return 1 - front * _beta_fraction(b, a, 1 - x) / b
    return front * _beta_fraction(a, b, x) / a


def _beta_fraction(a: float, b: float, x: float) -> float:
    tiny = 1e-300
    c, d = 1.0, 1 - (a + b) * x / (a + 1)
    d = 1 / (d if abs(d) > tiny else tiny)
    value = d
    for m in range(1, 1000):
        for factor in (
            m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
        ):
            d = 1 + factor * d
            d = 1 / (d if abs(d) > tiny else tiny)
            c = 1 + factor / c
            c = c if abs(c) > tiny else tiny
            value *= d * c
        if abs(d * c - 1) < 1e-15:
            break
    return value
