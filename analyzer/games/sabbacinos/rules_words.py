"""The words of a history as people type them: each read into what it says, before anybody asks whether it is legal."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from analyzer.core.decks import DOUBLE_SIX
from analyzer.core.errors import InputError
from analyzer.core.notation import parse_cards, quoted
from analyzer.games.sabbacinos.rules_moves import DECLINE, DISCARD, DRAW, LAY, PASS, ROLL, TURN, Move
from analyzer.games.sabbacinos.rules_tableau import KINDS

EXPECTED = "a tile such as 3-5@3, PASS, DRAW, ROLL:4, TURN:2 or DISCARD"


@dataclass(frozen=True, slots=True)
class Word:
    """One word: its place (from 1), how it was typed, and what it says; ``None`` where it does not say.

    ``number`` is a roll, or a seat from 0.
    """

    place: int
    typed: str
    verb: str
    tile: int | None = None
    value: int | None = None
    end: str | None = None
    number: int = 0

    @property
    def where(self) -> str:
        """How errors name it."""
        return f"history, word {self.place}: {quoted(self.typed)}"

    def says(self, move: Move) -> bool:
        """Tell whether ``move`` is one that this word may stand for, as far as both say."""
        if self.verb != move.verb:
            return False
        if self.verb == TURN:
            return self.number == move.number
        if self.verb != LAY:
            return move.tile is None or self.tile in (None, move.tile)
        return (
            self.tile == move.tile
            and self.value in (None, move.value)
            and self.end in (None, move.kind, f"end{move.label}")
        )


def read_words(typed: Sequence[str], players: int) -> tuple[Word, ...]:
    """Return what each of ``typed`` says; raises ``InputError`` that names the first which says nothing."""
    return tuple(_read(one, place, players) for place, one in enumerate(typed, start=1))


def _read(typed: str, place: int, players: int) -> Word:
    where = f"history, word {place}"
    verb, *rest = typed.upper().split(":")
    if verb in (PASS, "GO", DECLINE) and not rest:
        return Word(place, typed, PASS if verb == "GO" else verb)
    if verb in (DRAW, DISCARD) and len(rest) <= 1:
        return Word(place, typed, verb, _tile(rest[0], where) if rest else None)
    if verb == ROLL and len(rest) == 1:
        return Word(place, typed, verb, number=_number(rest[0], 6, f"{where}, {ROLL}"))
    if verb == TURN and len(rest) in (1, 2):
        tile = _tile(rest[1], where) if len(rest) == 2 else None
        return Word(place, typed, verb, tile, number=_number(rest[0], players, f"{where}, {TURN}") - 1)
    return _read_tile(typed, place)


def _read_tile(typed: str, place: int) -> Word:
    where = f"history, word {place}"
    tile, at, rest = typed.partition("@")
    if not any(letter.isdigit() for letter in tile):
        raise InputError(f"{where}: {quoted(typed)} cannot be read: expected {EXPECTED}")
    if not at:
        return Word(place, typed, LAY, _tile(tile, where))
    value, colon, end = rest.partition(":")
    if not re.fullmatch("[0-6]", value):
        raise InputError(f"{where}: {quoted(typed)} joins no value from 0 to 6: expected {EXPECTED}")
    if colon and end.lower() not in KINDS and not re.fullmatch("end[1-4]", end.lower()):
        raise InputError(f"{where}: {quoted(end)} is no end: expected {', '.join(KINDS)}, end1 or end2")
    return Word(place, typed, LAY, _tile(tile, where), int(value), end.lower() if colon else None)


def _tile(text: str, where: str) -> int:
    tiles = parse_cards(text, DOUBLE_SIX, where)
    if len(tiles) != 1:
        raise InputError(f"{where}: {quoted(text)} is not one tile: expected {EXPECTED}")
    return tiles[0]


def _number(text: str, highest: int, where: str) -> int:
    if not re.fullmatch("[0-9]{1,2}", text) or not 1 <= int(text) <= highest:
        raise InputError(f"{where}: {quoted(text)} cannot be: expected a number from 1 to {highest}")
    return int(text)
