"""How good `reply` and `bettor` are: what a better answer to them still gains, and matches."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from statistics import NormalDist

import numpy as np

from analyzer.games.contract import Column, Figure, Grade, Means, Measure, Request
from analyzer.games.coruscant_shift.fields import make_book, stand_ins
from analyzer.games.coruscant_shift.kernels.apart import MILLIONTHS, apart_block
from analyzer.games.coruscant_shift.kernels.deviation import DEALS, NUMBERS, deviation_block
from analyzer.games.coruscant_shift.kernels.hand import WHOLE
from analyzer.games.coruscant_shift.simulate import simulate
from analyzer.games.coruscant_shift.solve import PLAYERS, watch

# Hands in which the better reply is looked for, and on others what it gains; of more players as many fewer.
LEARNING, PROVING = 2_000_000, 2_000_000
HANDS = 100_000
DEVIATIONS, PER_BLOCK = 512, 4


def grade(request: Request) -> Grade:
    """Return the measures for the form in force: deviations by players, and `reply` and `bettor` in matches."""
    rules = request.rules
    staked = rules["form"] != "standard"
    measures = [_selection_gain(request, players) for players in PLAYERS]
    if staked:
        measures.append(_bets_apart(request))
        measures += [_betting_gain(request, players) for players in PLAYERS]
    pairs = [("reply", "closest"), ("closest", "random"), *([("bettor", "reply")] if staked else [])]
    measures += [_match(request, one, other) for one, other in pairs]
    return Grade(tuple(measures), stand_ins(rules, ("reply", "bettor")))


def _selection_gain(request: Request, players: int) -> Measure:
    """Return what the selection that is best on half of the deals gains on the other half, all cards known apart."""

    def means() -> Means:
        book = make_book(request.rules, players, ("reply",))

        def block(stream: int, hands: int) -> np.ndarray:
            rows = np.zeros((hands, NUMBERS), dtype=np.int64)
            deviation_block(np.uint64(stream), hands, players, book, rows)
            return rows

        columns = tuple(Column("all", "reply", name, scale=DEALS * WHOLE) for name in ("proved", "seen"))
        return Means("hands", columns, PER_BLOCK, block)

    return Measure(
        f"selection, {players} players",
        "win probability",
        "a selection found on half of the deals, on the others",
        means=means,
        observations=DEVIATIONS,
        names=(f"gain of a better selection, {players} players, at least", f"{players} players, at most"),
    )


def _betting_gain(request: Request, players: int) -> Measure:
    """Return what the better bets of one player gain against the others' `bettor`, by cells, found on other hands."""

    def count(progress: Callable[[int, int], None]) -> Sequence[Figure]:
        book = make_book(request.rules, players, ("bettor",))
        stay = book.betting
        sums, _, _ = watch(book, players, (request.seed << 40) + (1 << 32) + players, LEARNING // players, stay, stay)
        progress(1, 3)
        better = np.where(sums > 0, 1, np.where(sums < 0, 0, stay)).astype(np.float32)
        stream, hands = (request.seed << 40) + (2 << 32) + players, PROVING // players
        _, _, own = watch(book, players, stream, hands, stay, stay)
        progress(2, 3)
        _, _, found = watch(book, players, stream, hands, stay, better)
        progress(3, 3)
        gain = found - own
        half = float(NormalDist().inv_cdf((1 + request.level) / 2) * gain.std(ddof=1) / len(gain) ** 0.5)
        value = float(gain.mean())
        name = f"gain of one player's better bets, {players} players"
        return [Figure(name, value, value - half, value + half, "chips a hand", "found on other hands")]

    return Measure(f"betting, {players} players", "chips a hand", "sampled", count=count)


def _bets_apart(request: Request) -> Measure:
    """Return what better bets of two players gain where every hand and draw is looked at by itself."""

    def means() -> Means:
        book = make_book(request.rules, 2, ("bettor",))

        def block(stream: int, hands: int) -> np.ndarray:
            rows = np.zeros((hands, 2), dtype=np.int64)
            apart_block(np.uint64(stream), hands, book, rows)
            return rows

        columns = tuple(Column("all", "bettor", name, scale=MILLIONTHS) for name in ("proved", "seen"))
        return Means("hands", columns, PER_BLOCK, block)

    return Measure(
        "betting, two players, hands apart",
        "chips a hand",
        "bets found on half of the opponent's hands, on the others",
        means=means,
        observations=DEVIATIONS,
        names=("gain of better bets, 2 players, all hands apart, at least", "2 players, all hands apart, at most"),
    )


def _match(request: Request, one: str, other: str) -> Measure:
    def means() -> Means:
        asked = replace(
            request, question="simulate", policies=(one, other), players=2, mirror=True, games=False, deal=None
        )
        played = simulate(asked)
        assert isinstance(played, Means)
        # The share of hands won by the first policy, wherever it sits.
        keep = [
            i for i, column in enumerate(played.columns)
            if (column.seat, column.policy, column.metric) in (("all", one, "wins"), ("all", one, "points"))
        ]  # fmt: skip
        columns = tuple(played.columns[i] for i in keep)
        return replace(played, columns=columns, block=lambda stream, n: played.block(stream, n)[:, keep])

    return Measure(
        f"{one} against {other}",
        "hands won; points or chips",
        "mirrored hands",
        means=means,
        observations=HANDS,
        names=(f"wins of {one} against {other}", f"points of {one} against {other}"),
    )
