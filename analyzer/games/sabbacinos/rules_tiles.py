"""The double-six set: one integer a tile, in canonical order (lower half, then higher half), as the deck numbers it."""

from __future__ import annotations

from collections.abc import Iterable

from analyzer.core.decks import DOUBLE_SIX

HALVES = tuple((low, high) for low in range(7) for high in range(low, 7))
"""The lower and the higher half of every tile, 0 being the Sylop: 0-0 is tile 0, 0-1 tile 1, ..., 6-6 tile 27."""

NAMES = DOUBLE_SIX.names
PIPS = DOUBLE_SIX.values
NUMBER = {halves: tile for tile, halves in enumerate(HALVES)}
DOUBLES = tuple(NUMBER[value, value] for value in range(7))
SYLOPS = DOUBLES[0]
"""The double Sylop, 0-0."""


def is_double(tile: int) -> bool:
    """Tell whether both halves of ``tile`` are equal."""
    return tile in DOUBLES


def has(tile: int, value: int) -> bool:
    """Tell whether a half of ``tile`` shows ``value``."""
    return value in HALVES[tile]


def other_half(tile: int, value: int) -> int:
    """Return the half of ``tile`` that is open once it is joined by ``value``."""
    return PIPS[tile] - value


def tiles_up_to(highest: int) -> tuple[int, ...]:
    """Return the tiles of a set whose highest half is ``highest``: 28 up to six, 10 up to three."""
    return tuple(tile for tile, (_, high) in enumerate(HALVES) if high <= highest)


def pips(tiles: Iterable[int]) -> int:
    """Return the sum of all halves of ``tiles``."""
    return sum(PIPS[tile] for tile in tiles)


def words(tiles: Iterable[int]) -> str:
    """Return the names of ``tiles`` in canonical order, as a person writes a hand."""
    return " ".join(NAMES[tile] for tile in sorted(tiles))
