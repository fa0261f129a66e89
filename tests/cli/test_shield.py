"""Values that begin with a minus sign are values, without any trick."""

from __future__ import annotations

import json

import pytest

from analyzer.report.answer import Answer

BASE = ("smugglers-hold", "count", "--path", "3C", "--suit", "C", "--json")
MINUS = "\N{MINUS SIGN}"


def inputs(told) -> dict[str, object]:
    assert told.code == 0, told.err
    return json.loads(told.out)["inputs"]


@pytest.mark.parametrize("hand", ["-3F +5C 10S 0", "-3F", f"{MINUS}3F {MINUS}10C", "-3f,-10c", "-3square"])
@pytest.mark.parametrize("joined", [False, True])
def test_a_hand_may_begin_with_a_minus_sign(run, hand, joined):
    words = [f"--hand={hand}"] if joined else ["--hand", hand]
    assert inputs(run(*BASE, *words, "--target", "0"))["hand"][0] == "-3F"


@pytest.mark.parametrize("words", [("--target", "-5"), ("--target=-5",), ("--target", f"{MINUS}5")])
def test_a_target_may_be_negative(run, words):
    assert inputs(run(*BASE, "--hand", "2C", *words))["target"] == -5


@pytest.mark.parametrize("cards", [["-3F +5C 10S 0 -10C 2F"], ["-3F", "+5C", "10S", "0", "-10C", "2F"]])
@pytest.mark.parametrize("first", [True, False])
def test_the_six_cards_may_begin_with_a_minus_sign_and_need_no_quotes(run, monkeypatch, cards, first):
    asked = []

    def ask(session, question, values, settings):
        asked.append((question, values))
        return Answer({"schema": 1, "rows": [{"name": "asked", "value": 1}]})

    monkeypatch.setattr("analyzer.ask.session.Session.ask", ask)
    told = run("hold", *([*cards, "--dealer"] if first else ["--dealer", *cards]))
    assert told.code == 0, told.err
    [(question, values)] = asked
    assert question == "discard"
    assert " ".join(values["cards"]) == "-3F +5C 10S 0 -10C 2F"
    assert values["dealer"] is True
