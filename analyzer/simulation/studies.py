"""What the engine runs: a sampled result of a game, seen as blocks that give tallies and looks that judge them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from analyzer.core.errors import InputError
from analyzer.games import result_of
from analyzer.games.contract import Means, Observations, Race, Request, Shares, Trial
from analyzer.simulation.plan import Plan, code_hash
from analyzer.simulation.results import MeansResult, SharesResult
from analyzer.statistics.comparison import Segment, compare, survivors
from analyzer.statistics.tallies import Tally, reduce_hits, reduce_observations, reduce_rows


class Study(Protocol):
    """A sampled question, as far as the engine needs to know it."""

    @property
    def start(self) -> tuple[int, ...]:
        """The actions that the first block tries."""
        ...

    def block(self, stream: int, n: int, active: tuple[int, ...], /) -> Tally:
        """Play ``n`` observations on ``stream`` and return their tally."""
        ...

    def empty(self, active: tuple[int, ...], /) -> Tally:
        """Return the tally of no observations, without running a kernel."""
        ...

    def survivors(self, segments: Sequence[Segment], among: tuple[int, ...], /) -> tuple[int, ...]:
        """Return those ``among`` the actions that are still worth trying."""
        ...

    def half_width(self, segments: Sequence[Segment]) -> float:
        """Return the half-width that a precision is asked of."""
        ...


class _Travels:
    """A study reaches another machine as the request that it was made from, never as code."""

    __slots__ = ()
    request: Request | None
    plan: Plan

    def __reduce__(self) -> tuple[Any, ...]:
        return revived, (type(self), self.request, self.plan)


_revived: dict[str, Any] = {}


def revived(kind: Callable[..., Any], request: Request, plan: Plan) -> Any:
    """Return the study of ``request`` on the machine that it reached; one is kept, with its kernels loaded.

    Raises ``InputError`` where that machine runs other code than the one that asks.
    """
    if plan.code != code_hash():
        raise InputError("--scheduler: a worker runs another version of this program: install the same one everywhere")
    study = _revived.get(plan.identity())
    if study is None:
        _revived.clear()
        study = _revived[plan.identity()] = kind(result_of(request), plan, request)
    return study


@dataclass(frozen=True, slots=True)
class TrialStudy(_Travels):
    """Advice: all actions on common deals, clear losers dropped on the way."""

    trial: Trial
    plan: Plan
    request: Request | None = None

    @property
    def start(self) -> tuple[int, ...]:
        return tuple(range(len(self.trial.actions)))

    def block(self, stream: int, n: int, active: tuple[int, ...]) -> Tally:
        seen = self.trial.block(stream, n, np.array(active, dtype=np.int64))
        return reduce_observations(seen, bool(self.plan.distribution), self.trial.scale)

    def empty(self, active: tuple[int, ...]) -> Tally:
        chances = np.zeros((len(active), len(self.trial.chances)), dtype=np.int64)
        none = Observations(
            np.zeros((0, len(active)), dtype=np.int64),
            np.zeros((len(active), len(self.trial.parts)), dtype=np.int64),
            chances,
            squares=chances if self.trial.spread_chances else None,
        )
        return reduce_observations(none, bool(self.plan.distribution))

    def survivors(self, segments: Sequence[Segment], among: tuple[int, ...]) -> tuple[int, ...]:
        return survivors(segments, among, len(self.trial.actions), self.plan.level)

    def half_width(self, segments: Sequence[Segment]) -> float:
        return compare(segments, len(self.trial.actions), self.trial.scale, self.plan.level).half_width


@dataclass(frozen=True, slots=True)
class MeansStudy(_Travels):
    """A simulation: means of every column."""

    means: Means
    plan: Plan
    request: Request | None = None

    @property
    def start(self) -> tuple[int, ...]:
        return ()

    @property
    def counted(self) -> tuple[int, ...]:
        """The columns that are also counted value by value."""
        asked = self.plan.distribution
        return tuple(i for i, column in enumerate(self.means.columns) if column.metric in asked)

    def block(self, stream: int, n: int, _active: tuple[int, ...]) -> Tally:
        return reduce_rows(self.means.block(stream, n), self.means.rows_each, self.counted)

    def empty(self, _active: tuple[int, ...]) -> Tally:
        none = np.zeros((0, len(self.means.columns)), dtype=np.int64)
        return reduce_rows(none, self.means.rows_each, self.counted)

    def survivors(self, _segments: Sequence[Segment], _among: tuple[int, ...]) -> tuple[int, ...]:
        return ()

    def half_width(self, segments: Sequence[Segment]) -> float:
        result = MeansResult(self.means, segments[0].tally, self.plan.level)
        half_widths = (result.high - result.low) / 2
        # The win share is what a precision means here; a simulation without one is judged by its widest mean.
        wins = [i for i, column in enumerate(self.means.columns) if column.metric == "wins"]
        return float(half_widths[wins or slice(None)].max())


@dataclass(frozen=True, slots=True)
class SharesStudy(_Travels):
    """A sampled table of chances."""

    shares: Shares
    plan: Plan
    request: Request | None = None

    @property
    def start(self) -> tuple[int, ...]:
        return ()

    def block(self, stream: int, n: int, _active: tuple[int, ...]) -> Tally:
        return reduce_hits(self.shares.block(stream, n), n)

    def empty(self, _active: tuple[int, ...]) -> Tally:
        return reduce_hits(np.zeros((len(self.shares.rows), 2), dtype=np.int64), 0)

    def survivors(self, _segments: Sequence[Segment], _among: tuple[int, ...]) -> tuple[int, ...]:
        return ()

    def half_width(self, segments: Sequence[Segment]) -> float:
        rows = SharesResult(self.shares, segments[0].tally, self.plan.level).rows()
        return max((float(row["high"]) - float(row["low"])) / 2 for row in rows)


@dataclass(frozen=True, slots=True)
class RaceStudy(_Travels):
    """A race: batches of deals between two equal players."""

    race: Race
    plan: Plan
    request: Request | None = None

    def play(self, stream: int, deals: int) -> tuple[np.ndarray, np.ndarray]:
        """Play ``deals`` deals on ``stream`` and return the counts of `solvers.race`."""
        return self.race.start()(stream, deals)
