"""A skirmish in progress, read from what was laid: who laid each card, and what the opponent may still hold.

The history does not say whose a card is. So every way to give its cards to the seats is replayed through the rules,
with concrete cards for those that are hidden; what replays to the end, with the asker to move, is a reading of it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

from analyzer.core.decks import SABACC_62
from analyzer.core.errors import InputError
from analyzer.core.notation import GO, quoted
from analyzer.games.smugglers_hold.rules_skirmish import RIM, VALUES, Rules, Skirmish, legal_cards, start_skirmish

SEATS = ("dealer", "pone")
KEPT = 4
SUPPOSED, REPEATED, KNOWN = range(3)
Cards = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Position:
    """What ``seat``, which is to move, knows of a skirmish.

    ``plays`` are the (seat, card) laid, ``history`` the same with ``None`` for each GO that the rules forced. The
    opponent holds ``held`` hidden cards, each of them among ``fitting``: the unseen cards with which the opponent
    would have had to say GO just where that happened. ``unseen`` are all cards that the asker has not seen.
    """

    seat: int
    hand: Cards
    legal: Cards
    plays: tuple[tuple[int, int], ...]
    history: tuple[tuple[int, int | None], ...]
    held: int
    unseen: Cards
    fitting: Cards

    def told(self) -> str:
        """Return who laid what, a GO once where a player first cannot lay."""
        words, stuck = [], set()
        for seat, card in self.history:
            if card is not None:
                stuck.discard(seat)
            elif seat in stuck:
                continue
            else:
                stuck.add(seat)
            words.append(f"{SEATS[seat]} {GO if card is None else SABACC_62.names[card]}")
        return ", ".join(words)


class _AmissError(Exception):
    """Where a reading breaks off: the place in the history, whether a GO or the rim is at fault, and the sentence."""

    def __init__(self, place: int, telling: bool, text: str) -> None:
        super().__init__(text)
        self.place, self.telling, self.text = place, telling, text


@dataclass(frozen=True, slots=True)
class _Reading:
    """One way to read a history: the seat of each card laid, and hidden cards that allow it.

    ``unwritten`` counts the GOs that it needs and nobody wrote down, the least certain first: see `_certainty`.
    """

    seats: Cards
    hidden: Cards
    unwritten: tuple[int, int, int]
    end: Skirmish


@dataclass(frozen=True, slots=True)
class _Told:
    """What the asker in ``seat`` tells: the own cards still held, the path card, the number die and the history."""

    seat: int
    hand: Cards
    path: int
    number: int
    entries: tuple[int | None, ...]
    unseen: Cards
    rules: Rules

    @property
    def laid(self) -> Cards:
        """The cards of the history."""
        return tuple(card for card in self.entries if card is not None)

    def seen_from(self, seat: int) -> _Told:
        """Return the same told by ``seat``."""
        return replace(self, seat=seat)

    def follow(self, seats: Cards, hidden: Cards) -> _Reading:
        """Replay the history with its cards laid by ``seats`` and the opponent holding ``hidden`` besides.

        Raises ``_AmissError`` where the rules do not go that way.
        """
        hands: tuple[list[int], list[int]] = ([], [])
        for seat, card in zip(seats, self.laid, strict=True):
            hands[seat].append(card)
        hands[self.seat].extend(self.hand)
        hands[1 - self.seat].extend(hidden)
        skirmish = start_skirmish(hands, self.path, self.number, self.rules)
        due, at, unwritten = iter(seats), 0, [0, 0, 0]
        for place, entry in enumerate(self.entries, start=1):
            if entry is None:
                if at == len(skirmish.history):
                    raise _AmissError(place, True, self._no_go(skirmish, place))
                at += 1
                continue
            for i in range(at, len(skirmish.history)):
                unwritten[self._certainty(skirmish, i, hidden)] += 1
            at = len(skirmish.history) + 1  # behind the card stand the GOs that follow it
            _lay(skirmish, next(due), entry, place)
        if skirmish.turn != self.seat and skirmish.history[at : at + 1] == [(self.seat, None)]:
            raise _AmissError(len(self.entries) + 1, True, "--hand: none of these cards can be laid now: it is GO")
        # Nobody ends a history with a GO that says something new without writing it.
        news = [i for i in range(at, len(skirmish.history)) if self._certainty(skirmish, i, hidden) == SUPPOSED]
        if skirmish.turn != self.seat or news:
            raise _AmissError(len(self.entries) + 1, False, _not_to_move(self.seat))
        return _Reading(seats, hidden, (unwritten[0], unwritten[1], unwritten[2]), skirmish)

    def _certainty(self, skirmish: Skirmish, entry: int, hidden: Cards) -> int:
        """Tell whether a GO is known from the cards of who said it, a repetition, or merely supposed."""
        seat = skirmish.history[entry][0]
        if seat == self.seat or not hidden:
            return KNOWN
        before = [card for other, card in skirmish.history[:entry] if other == seat]
        return REPEATED if before and before[-1] is None else SUPPOSED

    def _no_go(self, skirmish: Skirmish, place: int) -> str:
        opening = f"--history, entry {place}: {GO!r} cannot be: "
        if skirmish.turn is None:
            return opening + "the skirmish is over before it"
        who, total = SEATS[skirmish.turn], f"at a total of {skirmish.total:+d}"
        if skirmish.turn == self.seat:
            return opening + f"{total} the {who} can lay {SABACC_62.names[skirmish.legal()[0]]}"
        if abs(skirmish.total) <= RIM - max(VALUES):
            return opening + f"{total} every card can be laid"
        return opening + f"{total} the {who} could lay, by the cards that came later or that are left"

    def readings(self, own: int) -> tuple[list[_Reading], list[_AmissError]]:
        """Return the readings in which the asker laid ``own`` of the cards, and where the others break off."""
        found, amiss = [], []
        others = len(self.laid) - own
        if not 0 <= others <= KEPT or own < 0:
            return [], []
        for mine in combinations(range(len(self.laid)), own):
            seats = tuple(self.seat if i in mine else 1 - self.seat for i in range(len(self.laid)))
            # All GOs of a hand fall on one side of 0: its cards are all too high, or all too low. So if any hidden
            # cards allow a reading, the highest or the lowest do.
            held = KEPT - others
            for hidden in dict.fromkeys((self.unseen[:held], self.unseen[len(self.unseen) - held :])):
                try:
                    found.append(self.follow(seats, hidden))
                    break
                except _AmissError as error:
                    amiss.append(error)
        return found, amiss

    def fitting(self, reading: _Reading) -> Cards:
        """Return the unseen cards that the opponent may hold: those with which the same history replays."""
        if not reading.hidden:
            return ()
        return tuple(card for card in self.unseen if card in reading.hidden or self._fits(card, reading))

    def _fits(self, card: int, reading: _Reading) -> bool:
        try:
            again = self.follow(reading.seats, (card, *reading.hidden[1:]))
        except _AmissError:
            return False
        return again.end.history == reading.end.history


def read_position(given: Mapping[str, Any], seat: int, rules: Rules) -> Position:
    """Return the position that the inputs of ``play`` describe to ``seat``.

    ``given`` holds ``hand``, ``path``, ``target``, ``history`` (``None`` in it for GO), ``thrown`` and
    ``opponent_thrown``, all cards different; any of the last three may be ``None``. Raises ``InputError`` where they
    cannot be.
    """
    hand = tuple(sorted(given["hand"]))
    entries = given["history"] or ()
    seen = {*hand, given["path"], *entries, *(given["thrown"] or ()), *(given["opponent_thrown"] or ())}
    unseen = tuple(card for card in range(len(SABACC_62)) if card not in seen)
    told = _Told(seat, hand, given["path"], given["target"], entries, unseen, rules)
    own = KEPT - len(hand)
    found, amiss = told.readings(own)
    if not found:
        raise InputError(_reason(told, amiss))
    fewest = min(reading.unwritten for reading in found)
    readings = [reading for reading in found if reading.unwritten == fewest]
    if len(readings) > 1:
        raise InputError(f"--history: it can be read in {len(readings)} ways: write down every {GO}")
    if fewest[SUPPOSED] and any(not other.unwritten[SUPPOSED] for other in told.seen_from(1 - seat).readings(own)[0]):
        raise InputError(_not_to_move(seat, f"write down every {GO}"))
    reading = readings[0]
    end = reading.end
    return Position(
        seat=seat,
        hand=hand,
        legal=end.legal(),
        plays=tuple(zip(reading.seats, told.laid, strict=True)),
        history=tuple(end.history),
        held=len(reading.hidden),
        unseen=unseen,
        fitting=told.fitting(reading),
    )


def _lay(skirmish: Skirmish, seat: int, card: int, place: int) -> None:
    name = quoted(SABACC_62.names[card])
    where = f"--history, entry {place}: {name} cannot be laid"
    if skirmish.turn is None:
        raise _AmissError(place, True, f"{where}: the skirmish is over before it")
    if not legal_cards([card], skirmish.total):
        total = skirmish.total + VALUES[card]
        raise _AmissError(place, True, f"{where}: it would bring the total to {total:+d}, beyond {RIM}")
    if skirmish.turn != seat:
        raise _AmissError(place, False, f"{where} by the {SEATS[seat]}: the {SEATS[1 - seat]} is to move")
    skirmish.lay(card)


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
    miscounted = [(number, told.readings(number)[0]) for number in range(KEPT)]
    as_written = [n for n, found in miscounted if any(reading.unwritten[:KNOWN] == (0, 0) for reading in found)]
    # A broken rule tells more than a turn that some other way to deal out the cards might mend; but no rule is broken
    # where all that is written fits another number of cards in hand.
    for error in attempts:
        if error.place == furthest and error.telling and not as_written:
            return error.text
    if told.seen_from(1 - told.seat).readings(own)[0] and not as_written:
        return _not_to_move(told.seat)
    for number in (*as_written, *(n for n, found in miscounted if found)):
        held = f"{KEPT - number} {'is' if number == KEPT - 1 else 'are'} held after it"
        return f"--hand: the {SEATS[told.seat]} laid {number} of these cards, so {held}, and not {len(told.hand)}"
    return _not_to_move(told.seat)
