"""The questions of Pure Sabacc: counts, odds, and what is refused."""

from __future__ import annotations

import os
from itertools import combinations
from typing import Any

import pytest

from analyzer import games
from analyzer.core.errors import InputError
from analyzer.games import find, folder
from analyzer.games.options import load_options
from analyzer.games.pure_sabacc.odds import _count
from analyzer.games.pure_sabacc.rules import CATEGORIES, rank

ASKED = {"hand": "11C 9T", "players": 3, "round": 2, "hand_pot": 6, "sabacc_pot": 9}


def resolved(given: dict[str, Any]) -> dict[str, Any]:
    return {**load_options(folder(find("pure-sabacc"))).resolve(), **given}


@pytest.mark.parametrize(
    "given",
    [{}, {"variant2": True, "ace_negative": True}, {"variant2": True}, {"idiot_suit": "any", "array": "loose"},
     {"ace": "15", "zero": "plain"}],
    ids=str,
)  # fmt: skip
def test_categories_are_those_of_every_hand_of_two_and_three(given: dict[str, Any]) -> None:
    rules = resolved(given)
    for n in (2, 3) if not given else (2,):
        counted = dict.fromkeys(CATEGORIES, 0)
        for hand in combinations(range(76), n):
            counted[rank(hand, (), rules).name] += 1
        found = dict.fromkeys(CATEGORIES, 0)
        for (category, _), ways in _count(n, rules).items():
            found[CATEGORIES[category]] += ways
        assert found == counted


def test_categories_of_three_under_house_rules_are_those_of_a_sample_of_suits() -> None:
    rules = resolved({"variant2": True, "ace_negative": True})
    found = dict.fromkeys(CATEGORIES, 0)
    for (category, _), ways in _count(3, rules).items():
        found[CATEGORIES[category]] += ways
    # 2 Idiots with 4 aces and 2 Evil Ones, or with two of 4 aces; 2 Idiots with 4 twos and 4 threes.
    assert (found["best pure sabacc"], found["array"]) == (2 * 4 * 2 + 2 * 6, 2 * 4 * 4)


def test_counts_of_the_reference() -> None:
    session = games.load("pure-sabacc")
    rows = session.odds("categories").document["rows"]
    by = {(row["cards"], row["category"], row["total"]): row["count"] for row in rows}
    assert by[2, "full suit", "+23"] + by[2, "pure sabacc", "+23"] + by[2, "pure sabacc", "-23"] == 68
    assert by[3, "array", ""] == 32
    assert sum(count for key, count in by.items() if key[0] == 3) == 70_300


def test_who_wins_and_why() -> None:
    document = games.load("pure-sabacc").count(hand=["11C 12F", "11S 12S", "10C 15C"]).document
    assert [row["category"] for row in document["rows"]] == ["pure sabacc", "full suit", "plain"]
    assert [row["wins"] for row in document["rows"]] == [False, True, False]
    assert document["decided_by"] == "category"


@pytest.mark.parametrize(
    ("question", "changed", "said"),
    [
        ("draw", {"field": "9T"}, "9T"),
        ("draw", {"hand": "0 0 0"}, "0"),
        ("draw", {"hand": "16C 9T"}, "16C"),
        ("draw", {"players": 9}, "8"),
        ("draw", {"round": 0}, "round"),
        ("draw", {"credits": "-5,3,3"}, "-5"),
        ("draw", {"seat": 4}, "seat"),
        ("bet", {"to_call": 1, "raises": 4}, "raises"),
        ("bet", {"to_call": 0, "raises": 0, "called": True}, "called"),
    ],
)
def test_bad_input_is_named(question: str, changed: dict[str, Any], said: str) -> None:
    with pytest.raises(InputError, match=said):
        getattr(games.load("pure-sabacc"), question)(**{**ASKED, **changed}, samples=64)


@pytest.mark.skipif(not os.environ.get("ANALYZER_FULL"), reason="the kernels of advice take a minute to compile")
def test_a_hand_is_not_thrown_away_for_nothing() -> None:
    session = games.load("pure-sabacc")
    draw = session.draw(hand="11C 12C", players=2, round=3, hand_pot=6, sabacc_pot=20, samples=512).document
    assert draw["options"][0]["action"] == ["stand"]
    bet = session.bet(hand="11C 12C", players=2, round=5, hand_pot=6, sabacc_pot=20, to_call=0, raises=0, samples=512)
    ranked = [option["action"] for option in bet.document["options"]]
    assert len(ranked) == 6
    assert ranked.index(["fold"]) > ranked.index(["check"])
    # Folding pays its fee and nothing else.
    folded = next(option for option in bet.document["options"] if option["action"] == ["fold"])
    assert folded["low"] == folded["value"] == folded["high"] == -1
