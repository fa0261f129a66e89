"""The kinds of input that questions declare: how each is read from what people type, and shown as JSON.

Cards and tiles are one: the deck says what its pieces are called, so that ``Cards(DOUBLE_SIX, (1, 7))`` takes TILES.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from analyzer.core.decks import Deck
from analyzer.core.errors import InputError, near
from analyzer.core.notation import (
    GO,
    SWITCH,
    normalize,
    parse_cards,
    parse_laid,
    parse_suit,
    parse_whole,
    quoted,
    tokens,
)

BOUNDLESS = 10**9
"""The highest number of an input that names no bound."""


@dataclass(frozen=True, slots=True)
class Cards:
    """Several cards of ``deck``: exactly ``count`` of them, or between the two of a pair."""

    deck: Deck
    count: int | tuple[int, int]

    @property
    def bounds(self) -> tuple[int, int]:
        """The fewest and the most cards that it takes."""
        return self.count if isinstance(self.count, tuple) else (self.count, self.count)

    @property
    def metavar(self) -> str:
        """CARDS or TILES, with the number where it is fixed."""
        pieces = f"{self.deck.noun.upper()}S"
        return pieces if isinstance(self.count, tuple) else f"{pieces}{self.count}"

    def parse(self, given: object, where: str) -> tuple[int, ...]:
        """Return the card numbers in the order written."""
        cards = parse_cards(given, self.deck, where)
        low, high = self.bounds
        if not low <= len(cards) <= high:
            wanted = f"{low}" if low == high else f"{low} to {high}"
            were = f"{self.deck.noun} was" if high == 1 else f"{self.deck.noun}s were"
            raise InputError(f"{where}: {wanted} {were} expected and {len(cards)} given in {quoted(given)}")
        return cards

    def show(self, value: Iterable[int]) -> list[str]:
        """Return the names in the order given."""
        return self.deck.words(value)


@dataclass(frozen=True, slots=True)
class Laid:
    """What was laid, in order: cards of ``deck``, and GO where a player could lay none."""

    deck: Deck

    @property
    def metavar(self) -> str:
        """CARDS, since GO may be left out."""
        return "CARDS"

    def parse(self, given: object, where: str) -> tuple[int | None, ...]:
        """Return the card numbers in order, ``None`` for a GO."""
        return parse_laid(given, self.deck, where)

    def show(self, value: Iterable[int | None]) -> list[str]:
        """Return the names and GOs in order."""
        return [GO if card is None else self.deck.names[card] for card in value]


@dataclass(frozen=True, slots=True)
class CardKind:
    """One card of ``deck``."""

    deck: Deck

    @property
    def metavar(self) -> str:
        """CARD or TILE."""
        return self.deck.noun.upper()

    def parse(self, given: object, where: str) -> int:
        """Return the card's number."""
        cards = parse_cards(given, self.deck, where)
        if len(cards) != 1:
            raise InputError(f"{where}: one {self.deck.noun} was expected and {len(cards)} given in {quoted(given)}")
        return cards[0]

    def show(self, value: int) -> str:
        """Return the card's name."""
        return self.deck.names[value]


@dataclass(frozen=True, slots=True)
class SuitKind:
    """One suit of ``deck``, by letter, word or symbol."""

    deck: Deck

    @property
    def metavar(self) -> str:
        """The suit letters."""
        return "|".join(self.deck.suit_letters)

    def parse(self, given: object, where: str) -> int:
        """Return the suit's index."""
        return parse_suit(given, self.deck, where)

    def show(self, value: int) -> str:
        """Return the suit's letter."""
        return self.deck.suit_letters[value]


@dataclass(frozen=True, slots=True)
class Integer:
    """A whole number from ``low`` to ``high``, or one of ``allowed``."""

    low: int = 0
    high: int = BOUNDLESS
    allowed: tuple[int, ...] = ()

    @property
    def metavar(self) -> str:
        """N."""
        return "N"

    @property
    def range(self) -> str:
        """Which numbers it takes."""
        if self.allowed:
            return f"one of {', '.join(map(str, self.allowed))}"
        return f"{self.low} to {self.high}" if self.high < BOUNDLESS else f"{self.low} or more"

    def parse(self, given: object, where: str) -> int:
        """Return the number."""
        number = parse_whole(given)
        if self.allowed and number not in self.allowed:
            raise InputError(f"{where}: {quoted(given)} cannot be: expected {self.range}")
        if number is None or (not self.allowed and not self.low <= number <= self.high):
            wanted = f"a whole number from {self.low} to {self.high}"
            raise InputError(f"{where}: {quoted(given)} cannot be: expected {wanted}")
        return number

    def show(self, value: int) -> int:
        """Return the number."""
        return value


@dataclass(frozen=True, slots=True)
class Integers:
    """Whole numbers from ``low`` to ``high`` with commas between: chips, credits, scores or sizes, one a player."""

    low: int = 0
    high: int = BOUNDLESS

    @property
    def metavar(self) -> str:
        """N,N,.."""
        return "N,N,.."

    def parse(self, given: object, where: str) -> tuple[int, ...]:
        """Return the numbers in the order written."""
        each = Integer(self.low, self.high)
        if not tokens(given):
            raise InputError(f"{where}: {quoted(given)} holds no number: expected {self.metavar}, such as 20,15")
        return tuple(each.parse(one, f"{where}, number {place}") for place, one in enumerate(tokens(given), start=1))

    def show(self, value: Iterable[int]) -> list[int]:
        """Return the numbers."""
        return list(value)


@dataclass(frozen=True, slots=True)
class Words:
    """Words as they are typed, signs of any kind read as ``-``: a history that only the rules of its game can read."""

    @property
    def metavar(self) -> str:
        """WORDS."""
        return "WORDS"

    def parse(self, given: object, where: str) -> tuple[str, ...]:
        """Return the words in order; one with a sign that no notation uses is refused."""
        words = tokens(given)
        for place, word in enumerate(words, start=1):
            if not re.fullmatch(r"[A-Za-z0-9@:|+.\[\]-]{1,40}", word):
                raise InputError(f"{where}, word {place}: {quoted(word)} cannot be read")
        return tuple(words)

    def show(self, value: Iterable[str]) -> list[str]:
        """Return the words."""
        return list(value)


@dataclass(frozen=True, slots=True)
class Choice:
    """One of a few words."""

    values: tuple[str, ...]

    @property
    def metavar(self) -> str:
        """The words."""
        return "|".join(self.values)

    def parse(self, given: object, where: str) -> str:
        """Return the word."""
        word = normalize(given).lower()
        for value in self.values:
            if word == value.lower():
                return value
        hint = near(word, self.values)
        raise InputError(f"{where}: {quoted(given)} cannot be: expected one of {', '.join(self.values)}{hint}")

    def show(self, value: str) -> str:
        """Return the word."""
        return value


@dataclass(frozen=True, slots=True)
class Flag:
    """A yes or no: ``--name`` alone on the command line, ``name=True`` in Python."""

    @property
    def metavar(self) -> str:
        """What a file of inputs holds for it."""
        return "yes|no"

    def parse(self, given: object, where: str) -> bool:
        """Return whether it is set."""
        word = normalize(given).lower()
        if word not in SWITCH:
            raise InputError(f"{where}: {quoted(given)} cannot be: expected yes or no")
        return SWITCH[word]

    def show(self, value: bool) -> bool:
        """Return whether it is set."""
        return value


@dataclass(frozen=True, slots=True)
class Score:
    """The points of ``players``, or of any number between the two of a pair, joined by dashes: ``90-75``.

    The asker's come first, those of the player on the left next.
    """

    players: int | tuple[int, int] = 2

    @property
    def metavar(self) -> str:
        """ME-THEM, ME-LEFT-RIGHT, or one word a player."""
        low, high = self._bounds
        return " or ".join(_SCORES.get(players, "-".join(["N"] * players)) for players in range(low, high + 1))

    def parse(self, given: object, where: str) -> tuple[int, ...]:
        """Return the points."""
        parts = [part.strip() for part in normalize(given).split("-")]
        low, high = self._bounds
        if not low <= len(parts) <= high or not all(re.fullmatch(r"[0-9]{1,4}", part) for part in parts):
            such = "-".join(str(max(0, 90 - 15 * player)) for player in range(low))
            raise InputError(f"{where}: {quoted(given)} is no score: expected {self.metavar}, such as {such}")
        return tuple(map(int, parts))

    def show(self, value: tuple[int, ...]) -> Any:
        """Return the points joined by dashes."""
        return "-".join(map(str, value))

    @property
    def _bounds(self) -> tuple[int, int]:
        return self.players if isinstance(self.players, tuple) else (self.players, self.players)


_SCORES = {2: "ME-THEM", 3: "ME-LEFT-RIGHT"}
