"""Runs a race: some batches of deals, and the table of all of them with its standard errors."""

from __future__ import annotations

import os
import time
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import nullcontext

from analyzer.core.errors import InputError
from analyzer.games.contract import Race, RaceTable, Request
from analyzer.simulation.engine import Note, Progress, Report
from analyzer.simulation.executors import Executor
from analyzer.simulation.plan import Plan
from analyzer.simulation.studies import RaceStudy

BATCHES = 20
"""Batches that the standard errors are made of; a run of fewer deals than twice as many is refused."""


def run_race(
    race: Race,
    plan: Plan,
    deals: int | None,
    executor: Executor,
    request: Request | None = None,
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
    study = RaceStudy(race, plan, request)
    from analyzer.core.jit import compilation_watch
    from analyzer.solvers.race import estimate, solve

    with compilation_watch(note) if note else nullcontext():
        solve(*study.play(plan.stream(0), 0), 1)
    began = time.monotonic()
    streams = [plan.stream(number) for number in range(BATCHES)]
    futures = [executor.submit(study.play, *batch) for batch in zip(streams, sizes, strict=True)]
    try:
        for done, _ in enumerate(as_completed(futures), 1):
            if progress is not None:
                progress(Progress(deals * done // BATCHES, 0, None, time.monotonic() - began))
        played = [future.result() for future in futures]
    finally:
        for future in futures:
            future.cancel()
    counts = [(*arrays, size) for arrays, size in zip(played, sizes, strict=True)]
    if any(joint[0, 0] == size for _, joint, size in counts):
        raise InputError("under these rules hardly anything scores, so a race would not end")
    with ThreadPoolExecutor(min(BATCHES, os.cpu_count() or 1)) as pool:
        chance, error = estimate(counts, pool.map)
    # By score instead of by distance from the target.
    chances, errors = (table[:0:-1, :0:-1].tolist() for table in (chance, error))
    return RaceTable(race.policy, deals, plan.seed, chances, errors)
