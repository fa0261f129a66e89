"""The simple players of the tile games in plain Python; each is asked only where more than one move is legal."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from analyzer.games.sabbacinos.rules_moves import DISCARD, LAY, Move
from analyzer.games.sabbacinos.rules_tiles import PIPS


class Player(Protocol):
    """Who decides for a seat."""

    def choose(self, legal: Sequence[Move]) -> Move:
        """Return one of ``legal``, two or more moves in canonical order."""
        ...


@dataclass(frozen=True, slots=True)
class First:
    """Always the first legal move in canonical order: it turns a tile over where it may, and draws before it passes."""

    def choose(self, legal: Sequence[Move]) -> Move:
        return legal[0]


@dataclass(frozen=True, slots=True)
class Random:
    """Uniform over the distinct legal moves, from ``source``."""

    source: random.Random

    def choose(self, legal: Sequence[Move]) -> Move:
        return self.source.choice(legal)


@dataclass(frozen=True, slots=True)
class Heaviest:
    """Lays, opens with or discards the tile of most pips; equal ones, and all other decisions, as ``First``."""

    def choose(self, legal: Sequence[Move]) -> Move:
        if legal[0].verb not in (LAY, DISCARD):
            return legal[0]
        return max(legal, key=lambda move: PIPS[move.tile or 0])


@dataclass(slots=True)
class Scripted:
    """Plays the given moves in turn: decisions made elsewhere, followed here.

    A move that is not legal is a ``ValueError``.
    """

    moves: list[Move]

    def choose(self, legal: Sequence[Move]) -> Move:
        move = self.moves.pop(0)
        if move not in legal:
            raise ValueError(f"{move} is not legal: expected one of {list(legal)}")
        return move
