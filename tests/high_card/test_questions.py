"""What high card shows of answers that are finished: exact advice against a model, and hands compared."""

from __future__ import annotations

import pytest

from analyzer import games
from analyzer.core.errors import InputError
from analyzer.games.high_card.rules import win_chance

SESSION = games.load("high-card")
MODEL = "exact given the opponent model"


@pytest.mark.parametrize("opponent", ["seven", "random"])
def test_exact_advice_names_its_model_and_repeats_it(opponent: str) -> None:
    answer = SESSION.reckon("3", opponent=opponent)
    document = answer.document
    assert (document["method"], document["opponent"], document["me"]) == (MODEL, opponent, "seven")
    assert document["command"] == f"analyzer high-card reckon 3 --me seven --opponent {opponent}"
    for option in document["options"]:
        won = float(win_chance(2, option["action"][0], opponent, SESSION.house_rules))
        assert option["value"] == pytest.approx(2 * won - 1)
        assert option["win"] == option["chances"]["wins"]["p"] == pytest.approx(won)
    (cost,) = document["policy_costs"]
    assert (cost["policy"], cost["action"], cost["cost"]) == ("seven", ["swap"], 0)
    assert "policy costs" in answer.render()


def test_exact_and_sampled_advice_agree() -> None:
    exact = {tuple(option["action"]): option for option in SESSION.reckon("7").document["options"]}
    sampled = SESSION.swap("7", samples=20_000).document
    for option in sampled["options"]:
        assert option["low"] <= exact[tuple(option["action"])]["value"] <= option["high"]
    assert [cost["policy"] for cost in sampled["policy_costs"]] == ["seven"]


def test_several_hands_say_who_wins() -> None:
    answer = SESSION.count(["7", "3", "12"])
    assert [(row["cards"], row["total"], row["wins"]) for row in answer.document["rows"]] == [
        (["7"], 7, False), (["3"], 3, False), (["12"], 12, True),
    ]  # fmt: skip
    assert answer.document["decided_by"] == "the higher card"
    assert answer.document["command"] == "analyzer high-card count --hand 7 --hand 3 --hand 12"
    assert answer.render("csv").splitlines()[1] == "7,7,high card,false"
    assert all("Decided by the higher card." in answer.render(form) for form in ("table", "md", "html"))
    assert len(answer.to_frame()) == 3
    with pytest.raises(InputError, match="named in two places"):
        SESSION.count(["7", "7"])
