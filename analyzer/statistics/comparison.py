"""Comparing actions that were tried on the same deals: who may be the best, and what the others lose.

The error level ``alpha = 1 - level`` is split. A fifth pays for dropping clear losers during the run, by confidence
sequences that may be looked at after every block; four fifths pay for the intervals at the end. These are spent on
the two-sided comparisons of the one true best with the other actions, ``2 (k - 1)`` one-sided bounds by Bonferroni;
that the best is not known costs nothing more, because the answer takes the worst case over all that may be it. The
fifth is spent on all ``k (k - 1)`` one-sided comparisons, so that whichever action outran a loser proves by how much
the loser is behind at least: its gap has a lower end above 0, and it is not tied. Of the actions still tried, those
with a lower end of 0 are tied.

Sources: Edwards and Hsu, "Multiple comparisons with the best treatment", JASA 78 (1983), for the intervals;
Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas, "Time-uniform central limit theory and asymptotic confidence
sequences", Annals of Statistics 52 (2024), one-sided version, for the elimination.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from analyzer.statistics.intervals import t_quantile
from analyzer.statistics.tallies import IntArray, Tally

FloatArray = npt.NDArray[np.float64]

ELIMINATION_SHARE = 0.2
"""The part of the error level that elimination may spend."""
SHARPEST_AT = 3000
"""The number of deals at which the confidence sequence is narrowest; it holds at any number."""
KEPT = 2
"""So many leaders are kept: the gap between them is what a run is asked for."""
BEHIND = 3.0
"""So many standard errors behind another, an action is taken to rank below it; no promise rests on it."""


@dataclass(frozen=True, slots=True)
class Segment:
    """Neighbouring deals that were tried on the same ``active`` actions; later segments try fewer of them."""

    active: tuple[int, ...]
    tally: Tally


@dataclass(frozen=True, slots=True)
class Comparison:
    """The estimates of all actions, as arrays by action; values in the answer's unit.

    ``order`` lists the actions best first, ties in canonical order. ``low`` and ``high`` hold each value by itself;
    ``gap_low``, ``gap_high`` and ``tied`` hold together at the level. ``parts`` (actions, parts) sum to ``value``;
    ``error`` is the standard error of each value, ``chances`` (actions, chances) are estimated as values are.
    ``half_width`` is the larger distance from the gap between the best two still tried to its ends.
    """

    order: IntArray
    deals: IntArray
    value: FloatArray
    low: FloatArray
    high: FloatArray
    gap: FloatArray
    gap_low: FloatArray
    gap_high: FloatArray
    tied: npt.NDArray[np.bool_]
    parts: FloatArray
    chances: FloatArray
    error: FloatArray
    half_width: float


@dataclass(frozen=True, slots=True)
class _Prefix:
    """All deals up to the end of a segment, for the actions that it still tries: paired with each other throughout."""

    active: tuple[int, ...]
    n: int
    sums: IntArray
    gram: IntArray

    def covariance(self) -> FloatArray:
        """Return the covariance matrix of one deal's values, from exact integers; infinite below two deals."""
        if self.n < 2:
            return np.full(self.gram.shape, math.inf)
        return (self._scatter() / (self.n * (self.n - 1))).astype(np.float64)

    def differences(self) -> tuple[FloatArray, FloatArray]:
        """Return for each pair the mean difference, row less column, and its standard error."""
        mean = (self.sums[:, None] - self.sums[None, :]) / self.n
        if self.n < 2:
            return mean, np.full(self.gram.shape, math.inf)
        scatter = self._scatter()
        spread = scatter.diagonal()
        square = (spread[:, None] + spread[None, :] - 2 * scatter) / (self.n * self.n * (self.n - 1))
        return mean, np.sqrt(square.astype(np.float64))

    def _scatter(self) -> npt.NDArray[Any]:
        # Python integers: n times a sum of squares may pass 64 bits, and identical actions must differ by exactly 0.
        sums = self.sums.astype(object)
        return self.n * self.gram.astype(object) - np.outer(sums, sums)


def sequence_width(n: int, alpha: float) -> float:
    """Return the one-sided half width, in standard errors, that holds at all ``n`` together with error ``alpha``.

    Robbins' normal mixture (Waudby-Smith et al., one-sided asymptotic confidence sequence), ``alpha`` < 1/2.
    """
    rest = -2 * math.log(2 * alpha)
    spread = n * (rest + math.log(rest) + 1) / SHARPEST_AT
    return math.sqrt(2 * (spread + 1) / spread * math.log1p(math.sqrt(spread + 1) / (2 * alpha)))


def survivors(
    segments: Sequence[Segment], among: tuple[int, ...], actions: int, level: float
) -> tuple[int, ...]:
    """Return those ``among`` the actions of the last segment that are no clear losers; ``actions`` started the run.

    A clear loser is behind some other action by more than the width of its confidence sequence, and behind two in all
    likelihood: it is neither the best nor the next. The true best is ever dropped with probability of at most a fifth
    of ``1 - level``. A drop takes effect later, so a segment must end where one was decided, for :func:`compare` to
    see what it was decided on.
    """
    if len(among) <= KEPT:
        return among
    prefix = list(_prefixes(segments))[-1]
    difference, error = prefix.differences()
    surely = np.any(difference > sequence_width(prefix.n, _elimination_alpha(actions, level)) * error, axis=0)
    likely = np.sum(difference > BEHIND * error, axis=0) >= KEPT
    lost = dict(zip(prefix.active, surely & likely, strict=True))
    sums = dict(zip(prefix.active, prefix.sums.tolist(), strict=True))
    leaders = sorted(among, key=lambda action: -sums[action])[:KEPT]
    return tuple(action for action in among if action in leaders or not lost[action])


def compare(segments: Sequence[Segment], actions: int, scale: int, level: float) -> Comparison:
    """Return the estimates and simultaneous intervals of all ``actions``, in units of ``1 / scale`` of the tallies.

    An action that was dropped is carried on by its paired difference from the likest of those that were kept: its
    value is that action's final value less the difference then, so that values, gaps and parts fit together. Its
    ``gap_low`` is the best lead over it that any action has proved at the end of any segment that tried it.
    """
    prefixes = list(_prefixes(segments))
    weights = _weights(segments, prefixes, actions)
    value, variance = np.zeros(actions), np.zeros(actions)
    parts = np.zeros((actions, segments[0].tally["parts"].shape[1]))
    chances = np.zeros((actions, segments[0].tally["chances"].shape[1]))
    deals = np.zeros(actions, dtype=np.int64)
    for segment, prefix, weight in zip(segments, prefixes, weights, strict=True):
        active, n = list(segment.active), int(segment.tally["n"][0])
        weight = weight[:, active]
        value += np.einsum("ij,j->i", weight, segment.tally["sum"] / n)
        parts += np.einsum("ij,jp->ip", weight, segment.tally["parts"] / n)
        chances += np.einsum("ij,jp->ip", weight, segment.tally["chances"] / n)
        if prefix.n > 1:
            variance += np.einsum("ij,jk,ik->i", weight, prefix.covariance(), weight, optimize=False) / n
        deals[active] = prefix.n
    if prefixes[-1].n < 2:
        variance[:] = math.inf
    half = np.array([_t_width(level, 2, int(n)) for n in deals]) * np.sqrt(variance)

    final = list(prefixes[-1].active)
    leader = final[int(np.argmax(prefixes[-1].sums))]
    gap = np.maximum(value[leader] - value, 0.0)
    # The leader comes first even where another action equals it and precedes it canonically: argmax took the first.
    order = np.lexsort((np.arange(actions), gap))
    lower, upper = _differences_from(prefixes, actions, level)
    possible = np.zeros(actions, dtype=bool)
    possible[final] = [bool(np.all(np.delete(upper[i, final], place) >= 0)) for place, i in enumerate(final)]
    gap_low, gap_high = np.zeros(actions), np.zeros(actions)
    for i in range(actions):
        others = possible.copy()
        others[i] = False
        gap_high[i] = max(0.0, float(upper[others, i].max(initial=0.0)))
        if not possible[i]:
            gap_low[i] = max(0.0, float(lower[others, i].min()))
    dropped = np.setdiff1d(np.arange(actions), final)
    gap_low[dropped] = np.maximum(gap_low, _proved_leads(prefixes, actions, level))[dropped]
    gap_low, gap_high = np.minimum(gap_low, gap), np.maximum(gap_high, gap)
    # Of those still tried: the interval of a dropped action narrows no more, and could not be waited for.
    second = next((action for action in order.tolist() if action in final and action != leader), leader)
    half_width = max(gap_high[second] - gap[second], gap[second] - gap_low[second]) if second != leader else 0.0
    return Comparison(
        order=order,
        deals=deals,
        value=value / scale,
        low=(value - half) / scale,
        high=(value + half) / scale,
        gap=gap / scale,
        gap_low=gap_low / scale,
        gap_high=gap_high / scale,
        tied=gap_low == 0,
        parts=parts / scale,
        chances=chances / scale,
        error=np.sqrt(variance) / scale,
        half_width=float(half_width) / scale,
    )


def _prefixes(segments: Sequence[Segment]) -> Iterator[_Prefix]:
    total: _Prefix | None = None
    for segment in segments:
        n, sums, gram = int(segment.tally["n"][0]), segment.tally["sum"], segment.tally["gram"]
        if total is not None:
            kept = np.searchsorted(total.active, segment.active)
            n, sums, gram = n + total.n, sums + total.sums[kept], gram + total.gram[np.ix_(kept, kept)]
        total = _Prefix(segment.active, n, sums, gram)
        yield total


def _weights(segments: Sequence[Segment], prefixes: Sequence[_Prefix], actions: int) -> FloatArray:
    """Return the weights (segments, actions, actions) by which each estimate (row) adds up the segments' means."""
    weights = np.zeros((len(segments), actions, actions))
    sizes = np.array([int(segment.tally["n"][0]) for segment in segments], dtype=np.float64)
    for action in segments[-1].active:
        weights[:, action, action] = sizes / prefixes[-1].n
    for last in range(len(segments) - 2, -1, -1):
        prefix, kept = prefixes[last], segments[last + 1].active
        _, error = prefix.differences()
        share = sizes[: last + 1] / prefix.n
        for action in set(prefix.active) - set(kept):
            # The likest action, not the leading one: a reference chosen for its luck so far would bias the value.
            near = error[np.searchsorted(prefix.active, kept), prefix.active.index(action)]
            reference = kept[int(np.argmin(near))]
            weights[:, action] = weights[:, reference]
            weights[: last + 1, action, action] += share
            weights[: last + 1, action, reference] -= share
    return weights


def _differences_from(prefixes: Sequence[_Prefix], actions: int, level: float) -> tuple[FloatArray, FloatArray]:
    """Return bounds (best, action) of each final action's lead over each other action, on their common deals."""
    lower, upper = np.zeros((actions, actions)), np.zeros((actions, actions))
    final = prefixes[-1].active
    for place, prefix in enumerate(prefixes):
        last = place == len(prefixes) - 1
        leaving = prefix.active if last else tuple(sorted(set(prefix.active) - set(prefixes[place + 1].active)))
        # The moment of dropping is chosen by the data, so only a bound for all moments holds there.
        width = (
            _t_width(level + ELIMINATION_SHARE * (1 - level), 2 * (actions - 1), prefix.n)
            if last
            else sequence_width(prefix.n, _elimination_alpha(actions, level))
        )
        difference, error = prefix.differences()
        at = np.ix_(np.searchsorted(prefix.active, final), np.searchsorted(prefix.active, leaving))
        with np.errstate(invalid="ignore"):
            half = np.where(error[at] > 0, width * error[at], 0.0)
        lower[np.ix_(final, leaving)] = difference[at] - half
        upper[np.ix_(final, leaving)] = difference[at] + half
    return lower, upper


def _proved_leads(prefixes: Sequence[_Prefix], actions: int, level: float) -> FloatArray:
    """Return by how much each action is behind some other at least, by the elimination's bounds; 0 for a leader."""
    leads = np.zeros(actions)
    for prefix in prefixes:
        if prefix.n > 1 and len(prefix.active) > 1:
            difference, error = prefix.differences()
            width = sequence_width(prefix.n, _elimination_alpha(actions, level))
            active = list(prefix.active)
            leads[active] = np.maximum(leads[active], (difference - width * error).max(axis=0))
    return leads


def _elimination_alpha(actions: int, level: float) -> float:
    return ELIMINATION_SHARE * (1 - level) / (actions * (actions - 1))


def _t_width(level: float, bounds: int, n: int) -> float:
    """Return the half width in standard errors of ``bounds`` one-sided bounds that hold together at ``level``."""
    return t_quantile(1 - (1 - level) / max(bounds, 1), n - 1) if n > 1 else math.inf
