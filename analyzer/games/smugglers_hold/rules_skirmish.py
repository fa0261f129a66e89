"""The skirmish of Smuggler's Hold in plain Python: legal cards, whose turn it is, what a play scores, captures.

Slow and obvious: the reference that the kernels are tested against. Cards are numbers of ``SABACC_62``, seat 0 is the
dealer and seat 1 the pone. ``rules`` maps every option of ``options.toml`` to its value.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from analyzer.core.decks import SABACC_62

Rules = Mapping[str, Any]
DEALER, PONE = 0, 1
RIM = 15
VALUES = SABACC_62.values
SUITS = SABACC_62.suits
SYLOPS = SABACC_62.copies("0")


@dataclass(frozen=True, slots=True)
class Event:
    """Points made: by which seat, under which name (path, zero, die, rim, ..., hold, spoils), how many."""

    seat: int
    name: str
    points: int


@dataclass(frozen=True, slots=True)
class View:
    """What the seat to move sees: its own cards and all that lies open.

    ``thrown`` is its own throw, ``hold`` all that it sees of the Hold: its own throw where that lies face down, both
    throws where it is open (SH-A5). ``history`` holds (seat, card) in order, with ``None`` for a GO. ``suit`` is
    ``None``, and ``thrown`` and ``hold`` are empty, in a skirmish played outside a deal.
    """

    seat: int
    hand: tuple[int, ...]
    legal: tuple[int, ...]
    thrown: tuple[int, ...]
    hold: tuple[int, ...]
    opponent_cards: int
    path: int
    number: int
    suit: int | None
    total: int
    lap: tuple[int, ...]
    table: tuple[tuple[int, int], ...]
    captured: tuple[tuple[int, ...], tuple[int, ...]]
    history: tuple[tuple[int, int | None], ...]


def legal_cards(hand: Sequence[int], total: int) -> tuple[int, ...]:
    """Return the cards of ``hand`` that keep the total within the Outer Rim, both ends included (SH-C6)."""
    return tuple(sorted(card for card in hand if abs(total + VALUES[card]) <= RIM))


def run_length(lap: Sequence[int], rules: Rules) -> int:
    """Return how many last cards of ``lap`` form a run, 0 for none: absolute values, any order (SH-C10, SH-C12)."""
    for length in range(len(lap), 2, -1):
        tail = lap[-length:]
        if rules["sylop_run"] == "break" and any(card in SYLOPS for card in tail):
            continue
        sizes = sorted(abs(VALUES[card]) for card in tail)
        if sizes == list(range(sizes[0], sizes[0] + length)):
            return length
    return 0


def flush_length(lap: Sequence[int], rules: Rules) -> int:
    """Return how many last cards of ``lap`` share a suit, 0 for fewer than three; a Sylop fits any suit (SH-C11)."""
    for length in range(len(lap), 2, -1):
        tail = lap[-length:]
        if rules["sylop_flush"] == "break" and any(card in SYLOPS for card in tail):
            continue
        if len({SUITS[card] for card in tail if card not in SYLOPS}) == 1:
            return length
    return 0


def is_triple(lap: Sequence[int]) -> bool:
    """Tell whether the last three cards of ``lap`` have the same signed value (SH-C13)."""
    return len(lap) >= 3 and len({VALUES[card] for card in lap[-3:]}) == 1


def is_kessel_run(lap: Sequence[int], total: int, rules: Rules) -> bool:
    """Tell whether the last card of ``lap``, which made ``total``, completes a Kessel Run (SH-C15).

    It is never a Sylop: the total would have been at the Rim before it, and captured.
    """
    if abs(total) != RIM:
        return False
    if rules["kessel_run"] == "after_sylop":
        return any(card in SYLOPS for card in lap[-2:-1])
    return rules["kessel_run"] == "any_sylop" and any(card in SYLOPS for card in lap[:-1])


def score_play(lap: Sequence[int], total: int, number: int, rules: Rules) -> list[tuple[str, int]]:
    """Return (name, points) of every row of the chart that the last card of ``lap`` scores, in the chart's order.

    ``total`` is the running total after that card. The path card has no part in it (SH-B4, SH-C16). A row worth
    nothing is left out.
    """
    rows = [
        ("zero", rules["zero_points"] if total == 0 else 0),
        ("die", rules["die_points"] if total == number else 0),
        ("rim", rules["outer_rim_points"] if abs(total) == RIM else 0),  # SH-C1: either sign
        ("run", rules["run_points"] * run_length(lap, rules)),
        ("flush", rules["flush_points"] * flush_length(lap, rules)),
        ("triple", rules["triple_points"] if is_triple(lap) else 0),
        ("kessel", rules["kessel_points"] if is_kessel_run(lap, total, rules) else 0),
    ]
    rows = [(name, points) for name, points in rows if points]
    if rules["stacking"] == "highest" and rows:  # SH-C5; of equal rows the first of the chart
        rows = [max(rows, key=lambda row: row[1])]
    if rules["sylop_skirmish"] == "double" and lap[-1] in SYLOPS:  # SH-C18
        rows = [(name, 2 * points) for name, points in rows]
    return rows


@dataclass(slots=True)
class Skirmish:
    """A skirmish in progress, begun by :func:`start_skirmish` and stepped by :meth:`lay`.

    ``turn`` is the seat that must lay a card now, ``None`` once the skirmish is over: GO, empty hands, extra turns
    and restarts are settled before a step returns. ``lap`` holds the cards since the last capture or restart (for the
    patterns), ``table`` the (seat, card) not captured yet, ``captured`` the cards won by each seat (the path card
    among them where it was taken), ``history`` every (seat, card) with ``None`` for a GO, ``last`` the seat of the
    last card. ``stuck`` tells whether ever neither seat could lay while cards were left.
    """

    hands: tuple[list[int], list[int]]
    path: int
    number: int
    rules: Rules
    total: int
    turn: int | None = None
    lap: list[int] = field(default_factory=list)
    table: list[tuple[int, int]] = field(default_factory=list)
    captured: tuple[list[int], list[int]] = field(default_factory=lambda: ([], []))
    captures: list[int] = field(default_factory=lambda: [0, 0])
    history: list[tuple[int, int | None]] = field(default_factory=list)
    out: set[int] = field(default_factory=set)
    last: int | None = None
    last_on_rim: bool = False
    extra: bool = False
    path_captured: bool = False
    stuck: bool = False

    def legal(self) -> tuple[int, ...]:
        """Return the cards that the seat to move may lay, in canonical order; empty once the skirmish is over."""
        return () if self.turn is None else legal_cards(self.hands[self.turn], self.total)

    def copy(self) -> Skirmish:
        """Return an independent copy, to look ahead on."""
        return Skirmish(
            hands=(self.hands[DEALER][:], self.hands[PONE][:]),
            path=self.path,
            number=self.number,
            rules=self.rules,
            total=self.total,
            turn=self.turn,
            lap=self.lap[:],
            table=self.table[:],
            captured=(self.captured[DEALER][:], self.captured[PONE][:]),
            captures=self.captures[:],
            history=self.history[:],
            out=set(self.out),
            last=self.last,
            last_on_rim=self.last_on_rim,
            extra=self.extra,
            path_captured=self.path_captured,
            stuck=self.stuck,
        )

    def lay(self, card: int) -> list[Event]:
        """Lay ``card`` for the seat to move and return what it scores, last-card points included where they fall due.

        Raises ``ValueError`` for a card that is not legal now (SH-C6), or once the skirmish is over.
        """
        seat = self.turn
        if seat is None:
            raise ValueError("the skirmish is over: no card can be laid")
        if card not in self.legal():
            raise ValueError(f"a legal card was expected, one of {self.legal()}, and not {card}")
        self.hands[seat].remove(card)
        self.total += VALUES[card]
        self.lap.append(card)
        self.table.append((seat, card))
        self.history.append((seat, card))
        self.last, self.last_on_rim = seat, abs(self.total) == RIM
        events = [Event(seat, *row) for row in score_play(self.lap, self.total, self.number, self.rules)]
        again = self._plays_again(seat)  # before a capture sets the total to 0, which earns no extra turn (SH-C3)
        if self.last_on_rim:
            self._capture(seat)
        self.extra = again
        self._ask(seat if again else 1 - seat)  # SH-C19: turns alternate, after a capture too
        return events + self._last_card()

    def _plays_again(self, seat: int) -> bool:
        """SH-C4: a total of 0 earns an extra turn. (At 0 every card is legal, so only an empty hand forfeits it.)"""
        if self.total != 0 or not self.hands[seat] or self.rules["play_again"] == "off":
            return False
        return self.rules["play_again"] == "chain" or not self.extra

    def _capture(self, seat: int) -> None:
        """SH-C2: the seat takes every card on the table; SH-C3: the total restarts, SH-C17: and so does the lap."""
        self.captured[seat].extend(card for _, card in self.table)
        self.captures[seat] += 1
        if self.rules["capture_path"] and not self.path_captured:
            self.captured[seat].append(self.path)
            self.path_captured = True
        self.table.clear()
        self.lap.clear()
        self.out.clear()
        self.total = VALUES[self.path] if self.rules["restart"] == "path" else 0

    def _ask(self, seat: int) -> None:
        """Give the turn to ``seat`` if it can lay, else to the other seat, else settle the end (SH-C8, SH-C14)."""
        for asked in (seat, 1 - seat):
            if not self.hands[asked] or asked in self.out:  # SH-C19: an empty hand is skipped
                continue
            if legal_cards(self.hands[asked], self.total):
                self.turn = asked
                return
            self.history.append((asked, None))
            if self.rules["go"] == "cribbage":
                self.out.add(asked)
        self.turn = None
        if not any(self.hands):
            return
        self.stuck = True
        if self.rules["stuck"] == "restart":
            # A seat that said GO comes back here as it does after a capture: kept out, nobody might be left to lead.
            self.out.clear()
            self.lap.clear()
            self.total = 0
            self._ask(PONE if self.last is None else 1 - self.last)

    def _last_card(self) -> list[Event]:
        """SH-C9: once, when the skirmish is over."""
        points = self.rules["last_card_points"]
        if self.turn is not None or self.last is None or not points:
            return []
        if self.last_on_rim and not self.rules["last_card_on_rim"]:
            return []
        return [Event(self.last, "last_card", points)]

    def view(self, suit: int | None = None, thrown: Sequence[Sequence[int]] = ((), ())) -> View:
        """Return what the seat to move sees; both throws, the dealer's first, and the suit die belong to the deal."""
        if self.turn is None:
            raise ValueError("the skirmish is over: no seat is to move")
        own = tuple(thrown[self.turn])
        face_up = tuple(thrown[1 - self.turn]) if self.rules["hold_pile"] == "open" else ()  # SH-A5
        return View(
            seat=self.turn,
            hand=tuple(self.hands[self.turn]),
            legal=self.legal(),
            thrown=own,
            hold=tuple(sorted(own + face_up)),
            opponent_cards=len(self.hands[1 - self.turn]),
            path=self.path,
            number=self.number,
            suit=suit,
            total=self.total,
            lap=tuple(self.lap),
            table=tuple(self.table),
            captured=(tuple(self.captured[DEALER]), tuple(self.captured[PONE])),
            history=tuple(self.history),
        )


def start_skirmish(hands: Sequence[Sequence[int]], path: int, number: int, rules: Rules) -> Skirmish:
    """Return the skirmish before the first card: the total is the path card's value, the pone is asked first.

    ``hands`` are the dealer's and the pone's cards. Where neither can lay (path card +10, all hands too high) the
    skirmish is over, or restarted, at once (SH-C14, SH-D3).
    """
    skirmish = Skirmish((sorted(hands[DEALER]), sorted(hands[PONE])), path, number, rules, total=VALUES[path])
    skirmish._ask(PONE)
    return skirmish


def play_skirmish(
    hands: Sequence[Sequence[int]],
    path: int,
    number: int,
    rules: Rules,
    choose: Callable[[View], int],
    *,
    suit: int | None = None,
    thrown: Sequence[Sequence[int]] = ((), ()),
) -> tuple[Skirmish, list[Event]]:
    """Play a skirmish to its end, ``choose`` naming each card, and return its last state and all events in order."""
    skirmish = start_skirmish(hands, path, number, rules)
    events: list[Event] = []
    while skirmish.turn is not None:
        events += skirmish.lay(choose(skirmish.view(suit, thrown)))
    return skirmish, events
