"""Hands, or whole games to the last player with credits, between policies."""

from __future__ import annotations

from typing import TYPE_CHECKING

from analyzer.core.errors import InputError
from analyzer.games.contract import Column, Means, Replay, Request
from analyzer.games.pure_sabacc.fields import make_book, stand_ins

if TYPE_CHECKING:
    import numpy as np

HANDS_PER_BLOCK = 256
GAMES_PER_BLOCK = 16
BY_SEAT = (
    ("wins", "WINS", True), ("ties", "TIES", True), ("credits", "GAIN", False), ("bombs", "BOMBS", True),
    ("takes_sabacc_pot", "TAKES", True), ("folds", "FOLDS", True), ("calls", "CALLS", True),
)  # fmt: skip
OF_TABLE = (("rounds", "ROUNDS"), ("shifts", "SHIFTED"), ("sabacc_pot", "POT"))


def simulate(request: Request) -> Means | Replay:
    """Return the means of hands, each from the credits of a game's start and an empty sabacc pot, or of whole games.

    A mirrored hand is played on every turn of the seats with the same cards, and all playings are one observation.
    ``credits`` are gained; ``ties`` are hands whose pot nobody won alone, those in which all bombed among them. A given
    deal is followed event by event.
    """
    if request.deal is not None:
        from analyzer.games.pure_sabacc.replay import replay

        return replay(request, request.deal)
    if request.score is not None or request.seat is not None:
        raise InputError("--score: a game of Pure Sabacc is played from its beginning: leave out the score and seat")
    if request.rules["credits"] < 1:
        raise InputError("--rule credits=0: each player needs a credit or more to be dealt a hand")
    return _games(request) if request.games else _hands(request)


def _hands(request: Request) -> Means:
    import numpy as np

    from analyzer.games.pure_sabacc.kernels import match
    from analyzer.games.pure_sabacc.kernels.policies import POLICIES

    players, named = request.players, request.policies
    playings = players if request.mirror else 1
    width = match.SEAT_COLUMNS * players + match.TABLE_COLUMNS
    # In playing k the policy named for seat s sits in seat s + k.
    sat = [(k, (seat + k) % players, named[seat]) for k in range(playings) for seat in range(players)]
    columns: list[Column] = []
    sources: list[list[int]] = []
    seats = [(str(seat + 1), seat) for seat in range(players)]
    for name, seat in [*seats, *([("all", -1)] if request.mirror else [])]:
        for policy in dict.fromkeys(named):
            at = [(k, here) for k, here, who in sat if who == policy and seat in (here, -1)]
            for metric, column, share in BY_SEAT if at else ():
                columns.append(Column(name, policy, metric, share, len(at)))
                sources.append([k * width + match.SEAT_COLUMNS * here + getattr(match, column) for k, here in at])
    for metric, column in OF_TABLE:
        columns.append(Column("all", "", metric, False, playings))
        sources.append([k * width + match.SEAT_COLUMNS * players + getattr(match, column) for k in range(playings)])
    policies = np.array([POLICIES.index(policy) for policy in named])
    book = make_book(request.rules, players, named)

    def block(stream: int, hands: int) -> np.ndarray:
        rows = np.zeros((hands * playings, width), dtype=np.int32)
        match.hands_block(np.uint64(stream), hands, policies, request.mirror, book, rows)
        by_seat = rows[:, : match.SEAT_COLUMNS * players].reshape(len(rows), players, match.SEAT_COLUMNS)
        by_seat[:, :, match.TIES] = 1 - by_seat[:, :, match.WINS].sum(axis=1, keepdims=True)
        rows[:, : match.SEAT_COLUMNS * players] = by_seat.reshape(len(rows), match.SEAT_COLUMNS * players)
        rows = rows.reshape(hands, playings * width)
        return np.stack([rows[:, cells].sum(axis=1) for cells in sources], axis=1)

    return Means("hands", tuple(columns), HANDS_PER_BLOCK, block, assumptions=stand_ins(request.rules, named))


def _games(request: Request) -> Means:
    import numpy as np

    from analyzer.games.pure_sabacc.kernels import match
    from analyzer.games.pure_sabacc.kernels.policies import POLICIES

    players = request.players
    columns = []
    for seat, policy in enumerate(request.policies, start=1):
        columns.append(Column(str(seat), policy, "wins", True))
        columns.append(Column(str(seat), policy, "game_share", True, match.WHOLE))
        columns.append(Column(str(seat), policy, "credits"))
    columns += [
        Column("all", "", "ties", True), Column("all", "", "hands_per_game"), Column("all", "", "sabacc_pot"),
        Column("all", "", "broken_off", True),
    ]  # fmt: skip
    policies = np.array([POLICIES.index(policy) for policy in request.policies])
    book = make_book(request.rules, players, request.policies)

    def block(stream: int, games: int) -> np.ndarray:
        rows = np.zeros((games, 2 * players + 3), dtype=np.int32)
        match.games_block(np.uint64(stream), games, policies, book, rows)
        found = []
        for seat in range(players):
            found += [rows[:, 2 * seat] == match.WHOLE, rows[:, 2 * seat], rows[:, 2 * seat + 1]]
        tied = ~np.any(rows[:, : 2 * players : 2] == match.WHOLE, axis=1)
        return np.stack([*found, tied, rows[:, -3], rows[:, -2], rows[:, -1]], axis=1)

    assumptions = (
        f"a game that is not over after {match.MOST_HANDS} hands is broken off, and most credits win it",
        *stand_ins(request.rules, request.policies),
    )
    return Means("games", tuple(columns), GAMES_PER_BLOCK, block, assumptions=assumptions)
