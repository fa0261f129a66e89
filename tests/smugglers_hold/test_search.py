"""The worlds of `search`, and its play where nothing is hidden or where it must pay."""

from __future__ import annotations

import random

import numpy as np
import pytest

from analyzer import games
from analyzer.core.decks import SABACC_62
from analyzer.games.smugglers_hold.kernels.book import make_book
from analyzer.games.smugglers_hold.kernels.open import DEAL_SIZE, after_value, open_card, set_deal
from analyzer.games.smugglers_hold.kernels.search import draw_cards, draw_world, search_card
from analyzer.games.smugglers_hold.kernels.skirmish import DEALER, LEGAL, PONE, RIM
from analyzer.games.smugglers_hold.kernels.throws import fitted_throw, throw_mask

BOOK = make_book(games.load("smugglers-hold").house_rules)
DECK = (1 << 62) - 1


def stream(number):
    return np.array([number, 2, 3, 4], dtype=np.uint64)


def mask(cards):
    return sum(1 << card for card in cards)


def cards_of(cards):
    return [card for card in range(62) if cards >> card & 1]


def test_drawn_cards_are_uniform():
    cards, state = mask([0, 7, 30, 31, 61]), stream(1)
    counts = np.zeros(62, dtype=np.int64)
    for _ in range(4000):
        drawn = cards_of(int(draw_cards(cards, 2, state)))
        assert len(drawn) == 2
        counts[drawn] += 1
    assert set(np.flatnonzero(counts)) == {0, 7, 30, 31, 61}
    assert abs(counts[cards_of(cards)] - 1600).max() < 4.5 * (4000 * 0.4 * 0.6) ** 0.5


@pytest.mark.parametrize("held", [1, 2, 3, 4])
def test_a_world_agrees_with_all_that_was_seen(held):
    draw, state, made = random.Random(held), stream(held), 0
    for number in range(300):
        order = draw.sample(range(62), 62)
        laid, known = mask(order[: 4 - held]), mask(order[: 12 - held])
        void = int(LEGAL[draw.choice((-12, 12)) + RIM]) if number % 2 else 0
        seat = draw.randrange(2)
        hand, thrown = map(int, draw_world(DECK & ~known, void, laid, held, seat, 0, BOOK, state))
        assert (hand.bit_count(), thrown.bit_count()) == (held, 2)
        assert hand & (known | void) == thrown & (known | hand) == 0
        six = np.array(cards_of(hand | thrown | laid))
        made += not void and thrown == int(throw_mask(six, fitted_throw(six, seat, BOOK.throwing)))
    # After a GO that left few cards possible the tries may run out, and the throw is then any.
    assert made > 80


@pytest.mark.parametrize("seat", [DEALER, PONE])
def test_the_last_cards_are_laid_as_by_who_sees_all(seat):
    """Once the other has laid everything only its throw is hidden, which changes no order where no Spoils do."""
    rules = games.load("smugglers-hold").house_rules
    scoreless = dict.fromkeys(("sabacc_points", "sum_points", "suit_points", "spoils_run_points"), 0)
    scoreless |= dict.fromkeys(("spoils_triple_points", "pure_sabacc_points", "sylop_pair_points", "hold_points"), 0)
    book, draw = make_book(rules | scoreless), random.Random(5)
    for _ in range(60):
        order = draw.sample(range(62), 13)
        mine, laid, thrown, path = order[:3], order[3:8], order[8:12], order[12]
        hands = (mask(mine), 0) if seat == DEALER else (0, mask(mine))
        deal = np.zeros(DEAL_SIZE, dtype=np.int64)
        set_deal(deal, 5, path, 0, 0, mask(thrown))
        total = draw.randrange(-8, 9)
        if not any(abs(SABACC_62.values[card] + total) <= 15 for card in mine):
            continue
        position = (*hands, mask(laid[:1]), mask(laid[1:4]), 0, mask(laid[4:]), 64 | laid[4], total, seat | 64)
        best, _ = open_card(*position, book.opts, book.spoils, deal)
        found = search_card(*position, book, deal, mask(thrown[:2]), 0, mask(laid[1:]), stream(3))
        worth = [after_value(card, *position, book.opts, book.spoils, deal) for card in (best, found)]
        assert worth[0] == worth[1]


def test_search_beats_lookahead_on_the_same_deals():
    document = games.load("smugglers-hold").simulate("search,lookahead", hands=300).document
    (wins,) = (
        row for row in document["rows"] if (row["seat"], row["policy"], row["metric"]) == ("all", "search", "wins")
    )
    assert wins["low"] > 0.5
