"""Runs a race: some batches of deals, and the table of all of them with its standard errors."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import Future, as_completed
from contextlib import nullcontext
from typing import Any

from analyzer.core.errors import InputError
from analyzer.games.contract import Race, RaceTable
from analyzer.simulation.engine import Note, Progress, Report
from analyzer.simulation.executors import Executor
from analyzer.simulation.plan import Plan

BATCHES = 20
"""Batches that the standard errors are made of; a run of fewer deals than twice as many is refused."""


def run_race(
    race: Race,
    plan: Plan,
    deals: int | None,
    executor: Executor,
    progress: Report | None = None,
    note: Note | None = None,
) -> RaceTable:
    """Play ``deals`` deals (``race.deals`` by default) and return the chances from every score.

    Raises ``InputError`` for too few deals, and for rules under which none of them scored anything.
    """
    deals = deals or race.deals
    if deals < 2 * BATCHES:
        raise InputError(f"--samples: a race needs {2 * BATCHES} deals or more, to say how sure it is")
    # Batches that differ by one deal in size are as good as equal.
    sizes = [deals // BATCHES + (batch < deals % BATCHES) for batch in range(BATCHES)]
    batch = race.start()
    from analyzer.core.jit import compilation_watch
    from analyzer.solvers.race import estimate, solve

    with compilation_watch(note) if note else nullcontext():
        ahead, joint = batch(plan.stream(0), 0)
        solve(ahead, joint, 1)
    began = time.monotonic()

    def spread(call: Callable[..., Any], *lists: Any) -> list[Any]:
        """Do as ``map`` does in the threads of ``executor``."""
        futures: list[Future[Any]] = [executor.submit(call, *arguments) for arguments in zip(*lists, strict=True)]
        try:
            for done, _ in enumerate(as_completed(futures), 1):
                if progress is not None:
                    progress(Progress(deals * done // len(futures), 0, None, time.monotonic() - began))
            return [future.result() for future in futures]
        finally:
            for future in futures:
                future.cancel()

    played = spread(batch, [plan.stream(number) for number in range(BATCHES)], sizes)
    counts = [(*arrays, size) for arrays, size in zip(played, sizes, strict=True)]
    if any(joint[0, 0] == size for _, joint, size in counts):
        raise InputError("under these rules hardly anything scores, so a race would not end")
    chance, error = estimate(counts, spread)
    # By score instead of by distance from the target.
    chances, errors = (table[:0:-1, :0:-1].tolist() for table in (chance, error))
    return RaceTable(race.policy, deals, plan.seed, chances, errors)
