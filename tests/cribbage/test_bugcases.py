"""Every row of a list of what programs of cribbage are known to get wrong."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from analyzer.core.decks import PLAYING_52
from analyzer.games.cribbage import rules as cr
from analyzer.games.cribbage.kernels.counting import show_points
from analyzer.games.cribbage.kernels.deal import HAND_FLUSH

RULES = {"crib_flush": "five", "target": 121, "stakes": "single"}
with (Path(__file__).parent / "bugcases.csv").open(encoding="utf-8", newline="") as _file:
    ROWS = list(csv.DictReader(_file))
COUNTED = [row for row in ROWS if row["kind"].startswith("show_")]
PEGGED = [row for row in ROWS if row["kind"] == "peg_last_card"]
TOLD = {row["cards_or_situation"]: row for row in ROWS if row["kind"] == "rule"}


def cards(text):
    return [PLAYING_52.names.index(word) for word in text.split()]


def test_every_row_is_looked_at():
    assert len(ROWS) == len(COUNTED) + len(PEGGED) + len(TOLD) == 26


@pytest.mark.parametrize("row", COUNTED, ids=lambda row: row["id"])
def test_a_show(row):
    hand, (starter,), crib = cards(row["cards_or_situation"]), cards(row["starter_or_context"]), "crib" in row["kind"]
    assert cr.show_points(hand, starter, RULES, crib=crib) == int(row["right_value"])
    assert show_points(*hand, starter, 0 if crib else HAND_FLUSH) == int(row["right_value"])


@pytest.mark.parametrize("row", PEGGED, ids=lambda row: row["id"])
def test_what_the_last_card_pegs(row):
    lap = cards(row["cards_or_situation"])
    assert sum(map(cr.pips, lap)) == int(row["starter_or_context"].removeprefix("count "))
    assert sum(points for _, points in cr.score_play(lap)) == int(row["right_value"])


def test_heels():
    assert int(TOLD["starter is a jack"]["right_value"]) == sum(event.points for event in cr.heels(cards("JD")[0]))


def pegged(*hands):
    """Return the events of a play in which each seat lays its cards in the order given, a GO where none fits."""
    order = {seat: cards(hand) for seat, hand in enumerate(hands)}

    def choose(view):
        return next(card for card in order[view.seat] if card in view.legal)

    return [(event.seat, event.name, event.points) for event in cr.play_pegging([*order.values()], choose)[1]]


def test_a_31_with_the_last_card_is_2_and_a_last_card_1():
    row = TOLD["31 reached with the last card of the hand"]
    # The pone lays T J, the dealer A and then the last T: 10, 11, 21, 31.
    events = pegged("AC TC", "TD JD")
    ends = [event for event in events if event[1] in ("thirty_one", "go")]
    assert ends == [(0, "thirty_one", int(row["right_value"]))]


def test_one_for_the_go():
    row = TOLD["opponent says go at 26, I hold a 4 and a 2 and play 4 then nothing fits"]
    # 10, 16, 26: the pone holds a king and says go; the dealer's 4 makes 30, and the 2 no longer fits.
    events = pegged("6C 4C 2C", "TD QD KD")
    assert events[0] == (0, "go", int(row["right_value"]))


def test_no_card_may_pass_31():
    assert cr.legal_cards(cards("7C 8D 9H"), 25) == ()
    assert TOLD["count 25, hand 7 8 9"]["right_value"] == "go"


def test_no_pair_over_a_restart():
    row = TOLD["count reset after 31: last card K, next lead K"]
    # 10, 20, 21, 31 with the dealer's king; the pone leads another.
    events = pegged("JC KC", "TD AD KD")
    assert "pair" not in [name for _, name, _ in events]
    assert int(row["right_value"]) == 0


def test_the_pone_counts_first():
    row = TOLD["pone 118, dealer 110 at the show; pone hand 6, dealer hand 8, crib 5"]
    shows = [cr.Event(1, "hand", 6), cr.Event(0, "hand", 8), cr.Event(0, "crib", 5)]
    scores, winner = cr.win_check([110, 118], shows, RULES)
    assert (winner, f"{scores[1]}-{scores[0]}") == (1, row["right_value"])


def test_90_is_a_skunk():
    assert "loser at 90 when winner reaches 121" in TOLD
    assert [cr.skunk_level(90, RULES), cr.skunk_level(91, RULES)] == [1, 0]
