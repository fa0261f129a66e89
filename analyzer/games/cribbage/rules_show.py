"""The show of cribbage in plain Python: what four cards and the starter score, row by row.

Slow and obvious: the reference that the kernels are tested against. A card is a number 0..51, its rank times four plus
its suit: ranks 0..12 for ace to king, suits 0..3 for clubs, diamonds, hearts, spades.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

Rules = Mapping[str, Any]
DECK_SIZE = 52
JACK = 10
PAIRS = {2: ("pair", 2), 3: ("pair royal", 6), 4: ("double pair royal", 12)}
"""Name and points of so many cards of one rank: 2 for each pair that they make."""
RUNS = {(2,): "double run", (3,): "triple run", (2, 2): "double double run"}
"""The name of a run by how many cards its doubled ranks have."""


def rank(card: int) -> int:
    """Return the rank of ``card``, 0 for the ace to 12 for the king."""
    return card // 4


def suit(card: int) -> int:
    """Return the suit of ``card``: 0 clubs, 1 diamonds, 2 hearts, 3 spades."""
    return card % 4


def pips(card: int) -> int:
    """Return what ``card`` counts: 1 for the ace, 10 for a face card, else what it shows."""
    return min(rank(card) + 1, 10)


@dataclass(frozen=True, slots=True)
class ShowRow:
    """One announcement of the show: its name, the cards that make it, and its points."""

    name: str
    cards: tuple[int, ...]
    points: int


def count_show(four: Sequence[int], starter: int, rules: Rules, *, crib: bool = False) -> list[ShowRow]:
    """Return what ``four`` cards of a hand, or of the crib, and the starter score, in the order of announcing.

    Fifteens, then runs with the pairs in them, the other pairs, the flush and nobs (CR-A5: every distinct set of
    cards counts).
    """
    five = sorted([*four, starter])
    runs = _runs(five)
    in_runs = {card for row in runs for card in row.cards}
    return [
        *_fifteens(five),
        *runs,
        *_pairs([card for card in five if card not in in_runs]),
        *_flush(sorted(four), starter, rules, crib=crib),
        *_nobs(four, starter),
    ]


def show_points(four: Sequence[int], starter: int, rules: Rules, *, crib: bool = False) -> int:
    """Return the sum of the rows of :func:`count_show`."""
    return sum(row.points for row in count_show(four, starter, rules, crib=crib))


def _fifteens(five: Sequence[int]) -> list[ShowRow]:
    """Return a row for every set of cards that adds up to fifteen."""
    sets = [cards for size in range(2, 6) for cards in combinations(five, size)]
    return [ShowRow("fifteen", cards, 2) for cards in sets if sum(map(pips, cards)) == 15]


def _pairs(cards: Sequence[int]) -> list[ShowRow]:
    """Return a row for each rank that ``cards`` hold twice or more."""
    alike = [tuple(card for card in cards if rank(card) == wanted) for wanted in range(13)]
    return [ShowRow(PAIRS[len(group)][0], group, PAIRS[len(group)][1]) for group in alike if len(group) >= 2]


def _runs(five: Sequence[int]) -> list[ShowRow]:
    """Return the row of the run, if there is one: five cards have room for one stretch of ranks of three or more.

    A rank that is doubled makes as many runs as it has cards, and its pair counts with them.
    """
    copies = Counter(map(rank, five))
    for length in (5, 4, 3):
        for low in range(13 - length + 1):  # no run goes round the ace: the highest rank is the king
            stretch = range(low, low + length)
            if all(copies[each] for each in stretch):
                cards = tuple(card for card in five if rank(card) in stretch)
                times = 1
                for each in stretch:
                    times *= copies[each]
                doubled = tuple(copies[each] for each in stretch if copies[each] > 1)
                pairs = sum(PAIRS[number][1] for number in doubled)
                return [ShowRow(RUNS[doubled] if doubled else "run", cards, times * length + pairs)]
    return []


def _flush(four: Sequence[int], starter: int, rules: Rules, *, crib: bool) -> list[ShowRow]:
    """Return the row of the flush: four of a hand, five with the starter (CR-A2), of a crib all five (CR-A1)."""
    if len({suit(card) for card in four}) > 1:
        return []
    if suit(starter) == suit(four[0]):
        return [ShowRow("flush", (*four, starter), 5)]
    if crib and rules["crib_flush"] == "five":
        return []
    return [ShowRow("flush", tuple(four), 4)]


def _nobs(four: Sequence[int], starter: int) -> list[ShowRow]:
    """Return the row of the jack of the starter's suit: it can only be one of the four, never the starter (CR-A4)."""
    return [ShowRow("nobs", (card,), 1) for card in four if rank(card) == JACK and suit(card) == suit(starter)]
