"""Random play of Pure Sabacc under every option: cards and credits are where the events say, and none gets lost."""

from __future__ import annotations

import random
import tomllib
from itertools import islice
from pathlib import Path

import pytest

from analyzer.core.decks import SABACC_76
from analyzer.games.pure_sabacc import rules as rulebook

FOLDER = Path(rulebook.__file__).parent
OPTIONS = tomllib.loads((FOLDER / "options.toml").read_text(encoding="utf-8"))["options"]
DEFAULTS = {name: option["default"] for name, option in OPTIONS.items()}
NUMBERS = {"max_raises": [0, 1], "credits": [2], "hands": [1], "shift_chance": ["0", "1/2", "1"]}
HOUSES = [
    {name: value}
    for name, option in OPTIONS.items()
    for value in (NUMBERS[name] if isinstance(option["values"], str) else option["values"][-2:])
]
HOUSES += [
    {"variant1": True, "variant3": True},
    {"variant2": True, "ace_negative": True, "variant4": True},
    {"variant1": True, "variant2": True, "variant3": True, "variant4": True},
    {"variant3": True, "shift_scope": "roller", "variant4": True},
    {"betting": "free", "full_tie": "split", "min_rounds": 0},
    {"betting": "free", "variant1": True, "variant4": True},
]
COMBINATIONS = pytest.mark.parametrize("changed", HOUSES, ids=str)


class Staying(rulebook.Random):
    """Random, but folds one time in sixteen where that is possible, so that hands come to their end."""

    def choose_bet(self, view):
        stays = tuple(bet for bet in view.bets if bet.name != "fold") or view.bets
        return self.source.choice(stays if self.source.randrange(16) else view.bets)


class Follower:
    """Keeps the books of a hand from its events alone: every card has one place, and so has every credit."""

    def __init__(self, order, players, credits, sabacc_pot):
        self.hands = [list(order[2 * seat : 2 * seat + 2]) for seat in range(players)]
        self.fields = [[] for _ in range(players)]
        self.deck, self.discards, self.out = list(order[2 * players :]), [], []
        self.credits, self.hand_pot, self.sabacc_pot = list(credits), 0, sabacc_pot

    def follow(self, event):
        seat, cards = event.seat, list(event.cards)
        match event.name:
            case "draw":
                assert cards == [self.deck.pop(0) for _ in cards]
                self.hands[seat] += cards
            case "demise":
                assert cards == [self.deck.pop(0)]
                self.out += cards
            case "discard":
                for card in cards:
                    self.hands[seat].remove(card)
                self.discards += cards
            case "shuffle":
                assert sorted(cards) == sorted(self.discards)
                self.deck, self.discards = self.deck + cards, []
            case "lock":
                assert len(self.hands[seat]) >= 2
                self.hands[seat].remove(cards[0])
                self.fields[seat] += cards
            case "fetch":
                self.fields[seat].remove(cards[0])
                self.hands[seat] += cards
            case "fold":
                self.discards += self.hands[seat] + self.fields[seat]
                self.hands[seat], self.fields[seat] = [], []
            case "ante" | "bet" | "call" | "raise":
                self.credits[seat] -= event.credits
                self.hand_pot += event.credits
            case "returned" | "win":
                self.credits[seat] += event.credits
                self.hand_pot -= event.credits
            case "sabacc_ante" | "fold_fee" | "call_fee" | "bomb_fee":
                self.credits[seat] -= event.credits
                self.sabacc_pot += event.credits
            case "lost_pot":
                self.hand_pot -= event.credits
                self.sabacc_pot += event.credits
            case "win_sabacc":
                self.credits[seat] += event.credits
                self.sabacc_pot -= event.credits
            case other:
                assert other in {"check", "call_hand", "roll", "stand", "reveal"}
        assert min(self.credits) >= 0
        assert min(self.hand_pot, self.sabacc_pot) >= 0


def all_cards(books):
    piles = [*books.hands, *books.fields, books.deck, books.discards, books.out]
    return sorted(card for pile in piles for card in pile)


@COMBINATIONS
@pytest.mark.parametrize("players", [2, 3, 8])
def test_every_card_and_every_credit_has_one_place(changed, players):
    rules = DEFAULTS | changed
    source = random.Random(f"{changed} {players}")
    for _ in range(4):
        deal = rulebook.random_deal(source, rules)
        credits = [source.choice([1, 2, 3, 8, 50]) for _ in range(players)]
        sabacc_pot = source.choice([0, 9])
        record = rulebook.play_hand(deal, [Staying(source)] * players, rules, credits, sabacc_pot)
        books = Follower(deal.order, players, credits, sabacc_pot)
        for event in record.events:
            books.follow(event)
        assert tuple(books.credits) == record.credits
        assert (books.hand_pot, books.sabacc_pot) == (0, record.sabacc_pot)
        assert sum(record.credits) + record.sabacc_pot == sum(credits) + sabacc_pot
        assert [tuple(hand) for hand in books.hands] == list(record.hands)
        assert [tuple(locked) for locked in books.fields] == list(record.fields)
        assert all_cards(books) == list(range(len(SABACC_76)))
        check_ending(record, rules, players)


def check_ending(record, rules, players):
    """What must hold of every hand, whatever was decided."""
    live = [seat for seat in range(players) if not record.folded[seat]]
    assert live
    assert all(set(pot.winners) <= set(pot.eligible) <= set(live) for pot in record.pots)
    assert record.pots[0].eligible == tuple(live)
    if rules["betting"] == "fixed":
        assert len(record.pots) == 1
    if record.takers:
        assert record.takers == record.pots[0].winners
        assert record.sabacc_pot == 0
    if len(live) > 1:
        # Somebody called, or the hand went as far as hands go.
        assert record.caller is not None or rules["variant1"] or record.rounds == rules["round_limit"]
        assert [seat for seat in range(players) if record.totals[seat] is not None] == live
    if rules["variant1"]:
        assert record.rounds <= rulebook.full_rounds(players, rules["rounds"]) + 1
    elif record.caller is not None:
        assert record.rounds > rulebook.full_rounds(players, rules["min_rounds"])


def test_the_simple_players_finish_games():
    source = random.Random(3)
    rules = DEFAULTS | {"credits": 8}
    for policy in (rulebook.Random(source), rulebook.Cautious(), rulebook.First()):
        deals = (rulebook.random_deal(source, rules) for _ in range(2000))
        record = rulebook.play_game(deals, [policy] * 3, rules)
        assert sum(map(bool, record.credits)) <= 1
        assert sum(record.credits) + record.sabacc_pot == 24
        assert sum(record.shares) == 1


@pytest.mark.parametrize("variants", [{}, {"variant2": True}, {"variant4": True}])
def test_the_cautious_player_stands_on_a_size_and_never_calls_the_hand(variants):
    source = random.Random(11)
    rules = DEFAULTS | variants
    for _ in range(40):
        record = rulebook.play_hand(
            rulebook.random_deal(source, rules), [rulebook.Cautious(), rulebook.Random(source)], rules, [50, 50]
        )
        mine = [event for event in record.events if event.seat == 0]
        assert not {"bet", "raise", "call_hand", "lock", "fetch"} & {event.name for event in mine}


@pytest.mark.parametrize("seat", [0, 1])
def test_a_seat_sees_no_hidden_card(seat):
    """Two deals that differ only in what a seat cannot see look the same to it, decision by decision."""

    def views(order):
        seen = []

        class Watching(rulebook.First):
            def choose_bet(self, view):
                seen.append(view)
                return view.bets[0]

        players = [rulebook.First(), rulebook.First()]
        players[seat] = Watching()
        rulebook.play_hand(rulebook.Deal(order, [False] * 20, []), players, DEFAULTS, [50, 50])
        return seen

    order = tuple(random.Random(1).sample(range(76), 76))
    own, others = order[2 * seat : 2 * seat + 2], sorted(set(order) - set(order[2 * seat : 2 * seat + 2]))
    swapped = [*others[:2], *own, *others[2:]] if seat else [*own, *others]
    assert views(order) == views(tuple(swapped))
    assert len(views(order)) == DEFAULTS["round_limit"]


class Drawing(rulebook.First):
    """Draws wherever a card can be drawn."""

    def choose_draw(self, view):
        return view.draws[1] if view.draws[1].name == "draw" else view.draws[0]


def test_a_deck_that_runs_out_is_followed():
    rules = DEFAULTS | {"variant3": True, "shift_scope": "roller"}
    deal = rulebook.random_deal(random.Random(4), rules)
    record = rulebook.play_hand(deal, [Drawing()] * 8, rules, [50] * 8)
    books = Follower(deal.order, 8, [50] * 8, 0)
    for event in record.events:
        books.follow(event)
    assert all_cards(books) == list(range(76))
    assert sum(event.name == "shuffle" for event in record.events) > 0
    assert "stand" in {event.name for event in record.events}  # all 76 cards were in hands
    assert sum(map(len, record.hands)) == 76


def test_random_deals_are_whole_decks():
    deal = rulebook.random_deal(random.Random(2), DEFAULTS)
    for order in (deal.order, *islice(deal.shuffles, 2)):
        assert sorted(order) == list(range(76))
