"""What the answers of Smuggler's Hold must keep among themselves."""

from __future__ import annotations

import json

import pytest

from analyzer import games

SESSION = games.load("smugglers-hold")


@pytest.mark.parametrize("seat", ["dealer", "pone"])
def test_the_hold_is_worth_its_points_times_its_chance(seat):
    """Of dropped throws too, whose estimates lean on those that were tried longer."""
    document = SESSION.discard("+5C -5F 0 10S -3C 2F", **{seat: True}, samples=4000, distribution=True).document
    assert len(document["options"]) == 15
    assert len({option["deals"] for option in document["options"]}) > 1
    for option in document["options"]:
        assert option["parts"]["hold"] == pytest.approx(7 * option["chances"]["claims_hold"]["p"])
        assert option["parts"]["hold"] - option["parts"]["hold_opponent"] == pytest.approx(7)
        assert sum(option["parts"].values()) == pytest.approx(option["value"])
        chances = [step["p"] for step in option["distribution"]]
        assert chances[0] == 1
        assert chances == sorted(chances, reverse=True)


def test_two_sylops_make_one_action_of_equal_throws():
    options = SESSION.discard("0 0 +5C -5F 10S 2F", dealer=True, samples=600).document["options"]
    actions = [tuple(option["action"]) for option in options]
    assert len(set(actions)) == len(actions) == 11
    assert ("0", "0") in actions


def test_a_pair_that_wins_everything_is_kept():
    """Both Sylops and an opposing pair are the best four there are: no sane throw breaks them."""
    best = SESSION.discard("0 0 +7C -7F 3S 9F", dealer=True, samples=3000).document["options"][0]
    assert best["action"] == ["+3S", "+9F"]


def test_house_rules_that_lookahead_was_not_measured_under_are_owned_up_to():
    told = games.load("smugglers-hold", {"stuck": "restart"}).discard("+5C -5F 0 10S -3C 2F", dealer=True, samples=600)
    assert any("lookahead" in sentence and "stuck" in sentence for sentence in told.document["assumptions"])
    silent = games.load("smugglers-hold", {"finish_hand": True}).discard("+5C -5F 0 10S -3C 2F", pone=True, samples=600)
    assert not any("lookahead" in sentence for sentence in silent.document["assumptions"])


def test_games_give_each_player_its_margin():
    rows = SESSION.simulate("greedy,random", games=60).document["rows"]
    mean = {(row["seat"], row["policy"], row["metric"]): row["mean"] for row in rows}
    assert mean["dealer", "greedy", "margin"] == pytest.approx(-mean["pone", "random", "margin"])
    assert mean["all", "greedy", "wins"] + mean["all", "random", "wins"] == pytest.approx(1)
    started = SESSION.simulate("random", games=60, score="118-10", dealer=True).document["rows"]
    assert next(row["mean"] for row in started if row["metric"] == "wins" and row["seat"] == "dealer") > 0.8


def test_the_same_bytes_from_one_thread_or_two():
    answers = []
    for workers in (1, 2):
        document = SESSION.discard("+5C -5F 0 10S -3C 2F", pone=True, samples=3000, workers=workers).document
        answers.append(json.dumps({name: value for name, value in document.items() if name != "elapsed_s"}))
    assert answers[0] == answers[1]
