"""The kernels of whole hands and games against the rules in plain Python, played from given deals."""

from __future__ import annotations

import os
import random
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from analyzer.core.dealing import deal as shuffle
from analyzer.core.rng import below, next_word, seed_stream
from analyzer.games.coruscant_shift import rules as rulebook
from analyzer.games.coruscant_shift.fields import make_book
from analyzer.games.coruscant_shift.kernels import match
from analyzer.games.coruscant_shift.kernels.field import blank_book
from analyzer.games.coruscant_shift.kernels.hand import LEVELS, WHOLE, play_hand
from analyzer.games.coruscant_shift.kernels.policies import BETTOR, CLOSEST, FIRST, RANDOM, WILD
from analyzer.games.coruscant_shift.kernels.table import (
    ACTIONS,
    CHIPS,
    DRAWN,
    DREW,
    FIRST_SIZE,
    FOLDED,
    PAID,
    SELECTION,
    SIZE,
    WON,
    new_table,
)
from analyzer.games.coruscant_shift.kernels.table import FIRST as FIRST_CARDS
from analyzer.games.options import load_options

FULL = bool(os.environ.get("ANALYZER_FULL"))
FORM_HANDS, OPTION_HANDS = (20_000, 1_000) if FULL else (1_000, 50)
OPTIONS = load_options(Path(rulebook.__file__).parent)
STANDARD = OPTIONS.resolve()
LISTED = {name: spec.values for name, spec in OPTIONS.specs.items() if spec.values != "whole"}
# Every value away from its default alone, in each form in which it is felt; the game's own in whole games.
SINGLE_RULES = [
    {"form": form, name: value}
    for name, values in LISTED.items()
    for value in values
    for form in LISTED["form"]
    if name not in ("form", "game_tie") and value != STANDARD[name]
    if form != "standard" or name not in ("check", "improve", "short")
]
SINGLE_RULES += [{"form": "halcyon", "chips": 3}, {"form": "halcyon", "ante": 3}, {"form": "holo", "bet": 4}]
MIXED_POLICIES = (WILD, RANDOM, CLOSEST, WILD, RANDOM, FIRST, CLOSEST, WILD)


def rule_id(changes):
    return ",".join(f"{name}={value}" for name, value in changes.items()) or "standard"


def stream_of(seed):
    state = np.zeros(4, dtype=np.uint64)
    seed_stream(state, np.uint64(seed))
    return state


def cards_of(packed, n):
    return tuple(int(packed) >> 6 * i & 63 for i in range(n))


@dataclass
class Follower:
    """Plays in the rules what the seats did in the kernel."""

    seats: np.ndarray
    actions: list[list[str]] = field(init=False)

    def __post_init__(self):
        told = ("", "check", "stay", "fold")
        self.actions = []
        for packed in self.seats[ACTIONS]:
            digits = []
            while packed:
                digits.append(told[packed & 3])
                packed >>= 2
            self.actions.append(digits[::-1])

    def choose_selection(self, view):
        return cards_of(self.seats[FIRST_CARDS, view.seat], self.seats[FIRST_SIZE, view.seat])

    def choose_stay(self, view):
        # Nobody folds in standard, so the kernel does not ask (CS-D6).
        return self.actions[view.seat].pop(0) if view.chips else "stay"

    def choose_addition(self, view):
        cards = list(cards_of(self.seats[SELECTION, view.seat], self.seats[SIZE, view.seat]))
        for card in view.selection:  # locked: what is added is the rest
            cards.remove(card)
        return tuple(cards)


def drawn_deal(draw):
    deck = range(62)
    return rulebook.Deal(
        tuple(draw.sample(deck, 62)),
        draw.choice(rulebook.GOLD_DIE),
        draw.choice(rulebook.SILVER_DIE),
        tuple(draw.sample(deck, 62)),
        tuple(draw.sample(deck, 62)),
    )


def play(table, deal, policies, chips, book, state):
    """Play ``deal`` in the kernel and return (level, what the seats have)."""
    table.order[:], table.shift_order[:], table.draw_off_order[:] = deal.order, deal.shift_order, deal.draw_off_order
    table.fresh[0] = 0
    table.seats[CHIPS, : len(chips)] = chips
    level = play_hand(table, len(policies), deal.target, deal.suit, np.array(policies), book, state)
    return LEVELS[level], table.seats.copy()


def check_hand(deal, level, seats, players, chips, rules):
    staked = rules["form"] != "standard"
    follower = Follower(seats)
    record = rulebook.play_hand(deal, [follower] * players, rules, chips if staked else ())
    # A forced fold is noted by the kernel and not asked by the rules.
    assert all(set(left) <= {"fold"} for left in follower.actions)
    unit = 1 if staked else WHOLE
    assert record.pots[0].level == level
    assert [share * unit for share in record.won] == seats[WON, :players].tolist()
    assert list(record.paid) == seats[PAID, :players].tolist()
    for seat in range(players):
        assert (record.final[seat] is None) == bool(seats[FOLDED, seat])
        assert sorted(record.drawn[seat]) == list(cards_of(seats[DRAWN, seat], len(record.drawn[seat])))
        if record.final[seat] is not None:
            assert record.final[seat] == cards_of(seats[SELECTION, seat], seats[SIZE, seat])
        assert len(record.first[seat]) == 5 - seats[DREW, seat]
    return record


def check_rules(rules, hands, seated=None, book=None):
    """Compare ``hands`` hands of two to eight players under ``rules``, or of those ``seated``; return the records."""
    draw, state, table = random.Random(rule_id(rules)), stream_of(1), new_table()
    book = blank_book(rules) if book is None else book
    records = []
    for i in range(hands):
        players = 2 + i % 7 if seated is None else len(seated)
        chips = [max(rules["ante"], draw.choice((rules["chips"], 1, 2, 3, 4))) for _ in range(players)]
        policies = [CLOSEST] * players if i % 3 == 0 else list(MIXED_POLICIES[:players])
        if rules["form"] == "standard":
            policies = [RANDOM if policy == WILD else policy for policy in policies]
        draw.shuffle(policies)
        policies = policies if seated is None else list(seated)
        deal = drawn_deal(draw)
        level, seats = play(table, deal, policies, chips, book, state)
        records.append(check_hand(deal, level, seats, players, chips, rules))
    return records


# ---------------------------------------------------------------------------------------------------- hands


@pytest.mark.parametrize("form", LISTED["form"])
def test_hands_of_each_form_are_those_of_the_rules(form):
    records = check_rules(STANDARD | {"form": form}, FORM_HANDS)
    # What happens seldom has happened too, so that it was compared.
    levels = {record.pots[0].level for record in records}
    assert levels == {"distance", "suit", "draw_off"} | ({"folds"} if form != "standard" else set())
    assert any(event.name == "shuffle" for record in records for event in record.events)


@pytest.mark.parametrize("changes", SINGLE_RULES, ids=rule_id)
def test_hands_under_one_changed_option_are_those_of_the_rules(changes):
    check_rules(STANDARD | changes, OPTION_HANDS)


@pytest.mark.parametrize("seed", range(20))
def test_hands_under_mixed_options_are_those_of_the_rules(seed):
    draw = random.Random(seed)
    rules = {name: draw.choice(values) for name, values in LISTED.items()}
    numbers = {"chips": draw.randrange(1, 9), "ante": draw.randrange(0, 3), "bet": draw.randrange(0, 4)}
    check_rules(rules | numbers, OPTION_HANDS)


def test_the_simple_players_choose_as_in_the_rules():
    draw, state, table = random.Random(3), stream_of(3), new_table()
    for i in range(OPTION_HANDS * 6):
        rules = {name: draw.choice(values) for name, values in LISTED.items()} | {"chips": 10, "ante": 1, "bet": 1}
        deal, players = drawn_deal(draw), 2 + i % 7
        policy, player = ((CLOSEST, rulebook.Closest()), (FIRST, rulebook.First()))[i % 2]
        level, seats = play(table, deal, [policy] * players, [10] * players, blank_book(rules), state)
        chips = [10] * players if rules["form"] != "standard" else ()
        record = rulebook.play_hand(deal, [player] * players, rules, chips)
        assert record.pots[0].level == level
        final = [cards_of(seats[SELECTION, seat], seats[SIZE, seat]) for seat in range(players)]
        assert list(record.final) == final


@pytest.mark.parametrize("changes", [{}, {"check": True}, {"short": "all_in"}], ids=rule_id)
def test_hands_of_bettor_are_those_of_the_rules(changes):
    rules = STANDARD | {"form": "halcyon"} | changes
    records = check_rules(rules, 4 * OPTION_HANDS, (BETTOR,) * 3, make_book(rules, 3, ("bettor",)))
    assert {"fold", "stay"} <= {event.name for record in records for event in record.events}


def test_random_selections_are_uniform():
    from scipy.stats import chi2

    from analyzer.games.coruscant_shift.kernels.policies import choose_selection

    book, state = blank_book(STANDARD), stream_of(4)
    hand = sum(card << 6 * i for i, card in enumerate((3, 17, 30, 44, 60)))
    drawn = [choose_selection(RANDOM, hand, 5, 0, book, state) for _ in range(6_200)]
    assert set(drawn) == set(range(1, 32))
    away = sum((drawn.count(mask) - 200) ** 2 / 200 for mask in range(1, 32))
    assert away < chi2.isf(1e-6, 30)


# ---------------------------------------------------------------------------------------------------- blocks


@pytest.mark.parametrize("players", [2, 3, 5])
@pytest.mark.parametrize("mirror", [False, True])
def test_rows_of_a_block_are_the_hands_of_the_rules(players, mirror):
    policies = [CLOSEST, *[FIRST] * (players - 1)]
    hands, playings = 40, players if mirror else 1
    rows = np.zeros((hands * playings, match.SEAT_COLUMNS * players + 1), dtype=np.int32)
    match.hands_block(np.uint64(5), hands, np.array(policies), mirror, blank_book(STANDARD), rows)
    who = {CLOSEST: rulebook.Closest(), FIRST: rulebook.First()}
    order, state = np.arange(62), stream_of(5)
    compared = 0
    for hand in range(hands):
        shuffle(order, state, 62)
        target, suit = match.TARGETS[below(state, 6)], below(state, 3)
        below(state, 1 << 31)
        unknown = tuple(range(62))  # orders that a hand which runs through the pile would take
        deal = rulebook.Deal(tuple(order.tolist()), int(target), suit, unknown, unknown)
        for playing in range(playings):
            seated = [policies[(seat - playing) % players] for seat in range(players)]
            record = rulebook.play_hand(deal, [who[policy] for policy in seated], STANDARD)
            assert not any(event.name == "shuffle" for event in record.events)
            compared += 1
            row = rows[hand * playings + playing]
            for seat in range(players):
                cells = row[match.SEAT_COLUMNS * seat :]
                won, final, first = record.won[seat], record.final[seat], record.first[seat]
                assert cells[match.WINS] == won
                assert cells[match.POINTS] == won * WHOLE
                assert cells[match.DISTANCE] == rulebook.distance(final, deal.target)
                assert cells[match.EXACT] == (rulebook.total(final) == deal.target)
                assert cells[match.EXACT_FIRST] == (rulebook.total(first) == deal.target)
            assert LEVELS[row[-1]] == record.pots[0].level
    assert compared == hands * playings


@pytest.mark.parametrize("changes", [{}, {"game_tie": "play_off"}, {"form": "halcyon", "chips": 2}], ids=rule_id)
def test_games_are_those_of_the_rules(changes):
    # Three players need no reshuffle, so the deals of a block can be made again: all of it comes from one stream.
    rules, policies = STANDARD | changes, (CLOSEST, FIRST, CLOSEST)
    rows = np.zeros((200, 3 * 3 + 1), dtype=np.int32)
    match.games_block(np.uint64(6), len(rows), np.array(policies), blank_book(rules), rows)
    who = {CLOSEST: rulebook.Closest(), FIRST: rulebook.First()}
    order, state = np.arange(62), stream_of(6)

    def deals():
        while True:
            shuffle(order, state, 62)
            target, suit = match.TARGETS[below(state, 6)], below(state, 3)
            yield rulebook.Deal(tuple(order.tolist()), int(target), suit, (), ())

    source = deals()
    unit = WHOLE if rules["form"] == "standard" else 1
    lengths = set()
    for row in rows:
        record = rulebook.play_game(source, [who[policy] for policy in policies], rules)
        assert record.shares == tuple(Fraction(int(cell), WHOLE) for cell in row[:9:3])
        assert [score * unit for score in record.score] == row[1:9:3].tolist()
        assert len(record.hands) == row[9]
        lengths.add(len(record.hands))
    assert len(lengths) > 1 or rules["game_tie"] == "share"


def test_a_block_depends_on_its_stream_alone():
    def rows(stream):
        found = np.zeros((50, match.SEAT_COLUMNS * 4 + 1), dtype=np.int32)
        match.hands_block(np.uint64(stream), 50, np.array([RANDOM] * 4), False, blank_book(STANDARD), found)
        return found

    assert (rows(7) == rows(7)).all()
    assert (rows(7) != rows(8)).any()
    assert next_word(stream_of(7)) != next_word(stream_of(8))
