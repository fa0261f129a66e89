"""What a hand of Pure Sabacc is made of: the deal, what a player sees and decides, and the record of it.

Seats of a hand run from the dealer's left, 0, to the dealer, who is last.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

from analyzer.core.decks import SABACC_76
from analyzer.games.pure_sabacc.rules_ranking import Cards, Rules

TABLE = -1
"""The seat of an event that is nobody's."""


@dataclass(frozen=True, slots=True)
class Deal:
    """What chance brings to one hand.

    ``order`` is the shuffled deck: cards 0 and 1 are the hand of seat 0, 2 and 3 of seat 1 and so on, the rest is the
    deck to draw from, its top first. ``rolls`` says of each roll of the sabacc dice in turn whether they match.
    ``shuffles`` are shuffles of all 76 cards: when the deck is empty the discards come in the order of the next one.
    """

    order: Cards
    rolls: Iterable[bool]
    shuffles: Iterable[Cards]


def random_deal(source: random.Random, rules: Rules) -> Deal:
    """Return a fair deal, with as many rolls (PS-D1) and shuffles as the hand turns out to need."""
    chance = Fraction(rules["shift_chance"])

    def shuffled() -> Cards:
        return tuple(source.sample(range(len(SABACC_76)), len(SABACC_76)))

    def rolls() -> Iterator[bool]:
        while True:
            yield source.randrange(chance.denominator) < chance.numerator

    def shuffles() -> Iterator[Cards]:
        while True:
            yield shuffled()

    return Deal(shuffled(), rolls(), shuffles())


# ------------------------------------------------------------------------------------------------------- actions


@dataclass(frozen=True, slots=True)
class Bet:
    """What is done at a turn of the betting: ``check``, ``bet``, ``call``, ``raise`` or ``fold``.

    ``credits`` is what a bet or a raise adds to the stake. ``calls_hand`` says that the hand is called with it.
    """

    name: str
    credits: int = 0
    calls_hand: bool = False

    @property
    def words(self) -> tuple[str, ...]:
        """As it is written in an answer."""
        said = f"{self.name}:{self.credits}" if self.credits else self.name
        return (said, "call-hand") if self.calls_hand else (said,)


@dataclass(frozen=True, slots=True)
class Draw:
    """What is done about drawing: ``stand``, ``draw``, or ``swap``, which discards ``card`` first (PS-G1)."""

    name: str
    card: int = -1

    @property
    def words(self) -> tuple[str, ...]:
        """As it is written in an answer."""
        return (f"swap:{SABACC_76.names[self.card]}",) if self.name == "swap" else (self.name,)


@dataclass(frozen=True, slots=True)
class FieldMove:
    """What is done about the interference field: a card put there, one taken back, both, or nothing (PS-F3)."""

    lock: int | None = None
    fetch: int | None = None

    @property
    def words(self) -> tuple[str, ...]:
        """As it is written in an answer."""
        said = (("lock", self.lock), ("fetch", self.fetch))
        return tuple(f"{name}:{SABACC_76.names[card]}" for name, card in said if card is not None)


# ------------------------------------------------------------------------------------------------------- players


@dataclass(frozen=True, slots=True)
class View:
    """What the seat that decides can see: its own cards, and of the others those in the fields (PS-G7).

    By seat: ``fields``, ``sizes`` (cards in hand), ``folded``, ``credits``. ``to_call`` is what the seat must add to
    stay, ``raises`` how many there were in this round, ``last`` says that this betting is known to be the hand's last.
    Of ``bets``, ``draws`` and ``moves`` (of the field) one holds what is legal, in canonical order.
    """

    seat: int
    round: int
    hand: Cards
    discarded: Cards
    fields: tuple[Cards, ...]
    sizes: tuple[int, ...]
    folded: tuple[bool, ...]
    credits: tuple[int, ...]
    hand_pot: int
    sabacc_pot: int
    to_call: int
    raises: int
    last: bool
    rules: Rules
    bets: tuple[Bet, ...] = ()
    draws: tuple[Draw, ...] = ()
    moves: tuple[FieldMove, ...] = ()


class Player(Protocol):
    """Who decides for a seat; one object may sit on several seats, told apart by ``view.seat``."""

    def choose_bet(self, view: View) -> Bet:
        """Return one of ``view.bets``."""
        ...

    def choose_draw(self, view: View) -> Draw:
        """Return one of ``view.draws``."""
        ...

    def choose_move(self, view: View) -> FieldMove:
        """Return one of ``view.moves``, once the card drawn is seen."""
        ...


# -------------------------------------------------------------------------------------------------------- record


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened, by name.

    ``ante`` (to the hand pot), ``sabacc_ante``, ``check bet call raise fold call_hand``, ``returned`` (a bet that
    nobody matched), ``roll`` (1 credit where the dice match), ``shuffle`` (the new deck), ``discard draw lock fetch``
    (cards), ``stand``, ``reveal`` (the cards that count), ``demise`` (a card), ``fold_fee call_fee bomb_fee`` (to the
    sabacc pot), ``lost_pot`` (a pot that all bombed out of goes to the sabacc pot), ``win``, ``win_sabacc``.
    """

    name: str
    seat: int
    cards: Cards = ()
    credits: int = 0


@dataclass(frozen=True, slots=True)
class Pot:
    """A pot at the end of a hand: who could win it, who did (nobody where all bombed out), and by which level.

    ``level`` is one of the ranking's, ``sudden demise``, ``split``, ``bomb out``, or ``folds`` where one was left.
    """

    amount: int
    eligible: tuple[int, ...]
    winners: tuple[int, ...]
    level: str


@dataclass(frozen=True, slots=True)
class HandRecord:
    """A hand as it was played; tuples are by seat.

    ``hands`` and ``fields`` are the cards at the end, before sudden demise; ``totals`` and ``categories`` what was
    revealed, ``None`` for seats that folded and where nobody had to show. ``credits`` and ``sabacc_pot`` are as the
    hand left them. ``rounds`` counts betting rounds begun, ``shifts`` the rolls that matched. The main pot is
    ``pots[0]``; ``takers`` are the seats that took the sabacc pot.
    """

    hands: tuple[Cards, ...]
    fields: tuple[Cards, ...]
    folded: tuple[bool, ...]
    totals: tuple[int | None, ...]
    categories: tuple[int | None, ...]
    caller: int | None
    rounds: int
    shifts: int
    pots: tuple[Pot, ...]
    takers: tuple[int, ...]
    credits: tuple[int, ...]
    sabacc_pot: int
    events: tuple[Event, ...]
