"""Reads what people write for cards: generous with case, separators, suit names and minus signs, strict in errors.

Whatever is given is read as the text that stands for it, so that anything but an answer is an ``InputError``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import zip_longest

from analyzer.core.decks import Deck, spelled
from analyzer.core.errors import InputError, near

MINUS = dict.fromkeys(map(ord, "\u2212\u2010\u2011\u2012\u2013\u2014\ufe58\ufe63\uff0d"), "-")
_SIGNS = MINUS | {0xFE0F: ""}
"""With what asks for the coloured picture of a suit, which pasted cards carry along."""
GO = "GO"
SWITCH = {"yes": True, "true": True, "on": True, "no": False, "false": False, "off": False}
"""The words that are read for yes and no."""
_LONGEST = 24


def as_text(given: object, between: str = " ") -> str:
    """Return what people would type for ``given``: text as it is, a number, or a list with ``between`` its items."""
    try:
        return between.join(map(str, given)) if isinstance(given, list | tuple) else str(given)
    except (ValueError, RecursionError):  # Python writes out neither very deep lists nor numbers of 5,000 digits
        return f"{type(given).__name__} too long to write"


def quoted(given: object) -> str:
    """Return ``given`` fit for one line of an error: quoted, control characters escaped, shortened where it is long."""
    text = as_text(given)
    shown = text if len(text) <= _LONGEST else text[:_LONGEST] + "..."
    return "'" + "".join(c if c.isprintable() else ascii(c)[1:-1] for c in shown) + "'"


def normalize(given: object) -> str:
    """Return ``given`` as text with every minus sign written ``-`` and no blanks around it."""
    return as_text(given).translate(_SIGNS).strip()


def tokens(given: object) -> list[str]:
    """Split ``given`` at blanks, commas and semicolons, signs of any kind read as ``-``."""
    return [token for token in re.split(r"[\s,;]+", normalize(given)) if token]


def parse_whole(given: object) -> int | None:
    """Return the whole number that ``given`` is written as, in at most 20 digits, or ``None``."""
    text = normalize(given)
    return int(text) if re.fullmatch(r"[+-]?[0-9]{1,20}", text) else None


def parse_suit(given: object, deck: Deck, where: str) -> int:
    """Return the index of the suit that ``given`` names by letter, word or symbol."""
    word = normalize(given).lower()
    for index, words in enumerate(deck.suit_words):
        if word in words:
            return index
    names = [words[0] for words in deck.suit_words]
    expected = ", ".join(f"{letter} ({name})" for letter, name in zip(deck.suit_letters, names, strict=True))
    raise InputError(f"{where}: {quoted(given)} is no suit: expected {expected}{near(word, names)}")


@cache
def _spellings(deck: Deck) -> dict[str, str]:
    """Return the printed name of each card by all lower-case spellings of it."""
    read = deck.spellings or spelled(deck.values, deck.suits, deck.suit_words, {})
    spellings = {name.lower(): name for name in deck.names}
    for name, words in zip(deck.names, read, strict=True):
        spellings.update(dict.fromkeys(words, name))
    return spellings


@cache
def _any_card(deck: Deck) -> re.Pattern[str]:
    """Return what matches one card, the longest spelling first."""
    return re.compile("|".join(map(re.escape, sorted(_spellings(deck), key=len, reverse=True))), re.IGNORECASE)


def _cards_of(words: list[str], deck: Deck) -> list[str]:
    """Return ``words`` with each value joined to the suit after it, and cards that run on taken apart.

    ``7 coins`` and ``queen of hearts`` are one card.
    """
    spellings = _spellings(deck)
    suits = {word for words_of_one in deck.suit_words for word in words_of_one}
    joined: list[str] = []
    for word, following in zip_longest(words, words[1:], fillvalue=""):
        value = joined[-1].lower() if joined and joined[-1].lower() not in spellings else ""
        if word.lower() in suits and value and (value[-1].isdigit() or value + word.lower() in spellings):
            joined[-1] += word
        elif word.lower() != "of" or following.lower() not in suits:
            joined.append(word)
    return [card for word in joined for card in _apart(word, deck)]


def _apart(word: str, deck: Deck) -> list[str]:
    """Return the cards of ``5H6HJD`` one by one where ``deck`` lets them run on, any other word as it is."""
    cards = _any_card(deck).findall(word) if deck.run_on and word.lower() not in _spellings(deck) else []
    return cards if "".join(cards) == word else [word]


def _token(token: str, deck: Deck, place: str, further: str = "") -> str:
    spellings = _spellings(deck)
    name = spellings.get(token.lower())
    if name is None:
        hint = near(token, spellings, spellings)
        expected = f"expected a {deck.noun} like {deck.example}{further}"
        raise InputError(f"{place}: {quoted(token)} is no {deck.noun} of this deck: {expected}{hint}")
    return name


def _numbered(words: Iterable[tuple[int, str]], deck: Deck, where: str, further: str = "") -> Iterator[int]:
    """Yield the card that each of ``words``, a token with its place, names; copies are taken in turn."""
    taken: set[int] = set()
    for place, token in words:
        name = _token(token, deck, f"{where}, {deck.noun} {place}", further)
        copies = deck.copies(name)
        free = [card for card in copies if card not in taken]
        if not free:
            held = "once" if len(copies) == 1 else f"{len(copies)} times"
            often = f"{quoted(name)} is named once too often: the deck holds it {held}"
            raise InputError(f"{where}, {deck.noun} {place}: {often}")
        taken.add(free[0])
        yield free[0]


def parse_cards(given: object, deck: Deck, where: str) -> tuple[int, ...]:
    """Return the cards that ``given`` names, in the order written; equal-looking cards take their copies in turn.

    Raises ``InputError`` for a token that is no card of ``deck``, and for a card named more often than it has copies.
    """
    return tuple(_numbered(enumerate(_cards_of(tokens(given), deck), start=1), deck, where))


def parse_laid(given: object, deck: Deck, where: str) -> tuple[int | None, ...]:
    """Return what ``given`` says was laid, in order: cards as in `parse_cards`, and ``None`` for each GO."""
    words = list(enumerate(_cards_of(tokens(given), deck), start=1))
    cards = _numbered([word for word in words if word[1].upper() != GO], deck, where, f", or {GO}")
    return tuple(None if word.upper() == GO else next(cards) for _, word in words)
