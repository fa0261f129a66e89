"""The rules of cribbage in plain Python, in the rulebook's order, each ruling named where it applies.

Slow and obvious: the reference that the kernels are tested against. A whole deal is played from a given order of the
deck, by two or three players. The play stands in ``rules_pegging``, the show in ``rules_show``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

from analyzer.games.cribbage.rules_pegging import (
    DEALER,
    Event,
    Pegging,
    View,
    legal_cards,
    play_pegging,
    score_play,
    start_pegging,
)
from analyzer.games.cribbage.rules_show import JACK, Rules, ShowRow, count_show, pips, rank, show_points, suit

__all__ = [
    "DEALER",
    "Deal",
    "DealRecord",
    "Event",
    "GameRecord",
    "Pegging",
    "Player",
    "Rules",
    "ShowRow",
    "View",
    "count_show",
    "cut_for_deal",
    "games_won",
    "heels",
    "legal_cards",
    "pips",
    "play_deal",
    "play_game",
    "play_pegging",
    "rank",
    "score_play",
    "show_points",
    "skunk_level",
    "start_pegging",
    "suit",
    "throws",
    "win_check",
]

DEALT = {2: 6, 3: 5}
"""Cards dealt to each of so many players; what is over four goes to the crib (CR-A14)."""
KEPT = 4
SKUNK, DOUBLE_SKUNK = 30, 60
"""A loser who is more than so many points short of the target is skunked, or doubly so (CR-A13)."""

Cards = tuple[int, ...]
ChooseThrow = Callable[[int, Cards], Sequence[int]]
ChooseCard = Callable[[View], int]


def cut_for_deal(cuts: Sequence[int]) -> int | None:
    """Return the player whose cut deals first: the lowest rank, ace low; ``None`` where all cut again (CR-A12)."""
    lowest = min(map(rank, cuts))
    players = [player for player, card in enumerate(cuts) if rank(card) == lowest]
    return players[0] if len(players) == 1 else None


# --------------------------------------------------------------------------------------------------- the deal


@dataclass(frozen=True, slots=True)
class Deal:
    """All the chance of one deal: the order of the deck.

    ``order`` needs its first cards: those dealt in turn, from the dealer's left (twelve to two players, fifteen to
    three), with three players the card that goes to the crib (CR-A14), and the starter.
    """

    order: Cards
    players: int = 2

    def __post_init__(self) -> None:
        if self.players not in DEALT:
            raise ValueError(f"a deal is for two or three players, and not for {self.players}")
        if len(self.order) < self.size or len(set(self.order)) < len(self.order):
            raise ValueError(f"a deal needs {self.size} or more different cards, and got {self.order}")

    @property
    def _dealt(self) -> int:
        return self.players * DEALT[self.players]

    @property
    def size(self) -> int:
        """How many cards the deal takes from the deck: 13 for two players, 17 for three."""
        return self._dealt + len(self.to_crib) + 1

    @property
    def to_crib(self) -> Cards:
        """The cards dealt to the crib: one with three players."""
        return self.order[self._dealt : self._dealt + 1] if self.players == 3 else ()

    @property
    def starter(self) -> int:
        """The card turned up after the throws."""
        return self.order[self.size - 1]

    def cards(self, seat: int) -> Cards:
        """Return the cards dealt to ``seat``, in canonical order."""
        return tuple(sorted(self.order[(seat - 1) % self.players : self._dealt : self.players]))


def throws(dealt: Sequence[int]) -> list[Cards]:
    """Return all that may be thrown of the ``dealt`` cards, in canonical order: pairs of six, single cards of five."""
    return list(combinations(sorted(dealt), len(dealt) - KEPT))


def heels(starter: int) -> list[Event]:
    """Return what the starter scores when it is turned: 2 to the dealer for a jack (CR-A3)."""
    return [Event(DEALER, "heels", 2)] if rank(starter) == JACK else []


# ------------------------------------------------------------------------------------------------ a whole deal


@dataclass(frozen=True, slots=True)
class DealRecord:
    """A deal as it was played; ``throws``, ``hands``, ``shows`` and ``points`` are by seat.

    ``events`` are in the order of scoring, ``hands`` are the four cards kept, ``shows`` and ``crib_show`` the rows that
    they and the crib announced.
    """

    deal: Deal
    throws: tuple[Cards, ...]
    hands: tuple[Cards, ...]
    crib: Cards
    history: tuple[tuple[int, int | None], ...]
    events: tuple[Event, ...]
    shows: tuple[tuple[ShowRow, ...], ...]
    crib_show: tuple[ShowRow, ...]
    points: tuple[int, ...]


def play_deal(deal: Deal, rules: Rules, choose_throw: ChooseThrow, choose_card: ChooseCard) -> DealRecord:
    """Play one deal and return its record.

    ``choose_throw(seat, dealt)`` names the cards for the crib before the starter is turned; ``choose_card(view)`` names
    the card to lay. Raises ``ValueError`` for a choice that the rules forbid.
    """
    seats = range(deal.players)
    thrown = [_thrown(choose_throw(seat, deal.cards(seat)), deal.cards(seat)) for seat in seats]
    hands = [tuple(card for card in deal.cards(seat) if card not in thrown[seat]) for seat in seats]
    crib = tuple(sorted([*deal.to_crib, *(card for cards in thrown for card in cards)]))

    events = heels(deal.starter)
    pegging, plays = play_pegging(hands, choose_card, starter=deal.starter, thrown=thrown)
    events += plays

    shows = [tuple(count_show(hand, deal.starter, rules)) for hand in hands]
    for seat in (*seats[1:], DEALER):  # CR-A11, CR-A14: from the dealer's left round to the dealer, then the crib
        events.append(Event(seat, "hand", sum(row.points for row in shows[seat])))
    crib_show = tuple(count_show(crib, deal.starter, rules, crib=True))
    events.append(Event(DEALER, "crib", sum(row.points for row in crib_show)))
    events = [event for event in events if event.points]

    return DealRecord(
        deal=deal,
        throws=tuple(thrown),
        hands=tuple(hands),
        crib=crib,
        history=tuple(pegging.history),
        events=tuple(events),
        shows=tuple(shows),
        crib_show=crib_show,
        points=tuple(sum(event.points for event in events if event.seat == seat) for seat in seats),
    )


def _thrown(chosen: Sequence[int], dealt: Sequence[int]) -> Cards:
    cards = tuple(sorted(chosen))
    if cards not in throws(dealt):
        raise ValueError(f"{len(dealt) - KEPT} of {tuple(dealt)} were expected as a throw, and not {cards}")
    return cards


# --------------------------------------------------------------------------------------------------- the game


@dataclass(frozen=True, slots=True)
class Player:
    """How one player of a game decides, in whichever seat."""

    choose_throw: ChooseThrow
    choose_card: ChooseCard


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A game to its end: who won, the scores by player, who dealt first, its deals, and the games it counts.

    ``counts`` says for each player how many games were lost to the winner, 0 for the winner.
    """

    winner: int
    scores: tuple[int, ...]
    dealer: int
    deals: tuple[DealRecord, ...]
    counts: tuple[int, ...]


def win_check(scores: Sequence[int], events: Iterable[Event], rules: Rules) -> tuple[tuple[int, ...], int | None]:
    """Add ``events`` to ``scores`` (by seat) in the order of scoring; return the new scores and the winning seat.

    The first seat to reach the target wins there and then, and scores stop at it (CR-A11).
    """
    tally = list(scores)
    for event in events:
        tally[event.seat] = min(tally[event.seat] + event.points, rules["target"])
        if tally[event.seat] == rules["target"]:
            return tuple(tally), event.seat
    return tuple(tally), None


def skunk_level(loser: int, rules: Rules) -> int:
    """Return 0 for a loser with so many points who is not skunked, 1 for a skunk, 2 for a double skunk (CR-A13)."""
    short: int = rules["target"] - loser
    return (short > SKUNK) + (short > DOUBLE_SKUNK)


def games_won(loser: int, rules: Rules) -> int:
    """Return how many games a win over a player with ``loser`` points counts: 2 for a skunk, 3 for a double one.

    Without ``stakes=skunk`` every win is one game (CR-A13).
    """
    return 1 + (skunk_level(loser, rules) if rules["stakes"] == "skunk" else 0)


def play_game(
    deals: Iterable[Deal],
    rules: Rules,
    players: Sequence[Player],
    *,
    scores: Sequence[int] | None = None,
    dealer: int = 0,
) -> GameRecord:
    """Play one deal of ``deals`` after another until a player wins; ``scores`` are by player, ``dealer`` deals first.

    Players sit in their order to the left, and the deal moves left (CR-A12, CR-A14). Raises ``ValueError`` where the
    deals give out first.
    """
    first, number, records = dealer, len(players), []
    standing = tuple(scores or (0,) * number)
    for deal in deals:
        by_seat = [(dealer + seat) % number for seat in range(number)]
        table = [players[player] for player in by_seat]
        record = _play_at(table, deal, rules)
        records.append(record)
        tally, winner = win_check([standing[player] for player in by_seat], record.events, rules)
        standing = tuple(tally[by_seat.index(player)] for player in range(number))
        if winner is not None:
            won = by_seat[winner]
            counts = tuple(0 if player == won else games_won(standing[player], rules) for player in range(number))
            return GameRecord(won, standing, first, tuple(records), counts)
        dealer = (dealer + 1) % number
    raise ValueError(f"the game needs more deals: {'-'.join(map(str, standing))} after {len(records)}")


def _play_at(table: Sequence[Player], deal: Deal, rules: Rules) -> DealRecord:
    """Play ``deal`` with each decision made by the player in that seat of ``table``."""
    return play_deal(
        deal,
        rules,
        lambda seat, dealt: table[seat].choose_throw(seat, dealt),
        lambda view: table[view.seat].choose_card(view),
    )
