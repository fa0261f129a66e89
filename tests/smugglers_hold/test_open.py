"""The open-hand solver against a minimax in plain Python on the rules, and against its own longer search."""

from __future__ import annotations

import os
import random
import tomllib
from importlib import resources

import numpy as np
import pytest

from analyzer.core.dealing import deal
from analyzer.core.decks import SABACC_62
from analyzer.core.rng import below, seed_stream
from analyzer.games.smugglers_hold import rules as rulebook
from analyzer.games.smugglers_hold.kernels import open as kernel
from analyzer.games.smugglers_hold.kernels import skirmish
from analyzer.games.smugglers_hold.kernels.book import make_book
from analyzer.games.smugglers_hold.kernels.deal import ENDING, EVENTS, TALLIES, TRACE, play_thrown, six_of
from analyzer.games.smugglers_hold.kernels.match import solve_block
from analyzer.games.smugglers_hold.kernels.odds import NUMBER_FACES
from analyzer.games.smugglers_hold.kernels.options import pack
from analyzer.games.smugglers_hold.kernels.spoils import spoils_table
from analyzer.games.smugglers_hold.kernels.throws import OPEN, THROWS, throw_mask

FULL = bool(os.environ.get("ANALYZER_FULL"))
DEALS_OF_TWO, DEALS_OF_THREE = (1000, 200) if FULL else (60, 12)
OPTIONS = tomllib.loads(
    (resources.files("analyzer.games.smugglers_hold") / "options.toml").read_text(encoding="utf-8")
)["options"]
FIVES = [card for card, value in enumerate(SABACC_62.values) if value % 5 == 0]
STANDARD = {name: option["default"] for name, option in OPTIONS.items()}
# Alone, each option that the skirmish, the claim or the Hold know; then mixtures, and points that tell rows apart.
OPEN_RULES = [
    {},
    {"capture_path": True},
    {"restart": "path"},
    {"play_again": "off"},
    {"play_again": "once"},
    {"stacking": "highest"},
    {"go": "cribbage"},
    {"last_card_on_rim": False},
    {"sylop_flush": "break"},
    {"sylop_run": "break"},
    {"stuck": "restart"},
    {"kessel_run": "after_sylop"},
    {"kessel_run": "any_sylop"},
    {"sylop_skirmish": "double"},
    {"uncaptured": "last_player"},
    {"uncaptured": "hold"},
    {"uncaptured": "out"},
    {"playoff": "dealer"},
    {"playoff": "pone"},
    {"hold_points": 0, "outer_rim_points": 6},
    {"go": "cribbage", "stuck": "restart", "play_again": "once", "uncaptured": "out"},
    {"capture_path": True, "restart": "path", "kessel_run": "any_sylop", "sylop_skirmish": "double"},
    {"zero_points": 5, "die_points": 4, "run_points": 3, "flush_points": 2, "triple_points": 9, "last_card_points": 7},
]


def rule_id(changes):
    return ",".join(f"{name}={value}" for name, value in changes.items()) or "standard"


def mask(cards):
    return sum(1 << card for card in cards)


class Position:
    """The rules' skirmish and the kernel's position of the same deal, stepped together."""

    def __init__(self, draw, cards_each, rules, table):
        # High cards bring stuck ends, low ones zeros, runs and triples, and multiples of five captures.
        deck = draw.choice((range(62), [*range(15), *range(47, 62)], range(20, 44), FIVES, FIVES))
        cards = draw.sample(deck, 2 * cards_each + 5)
        self.rules, self.path = rules, cards.pop()
        self.number, self.suit = draw.choice((0, 0, 5, -5, 10, -10)), draw.randrange(3)
        self.coin = draw.randrange(2)
        self.thrown = (cards[:2], cards[2:4])
        hands = (cards[4 : 4 + cards_each], cards[4 + cards_each :])
        self.skirmish = rulebook.start_skirmish(hands, self.path, self.number, rules)
        self.opts = pack(rules)
        self.table = table
        self.deal = np.zeros(kernel.DEAL_SIZE, dtype=np.int64)
        kernel.set_deal(self.deal, self.number, self.path, self.suit, self.coin, mask(cards[:4]))
        hands = (mask(hands[0]), mask(hands[1]))
        opened = skirmish.ask(rulebook.PONE, *hands, 1, self.skirmish.total, skirmish.START, self.opts)
        self.position = (*hands, 0, 0, 0, 0, *opened)
        self.splits = {}

    def lay(self, card):
        """Lay ``card`` in both and return the points that the kernel gives, last card aside."""
        *position, points = skirmish.lay(card, *self.position, self.opts, self.deal)
        self.position = tuple(position)
        events = self.skirmish.lay(card)
        assert points == sum(event.points for event in events if event.name != "last_card")
        return points

    def best(self):
        """Return the kernel's (card, net points still to come)."""
        return kernel.open_card(*self.position, self.opts, self.table, self.deal)

    def minimax(self, skirmish):
        """Return (net points still to come, the lowest best card), every line of play tried."""
        if skirmish.turn is None:
            return self.after(skirmish), -1
        sign = 1 if skirmish.turn == rulebook.DEALER else -1
        found = []
        for card in skirmish.legal():
            step = skirmish.copy()
            events = step.lay(card)
            net = sum(event.points if event.seat == rulebook.DEALER else -event.points for event in events)
            found.append((sign * (net + self.minimax(step)[0]), -card))
        value, card = max(found)
        return sign * value, -card

    def after(self, skirmish):
        """Return the net points of the Hold and the Spoils."""
        pools = rulebook.pools(skirmish, self.thrown)
        key = (pools, skirmish.path_captured)
        if key not in self.splits:
            taker, _ = rulebook.claim(pools.own, self.number, self.suit, self.coin, self.rules)
            pool = list(pools.own)
            pool[taker] += pools.hold
            path = None if skirmish.path_captured else self.path
            made = [0, 0]
            made[taker] = self.rules["hold_points"]
            for seat in (rulebook.DEALER, rulebook.PONE):
                picks = rulebook.best_picks(pool[seat], path, self.number, self.suit, self.rules)
                rows = rulebook.count_spoils(picks, path, self.number, self.suit, self.rules)
                made[seat] += sum(row.points for row in rows)
            self.splits[key] = made[0] - made[1]
        return self.splits[key]


@pytest.mark.parametrize("changes", OPEN_RULES, ids=rule_id)
def test_the_value_and_the_card_are_those_of_a_full_minimax(changes):
    draw = random.Random(rule_id(changes))
    table = spoils_table(pack(STANDARD | changes))
    captures, stuck = 0, 0
    for cards_each in [2] * DEALS_OF_TWO + [3] * DEALS_OF_THREE:
        position = Position(draw, cards_each, STANDARD | changes, table)
        while position.skirmish.turn is not None:
            value, card = position.minimax(position.skirmish)
            assert position.best() == (card, value)
            assert kernel.open_value(*position.position, position.opts, position.table, position.deal) == value
            position.lay(draw.choice(position.skirmish.legal()))
        captures += sum(position.skirmish.captures)
        stuck += position.skirmish.stuck
    assert captures > 0
    assert stuck > 0


@pytest.mark.parametrize("changes", OPEN_RULES[:1] + OPEN_RULES[-3:], ids=rule_id)
def test_best_play_of_a_whole_deal_earns_its_value(changes):
    # Following the solver's own cards from hands of four must bring just what it promised at the start.
    draw = random.Random(9)
    table = spoils_table(pack(STANDARD | changes))
    for _ in range(400 if FULL else 40):
        position = Position(draw, 4, STANDARD | changes, table)
        _, promised = position.best()
        made = 0
        while position.skirmish.turn is not None:
            turn = position.skirmish.turn
            card, value = position.best()
            assert made + value == promised
            points = position.lay(card)
            made += points if turn == rulebook.DEALER else -points
        assert made + position.best()[1] == promised


def test_solved_deals_are_worth_what_perfect_play_of_them_makes():
    """The same random deals and throws, solved once at the start and played out by `open` on both sides."""
    book, deals, total = make_book(STANDARD), 40, 0
    state = np.zeros(4, dtype=np.uint64)
    seed_stream(state, np.uint64(9))
    deck, memory = np.arange(62), np.zeros(kernel.DEAL_SIZE, dtype=np.int64)
    tally = np.zeros((2, TALLIES), dtype=np.int64)
    trace, ending = np.zeros(TRACE, dtype=np.int64), np.zeros(ENDING, dtype=np.int64)
    for _ in range(deals):
        deal(deck, state, 13)
        dice = int(NUMBER_FACES[below(state, 6)]), below(state, 3), below(state, 2)
        thrown = [throw_mask(six_of(deck, seat), below(state, THROWS)) for seat in (0, 1)]
        play_thrown(deck, *dice, *thrown, OPEN, OPEN, book, state, memory, tally, trace, ending)
        total += int(tally[0, 1 : len(EVENTS)].sum() - tally[1, 1 : len(EVENTS)].sum())
    assert solve_block(np.uint64(9), deals, book) == total
