"""The engine reaches the exact values of high card."""

from __future__ import annotations

import importlib
from typing import Any

import pytest

from analyzer.advice.ranking import sampled_advice
from analyzer.games.contract import Request
from analyzer.games.high_card import GAME, benchmarks, odds, questions, rules, simulate
from analyzer.simulation.engine import run_means, run_shares, run_trial
from analyzer.simulation.executors import threads
from analyzer.simulation.plan import Plan
from analyzer.statistics.stopping import Budget

BOUND = 4.5
"""Standard errors: with a fixed seed a sampled number either passes for ever or is wrong."""


def request(question: str, swap_from: str = "rest", **fields: Any) -> Request:
    return Request(GAME, question, fields.pop("inputs", {}), {"swap_from": swap_from}, **fields)


def plan(asked: Request, per_block: int) -> Plan:
    policies = asked.policies or (asked.me, asked.opponent)
    return Plan(GAME.name, asked.question, dict(asked.inputs), dict(asked.rules), policies, per_block, level=0.99)


@pytest.mark.parametrize("swap_from", ["rest", "pile"])
@pytest.mark.parametrize("opponent", ["random", "seven"])
def test_advice_reaches_the_exact_values(opponent: str, swap_from: str) -> None:
    with threads(2) as pool:
        for card in range(13):
            asked = request("swap", swap_from, inputs={"card": card}, opponent=opponent, me="seven")
            trial = questions.swap(asked)
            advice = sampled_advice(run_trial(trial, plan(asked, trial.deals_per_block), Budget(samples=20_000), pool))
            exact = {a: rules.win_chance(card, a, opponent, asked.rules) for a in rules.ACTIONS}
            best = max(exact.values())
            for option in advice["options"]:
                win = exact[option["action"][0]]
                error = (option["high"] - option["low"]) / 2 / 2.576
                assert abs(option["value"] - float(2 * win - 1)) <= BOUND * error
                assert abs(option["chances"]["wins"]["p"] - float(win)) <= BOUND * error
                assert option["gap_low"] <= float(2 * (best - win)) <= option["gap_high"]
                assert sum(option["parts"].values()) == pytest.approx(option["value"])
                assert option["tied_for_best"] or win != best


@pytest.mark.parametrize("mirror", [False, True])
def test_matches_reach_the_exact_chance(mirror: bool) -> None:
    asked = request("simulate", policies=("seven", "random"), mirror=mirror)
    means = simulate.simulate(asked)
    with threads(2) as pool:
        result = run_means(means, plan(asked, means.per_block), Budget(samples=200_000), pool)
    first = rules.match_chance("seven", "random", asked.rules)
    exact = (first + 1 - rules.match_chance("random", "seven", asked.rules)) / 2 if mirror else first
    rows = {(row["seat"], row["metric"]): row for row in result.rows()}
    assert abs(rows["first", "wins"]["mean"] - float(exact)) <= BOUND * rows["first", "wins"]["se"]
    assert rows["first", "points"]["mean"] == pytest.approx(2 * rows["first", "wins"]["mean"] - 1)
    assert rows["second", "wins"]["mean"] == pytest.approx(1 - rows["first", "wins"]["mean"])


def test_mirrored_deals_are_less_spread() -> None:
    errors = []
    with threads(2) as pool:
        for mirror in (False, True):
            asked = request("simulate", policies=("seven", "random"), mirror=mirror)
            means = simulate.simulate(asked)
            errors.append(run_means(means, plan(asked, means.per_block), Budget(samples=50_000), pool).rows()[0]["se"])
    assert errors[1] < 0.8 * errors[0]


def test_the_sampled_table_reaches_the_exact_chances() -> None:
    for swap_from in ("rest", "pile"):
        asked = request("odds", swap_from)
        shares = odds.swap(asked)
        with threads(2) as pool:
            rows = run_shares(shares, plan(asked, shares.per_block), Budget(samples=130_000), pool).rows()
        for card, row in enumerate(rows):
            others = [other for other in range(13) if other != card]
            ways = [rules.endings(card, other, (True, False), asked.rules) for other in others]
            exact = float(sum(chance for each in ways for chance, own, last in each if own > last) / 12)
            assert abs(row["p"] - exact) <= BOUND * (row["high"] - row["low"]) / 2 / 2.576


def test_the_exact_table_counts_twelve_each() -> None:
    table = odds.keep(request("odds"))
    counts = [(row["card"], row["count"], row["of"]) for row in table.rows]
    assert counts[::6] == [("1", 0, 12), ("7", 6, 12), ("13", 12, 12)]


def test_kernels_see_the_same_deals_for_an_action_whatever_else_is_tried() -> None:
    import numpy as np

    trial = questions.swap(request("swap", inputs={"card": 6}, opponent="random"))
    both = trial.block(5, 300, np.array([0, 1]))
    for action in (0, 1):
        alone = trial.block(5, 300, np.array([action]))
        np.testing.assert_array_equal(alone.values[:, 0], both.values[:, action])
        np.testing.assert_array_equal(alone.parts[0], both.parts[action])


def test_every_handler_of_the_declaration_is_there() -> None:
    handlers = [GAME.simulate, GAME.benchmarks, *(q.handler for q in GAME.questions), *(o.handler for o in GAME.odds)]
    for handler in handlers:
        module, name = handler.split(":")
        assert callable(getattr(importlib.import_module(f"{GAME.package}.{module}"), name))
    for benchmark in benchmarks.benchmarks():
        benchmark.run(1)
