"""The race: the shipped table, games really played, and what the score changes in a throw."""

from __future__ import annotations

import os

import numpy as np
import pytest

from analyzer import games
from analyzer.core.errors import InputError
from analyzer.core.resources import data_path
from analyzer.games.cribbage import race

CRIBBAGE = games.load("cribbage")
RULES = {"crib_flush": "five", "target": 121, "stakes": "single"}
FULL = bool(os.environ.get("ANALYZER_FULL"))
GAMES, DEALS = (100_000, 1_000_000) if FULL else (4_000, 40_000)


@pytest.mark.parametrize(("score", "dealer"), [
    pytest.param(score, dealer, id=f"{score[0]}-{score[1]}-{'dealer' if dealer else 'pone'}")
    for score in ((0, 0), (60, 60), (100, 90), (118, 118))
    for dealer in (True, False)
])
def test_random_players_win_as_often_as_the_race_says(score, dealer):
    from analyzer.games.cribbage.kernels import match
    from analyzer.games.cribbage.kernels.book import blank_book
    from analyzer.games.cribbage.kernels.throws import RANDOM
    from analyzer.solvers.race import estimate

    batch = race.player(RULES, "random")
    each = DEALS // 20
    chance, error = estimate([(*batch(i, each), each) for i in range(20)])
    me, them = score
    # The first of a table is the one who deals.
    own, other = (me, them) if dealer else (them, me)
    p, se = chance[121 - own, 121 - other], error[121 - own, 121 - other]
    rows = np.zeros((GAMES, match.GAME_COLUMNS), dtype=np.int32)
    start = np.array([own, other, 0])
    match.games_block(np.uint64(7), GAMES, 2, (RANDOM,) * 3, 1, start, blank_book(RULES), rows)
    won = (rows[:, match.WON] > 0).mean()
    assert abs(won - p) < 4.5 * np.hypot(se, (p * (1 - p) / GAMES) ** 0.5)


def test_the_shipped_race_is_a_race():
    document = CRIBBAGE.race(policy="tables").document
    rows = document["rows"]
    assert len(rows) >= 121 * 121
    one = CRIBBAGE.race(score="0-0", policy="tables", dealer=True).document["rows"][0]
    # Published: 0.555 to 0.56 between equals.
    assert 0.55 < one["p"] < 0.57
    assert 0 < one["se"] < 0.002
    table = race.shipped(RULES, "tables")
    assert table is not None
    assert all(above <= below + 0.01 for above, below in zip(table.chance[0][1:], table.chance[0], strict=False))
    assert data_path("cribbage", "race.json").stat().st_size < 1_000_000


def test_a_game_that_is_over_is_refused():
    with pytest.raises(InputError, match="--score: 121 cannot be: a game still on has scores from 0 to 120"):
        CRIBBAGE.race(score="121-60")


def test_the_score_can_change_the_throw():
    six = "2C 3D 5H 6S 7C TD"
    points = CRIBBAGE.discard(six, dealer=True).document["options"]
    assert points[0]["action"] == ["2C", "3D"]
    # Five short with the opponent thirteen short: the play and the hand must do it, and the crib comes too late.
    answer = CRIBBAGE.discard(six, dealer=True, score="116-108", samples=8192).document
    assert answer["unit"] == "win probability"
    first = answer["options"][0]
    assert (first["action"], first["win"]) == (["2C", "TD"], first["value"])
    assert set(first["parts"]) == {"hand", "crib", "pegging", "pegging_opponent", "hand_opponent", "heels"}
    (cost,) = [row for row in answer["policy_costs"] if row["policy"] == "points"]
    assert cost["action"] == ["2C", "3D"]


def test_at_a_score_far_from_the_end_parts_are_those_in_points():
    six = "5H 6H JD QS 2C 9D"
    points = {tuple(o["action"]): o["parts"] for o in CRIBBAGE.discard(six, dealer=True).document["options"]}
    won = CRIBBAGE.discard(six, dealer=True, score="0-0", samples=4096).document["options"]
    for option in won[:2]:
        there = points[tuple(option["action"])]
        # Spread of a hand about 2.2 and of a crib about 3.2 points, over 4,096 deals: 4.5 errors.
        assert option["parts"]["hand"] == pytest.approx(there["hand"], abs=0.17)
        assert option["parts"]["crib"] == pytest.approx(there["crib"], abs=0.25)
        net = option["parts"]["pegging"] + option["parts"]["pegging_opponent"]
        assert net == pytest.approx(there["pegging"], abs=0.45)
