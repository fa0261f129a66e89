"""What a sampled run comes to: the merged tallies, and the estimates made of them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import reduce
from typing import Any

import numpy as np
import numpy.typing as npt

from analyzer.games.contract import Column, Means, Shares, Trial
from analyzer.statistics.comparison import Comparison, Segment, compare
from analyzer.statistics.intervals import clustered_wilson, mean_interval, wilson
from analyzer.statistics.tallies import IntArray, Tally, merge

FloatArray = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Ending:
    """How a run ended: ``samples`` observations that ``--samples`` repeats, and why it stopped.

    ``reached`` is false where a precision was asked and a ceiling came first; ``half_width`` is what was reached.
    """

    samples: int
    half_width: float
    interrupted: bool
    reached: bool
    elapsed: float


@dataclass(frozen=True, slots=True)
class TrialResult:
    """Sampled advice: the comparison of all actions on common deals."""

    trial: Trial
    segments: tuple[Segment, ...]
    level: float
    ending: Ending

    def comparison(self) -> Comparison:
        """Return estimates and intervals of all actions."""
        return compare(self.segments, len(self.trial.actions), self.trial.scale, self.level)

    def chances(self) -> list[dict[str, dict[str, float]]]:
        """Return for each action each chance as ``p``, ``low``, ``high``.

        ``p`` leans on the deals of longer tried actions as values and parts do, so that all fit together; the interval
        is that of the deals that the action itself was tried on, which is the wider one.
        """
        comparison = self.comparison()
        found = []
        for action, (n, row) in enumerate(zip(comparison.deals.tolist(), comparison.chances.tolist(), strict=True)):
            shares = [min(1.0, max(0.0, share)) for share in row]
            # A hit may be a fraction (an average over faces of a die); its variance is never above that of a 0/1 trial.
            ends = [wilson(share, n, self.level) for share in shares]
            if self.trial.spread_chances and n > 1:
                spread = self._variances(action, n)
                ends = [clustered_wilson(p, n, one, self.level) for p, one in zip(shares, spread, strict=True)]
            found.append({
                name: {"p": share, "low": low, "high": high}
                for name, share, (low, high) in zip(self.trial.chances, shares, ends, strict=True)
            })
        return found

    def _variances(self, action: int, n: int) -> list[float]:
        """Return the variance of a deal's share in each chance, over the ``n`` deals that the action was tried on."""
        tries = [(s.active.index(action), s.tally) for s in self.segments if action in s.active]
        # Python integers, as in a simulation: the products must neither overflow nor be rounded.
        sums, squares = (sum(tally[key][at].astype(object) for at, tally in tries) for key in ("chances", "squares"))
        units = n * (n - 1) * self.trial.scale**2
        return [float(n * square - total * total) / units for total, square in zip(sums, squares, strict=True)]

    def distributions(self) -> list[list[dict[str, float]]]:
        """Return for each action the chance of each value or more; empty where values were not counted."""
        found: list[list[dict[str, float]]] = []
        for action in range(len(self.trial.actions)):
            tries = [(s.active.index(action), s.tally) for s in self.segments if action in s.active]
            counts = [_column(tally, place) for place, tally in tries]
            n = sum(int(tally["n"][0]) for _, tally in tries)
            found.append(_at_least(reduce(_add_counts, counts), n, self.trial.scale, self.level))
        return found


@dataclass(frozen=True, slots=True)
class MeansResult:
    """Sampled means: arrays by column; ``n`` independent observations of ``rows_each`` rows."""

    means: Means
    tally: Tally
    level: float
    ending: Ending | None = None

    @property
    def n(self) -> int:
        """The number of independent observations."""
        return int(self.tally["n"][0])

    @property
    def mean(self) -> FloatArray:
        """The mean of one row, by column."""
        return np.asarray(self.tally["sum"] / (self.n * self._units()), dtype=np.float64)

    @property
    def variance(self) -> FloatArray:
        """The variance of one independent observation (the mean of its rows), by column."""
        if self.n < 2:
            return np.full(len(self.means.columns), math.inf)
        sums, squares = self.tally["sum"].astype(object), self.tally["square"].astype(object)
        # Python integers, so that neither the product overflows nor a variance of zero comes out as anything else.
        spread = (self.n * squares - sums * sums) / (self.n * (self.n - 1))
        variance: FloatArray = spread.astype(np.float64) / self._units() ** 2
        return variance

    @property
    def standard_error(self) -> FloatArray:
        """The standard error of the mean, by column."""
        return np.sqrt(self.variance / self.n)

    @property
    def low(self) -> FloatArray:
        """The lower end of each column's own interval: Wilson's for shares, Student's for means."""
        return np.array([low for low, _ in self._intervals()])

    @property
    def high(self) -> FloatArray:
        """The upper end of each column's own interval."""
        return np.array([high for _, high in self._intervals()])

    def rows(self) -> list[dict[str, Any]]:
        """Return the rows of a simulation's answer, one for each column."""
        numbers = zip(self.mean.tolist(), self.standard_error.tolist(), self._intervals(), strict=True)
        return [
            {"seat": column.seat, "policy": column.policy, "metric": column.metric, "n": self.n}
            | {"mean": mean, "se": _finite(error), "low": _finite(low), "high": _finite(high)}
            for column, (mean, error, (low, high)) in zip(self.means.columns, numbers, strict=True)
        ]

    def distributions(self) -> list[tuple[Column, list[dict[str, float]]]]:
        """Return for each counted column the chance of each value or more."""
        if "counts" not in self.tally:
            return []
        counted = sorted(set(self.tally["counts"][:, 0].tolist()))
        return [
            (
                self.means.columns[place],
                _at_least(_column(self.tally, place), self.n, self.means.columns[place].scale, self.level),
            )
            for place in counted
        ]

    def _units(self) -> FloatArray:
        return np.array([column.scale * self.means.rows_each for column in self.means.columns], dtype=np.float64)

    def _intervals(self) -> Iterator[tuple[float, float]]:
        numbers = zip(self.mean.tolist(), self.variance.tolist(), self.standard_error.tolist(), strict=True)
        for column, (mean, variance, error) in zip(self.means.columns, numbers, strict=True):
            if column.share:
                yield clustered_wilson(mean, self.n, variance, self.level)
            else:
                yield mean_interval(mean, error, self.n - 1, self.level)


@dataclass(frozen=True, slots=True)
class SharesResult:
    """Sampled chances: hits and trials of each row."""

    shares: Shares
    tally: Tally
    level: float
    ending: Ending | None = None

    def rows(self) -> list[dict[str, Any]]:
        """Return the rows of a sampled odds table: its keys, ``n`` trials, ``p`` with its interval.

        A row that was never tried has no chance to report: ``p`` is ``None``, between 0 and 1.
        """
        found = []
        for keys, (hits, n) in zip(self.shares.rows, self.tally["hits"].tolist(), strict=True):
            low, high = wilson(hits / n, n, self.level) if n else (0.0, 1.0)
            found.append({**keys, "n": n, "p": hits / n if n else None, "low": low, "high": high})
        return found


def _column(tally: Mapping[str, IntArray], place: int) -> IntArray:
    counts = tally.get("counts", np.empty((0, 3), dtype=np.int64))
    rows: IntArray = counts[counts[:, 0] == place].copy()
    rows[:, 0] = 0
    return rows


def _add_counts(first: IntArray, second: IntArray) -> IntArray:
    return merge({"counts": first}, {"counts": second})["counts"]


def _at_least(counts: IntArray, n: int, scale: int, level: float) -> list[dict[str, float]]:
    """Return the chance of each value seen, or more, from the lowest on, with Wilson's interval at ``n``."""
    values, seen = counts[:, 1].tolist(), counts[:, 2].tolist()
    total, left, rows = sum(seen), sum(seen), []
    for value, count in zip(values, seen, strict=True):
        low, high = wilson(left / total, n, level)
        rows.append({"at_least": value / scale if value % scale else value // scale, "p": left / total,
                     "low": low, "high": high})
        left -= count
    return rows


def _finite(number: float) -> float | None:
    """Return ``number``, or ``None`` where a single observation gives no interval."""
    return number if math.isfinite(number) else None
