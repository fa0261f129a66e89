"""Reads what people write for cards: generous with case, separators, suit names and minus signs, strict in errors."""

from __future__ import annotations

import re
from functools import cache

from analyzer.core.decks import Deck
from analyzer.core.errors import InputError, near

MINUS = dict.fromkeys(map(ord, "\u2212\u2013\u2012\ufe63\uff0d"), "-")
SUIT_WORDS = {
    "C": ("coins", "coin", "circles", "circle", "c", "o", "\u25cf"),
    "F": ("flasks", "flask", "squares", "square", "f", "q", "\u25a0"),
    "S": ("sabers", "saber", "triangles", "triangle", "s", "t", "\u25b2"),
}
_LONGEST = 24


def quoted(text: str) -> str:
    """Return ``text`` fit for one line of an error: quoted, control characters escaped, shortened where it is long."""
    shown = text if len(text) <= _LONGEST else text[:_LONGEST] + "..."
    return "'" + "".join(c if c.isprintable() else ascii(c)[1:-1] for c in shown) + "'"


def normalize(text: str) -> str:
    """Return ``text`` with every minus sign written ``-``."""
    return text.translate(MINUS)


def tokens(text: str) -> list[str]:
    """Split ``text`` at spaces and commas, signs of any kind read as ``-``."""
    return re.split(r"[\s,;]+", normalize(text).strip(" \t\r\n,;")) if text.strip(" \t\r\n,;") else []


def parse_suit(text: str, deck: Deck, where: str) -> int:
    """Return the index of the suit that ``text`` names by letter, word or symbol."""
    word = text.strip().lower()
    for index, letter in enumerate(deck.suit_letters):
        if word in SUIT_WORDS[letter]:
            return index
    words = [SUIT_WORDS[letter][0] for letter in deck.suit_letters]
    expected = ", ".join(f"{letter} ({name})" for letter, name in zip(deck.suit_letters, words, strict=True))
    raise InputError(f"{where}: {quoted(text)} is no suit: expected {expected}{near(word, words)}")


@cache
def _spellings(deck: Deck) -> dict[str, str]:
    """Return the printed name of each card by all lower-case spellings of it."""
    spellings: dict[str, str] = {}
    for name, value, suit in zip(deck.names, deck.values, deck.suits, strict=True):
        if suit < 0:
            spellings.update({name.lower(): name, f"+{value}": name, f"-{value}": name})
            continue
        for word in SUIT_WORDS[deck.suit_letters[suit]]:
            spellings[f"{value:+d}{word}"] = name
            if value > 0:
                spellings[f"{value}{word}"] = name
    spellings["sylop"] = "0"
    return spellings


def _token(token: str, deck: Deck, place: str) -> str:
    spellings = _spellings(deck)
    name = spellings.get(token.lower())
    if name is None:
        hint = near(token, spellings)
        raise InputError(f"{place}: {quoted(token)} is no card of this deck: expected a card like {deck.example}{hint}")
    return name


def parse_cards(text: str, deck: Deck, where: str) -> tuple[int, ...]:
    """Return the cards that ``text`` names, in the order written; equal-looking cards take their copies in turn.

    Raises ``InputError`` for a token that is no card of ``deck``, and for a card named more often than it has copies.
    """
    cards: list[int] = []
    for place, token in enumerate(tokens(text), start=1):
        name = _token(token, deck, f"{where}, card {place}")
        copies = deck.copies(name)
        free = [card for card in copies if card not in cards]
        if not free:
            held = "once" if len(copies) == 1 else f"{len(copies)} times"
            raise InputError(f"{where}, card {place}: {quoted(name)} is named once too often: the deck holds it {held}")
        cards.append(free[0])
    return tuple(cards)
