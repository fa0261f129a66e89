"""The exact values of high card: golden cases, and a closed form that shares no code with the rules."""

from __future__ import annotations

import tomllib
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import analyzer.games.high_card as high_card
from analyzer.games.high_card.rules import match_chance, win_chance

GOLDEN = tomllib.loads((Path(high_card.__file__).parent / "golden.toml").read_text())["case"]
REST, PILE = {"swap_from": "rest"}, {"swap_from": "pile"}


@pytest.mark.parametrize("case", GOLDEN, ids=lambda case: case["id"])
def test_golden(case: dict[str, Any]) -> None:
    card = high_card.THIRTEEN.names.index(case["card"])
    rules = REST | case.get("rules", {})
    assert win_chance(card, case["action"], case["opponent"], rules) == Fraction(case["win"])


def lower(card: int, without: int) -> int:
    return card - (without < card)


@pytest.mark.parametrize("card", range(13))
def test_keeping_has_a_closed_form(card: int) -> None:
    others = [other for other in range(13) if other != card]
    kept = sum(other < card for other in others if other >= 6)
    swapped = sum(Fraction(lower(card, other), 11) for other in others if other < 6)
    assert win_chance(card, "keep", "seven", REST) == (kept + swapped) / 12
    # Against a coin the opponent's last card is uniform over the other twelve, swapped or not.
    assert win_chance(card, "keep", "random", REST) == Fraction(card, 12)


def test_equal_policies_are_even_when_nothing_comes_back() -> None:
    assert match_chance("random", "random", REST) == Fraction(1, 2)
    assert match_chance("seven", "random", REST) == 1 - match_chance("random", "seven", REST) == Fraction(33, 52)
    assert match_chance("seven", "random", PILE) > Fraction(1, 2)
