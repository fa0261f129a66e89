"""What a hand of Coruscant Shift is made of: the deal, what a player sees and decides, and the record of it.

Seats of a hand run from the dealer's left, 0, to the dealer, who is last; so "in order" is the order of seats (CS-D4).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

from analyzer.games.coruscant_shift.rules_selection import Cards

GOLD_DIE = (0, 0, 5, -5, 10, -10)
SILVER_DIE = (0, 1, 2)
HAND = 5
"""Cards that a player is dealt, and is back to after the shift (CS-H5)."""

TABLE = -1
"""The seat of an event that is nobody's."""


@dataclass(frozen=True, slots=True)
class Deal:
    """What chance brings to one hand.

    ``order`` is the shuffled deck: cards 0..4 are the hand of seat 0, 5..9 of seat 1 and so on, the rest is the draw
    pile, its top first. ``target`` and ``suit`` are the dice, rolled once (CS-D2). ``shift_order`` is a shuffle of all
    62 cards: discards shuffled during the shift come in this order, a fresh deck (``exhaustion``) is all of it.
    ``draw_off_order`` is another one, for discards shuffled during a draw-off (CS-T4). Neither can happen twice.
    """

    order: Cards
    target: int
    suit: int
    shift_order: Cards
    draw_off_order: Cards


@dataclass(frozen=True, slots=True)
class View:
    """What the seat that decides can see: its own cards, and of the others no card (CS-D3).

    ``stage`` is ``select`` before the shift and ``improve`` after it. ``selection`` lies on the table; ``hand`` are
    the own cards that do not: those dealt, those drawn, or all five at an IMPROVE where none is locked (CS-H4).
    ``discarded`` are the own discards. By seat, ``None`` where it is yet to happen: ``drew``, the cards not selected,
    which are discarded and drawn anew, and ``dropped``, the cards discarded after the shift.

    Of ``choices`` (card choices, each joins ``selection``) and ``actions`` (``check``, ``stay``, ``fold``) one is
    empty; the other holds what is legal, in canonical order. ``pot`` and ``chips`` are 0 and empty in standard.
    """

    seat: int
    stage: str
    target: int
    suit: int
    hand: Cards
    selection: Cards
    discarded: Cards
    drew: tuple[int | None, ...]
    dropped: tuple[int | None, ...]
    folded: tuple[bool, ...]
    pot: int
    chips: tuple[int, ...]
    choices: tuple[Cards, ...] = ()
    actions: tuple[str, ...] = ()


class Player(Protocol):
    """Who decides for a seat; one object may sit on several seats, told apart by ``view.seat``."""

    def choose_selection(self, view: View) -> Cards:
        """Return one of ``view.choices``: the first selection."""
        ...

    def choose_stay(self, view: View) -> str:
        """Return one of ``view.actions``."""
        ...

    def choose_addition(self, view: View) -> Cards:
        """Return one of ``view.choices``: the cards that join ``view.selection`` after the shift."""
        ...


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened, by name.

    ``ante stay check fold`` (``chips`` paid), ``select discard draw improve`` (cards of a seat), ``shuffle`` (the new
    draw pile, top first; seat ``TABLE``), ``draw_off`` (one card), ``win`` (chips, or the share of a standard hand).
    """

    name: str
    seat: int
    cards: Cards = ()
    chips: Fraction = Fraction(0)


@dataclass(frozen=True, slots=True)
class Pot:
    """What was played for: chips, or 1 in standard; who could win it, who did, and by which level.

    ``level`` is one of the reveal's, ``split`` for equals that share, or ``folds`` where nobody else was left.
    """

    amount: int
    eligible: tuple[int, ...]
    winners: tuple[int, ...]
    level: str


@dataclass(frozen=True, slots=True)
class HandRecord:
    """A hand as it was played; tuples are by seat.

    ``first`` and ``final`` are selections: those before the shift and those revealed, ``None`` for a seat that folded.
    ``paid`` and ``won`` are chips; in standard ``won`` is the share of the hand.
    The main pot, or the hand itself, is ``pots[0]``.
    """

    deal: Deal
    dealt: tuple[Cards, ...]
    first: tuple[Cards, ...]
    drawn: tuple[Cards, ...]
    final: tuple[Cards | None, ...]
    paid: tuple[int, ...]
    won: tuple[Fraction, ...]
    pots: tuple[Pot, ...]
    events: tuple[Event, ...]
