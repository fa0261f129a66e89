"""Rounds and matches of simple players, tallied: how often each seat wins, how rounds end, what they are worth."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from analyzer.games.contract import Column, Means, Request
from analyzer.games.sabbacinos.rules import MatchRecord, RoundRecord, play_match, play_round
from analyzer.games.sabbacinos.rules_deal import Shuffled
from analyzer.games.sabbacinos.rules_moves import DRAW, LAY, PASS
from analyzer.games.sabbacinos.rules_policies import First, Heaviest, Player, Random
from analyzer.games.sabbacinos.rules_set import rule_set

if TYPE_CHECKING:
    import numpy as np

ROUNDS_PER_BLOCK = 256
SHARES = 12
"""Wins and points are counted in twelfths, so that two, three or four players share them exactly."""

BY_SEAT = ("wins", "ties", "points", "scored")
OF_ROUND = ("opener_wins", "blocked", "no_winner", "points", "placements", "passes", "draws", "redeals")


def simulate(request: Request) -> Means:
    """Return the means of rounds, or of whole matches (``games``), of one policy a seat.

    Mirrored, every deal is played once for each rotation of the policies over the seats, and columns follow the policy.
    """
    import numpy as np

    rules = rule_set(request.game.name, request.rules)
    count = len(request.policies)
    rows_each = count if request.mirror else 1
    seats = request.game.seats or tuple(str(seat + 1) for seat in range(count))
    of_all = ("rounds_per_match",) if request.games else OF_ROUND
    columns = (
        *(
            Column(seat, policy, metric, share=metric in ("wins", "ties"), scale=SHARES)
            for seat, policy in zip(seats, request.policies, strict=True)
            for metric in (BY_SEAT[:3] if request.games else BY_SEAT)
        ),
        *(
            Column("all", "", metric, share=metric in OF_ROUND[:3], scale=SHARES if metric == "points" else 1)
            for metric in of_all
        ),
    )

    def block(stream: int, deals: int) -> np.ndarray:
        rows = []
        for deal in range(deals):
            for shift in range(rows_each):
                # Seeded alike, every rotation meets the same tiles; who decides draws from another source.
                players = [_player(name, f"{stream} {deal} {name}") for name in request.policies]
                seated = [players[(seat + shift) % count] for seat in range(count)]
                chance = Shuffled(random.Random(f"{stream} {deal}"))
                if request.games:
                    values = _of_match(play_match(chance, seated, rules))
                else:
                    values = _of_round(play_round(chance, seated, rules))
                rows.append(_rotated(values, count, shift))
        return np.array(rows, dtype=np.int64).reshape(-1, len(columns))

    return Means("games" if request.games else "deals", columns, ROUNDS_PER_BLOCK, block, rows_each)


def _player(name: str, seed: str) -> Player:
    if name == "random":
        return Random(random.Random(seed))
    return Heaviest() if name == "heaviest" else First()


def _rotated(values: tuple[list[list[int]], list[int]], count: int, shift: int) -> list[int]:
    by_seat, of_all = values
    return [value for player in range(count) for value in by_seat[(player - shift) % count]] + of_all


def _wins(winners: Sequence[int], players: int) -> Iterator[list[int]]:
    """Yield the shares of ``wins`` and ``ties`` of each seat: a round or match that nobody wins alone is a tie."""
    for seat in range(players):
        yield [SHARES * (tuple(winners) == (seat,)), SHARES * (len(winners) != 1)]


def _of_round(record: RoundRecord) -> tuple[list[list[int]], list[int]]:
    winners, points = record.outcome.winners, record.points
    by_seat = [
        [*shares, int(points[seat] * SHARES), record.scored[seat] * SHARES]
        for seat, shares in enumerate(_wins(winners, len(points)))
    ]
    alone = len(winners) == 1
    of_all = [
        int(winners == (record.opener,)),
        int(record.ended_by == "blocked"),
        int(not alone),
        int(points[winners[0]] * SHARES) if alone else 0,
        record.count(LAY),
        record.count(PASS),
        record.count(DRAW),
        record.deal.redeals,
    ]
    return by_seat, of_all


def _of_match(record: MatchRecord) -> tuple[list[list[int]], list[int]]:
    winners = [player for player, share in enumerate(record.shares) if share]
    by_seat = [
        [*shares, int(record.score[player] * SHARES)] for player, shares in enumerate(_wins(winners, len(record.score)))
    ]
    return by_seat, [len(record.rounds)]
