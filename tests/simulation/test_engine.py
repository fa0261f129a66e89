"""The engine: whole prefixes, the same bytes on any workers, budgets, Ctrl-C."""

from __future__ import annotations

import json
import signal
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from analyzer.advice.ranking import sampled_advice
from analyzer.games.contract import Observations, Trial
from analyzer.simulation.engine import Progress, run_means, run_shares, run_trial
from analyzer.simulation.executors import Threads, threads
from analyzer.simulation.plan import Plan
from analyzer.simulation.results import TrialResult
from analyzer.statistics.stopping import FIRST_LOOK, Budget


def text(result: TrialResult) -> str:
    return json.dumps(sampled_advice(result))


@pytest.fixture(scope="module")
def kept() -> dict[str, str]:
    return {}


@pytest.mark.parametrize("samples", [7, 100, 730, 5_000, 20_001])
def test_the_same_bytes_whatever_the_workers(
    samples: int, workers: Threads, toy: Any, make_plan: Callable[..., Plan], kept: dict[str, str]
) -> None:
    result = run_trial(toy.trial, make_plan(distribution=("value",)), Budget(samples=samples), workers)
    assert result.ending.samples == samples
    # The fixture goes through all executors; whichever came first set the standard.
    assert text(result) == kept.setdefault(f"trial {samples}", text(result))


def test_simulations_and_tables_have_the_same_bytes_too(
    workers: Threads, toy: Any, make_plan: Callable[..., Plan], kept: dict[str, str]
) -> None:
    means = run_means(toy.means, make_plan(distribution=("points",)), Budget(samples=3_333), workers)
    shares = run_shares(toy.shares, make_plan(), Budget(samples=3_333), workers)
    rows = json.dumps([means.rows(), [row for _, row in means.distributions()], shares.rows()])
    assert rows == kept.setdefault("rows", rows)
    assert means.n == 3_333
    assert shares.rows()[1] == {"die": 7, "n": 0, "p": None, "low": 0.0, "high": 1.0}


def test_clear_losers_are_dropped_and_never_come_back(toy: Any, plan: Plan, pair: Threads) -> None:
    result = run_trial(toy.trial, plan, Budget(samples=20_000), pair)
    actives = [set(segment.active) for segment in result.segments]
    assert actives[0] == set(range(6))
    # A segment ends where a drop was decided and where it took effect, a stage later.
    assert all(later <= earlier for earlier, later in pairwise(actives))
    assert any(later == earlier for earlier, later in pairwise(actives))
    assert actives[-1] < actives[0]
    assert 0 not in actives[-1]
    assert {4, 3} <= actives[-1]


def test_a_dropped_action_keeps_the_proof_that_it_is_behind(
    toy: Any, make_plan: Callable[..., Plan], pair: Threads
) -> None:
    """Though the deals played between the decision and the drop may be kind to it."""
    dropped = 0
    for seed in range(40):
        result = run_trial(toy.trial, make_plan(seed=seed), Budget(samples=8_000), pair)
        found = result.comparison()
        gone = sorted(set(range(6)) - set(result.segments[-1].active))
        assert all(found.gap_low[gone] > 0)
        assert not any(found.tied[gone])
        dropped += len(gone)
    assert dropped > 40


def test_an_action_sees_the_same_deals_whatever_else_is_tried(toy: Any, plan: Plan, pair: Threads) -> None:
    """The leader's mean over all blocks is what it would be alone."""
    result = run_trial(toy.trial, plan, Budget(samples=10_000), pair)
    alone = [toy.block(plan.stream(block), 100, np.array([4])).values for block in range(100)]
    assert result.comparison().value[4] == pytest.approx(np.concatenate(alone).mean() / 10)


def test_every_block_is_played_once_after_a_block_of_nothing(toy: Any, plan: Plan, pair: Threads) -> None:
    run_trial(toy.trial, plan, Budget(samples=2_050), pair)
    assert toy.played[0][1] == 0
    assert sorted(stream for stream, _, _ in toy.played[1:]) == sorted(plan.stream(block) for block in range(21))
    assert sorted(deals for _, deals, _ in toy.played[1:]) == [50] + [100] * 20


def slowed(toy: Any, seconds: float) -> Trial:
    def block(stream: int, deals: int, active: np.ndarray) -> Observations:
        time.sleep(seconds if deals else 0)
        return toy.block(stream, deals, active)

    return replace(toy.trial, block=block)


def test_what_time_reached_can_be_repeated_by_samples(toy: Any, plan: Plan, workers: Threads) -> None:
    timed = run_trial(slowed(toy, 0.002), plan, Budget(time=0.15), workers)
    assert FIRST_LOOK <= timed.ending.samples < 50_000
    assert 0.1 < timed.ending.elapsed < 2
    assert text(run_trial(toy.trial, plan, Budget(samples=timed.ending.samples), workers)) == text(timed)


def test_a_hopeless_deadline_still_gives_the_first_look(toy: Any, plan: Plan, pair: Threads) -> None:
    assert run_trial(toy.trial, plan, Budget(time=0.0), pair).ending.samples >= FIRST_LOOK


def test_what_precision_reached_can_be_repeated_by_samples(
    toy: Any, plan: Plan, workers: Threads, kept: dict[str, str]
) -> None:
    precise = run_trial(toy.trial, plan, Budget(precision=0.25), workers)
    found = precise.comparison()
    assert precise.ending.reached
    assert found.half_width <= 0.25
    second = found.order[1]
    assert found.gap_high[second] - found.gap_low[second] <= 0.5
    assert text(precise) == kept.setdefault("precise", text(precise))
    assert text(run_trial(toy.trial, plan, Budget(samples=precise.ending.samples), workers)) == text(precise)


def test_a_ceiling_before_the_precision_is_told(toy: Any, plan: Plan, pair: Threads) -> None:
    assert not run_trial(toy.trial, plan, Budget(precision=1e-3, samples=2_000), pair).ending.reached
    assert not run_trial(toy.trial, plan, Budget(precision=1e-9, time=0.05), pair).ending.reached
    assert run_trial(toy.trial, plan, Budget(precision=10.0, samples=2_000), pair).ending.samples < 2_000


def test_precision_of_a_simulation_is_that_of_the_win_share(toy: Any, plan: Plan, pair: Threads) -> None:
    result = run_means(toy.means, plan, Budget(precision=0.01), pair)
    low, high = result.low, result.high
    assert (high[0] - low[0]) / 2 == result.ending.half_width <= 0.01
    assert (high[1] - low[1]) / 2 > 0.01


def test_ctrl_c_gives_the_finished_prefix(toy: Any, plan: Plan, workers: Threads) -> None:
    def interrupt(progress: Progress) -> None:
        if progress.samples >= 3_000:
            signal.raise_signal(signal.SIGINT)

    result = run_trial(slowed(toy, 0.001), plan, Budget(samples=10**6), workers, progress=interrupt)
    assert result.ending.interrupted
    assert 3_000 <= result.ending.samples < 10_000
    assert text(run_trial(toy.trial, plan, Budget(samples=result.ending.samples), workers)) == text(result)


def test_ctrl_c_at_any_moment_never_loses_or_doubles_a_block(toy: Any, plan: Plan) -> None:
    main = threading.main_thread().ident
    assert main is not None
    finished = 0
    for wait in np.linspace(0.01, 0.25, 12):
        timer = threading.Timer(wait, signal.pthread_kill, (main, signal.SIGINT))
        with threads(2) as pool:
            try:
                timer.start()
                result = run_trial(toy.trial, plan, Budget(samples=10**7), pool)
            except KeyboardInterrupt:
                continue  # before the first block was merged
            finally:
                timer.join()
            samples = result.ending.samples
            assert text(run_trial(toy.trial, plan, Budget(samples=samples), pool)) == text(result)
            finished += 1
    assert finished > 3


def test_ctrl_c_before_anything_is_finished_is_ctrl_c(toy: Any, plan: Plan, pair: Threads) -> None:
    first = threading.Lock()

    def block(stream: int, deals: int, active: np.ndarray) -> Observations:
        if deals:
            # Once, as a person does: a second signal could arrive when the test is already over.
            if first.acquire(blocking=False):
                signal.raise_signal(signal.SIGINT)
            time.sleep(0.05)
            raise KeyboardInterrupt
        return toy.block(stream, deals, active)

    trial = replace(toy.trial, block=block)
    with pytest.raises(KeyboardInterrupt):
        run_trial(trial, plan, Budget(samples=1000), pair)


def test_an_error_in_a_block_is_raised(toy: Any, plan: Plan, workers: Threads) -> None:
    def block(stream: int, deals: int, active: np.ndarray) -> Observations:
        if stream == plan.stream(5):
            raise ZeroDivisionError("block five")
        return toy.block(stream, deals, active)

    trial = replace(toy.trial, block=block)
    with pytest.raises(ZeroDivisionError, match="block five"):
        run_trial(trial, plan, Budget(samples=5_000), workers)


def test_progress_tells_how_the_interval_narrows(toy: Any, plan: Plan, pair: Threads) -> None:
    seen: list[Progress] = []
    run_trial(toy.trial, plan, Budget(samples=20_000), pair, progress=seen.append)
    assert [progress.samples for progress in seen] == sorted(progress.samples for progress in seen)
    assert seen[-1].samples == 20_000
    widths = [progress.half_width for progress in seen if progress.half_width is not None]
    assert widths[-1] < widths[0] / 2
    assert seen[-1].active < seen[0].active == 6


def test_two_samples_give_intervals_and_one_gives_none(toy: Any, plan: Plan, pair: Threads) -> None:
    one = sampled_advice(run_trial(toy.trial, plan, Budget(samples=1), pair))["options"]
    two = sampled_advice(run_trial(toy.trial, plan, Budget(samples=2), pair))["options"]
    assert {option["low"] for option in one} == {None}
    assert all(option["low"] < option["value"] < option["high"] for option in two)
    rows = run_means(toy.means, plan, Budget(samples=1), pair).rows()
    assert rows[1]["se"] is rows[1]["low"] is rows[1]["high"] is None
