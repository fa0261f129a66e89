"""The play of cribbage in plain Python: legal cards, whose turn it is, GO, restarts, and what a card pegs.

Slow and obvious: the reference that the kernels are tested against. Seats are numbered from the dealer, 0, to the
left: 1 is the pone of two players, 1 and 2 are left and right of the dealer with three (CR-A14).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from analyzer.games.cribbage.rules_show import PAIRS, pips, rank

DEALER = 0
LIMIT = 31


@dataclass(frozen=True, slots=True)
class Event:
    """Points made: by which seat, under which name (heels, fifteen, thirty_one, pair, run, go, hand, crib)."""

    seat: int
    name: str
    points: int


@dataclass(frozen=True, slots=True)
class View:
    """What the seat to lay sees: its own cards and all that lies open.

    ``history`` holds (seat, card) in order, ``None`` for a GO; ``lap`` the cards since the last restart, which make
    the ``count``; ``held`` how many cards every seat holds. ``thrown`` are the own cards in the crib; they and the
    starter are left out (``()`` and ``None``) of a play that belongs to no deal.
    """

    seat: int
    hand: tuple[int, ...]
    legal: tuple[int, ...]
    thrown: tuple[int, ...]
    starter: int | None
    held: tuple[int, ...]
    count: int
    lap: tuple[int, ...]
    history: tuple[tuple[int, int | None], ...]


def legal_cards(hand: Sequence[int], count: int) -> tuple[int, ...]:
    """Return the cards of ``hand`` that do not bring ``count`` over 31, in canonical order."""
    return tuple(sorted(card for card in hand if count + pips(card) <= LIMIT))


def pair_length(lap: Sequence[int]) -> int:
    """Return how many last cards of ``lap`` are of one rank, without a break (CR-A7)."""
    length = 0
    for card in reversed(lap):
        if rank(card) != rank(lap[-1]):
            break
        length += 1
    return length


def run_length(lap: Sequence[int]) -> int:
    """Return how many last cards of ``lap`` form a run, the most of them, in any order; 0 for none (CR-A6)."""
    for length in range(len(lap), 2, -1):
        ranks = sorted(rank(card) for card in lap[-length:])
        if ranks == list(range(ranks[0], ranks[0] + length)):
            return length
    return 0


def score_play(lap: Sequence[int]) -> list[tuple[str, int]]:
    """Return (name, points) of all that the last card of ``lap`` pegs, but for the 1 of a GO or of the last card."""
    count = sum(map(pips, lap))
    alike, run = pair_length(lap), run_length(lap)
    rows = []
    if count == 15:
        rows.append(("fifteen", 2))
    if count == LIMIT:
        rows.append(("thirty_one", 2))
    if alike >= 2:
        rows.append(("pair", PAIRS[alike][1]))
    if run:
        rows.append(("run", run))
    return rows


@dataclass(slots=True)
class Pegging:
    """A play in progress, begun by :func:`start_pegging` and stepped by :meth:`lay`.

    ``turn`` is the seat that must lay a card now, ``None`` once all cards are laid: GO, empty hands and restarts are
    settled before a step returns. ``lap`` holds the cards since the last restart, ``out`` the seats that have said GO
    since then, ``history`` every (seat, card) with ``None`` for a GO, which a seat says once until the restart, and
    ``last`` the seat of the last card.
    """

    hands: tuple[list[int], ...]
    turn: int | None = None
    lap: list[int] = field(default_factory=list)
    out: set[int] = field(default_factory=set)
    history: list[tuple[int, int | None]] = field(default_factory=list)
    last: int = DEALER

    @property
    def count(self) -> int:
        """The count since the last restart."""
        return sum(map(pips, self.lap))

    def legal(self) -> tuple[int, ...]:
        """Return the cards that the seat to move may lay, in canonical order; empty once the play is over."""
        return () if self.turn is None else legal_cards(self.hands[self.turn], self.count)

    def copy(self) -> Pegging:
        """Return an independent copy, to look ahead on."""
        hands = tuple(hand[:] for hand in self.hands)
        return Pegging(hands, self.turn, self.lap[:], set(self.out), self.history[:], self.last)

    def lay(self, card: int) -> list[Event]:
        """Lay ``card`` for the seat to move and return what it pegs, the 1 of a GO or of the last card included.

        Raises ``ValueError`` for a card that is not legal now, or once the play is over.
        """
        seat = self.turn
        if seat is None:
            raise ValueError("the play is over: no card can be laid")
        if card not in self.legal():
            raise ValueError(f"a legal card was expected, one of {self.legal()}, and not {card}")
        self.hands[seat].remove(card)
        self.lap.append(card)
        self.history.append((seat, card))
        self.last = seat
        events = [Event(seat, *row) for row in score_play(self.lap)]
        if self.count == LIMIT:  # its 2 hold the point of the GO and of the last card (CR-A8, CR-A10)
            self._restart()
            return events
        self._ask()
        if self.turn is None:  # CR-A8, CR-A10, CR-A15: nobody can go on, so the last to lay a card takes 1
            events.append(Event(seat, "go", 1))
            self._restart()
        return events

    def _ask(self) -> None:
        """Give the turn to the next seat that can lay, hearing a GO from each that cannot; nobody may be left."""
        self.turn = None
        for seat in self._round():
            if not self.hands[seat] or seat in self.out:
                continue
            if legal_cards(self.hands[seat], self.count):
                self.turn = seat
                return
            self.history.append((seat, None))  # CR-A8: GO is said where it is forced, and only there
            self.out.add(seat)

    def _restart(self) -> None:
        """Begin again from 0, led by the seat after the last card's, or the next one with cards (CR-A9, CR-A15)."""
        self.lap.clear()
        self.out.clear()
        self.turn = next((seat for seat in self._round() if self.hands[seat]), None)

    def _round(self) -> list[int]:
        """Return all seats to the left, from the one after the last card's to that one itself."""
        players = len(self.hands)
        return [(self.last + step) % players for step in range(1, players + 1)]

    def view(self, starter: int | None = None, thrown: Sequence[int] = ()) -> View:
        """Return what the seat to move sees; ``starter`` and its own ``thrown`` cards belong to the deal."""
        if self.turn is None:
            raise ValueError("the play is over: no seat is to move")
        return View(
            seat=self.turn,
            hand=tuple(self.hands[self.turn]),
            legal=self.legal(),
            thrown=tuple(thrown),
            starter=starter,
            held=tuple(len(hand) for hand in self.hands),
            count=self.count,
            lap=tuple(self.lap),
            history=tuple(self.history),
        )


def start_pegging(hands: Sequence[Sequence[int]]) -> Pegging:
    """Return the play before the first card: ``hands`` by seat, the seat to the left of the dealer leads (CR-A14)."""
    return Pegging(tuple(sorted(hand) for hand in hands), turn=(DEALER + 1) % len(hands))


def play_pegging(
    hands: Sequence[Sequence[int]],
    choose: Callable[[View], int],
    *,
    starter: int | None = None,
    thrown: Sequence[Sequence[int]] = ((), (), ()),
) -> tuple[Pegging, list[Event]]:
    """Play to the last card, ``choose`` naming each, and return the last state and all events in order."""
    pegging = start_pegging(hands)
    events: list[Event] = []
    while pegging.turn is not None:
        events += pegging.lay(choose(pegging.view(starter, thrown[pegging.turn])))
    return pegging, events
