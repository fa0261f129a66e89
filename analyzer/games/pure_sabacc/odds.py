"""Odds of Pure Sabacc, exact and without numba: categories of hands, shifts, and what each draw action brings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import comb
from typing import Any

from analyzer.core.decks import SABACC_76
from analyzer.games.contract import Request, Table
from analyzer.games.pure_sabacc.rules_hand import full_rounds
from analyzer.games.pure_sabacc.rules_ranking import (
    ACE,
    ARRAY,
    BEST_PURE,
    CATEGORIES,
    FULL,
    PURE,
    category_of,
    is_array,
    rank,
    totals,
)

DECK = len(SABACC_76)
GROUPS = (-1, 0, 1, 2, 3)


def categories(request: Request) -> Table:
    """Return how often hands are of each category, 23s by their sign; all hands of so many cards are counted.

    Totals are counted by a generating function over the faces; full suits, arrays and the best 0 apart from them.
    """
    given, rules = request.inputs, request.rules
    rows: list[dict[str, Any]] = []
    for cards in (given["cards"],) if given["cards"] else (2, 3):
        found = _count(cards, rules)
        rows += [
            {"cards": cards, "category": CATEGORIES[category], "total": total, "count": found[category, total],
             "of": comb(DECK, cards)}
            for category, total in sorted(found, key=lambda key: (-key[0], key[1]))
        ]  # fmt: skip
    return Table("categories", ("cards", "category", "total"), tuple(rows))


def _count(n: int, rules: Mapping[str, Any]) -> Counter[tuple[int, str]]:
    """Return how many hands of ``n`` cards are of each category; the totals named are those of pure hands."""
    found: Counter[tuple[int, str]] = Counter()
    for (base, aces, single, idiots), ways in _states(n, rules).items():
        stand_in = _Reading(base, aces, single and not _breaks(idiots, rules), rules)
        found[stand_in.category, stand_in.sign] += ways
    _take_out(found, n, rules)
    return Counter({key: ways for key, ways in found.items() if ways})


def _breaks(idiots: int, rules: Mapping[str, Any]) -> bool:
    return bool(idiots) and rules["idiot_suit"] != "any"


class _Reading:
    """The best category of a total beside aces, arrays and the best 0 aside; ``sign`` names which 23 it is."""

    def __init__(self, base: int, aces: int, one_suit: bool, rules: Mapping[str, Any]) -> None:
        readings = [
            (_category(base + added, one_suit, rules), base + added) for added in _ace_sums(aces, rules)
        ]
        self.category, total = max(readings, key=lambda reading: (reading[0], reading[1] > 0))
        self.sign = f"{total:+d}" if self.category in (PURE, FULL) else ""


def _ace_sums(aces: int, rules: Mapping[str, Any]) -> list[int]:
    first = SABACC_76.copies("15S")[0]
    return totals(range(first, first + aces), rules) if aces else [0]


def _category(total: int, one_suit: bool, rules: Mapping[str, Any]) -> int:
    # Two cards of one suit, or of none, stand for the hand: only the total and the suit tell here.
    cards = SABACC_76.copies("1S") + SABACC_76.copies("4S" if one_suit else "4T")
    return category_of(cards, total, rules, whole=False)


def _states(n: int, rules: Mapping[str, Any]) -> dict[tuple[int, int, bool, int], int]:
    """Return the hands of ``n`` cards by total beside the aces, aces, being of one suit (Idiots aside), and Idiots."""
    del rules
    by_suit: dict[int, list[dict[tuple[int, int, int], int]]] = {}
    for suit in GROUPS:
        made: list[dict[tuple[int, int, int], int]] = [{(0, 0, 0): 1}] + [{} for _ in range(n)]
        for card in range(DECK):
            if SABACC_76.suits[card] != suit:
                continue
            value = SABACC_76.values[card]
            for size in range(n, 0, -1):
                for (base, aces, idiots), ways in made[size - 1].items():
                    key = (base + (0 if value == ACE else value), aces + (value == ACE), idiots + (value == 0))
                    made[size][key] = made[size].get(key, 0) + ways
        by_suit[suit] = made
    every: list[dict[tuple[int, int, int], int]] = [{(0, 0, 0): 1}] + [{} for _ in range(n)]
    for made in by_suit.values():
        joined: list[dict[tuple[int, int, int], int]] = [{} for _ in range(n + 1)]
        for size, states in enumerate(every):
            for more in range(n - size + 1):
                for (base, aces, idiots), ways in states.items():
                    for (base_2, aces_2, idiots_2), ways_2 in made[more].items():
                        key = (base + base_2, aces + aces_2, idiots + idiots_2)
                        joined[size + more][key] = joined[size + more].get(key, 0) + ways * ways_2
        every = joined
    found = {(base, aces, False, idiots): ways for (base, aces, idiots), ways in every[n].items()}
    for suit in GROUPS[1:]:
        for idiots in range(min(2, n - 1) + 1):
            for (base, aces, _), ways in by_suit[suit][n - idiots].items():
                times = ways * comb(2, idiots)
                found[base, aces, False, idiots] -= times
                found[base, aces, True, idiots] = found.get((base, aces, True, idiots), 0) + times
    return found


def _take_out(found: Counter[tuple[int, str]], n: int, rules: Mapping[str, Any]) -> None:
    """Move arrays, and variant 2's best 0, from where their totals stand: hands of three cards alone."""
    if n != 3:
        return
    for cards, special in _specials(rules):
        plain = category_of(cards, totals(cards, rules)[0], rules, whole=False)
        if special == BEST_PURE:
            plain = PURE
        values = totals(cards, rules)
        sign = "+0" if plain == PURE and 0 in values else ""
        found[plain, sign] -= 1
        found[special, "+0" if special == BEST_PURE else ""] += 1


def _specials(rules: Mapping[str, Any]) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield each array and each best 0 with its category; they are told by their values, so few are tried."""
    idiots, aces = SABACC_76.copies("0"), [card for card in range(DECK) if SABACC_76.values[card] == ACE]
    low = [card for card in range(DECK) if SABACC_76.values[card] in (-2, 2, 3)]
    for idiot in idiots:
        for i, one in enumerate(low):
            for other in low[i + 1 :]:
                if is_array((idiot, one, other), rules):
                    yield (idiot, one, other), ARRAY
        if not rules["variant2"]:
            continue
        for ace in aces:
            for evil in SABACC_76.copies("-15"):
                yield (idiot, ace, evil), BEST_PURE
            for other in aces if rules["ace_negative"] else ():
                if other > ace:
                    yield (idiot, ace, other), BEST_PURE


def shift(request: Request) -> Table:
    """Return the chance that a given player's hand has shifted by the end of each round (PS-D1, PS-D2, PS-V3, PS-V4).

    Exact for one who stays in with as many others, over the full rounds that every hand has; variant 4's last roll is
    counted with the last of them. The denominator is that of the dice.
    """
    rules, players = request.rules, request.inputs["players"]
    chance = Fraction(rules["shift_chance"])
    each = 1 - chance
    if rules["variant3"] and rules["shift_scope"] == "all":
        each = each**players
    last = full_rounds(players, rules["rounds" if rules["variant1"] else "min_rounds"])
    rows = []
    for number in range(1, last + 1):
        within, by = 1 - each, 1 - each**number
        if rules["variant4"] and number == last:
            by = 1 - each**number * (1 - chance)
        for name, p in (("in this round", within), ("by its end", by)):
            rows.append({"round": number, "shift": name, "count": p.numerator, "of": p.denominator})
    return Table("shift", ("round", "shift"), tuple(rows))


def draws(request: Request) -> Table:
    """Return how many of the unseen cards improve the hand, bomb it, make 23 or an array, by draw action."""
    hand, rules = request.inputs["hand"], request.rules
    unseen = [card for card in range(DECK) if card not in hand]
    before = rank(hand, (), rules)
    actions: dict[str, tuple[int, ...]] = {"draw": hand}
    for card in sorted(hand):
        actions.setdefault(f"swap:{SABACC_76.names[card]}", tuple(held for held in hand if held != card))
    rows: list[dict[str, Any]] = []
    for action, rest in actions.items():
        readings = [rank((*rest, card), (), rules) for card in unseen]
        for name, count in (
            ("improves", sum(reading.key > before.key for reading in readings)),
            ("bombs", sum(reading.bombs for reading in readings)),
            ("pure", sum(PURE <= reading.category < ARRAY for reading in readings)),
            ("array", sum(reading.category == ARRAY for reading in readings)),
        ):
            rows.append({"action": action, "result": name, "count": count, "of": len(unseen)})
    return Table("draws", ("action", "result"), tuple(rows))
