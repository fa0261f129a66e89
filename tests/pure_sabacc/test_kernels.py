"""The kernels against the plain rules: hands played in the kernel are played again by the rules, choice by choice."""

from __future__ import annotations

import os
import random
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from analyzer.core.dealing import deal as shuffle
from analyzer.core.rng import seed_stream
from analyzer.games import find, folder
from analyzer.games.options import load_options
from analyzer.games.pure_sabacc import rules as rulebook
from analyzer.games.pure_sabacc.fields import blank_book
from analyzer.games.pure_sabacc.kernels import table as tables
from analyzer.games.pure_sabacc.kernels.hand import play_hand
from analyzer.games.pure_sabacc.kernels.options import CHOICES, pack
from analyzer.games.pure_sabacc.kernels.policies import POLICIES
from analyzer.games.pure_sabacc.kernels.ranking import best_key, key_of, new_reach, reached_key

FULL = bool(os.environ.get("ANALYZER_FULL"))
OPTIONS = load_options(folder(find("pure-sabacc")))
BESIDE_A_VARIANT = ("ace_negative", "shift_scope")
NUMBERS = {"min_rounds": 0, "round_limit": 3, "field_limit": 1, "max_raises": 0, "shift_chance": "1/2", "credits": 5}
BY_RULES: list[dict[str, Any]] = [
    *({name: value} for name, values in CHOICES.items() for value in values[1:] if name not in BESIDE_A_VARIANT),
    {"variant2": True, "ace_negative": True},
    {"variant3": True, "shift_scope": "roller"},
    *({name: value} for name, value in NUMBERS.items()),
    {"variant1": True, "rounds": 1},
    {"variant1": True, "variant2": True, "variant3": True, "variant4": True},
    {"variant3": True, "variant4": True, "betting": "free", "credits": 12},
    {"betting": "free", "credits": 7, "full_tie": "split"},
]


def resolved(given: dict[str, Any]) -> dict[str, Any]:
    return {**OPTIONS.resolve(), **given}


class Noted:
    """Plays in the rules what was noted in the kernel, and holds that there were as many choices."""

    def __init__(self, notes: list[int]) -> None:
        self.choices = [note for note in notes if note >> 40 == tables.CHOICE]
        self.rolls = [bool(note >> 20 & 1) for note in notes if note >> 40 == tables.ROLL]
        self.shuffles: list[tuple[int, ...]] = []
        for note in notes:
            card = note >> 20 & 0xFFFFF
            if note >> 40 == tables.SHUFFLE:
                self.shuffles.append((card,))
            elif note >> 40 == tables.SHUFFLED:
                self.shuffles[-1] += (card,)

    def take(self, legal: Any) -> Any:
        note = self.choices.pop(0)
        assert note & 0xFFFFF == len(legal)
        return legal[note >> 20 & 0xFFFFF]

    def choose_bet(self, view: rulebook.View) -> rulebook.Bet:
        return self.take(view.bets)

    def choose_draw(self, view: rulebook.View) -> rulebook.Draw:
        return self.take(view.draws)

    def choose_move(self, view: rulebook.View) -> rulebook.FieldMove:
        return self.take(view.moves)


def compare(given: dict[str, Any], policies: list[str], hands: int, seed: int) -> None:
    rules = resolved(given)
    book = blank_book(rules)
    players = len(policies)
    table = tables.new_table(tables.NOTES)
    state = np.zeros(4, dtype=np.uint64)
    seed_stream(state, np.uint64(seed))
    numbered = np.array([POLICIES.index(policy) for policy in policies])
    purse = random.Random(seed)
    for hand in range(hands):
        shuffle(table.order, state, 76)
        order = tuple(table.order.tolist())
        credits = [purse.choice((1, 2, 3, 8, 50)) if hand % 2 else rules["credits"] for _ in policies]
        sabacc_pot = purse.choice((0, 0, 5, 23))
        table.seats[tables.CREDITS, :players] = credits
        table.numbers[tables.SABACC] = sabacc_pot
        play_hand(table, players, numbered, book, state)
        noted = Noted(table.notes[: table.numbers[tables.NOTED]].tolist())
        deal = rulebook.Deal(order, list(noted.rolls), list(noted.shuffles))
        record = rulebook.play_hand(deal, [noted] * players, rules, credits, sabacc_pot)
        assert not noted.choices
        assert record.credits == tuple(table.seats[tables.CREDITS, :players].tolist())
        assert record.sabacc_pot == table.numbers[tables.SABACC]
        assert record.rounds == table.numbers[tables.ROUND]
        assert record.shifts == table.numbers[tables.SHIFTS]
        assert sum(1 << seat for seat in record.pots[0].winners) == table.numbers[tables.WINNERS]
        assert sum(1 << seat for seat in record.takers) == table.numbers[tables.TAKERS]
        assert sum(credits) + sabacc_pot == sum(record.credits) + record.sabacc_pot
        for seat in range(players):
            n, f = table.seats[tables.SIZE, seat], table.seats[tables.FIELD, seat]
            assert tuple(sorted(record.hands[seat])) == tuple(table.hands[seat, :n].tolist())
            assert tuple(sorted(record.fields[seat])) == tuple(table.fields[seat, :f].tolist())


@pytest.mark.parametrize("players", [2, 3, 8])
def test_random_hands_are_those_of_the_rules(players: int) -> None:
    compare({}, ["random"] * players, 20_000 if FULL else 1_000, players)


@pytest.mark.parametrize("given", BY_RULES, ids=str)
def test_hands_under_every_option_are_those_of_the_rules(given: dict[str, Any]) -> None:
    compare(given, ["random", "cautious", "random"], 500 if FULL else 25, 3)
    compare(given, ["random"] * 4, 500 if FULL else 25, 4)


def test_the_cautious_and_the_first_are_those_of_the_rules() -> None:
    rules = resolved({})
    for player, policy in ((rulebook.Cautious(), "cautious"), (rulebook.First(), "first")):
        source = random.Random(5)
        table = tables.new_table(0)
        table.given[0] = 1
        state = np.zeros(4, dtype=np.uint64)
        for _ in range(2_000 if FULL else 200):
            players = source.choice((2, 3, 5))
            order = tuple(source.sample(range(76), 76))
            rolls = [source.random() < 0.3 for _ in range(256)]
            table.order[:], table.rolls[:] = order, rolls
            table.seats[tables.CREDITS, :] = 50
            table.numbers[tables.SABACC] = 0
            play_hand(table, players, np.full(players, POLICIES.index(policy)), blank_book(rules), state)
            deal = rulebook.Deal(order, rolls, [tuple(range(76))] * 9)
            record = rulebook.play_hand(deal, [player] * players, rules, [50] * players)
            assert record.credits == tuple(table.seats[tables.CREDITS, :players].tolist())
            assert record.rounds == table.numbers[tables.ROUND]


@pytest.mark.parametrize("given", [{}, *BY_RULES], ids=str)
def test_keys_order_hands_as_the_rules_do(given: dict[str, Any]) -> None:
    rules, source = resolved(given), random.Random(11)
    opts, scratch = pack(rules), np.zeros((2, 152), dtype=np.int64)
    reach, found = new_reach(), []
    for _ in range(2_000 if FULL else 150):
        # Idiots, aces, twos and threes are dealt more often than the deck does.
        dealt = source.sample([*range(76), *range(10, 16), *range(20, 28), *range(72, 76)], source.randint(6, 9))
        cards = tuple(dict.fromkeys(dealt))[: source.randint(2, 7)]
        n = source.randint(2, min(5, len(cards)))
        hand, field = cards[:n], cards[n:]
        key = best_key(np.array(hand), n, np.array(field or (0,)), len(field), opts, scratch, reach)
        found.append((rulebook.rank(hand, field, rules).key, int(key)))
    found.sort()
    for (one, low), (other, high) in pairwise(found):
        assert (low == high) == (one == other)
        assert low <= high


@pytest.mark.parametrize("given", [{}, *BY_RULES], ids=str)
def test_many_cards_rank_by_what_they_reach_as_by_all_subsets(given: dict[str, Any]) -> None:
    opts, source = pack(resolved({**given, "variant4": True})), random.Random(13)
    reach = new_reach()
    for _ in range(200 if FULL else 10):
        cards = np.array(source.sample([*range(76), *range(8, 16), *range(20, 28), *range(72, 76)], 8))
        cards = np.unique(cards)
        n = len(cards)
        subsets = (cards[[i for i in range(n) if mask >> i & 1]] for mask in range(1 << n))
        best = max(key_of(chosen, len(chosen), True, opts) for chosen in subsets if len(chosen) > 1)
        assert reached_key(cards, n, opts, reach) == best
