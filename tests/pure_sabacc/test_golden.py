"""The readable rules of Pure Sabacc against positions worked by hand."""

from __future__ import annotations

import random
import re
import tomllib
from collections import Counter
from dataclasses import dataclass, field
from itertools import chain, repeat
from pathlib import Path

import pytest

from analyzer.core.decks import SABACC_76
from analyzer.games.pure_sabacc import rules as rulebook

FOLDER = Path(rulebook.__file__).parent
OPTIONS = tomllib.loads((FOLDER / "options.toml").read_text(encoding="utf-8"))["options"]
GOLDEN = tomllib.loads((FOLDER / "golden.toml").read_text(encoding="utf-8"))
DEFAULTS = {name: option["default"] for name, option in OPTIONS.items()}
CASES = list(chain(*GOLDEN.values()))


def of(kind):
    """Return the cases of one kind, as parameters named by their ids."""
    return pytest.mark.parametrize("case", GOLDEN[kind], ids=[case["id"] for case in GOLDEN[kind]])


def rules_of(case):
    assert case.get("rules", {}).keys() <= DEFAULTS.keys()
    return DEFAULTS | case.get("rules", {})


def read(text):
    """Return the cards of ``text`` in the order written; a second card that prints alike is the other one."""
    cards = []
    for word in text.split():
        cards.append(next(card for card in SABACC_76.copies(word) if card not in cards))
    return tuple(cards)


def show(cards):
    return " ".join(SABACC_76.words(cards))


def filled(front):
    return front + tuple(card for card in range(len(SABACC_76)) if card not in front)


def deal_of(case):
    order = read(" ".join([*case["hands"], case.get("deck", "")]))
    return rulebook.Deal(
        order=order if case.get("short") else filled(order),
        rolls=chain((roll == "x" for roll in case.get("rolls", "")), repeat(False)),
        shuffles=repeat(filled(read(case.get("shuffle", "")))),
    )


@dataclass
class Script:
    """A player who does what is written; unwritten: checks or calls, stands, leaves the field alone."""

    bets: list[str] = field(default_factory=list)
    draws: list[str] = field(default_factory=list)
    moves: list[str] = field(default_factory=list)

    def choose_bet(self, view):
        if not self.bets:
            return view.bets[0]
        name, *more = self.bets.pop(0).replace(":", " ").replace("call-hand", "!").split()
        return rulebook.Bet(name, sum(int(word) for word in more if word != "!"), "!" in more)

    def choose_draw(self, view):
        if not self.draws:
            return view.draws[0]
        name, _, card = self.draws.pop(0).partition(":")
        return rulebook.Draw(name, read(card)[0]) if card else rulebook.Draw(name)

    def choose_move(self, view):
        if not self.moves:
            return view.moves[0]
        words = dict(word.split(":") for word in self.moves.pop(0).split())
        return rulebook.FieldMove(**{name: read(card)[0] for name, card in words.items()})


def finished(players):
    """Return whether every script was read to its end, so that no line of it was idle."""
    return not any(player.bets or player.draws or player.moves for player in players)


# ------------------------------------------------------------------------------------------------------- options


def test_every_value_of_every_option_is_played_by_a_case():
    seen = Counter((name, value) for case in CASES for name, value in case.get("rules", {}).items())
    elsewhere = {"shift_chance"}  # a chance is no part of a given deal: tested below
    for name in OPTIONS.keys() - elsewhere:
        values = OPTIONS[name]["values"]
        words = [] if isinstance(values, str) else [value for value in values if isinstance(value, str | bool)]
        assert all(seen[name, word] for word in words if word != DEFAULTS[name]), name
        assert any(known == name for known, _ in seen), name


def test_ids_are_unique_and_every_case_says_how_it_was_worked():
    assert not [name for name, times in Counter(case["id"] for case in CASES).items() if times > 1]
    assert all(case["working"] and case["source"] for case in CASES)


def test_rolls_match_as_often_as_the_option_says():
    for chance, share in (("0", 0), ("1", 1), ("1/2", 0.5), ("1/6", 1 / 6)):
        rolls = rulebook.random_deal(random.Random(5), DEFAULTS | {"shift_chance": chance}).rolls
        matched = sum(next(rolls) for _ in range(4000))
        assert abs(matched / 4000 - share) < 4 * (share * (1 - share) / 4000) ** 0.5 + 1e-9


# --------------------------------------------------------------------------------------------------------- hands


@of("rank")
def test_rank(case):
    rules, expect = rules_of(case), case["expect"]
    hand, locked = read(case["hand"]), read(case.get("field", ""))
    reading = rulebook.rank(hand, locked, rules)
    assert (reading.name, reading.total) == (expect["category"], expect["total"])
    if "cards" in expect:
        assert show(reading.cards) == expect["cards"]


@of("totals")
def test_totals(case):
    assert rulebook.totals(read(case["hand"]), rules_of(case)) == case["expect"]


@of("showdown")
def test_showdown(case):
    rules = rules_of(case)
    readings = {seat: rulebook.rank(read(hand), (), rules) for seat, hand in enumerate(case["hands"], start=1)}
    winning, level = rulebook.winners(readings, rules)
    assert case["expect"] == {"winners": list(winning), "level": level}
    turned = dict(reversed(readings.items()))
    assert set(rulebook.winners(turned, rules)[0]) == set(winning)


# --------------------------------------------------------------------------------------------------- whole hands


@of("hand")
def test_hand(case):
    rules, expect = rules_of(case), case["expect"]
    players = [Script(**{name: list(lines) for name, lines in part.items()}) for part in case["players"]]
    credits = case.get("credits", [rules["credits"]] * len(players))
    sabacc_pot = case.get("sabacc_pot", 0)

    def play():
        return rulebook.play_hand(deal_of(case), players, rules, credits, sabacc_pot)

    if "error" in expect:
        with pytest.raises(ValueError, match=f"^{re.escape(expect['error'])}$"):
            play()
        return
    record = play()
    found = {
        "winners": [seat + 1 for seat in record.pots[0].winners],
        "level": record.pots[0].level,
        "levels": [pot.level for pot in record.pots],
        "pots": [pot.amount for pot in record.pots],
        "credits": list(record.credits),
        "sabacc_pot": record.sabacc_pot,
        "takers": [seat + 1 for seat in record.takers],
        "caller": 0 if record.caller is None else record.caller + 1,
        "rounds": record.rounds,
        "shifts": record.shifts,
        "totals": [total for total in record.totals if total is not None],
        "cards": [show(cards) for cards in record.hands],
        "fields": [show(cards) for cards in record.fields],
        "demise": show(card for event in record.events if event.name == "demise" for card in event.cards),
    }
    assert expect == {name: found[name] for name in expect}
    assert finished(players)
    assert sum(record.credits) + record.sabacc_pot == sum(credits) + sabacc_pot


@of("game")
def test_game(case):
    rules = rules_of(case)
    deals = [deal_of({"hands": hands}) for hands in case["hands"]]
    players = [Script() for _ in case["hands"][0]]
    if "caller" in case:
        players[case["caller"] - 1].bets = ["check call-hand"]
    record = rulebook.play_game(deals, players, rules, case.get("credits", ()))
    found = {
        "credits": list(record.credits),
        "sabacc_pot": record.sabacc_pot,
        "shares": [str(share) for share in record.shares],
        "seating": [[player + 1 for player in seated] for seated in record.seating],
    }
    assert found == case["expect"]
    assert finished(players)
    assert len(record.hands) == len(deals)


def test_a_game_without_deals_says_so():
    with pytest.raises(ValueError, match="more deals"):
        rulebook.play_game([], [Script(), Script()], DEFAULTS)


@pytest.mark.parametrize(("players", "credits"), [(1, [50]), (9, [50] * 9), (2, [50, 0]), (2, [50])])
def test_a_hand_needs_two_to_eight_players_with_credits(players, credits):
    deal = rulebook.random_deal(random.Random(1), DEFAULTS)
    with pytest.raises(ValueError, match="players"):
        rulebook.play_hand(deal, [Script()] * players, DEFAULTS, credits)
