"""The kernels of counting, play, whole deals and games against the rules in plain Python."""

from __future__ import annotations

import os
import random
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

import analyzer.games.cribbage
from analyzer.core.dealing import deal as shuffle
from analyzer.core.rng import next_word, seed_stream
from analyzer.games.cribbage import rules as rulebook
from analyzer.games.cribbage.kernels import counting, match
from analyzer.games.cribbage.kernels import deal as kernel
from analyzer.games.cribbage.kernels.book import blank_book
from analyzer.games.cribbage.kernels.throws import FIRST, GREEDY, RANDOM, TABLES
from analyzer.games.options import load_options

FULL = bool(os.environ.get("ANALYZER_FULL"))
DEALS = 20_000 if FULL else 700
OPTIONS = load_options(Path(analyzer.games.cribbage.__file__).parent)
STANDARD = OPTIONS.resolve()
CHANGED = [{}, {"crib_flush": "four"}]
# Low cards make long laps and runs, few ranks pairs and double pairs royal, two suits flushes.
DECKS = (range(52), range(52), range(24), range(20, 52), [card for card in range(52) if card % 4 < 2])
PAIRINGS = ((RANDOM, RANDOM, RANDOM), (GREEDY, RANDOM, FIRST), (FIRST, GREEDY, GREEDY), (TABLES, RANDOM, TABLES))


def stream_of(seed):
    state = np.zeros(4, dtype=np.uint64)
    seed_stream(state, np.uint64(seed))
    return state


def cards_of(mask):
    return tuple(card for card in range(52) if int(mask) >> card & 1)


def play(deal, policies, book, state):
    """Play ``deal`` in the kernel and return its tally by event, its steps and the masks it ends with."""
    tally, steps = np.full((3, kernel.TALLIES), -1), np.full((kernel.LONGEST, 3), -1)
    ending = np.full(kernel.ENDING, -1)
    cards = np.zeros(6 if deal.players == 2 else 5, dtype=np.int64)
    length = kernel.whole_deal(
        np.array(deal.order), deal.players, policies, book, state, tally, steps, ending, cards, np.zeros(4, np.int64)
    )
    return tally, steps[:length], ending


def replayed(deal, steps, ending, rules):
    """Return the record of the rules when every seat throws and lays what it did in the kernel."""
    laid = iter(steps[steps[:, 2] >= 0].tolist())

    def choose(view):
        seat, _, card = next(laid)
        assert seat == view.seat
        return card

    def throw(seat, dealt):
        return tuple(card for card in dealt if card not in cards_of(ending[kernel.KEPT + seat]))

    record = rulebook.play_deal(deal, rules, throw, choose)
    assert next(laid, None) is None
    return record


def tally_of(record):
    expected = np.zeros((3, kernel.TALLIES), dtype=np.int64)
    for event in record.events:
        expected[event.seat, kernel.EVENTS.index(event.name)] += event.points
    return expected


def scoring(steps):
    """Return who scores how much in order, neighbouring steps of one seat added up, those of nothing left out."""
    joined = []
    for seat, points in steps:
        if points and joined and joined[-1][0] == seat:
            joined[-1][1] += points
        elif points:
            joined.append([seat, points])
    return joined


@pytest.mark.parametrize("changes", CHANGED, ids=str)
@pytest.mark.parametrize("players", [2, 3])
def test_deals_are_those_of_the_rules(players, changes):
    rules = STANDARD | changes
    book, draw, state = blank_book(rules), random.Random(f"deals {players}"), stream_of(1)
    names = set()
    for i in range(DEALS):
        deal = rulebook.Deal(tuple(draw.sample(draw.choice(DECKS), 13 if players == 2 else 17)), players)
        tally, steps, ending = play(deal, PAIRINGS[i % len(PAIRINGS)], book, state)
        record = replayed(deal, steps, ending, rules)
        np.testing.assert_array_equal(tally, tally_of(record))
        assert scoring(steps[:, :2].tolist()) == scoring((event.seat, event.points) for event in record.events)
        assert cards_of(ending[kernel.CRIB_CARDS]) == record.crib
        names |= {event.name for event in record.events}
    assert names == set(kernel.EVENTS)


def test_every_four_ranks_with_every_starter_count_as_in_the_rules():
    draw = random.Random("counts")
    for _ in range(20_000 if FULL else 3_000):
        deck = draw.choice(DECKS)
        *four, starter = draw.sample(deck, 5)
        for crib, flush in ((False, 4), (True, 0)):
            expected = rulebook.show_points(four, starter, STANDARD, crib=crib)
            assert counting.show_points(*four, starter, flush) == expected


def test_greedy_keeps_and_lays_what_counts_most():
    book, draw = blank_book(STANDARD), random.Random("greedy")

    def pair(cards):
        return 2 * (cards[0] // 4 == cards[1] // 4) + 2 * (sum(map(rulebook.pips, cards)) == 15)

    def held(four):
        same = len({card % 4 for card in four}) == 1
        fifteens = sum(sum(map(rulebook.pips, s)) == 15 for size in (2, 3, 4) for s in combinations(four, size))
        pairs = sum(a // 4 == b // 4 for a, b in combinations(four, 2))
        ranks = sorted(card // 4 for card in four)
        runs = 0
        for length in (4, 3):
            runs = sum(length for s in combinations(ranks, length) if [*s] == [*range(s[0], s[0] + length)])
            if runs:
                break
        return 2 * fifteens + 2 * pairs + runs + 4 * same

    for _ in range(100):
        deal = rulebook.Deal(tuple(draw.sample(range(52), 13)))
        _, steps, ending = play(deal, (GREEDY, GREEDY, GREEDY), book, stream_of(1))
        for seat in range(2):
            worth = {}
            for thrown in rulebook.throws(deal.cards(seat)):
                kept = [card for card in deal.cards(seat) if card not in thrown]
                worth[thrown] = held(kept) + (pair(thrown) if seat == 0 else -pair(thrown))
            best = max(worth, key=worth.get)
            assert set(cards_of(ending[kernel.KEPT + seat])) == {*deal.cards(seat)} - {*best}
        laid = iter(steps[steps[:, 2] >= 0].tolist())

        def check(view, laid=laid):
            card = next(laid)[2]
            points = {one: sum(row[1] for row in rulebook.score_play([*view.lap, one])) for one in view.legal}
            assert card == max(points, key=points.get)
            return card

        rulebook.play_pegging([cards_of(ending[seat]) for seat in range(2)], check)


def dealt(state, players):
    """Yield the deals that a game makes from ``state``."""
    deck = np.arange(52)
    while True:
        shuffle(deck, state, kernel.dealt(players))
        yield rulebook.Deal(tuple(deck[: kernel.dealt(players)].tolist()), players)


@pytest.mark.parametrize("changes", [{}, {"target": 61, "stakes": "skunk"}], ids=str)
@pytest.mark.parametrize("players", [2, 3])
def test_games_are_those_of_the_rules(players, changes):
    rules = STANDARD | changes
    games = 60 if FULL else 12
    start = np.array([5, 30, 17])
    rows = np.zeros((games, match.GAME_COLUMNS), dtype=np.int32)
    match.games_block(np.uint64(8), games, players, (FIRST, FIRST, FIRST), 1, start, blank_book(rules), rows)
    state = stream_of(8)
    first = rulebook.Player(lambda seat, cards: rulebook.throws(cards)[0], lambda view: view.legal[0])
    for row in rows:
        game = rulebook.play_game(
            dealt(stream_of(next_word(state)), players), rules, [first] * players, scores=start[:players].tolist()
        )
        won = [0, 0, 0]
        won[game.winner] = sum(game.counts) if rules["stakes"] == "skunk" else 1
        skunks = [0, 0, 0]
        losers = [points for player, points in enumerate(game.scores) if player != game.winner]
        skunks[game.winner] = sum(rulebook.skunk_level(points, rules) > 0 for points in losers)
        scores = [*game.scores, 0][:3]
        assert row.tolist() == [*scores, *won, *skunks, len(game.deals)]


def test_a_mirrored_match_moves_the_policies_round():
    book = blank_book(STANDARD)
    mirrored, plain = np.zeros((100, 24), dtype=np.int32), np.zeros((50, 24), dtype=np.int32)
    match.simulate_block(np.uint64(3), 50, 2, (GREEDY, FIRST, FIRST), 2, book, mirrored)
    match.simulate_block(np.uint64(3), 50, 2, (FIRST, GREEDY, FIRST), 1, book, plain)
    np.testing.assert_array_equal(mirrored[1::2], plain)
