"""Hands, or whole games in which each player deals once, between policies."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from analyzer.core.errors import InputError
from analyzer.games.contract import Column, Means, Replay, Request
from analyzer.games.coruscant_shift.fields import make_book, stand_ins
from analyzer.games.coruscant_shift.replay import replay

if TYPE_CHECKING:
    import numpy as np


HANDS_PER_BLOCK = 4096
GAMES_PER_BLOCK = 512


class _Metric(NamedTuple):
    """One thing that is read of each seat: its name, the column of the kernel, and its unit."""

    name: str
    column: int
    share: bool = False
    scale: int = 1


def simulate(request: Request) -> Means | Replay:
    """Return the means of hands, or of games; a given deal is followed event by event.

    A mirrored hand is played on every turn of the seats with the same cards, and all playings are one observation:
    rows of a seat and a policy are over those in which it sat there, rows of seat ``all`` over all of its seats.
    """
    if request.deal is not None:
        return replay(request, request.deal)
    if request.score is not None or request.seat is not None:
        raise InputError(
            "--score: a game of Coruscant Shift is played from its beginning: leave out the score and seat"
        )
    return _games(request) if request.games else _hands(request)


def _hands(request: Request) -> Means:
    import numpy as np

    from analyzer.games.coruscant_shift.kernels import match
    from analyzer.games.coruscant_shift.kernels.hand import LEVELS, WHOLE
    from analyzer.games.coruscant_shift.kernels.policies import POLICIES

    players, rules = request.players, request.rules
    staked = rules["form"] != "standard"
    read = [
        _Metric("wins", match.WINS, True),
        _Metric("ties", match.TIES, True),
        _Metric("points", match.POINTS, False, 1 if staked else WHOLE),
        _Metric("distance", match.DISTANCE),
        _Metric("exact_hit", match.EXACT, True),
        _Metric("exact_hit_first", match.EXACT_FIRST, True),
        _Metric("drawn", match.DRAWN),
    ]
    if staked:
        read.append(_Metric("folds", match.FOLDS, True))
    told = [level for level in LEVELS if _can_decide(level, request)]
    playings = players if request.mirror else 1
    width = match.SEAT_COLUMNS * players + 1
    # In playing k the policy named for seat s sits in seat s + k.
    sat = [
        (playing, (named + playing) % players, request.policies[named])
        for playing in range(playings)
        for named in range(players)
    ]
    columns: list[Column] = []
    sources: list[list[int]] = []

    def add(seat: str, policy: str, metric: _Metric, cells: list[int]) -> None:
        columns.append(Column(seat, policy, metric.name, metric.share, metric.scale * len(cells)))
        sources.append(cells)

    seats = [(str(seat + 1), seat) for seat in range(players)]
    for name, seat in [*seats, *([("all", -1)] if request.mirror else [])]:
        for policy in dict.fromkeys(request.policies):
            at = [(playing, here) for playing, here, who in sat if who == policy and seat in (here, -1)]
            for metric in read if at else ():
                add(name, policy, metric, [p * width + match.SEAT_COLUMNS * here + metric.column for p, here in at])
    numbers = [LEVELS.index(level) for level in told]
    columns += [Column("all", "", f"decided_by.{level}", True, playings) for level in told]
    deciding = [playing * width + width - 1 for playing in range(playings)]
    policies = np.array([POLICIES.index(policy) for policy in request.policies])
    book = make_book(rules, players, request.policies)

    def block(stream: int, hands: int) -> np.ndarray:
        rows = np.zeros((hands * playings, width), dtype=np.int32)
        match.hands_block(np.uint64(stream), hands, policies, request.mirror, book, rows)
        rows = rows.reshape(hands, playings * width)
        found = [rows[:, cells].sum(axis=1) for cells in sources]
        found += [(rows[:, deciding] == number).sum(axis=1) for number in numbers]
        return np.stack(found, axis=1)

    return Means("hands", tuple(columns), HANDS_PER_BLOCK, block, assumptions=stand_ins(rules, request.policies))


def _can_decide(level: str, request: Request) -> bool:
    """Return whether a hand can be decided by ``level`` under the rules; `split` is told where it is the rule."""
    rules = request.rules
    return bool({
        "two_sylops": rules["two_sylops"] == "wins",
        "draw_off": True,
        "split": rules["draw_off"] == "split",
        "folds": rules["form"] != "standard",
    }.get(level, True))


def _games(request: Request) -> Means:
    import numpy as np

    from analyzer.games.coruscant_shift.kernels import match
    from analyzer.games.coruscant_shift.kernels.hand import WHOLE
    from analyzer.games.coruscant_shift.kernels.policies import POLICIES

    players, rules = request.players, request.rules
    staked = rules["form"] != "standard"
    columns = []
    for seat, policy in enumerate(request.policies, start=1):
        columns.append(Column(str(seat), policy, "wins", share=True))
        columns.append(Column(str(seat), policy, "game_share", share=True, scale=WHOLE))
        columns.append(Column(str(seat), policy, "points", scale=1 if staked else WHOLE))
    columns.append(Column("all", "", "ties", share=True))
    columns.append(Column("all", "", "hands_per_game"))
    policies = np.array([POLICIES.index(policy) for policy in request.policies])
    book = make_book(rules, players, request.policies)

    def block(stream: int, games: int) -> np.ndarray:
        rows = np.zeros((games, 3 * players + 1), dtype=np.int32)
        match.games_block(np.uint64(stream), games, policies, book, rows)
        found = []
        for seat in range(players):
            share, score, alone = rows[:, 3 * seat : 3 * seat + 3].T
            found += [alone, share, score]
        shared = 1 - sum(found[::3])
        return np.stack([*found, shared, rows[:, -1]], axis=1)

    return Means("games", tuple(columns), GAMES_PER_BLOCK, block, assumptions=stand_ins(rules, request.policies))
