"""High card in plain Python, with its exact values by enumeration.

Rules (ids HC-1 to HC-4 are this project's own):
HC-1  Thirteen cards, 1 to 13. Each of two players is dealt one, unseen by the other.
HC-2  The first player keeps the card or swaps it once; then the second does. Neither sees what the other did.
HC-3  A swapped card is laid aside, and the new one comes from the cards that nobody holds and nobody laid aside
      (``swap_from=rest``); with ``swap_from=pile`` it goes back among them first, so that it may come again.
HC-4  The higher card wins a point from the other player.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product

CARDS = range(13)
ACTIONS = ("keep", "swap")
SEVEN = 6
"""The number of the card 7; cards are numbered 0 to 12."""


def chance_of_swapping(policy: str, card: int) -> Fraction:
    """Return how often ``policy`` swaps ``card``."""
    if policy == "random":
        return Fraction(1, 2)
    return Fraction(int(card < SEVEN))


def draws(own: int, other: int, aside: tuple[int, ...], rules: Mapping[str, object]) -> list[int]:
    """Return the cards that may come for ``own``, all equally likely (HC-3)."""
    gone = {other, *(aside if rules["swap_from"] == "rest" else ())}
    return [card for card in CARDS if card not in gone and (card != own or rules["swap_from"] == "pile")]


def endings(
    first: int, second: int, swaps: tuple[bool, bool], rules: Mapping[str, object]
) -> Iterator[tuple[Fraction, int, int]]:
    """Yield every way to end from the cards dealt, as its chance and both last cards (HC-2, HC-3)."""
    mine = draws(first, second, (), rules) if swaps[0] else [first]
    for own in mine:
        aside = (first,) if swaps[0] else ()
        theirs = draws(second, own, aside, rules) if swaps[1] else [second]
        for other in theirs:
            yield Fraction(1, len(mine) * len(theirs)), own, other


def win_chance(card: int, action: str, opponent: str, rules: Mapping[str, object]) -> Fraction:
    """Return the exact chance that the first player wins with ``card`` and ``action`` against ``opponent`` (HC-4)."""
    won = Fraction(0)
    for second, swapped in product(CARDS, (False, True)):
        if second == card:
            continue
        chance = chance_of_swapping(opponent, second)
        weight = (chance if swapped else 1 - chance) / 12
        if weight:
            ways = endings(card, second, (action == "swap", swapped), rules)
            won += weight * sum(share for share, own, other in ways if own > other)
    return won


def match_chance(first: str, second: str, rules: Mapping[str, object]) -> Fraction:
    """Return the exact chance that policy ``first``, who decides first, beats policy ``second``."""
    won = Fraction(0)
    for card in CARDS:
        swap = chance_of_swapping(first, card)
        won += swap * win_chance(card, "swap", second, rules) + (1 - swap) * win_chance(card, "keep", second, rules)
    return won / 13
