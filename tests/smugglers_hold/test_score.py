"""Throws ranked by the chance to win: the end of the game deal by deal, and what the answer says of itself."""

from __future__ import annotations

import random

import numpy as np
import pytest

from analyzer import games
from analyzer.core.errors import InputError
from analyzer.games.smugglers_hold import rules as rulebook
from analyzer.games.smugglers_hold.kernels.advice import WIN_UNIT, win_chance
from analyzer.games.smugglers_hold.kernels.book import make_book
from analyzer.games.smugglers_hold.kernels.deal import ENDING, HOLD, SPOILS, TALLIES, TRACE, whole_deal
from analyzer.games.smugglers_hold.kernels.open import DEAL_SIZE
from analyzer.games.smugglers_hold.kernels.throws import FIRST
from analyzer.games.smugglers_hold.race import afterwards

SESSION = games.load("smugglers-hold")
HAND = "+5C -5F 0 10S -3C 2F"


@pytest.mark.parametrize("finish", [False, True])
def test_the_chance_to_win_is_that_of_the_rules(finish):
    rules = SESSION.house_rules | {"finish_hand": finish}
    book, (chance, _) = make_book(rules), afterwards(rules)
    draw, state = random.Random(8), np.ones(4, dtype=np.uint64)
    memory, tally = np.zeros(DEAL_SIZE, dtype=np.int64), np.zeros((2, TALLIES), dtype=np.int64)
    trace, ending = np.zeros(TRACE, dtype=np.int64), np.zeros(ENDING, dtype=np.int64)
    decided = 0
    for _ in range(150):
        deal = rulebook.Deal(tuple(draw.sample(range(62), 13)), draw.choice((0, 5, -10)), draw.randrange(3), 1)
        order = np.array(deal.order)
        dice = (deal.number, deal.suit, deal.coin)
        taker = whole_deal(order, *dice, FIRST, FIRST, book, state, memory, tally, trace, ending)
        record = rulebook.play_deal(
            deal, rules, lambda _, six: rulebook.throws(six)[0], lambda view: min(view.legal)
        )
        seat, me, them = draw.randrange(2), draw.randrange(80, 121), draw.randrange(80, 121)
        faces = np.zeros((2, 3), dtype=np.int64)
        faces[:, deal.suit] = tally[:, HOLD] + tally[:, SPOILS]
        found = win_chance(
            seat, me, them, tally, faces, taker << deal.suit, deal.suit, trace, book, chance, np.zeros(2, np.int64)
        )
        by_seat = (me, them) if seat == rulebook.DEALER else (them, me)
        after, winner = rulebook.win_check(by_seat, record.events, rules)
        mine, theirs = after[seat], after[1 - seat]
        if winner is not None:
            decided += 1
            expected = float(winner == seat)
        else:
            expected = chance[mine, theirs] if seat == rulebook.PONE else 1 - chance[theirs, mine]
        assert found / WIN_UNIT == pytest.approx(expected, abs=1 / WIN_UNIT)
    assert 20 < decided < 150


def test_an_answer_at_a_score_tells_chances_and_points():
    document = SESSION.discard(HAND, dealer=True, score="80-95", samples=2000).document
    assert document["unit"] == "win probability"
    assert any("for points" in sentence for sentence in document["assumptions"])
    plain = SESSION.discard(HAND, dealer=True, samples=2000).document["options"]
    points = {tuple(option["action"]): option["value"] for option in plain if option["deals"] == 2000}
    for option in document["options"]:
        assert 0 <= option["low"] <= option["value"] <= option["high"] <= 1
        assert (option["win"], option["win_low"], option["win_high"]) == (
            option["value"], option["low"], option["high"],
        )
        assert option["points"] == pytest.approx(sum(option["parts"].values()))
        if option["deals"] == 2000 and tuple(option["action"]) in points:
            assert option["points"] == pytest.approx(points[tuple(option["action"])])


def test_a_won_position_is_won_and_a_lost_one_lost():
    for score, low, high in (("120-0", 0.9, 1.0), ("0-120", 0.0, 0.1)):
        best = SESSION.discard(HAND, pone=True, score=score, samples=600).document["options"][0]
        assert low <= best["value"] <= high


def test_no_chance_is_certain_and_none_leaves_its_range():
    """A throw that won none of its deals may still win one; a dropped one's estimate may not pass 0."""
    for hand, seat, score in ((HAND, "pone", "0-120"), ("-9F +4F +8F -6S 0 +10F", "pone", "90-118")):
        for option in SESSION.discard(hand, **{seat: True}, score=score, samples=600).document["options"]:
            assert 0 <= option["low"] <= option["value"] <= option["high"] <= 1
            assert option["low"] < option["high"]
            assert str(option["value"]) != "-0.0"


def test_a_game_that_is_over_has_no_throw():
    with pytest.raises(InputError, match="--score: 121 cannot be"):
        SESSION.discard(HAND, dealer=True, score="121-3")


def test_other_rules_are_owned_up_to():
    other = games.load("smugglers-hold", {"stuck": "restart"})
    told = other.discard(HAND, dealer=True, score="80-95", samples=600).document["assumptions"]
    assert any("chances after this deal" in sentence and "stuck" in sentence for sentence in told)
