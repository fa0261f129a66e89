"""The rules of Smuggler's Hold in plain Python, in the rulebook's order, each ruling named where it applies.

Slow and obvious: the reference that the kernels are tested against. A whole deal is played from a given order of the
deck and given dice. The skirmish stands in ``rules_skirmish``, the Spoils in ``rules_spoils``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

from analyzer.games.smugglers_hold.rules_skirmish import (
    DEALER,
    PONE,
    SUITS,
    SYLOPS,
    VALUES,
    Event,
    Rules,
    Skirmish,
    View,
    legal_cards,
    play_skirmish,
    start_skirmish,
)
from analyzer.games.smugglers_hold.rules_spoils import SpoilsRow, best_picks, count_spoils

__all__ = [
    "DEALER",
    "PONE",
    "Deal",
    "DealRecord",
    "Event",
    "GameRecord",
    "Player",
    "Pools",
    "Rules",
    "Skirmish",
    "SpoilsRow",
    "View",
    "best_picks",
    "claim",
    "count_spoils",
    "first_dealer",
    "legal_cards",
    "path_bonus",
    "play_deal",
    "play_game",
    "play_skirmish",
    "pools",
    "start_skirmish",
    "throws",
    "win_check",
]

SIX = 6
PATH_POSITION = 2 * SIX
TARGET = 121

ChooseThrow = Callable[[int, tuple[int, ...]], tuple[int, int]]
ChooseCard = Callable[[View], int]
Cards = tuple[int, ...]


# --------------------------------------------------------------------------------------------- the first dealer


def first_dealer(cuts: Iterable[tuple[int, int]], coin: int, rules: Rules) -> int:
    """Return the player who deals first: who cuts the card closest to 0, a tie being cut again (SH-A2).

    ``cuts`` are the cards cut, player 0's first; ``coin`` is the player whom a coin names, where that decides. Raises
    ``ValueError`` where the cuts give out.
    """
    if rules["first_dealer"] == "coin":
        return coin
    for zero, one in cuts:
        if abs(VALUES[zero]) != abs(VALUES[one]):
            return 0 if abs(VALUES[zero]) < abs(VALUES[one]) else 1
    raise ValueError("the deal needs one more cut: all of these are tied")


# --------------------------------------------------------------------------------------------------- the deal


@dataclass(frozen=True, slots=True)
class Deal:
    """All the chance of one hand: the order of the deck, both dice, and the coin of the play-off (SH-A1, SH-A6).

    ``order`` needs its first 13 cards: twelve dealt in turn, the pone's first, then the path card. ``number`` is one
    of 0, +5, -5, +10, -10, ``suit`` 0..2, and ``coin`` the seat that wins the play-off (SH-D5).
    """

    order: Cards
    number: int
    suit: int
    coin: int

    def __post_init__(self) -> None:
        if len(self.order) <= PATH_POSITION or len(set(self.order)) < len(self.order):
            raise ValueError(f"a deal needs {PATH_POSITION + 1} or more different cards, and got {self.order}")

    @property
    def path(self) -> int:
        """The path card."""
        return self.order[PATH_POSITION]

    def six(self, seat: int) -> Cards:
        """Return the six cards dealt to ``seat``, in canonical order."""
        return tuple(sorted(self.order[1 - seat : PATH_POSITION : 2]))


def throws(six: Sequence[int]) -> list[tuple[int, int]]:
    """Return the fifteen pairs that may be thrown, in canonical order."""
    return list(combinations(sorted(six), 2))


def path_bonus(path: int, number: int, rules: Rules) -> list[Event]:
    """Return what the flip of the path card scores: for a Sylop, and for matching the number die (SH-B1, SH-B2)."""
    matches = VALUES[path] == number
    if rules["path_match"] == "absolute":  # SH-B3
        matches = abs(VALUES[path]) == abs(number)
    to = DEALER if rules["path_die_to"] == "dealer" else PONE
    events = [
        Event(PONE, "path", rules["path_sylop_points"] if path in SYLOPS else 0),
        Event(to, "path", rules["path_die_points"] if matches else 0),
    ]
    return [event for event in events if event.points]


# --------------------------------------------------------------------------------------------- claiming the Hold


@dataclass(frozen=True, slots=True)
class Pools:
    """The cards after the skirmish: each seat's own, and those of the Hold, which one of them will take."""

    own: tuple[Cards, Cards]
    hold: Cards


def pools(skirmish: Skirmish, thrown: Sequence[Sequence[int]]) -> Pools:
    """Return who owns what when the skirmish is over; ``thrown`` are the dealer's and the pone's two cards.

    The Hold is the four thrown cards and all that could not be laid (SH-C14). Cards never captured go where the
    option ``uncaptured`` says (SH-D1).
    """
    own = (skirmish.captured[DEALER][:], skirmish.captured[PONE][:])
    hold = [*thrown[DEALER], *thrown[PONE], *skirmish.hands[DEALER], *skirmish.hands[PONE]]
    for seat, card in skirmish.table:
        match skirmish.rules["uncaptured"]:
            case "layer":
                own[seat].append(card)
            case "last_player":
                assert skirmish.last is not None, "a card on the table was laid by somebody"
                own[skirmish.last].append(card)
            case "hold":
                hold.append(card)
            case "out":
                pass
    return Pools((tuple(sorted(own[DEALER])), tuple(sorted(own[PONE]))), tuple(sorted(hold)))


def claim(own: Sequence[Sequence[int]], number: int, suit: int, coin: int, rules: Rules) -> tuple[int, str]:
    """Return the seat that claims the Hold, and by what: fewest_cards, closest, suit or playoff (SH-D3, SH-D5).

    ``own`` are the dealer's and the pone's pools, ``coin`` the seat that wins a play-off left to chance.
    """

    def distance(pool: Sequence[int]) -> float:
        return min((abs(VALUES[card] - number) for card in pool), default=float("inf"))

    def suited(pool: Sequence[int]) -> int:
        return sum(SUITS[card] == suit for card in pool)

    dealer, pone = own
    for level, less in (
        ("fewest_cards", len(dealer) - len(pone)),
        # Pools of one size are both empty or neither is, so infinity meets only itself: no nearer, no farther.
        ("closest", (distance(dealer) > distance(pone)) - (distance(dealer) < distance(pone))),
        ("suit", suited(pone) - suited(dealer)),
    ):
        if less:
            return (DEALER if less < 0 else PONE), level
    return {"coin": coin, "dealer": DEALER, "pone": PONE}[rules["playoff"]], "playoff"


# ------------------------------------------------------------------------------------------------ a whole deal


@dataclass(frozen=True, slots=True)
class DealRecord:
    """A hand as it was played; pairs are (dealer's, pone's).

    ``events`` are in scoring order. ``captured`` are the cards won in play, ``own`` the pools that the claim compares,
    ``pools`` those after the Hold was taken, ``path`` the card of both Spoils hands, ``None`` where it was captured.
    """

    deal: Deal
    throws: tuple[tuple[int, int], tuple[int, int]]
    history: tuple[tuple[int, int | None], ...]
    events: tuple[Event, ...]
    captured: tuple[Cards, Cards]
    captures: tuple[int, int]
    own: tuple[Cards, Cards]
    claimant: int
    level: str
    pools: tuple[Cards, Cards]
    path: int | None
    picks: tuple[Cards, Cards]
    spoils: tuple[tuple[SpoilsRow, ...], tuple[SpoilsRow, ...]]
    points: tuple[int, int]
    stuck: bool


def play_deal(deal: Deal, rules: Rules, choose_throw: ChooseThrow, choose_card: ChooseCard) -> DealRecord:
    """Play one hand and return its record.

    ``choose_throw(seat, six)`` names two of the six before path card and dice are known (SH-A4); ``choose_card(view)``
    names the card to lay. Raises ``ValueError`` for a choice that the rules forbid.
    """
    thrown, kept = [], []
    for seat in (DEALER, PONE):
        six = deal.six(seat)
        pair = choose_throw(seat, six)
        if tuple(sorted(pair)) not in throws(six):
            raise ValueError(f"two of {six} were expected as a throw, and not {pair}")
        thrown.append(tuple(sorted(pair)))
        kept.append([card for card in six if card not in pair])

    events = path_bonus(deal.path, deal.number, rules)
    skirmish, plays = play_skirmish(kept, deal.path, deal.number, rules, choose_card, suit=deal.suit, thrown=thrown)
    events += plays

    after = pools(skirmish, thrown)
    taker, level = claim(after.own, deal.number, deal.suit, deal.coin, rules)
    pool = [*after.own]
    pool[taker] = tuple(sorted(after.own[taker] + after.hold))
    if rules["hold_points"]:  # SH-D4: counted before the taker's other Spoils
        events.append(Event(taker, "hold", rules["hold_points"]))

    path = None if skirmish.path_captured else deal.path
    picks = [best_picks(cards, path, deal.number, deal.suit, rules) for cards in pool]
    rows = [count_spoils(cards, path, deal.number, deal.suit, rules) for cards in picks]
    for seat in (taker, 1 - taker):  # SH-F1: the taker counts first
        if rows[seat]:
            events.append(Event(seat, "spoils", sum(row.points for row in rows[seat])))

    return DealRecord(
        deal=deal,
        throws=(_pair(thrown[DEALER]), _pair(thrown[PONE])),
        history=tuple(skirmish.history),
        events=tuple(events),
        captured=(tuple(skirmish.captured[DEALER]), tuple(skirmish.captured[PONE])),
        captures=(skirmish.captures[DEALER], skirmish.captures[PONE]),
        own=after.own,
        claimant=taker,
        level=level,
        pools=(pool[DEALER], pool[PONE]),
        path=path,
        picks=(picks[DEALER], picks[PONE]),
        spoils=(tuple(rows[DEALER]), tuple(rows[PONE])),
        points=(_points(events, DEALER), _points(events, PONE)),
        stuck=skirmish.stuck,
    )


def _pair(cards: Cards) -> tuple[int, int]:
    return cards[0], cards[1]


def _points(events: Iterable[Event], seat: int) -> int:
    return sum(event.points for event in events if event.seat == seat)


# --------------------------------------------------------------------------------------------------- the game


@dataclass(frozen=True, slots=True)
class Player:
    """How one player of a game decides, in whichever seat."""

    choose_throw: ChooseThrow
    choose_card: ChooseCard


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A game to 121: who won, both scores by player when it ended, the player who dealt first, and its hands."""

    winner: int
    scores: tuple[int, int]
    dealer: int
    deals: tuple[DealRecord, ...]


def win_check(scores: Sequence[int], events: Iterable[Event], rules: Rules) -> tuple[tuple[int, int], int | None]:
    """Add ``events`` to ``scores`` (dealer's, pone's) in scoring order; return the new scores and the winning seat.

    The first seat to reach 121 wins there and then (SH-F1). With ``finish_hand`` the whole hand counts first.
    """
    tally = [scores[DEALER], scores[PONE]]
    first = None
    for event in events:
        tally[event.seat] += event.points
        if first is None and tally[event.seat] >= TARGET:
            first = event.seat
            if not rules["finish_hand"]:
                break
    # The rulings leave open who wins when a finished hand brings both to 121: the higher score, and of equal scores
    # the one that got to 121 first, who would have won without the option.
    winner = first
    if first is not None and tally[1 - first] > tally[first]:
        winner = 1 - first
    return (tally[DEALER], tally[PONE]), winner


def _seated(dealer: Player, pone: Player) -> Player:
    """Return the choices of both, each made by the player in that seat."""
    return Player(
        choose_throw=lambda seat, six: (dealer, pone)[seat].choose_throw(seat, six),
        choose_card=lambda view: (dealer, pone)[view.seat].choose_card(view),
    )


def play_game(
    deals: Iterable[Deal],
    rules: Rules,
    players: tuple[Player, Player],
    *,
    scores: tuple[int, int] = (0, 0),
    dealer: int = 0,
) -> GameRecord:
    """Play hands, one of ``deals`` each, until a player wins; ``scores`` are by player, ``dealer`` deals first.

    The deal alternates (SH-F2). Raises ``ValueError`` where the deals give out first.
    """
    first, records = dealer, []
    for deal in deals:
        by_seat = (dealer, 1 - dealer)
        table = _seated(players[by_seat[DEALER]], players[by_seat[PONE]])
        record = play_deal(deal, rules, table.choose_throw, table.choose_card)
        records.append(record)
        tally, winner = win_check((scores[by_seat[DEALER]], scores[by_seat[PONE]]), record.events, rules)
        scores = (tally[by_seat[0]], tally[by_seat[1]])
        if winner is not None:
            return GameRecord(by_seat[winner], scores, first, tuple(records))
        dealer = 1 - dealer
    raise ValueError(f"the game needs more deals: {scores[0]}-{scores[1]} after {len(records)}")
