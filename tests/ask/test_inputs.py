"""Inputs are checked against what is declared, and refused in one line that names the fault and the fix."""

from __future__ import annotations

import math
from typing import Any

import pytest

from analyzer import games
from analyzer.ask.inputs import (
    chosen_seats,
    find_policy,
    find_question,
    named_seat,
    parse_inputs,
    show_inputs,
    words_of_inputs,
)
from analyzer.ask.session import BUILTIN
from analyzer.core.decks import SABACC_62
from analyzer.core.errors import InputError
from analyzer.games.contract import Game, Input
from analyzer.games.inputs import CardKind, Cards, Integer, SuitKind

HAND = Input("hand", Cards(SABACC_62, (1, 4)), "the picks", positional=True)
PATH = Input("path_card", CardKind(SABACC_62), "the path card")
TARGET = Input("target", Integer(allowed=(-5, 0, 5)), "the number die", required=False, default=5)
SUIT = Input("suit", SuitKind(SABACC_62), "the suit die", required=False)
INPUTS = (HAND, PATH, TARGET, SUIT)
OTHERS = Input("other", Cards(SABACC_62, (1, 4)), "another hand", required=False, repeat=True)


def refused(inputs: tuple[Input, ...], given: dict[str, Any], further: tuple[str, ...] = ()) -> str:
    with pytest.raises(InputError) as error:
        parse_inputs(inputs, given, further)
    told = str(error.value)
    assert told.isprintable()
    assert len(told) < 300
    return told


@pytest.mark.parametrize("hand", ["+7C -3F", "7c,-3f", ["+7C", "-3F"], ("7C", "-3F")])
@pytest.mark.parametrize("target", ["-5", -5, " -5 "])
def test_lists_and_numbers_stand_for_text(hand: Any, target: Any) -> None:
    parsed = parse_inputs(INPUTS, {"hand": hand, "path_card": "9S", "target": target})
    assert show_inputs(INPUTS, parsed) == {"hand": ["+7C", "-3F"], "path_card": "+9S", "target": -5}
    assert words_of_inputs(INPUTS, parsed) == ["+7C -3F", "--path-card", "+9S", "--target", "-5"]


def test_a_default_needs_no_words() -> None:
    parsed = parse_inputs(INPUTS, {"hand": "7C", "path_card": "9S"})
    assert words_of_inputs(INPUTS, parsed) == ["+7C", "--path-card", "+9S"]


def test_what_is_missing_is_named_as_it_is_written() -> None:
    assert refused(INPUTS, {"path_card": "9S"}) == "HAND is missing: the picks, as CARDS"
    assert refused(INPUTS, {"hand": "7C", "path_card": None}) == "--path-card is missing: the path card, as CARD"


@pytest.mark.parametrize(
    ("name", "hint"),
    [("hnad", "mean hand?"), ("sut", "mean suit?"), ("sampels", "mean samples?"), ("xyzzy", "expected")],
)
def test_an_unknown_name_gets_a_near_one(name: str, hint: str) -> None:
    told = refused(INPUTS, {"hand": "7C", "path_card": "9S", name: "1"}, ("samples", "dealer"))
    assert f"'{name}' is unknown" in told
    assert hint in told


ODD = [True, 1.5, math.nan, math.inf, b"7C", {}, {"a": 1}, {7}, object(), 10**30, 10**5000, "x" * 10**5, "\x1b[31m"]


@pytest.mark.parametrize("value", ODD, ids=lambda value: ascii(type(value).__name__))
@pytest.mark.parametrize("name", ["hand", "path_card", "target", "suit"])
def test_a_wrong_type_is_refused(name: str, value: Any) -> None:
    told = refused(INPUTS, {"hand": "7C", "path_card": "9S", name: value})
    assert "HAND" in told or f"--{name.replace('_', '-')}" in told


@pytest.mark.parametrize("value", [[["7C"]], [True], [None], [math.nan]])
def test_a_list_of_anything_but_cards_is_refused(value: Any) -> None:
    assert "no card" in refused(INPUTS, {"hand": value, "path_card": "9S"})


def test_a_card_stands_in_one_place() -> None:
    told = refused(INPUTS, {"hand": "7C 9S", "path_card": "9S"})
    assert told == "--path-card: '+9S' is named in two places, and the deck holds no other"
    backwards = refused((PATH, HAND), {"hand": "7C 9S", "path_card": "9S"})
    assert backwards.startswith("HAND: '+9S'")


def test_the_two_sylops_are_two_cards() -> None:
    parsed = parse_inputs(INPUTS, {"hand": "0", "path_card": "0"})
    assert {*parsed["hand"], parsed["path_card"]} == set(SABACC_62.copies("0"))
    assert "'0' is named more than 2 times in all" in refused(INPUTS, {"hand": "0 0", "path_card": "0"})


def test_several_hands_share_the_deck() -> None:
    inputs = (HAND, OTHERS)
    parsed = parse_inputs(inputs, {"hand": "0", "other": ["0 7C", ["8C"]]})
    assert {*parsed["hand"], parsed["other"][0][0]} == set(SABACC_62.copies("0"))
    assert words_of_inputs(inputs, parsed) == ["0", "--other", "0 +7C", "--other", "+8C"]
    assert parse_inputs(inputs, {"hand": "0", "other": "7C"})["other"] == (SABACC_62.copies("+7C")[:1],)
    assert refused(inputs, {"hand": "7C", "other": ["8C", "7C"]}).startswith("--other: '+7C' is named in two places")
    assert "no card" in refused(inputs, {"hand": "7C", "other": 5})


# ------------------------------------------------------------------------------------------------------ seats


def test_without_a_flag_every_seat_is_answered(seated: Game) -> None:
    assert chosen_seats(seated.questions[0], {"card": "7"}) == ({"card": "7"}, [0, 1])
    assert chosen_seats(seated.questions[0], {"card": "7", "first": False, "second": True}) == ({"card": "7"}, [1])


def test_two_seats_contradict_each_other(seated: Game) -> None:
    with pytest.raises(InputError, match=r"--first and --second contradict .* both are answered"):
        chosen_seats(seated.questions[0], {"first": True, "second": True})


@pytest.mark.parametrize("value", ["yes", "", 1, 0, [], math.nan, object()])
def test_a_seat_is_a_flag(value: Any) -> None:
    with pytest.raises(InputError, match=r"--first: .* expected True or False"):
        named_seat(("first", "second"), {"first": value})


# --------------------------------------------------------------------------------------- questions and policies

SH = games.find("smugglers-hold")


@pytest.mark.parametrize("option", ["me", "opponent"])
def test_no_policy_is_offered_that_cannot_be_chosen(option: str) -> None:
    with pytest.raises(InputError) as error:
        find_policy(SH, "opne", option)
    offered = "default, random, greedy, lookahead, search"
    assert str(error.value).endswith(f"--{option}: 'opne' is no policy: expected {offered}")
    with pytest.raises(InputError, match=f"--{option}: open sees .* choose lookahead"):
        find_policy(SH, "open", option)


def test_a_simulation_may_use_the_open_policy() -> None:
    assert find_policy(SH, "open", "policy", advises=False) == "open"
    with pytest.raises(InputError, match="lookahead, search, open; did you mean open"):
        find_policy(SH, "opne", "policy", advises=False)


def test_the_hidden_policy_is_there_for_tests() -> None:
    assert find_policy(SH, "first", "opponent") == "first"


@pytest.mark.parametrize("name", [None, "default"])
def test_the_default_policy_is_the_strongest_that_may_advise(name: str | None) -> None:
    assert find_policy(SH, name, "me") == "lookahead"


def test_an_unknown_question_gets_a_near_one() -> None:
    assert find_question(SH, "simulate", BUILTIN) is None
    with pytest.raises(InputError, match=r"question 'spoil' is unknown to smugglers-hold: .* did you mean spoils"):
        find_question(SH, "spoil", BUILTIN)
