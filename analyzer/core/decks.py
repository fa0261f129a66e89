"""Decks: one integer a card, and the strings that people write for it. A set of tiles is a deck, too.

A card's number is its place in the canonical order (value, then suit in the order of the deck's suit letters; tiles
by lower half, then higher half), so that comparing numbers compares cards canonically.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Deck:
    """A deck: ``names[i]``, ``values[i]`` and ``suits[i]`` describe card ``i``; suit ``-1`` means none.

    ``suit_words[s]`` are the lower-case words that are read for suit ``s``, its name first and its letter among them.
    ``spellings[i]`` are the lower-case words that are read for card ``i`` beside its name; left out, its number and a
    suit word are. ``run_on`` says that cards may be written without anything between them. ``noun`` is what one of them
    is called. Cards that print alike (the two Sylops) have neighbouring numbers.
    """

    name: str
    names: tuple[str, ...]
    values: tuple[int, ...]
    suits: tuple[int, ...]
    suit_letters: str
    example: str
    suit_words: tuple[tuple[str, ...], ...] = ()
    spellings: tuple[tuple[str, ...], ...] = ()
    run_on: bool = False
    noun: str = "card"

    def __len__(self) -> int:
        return len(self.names)

    def copies(self, name: str) -> tuple[int, ...]:
        """Return the numbers of all cards that print as ``name``; empty where the deck lacks it."""
        return tuple(i for i, known in enumerate(self.names) if known == name)

    def words(self, cards: Iterable[int]) -> list[str]:
        """Return the printed names of ``cards``, in the order given."""
        return [self.names[card] for card in cards]


Words = tuple[tuple[str, ...], ...]


def spelled(
    values: Iterable[int], suits: Iterable[int], suit_words: Words, named: Mapping[int, Iterable[str]]
) -> Words:
    """Return what is read for each card: its number, signed or not, or a name of its value, before each suit word.

    ``named`` gives the names of some values in place of their number; a card of suit -1 has no suit word.
    """
    return tuple(
        tuple(
            number + word
            for number in named.get(value, (f"{value:+d}", *([str(value)] if value >= 0 else [])))
            for word in (suit_words[suit] if suit >= 0 else ("",))
        )
        for value, suit in zip(values, suits, strict=True)
    )


_COINS = ("coins", "coin", "circles", "circle", "c", "o", "\u25cf")
_FLASKS = ("flasks", "flask", "squares", "square", "f", "q", "\u25a0")
_SABERS = ("sabers", "saber", "triangles", "triangle", "s", "t", "\u25b2")


def _sabacc_62() -> Deck:
    names, values, suits = [], [], []
    for value in range(-10, 11):
        for suit in range(3 if value else 2):
            names.append(f"{value:+d}{'CFS'[suit]}" if value else "0")
            values.append(value)
            suits.append(suit if value else -1)
    example, words = "+7C, -3F, 10S or 0", (_COINS, _FLASKS, _SABERS)
    read = spelled(values, suits, words, {0: ("+0", "-0", "sylop")})
    return Deck("sabacc-62", tuple(names), tuple(values), tuple(suits), "CFS", example, words, read)


SABACC_62 = _sabacc_62()
"""Three suits (0 coins, 1 flasks, 2 sabers) of -10..-1 and +1..+10, and two Sylops of value 0 and suit -1.

Numbers: negative value v, suit s: ``(v + 10) * 3 + s`` (0..29); Sylops 30 and 31; positive: ``32 + (v - 1) * 3 + s``.
"""

_FACES = {
    -17: ("star",),
    -15: ("evil", "evil-one"),
    -14: ("moderation",),
    -13: ("demise",),
    -11: ("balance",),
    -8: ("endurance",),
    -2: ("queen",),
    0: ("+0", "-0", "idiot"),
}
_RANKED = {12: "commander", 13: "mistress", 14: "master", 15: "ace"}


def _sabacc_76() -> Deck:
    values = [value for value in _FACES for _ in range(2)] + [value for value in range(1, 16) for _ in range(4)]
    suits = [-1] * 16 + [0, 1, 2, 3] * 15
    names = [f"{value}{'STFC'[suit]}" if suit >= 0 else str(value) for value, suit in zip(values, suits, strict=True)]
    staves = ("staves", "stave", "staff", "t")
    words = (tuple(word for word in _SABERS if word != "t"), staves, _FLASKS, _COINS)
    named = {value: (str(value), f"+{value}", word) for value, word in _RANKED.items()} | _FACES
    named[15] += ("a",)
    read = spelled(values, suits, words, named)
    return Deck("sabacc-76", tuple(names), tuple(values), tuple(suits), "STFC", "11C, 15S, -17 or 0", words, read)


SABACC_76 = _sabacc_76()
"""Sixteen face cards of suit -1, two each of -17, -15, -14, -13, -11, -8, -2 and 0, and four suits (0 sabers, 1 staves,
2 flasks, 3 coins) of 1..11, Commander 12, Mistress 13, Master 14 and Ace 15.

Numbers: face cards 0..15, the Idiots 14 and 15; value v of suit s: ``16 + (v - 1) * 4 + s``.
"""

_COURT = {1: ("a", "1", "ace"), 10: ("t", "10", "ten"), 11: ("j", "jack"), 12: ("q", "queen"), 13: ("k", "king")}


def _playing_52() -> Deck:
    values = [value for value in range(1, 14) for _ in range(4)]
    suits = [0, 1, 2, 3] * 13
    names = [f"{'A23456789TJQK'[value - 1]}{'CDHS'[suit]}" for value, suit in zip(values, suits, strict=True)]
    words = (
        ("clubs", "club", "c", "\u2663", "\u2667"),
        ("diamonds", "diamond", "d", "\u2666", "\u2662"),
        ("hearts", "heart", "h", "\u2665", "\u2661"),
        ("spades", "spade", "s", "\u2660", "\u2664"),
    )
    named = {value: (str(value),) for value in range(2, 10)} | _COURT
    read = spelled(values, suits, words, named)
    example = "5H, TD or AS"
    return Deck("playing-52", tuple(names), tuple(values), tuple(suits), "CDHS", example, words, read, run_on=True)


PLAYING_52 = _playing_52()
"""Four suits (0 clubs, 1 diamonds, 2 hearts, 3 spades) of ace 1 to king 13; value v of suit s: ``(v - 1) * 4 + s``."""


def _double_six() -> Deck:
    tiles = [(low, high) for low in range(7) for high in range(low, 7)]
    names = tuple(f"{low}-{high}" for low, high in tiles)
    forms = ("{}-{}", "{}{}", "{}|{}", "[{}|{}]")
    # What is not sorted is read as well: 5-3 is the tile 3-5.
    read = tuple(
        tuple(form.format(*ends) for ends in ((low, high), (high, low)) for form in forms) for low, high in tiles
    )
    pips = tuple(low + high for low, high in tiles)
    return Deck("double-six", names, pips, (-1,) * len(tiles), "", "3-5 or 6-6", (), read, noun="tile")


DOUBLE_SIX = _double_six()
"""The 28 tiles 0-0, 0-1, ... 6-6; ``values`` are their pips. Tile a-b, a not above b: ``a * (13 - a) // 2 + b``."""
