"""The race solver against plain Python that follows every deal event by event, and against values known by hand."""

from __future__ import annotations

import random
from fractions import Fraction
from functools import cache

import numpy as np
import pytest

from analyzer.solvers.race import blank, estimate, record, solve

TARGET = 9


def made_up(seed, idle=1):
    """Return deals of a few runs each, of which ``idle`` score nothing."""
    draw = random.Random(seed)
    deals = [
        [(draw.randrange(2), draw.choice((0, 1, 1, 2, 3, 12))) for _ in range(draw.randrange(1, 7))] for _ in range(25)
    ]
    return [*deals, *[[(0, 0), (1, 0)]] * idle]


def winner(deal, dealer, other, target, finish):
    """Return 0 or 1 for the dealer or the other of a deal that ends the game, else the two scores after it."""
    scores, first = [dealer, other], None
    for seat, points in deal:
        scores[seat] += points
        if first is None and scores[seat] >= target:
            first = seat
            if not finish:
                return first
    if first is None:
        return tuple(scores)
    return 1 - first if scores[1 - first] > scores[first] else first


def reference(deals, target, finish):
    """Return the function of the dealer's and the other's score that gives the dealer's exact chance."""

    @cache
    def once(dealer, other):
        """Return the dealer's chance in the deals that move the game, and the chance of one that does not."""
        sure, idle = Fraction(0), Fraction(0)
        for deal in deals:
            after = winner(deal, dealer, other, target, finish)
            if after == (dealer, other):
                idle += 1
            elif isinstance(after, tuple):
                sure += 1 - chance(after[1], after[0])
            else:
                sure += after == 0
        return sure / len(deals), idle / len(deals)

    @cache
    def chance(dealer, other):
        # The two equations chance(a, b) = sure(a, b) + idle (1 - chance(b, a)), by Cramer's rule.
        (here, idle), (there, _) = once(dealer, other), once(other, dealer)
        return (here + idle - idle * (there + idle)) / (1 - idle * idle)

    return chance


def counted(deals, target, finish):
    ahead, joint = blank(target)
    for deal in deals:
        record(np.array(deal), len(deal), finish, ahead, joint)
    return ahead, joint, len(deals)


@pytest.mark.parametrize("finish", [False, True])
@pytest.mark.parametrize("idle", [0, 1, 40])
@pytest.mark.parametrize("seed", range(4))
def test_every_chance_is_that_of_plain_python(seed, idle, finish):
    deals = made_up(seed, idle)
    solved = solve(*counted(deals, TARGET, finish))
    chance = reference(deals, TARGET, finish)
    for dealer in range(TARGET):
        for other in range(TARGET):
            assert solved[TARGET - dealer, TARGET - other] == pytest.approx(float(chance(dealer, other)), abs=1e-12)


def test_finishing_the_hand_matters():
    deals = made_up(0)
    early, late = (solve(*counted(deals, TARGET, finish))[1:, 1:] for finish in (False, True))
    assert np.abs(early - late).max() > 0.01


@pytest.mark.parametrize(
    ("deal", "target", "finish", "expected"),
    [
        # Each deal is worth one point to the dealer alone: two each to go, and whoever deals first is there first.
        ([(0, 1)], 2, False, 1.0),
        ([(1, 1)], 2, False, 0.0),
        ([(0, 2), (1, 3)], 2, False, 1.0),
        ([(0, 2), (1, 3)], 2, True, 0.0),
        ([(0, 2), (1, 2)], 2, True, 1.0),
        ([(1, 2), (0, 2)], 2, True, 0.0),
    ],
)
def test_values_known_by_hand(deal, target, finish, expected):
    assert solve(*counted([deal], target, finish))[target, target] == expected


def test_a_deal_that_nobody_scores_in_passes_the_deal_on():
    # Half of the deals bring the dealer home, the others nothing: p = 1/2 + 1/2 (1 - p).
    assert solve(*counted([[(0, 1)], [(0, 0)]], 1, False))[1, 1] == pytest.approx(2 / 3)


def test_where_nothing_is_ever_scored_there_is_no_chance():
    assert np.isnan(solve(*counted([[(0, 0)]], 3, False))[1:, 1:]).all()


def test_standard_errors_are_those_of_repeated_estimates():
    draw = np.random.default_rng(1)
    deals = made_up(2)

    def batch():
        return counted([deals[i] for i in draw.integers(len(deals), size=100)], TARGET, False)

    runs = [estimate([batch() for _ in range(20)]) for _ in range(40)]
    chances = np.array([chance[1:, 1:] for chance, _ in runs])
    errors = np.array([error[1:, 1:] for _, error in runs])
    exact = solve(*counted(deals, TARGET, False))[1:, 1:]
    told = np.sqrt((errors**2).mean(axis=0))
    assert (np.abs(chances.mean(axis=0) - exact) < 4.5 * told / np.sqrt(len(runs))).all()
    # Forty runs tell a standard error to about 11 %.
    assert chances.std(axis=0, ddof=1) == pytest.approx(told, rel=0.5, abs=1e-3)


def test_what_every_deal_decided_alike_is_not_certain():
    batches = [counted([[(0, 5)]] * 10, 3, False)] * 20
    chances, errors = estimate(batches)
    assert (chances[1:, 1:] == 1).all()
    assert (errors == 1 / 200).all()
