"""The readable rules of Coruscant Shift against positions worked by hand, and against each other."""

from __future__ import annotations

import random
import tomllib
from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations
from math import comb, prod
from pathlib import Path

import pytest

from analyzer.core.decks import SABACC_62
from analyzer.games.coruscant_shift import rules as rulebook

FOLDER = Path(rulebook.__file__).parent
OPTIONS = tomllib.loads((FOLDER / "options.toml").read_text(encoding="utf-8"))
GOLDEN = tomllib.loads((FOLDER / "golden.toml").read_text(encoding="utf-8"))
DEFAULTS = {name: option["default"] for name, option in OPTIONS["options"].items()}


def of(kind):
    """Return the cases of one kind, as parameters named by their ids."""
    return pytest.mark.parametrize("case", GOLDEN[kind], ids=[case["id"] for case in GOLDEN[kind]])


def rules_of(case):
    return DEFAULTS | case.get("rules", {})


def read(text):
    """Return the cards of ``text`` in the order written; a second Sylop is the other one."""
    cards = []
    for word in text.split():
        cards.append(next((card for card in SABACC_62.copies(word) if card not in cards), SABACC_62.copies(word)[-1]))
    return tuple(cards)


def show(cards):
    return " ".join(SABACC_62.words(cards))


def suit_of(case):
    return SABACC_62.suit_letters.index(case["suit"])


def filled(*parts):
    """Return an order of the whole deck that begins with the cards of ``parts`` and goes on canonically."""
    front = read(" ".join(parts))
    return front + tuple(card for card in range(len(SABACC_62)) if card not in front)


def deal_of(case):
    return rulebook.Deal(
        order=filled(*case["hands"], case.get("pile", "")),
        target=case["target"],
        suit=suit_of(case),
        shift_order=filled(case.get("shift_order", "")),
        draw_off_order=filled(case.get("draw_off_order", "")),
    )


@dataclass
class Script:
    """A player who does what is written; unwritten: stays (checks at the end), adds nothing, keeps what it has."""

    select: list[str]
    add: list[str] = field(default_factory=list)
    stay: list[str] = field(default_factory=list)
    kept: tuple[int, ...] = ()

    def choose_selection(self, view):
        self.kept = read(self.select.pop(0))
        return self.kept

    def choose_stay(self, view):
        return self.stay.pop(0) if self.stay else view.actions[0]

    def choose_addition(self, view):
        if self.add:
            return read(self.add.pop(0))
        return () if () in view.choices else self.kept


def players_of(case):
    if "policy" in case:
        policy = {"first": rulebook.First, "closest": rulebook.Closest}[case["policy"]]()
        return [policy] * len(case["hands"])
    return [
        Script(list(part["select"]), list(part.get("add", ())), list(part.get("stay", ()))) for part in case["players"]
    ]


def finished(players):
    """Return whether every script was read to its end, so that no line of it was idle."""
    return all(not (player.select or player.add or player.stay) for player in players if isinstance(player, Script))


# ------------------------------------------------------------------------------------------------------- options


def test_defaults_are_allowed_values_and_presets_name_options():
    for name, option in OPTIONS["options"].items():
        allowed = option["values"]
        default = option["default"]
        assert isinstance(default, int) if allowed == "whole" else default == allowed[0], name
    for preset in OPTIONS["presets"].values():
        assert all(value in OPTIONS["options"][name]["values"] for name, value in preset.items())


def test_every_value_of_every_option_is_played_by_a_case():
    seen = Counter(
        (name, value) for kind in GOLDEN.values() for case in kind for name, value in case.get("rules", {}).items()
    )
    for name, option in OPTIONS["options"].items():
        if option["values"] == "whole":
            assert any(known == name for known, _ in seen), name
        else:
            assert all(seen[name, value] for value in option["values"] if value != option["default"]), name


# ----------------------------------------------------------------------------------------------------- selections


@of("measure")
def test_measure(case):
    cards, target = read(case["cards"]), case["target"]
    assert case["expect"] == {
        "sum": rulebook.total(cards),
        "distance": rulebook.distance(cards, target),
        "suit_count": rulebook.suit_count(cards, suit_of(case)),
        "overshoots": rulebook.overshoots(cards, target),
    }


@of("select")
def test_select(case):
    expect, target, suit = case["expect"], case["target"], suit_of(case)
    legal = rulebook.legal_selections(read(case["hand"]), target, suit, rules_of(case))
    best = rulebook.closest(legal, (), target, suit)
    assert expect.get("legal_count", len(legal)) == len(legal)
    assert expect.get("legal", [show(cards) for cards in legal]) == [show(cards) for cards in legal]
    assert (expect["closest"], expect["distance"]) == (show(best), rulebook.distance(best, target))
    assert expect["first"] == show(legal[0])


@of("improve")
def test_improve(case):
    expect, target, suit, rules = case["expect"], case["target"], suit_of(case), rules_of(case)
    kept = read(case["kept"])
    legal = rulebook.legal_additions(kept, read(case["drew"]), target, suit, rules)
    if rulebook.improves_freely(rules):
        kept = ()
    best = rulebook.closest(legal, kept, target, suit)
    assert expect.get("legal_count", len(legal)) == len(legal)
    assert expect.get("legal", [show(cards) for cards in legal]) == [show(cards) for cards in legal]
    assert expect["closest"] == show(best)
    assert expect["distance"] == rulebook.distance(kept + best, target)
    assert expect["suit_count"] == rulebook.suit_count(kept + best, suit)


@of("reveal")
def test_reveal(case):
    selections = [read(cards) for cards in case["selections"]]
    target, suit, rules = case["target"], suit_of(case), rules_of(case)
    winners, level = rulebook.winner(dict(enumerate(selections, start=1)), target, suit, rules)
    assert case["expect"] == {"winners": list(winners), "level": level}
    for seat, cards in enumerate(selections, start=1):
        beaten = rulebook.compare(selections[winners[0] - 1], cards, target, suit, rules)
        assert beaten == (0 if seat in winners else 1)
        assert rulebook.compare(cards, selections[winners[0] - 1], target, suit, rules) == -beaten


# ---------------------------------------------------------------------------------------------------- whole hands


@of("hand")
def test_hand(case):
    rules, players = rules_of(case), players_of(case)
    chips = case.get("chips", [rules["chips"]] * len(players))
    record = rulebook.play_hand(deal_of(case), players, rules, chips if rules["form"] != "standard" else ())
    drawn = {str(seat): show(cards) for seat, cards in enumerate(record.drawn, start=1)}
    found = {
        "winners": [seat + 1 for seat in record.pots[0].winners],
        "level": record.pots[0].level,
        "levels": [pot.level for pot in record.pots],
        "pots": [pot.amount for pot in record.pots],
        "paid": list(record.paid),
        "won": [str(share) for share in record.won],
        "first": [show(cards) for cards in record.first],
        "drawn": list(drawn.values()),
        "drawn_by": {seat: drawn[seat] for seat in case["expect"].get("drawn_by", ())},
        "drawn_count": sum(len(cards) for cards in record.drawn),
        "pile_before": len(SABACC_62) - sum(len(cards) for cards in record.dealt),
        "shuffled": sum(len(event.cards) for event in record.events if event.name == "shuffle"),
        "final": ["folded" if cards is None else show(cards) for cards in record.final],
        "draw_off": [show(event.cards) for event in record.events if event.name == "draw_off"],
    }
    assert case["expect"] == {name: found[name] for name in case["expect"]}
    assert finished(players)


@of("pots")
def test_pots(case):
    found = rulebook.pots(case["paid"], [seat - 1 for seat in case["live"]])
    assert case["expect"] == [
        {"amount": amount, "eligible": [seat + 1 for seat in eligible]} for amount, eligible in found
    ]


@of("game")
def test_game(case):
    players = players_of(case)
    record = rulebook.play_game([deal_of(deal) for deal in case["deals"]], players, rules_of(case))
    assert case["expect"] == {
        "score": [str(score) for score in record.score],
        "shares": [str(share) for share in record.shares],
        "seating": [[player + 1 for player in seated] for seated in record.seating],
    }
    assert len(record.hands) == len(case["deals"])
    assert finished(players)


def test_illegal_choices_are_refused():
    deal = rulebook.Deal(filled(), 0, 0, filled(), filled())
    with pytest.raises(ValueError, match="cannot select"):
        rulebook.play_hand(deal, [Script([""]), Script(["-9S"])], DEFAULTS)
    with pytest.raises(ValueError, match="cannot select"):
        rulebook.play_hand(deal, [Script(["+10S"]), Script(["-9S"])], DEFAULTS)
    with pytest.raises(ValueError, match="cannot improve"):
        rulebook.play_hand(deal, [Script(["-10C"], ["-10F"]), Script(["-9S"])], DEFAULTS)
    with pytest.raises(ValueError, match="can stay or fold, not check"):
        rulebook.play_hand(deal, [Script(["-10C"], stay=["check"]), Script(["-9S"])], DEFAULTS)
    # Without a chip, staying where one may check would be a check.
    rules = DEFAULTS | {"form": "halcyon", "check": True, "short": "all_in"}
    with pytest.raises(ValueError, match="can check or fold, not stay"):
        rulebook.play_hand(deal, [Script(["-10C"], stay=["stay"]), Script(["-9S"])], rules, [1, 10])
    with pytest.raises(ValueError, match="two to eight"):
        rulebook.play_hand(deal, [rulebook.First()] * 9, DEFAULTS)


@dataclass
class Witness(Script):
    """A scripted player who remembers what it saw."""

    seen: list[rulebook.View] = field(default_factory=list)

    def choose_selection(self, view):
        self.seen.append(view)
        return super().choose_selection(view)

    def choose_stay(self, view):
        self.seen.append(view)
        return super().choose_stay(view)

    def choose_addition(self, view):
        self.seen.append(view)
        return super().choose_addition(view)


def test_what_a_player_sees_in_standard():
    hands = ["+10C -2F -3F -4F -5F", "+9C -2S -3S -4S -5S", "+8C +7C -3C -4C -5C"]
    deal = deal_of({"hands": hands, "pile": "-6F -7F -8F -9F +1F -7S -8S -9S +2F -7C -8C", "target": 10, "suit": "C"})
    last = Witness(["+7C +8C"], ["-7C"])
    players = [Script(["+10C"], stay=["stay", "fold"]), Script(["+9C"], ["+1F"]), last]
    rulebook.play_hand(deal, players, DEFAULTS)
    select, first_bet, second_bet, improve = last.seen
    assert (select.stage, show(select.hand), select.selection, select.drew) == ("select", hands[2], (), (4, 4, None))
    assert (show(first_bet.hand), show(first_bet.selection)) == ("-3C -4C -5C", "+7C +8C")
    assert (first_bet.actions, first_bet.choices, first_bet.folded) == (("stay", "fold"), (), (False, False, False))
    assert (second_bet.stage, show(second_bet.hand), second_bet.folded) == (
        "improve",
        "+2F -7C -8C",
        (True, False, False),
    )
    assert (show(improve.discarded), improve.drew, improve.dropped) == ("-3C -4C -5C", (4, 4, 3), (None, 3, None))
    assert (len(improve.choices), improve.actions, improve.pot, improve.chips) == (8, (), 0, ())


def test_what_a_player_sees_in_halcyon():
    deal = deal_of(
        {"hands": ["+9C -1F -2F -3F -4F", "+4C -1S -3S -4S +3S"], "pile": "+5F -2S", "target": 5, "suit": "C"}
    )
    last = Witness(["+4C"], ["+4C"])
    rulebook.play_hand(deal, [Script(["+9C"], ["+5F"]), last], DEFAULTS | {"form": "halcyon"}, [10, 8])
    _, first_bet, improve, second_bet = last.seen
    assert (first_bet.hand, show(first_bet.discarded), first_bet.pot, first_bet.chips) == (
        (),
        "-1S -3S -4S +3S",
        3,
        (8, 7),
    )
    assert (len(improve.hand), improve.selection, len(improve.choices), improve.dropped) == (5, (), 31, (4, None))
    assert (show(second_bet.selection), second_bet.hand, second_bet.pot) == ("+4C", (), 5)
    assert (second_bet.stage, second_bet.dropped, len(second_bet.discarded)) == ("improve", (4, 4), 8)


class Wild(rulebook.Random):
    """A random player who folds as well."""

    def choose_stay(self, view):
        return self.source.choice(view.actions)


@pytest.mark.parametrize("players", range(2, 9))
def test_no_card_or_chip_is_lost(players):
    source = random.Random(players)
    for _ in range(60):
        rules = DEFAULTS | {
            name: source.choice(option["values"])
            for name, option in OPTIONS["options"].items()
            if option["values"] != "whole"
        }
        deck = range(len(SABACC_62))
        deal = rulebook.Deal(
            tuple(source.sample(deck, 62)),
            source.choice(rulebook.GOLD_DIE),
            source.choice(rulebook.SILVER_DIE),
            tuple(source.sample(deck, 62)),
            tuple(source.sample(deck, 62)),
        )
        chips = [source.randrange(1, 5) for _ in range(players)]
        record = rulebook.play_hand(deal, [Wild(source)] * players, rules, chips)
        staked = rules["form"] != "standard"
        assert sum(record.won) == (sum(record.paid) if staked else 1)
        assert all(0 <= paid <= had for paid, had in zip(record.paid, chips, strict=True))
        shown = [card for cards in record.final if cards for card in cards]
        shown += [card for event in record.events if event.name == "draw_off" for card in event.cards]
        if rules["exhaustion"] == "reshuffle":
            assert len(set(shown)) == len(shown)
        for seat, cards in enumerate(record.final):
            if cards is not None:
                assert set(cards) <= set(record.dealt[seat] + record.drawn[seat])


# ------------------------------------------------------------------------------------------- counts and chances


@of("dice")
def test_dice(case):
    gold, silver = Counter(rulebook.GOLD_DIE), Counter(rulebook.SILVER_DIE)
    assert {str(face): str(Fraction(n, gold.total())) for face, n in gold.items()} == case["gold"]
    letters = SABACC_62.suit_letters
    assert {letters[face]: str(Fraction(n, silver.total())) for face, n in silver.items()} == case["silver"]


@pytest.fixture(scope="module")
def exact_hits():
    """Return hands with a selection that hits each target, and all hands, counted by the values that they hold."""
    copies = Counter(SABACC_62.values)
    pool = sorted(SABACC_62.values)
    hits, hands = Counter(), 0
    for held in sorted(set(combinations(pool, 5))):
        ways = prod(comb(copies[value], n) for value, n in Counter(held).items())
        hands += ways
        sums = {0}
        reached = set()
        for value in held:
            reached |= {value + earlier for earlier in sums}
            sums |= reached
        hits.update(dict.fromkeys(reached, ways))
    return hits, hands


@of("chance")
def test_chance_of_an_exact_hit(case, exact_hits):
    hits, hands = exact_hits
    assert hands == comb(62, 5) == 6471002
    for target in case["targets"]:
        assert f"{hits[target] / hands:.5f}" == case["p"]
        assert case.get("hits", hits[target]) == hits[target]
