"""Matches of cribbage: deals, or games to the target, between policies, for two or three players."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from analyzer.core.errors import InputError
from analyzer.games.contract import Column, Means, Replay, Request
from analyzer.games.cribbage.replay import replay
from analyzer.games.cribbage.seats import SEATS

if TYPE_CHECKING:
    import numpy as np

DEALS_PER_BLOCK = 4096
GAMES_PER_BLOCK = 256


def simulate(request: Request) -> Means | Replay:
    """Return the means of a match: of deals, or of games to the target; a given deal is followed event by event.

    A mirrored match plays every deal once for each way to move the policies round the table, and these playings are one
    observation; rows of seat ``all`` join a policy's seats.
    """
    if request.deal is not None:
        return replay(request, request.deal)
    return _games(request) if request.games else _deals(request)


def _table(request: Request) -> tuple[int, tuple[str, ...], int]:
    """Return how many players there are, their policies by seat, and how often each deal is played."""
    players = request.players or 2
    policies = request.policies if len(request.policies) == players else request.policies[:1] * players
    return players, policies, players if request.mirror else 1


def _numbers(policies: tuple[str, ...]) -> tuple[int, int, int]:
    """Return the kernel's numbers of the policies, three of them."""
    from analyzer.games.cribbage.kernels.throws import POLICIES

    first, second, *rest = (POLICIES.index(name) for name in policies)
    return first, second, rest[0] if rest else first


def _seated(playing: int, seat: int, players: int) -> int:
    """Return whose policy plays in ``seat`` when the policies have moved on so many times."""
    return (playing + seat) % players


def _deals(request: Request) -> Means:
    import numpy as np

    from analyzer.games.cribbage.book import make_book
    from analyzer.games.cribbage.kernels import match
    from analyzer.games.cribbage.kernels.deal import EVENTS, TALLIES

    players, policies, playings = _table(request)
    book, assumed = make_book(request.rules, policies, players)
    numbers = _numbers(policies)
    metrics = (*(("wins", True), ("ties", True), ("points", False)), *((f"points.{name}", False) for name in EVENTS))
    columns = [
        Column(SEATS[players][seat], policies[_seated(playing, seat, players)], metric, share)
        for playing in range(playings)
        for seat in range(players)
        for metric, share in metrics
    ]
    if request.mirror:
        columns += [
            Column("all", policies[player], metric, share, playings)
            for player in range(players)
            for metric, share in metrics
        ]

    def block(stream: int, deals: int) -> np.ndarray:
        rows = np.zeros((deals * playings, 3 * TALLIES), dtype=np.int32)
        match.simulate_block(np.uint64(stream), deals, players, numbers, playings, book, rows)
        tallies = rows.reshape(deals, playings, 3, TALLIES)[:, :, :players]
        points = tallies.sum(axis=3)
        most = points == points.max(axis=2, keepdims=True)
        alone = most.sum(axis=2, keepdims=True) == 1
        told = np.concatenate([np.stack([most & alone, most & ~alone, points], axis=3), tallies], axis=3)
        if not request.mirror:
            return _flat(told)
        joined = np.zeros((deals, players, told.shape[3]), dtype=told.dtype)
        for playing in range(playings):
            for seat in range(players):
                joined[:, _seated(playing, seat, players)] += told[:, playing, seat]
        return np.concatenate([_flat(told), _flat(joined)], axis=1)

    return Means("deals", tuple(columns), DEALS_PER_BLOCK, block, assumptions=assumed)


def _games(request: Request) -> Means:
    import numpy as np

    from analyzer.games.cribbage.book import make_book
    from analyzer.games.cribbage.kernels import match

    players, policies, playings = _table(request)
    start = _start(request, players)
    book, assumed = make_book(request.rules, policies, players)
    numbers = _numbers(policies)
    at_stake = request.rules["stakes"] == "skunk"
    metrics = [("wins", True), ("points", False), ("margin", False), ("skunks", players == 2)]
    if at_stake:
        metrics.append(("games", False))
    columns = [
        Column(SEATS[players][seat], policies[_seated(playing, seat, players)], metric, share)
        for playing in range(playings)
        for seat in range(players)
        for metric, share in metrics
    ]
    if request.mirror:
        columns += [
            Column("all", policies[player], metric, share, playings)
            for player in range(players)
            for metric, share in metrics
        ]
    columns.append(Column("all", "", "deals_per_game", False, playings))

    def block(stream: int, games: int) -> np.ndarray:
        rows = np.zeros((games * playings, match.GAME_COLUMNS), dtype=np.int32)
        match.games_block(np.uint64(stream), games, players, numbers, playings, start, book, rows)
        by_game = rows.reshape(games, playings, match.GAME_COLUMNS)
        scores = by_game[:, :, match.SCORE :][:, :, :players]
        # What a player is ahead of the best of the others, or behind the winner.
        others = np.stack([np.delete(scores, seat, axis=2).max(axis=2) for seat in range(players)], axis=2)
        won = by_game[:, :, match.WON :][:, :, :players]
        skunks = by_game[:, :, match.SKUNKS :][:, :, :players]
        parts = [won > 0, scores - start[:players], scores - others, skunks]
        told = np.stack([*parts, won] if at_stake else parts, axis=3).astype(np.int32)
        out = [_flat(told)]
        if request.mirror:
            joined = np.zeros((games, players, told.shape[3]), dtype=np.int32)
            for playing in range(playings):
                for seat in range(players):
                    joined[:, _seated(playing, seat, players)] += told[:, playing, seat]
            out.append(_flat(joined))
        return np.concatenate([*out, by_game[:, :, match.DEALS_PLAYED].sum(axis=1)[:, None]], axis=1)

    return Means("games", tuple(columns), GAMES_PER_BLOCK, block, assumptions=assumed)


def _start(request: Request, players: int) -> np.ndarray:
    """Return the scores from which the players begin, the first dealer's first, int64[3]."""
    import numpy as np

    start = np.zeros(3, dtype=np.int64)
    if request.score is None:
        return start
    if request.seat is None:
        seats = " or ".join(f"--{name}" for name in SEATS[players])
        raise InputError(f"--score needs the seat of the first player of it: add {seats}")
    target = request.rules["target"]
    for score in request.score:
        if not 0 <= score < target:
            raise InputError(f"--score: {score} cannot be: a game still on has scores from 0 to {target - 1}")
    for place, score in enumerate(request.score):
        start[(request.seat + place) % players] = score
    return start


def _flat(array: np.ndarray) -> np.ndarray:
    """Return ``array`` with one row for each of its first axis, of which there may be none."""
    return array.reshape(len(array), math.prod(array.shape[1:]))
