"""Runs the missing blocks of a plan and stops at a whole prefix of them.

A stage is the blocks between two looks. The look after one stage decides what the stage after the next tries, so no
worker waits for a look; and since looks stand at fixed numbers of blocks, what a block computes depends on the plan
alone. The budget only says how long the prefix is.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import nullcontext
from dataclasses import dataclass

from analyzer.games.contract import Means, Request, Shares, Trial
from analyzer.simulation.executors import Executor
from analyzer.simulation.plan import Plan
from analyzer.simulation.results import Ending, MeansResult, SharesResult, TrialResult
from analyzer.simulation.store import Store
from analyzer.simulation.studies import MeansStudy, SharesStudy, Study, TrialStudy
from analyzer.statistics.comparison import Segment
from analyzer.statistics.stopping import Budget, looks
from analyzer.statistics.tallies import merge


@dataclass(frozen=True, slots=True)
class Progress:
    """Where a run stands: ``active`` of the actions are still tried; ``half_width`` is that of the last look."""

    samples: int
    active: int
    half_width: float | None
    elapsed: float


Report = Callable[[Progress], None]
Note = Callable[[str], None]
Jobs = tuple[tuple[int, int, int], ...]
"""The blocks of one task: number, stream and number of observations of each."""
_Played = tuple[float, list[Segment]]


def run_trial(
    trial: Trial,
    plan: Plan,
    budget: Budget,
    executor: Executor,
    store: Store | None = None,
    progress: Report | None = None,
    note: Note | None = None,
    request: Request | None = None,
) -> TrialResult:
    """Run sampled advice within ``budget``.

    ``note`` gets a line where kernels are compiled; ``request``, which a cluster needs, is what ``trial`` came from.
    Raises ``InputError`` for an unusable store and ``KeyboardInterrupt`` only where it came before anything was
    finished.
    """
    segments, ending = _Run(TrialStudy(trial, plan, request), plan, budget, executor, store, progress, note).result()
    return TrialResult(trial, segments, plan.level, ending)


def run_means(
    means: Means,
    plan: Plan,
    budget: Budget,
    executor: Executor,
    store: Store | None = None,
    progress: Report | None = None,
    note: Note | None = None,
    request: Request | None = None,
) -> MeansResult:
    """Run a simulation within ``budget``; a precision is that of the win share. Raises as :func:`run_trial` does."""
    segments, ending = _Run(MeansStudy(means, plan, request), plan, budget, executor, store, progress, note).result()
    return MeansResult(means, segments[0].tally, plan.level, ending)


def run_shares(
    shares: Shares,
    plan: Plan,
    budget: Budget,
    executor: Executor,
    store: Store | None = None,
    progress: Report | None = None,
    note: Note | None = None,
    request: Request | None = None,
) -> SharesResult:
    """Run a sampled table within ``budget``; a precision is that of its widest row. Raises as :func:`run_trial`."""
    segments, ending = _Run(SharesStudy(shares, plan, request), plan, budget, executor, store, progress, note).result()
    return SharesResult(shares, segments[0].tally, plan.level, ending)


class _Run:
    """One run: submits blocks in order, merges them in order, looks where the schedule says."""

    def __init__(
        self,
        study: Study,
        plan: Plan,
        budget: Budget,
        executor: Executor,
        store: Store | None,
        progress: Report | None,
        note: Note | None,
    ) -> None:
        self._study, self._plan, self._budget = study, plan, budget
        self._executor, self._store, self._progress, self._note = executor, store, progress, note
        self._looks = looks(plan.per_block)
        # Ends of the stages, in blocks, and what each of them tries; the first two stages try everything.
        self._ends = [next(self._looks), next(self._looks)]
        self._actives = [study.start, study.start]
        self._stage = 0
        self._per_task = 1
        # Where a drop was decided; a segment ends there, so that what it was decided on can be seen afterwards.
        self._decided: set[int] = set()
        # How many blocks are merged, and into what: one attribute, so that Ctrl-C never finds half of a change.
        self._merged: tuple[int, tuple[Segment, ...]] = (0, ())
        self._half_width: float | None = None
        self._reached = False
        self._began = 0.0

    def result(self) -> tuple[tuple[Segment, ...], Ending]:
        """Run to the end of the budget and return what was merged."""
        self._compile()
        self._began = time.monotonic()
        running: dict[Future[_Played], Jobs] = {}
        finished: dict[int, Segment] = {}
        interrupted = False
        try:
            self._work(running, finished)
        except KeyboardInterrupt:
            interrupted = True
            self._withdraw(running)
            for future in wait(running).done:
                self._take(future, running.pop(future), finished)
            while self._merge(finished, self._ends[self._stage]):
                self._look()
        finally:
            self._withdraw(running)
        if not self._segments:
            raise KeyboardInterrupt
        return self._segments, self._ending(interrupted)

    def _compile(self) -> None:
        # A handler imports its kernels; where none has, there is nothing to compile.
        jit = sys.modules.get("analyzer.core.jit")
        with jit.compilation_watch(self._note) if jit and self._note else nullcontext():
            self._study.block(self._plan.stream(0), 0, self._study.start)

    def _work(self, running: dict[Future[_Played], Jobs], finished: dict[int, Segment]) -> None:
        following = 0
        while not self._reached:
            while len(running) < 2 * self._executor.workers and self._may_start(following):
                stored = self._stored(following)
                if stored is not None:
                    finished[following] = stored
                    following += 1
                    continue
                jobs = self._jobs(following)
                running[self._submit(jobs)] = jobs
                following += len(jobs)
            if not running and self._merged[0] not in finished:
                return
            if running:
                for future in wait(running, timeout=self._patience(), return_when=FIRST_COMPLETED).done:
                    self._take(future, running.pop(future), finished)
            while not self._reached and self._merge(finished, self._ends[self._stage]):
                self._look()
            if self._progress is not None and self._segments:
                active = len(self._segments[-1].active)
                self._progress(Progress(self._samples(), active, self._half_width, self._elapsed()))
            if self._out_of_time():
                self._withdraw(running)

    def _may_start(self, block: int) -> bool:
        return block < self._ends[-1] and self._size(block) > 0 and not self._out_of_time()

    def _size(self, block: int) -> int:
        """Return the number of observations of ``block``: the last of ``--samples`` may be shorter, or empty."""
        whole = self._plan.per_block
        if self._budget.samples is None:
            return whole
        return max(0, min(whole, self._budget.samples - block * whole))

    def _out_of_time(self) -> bool:
        # Before the first look no interval can be trusted, so that much is always done.
        limit = self._budget.time
        return limit is not None and self._merged[0] >= self._ends[0] and self._elapsed() >= limit

    def _patience(self) -> float | None:
        return None if self._budget.time is None else max(0.01, self._budget.time - self._elapsed())

    def _active(self, block: int) -> tuple[int, ...]:
        return next(active for end, active in zip(self._ends, self._actives, strict=True) if block < end)

    def _stored(self, block: int) -> Segment | None:
        """Return ``block`` as the store holds it, if it does; only whole blocks are kept."""
        if self._store is None or self._size(block) < self._plan.per_block:
            return None
        active = self._active(block)
        tally = self._store.read(block, active, self._study.empty(active))
        return None if tally is None else Segment(active, tally)

    def _jobs(self, first: int) -> Jobs:
        """Return the blocks of the next task, from ``first`` on: one, or so many that the way to a worker pays."""
        end = next(end for end in self._ends if first < end)
        blocks = [block for block in range(first, min(end, first + self._per_task)) if self._size(block) > 0]
        return tuple((block, self._plan.stream(block), self._size(block)) for block in blocks)

    def _submit(self, jobs: Jobs) -> Future[_Played]:
        return self._executor.submit(_play, self._study, jobs, self._active(jobs[0][0]))

    def _take(self, future: Future[_Played], jobs: Jobs, finished: dict[int, Segment]) -> None:
        """Keep what a task has played, here and in the store."""
        seconds, segments = future.result()
        for (block, _, size), segment in zip(jobs, segments, strict=True):
            finished[block] = segment
            if self._store is not None and size == self._plan.per_block:
                self._store.write(block, segment.active, segment.tally)
        wanted = self._executor.seconds_per_task * len(jobs) / max(seconds, 1e-6)
        self._per_task = max(1, min(2 * self._per_task, int(wanted) + 1)) if self._executor.seconds_per_task else 1

    def _merge(self, finished: dict[int, Segment], end: int) -> bool:
        """Merge the contiguous prefix of finished blocks, no further than ``end``; return whether it got there."""
        blocks, segments = self._merged
        while blocks != end and blocks in finished:
            segment = finished.pop(blocks)
            if segments and segments[-1].active == segment.active and blocks not in self._decided:
                both = Segment(segment.active, merge(segments[-1].tally, segment.tally))
                blocks, segments = blocks + 1, (*segments[:-1], both)
            else:
                blocks, segments = blocks + 1, (*segments, segment)
        self._merged = blocks, segments
        return blocks == end

    def _look(self) -> None:
        # The stage that follows was decided a look ago; what is dropped now is dropped from the one after it.
        kept = self._study.survivors(self._segments, self._actives[-1])
        if kept != self._actives[-1]:
            self._decided.add(self._ends[self._stage])
        self._actives.append(kept)
        self._ends.append(next(self._looks))
        self._stage += 1
        if self._budget.precision is not None or self._progress is not None:
            self._half_width = self._study.half_width(self._segments)
        if self._budget.precision is not None and self._half_width is not None:
            self._reached = self._half_width <= self._budget.precision

    def _withdraw(self, running: dict[Future[_Played], Jobs]) -> None:
        for future in [future for future in running if future.cancel()]:
            del running[future]

    @property
    def _segments(self) -> tuple[Segment, ...]:
        return self._merged[1]

    def _samples(self) -> int:
        return sum(int(segment.tally["n"][0]) for segment in self._segments)

    def _elapsed(self) -> float:
        return time.monotonic() - self._began

    def _ending(self, interrupted: bool) -> Ending:
        half_width = self._study.half_width(self._segments)
        precision = self._budget.precision
        return Ending(
            self._samples(), half_width, interrupted, precision is None or half_width <= precision, self._elapsed()
        )


def _play(study: Study, jobs: Jobs, active: tuple[int, ...]) -> _Played:
    """Play some blocks, here or on another machine, and return how long it took and what came of each."""
    began = time.monotonic()
    segments = [Segment(active, study.block(stream, size, active)) for _, stream, size in jobs]
    return time.monotonic() - began, segments
