"""Moves, and the words for them: ``3-5@3``, ``DRAW``, ``PASS``, ``ROLL:4``, ``TURN:2``, ``DISCARD:3-5``."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from analyzer.games.sabbacinos.rules_tableau import KINDS
from analyzer.games.sabbacinos.rules_tiles import NAMES

LAY, DRAW, PASS, ROLL, TURN, DECLINE, DISCARD = "LAY", "DRAW", "PASS", "ROLL", "TURN", "DECLINE", "DISCARD"


class Move(NamedTuple):
    """One step of a round; what its verb does not need keeps its default.

    ``tile`` is laid, drawn, discarded or turned, ``None`` where nobody says which. A tile laid joins ``value`` at an
    end of ``kind`` and ``label`` (a train or chain, 0 where ends of a kind are alike); the opening tile joins nothing.
    ``number`` is the roll, or the seat (from 0) that has a tile turned.
    """

    verb: str
    tile: int | None = None
    value: int | None = None
    kind: str = ""
    label: int = 0
    number: int = 0

    def order(self) -> tuple[int, int, int, int]:
        """Return the place of a tile laid in the canonical order: tile, value joined, kind, then train or chain."""
        place = KINDS.index(self.kind) if self.kind else 0
        return (self.tile or 0, self.value or 0, place, self.label)


def word(move: Move, among: Iterable[Move] = ()) -> str:
    """Return the canonical word of ``move``; ``among`` are the legal moves that it must be told from."""
    tile = "" if move.tile is None else NAMES[move.tile]
    if move.verb == LAY:
        if move.value is None:
            return tile
        alike = [one for one in among if one[:3] == move[:3] and one != move]
        if not alike:
            return f"{tile}@{move.value}"
        return f"{tile}@{move.value}:" + (f"end{move.label}" if move.label else move.kind)
    if move.verb == ROLL:
        return f"{ROLL}:{move.number}" if move.number else ROLL
    if move.verb == TURN:
        return f"{TURN}:{move.number + 1}" + (f":{tile}" if tile else "")
    return f"{move.verb}:{tile}" if tile else move.verb
