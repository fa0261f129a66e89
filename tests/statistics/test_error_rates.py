"""The error promise, by simulation: whole runs as the engine makes them, with looks and dropping.

The deals are skewed like those of the games (a rare jackpot on a normal spread), and the means are close, where errors
are likeliest. Every bound leaves three standard errors of the simulation.
"""

from __future__ import annotations

import math
from itertools import pairwise, takewhile

import numpy as np
import pytest

from analyzer.games.contract import Observations
from analyzer.statistics.comparison import Comparison, Segment, compare, sequence_width, survivors
from analyzer.statistics.stopping import FIRST_LOOK, looks
from analyzer.statistics.tallies import merge, reduce_observations

RUNS = 800
PER_BLOCK = 250
DEALS = 12_000
LEVEL = 0.9
MEANS = np.array([0.001, 0.0, 0.0, 0.0, -0.6])
UNIT = 100
JACKPOT, JACKPOT_CHANCE = 12.0, 0.01


def play(rng: np.random.Generator, n: int) -> np.ndarray:
    """Return n deals of all actions in units of 1 / UNIT; the luck of a deal is partly common to its actions."""
    common = rng.standard_normal((n, 1), dtype=np.float32)
    own = rng.standard_normal((n, len(MEANS)), dtype=np.float32)
    jackpots = JACKPOT * ((rng.random((n, len(MEANS)), dtype=np.float32) < JACKPOT_CHANCE) - JACKPOT_CHANCE)
    return np.rint(UNIT * (common + own + jackpots + MEANS)).astype(np.int64)


def stages() -> list[int]:
    ends = [0, *takewhile(lambda block: block * PER_BLOCK <= DEALS, looks(PER_BLOCK))]
    return [(later - earlier) * PER_BLOCK for earlier, later in pairwise(ends)]


def run(rng: np.random.Generator) -> Comparison:
    """Make one run; what is dropped at a look is left out of the stage after the next, as in the engine."""
    segments: list[Segment] = []
    following = [tuple(range(len(MEANS)))] * 2
    for stage, n in enumerate(stages()):
        active = following[stage]
        values = play(rng, n)[:, active]
        empty = np.zeros((len(active), 0), dtype=np.int64)
        part = Segment(active, reduce_observations(Observations(values, empty, empty)))
        if segments and segments[-1].active == active == following[-1]:
            segments[-1] = Segment(active, merge(segments[-1].tally, part.tally))
        else:
            segments.append(part)
        following.append(survivors(segments, following[-1], len(MEANS), LEVEL))
    return compare(segments, len(MEANS), UNIT, LEVEL)


@pytest.fixture(scope="module")
def runs() -> list[Comparison]:
    return [run(np.random.default_rng([7, number])) for number in range(RUNS)]


def at_most(alpha: float) -> float:
    """Return the largest share of RUNS that an error of probability alpha may be seen in."""
    return alpha + 3 * math.sqrt(alpha * (1 - alpha) / RUNS)


def test_the_true_best_is_dropped_or_excluded_no_oftener_than_promised(runs: list[Comparison]) -> None:
    assert np.mean([not found.tied[0] for found in runs]) <= at_most(1 - LEVEL)


def test_all_gaps_are_covered_together(runs: list[Comparison]) -> None:
    truth = MEANS.max() - MEANS
    inside = [np.all((found.gap_low <= truth + 1e-12) & (truth <= found.gap_high + 1e-12)) for found in runs]
    assert 1 - np.mean(inside) <= at_most(1 - LEVEL)


def test_each_value_is_covered(runs: list[Comparison]) -> None:
    for action, mean in enumerate(MEANS):
        missed = np.mean([not found.low[action] <= mean <= found.high[action] for found in runs])
        assert missed <= at_most(1 - LEVEL)


def test_what_was_dropped_is_behind_and_the_tied_are_those_without_a_lower_end(runs: list[Comparison]) -> None:
    for found in runs:
        assert found.tied.tolist() == (found.gap_low == 0).tolist()
        assert np.all(found.gap_low[found.deals < sum(stages())] > 0)


def test_the_promise_is_not_kept_by_saying_nothing(runs: list[Comparison]) -> None:
    """The clear loser is dropped early in every run, and the close ones are tried to the end in most."""
    last = np.array([found.deals for found in runs])
    assert np.all(last[:, 4] < 4000)
    assert np.mean(last[:, 0] == sum(stages())) > 0.9
    assert not any(found.tied[4] for found in runs)


def test_watching_for_two_errors_ahead_fails_where_the_confidence_sequence_holds() -> None:
    """Two equal actions, looked at after every deal: each verdict between them is an error."""
    n = np.arange(1, DEALS + 1)
    sequence = np.array([sequence_width(int(deals), 0.05 / 2) for deals in n])
    naive = kept = 0
    for number in range(RUNS):
        values = play(np.random.default_rng([8, number]), DEALS).astype(np.float64)
        difference = values[:, 1] - values[:, 2]
        mean = difference.cumsum() / n
        error = np.sqrt(np.maximum(np.square(difference).cumsum() / n - mean**2, 1e-12) / n)
        ahead = (np.abs(mean) / error)[FIRST_LOOK:]
        naive += bool((ahead > 2).any())
        kept += bool((ahead > sequence[FIRST_LOOK:]).any())
    assert naive / RUNS > 5 * 0.05
    assert kept / RUNS <= at_most(0.05)
