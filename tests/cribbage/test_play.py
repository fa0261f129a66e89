"""`play` against brute force over all holdings with the rules in plain Python, and its sampled worlds against both."""

from __future__ import annotations

import os
import random
from collections import defaultdict
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

from analyzer import games
from analyzer.core.decks import PLAYING_52
from analyzer.core.errors import InputError
from analyzer.core.notation import GO
from analyzer.games.cribbage import play as question
from analyzer.games.cribbage import rules as rulebook
from analyzer.games.cribbage.book import make_book
from analyzer.games.cribbage.kernels import advising, match
from analyzer.games.cribbage.kernels.deal import EVENTS, TALLIES
from analyzer.games.cribbage.kernels.gauging import play_match_block
from analyzer.games.cribbage.kernels.throws import GREEDY, RANDOM, TABLES
from analyzer.games.cribbage.position import read_position
from analyzer.games.cribbage.rules_pegging import Pegging

CRIBBAGE = games.load("cribbage")
FULL = bool(os.environ.get("ANALYZER_FULL"))
SEATS = ("dealer", "pone")
STANDARD = {"crib_flush": "five", "target": 121, "stakes": "single"}


def late_positions(number, seed):
    """Yield (pegging, starter, own throw) where both hold at most two cards and the mover has a choice."""
    source = random.Random(seed)
    found = 0
    while found < number:
        order = source.sample(range(52), 11)
        pegging = rulebook.start_pegging([order[:4], order[4:8]])
        while pegging.turn is not None:
            held = [len(hand) for hand in pegging.hands]
            if max(held) <= 2:
                break
            pegging.lay(source.choice(pegging.legal()))
        if pegging.turn is not None and len(pegging.legal()) > 1:
            found += 1
            yield pegging, order[8], tuple(order[9:11])


def asked(pegging, starter, thrown):
    names = PLAYING_52.names
    return {
        "hand": " ".join(names[card] for card in pegging.hands[pegging.turn]),
        "starter": names[starter],
        "history": " ".join(GO if card is None else names[card] for _, card in pegging.history),
        "thrown": " ".join(names[card] for card in thrown),
        SEATS[pegging.turn]: True,
    }


def greedy(pegging):
    """Return the card of most points now, the lowest of several."""
    def worth(card):
        return sum(points for _, points in rulebook.score_play([*pegging.lap, card]))

    return max(pegging.legal(), key=lambda card: (worth(card), -card))


def expected(pegging, seat, policy):
    """Return the expected points (own, other's) of the rest; the opponent plays by ``policy``, the asker is forced."""
    if pegging.turn is None:
        return Fraction(0), Fraction(0)
    cards = pegging.legal()
    if pegging.turn == seat:
        assert len(cards) == 1
    elif policy == "greedy":
        cards = (greedy(pegging),)
    totals = [Fraction(0), Fraction(0)]
    for card in cards:
        after = pegging.copy()
        made = after.lay(card)
        rest = expected(after, seat, policy)
        for side in range(2):
            now = sum(event.points for event in made if (event.seat == seat) == (side == 0))
            totals[side] += Fraction(now + rest[side], len(cards))
    return tuple(totals)


def brute_force(pegging, starter, thrown, policy):
    """Return (own, other's) expected points of every legal card over all holdings that the same history allows."""
    seat = pegging.turn
    shown = {card for _, card in pegging.history if card is not None}
    unseen = set(range(52)) - shown - {*pegging.hands[seat], *thrown, starter}
    sums, total = defaultdict(lambda: [Fraction(0), Fraction(0)]), 0
    for holding in combinations(sorted(unseen), len(pegging.hands[1 - seat])):
        if not agrees(pegging, holding):
            continue
        total += 1
        for card in pegging.legal():
            hands = [None, None]
            hands[seat], hands[1 - seat] = pegging.hands[seat][:], [*holding]
            after = Pegging(tuple(hands), seat, pegging.lap[:], set(pegging.out), pegging.history[:], pegging.last)
            made = after.lay(card)
            rest = expected(after, seat, policy)
            for side in range(2):
                now = sum(event.points for event in made if (event.seat == seat) == (side == 0))
                sums[card][side] += now + rest[side]
    return {card: [float(one / total) for one in both] for card, both in sums.items()}


def agrees(pegging, holding):
    """Tell whether nothing of ``holding`` could have been laid where the opponent said GO."""
    count, out = 0, set()
    for mover, card in pegging.history:
        if card is None:
            out.add(mover)
            if mover != pegging.turn and rulebook.legal_cards(holding, count):
                return False
            continue
        if count == 31 or len(out) == 2 or count + rulebook.pips(card) > 31:
            count, out = 0, set()
        count += rulebook.pips(card)
    return True


@pytest.mark.parametrize(("policy", "number"), [("random", 20), ("greedy", 20 if FULL else 6)])
def test_play_is_brute_force_over_all_holdings_in_late_positions(policy, number, monkeypatch):
    if policy == "greedy":  # every holding alike: what the weights of throws are is tested below
        monkeypatch.setattr(advising, "weigh_holdings", lambda holdings, seen, policy, book, weights: None)
    for pegging, starter, thrown in late_positions(number, f"late {policy}"):
        document = CRIBBAGE.play(**asked(pegging, starter, thrown), opponent=policy, me=policy).document
        truth = brute_force(pegging, starter, thrown, policy)
        assert len(document["options"]) == len(truth)
        for option in document["options"]:
            own, other = truth[PLAYING_52.names.index(option["action"][0])]
            assert option["parts"]["pegging"] == pytest.approx(own)
            assert option["parts"]["pegging_opponent"] == pytest.approx(-other)
            assert option["value"] == option["low"] == option["high"] == pytest.approx(own - other)


def seen_of(pegging, starter, thrown):
    given = {
        "hand": tuple(pegging.hands[pegging.turn]), "starter": starter, "thrown": thrown,
        "history": tuple(card for _, card in pegging.history),
    }
    position = read_position(given, pegging.turn)
    return question.seen_by(position, starter, thrown), position


def test_holdings_are_weighted_by_the_throws_of_the_policy():
    book, _ = make_book(STANDARD, ("greedy",))
    for pegging, starter, thrown in late_positions(2, "weights"):
        seen, position = seen_of(pegging, starter, thrown)
        hands = list(combinations(position.fitting, position.held))[::120]
        holdings = np.array([sum(1 << card for card in hand) for hand in hands], dtype=np.int64)
        weights = np.zeros(len(holdings), dtype=np.int64)
        advising.weigh_holdings(holdings, seen, GREEDY, book, weights)
        six, state = np.zeros(6, dtype=np.int64), np.zeros(4, dtype=np.uint64)
        for hand, weight in zip(hands, weights.tolist(), strict=True):
            pairs = list(combinations([card for card in position.unseen if card not in hand], 2))
            so = 0
            for pair in pairs:
                theirs = sum(1 << one for one in pair)
                mask = seen.shown | theirs | sum(1 << one for one in hand)
                so += advising.throws_so(GREEDY, mask, theirs, 1 - seen.seat, book, six, state)
            # Nineteen throws of twenty are the policy's, one is any of fifteen.
            assert weight == pytest.approx(300 * (0.95 * so + 0.05 * len(pairs) / 15))


@pytest.mark.parametrize("policy", [RANDOM, GREEDY, TABLES])
def test_sampled_worlds_agree_with_all_holdings(policy):
    book, _ = make_book(STANDARD, ("tables",))
    worlds = 20_000
    for pegging, starter, thrown in late_positions(4, f"sampled {policy}"):
        seen, position = seen_of(pegging, starter, thrown)
        cards = np.array(position.legal, dtype=np.int64)
        values = np.zeros((worlds, len(cards)), dtype=np.int32)
        parts, chances = np.zeros((len(cards), 2), np.int64), np.zeros((len(cards), 2), np.int64)
        advising.play_block(
            np.uint64(5), worlds, seen, policy, policy, book, cards, -1, -1, np.zeros((1, 1)), values, parts, chances
        )
        np.testing.assert_array_equal(values.sum(axis=0), parts.sum(axis=1))
        holdings = np.array([sum(1 << c for c in one) for one in combinations(position.fitting, position.held)])
        weights = np.ones(len(holdings), dtype=np.int64)
        if position.held:
            advising.weigh_holdings(holdings, seen, policy, book, weights)
        sums = np.zeros((len(cards), advising.COLUMNS), dtype=np.int64)
        advising.every_holding(holdings, weights, seen, policy, book, cards, sums)
        exact = sums / (advising.HALVES * weights.sum())
        errors = values.std(axis=0) / worlds**0.5
        assert np.all(np.abs(values.mean(axis=0) - exact[:, :2].sum(axis=1)) <= 4.5 * errors + 1e-9)
        spread = np.sqrt(exact[:, 2:] * (1 - exact[:, 2:]) / worlds)
        assert np.all(np.abs(chances / worlds - exact[:, 2:]) <= 4.5 * spread + 1e-9)


def test_a_score_ranks_by_the_chance_to_win_and_a_certain_win_is_one():
    # By hand: the third three pairs royal for 6, which ends a game at 115 and more at once.
    document = CRIBBAGE.play(
        "3C TD TH", "2C", history="3D 3H", thrown="7S KD", pone=True, score="115-115", samples=2_000
    ).document
    first = document["options"][0]
    assert document["unit"] == "win probability"
    assert (first["action"], first["value"]) == (["3C"], 1.0)
    with pytest.raises(InputError, match="--score: 121 cannot be"):
        CRIBBAGE.play("3C TD TH", "2C", history="3D 3H", pone=True, score="121-109")


def test_a_match_in_the_play_is_that_of_whole_deals_and_mirrors():
    book, _ = make_book(STANDARD, ("tables",))
    rows, whole = np.zeros((300, 4), dtype=np.int32), np.zeros((300, 3 * TALLIES), dtype=np.int32)
    play_match_block(np.uint64(4), 300, GREEDY, GREEDY, GREEDY, book, rows)
    np.testing.assert_array_equal(rows[:, :2], rows[:, :1:-1])
    match.simulate_block(np.uint64(4), 300, 2, (GREEDY,) * 3, 1, book, whole)
    events = whole.reshape(300, 3, TALLIES)[:, :2]
    pegged = sum(events[:, :, EVENTS.index(name)] for name in ("fifteen", "thirty_one", "go", "pair", "run"))
    np.testing.assert_array_equal(rows[:, :2], pegged)


def test_the_learned_play_beats_greedy():
    book, _ = make_book(STANDARD, ("tables",))
    rows = np.zeros((20_000, 4), dtype=np.int32)
    play_match_block(np.uint64(4), 20_000, TABLES, TABLES, GREEDY, book, rows)
    net = (rows[:, 0] - rows[:, 1] + rows[:, 2] - rows[:, 3]) / 2
    # 0.59 points a deal were measured on 200,000 deals.
    assert net.mean() - 4.5 * net.std() / len(net) ** 0.5 > 0.4
