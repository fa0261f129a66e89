"""`count` and `cuts`, as they are asked."""

from __future__ import annotations

from itertools import pairwise

import pytest

from analyzer import games
from analyzer.core.errors import InputError

CRIBBAGE = games.load("cribbage")


def test_count_announces_as_players_do():
    document = CRIBBAGE.count("4C 4D 5H 5S", "6C").document
    assert document["total"] == 24
    assert [row["name"] for row in document["rows"]] == ["fifteen"] * 4 + ["double double run"]
    assert document["rows"][-1] == {"name": "double double run", "cards": ["4C", "4D", "5H", "5S", "6C"], "points": 16}


def test_a_crib_is_counted_as_one():
    hand = {"hand": "2H 4H 8H KH", "starter": "5C"}
    four = games.load("cribbage", rules={"crib_flush": "four"})
    assert [CRIBBAGE.count(**hand).document["total"], CRIBBAGE.count(**hand, crib=True).document["total"]] == [8, 4]
    assert four.count(**hand, crib=True).document["total"] == 8
    command = CRIBBAGE.count(**hand, crib=True).document["command"]
    assert command == 'analyzer cribbage count --hand "2H 4H 8H KH" --starter 5C --crib'
    assert "--crib" not in CRIBBAGE.count(**hand, crib=False).document["command"]


def test_cuts_lists_every_starter_once_with_the_chance_of_as_much_or_more():
    document = CRIBBAGE.cuts("6C 7D 8H JS", thrown="2C KD").document
    rows = document["rows"]
    starters = [card for row in rows for card in row["starters"]]
    assert len(starters) == len(set(starters)) == 46
    assert not {"6C", "7D", "8H", "JS", "2C", "KD"} & set(starters)
    # By hand: 6-7-8 and 7+8 are 5. The 7S and 8S make a double run of 6-7-8 (8), 7+8 twice (4) and nobs.
    assert [row["points"] for row in rows] == list(range(13, 4, -1))
    assert rows[0]["starters"] == ["7S", "8S"]
    by_card = {card: row["points"] for row in rows for card in row["starters"]}
    # 6-7-8-9, 7+8, 6+9; with a spade nobs. A king gives 5, the one of spades 6. Ace: 6+8+A is a second fifteen.
    assert [by_card[card] for card in ("9C", "9S", "KC", "KS", "AC", "AS")] == [8, 9, 5, 6, 7, 8]
    for above, row in pairwise(rows):
        assert row["count"] == above["count"] + len(row["starters"])
        assert row["of"] == 46
    assert rows[-1]["p"] == 1
    assert document["means"]["mean_points"] == pytest.approx(sum(by_card.values()) / 46)


def test_cuts_names_levels_that_no_starter_gives():
    # By hand: 28 with a ten-card and with the jack of spades in hand as nobs at most 29 with the 5S.
    rows = CRIBBAGE.cuts("5C 5D 5H JS").document["rows"]
    assert [rows[0][name] for name in ("points", "starters", "count")] == [29, ["5S"], 1]
    assert [(row["points"], row["starters"]) for row in rows if row["points"] in (28, 24)] == [(28, []), (24, [])]
    assert len([card for row in rows for card in row["starters"]]) == 48


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"hand": "4C 4D 5H 5S", "starter": "5S"}, "--starter: '5S' is named in two places"),
        ({"hand": "4C 4D 5H", "starter": "5S"}, "--hand: 4 cards were expected and 3 given"),
        ({"hand": "4C 4D 5H 5X", "starter": "5S"}, "--hand, card 4: '5X' is no card of this deck"),
        ({"hand": "4C 4D 5H 6S", "starter": "5S", "crib": "maybe"}, "--crib: 'maybe' cannot be: expected yes or no"),
    ],
)
def test_bad_input_is_named(given, message):
    with pytest.raises(InputError) as caught:
        CRIBBAGE.count(**given)
    assert message in str(caught.value)
