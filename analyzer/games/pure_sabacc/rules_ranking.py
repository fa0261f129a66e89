"""Hands of Pure Sabacc: what they count, and which of them is best.

A hand is a tuple of card numbers of ``SABACC_76``. What counts is read anew at each reveal: an ace is 15 or 1, and
under some house rules cards of the interference field count too, or not all cards do.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations, product
from typing import Any

from analyzer.core.decks import SABACC_76

Cards = tuple[int, ...]
Rules = Mapping[str, Any]
"""Every option of ``options.toml`` by name."""

TARGET = 23
ACE = 15
EVIL_ONE = -15
IDIOT = 0

CATEGORIES = ("bomb out", "plain", "pure sabacc", "best pure sabacc", "full suit", "array")
"""From worst to best. Full suits belong to the target 23; the best form of 0 stands in their place under variant 2."""

BOMB, PLAIN, PURE, BEST_PURE, FULL, ARRAY = range(len(CATEGORIES))


@dataclass(frozen=True, slots=True)
class Reading:
    """A hand as it counts: its category, its total, and the cards of it that count.

    ``key`` is what hands are compared by, greater being better, place by place as :func:`levels` names them.
    """

    category: int
    total: int
    cards: Cards
    key: tuple[int, int, int, int, int]

    @property
    def name(self) -> str:
        """The category in words."""
        return CATEGORIES[self.category]

    @property
    def bombs(self) -> bool:
        """Whether it bombs out."""
        return self.category == BOMB

    @property
    def takes_sabacc_pot(self) -> bool:
        """Whether winning with it takes the sabacc pot too."""
        return self.category >= PURE


# --------------------------------------------------------------------------------------------------- the reading


def ace_values(rules: Rules) -> Cards:
    """Return what an ace may count, the 15 first (PS-A1, and PS-V2 for the negative ace)."""
    values = [ACE]
    if rules["ace"] == "either":
        values.append(1)
    if rules["variant2"] and rules["ace_negative"]:
        values.append(-ACE)
    return tuple(values)


def totals(cards: Iterable[int], rules: Rules) -> list[int]:
    """Return the total under each reading of the aces, all aces at 15 first; each total once."""
    values = [SABACC_76.values[card] for card in cards]
    choices = [ace_values(rules) if value == ACE else (value,) for value in values]
    return list(dict.fromkeys(sum(chosen) for chosen in product(*choices)))


def is_array(cards: Cards, rules: Rules) -> bool:
    """Return whether ``cards`` are an Idiot's Array: exactly three, 0, 2 and 3 of any suits (PS-R1, PS-R2)."""
    values = sorted(SABACC_76.values[card] for card in cards)
    return values == [IDIOT, 2, 3] or (rules["array"] == "loose" and values == [-2, IDIOT, 3])


def is_one_suit(cards: Cards, rules: Rules) -> bool:
    """Return whether all ``cards`` are of one suit; face cards have none, an Idiot may by house rule (PS-R3)."""
    any_suit = rules["idiot_suit"] == "any"
    suits = {SABACC_76.suits[card] for card in cards if not (any_suit and SABACC_76.values[card] == IDIOT)}
    return len(suits) == 1 and suits != {-1}


def is_best_pure(cards: Cards, rules: Rules) -> bool:
    """Return whether ``cards``, totalling 0, are variant 2's best form of it: Ace, Idiot and Evil One (PS-V2).

    Where an ace may be -15, the rulebook's Ace, Idiot and Ace makes 0 too, and is as good.
    """
    values = sorted(SABACC_76.values[card] for card in cards)
    return values == [EVIL_ONE, IDIOT, ACE] or (rules["ace_negative"] and values == [IDIOT, ACE, ACE])


def category_of(cards: Cards, total: int, rules: Rules, *, whole: bool = True) -> int:
    """Return the category of ``cards`` at ``total``; ``whole`` is false where some are of the field (PS-F5)."""
    if whole and is_array(cards, rules):
        return ARRAY
    if abs(total) > TARGET:
        return BOMB
    if rules["variant2"]:
        if total:
            return PLAIN
        return BEST_PURE if is_best_pure(cards, rules) else PURE
    if abs(total) == TARGET:
        # Only +23 can be of one suit: no suit holds a negative card (PS-R3).
        return FULL if is_one_suit(cards, rules) else PURE
    if total == 0 and rules["zero"] == "bombs":  # PS-B1
        return BOMB
    return PLAIN


def key_of(category: int, total: int, cards: Cards, rules: Rules) -> tuple[int, int, int, int, int]:
    """Return what is compared, first things first: category, size, Idiot, number of cards, sign (PS-R5)."""
    if category == BOMB:
        return (BOMB, 0, 0, 0, 0)
    if category == ARRAY:
        return (ARRAY, 0, 0, 0, 0)  # all alike: a single card tells (PS-R7)
    size = abs(total)
    if rules["variant2"]:
        size = -abs(total)  # the nearer to 0 the better
    elif rules["size"] == "signed" and category == PLAIN:
        size = total  # PS-R4
    idiot = int(any(SABACC_76.values[card] == IDIOT for card in cards))  # two count as one (PS-R8)
    middle = (idiot, len(cards)) if rules["tie_order"] == "idiot_first" else (len(cards), idiot)
    plus = int(total >= 0)
    return (category, size, *middle, plus if rules["sign"] == "plus_first" else 1 - plus)


def levels(rules: Rules) -> tuple[str, str, str, str, str]:
    """Return the names of the places of a key."""
    middle = ("idiot", "cards") if rules["tie_order"] == "idiot_first" else ("cards", "idiot")
    return ("category", "size", *middle, "sign")


def read_cards(cards: Cards, rules: Rules, *, whole: bool = True) -> Reading:
    """Return the best reading of ``cards``, all of which count; of equal ones that with more aces at 15."""
    readings = []
    for total in totals(cards, rules):
        category = category_of(cards, total, rules, whole=whole)
        readings.append(Reading(category, total, cards, key_of(category, total, cards, rules)))
    return max(readings, key=lambda reading: reading.key)


def counting(hand: Cards, field: Cards, rules: Rules) -> Iterator[tuple[Cards, bool]]:
    """Yield each set of cards that may be counted at the reveal, and whether an array may be made of it.

    As a rule that is the hand alone (PS-F1). Under variant 4 it is any two cards or more of hand and field, and an
    array may mix them (PS-V4); under ``field_counts`` it may not (PS-F5).
    """
    if rules["variant4"]:
        every = hand + field
        for size in range(len(every), 1, -1):
            yield from ((cards, True) for cards in combinations(every, size))
    elif rules["field_counts"] == "all":
        yield hand + field, not field
    elif rules["field_counts"] == "best":
        for size in range(len(field) + 1):
            yield from ((hand + added, not added) for added in combinations(field, size))
    else:
        yield hand, True


def rank(hand: Cards, field: Cards, rules: Rules) -> Reading:
    """Return the best reading of a hand with the ``field`` before it, as at the reveal."""
    readings = (read_cards(cards, rules, whole=whole) for cards, whole in counting(hand, field, rules))
    return max(readings, key=lambda reading: reading.key)


# ------------------------------------------------------------------------------------------------------ who wins


def winners(readings: Mapping[int, Reading], rules: Rules) -> tuple[tuple[int, ...], str]:
    """Return the seats whose readings are best, and the level that left them alone.

    Nobody wins where all bomb; several seats are equal at every level, which only sudden demise can part (PS-R6).
    """
    tied = tuple(seat for seat, reading in readings.items() if not reading.bombs)
    if not tied:
        return (), "bomb out"
    if len(readings) == 1:
        return tied, "alone"
    if len(tied) == 1:
        return tied, "category"
    for place, level in enumerate(levels(rules)):
        best = max(readings[seat].key[place] for seat in tied)
        tied = tuple(seat for seat in tied if readings[seat].key[place] == best)
        if len(tied) == 1:
            return tied, level
    return tied, "sudden demise" if rules["full_tie"] == "demise" else "split"
