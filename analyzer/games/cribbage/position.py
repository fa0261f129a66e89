"""A play of two in progress, read from what was laid: who laid each card, and what the opponent may still hold.

The history does not say whose a card is. So every way to give its cards to the seats is replayed through the rules;
what replays to the end, with the asker to move, is a reading of it. The opponent's hidden cards are taken to be the
highest unseen ones: who says GO holds high cards, so if any hidden cards allow a reading, the highest do.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

from analyzer.core.decks import PLAYING_52
from analyzer.core.errors import InputError
from analyzer.core.notation import GO, quoted
from analyzer.games.cribbage.rules_pegging import LIMIT, Pegging, legal_cards, start_pegging
from analyzer.games.cribbage.rules_show import DECK_SIZE, pips

SEATS = ("dealer", "pone")
KEPT = 4
Cards = tuple[int, ...]
Entry = tuple[int, int | None]


@dataclass(frozen=True, slots=True)
class Position:
    """What ``seat``, which is to move, knows of a play.

    ``history`` holds every (seat, card) laid, with ``None`` for each GO that the rules forced, and ``lap`` the cards
    that make the ``count``. The opponent holds ``held`` hidden cards, each of them among ``fitting``: the unseen cards
    that were too high wherever the opponent said GO. ``unseen`` are all cards that the asker has not seen.
    """

    seat: int
    hand: Cards
    legal: Cards
    count: int
    lap: Cards
    history: tuple[Entry, ...]
    held: int
    unseen: Cards
    fitting: Cards

    def told(self) -> str:
        """Return who laid what, and each GO."""
        names = PLAYING_52.names
        return ", ".join(f"{SEATS[seat]} {GO if card is None else names[card]}" for seat, card in self.history)


class _AmissError(Exception):
    """Where a reading breaks off: the place in the history, whether a GO or the limit is at fault, and the sentence."""

    def __init__(self, place: int, telling: bool, text: str) -> None:
        super().__init__(text)
        self.place, self.telling, self.text = place, telling, text


@dataclass(frozen=True, slots=True)
class _Reading:
    """One way to read a history: the seat of each card laid, and where that leads.

    ``unwritten`` counts the GOs that it needs and nobody wrote down: first those that rest on the opponent's hidden
    cards, then those that the cards shown prove.
    """

    seats: Cards
    unwritten: tuple[int, int]
    end: Pegging


@dataclass(frozen=True, slots=True)
class _Told:
    """What the asker in ``seat`` tells: the own cards still held, and the history."""

    seat: int
    hand: Cards
    entries: tuple[int | None, ...]
    unseen: Cards

    @property
    def laid(self) -> Cards:
        """The cards of the history."""
        return tuple(card for card in self.entries if card is not None)

    def seen_from(self, seat: int) -> _Told:
        """Return the same told by ``seat``."""
        return replace(self, seat=seat)

    def hidden(self, seats: Cards) -> Cards:
        """Return the highest cards that the opponent may hold when the cards laid were laid by ``seats``."""
        held = KEPT - seats.count(1 - self.seat)
        return self.unseen[len(self.unseen) - held :]

    def follow(self, seats: Cards, hidden: Cards) -> _Reading:
        """Replay the history with its cards laid by ``seats`` and the opponent holding ``hidden`` besides.

        Raises ``_AmissError`` where the rules do not go that way.
        """
        hands: tuple[list[int], list[int]] = ([], [])
        for seat, card in zip(seats, self.laid, strict=True):
            hands[seat].append(card)
        hands[self.seat].extend(self.hand)
        hands[1 - self.seat].extend(hidden)
        pegging = start_pegging(hands)
        due = iter(seats)
        supposed = proven = 0
        at = written = 0  # where the GOs begin that follow the last card, and how many of them were written
        for place, entry in enumerate(self.entries, start=1):
            if entry is None:
                written += 1
                if written > len(pegging.history) - at:
                    raise _AmissError(place, True, self._no_go(pegging, place))
                continue
            more = self._unwritten(pegging.history[at:], written, hidden)
            supposed, proven = supposed + more[0], proven + more[1]
            at, written = len(pegging.history) + 1, 0
            self._lay(pegging, next(due), entry, place)
        gone = pegging.history[at:]
        more = self._unwritten(gone, written, hidden)
        # Nobody ends a history with a GO that says something new without writing it.
        if pegging.turn != self.seat or more[0]:
            if gone[:1] == [(self.seat, None)] and not written:
                stuck = f"--hand: none of these cards can be laid now: write {GO} in --history, and what followed"
                raise _AmissError(len(self.entries) + 1, True, stuck)
            raise _AmissError(len(self.entries) + 1, False, _not_to_move(self.seat))
        return _Reading(seats, (supposed, proven + more[1]), pegging)

    def _unwritten(self, gone: Sequence[Entry], written: int, hidden: Cards) -> tuple[int, int]:
        """Return how many of the GOs ``gone`` were not ``written``: those that rest on ``hidden`` cards, and others.

        What is written is first what nobody else can know.
        """
        supposed = sum(seat != self.seat for seat, _ in gone) if hidden else 0
        proven = len(gone) - supposed
        return max(0, supposed - written), max(0, proven - max(0, written - supposed))

    def _lay(self, pegging: Pegging, seat: int, card: int, place: int) -> None:
        where = f"--history, entry {place}: {quoted(PLAYING_52.names[card])} cannot be laid"
        if pegging.turn is None:
            raise _AmissError(place, True, f"{where}: the play is over before it")
        if pegging.turn != seat:
            raise _AmissError(place, False, f"{where} by the {SEATS[seat]}: the {SEATS[1 - seat]} is to move")
        if not legal_cards([card], pegging.count):
            total = pegging.count + pips(card)
            raise _AmissError(place, True, f"{where}: it would bring the count to {total}, over {LIMIT}")
        pegging.lay(card)

    def _no_go(self, pegging: Pegging, place: int) -> str:
        opening = f"--history, entry {place}: {GO!r} cannot be: "
        if pegging.turn is None:
            return opening + "the play is over before it"
        who, count = SEATS[pegging.turn], pegging.count
        if pegging.turn == self.seat:
            return opening + f"at a count of {count} the {who} can lay {PLAYING_52.names[pegging.legal()[0]]}"
        if count <= LIMIT - 10:
            return opening + f"at a count of {count} every card can be laid"
        return opening + f"at a count of {count} the {who} could lay, by the cards that came later or that are left"

    def readings(self, own: int) -> tuple[list[_Reading], list[_AmissError]]:
        """Return the readings in which the asker laid ``own`` of the cards, and where the others break off."""
        found, amiss = [], []
        if not 0 <= own <= KEPT or not 0 <= len(self.laid) - own <= KEPT:
            return [], []
        for mine in combinations(range(len(self.laid)), own):
            seats = tuple(self.seat if i in mine else 1 - self.seat for i in range(len(self.laid)))
            try:
                found.append(self.follow(seats, self.hidden(seats)))
            except _AmissError as error:
                amiss.append(error)
        return found, amiss

    def fitting(self, reading: _Reading) -> Cards:
        """Return the unseen cards that the opponent may hold: those with which the same history replays."""
        hidden = self.hidden(reading.seats)
        if not hidden:
            return ()
        return tuple(card for card in self.unseen if card in hidden or self._fits(card, hidden, reading))

    def _fits(self, card: int, hidden: Cards, reading: _Reading) -> bool:
        try:
            again = self.follow(reading.seats, (card, *hidden[1:]))
        except _AmissError:
            return False
        return again.end.history == reading.end.history


def read_position(given: Mapping[str, Any], seat: int) -> Position:
    """Return the position that the inputs of ``play`` describe to ``seat``.

    ``given`` holds ``hand``, ``starter``, ``history`` (``None`` in it for GO) and ``thrown``, all cards different;
    either of the last two may be ``None``. Raises ``InputError`` where they cannot be.
    """
    hand, entries = tuple(sorted(given["hand"])), given["history"] or ()
    seen = {*hand, given["starter"], *entries, *(given["thrown"] or ())}
    unseen = tuple(card for card in range(DECK_SIZE) if card not in seen)
    told = _Told(seat, hand, entries, unseen)
    own = KEPT - len(hand)
    found, amiss = told.readings(own)
    if not found:
        raise InputError(_reason(told, amiss))
    # What can be read as complete is; among readings that leave out a GO nothing tells which is meant.
    readings = [reading for reading in found if not any(reading.unwritten)] or found
    if len(readings) > 1:
        raise InputError(f"--history: it can be read in {len(readings)} ways: write down every {GO}")
    (reading,) = readings
    if reading.unwritten[0] and any(not other.unwritten[0] for other in told.seen_from(1 - seat).readings(own)[0]):
        raise InputError(_not_to_move(seat, f"write down every {GO}"))
    end = reading.end
    return Position(
        seat=seat,
        hand=hand,
        legal=end.legal(),
        count=end.count,
        lap=tuple(end.lap),
        history=tuple(end.history),
        held=len(end.hands[1 - seat]),
        unseen=unseen,
        fitting=told.fitting(reading),
    )


def _not_to_move(seat: int, remedy: str = f"end it with {GO}") -> str:
    other = SEATS[1 - seat]
    return f"--{SEATS[seat]}: the {other} is to move after this history: ask with --{other}, or {remedy}"


def _reason(told: _Told, amiss: Sequence[_AmissError]) -> str:
    """Return why nothing can be read: an entry that cannot be, the wrong seat, or the wrong number of cards."""
    if len(told.laid) >= 2 * KEPT:
        return f"--history: {len(told.laid)} cards were laid: nothing is left to play"
    own = KEPT - len(told.hand)
    others = (error for number in range(KEPT) for error in told.readings(number)[1])
    # What a different number of cards in hand would end in is no matter.
    attempts = [*amiss, *(error for error in others if error.place <= len(told.entries))]
    furthest = max((error.place for error in attempts), default=0)
    # A broken rule tells more than a turn that some other way to deal out the cards might mend.
    for error in attempts:
        if error.place == furthest and error.telling:
            return error.text
    if told.seen_from(1 - told.seat).readings(own)[0]:
        return _not_to_move(told.seat)
    for number in range(KEPT):
        if told.readings(number)[0]:
            held = f"{KEPT - number} {'is' if number == KEPT - 1 else 'are'} held after it"
            return f"--hand: the {SEATS[told.seat]} laid {number} of these cards, so {held}, and not {len(told.hand)}"
    return _not_to_move(told.seat)
