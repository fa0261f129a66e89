"""Advice as the fields of a document, and the sentences made of it."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from analyzer.advice.explanation import explain
from analyzer.advice.ranking import WIN, exact_advice, sampled_advice
from analyzer.games.contract import Choice, Line, Observations, Ranking, Trial
from analyzer.simulation.results import Ending, TrialResult
from analyzer.statistics.comparison import Segment
from analyzer.statistics.tallies import reduce_observations

VALUES = np.array([[2, 8, 4], [0, 9, 6], [4, 7, 2], [2, 8, 4]] * 50)


def result(values: np.ndarray = VALUES) -> TrialResult:
    actions = values.shape[1]
    names = tuple((name,) for name in "abc"[:actions])
    trial = Trial("points per deal", names, ("hand", "crib"), ("lead",), 2, 4, lambda *_: pytest.fail("no block"))
    seen = Observations(
        values, np.column_stack([values.sum(axis=0) - 7, np.full(actions, 7)]), (values > 3).sum(axis=0)[:, None]
    )
    segment = Segment(tuple(range(actions)), reduce_observations(seen, distribution=True))
    return TrialResult(trial, (segment,), 0.95, Ending(len(values), 0.1, False, True, 0.5))


def test_sampled_options_are_ranked_with_parts_chances_and_distribution() -> None:
    advice = sampled_advice(result())
    assert {key: advice[key] for key in ("method", "samples", "level", "unit")} == {
        "method": "simulated", "samples": 200, "level": 0.95, "unit": "points per deal",
    }
    options = advice["options"]
    assert [(option["rank"], option["action"]) for option in options] == [(1, ["b"]), (2, ["c"]), (3, ["a"])]
    first, second, _ = options
    assert first["value"] == 4.0
    assert (first["gap"], first["gap_low"], first["gap_high"]) == (0, 0, 0)
    assert (first["tied_for_best"], second["tied_for_best"]) == (True, False)
    assert second["gap"] == pytest.approx(2.0)
    assert second["gap_low"] < 2 < second["gap_high"]
    assert first["parts"] == {"hand": pytest.approx(4 - 7 / 400), "crib": pytest.approx(7 / 400)}
    assert second["chances"]["lead"]["p"] == pytest.approx(0.75 / 2)
    assert [row["at_least"] for row in first["distribution"]] == [3.5, 4, 4.5]
    assert [row["p"] for row in first["distribution"]] == [1.0, 0.75, 0.25]
    json.dumps(advice, allow_nan=False)


def test_exact_options_have_no_width_and_equal_values_tie() -> None:
    line = Line("pair", ("5H", "5D"), 2)
    ranking = Ranking("points", (Choice(("x",), 7, {"pair": 7}, (line,)), Choice(("y",), 7), Choice(("z",), 4)))
    options = exact_advice(ranking)["options"]
    assert [option["tied_for_best"] for option in options] == [True, True, False]
    assert {options[2][key] for key in ("gap", "gap_low", "gap_high")} == {3}
    assert {options[2][key] for key in ("value", "low", "high")} == {4}
    assert options[0]["rows"] == [{"name": "pair", "cards": ["5H", "5D"], "points": 2}]
    assert exact_advice(Ranking("points", ()))["options"] == []


def test_exact_advice_is_sorted_and_rounding_errors_do_not_break_a_tie() -> None:
    choices = (Choice(("x",), 0.3), Choice(("y",), 0.1 + 0.2), Choice(("z",), 0.5), Choice(("w",), 0.4 + 0.1))
    options = exact_advice(Ranking("points", choices))["options"]
    assert [option["action"] for option in options] == [["z"], ["w"], ["x"], ["y"]]
    assert [option["tied_for_best"] for option in options] == [True, True, False, False]
    assert [option["gap"] for option in options[:2]] == [0, 0]
    hair = exact_advice(Ranking("points", (Choice(("x",), 0.1 + 0.2), Choice(("y",), 0.3))))["options"]
    assert [(option["gap"], option["tied_for_best"]) for option in hair] == [(0, True), (0, True)]


def test_exact_advice_tells_chances_and_wins_and_what_a_policy_loses() -> None:
    choices = (Choice(("x",), 2.0, chances={"lead": 0.25}, win=0.5), Choice(("y",), 1.5, chances={"lead": 0.75}))
    advice = exact_advice(Ranking("points", choices, "exact given the opponent model", (), (("greedy", ("y",)),)))
    assert advice["method"] == "exact given the opponent model"
    first, second = advice["options"]
    assert (first["win"], first["win_low"], first["win_high"]) == (0.5, 0.5, 0.5)
    assert "win" not in second
    assert second["chances"] == {"lead": {"p": 0.75, "low": 0.75, "high": 0.75}}
    assert advice["policy_costs"] == [{"policy": "greedy", "action": ["y"], "cost": 0.5, "low": 0.5, "high": 0.5}]


def test_exact_chances_to_win_have_their_parts_in_points() -> None:
    (option,) = exact_advice(Ranking(WIN, (Choice(("x",), 0.6, {"hand": 7.5, "crib": -2.0}),)))["options"]
    assert (option["value"], option["win"], option["win_high"], option["points"]) == (0.6, 0.6, 0.6, 5.5)


def test_what_a_policy_loses_is_the_gap_of_its_action() -> None:
    sampled = result()
    trial = replace(sampled.trial, policy_costs=(("greedy", 2), ("search", 1)))
    advice = sampled_advice(replace(sampled, trial=trial))
    assert [cost["policy"] for cost in advice["policy_costs"]] == ["greedy", "search"]
    for cost, option in zip(advice["policy_costs"], (advice["options"][1], advice["options"][0]), strict=True):
        assert cost["action"] == option["action"]
        assert [cost[name] for name in ("cost", "low", "high")] == [option[n] for n in ("gap", "gap_low", "gap_high")]
    assert "policy_costs" not in sampled_advice(sampled)


def option(action: list[str], gap: float, ends: tuple[float, float], tied: bool, **parts: float) -> dict[str, Any]:
    low, high = ends
    return {"action": action, "gap": gap, "gap_low": low, "gap_high": high, "tied_for_best": tied, "parts": parts}


def test_a_clear_leader_is_explained_by_its_parts() -> None:
    options = [
        option(["+5C", "-3F"], 0, (0, 0), True, spoils=9.0, path=1.0, hold_opponent=-1.0, skirmish=4.0),
        option(["0"], 1.3, (1.1, 1.5), False, spoils=7.0, path=1.0, hold_opponent=-2.0, skirmish=5.7),
    ]
    assert explain(options, "points per deal") == [
        "+5C -3F is best, by 1.30 points per deal over 0.",
        "Against 0 it gains by spoils (+2.00) and the opponent's hold (+1.00), and gives up skirmish (-1.70): "
        "+1.30 in all.",
    ]


def test_the_amounts_add_up_to_the_gap_as_printed() -> None:
    def second(gap: float, **parts: float) -> str:
        first = option(["a"], 0, (0, 0), True, **parts)
        other = option(["b"], gap, (gap - 0.2, gap + 0.2), False)
        return explain([first, other], "points")[1]

    assert second(1.3, path=3.0, hold=2.0, spoils=0.5, skirmish=-4.0, last=-0.2) == (
        "Against b it gains by path (+3.00) and hold (+2.00), gives up skirmish (-4.00) and last (-0.20), "
        "and the other parts come to +0.50: +1.30 in all."
    )
    assert second(0.668, path=0.334, hold=0.334) == (
        "Against b it gains by path (+0.33) and hold (+0.33), and rounding comes to +0.01: +0.67 in all."
    )
    # Parts in points under a gap in win probability: their own sum.
    assert second(0.05, path=1.0) == "Against b it gains by path (+1.00): +1.00 in all."


def test_a_tie_is_called_a_tie() -> None:
    options = [option(["a"], 0, (0, 0.9), True, hand=3.0), option(["b"], 0.2, (0, 1.2), True, hand=2.8),
               option([], 2.0, (1, 3), False, hand=1.0)]
    assert explain(options, "points") == [
        "a has the highest value, but 2 actions cannot be told apart from the best.",
        "Against b it gains by hand (+0.2): +0.2 in all.",
    ]


def test_differences_below_the_interval_are_not_explained() -> None:
    options = [option(["a"], 0, (0, 40), True, hand=3.0), option(["b"], 0.2, (0, 40), True, hand=2.8)]
    assert len(explain(options, "points")) == 1


def test_no_amount_is_finer_than_the_interval_of_the_gap() -> None:
    def sentences(scale: float) -> list[str]:
        ends = (1200 * scale, 1260 * scale)
        return explain([option(["a"], 0, (0, 0), True, pot=5678 * scale),
                        option(["b"], 1234 * scale, ends, False, pot=4444 * scale)], "credits")

    for scale, printed in ((1, "1,230"), (0.01, "12.3"), (0.0005, "0.617")):
        assert sentences(scale) == [
            f"a is best, by {printed} credits over b.",
            f"Against b it gains by pot (+{printed}): +{printed} in all.",
        ]


def test_nothing_to_explain_of_one_action_or_one_deal() -> None:
    assert explain(sampled_advice(result(VALUES[:, :1]))["options"], "points") == []
    single = sampled_advice(result(VALUES[:1]))["options"]
    assert explain(single, "points")[0].startswith("b has the highest value, but 3 actions")
