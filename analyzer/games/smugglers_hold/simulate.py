"""Matches of Smuggler's Hold: deals, or games to 121, between two policies."""

from __future__ import annotations

from typing import TYPE_CHECKING

from analyzer.core.errors import InputError
from analyzer.games.contract import Column, Means, Replay, Request
from analyzer.games.smugglers_hold.replay import EVENTS, replay
from analyzer.games.smugglers_hold.rules import DEALER, PONE

if TYPE_CHECKING:
    import numpy as np

DEALS_PER_BLOCK = 4096
GAMES_PER_BLOCK = 256
_SCORING_OPTIONS = ("zero_points", "die_points", "run_points", "flush_points", "last_card_points", "outer_rim_points")


def simulate(request: Request) -> Means | Replay:
    """Return the means of a match: of deals, or of games to 121; a given deal is followed event by event.

    A mirrored match plays every deal twice with the policies in each other's seat, and both playings are one
    observation; rows of seat ``all`` join a policy's two seats.
    """
    if request.deal is not None:
        return replay(request, request.deal)
    return _games(request) if request.games else _deals(request)


def _deals(request: Request) -> Means:
    import numpy as np

    from analyzer.games.smugglers_hold.kernels import match
    from analyzer.games.smugglers_hold.kernels.book import make_book, stand_ins
    from analyzer.games.smugglers_hold.kernels.deal import CAPTURES, CLAIMS, STUCK_ENDS, TALLIES
    from analyzer.games.smugglers_hold.kernels.deal import EVENTS as TALLIED
    from analyzer.games.smugglers_hold.kernels.throws import POLICIES

    book = make_book(request.rules)
    seats = request.game.seats
    first, second = (POLICIES.index(name) for name in request.policies)
    playings = 2 if request.mirror else 1
    # What is read of each seat: metric, column of the kernel, and whether it is a share.
    read: list[list[tuple[str, int, bool]]] = []
    for seat, points, wins in ((0, match.DEALER_POINTS, match.DEALER_WINS), (1, match.PONE_POINTS, match.PONE_WINS)):
        at = seat * TALLIES
        read.append(
            [("wins", wins, True), ("ties", match.TIES, True), ("points", points, False)]
            + [(f"points.{name}", at + TALLIED.index(name), False) for name in EVENTS]
            + [("claims_hold", at + CLAIMS, True), ("captures", at + CAPTURES, False)]
        )
    width = match.DEAL_COLUMNS
    columns: list[Column] = []
    sources: list[tuple[int, ...]] = []
    for playing in range(playings):
        for seat in (DEALER, PONE):
            policy = request.policies[seat if playing == 0 else 1 - seat]
            for metric, source, share in read[seat]:
                columns.append(Column(seats[seat], policy, metric, share))
                sources.append((playing * width + source,))
    if request.mirror:
        for player, policy in enumerate(request.policies):
            for (metric, here, share), (_, there, _) in zip(read[player], read[1 - player], strict=True):
                columns.append(Column("all", policy, metric, share, playings))
                sources.append((here, width + there))
    columns.append(Column("all", "", "stuck", True, playings))
    sources.append(tuple(playing * width + STUCK_ENDS for playing in range(playings)))

    def block(stream: int, deals: int) -> np.ndarray:
        rows = np.zeros((deals * playings, width), dtype=np.int32)
        match.simulate_block(np.uint64(stream), deals, first, second, request.mirror, book, rows)
        return _gathered(rows.reshape(deals, playings * width), sources)

    assumed = stand_ins(request.rules, request.policies)
    return Means("deals", tuple(columns), DEALS_PER_BLOCK, block, assumptions=assumed)


def _games(request: Request) -> Means:
    import numpy as np

    from analyzer.games.smugglers_hold.kernels import match
    from analyzer.games.smugglers_hold.kernels.book import make_book, stand_ins
    from analyzer.games.smugglers_hold.kernels.throws import POLICIES

    if not any(request.rules[name] for name in _SCORING_OPTIONS):
        raise InputError("--games: under these rules hardly anything scores, so a game would not end: use --hands N")
    scores = _start(request)
    book = make_book(request.rules)
    first, second = (POLICIES.index(name) for name in request.policies)
    playings = 2 if request.mirror else 1
    columns = []
    for playing in range(playings):
        for seat in (DEALER, PONE):
            policy = request.policies[seat if playing == 0 else 1 - seat]
            columns.append(Column(request.game.seats[seat], policy, "wins", share=True))
            columns += [Column(request.game.seats[seat], policy, metric) for metric in ("points", "margin")]
    if request.mirror:
        for policy in request.policies:
            columns.append(Column("all", policy, "wins", True, playings))
            columns += [Column("all", policy, metric, False, playings) for metric in ("points", "margin")]
    columns.append(Column("all", "", "deals_per_game", False, playings))

    def block(stream: int, games: int) -> np.ndarray:
        rows = np.zeros((games * playings, match.GAME_COLUMNS), dtype=np.int32)
        match.games_block(np.uint64(stream), games, first, second, request.mirror, *scores, book, rows)
        told = []
        for playing in range(playings):
            zero, one, won, lost, _ = rows[playing::playings].T
            told += [won, zero - scores[0], zero - one, lost, one - scores[1], one - zero]
        if request.mirror:
            told += [told[i] + told[9 + i] for i in range(3)] + [told[3 + i] + told[6 + i] for i in range(3)]
        return np.stack([*told, rows[:, 4].reshape(games, playings).sum(axis=1)], axis=1)

    assumed = stand_ins(request.rules, request.policies)
    return Means("games", tuple(columns), GAMES_PER_BLOCK, block, assumptions=assumed)


def _start(request: Request) -> tuple[int, int]:
    """Return the scores from which the first dealer and the other begin."""
    from analyzer.games.smugglers_hold.kernels.match import TARGET

    if request.score is None:
        return 0, 0
    if request.seat is None:
        raise InputError("--score needs the seat of the first player of it: add --dealer or --pone")
    for score in request.score:
        if not 0 <= score < TARGET:
            raise InputError(f"--score: {score} cannot be: a game still on has scores from 0 to {TARGET - 1}")
    me, them = request.score
    return (me, them) if request.seat == DEALER else (them, me)


def _gathered(rows: np.ndarray, sources: list[tuple[int, ...]]) -> np.ndarray:
    """Return the columns of ``rows`` that ``sources`` name, each the sum of its one or two."""
    import numpy as np

    first = rows[:, [source[0] for source in sources]]
    joined = np.flatnonzero([len(source) > 1 for source in sources])
    first[:, joined] += rows[:, [sources[i][1] for i in joined]]
    return first
