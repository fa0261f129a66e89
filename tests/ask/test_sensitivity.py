"""Advice asked again under each value of an assumption."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from analyzer import games
from analyzer.ask.sampling import Sampled
from analyzer.ask.sensitivity import MOST_DEALS, sensitivity
from analyzer.ask.settings import Settings
from analyzer.games.contract import Request
from analyzer.games.high_card import GAME, questions
from analyzer.games.options import load_options

SPEC = load_options(games.folder(GAME)).specs["swap_from"]


def request() -> Request:
    return Request(GAME, "swap", {"card": 7}, {"swap_from": "rest"}, me="seven", opponent="seven")


def rows(samples: int) -> list[dict[str, Any]]:
    spec = replace(SPEC, sensitivity=("rest", "pile"))
    return sensitivity([spec], request(), questions.swap, {"card": "8"}, Settings(), samples)


def test_each_value_has_the_row_that_asking_under_it_gives() -> None:
    for row in rows(5000):
        session = games.load("high-card", {"swap_from": row["value"]})
        asked = session.swap("8", me="seven", opponent="seven", samples=5000)
        best, second = asked.document["options"]
        assert row["best_action"] == best["action"]
        assert row["gap"] == pytest.approx(second["gap"])
        assert (row["low"], row["high"]) == pytest.approx((second["gap_low"], second["gap_high"]))


def test_no_value_costs_more_than_its_share(monkeypatch: pytest.MonkeyPatch) -> None:
    budgets = []

    def run(*given: Any) -> Sampled:
        budgets.append(given[3].samples)
        raise KeyboardInterrupt

    monkeypatch.setattr("analyzer.ask.sensitivity.run", run)
    with pytest.raises(KeyboardInterrupt):
        rows(10**9)
    assert budgets == [MOST_DEALS]


def test_an_option_without_values_is_not_asked_about() -> None:
    assert sensitivity([SPEC], request(), questions.swap, {"card": "8"}, Settings(), 100) == []
