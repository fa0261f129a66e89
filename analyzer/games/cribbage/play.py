"""The question of the card to lay: every holding near the end, worlds drawn as the opponent throws before it."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from typing import TYPE_CHECKING

from analyzer.core.decks import PLAYING_52
from analyzer.core.errors import InputError
from analyzer.games.contract import EXACT, Choice, Observations, Ranking, Request, Trial
from analyzer.games.cribbage.position import Position, read_position

if TYPE_CHECKING:
    import numpy as np

    from analyzer.games.cribbage.kernels.advising import Seen

DEALS_PER_BLOCK = 1024
# So many cards a side or fewer: every holding of the opponent is gone through.
ENUMERATED = 2


def play(request: Request) -> Trial | Ranking:
    """Return every legal card with the net points still to come in the play, own minus opponent's.

    With a score it is in chances to win the game, after the deal is counted in order and the race goes on; parts stay
    in points of the play. Raises ``InputError`` where the inputs describe no position with the seat to move.
    """
    assert request.seat is not None, "the question names its seats"
    target = request.rules["target"]
    for points in request.inputs["score"] or ():
        if points >= target:
            raise InputError(f"--score: {points} cannot be: a game still on has scores from 0 to {target - 1}")
    position = read_position(request.inputs, request.seat)
    if request.inputs["score"] is None and max(len(position.hand), position.held) <= ENUMERATED:
        return _every_holding(request, position)
    return _worlds(request, position)


def seen_by(position: Position, starter: int, thrown: Iterable[int]) -> Seen:
    """Return ``position`` as the kernels take it."""
    import numpy as np

    from analyzer.games.cribbage.kernels.advising import Seen, packed_lap

    laid = [(seat, card) for seat, card in position.history if card is not None]
    lap, count = packed_lap(np.array(position.lap, dtype=np.int64))
    return Seen(
        seat=position.seat,
        hand=_mask(position.hand),
        laid=_mask(card for seat, card in laid if seat == position.seat),
        shown=_mask(card for seat, card in laid if seat != position.seat),
        thrown=_mask(thrown),
        starter=starter,
        lap=lap,
        total=count,
        last=laid[-1][0] if laid else -1,
        held=position.held,
        fitting=np.array(position.fitting, dtype=np.int64),
        unseen=np.array(position.unseen, dtype=np.int64),
    )


def _mask(cards: Iterable[int]) -> int:
    return sum(1 << card for card in cards)


def _every_holding(request: Request, position: Position) -> Ranking:
    import numpy as np

    from analyzer.games.cribbage.book import make_book
    from analyzer.games.cribbage.kernels import advising
    from analyzer.games.cribbage.kernels.throws import POLICIES

    seen = seen_by(position, request.inputs["starter"], request.inputs["thrown"] or ())
    book, owed = make_book(request.rules, (request.opponent,))
    opponent = POLICIES.index(request.opponent)
    holdings = np.array([_mask(cards) for cards in combinations(position.fitting, position.held)], dtype=np.int64)
    weights = np.ones(len(holdings), dtype=np.int64)
    if position.held:
        advising.weigh_holdings(holdings, seen, opponent, book, weights)
    cards = np.array(position.legal, dtype=np.int64)
    sums = np.zeros((len(cards), advising.COLUMNS), dtype=np.int64)
    advising.every_holding(holdings, weights, seen, opponent, book, cards, sums)
    whole = advising.HALVES * int(weights.sum())
    choices = []
    for card, row in zip(position.legal, sums.tolist(), strict=True):
        parts = {name: points / whole for name, points in zip(advising.PARTS, row, strict=False)}
        chances = {name: n / whole for name, n in zip(advising.CHANCE_NAMES, row[len(parts) :], strict=True)}
        net = (row[0] + row[1]) / whole
        choices.append(Choice((PLAYING_52.names[card],), net, parts, chances=chances))
    assumed = _told(position, request)
    if not position.held:
        return Ranking("points still to come", tuple(choices), EXACT, assumed)
    assumed = (f"all {len(holdings):,} hands that the opponent may hold were gone through", *assumed)
    return Ranking("points still to come", tuple(choices), "exact given the opponent model", (*assumed, *owed))


def _worlds(request: Request, position: Position) -> Trial:
    import numpy as np

    from analyzer.games.cribbage.book import make_book
    from analyzer.games.cribbage.kernels import advising
    from analyzer.games.cribbage.kernels.throws import POLICIES

    seen = seen_by(position, request.inputs["starter"], request.inputs["thrown"] or ())
    book, owed = make_book(request.rules, (request.me, request.opponent))
    me, opponent = POLICIES.index(request.me), POLICIES.index(request.opponent)
    score, them = request.inputs["score"] or (-1, -1)
    chance, assumed = np.zeros((1, 1)), _told(position, request)
    if score >= 0:
        from analyzer.games.cribbage.race import chances as chances_of_dealer

        chance, said = chances_of_dealer(request.rules)
        assumed = (*assumed, "both go on for points, not for the win", *said)
    unit = 1 if score < 0 else advising.WIN_UNIT
    cards = np.array(position.legal, dtype=np.int64)

    def block(stream: int, deals: int, active: np.ndarray) -> Observations:
        values = np.zeros((deals, len(active)), dtype=np.int32)
        parts = np.zeros((len(active), len(advising.PARTS)), dtype=np.int64)
        chances = np.zeros((len(active), len(advising.CHANCE_NAMES)), dtype=np.int64)
        advising.play_block(
            np.uint64(stream), deals, seen, me, opponent, book, cards[active], score, them, chance, values, parts,
            chances,
        )
        return Observations(values, parts * unit, chances * unit)

    return Trial(
        unit="points still to come" if score < 0 else "win probability",
        actions=tuple((PLAYING_52.names[card],) for card in position.legal),
        parts=advising.PARTS,
        chances=advising.CHANCE_NAMES,
        scale=unit,
        deals_per_block=DEALS_PER_BLOCK,
        block=block,
        assumptions=(*assumed, *owed),
    )


def _told(position: Position, request: Request) -> tuple[str, ...]:
    """Return the sentences that say what is assumed of the cards that the asker has not seen."""
    # Where the turns just alternate, nothing was left to be found.
    turns = [(1, 0)[turn % 2] for turn in range(len(position.history))]
    alternate = [seat for seat, _ in position.history] == turns and len(turns) == len(request.inputs["history"] or ())
    told = [] if alternate else [f"the history is read as {position.told()}"]
    if position.held:
        fit = " that fit the GOs" if len(position.fitting) < len(position.unseen) else ""
        how = "evenly"
        if request.opponent != "random":
            how = f"by how {request.opponent} throws, one throw in 20 being any"
        told.append(f"the opponent's hidden cards are any unseen ones{fit}, weighted {how}; not by how it has played")
    return tuple(told)
