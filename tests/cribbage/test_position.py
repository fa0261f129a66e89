"""A play read from what was laid: every position of a random deal is read back, and what cannot be is refused."""

from __future__ import annotations

import random

import pytest

from analyzer.core.decks import PLAYING_52
from analyzer.core.errors import InputError
from analyzer.core.notation import parse_cards, parse_laid
from analyzer.games.cribbage import rules as cr
from analyzer.games.cribbage.position import read_position

DEALER, PONE = 0, 1


def inputs(hand, history="", starter="KC", thrown=None):
    return {
        "hand": parse_cards(hand, PLAYING_52, "--hand"),
        "starter": parse_cards(starter, PLAYING_52, "--starter")[0],
        "history": parse_laid(history, PLAYING_52, "--history"),
        "thrown": None if thrown is None else parse_cards(thrown, PLAYING_52, "--thrown"),
    }


def in_progress(source):
    """Return a play of a random deal broken off where somebody is to move, and the starter."""
    order = source.sample(range(52), 9)
    pegging = cr.start_pegging([order[:4], order[4:8]])
    for _ in range(source.randrange(8)):
        pegging.lay(source.choice(pegging.legal()))
    return pegging, order[8]


def known_to_mover(pegging, starter, history):
    return {"hand": tuple(pegging.hands[pegging.turn]), "starter": starter, "history": history, "thrown": None}


def test_a_play_with_every_go_written_is_read_back():
    source = random.Random(1)
    gone = 0
    for _ in range(400):
        pegging, starter = in_progress(source)
        history = tuple(card for _, card in pegging.history)
        gone += None in history
        position = read_position(known_to_mover(pegging, starter, history), pegging.turn)
        assert position.history == tuple(pegging.history)
        assert (position.count, position.lap, position.legal) == (pegging.count, tuple(pegging.lap), pegging.legal())
        other = pegging.hands[1 - pegging.turn]
        assert position.held == len(other)
        assert set(other) <= set(position.fitting) <= set(position.unseen)
    assert gone > 100


def test_a_go_left_out_is_found_or_asked_for():
    source = random.Random(2)
    found = asked = 0
    for _ in range(400):
        pegging, starter = in_progress(source)
        cards = tuple(card for _, card in pegging.history if card is not None)
        if len(cards) == len(pegging.history):
            continue
        try:
            position = read_position(known_to_mover(pegging, starter, cards), pegging.turn)
        except InputError as error:
            asked += "GO" in str(error)
            continue
        # A play that needs no GO may have been laid the same way with one left out; the answer tells how it is read.
        assert position.history == tuple(pegging.history) or None not in [card for _, card in position.history]
        found += 1
    assert min(found, asked) > 30


def by_brute_force(pegging, starter):
    """Return every card that the opponent can hold, by replaying the play with each pair or card it may hold."""
    mover, held = pegging.turn, len(pegging.hands[1 - pegging.turn])
    own = [card for seat, card in pegging.history if seat == mover and card is not None] + pegging.hands[mover]
    shown = [card for seat, card in pegging.history if seat != mover and card is not None]
    unseen = [card for card in range(52) if card not in (*own, *shown, starter)]
    fitting = set()
    for hidden in [(card,) for card in unseen] if held == 1 else []:
        hands = {mover: own, 1 - mover: [*shown, *hidden]}
        again = cr.start_pegging([hands[0], hands[1]])
        try:
            for seat, card in pegging.history:
                if card is not None:
                    assert again.turn == seat
                    again.lay(card)
        except (AssertionError, ValueError):
            continue
        if again.history == pegging.history:
            fitting.update(hidden)
    return fitting


def test_cards_that_fit_are_those_with_which_the_history_replays():
    source = random.Random(3)
    told = 0
    for _ in range(300):
        pegging, starter = in_progress(source)
        if len(pegging.hands[1 - pegging.turn]) != 1:
            continue
        history = tuple(card for _, card in pegging.history)
        position = read_position(known_to_mover(pegging, starter, history), pegging.turn)
        assert set(position.fitting) == by_brute_force(pegging, starter)
        told += len(position.fitting) < len(position.unseen)
    assert told > 10


def test_one_go_stands_for_the_opponents_where_the_own_is_forced():
    # QC 10, 8D 18, JD 28, 2S 30: neither the 5 nor the queen fits, and the GO tells that the dealer could not go on.
    position = read_position(inputs("5H QS", "QC 8D JD 2S GO", "3C", "2D 9C"), PONE)
    assert position.told() == "pone QC, dealer 8D, pone JD, dealer 2S, pone GO, dealer GO"
    assert (position.count, position.held) == (0, 2)
    assert not any(cr.pips(card) == 1 for card in position.fitting)
    written = read_position(inputs("5H QS", "QC 8D JD 2S GO GO", "3C", "2D 9C"), PONE)
    assert written == position
    dealer = read_position(inputs("AC 9S", "QC 8D JD 2S GO", "3C", "2D 9C"), DEALER)
    assert PLAYING_52.words(dealer.legal) == ["AC"]


@pytest.mark.parametrize(
    ("seat", "given", "message"),
    [
        (DEALER, {"hand": "4H 5D 6S 7C"}, "--dealer: the pone is to move after this history"),
        (PONE, {"hand": "4H 5D 6S", "history": "9C"}, "--pone: the dealer is to move after this history"),
        (DEALER, {"hand": "4H 5D 6S", "history": "9C"}, "--hand: the dealer laid 0 of these cards, so 4 are held"),
        (DEALER, {"hand": "AC 3C", "history": "KS QD JH 9D TH"}, "entry 4: '9D' cannot be laid: it would bring"),
        (PONE, {"hand": "4H 5D 6S", "history": "9C GO"}, "entry 2: 'GO' cannot be: at a count of 9 every card"),
        (PONE, {"hand": "2H 5D", "history": "9C TC TD GO AS"}, "at a count of 29 the dealer could lay, by the cards"),
        (DEALER, {"hand": "2H 5D 6C", "history": "TC JC 9D GO"}, "'GO' cannot be: at a count of 29 the dealer can lay"),
        (DEALER, {"hand": "4H 5D 6C", "history": "TC JC 9D"}, "--hand: none of these cards can be laid now: write GO"),
        (PONE, {"hand": "AH", "history": "2C 3C 4C 5C 6C 7C 8C 9C"}, "8 cards were laid: nothing is left to play"),
        (PONE, {"hand": "2H 5D", "history": "TC JC 9D"}, "--pone: the dealer is to move after this history: ask with "
         "--dealer, or end it with GO"),
    ],
)  # fmt: skip
def test_what_no_deal_allows_is_refused_in_one_line(seat, given, message):
    with pytest.raises(InputError) as caught:
        read_position(inputs(**given), seat)
    assert message in str(caught.value)
    assert str(caught.value).isprintable()
