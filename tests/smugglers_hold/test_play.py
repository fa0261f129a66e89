"""`play`: positions read from what was laid, and the kernel's worlds against the rules in plain Python."""

from __future__ import annotations

import os
import random
from itertools import combinations, pairwise
from math import comb
from pathlib import Path

import numpy as np
import pytest

import analyzer.games.smugglers_hold
from analyzer import games
from analyzer.core.dealing import deal as shuffle
from analyzer.core.decks import SABACC_62
from analyzer.core.errors import InputError
from analyzer.core.notation import parse_cards, parse_laid
from analyzer.core.rng import below, next_word, seed_stream
from analyzer.games.options import load_options
from analyzer.games.smugglers_hold import rules as rulebook
from analyzer.games.smugglers_hold.kernels.advice import PARTS, WIN_UNIT
from analyzer.games.smugglers_hold.kernels.book import make_book
from analyzer.games.smugglers_hold.kernels.open import DEAL_SIZE, set_deal
from analyzer.games.smugglers_hold.kernels.options import pack
from analyzer.games.smugglers_hold.kernels.playing import (
    Table,
    begin_world,
    draw_unseen,
    enumerate_block,
    first_pair,
    make_scratch,
    next_pair,
    play_block,
    play_out,
    reach,
)
from analyzer.games.smugglers_hold.kernels.skirmish import OVER, TURN
from analyzer.games.smugglers_hold.kernels.throws import FIRST, LOOKAHEAD, POLICIES
from analyzer.games.smugglers_hold.play import DRAW_LOTS, seen_by
from analyzer.games.smugglers_hold.position import read_position
from analyzer.games.smugglers_hold.race import afterwards

FULL = bool(os.environ.get("ANALYZER_FULL"))
POSITIONS = 3_000 if FULL else 300
DEALER, PONE = rulebook.DEALER, rulebook.PONE
VALUES = SABACC_62.values
OPTIONS = load_options(Path(analyzer.games.smugglers_hold.__file__).parent)
STANDARD = OPTIONS.resolve()
# The options that decide whose turn it is, and what is captured.
TURNS = ("capture_path", "restart", "play_again", "go", "stuck")
DECKS = (
    range(62),
    [*range(15), *range(47, 62)],
    range(20, 44),
    [card for card, value in enumerate(VALUES) if value % 5 == 0],
)


def inputs(hand, history="", path="+3S", target=5, suit="C", thrown=None):
    """Return the parsed inputs of `play`; no Sylop stands in two of them."""
    return {
        "hand": parse_cards(hand, SABACC_62, "--hand"),
        "path": parse_cards(path, SABACC_62, "--path")[0],
        "target": target,
        "suit": "CFS".index(suit),
        "history": parse_laid(history, SABACC_62, "--history"),
        "thrown": None if thrown is None else parse_cards(thrown, SABACC_62, "--thrown"),
        "opponent_thrown": None,
    }


def in_progress(seed):
    """Return (skirmish, throws, rules) of a deal played at random for a while, or a skirmish that is over."""
    draw = random.Random(seed)
    rules = STANDARD | ({name: draw.choice(OPTIONS.specs[name].values) for name in TURNS} if seed % 2 else {})
    order = draw.sample(draw.choice(DECKS), 13)
    skirmish = rulebook.start_skirmish((order[:4], order[4:8]), order[12], draw.choice((0, 5, -5, 10, -10)), rules)
    for _ in range(draw.randrange(8)):
        if skirmish.turn is not None:
            skirmish.lay(draw.choice(skirmish.legal()))
    return skirmish, (tuple(order[8:10]), tuple(order[10:12])), rules


def known_to_mover(skirmish, thrown, history):
    return {
        "hand": tuple(skirmish.hands[skirmish.turn]),
        "path": skirmish.path,
        "target": skirmish.number,
        "suit": 1,
        "history": history,
        "thrown": thrown,
        "opponent_thrown": None,
    }


# ------------------------------------------------------------------------------------------------- positions


@pytest.mark.parametrize(
    ("hand", "history", "seat", "expected", "rules"),
    [
        ("+1C +2C +3C +4C", "", PONE, "", {}),
        ("-4F +7C +10S", "+5F -6C +2C", DEALER, "pone +5F, dealer -6C, pone +2C", {}),
        # 3 + 5 - 8 = 0: the dealer lays again.
        ("-4F +7C +10S", "+5F -8C +2C", PONE, "pone +5F, dealer -8C, dealer +2C", {}),
        ("-4F +7C +10S", "+5F -8C +2C", DEALER, "pone +5F, dealer -8C, pone +2C", {"play_again": "off"}),
        ("+10S +9C +8C -7C", "+9F", DEALER, "pone +9F", {}),
        ("+10S +9C -8C", "+9F -1C GO", DEALER, "pone +9F, dealer -1C, pone GO", {}),
        # 3 + 7 + 5 = 15, a capture: from 0 the turns alternate on.
        ("+10S +9C +8C", "+7F +5F", PONE, "pone +7F, dealer +5F", {}),
    ],
)
def test_a_history_tells_who_laid_what(hand, history, seat, expected, rules):
    position = read_position(inputs(hand, history), seat, STANDARD | rules)
    assert position.told() == expected
    assert position.held == 4 - sum(other != seat for other, _ in position.plays)


def test_an_own_go_may_be_left_out_and_is_written_once():
    # 3 + 9 = 12, 12 - 1 = 11: the dealer cannot lay +10, +9 or +8 at either.
    given = inputs("+10S +9C +8C +10C", "+9F -1C -7C")
    position = read_position(given, DEALER, STANDARD)
    assert position.told() == "pone +9F, dealer GO, pone -1C, pone -7C"
    assert read_position(inputs("+10S +9C +8C +10C", "+9F GO -1C GO -7C"), DEALER, STANDARD).plays == position.plays
    assert read_position(inputs("+10S +9C +8C +10C", "+9F GO -1C -7C"), DEALER, STANDARD).plays == position.plays


def test_a_go_leaves_only_cards_that_could_not_be_laid():
    # The pone said GO at 3 + 9 - 1 = 11: whatever it holds is above +4.
    position = read_position(inputs("+10S +9C -8C", "+9F -1C GO"), DEALER, STANDARD)
    assert position.held == 3
    assert position.fitting == tuple(card for card in position.unseen if VALUES[card] > 4)


@pytest.mark.parametrize(
    ("given", "seat", "message"),
    [
        (inputs("+1C +2C +4C", "+9F +10S"), PONE, "--history, entry 2: '+10S' cannot be laid: it would bring the"),
        (inputs("+1C +2C +4C +5C", "+9F GO"), DEALER, "--history, entry 2: 'GO' cannot be: at a total of +12 the"),
        (inputs("+10C +2C", "+9F -1C GO -2C +1C"), DEALER, "--history, entry 3: 'GO' cannot be: at a total of +11 the"),
        (inputs("+1C +2C +4C", "-1F +2F GO"), DEALER, "--history, entry 3: 'GO' cannot be: at a total of +4 every"),
        (inputs("+1C +2C +4C +5C", "+1F"), PONE, "--pone: the dealer is to move after this history: ask with"),
        (inputs("+1C +2C +4C +5C"), DEALER, "--dealer: the pone is to move after this history: ask with --pone"),
        (inputs("+1C +2C", "+1F +2F"), PONE, "--hand: the pone laid 1 of these cards, so 3 are held after it, and"),
        (inputs("+1C +2C +4C +5C", "+1F +2F"), PONE, "--hand: the pone laid 1 of these cards, so 3 are held"),
        (inputs("-8S +9C", "+9F -1C GO"), DEALER, "--hand: the dealer laid 1 of these cards, so 3 are held"),
        (inputs("+10S +9C -8C -7C", "+9F -1C GO"), DEALER, "--hand: the dealer laid 1 of these cards, so 3 are held"),
        (inputs("+10C +9S +8C", "+9F -1C"), PONE, "--hand: none of these cards can be laid now: it is GO"),
        (inputs("+10C +9S +8C", "+9F -1C GO"), DEALER, "--hand: none of these cards can be laid now: it is GO"),
        (inputs("+10C +9S +8C", "+9F -1C"), DEALER, "--dealer: the pone is to move after this history: ask with"),
        (inputs("+1C", "+1F -2F +2F -3F +3F -4F +4F -5F"), PONE, "--history: 8 cards were laid: nothing is left"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(given, seat, message):
    with pytest.raises(InputError) as caught:
        read_position(given, seat, STANDARD)
    assert str(caught.value).startswith(message)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"history": "+5F -6C +3S"}, "--history: '+3S' is named in two places"),
        ({"history": "+5F -6C +7C"}, "--history: '+7C' is named in two places"),
        ({"thrown": "+5F +1F"}, "--thrown: '+5F' is named in two places"),
        ({"history": "+5F -6C +5F"}, "--history, card 3: '+5F' is named once too often"),
        ({"history": "+5F STOP +2C"}, "--history, card 2: 'STOP' is no card of this deck"),
        ({"history": "+5F -6C +2C", "dealer": False, "pone": True}, "--pone: the dealer is to move"),
    ],
)
def test_the_session_names_what_is_wrong(changes, message):
    given = {
        "hand": "-4F +7C +10S", "path": "+3S", "target": 5, "suit": "C", "history": "+5F -6C +2C", "thrown": "-9C +1F",
        "dealer": True,
    }
    with pytest.raises(InputError) as caught:
        games.load("smugglers-hold").play(**given | changes, samples=100)
    assert str(caught.value).startswith(message)


def test_sylops_are_told_apart_wherever_they_lie():
    session = games.load("smugglers-hold")
    given = {"path": "+3S", "target": 5, "suit": "C", "thrown": "-9C +1F", "dealer": True, "samples": 200}
    both = session.play(hand="0 +7C 0", history="+5F -6C +2C", **given).document
    assert sorted(option["action"] for option in both["options"]) == [["+7C"], ["0"]]
    assert session.play(hand="0 +7C +10S", history="+5F -6C 0", **given).document["options"]
    with pytest.raises(InputError, match="--history: '0' is named more than 2 times in all"):
        session.play(hand="0 +7C 0", history="+5F -6C 0", **given)


def test_what_was_really_played_is_what_is_read():
    seen = {"go": 0, "again": 0}
    for seed in range(POSITIONS):
        skirmish, thrown, rules = in_progress(seed)
        if skirmish.turn is None:
            continue
        seat = skirmish.turn
        plays = tuple(entry for entry in skirmish.history if entry[1] is not None)
        told = tuple(card for _, card in skirmish.history)
        position = read_position(known_to_mover(skirmish, thrown[seat], told), seat, rules)
        assert position.plays == plays
        assert position.history == tuple(skirmish.history)
        assert position.legal == skirmish.legal()
        assert position.held == len(skirmish.hands[1 - seat])
        assert set(skirmish.hands[1 - seat]) <= set(position.fitting) <= set(position.unseen)
        seen["go"] += None in told
        seen["again"] += any(one[0] == other[0] for one, other in pairwise(plays))
    assert seen["go"] > POSITIONS / 50
    assert seen["again"] > POSITIONS / 50


# -------------------------------------------------------------------------------------------------- the kernel


def run(given, seat, rules, me=FIRST, opponent=FIRST, deals=3, stream=7):
    """Return (position, seen, cards, values, outcomes, parts, chances) of one block."""
    position = read_position(given, seat, rules)
    seen = seen_by(position, given)
    cards = np.array(position.legal, dtype=np.int64)
    worlds = max(1, len(seen.holdings)) * deals
    values = np.zeros((deals, len(cards)), dtype=np.int64)
    outcomes = np.zeros((worlds, len(cards)), dtype=np.int32)
    parts = np.zeros((len(cards), len(PARTS)), dtype=np.int64)
    chances, squares = np.zeros((2, len(cards), 1), dtype=np.int64)
    table = table_of(seen, cards, rules, (me, opponent))
    play_block(np.uint64(stream), deals, table, values, parts, chances, squares, outcomes)
    return position, seen, cards, values, outcomes, parts, chances


def table_of(seen, cards, rules, policies, score=(-1, -1), chance=None):
    """Return what the kernels play on with; ``policies`` are the asker's and the opponent's."""
    by_seat = policies if seen.seat == DEALER else policies[::-1]
    return Table(seen, *by_seat, make_book(rules), cards, *score, np.empty((0, 0)) if chance is None else chance)


def worlds_drawn(seen, worlds, stream=7):
    """Yield (opponent's hand, own throw, opponent's throw, coin) of each world, drawn as the kernel draws."""
    state, luck = np.zeros(4, np.uint64), np.zeros(4, np.uint64)
    seed_stream(state, np.uint64(stream))
    fitting, deck = seen.fitting.copy(), seen.unseen.copy()
    for world in range(worlds):
        if len(seen.holdings):
            hidden = seen.holdings[world % len(seen.holdings)]
        else:
            shuffle(fitting, state, seen.held)
            hidden = np.int64(sum(1 << int(card) for card in fitting[: seen.held]))
        mine, theirs = draw_unseen(deck, state, hidden, seen.thrown, seen.others_thrown)
        coin = below(state, 2)
        seed_stream(luck, np.uint64(next_word(state)))
        yield cards_of(hidden), cards_of(mine), cards_of(theirs), coin


def cards_of(bits):
    return tuple(card for card in range(62) if int(bits) >> card & 1)


def deal_of(position, given, rules, card, holding, mine, theirs, coin):
    """Return the record of the whole deal by the rules, both laying their first legal card after ``card``, and the
    events before that card."""
    seat = position.seat
    hands = [[], []]
    for other, laid in position.plays:
        hands[other].append(laid)
    hands[seat] += position.hand
    hands[1 - seat] += holding
    thrown = [mine, theirs] if seat == DEALER else [theirs, mine]
    order = [0] * 12 + [given["path"]]
    order[1:12:2] = [*hands[DEALER], *thrown[DEALER]]
    order[0:12:2] = [*hands[PONE], *thrown[PONE]]
    deal = rulebook.Deal(tuple(order), given["target"], given["suit"], coin)
    script = iter([*(laid for _, laid in position.plays), card])
    record = rulebook.play_deal(
        deal, rules, lambda other, six: thrown[other], lambda view: next(script, view.legal[0])
    )
    behind = rulebook.path_bonus(deal.path, deal.number, rules)
    skirmish = rulebook.start_skirmish(hands, deal.path, deal.number, rules)
    for _, laid in position.plays:
        behind += skirmish.lay(laid)
    return record, behind


def first_to_the_end(position, *world):
    """Return the net points still to come after a card, and whether the asker claims the Hold; see `deal_of`."""
    record, behind = deal_of(position, *world)
    seat = position.seat
    net = record.points[seat] - record.points[1 - seat]
    return net - sum(event.points if event.seat == seat else -event.points for event in behind), record.claimant == seat


class Counted:
    """The best Spoils of pools under one path card and dice, each four counted once by the rules."""

    def __init__(self, path, number, suit, rules):
        self.table, self.fours = (path, number, suit, rules), {}

    def best(self, pool):
        return max(map(self._points, combinations(sorted(pool), min(4, len(pool)))))

    def _points(self, four):
        if four not in self.fours:
            self.fours[four] = sum(row.points for row in rulebook.count_spoils(four, *self.table))
        return self.fours[four]


class BruteForce:
    """What a card comes to in any world of one position, by the rules: both lay their first legal card after it."""

    def __init__(self, position, given, rules):
        self.position, self.given, self.rules = position, given, rules
        self.counted = {}
        self.ends = {}

    def after(self, card, holding):
        """Return (net points of the plays to come, the skirmish at its end) with the opponent holding ``holding``."""
        if (card, holding) not in self.ends:
            seat = self.position.seat
            hands = [[], []]
            for other, laid in self.position.plays:
                hands[other].append(laid)
            hands[seat] += self.position.hand
            hands[1 - seat] += holding
            skirmish = rulebook.start_skirmish(hands, self.given["path"], self.given["target"], self.rules)
            for _, laid in self.position.plays:
                skirmish.lay(laid)
            events = skirmish.lay(card)
            while skirmish.turn is not None:
                events += skirmish.lay(skirmish.legal()[0])
            self.ends[card, holding] = sum(e.points if e.seat == seat else -e.points for e in events), skirmish
        return self.ends[card, holding]

    def net(self, card, holding, mine, theirs, coin):
        """Return the net points still to come, and whether the asker claims the Hold."""
        seat = self.position.seat
        net, skirmish = self.after(card, holding)
        after = rulebook.pools(skirmish, (mine, theirs) if seat == DEALER else (theirs, mine))
        taker, _ = rulebook.claim(after.own, self.given["target"], self.given["suit"], coin, self.rules)
        path = None if skirmish.path_captured else self.given["path"]
        counted = self.counted.setdefault(path, Counted(path, self.given["target"], self.given["suit"], self.rules))
        for other in (DEALER, PONE):
            points = counted.best(after.own[other] + (after.hold if other == taker else ()))
            points += self.rules["hold_points"] if other == taker else 0
            net += points if other == seat else -points
        return net, taker == seat


def positions(number, most):
    """Yield (seed, given, seat, rules) of so many positions with at most ``most`` cards a side, own throw told or not.

    Positions with more than two cards a side come from the others.
    """
    seed = 0
    while number:
        skirmish, thrown, rules = in_progress(seed)
        seed += 1
        if skirmish.turn is None or (max(map(len, skirmish.hands)) <= 2) != (most <= 2):
            continue
        number -= 1
        told = tuple(card for _, card in skirmish.history)
        own = thrown[skirmish.turn] if seed % 3 else None
        yield seed, known_to_mover(skirmish, own, told), skirmish.turn, rules


@pytest.mark.parametrize(("most", "deals"), [(2, 2), (4, 30)])
def test_worlds_equal_brute_force(most, deals):
    """Every world of the kernel, with all it drew, against the rules; with few cards left all holdings are there."""
    compared = claims = 0
    for seed, given, seat, rules in positions(60 if FULL else 12, most):
        position, seen, cards, values, outcomes, parts, chances = run(given, seat, rules, deals=deals)
        assert (len(seen.holdings) > 0) == (most <= 2)
        looked_at = set(random.Random(seed).sample(range(len(outcomes)), min(len(outcomes), 60)))
        taken = np.zeros(len(cards), dtype=np.int64)
        for world, (holding, mine, theirs, coin) in enumerate(worlds_drawn(seen, len(outcomes))):
            known = {*holding, *given["hand"], given["path"], *given["history"]}
            assert len({*mine, *theirs}) == 4
            assert not {*mine, *theirs} & known
            assert set(holding) <= set(position.fitting)
            if world not in looked_at:
                continue
            for k, card in enumerate(cards.tolist()):
                net, claimed = first_to_the_end(position, given, rules, card, holding, mine, theirs, coin)
                assert outcomes[world, k] == net, (seed, world, card)
                taken[k] += claimed
                compared += 1
        assert (values == outcomes.reshape(deals, -1, len(cards)).sum(axis=1)).all()
        assert (parts.sum(axis=1) == values.sum(axis=0)).all()
        assert (parts[:, 0] == 0).all()
        if len(looked_at) == len(outcomes):
            assert taken.tolist() == chances[:, 0].tolist()
            claims += 1
    assert compared > 300
    assert claims


def two_left(number, rules=None):
    """Yield (given, seat, rules) of so many positions with two cards left a side."""
    seed = 0
    while number:
        skirmish, thrown, drawn = in_progress(seed)
        seed += 1
        if skirmish.turn is None or [*map(len, skirmish.hands)] != [2, 2] or len(skirmish.legal()) < 2:
            continue
        number -= 1
        told = tuple(card for _, card in skirmish.history)
        yield known_to_mover(skirmish, thrown[skirmish.turn], told), skirmish.turn, rules or drawn


@pytest.mark.parametrize("place", range(20 if FULL else 2))
def test_play_with_two_cards_left_is_brute_force_over_all_holdings(place):
    """The means of whole samples, every holding of the opponent under the throws that the kernel drew for it."""
    *_, (given, seat, rules) = two_left(place + 1)
    deals = 200 if FULL else 1
    position, seen, cards, values, _, _, chances = run(given, seat, rules, deals=deals)
    assert len(seen.holdings) == comb(len(position.fitting), 2)
    brute = BruteForce(position, given, rules)
    sums, claims = np.zeros_like(values), np.zeros(len(cards), dtype=np.int64)
    every = len(seen.holdings)
    for world, (holding, mine, theirs, coin) in enumerate(worlds_drawn(seen, deals * every)):
        for k, card in enumerate(cards.tolist()):
            net, claimed = brute.net(card, holding, mine, theirs, coin)
            sums[world // every, k] += net
            claims[k] += claimed
    np.testing.assert_array_equal(values, sums)
    np.testing.assert_array_equal(chances[:, 0], claims)


# ------------------------------------------------------------------------------------------------ exact answers


@pytest.mark.parametrize(
    ("hand", "history", "held"),
    [("-4F +7C", "+5F -6C +2C +1S -1S", 1), ("-10S +9C", "+3F +2C +5S -2S GO", 2)],
)
def test_what_is_counted_is_brute_force_over_all_worlds(hand, history, held):
    """Some hands of the opponent, each with every throw and both sides of the coin."""
    given = inputs(hand, history, thrown="-9C +1C")
    position = read_position(given, DEALER, STANDARD)
    assert position.held == held
    seen = seen_by(position, given, every=False)
    holdings = random.Random(1).sample([*combinations(position.fitting, held)], 3)
    cards = np.array(position.legal)
    values, chances = np.zeros(len(cards), dtype=np.int64), np.zeros((len(cards), 1), dtype=np.int64)
    parts = np.zeros((len(cards), len(PARTS)), dtype=np.int64)
    masks = np.array([sum(1 << card for card in holding) for holding in holdings])
    enumerate_block(table_of(seen, cards, STANDARD, (FIRST, FIRST)), masks, values, parts, chances)
    brute = BruteForce(position, given, STANDARD)
    sums, claims = [0] * len(cards), [0] * len(cards)
    for holding in holdings:
        for theirs in combinations([card for card in position.unseen if card not in holding], 2):
            for k, card in enumerate(cards.tolist()):
                for coin in (DEALER, PONE):
                    net, claimed = brute.net(card, holding, given["thrown"], theirs, coin)
                    sums[k] += net
                    claims[k] += claimed
    assert values.tolist() == sums
    assert parts.sum(axis=1).tolist() == sums
    assert chances[:, 0].tolist() == claims


def test_pairs_are_each_met_once():
    cards = np.int64(0b101101001)
    pairs, pair = [], first_pair(cards, 0)
    while pair:
        pairs.append(int(pair))
        pair = next_pair(pair, cards)
    assert sorted(pairs) == sorted(sum(1 << card for card in two) for two in combinations((0, 3, 5, 6, 8), 2))
    assert first_pair(cards, 0b11) == 0b11


LATE = {"path": "+3S", "target": 5, "suit": "C", "thrown": "-9C +1F"}
ONE_LEFT = LATE | {"hand": "-4F +7C", "history": "+5F -6C +2C +1S -1S", "dealer": True}


@pytest.mark.parametrize("score", [{}, {"score": "100-95"}])
def test_samples_lie_about_the_exact_answer(score):
    session = games.load("smugglers-hold")
    exact = session.play(**ONE_LEFT, **score, exact=True).document
    sampled = session.play(**ONE_LEFT, **score, samples=400).document
    assert exact["method"] == "exact given the opponent model"
    assert sampled["method"] == "simulated"
    assert exact["command"].endswith("--exact")
    found = {tuple(option["action"]): option for option in sampled["options"]}
    for option in exact["options"]:
        other = found[tuple(option["action"])]
        assert option["low"] == option["value"] == option["high"]
        assert abs(option["value"] - other["value"]) < 2.5 * (other["high"] - other["low"]) / 2
        claims, about = option["chances"]["claims_hold"], other["chances"]["claims_hold"]
        assert abs(claims["p"] - about["p"]) < 2.5 * (about["high"] - about["low"]) / 2
        points = option["points"] if score else option["value"]
        assert sum(option["parts"].values()) == pytest.approx(points)


def test_claims_are_the_surer_for_every_hand_being_in_every_sample():
    two_left = ONE_LEFT | {"history": "+5F -6C +2C +1S", "dealer": False, "pone": True}
    for option in games.load("smugglers-hold").play(**two_left, samples=40).document["options"]:
        claims = option["chances"]["claims_hold"]
        plain = 2 * 1.96 * (claims["p"] * (1 - claims["p"]) / option["deals"]) ** 0.5
        assert 0 < claims["high"] - claims["low"] < plain / 5


def test_what_cannot_be_counted_is_refused_with_what_can():
    session = games.load("smugglers-hold")
    for changes, message in (
        ({"me": "search"}, "--exact: search draws lots, so its play cannot be counted: name another --me"),
        ({"opponent": "random"}, "--exact: random draws lots"),
        ({"thrown": None}, "--exact: 94,875,300 worlds are too many to count .*: give --thrown"),
        ({"hand": "-4F +7C +10S", "history": "+5F -6C", "dealer": False, "pone": True}, "--exact: 31,625,100 worlds"),
    ):
        with pytest.raises(InputError, match=message):
            session.play(**ONE_LEFT | changes, exact=True)


def test_equal_policies_that_draw_no_lots_are_the_same_whatever_the_luck():
    """What `--exact` counts has one end a world: only those that it refuses draw lots when they choose a card."""
    given = inputs("-4F +7C -1C", "+5F -6C +2C", thrown="-9C +1F")
    seen = seen_by(read_position(given, DEALER, STANDARD), given)
    cards = np.array(sorted(given["hand"]))
    for number, policy in enumerate(POLICIES):
        table, ends = table_of(seen, cards, STANDARD, (number, number)), set()
        for luck in range(6):
            scratch = make_scratch()
            seed_stream(scratch.state, np.uint64(luck))
            mine, theirs = seen.thrown, (1 << 20) | (1 << 50)
            begun = begin_world(table, np.int64(1 << 7 | 1 << 33 | 1 << 48), mine, theirs, 0, scratch)
            ends.add(tuple(play_out(table, begun, card, mine, theirs, scratch) for card in cards))
        if policy not in DRAW_LOTS:
            assert len(ends) == 1


# ---------------------------------------------------------------------------------------------- chances to win


def test_the_chance_to_win_is_that_of_the_rules_at_every_end():
    """World by world: the plays to come are scored in order from the score given, by the rules."""
    rules, draw = STANDARD, random.Random(3)
    chance, _ = afterwards(rules)
    decided = 0
    for given, seat, _ in two_left(6, rules):
        position = read_position(given, seat, rules)
        seen = seen_by(position, given, every=False)
        cards = np.array(position.legal)
        me, them = draw.randrange(95, 121), draw.randrange(95, 121)
        table = table_of(seen, cards, rules, (FIRST, FIRST), (me, them), chance)
        for stream in range(20):
            values = np.zeros((1, len(cards)), dtype=np.int64)
            parts = np.zeros((len(cards), len(PARTS)), dtype=np.int64)
            others = np.zeros((2, len(cards), 1), dtype=np.int64)
            play_block(np.uint64(stream), 1, table, values, parts, *others, np.zeros((1, len(cards)), dtype=np.int32))
            ((holding, mine, theirs, coin),) = worlds_drawn(seen, 1, stream)
            for k, card in enumerate(cards.tolist()):
                record, behind = deal_of(position, given, rules, card, holding, mine, theirs, coin)
                by_seat = (me, them) if seat == DEALER else (them, me)
                after, winner = rulebook.win_check(by_seat, record.events[len(behind) :], rules)
                if winner is None:
                    mine_after, theirs_after = after[seat], after[1 - seat]
                    won = chance[mine_after, theirs_after]
                    expected = won if seat == PONE else 1 - chance[theirs_after, mine_after]
                else:
                    decided += 1
                    expected = float(winner == seat)
                assert values[0, k] / WIN_UNIT == pytest.approx(expected, abs=1 / WIN_UNIT)
    assert decided > 20


def test_a_score_changes_what_is_asked():
    session = games.load("smugglers-hold")
    given = ONE_LEFT | {"samples": 20}
    won = session.play(**given, score="120-0").document
    assert won["unit"] == "win probability"
    assert won["options"][0]["value"] > 0.9
    for option in won["options"]:
        assert option["points"] == pytest.approx(sum(option["parts"].values()))
        assert 0 <= option["low"] <= option["win"] <= option["high"] <= 1
    with pytest.raises(InputError, match="--score: 121 cannot be"):
        session.play(**given, score="121-3")


# ------------------------------------------------------------------------------------------- the Hold lying open


def test_both_throws_are_known_where_the_hold_lies_open():
    open_hold = games.load("smugglers-hold", {"hold_pile": "open"})
    both = ONE_LEFT | {"opponent_thrown": "+8S -2C"}
    exact = open_hold.play(**both, exact=True).document
    assert any("all 50 hands" in sentence for sentence in exact["assumptions"])
    sampled = open_hold.play(**both, samples=5).document
    assert any(sentence.startswith("the play-off is sampled") for sentence in sampled["assumptions"])
    with pytest.raises(InputError, match="--opponent-thrown is seen only where the Hold lies open"):
        games.load("smugglers-hold").play(**both, samples=5)


def test_hidden_hands_and_throws_are_drawn_evenly():
    """How often each unseen card is in the hidden hand and in each throw, within five standard errors."""
    given = inputs("+10S +9C -8C", "+9F -1C GO")
    seen = seen_by(read_position(given, DEALER, STANDARD), given)
    worlds = 20_000
    counts = np.zeros((3, 62))
    for holding, mine, theirs, _ in worlds_drawn(seen, worlds):
        for row, cards in enumerate((holding, mine, theirs)):
            counts[row, list(cards)] += 1
    assert counts[0, [card for card in range(62) if card not in seen.fitting]].sum() == 0
    held = counts[0, seen.fitting]
    # Drawn without replacement, the counts vary by 1 - (share) less than independent ones.
    expected = worlds * 3 / len(seen.fitting)
    assert (abs(held - expected) < 5 * np.sqrt(expected)).all()
    low = [card for card in seen.unseen if card not in seen.fitting]
    for row in (1, 2):
        for group in (low, seen.fitting):
            of_group = counts[row, group]
            assert (abs(of_group - of_group.mean()) < 5 * np.sqrt(of_group.mean())).all()


def test_every_holding_is_one_that_the_go_allows():
    # 3 + 3 + 2 + 5 - 2 = 11 with the pone to lay: both of its cards are above +4.
    given = inputs("-10S +9C", "+3F +2C +5S -2S GO", thrown="-9C +1F")
    position = read_position(given, DEALER, STANDARD)
    assert position.held == 2
    seen = seen_by(position, given)
    high = [card for card in position.unseen if VALUES[card] > 15 - 11]
    assert {cards_of(holding) for holding in seen.holdings} == set(combinations(high, 2))


def test_every_world_drawn_leads_to_the_asker_with_the_same_table():
    reached = 0
    for seed in range(POSITIONS):
        skirmish, thrown, rules = in_progress(seed)
        if skirmish.turn is None:
            continue
        seat = skirmish.turn
        given = known_to_mover(skirmish, thrown[seat], tuple(card for _, card in skirmish.history))
        position = read_position(given, seat, rules)
        seen = seen_by(position, given)
        opts = pack(rules)
        memory = np.zeros(DEAL_SIZE, dtype=np.int64)
        set_deal(memory, seen.number, seen.path, seen.suit, 0, 0)
        draw = random.Random(seed)
        for _ in range(5):
            hidden = sum(1 << card for card in draw.sample(position.fitting, position.held))
            held = seen.shown | hidden
            kept = (seen.kept, held) if seat == DEALER else (held, seen.kept)
            at = reach(seen.plays, *map(np.int64, kept), opts, memory)
            assert at[8] & TURN == seat
            assert not at[8] & OVER
            assert at[7] == skirmish.total
            assert cards_of(at[seat]) == tuple(skirmish.hands[seat])
            assert int(at[1 - seat]) == hidden
            assert cards_of(at[2]) == tuple(sorted(skirmish.captured[DEALER]))
            assert cards_of(at[3]) == tuple(sorted(skirmish.captured[PONE]))
            reached += 1
    assert reached > POSITIONS


def test_equal_cards_are_worth_the_same():
    given = inputs("0 0 -4F", "+5F -6C +2C", thrown="-9C +1F")
    for policies in ((FIRST, FIRST), (LOOKAHEAD, LOOKAHEAD)):
        _, _, cards, _, outcomes, parts, _ = run(given, DEALER, STANDARD, *policies, deals=200)
        assert cards.tolist()[1:] == [30, 31]
        assert (outcomes[:, 1] == outcomes[:, 2]).all()
        assert (parts[1] == parts[2]).all()
        assert (outcomes[:, 0] != outcomes[:, 1]).any()


def test_the_answer_says_what_was_taken_for_granted():
    session = games.load("smugglers-hold")
    given = {"path": "+3S", "target": 5, "suit": "C", "pone": True, "samples": 100}
    document = session.play(hand="-4F +7C +10S", history="+5F -8C +2C", **given).document
    said = " ".join(document["assumptions"])
    assert "the history is read as pone +5F, dealer -8C, dealer +2C" in said
    assert "both throws (--thrown gives the own one)" in said
    assert document["inputs"]["history"] == ["+5F", "-8C", "+2C"]
