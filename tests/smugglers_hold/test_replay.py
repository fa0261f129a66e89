"""One given deal, followed by hand and by event."""

from __future__ import annotations

import random

import pytest

from analyzer import games
from analyzer.core.decks import SABACC_62
from analyzer.core.errors import InputError

SESSION = games.load("smugglers-hold")
DEAL = {"order": "-3F +5C 10S 0 -10C 2F +1C +2C +3C 0 -5S -6F -7C", "number": 5, "suit": "C", "coin": "dealer"}


def told(seat, event, cards="", total=None, points=0):
    return {"seat": seat, "event": event, "cards": cards.split(), "total": total, "points": points}


def test_a_deal_of_first_legal_cards_is_told_as_worked_by_hand():
    """Both throw their two lowest. Of -3F 0 +1C +2C all four are a run by size, and the last three a flush of coins."""
    events = SESSION.simulate("first,first", deal=DEAL).document["events"]
    assert events[:6] == [
        told("pone", "dealt", "-10C -5S -3F +1C +3C +10S"),
        told("dealer", "dealt", "-6F 0 0 +2C +2F +5C"),
        told("pone", "throws", "-10C -5S"),
        told("dealer", "throws", "-6F 0"),
        told("pone", "flip", "-7C", -7),
        told("pone", "lays", "-3F", -10),
    ]
    assert events[6:11] == [
        told("dealer", "lays", "0", -10),
        told("pone", "lays", "+1C", -9),
        told("dealer", "lays", "+2C", -7),
        told("dealer", "run", points=4),
        told("dealer", "flush", points=3),
    ]


def test_what_is_told_adds_up_to_the_metrics():
    draw = random.Random(4)
    for number in (-10, 0, 5):
        for policies in ("random,greedy", "lookahead,random", "open,first"):
            order = " ".join(SABACC_62.words(draw.sample(range(62), 13)))
            deal = {"order": order, "number": number, "suit": "F", "coin": "pone"}
            document = SESSION.simulate(policies, deal=deal).document
            for seat in ("dealer", "pone"):
                points = sum(event["points"] for event in document["events"] if event["seat"] == seat)
                (metric,) = (
                    row["mean"] for row in document["rows"] if (row["seat"], row["metric"]) == (seat, "points")
                )
                assert points == metric
            laid = [card for event in document["events"] if event["event"] == "lays" for card in event["cards"]]
            assert len(laid) <= 8


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"order": "-3F +5C"}, "2 cards were given: expected 13 or more"),
        ({"order": DEAL["order"] + " -3F"}, "'-3F' is named once too often"),
        ({"number": 7}, "deal, number: '7' cannot be"),
        ({"suit": "X"}, "deal, suit: 'X' cannot be"),
        ({"coin": "left"}, "deal, coin: 'left' cannot be: expected one of dealer, pone"),
        ({"dice": 5}, "deal: 'dice' is unknown"),
    ],
)
def test_a_deal_that_cannot_be_is_refused(change, said):
    with pytest.raises(InputError, match=said):
        SESSION.simulate("first", deal=DEAL | change)


def test_a_missing_member_is_named():
    with pytest.raises(InputError, match="deal: coin is missing"):
        SESSION.simulate("first", deal={name: value for name, value in DEAL.items() if name != "coin"})
