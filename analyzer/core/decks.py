"""Decks: one integer a card, and the strings that people write for it.

A card's number is its place in the canonical order (value, then suit in the order of the deck's suit letters), so
that comparing numbers compares cards canonically.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Deck:
    """A deck: ``names[i]``, ``values[i]`` and ``suits[i]`` describe card ``i``; suit ``-1`` means none.

    ``suit_words[s]`` are the lower-case words that are read for suit ``s``, its name first and its letter among them.
    Cards that print alike (the two Sylops) have neighbouring numbers.
    """

    name: str
    names: tuple[str, ...]
    values: tuple[int, ...]
    suits: tuple[int, ...]
    suit_letters: str
    example: str
    suit_words: tuple[tuple[str, ...], ...] = ()

    def __len__(self) -> int:
        return len(self.names)

    def copies(self, name: str) -> tuple[int, ...]:
        """Return the numbers of all cards that print as ``name``; empty where the deck lacks it."""
        return tuple(i for i, known in enumerate(self.names) if known == name)

    def words(self, cards: Iterable[int]) -> list[str]:
        """Return the printed names of ``cards``, in the order given."""
        return [self.names[card] for card in cards]


_SABACC_SUITS = (
    ("coins", "coin", "circles", "circle", "c", "o", "\u25cf"),
    ("flasks", "flask", "squares", "square", "f", "q", "\u25a0"),
    ("sabers", "saber", "triangles", "triangle", "s", "t", "\u25b2"),
)


def _sabacc_62() -> Deck:
    names, values, suits = [], [], []
    for value in range(-10, 11):
        for suit in range(3 if value else 2):
            names.append(f"{value:+d}{'CFS'[suit]}" if value else "0")
            values.append(value)
            suits.append(suit if value else -1)
    example = "+7C, -3F, 10S or 0"
    return Deck("sabacc-62", tuple(names), tuple(values), tuple(suits), "CFS", example, _SABACC_SUITS)


SABACC_62 = _sabacc_62()
"""Three suits (0 coins, 1 flasks, 2 sabers) of -10..-1 and +1..+10, and two Sylops of value 0 and suit -1.

Numbers: negative value v, suit s: ``(v + 10) * 3 + s`` (0..29); Sylops 30 and 31; positive: ``32 + (v - 1) * 3 + s``.
"""
