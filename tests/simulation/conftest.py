"""A stand-in game of six actions in plain numpy, and executors that finish blocks in a strange order."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

import numpy as np
import pytest

from analyzer.games.contract import Column, Means, Observations, Shares, Trial
from analyzer.simulation.executors import Threads
from analyzer.simulation.plan import Plan

GAINS = np.array([0, 30, 60, 62, 64, 58])


class StrangeOrder(Threads):
    """Threads whose blocks take random times, so that later ones overtake earlier ones."""

    def submit(self, call: Callable[..., Any], /, *arguments: Any) -> Future[Any]:
        return super().submit(self._slowly, call, arguments)

    def _slowly(self, call: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
        time.sleep(random.random() / 200)
        return call(*arguments)


class Toy:
    """Plays blocks, and remembers which it was asked for."""

    per_block = 100

    def __init__(self) -> None:
        self.played: list[tuple[int, int, tuple[int, ...]]] = []

    def block(self, stream: int, deals: int, active: np.ndarray) -> Observations:
        self.played.append((stream, deals, tuple(active.tolist())))
        rng = np.random.Generator(np.random.PCG64(stream))
        luck = rng.integers(-100, 101, (deals, 1)) + rng.integers(-100, 101, (deals, len(GAINS)))
        values = (luck + GAINS)[:, active].astype(np.int32)
        won = (values > 0).sum(axis=0, dtype=np.int64)
        return Observations(values, np.column_stack([values.sum(axis=0) - won, won]), won[:, None])

    @property
    def trial(self) -> Trial:
        names = tuple((f"a{i}",) for i in range(len(GAINS)))
        return Trial("points per deal", names, ("rest", "won"), ("positive",), 10, self.per_block, self.block)

    @property
    def means(self) -> Means:
        columns = (Column("1", "x", "wins", share=True), Column("1", "x", "points"))
        return Means("deals", columns, self.per_block, self._rows, rows_each=2)

    @property
    def shares(self) -> Shares:
        return Shares("toy", "deals", ("die",), ({"die": 1}, {"die": 7}), self.per_block, self._hits)

    def _rows(self, stream: int, n: int) -> np.ndarray:
        points = np.random.Generator(np.random.PCG64(stream)).integers(-3, 4, 2 * n)
        return np.column_stack([points > 0, points])

    def _hits(self, stream: int, n: int) -> np.ndarray:
        die = np.random.Generator(np.random.PCG64(stream)).integers(1, 7, n)
        return np.array([[(die == 1).sum(), n], [0, 0]])


def toy_plan(**changes: Any) -> Plan:
    """Return the plan of the stand-in game, with ``changes``."""
    fields: dict[str, Any] = {"game": "toy", "question": "pick", "inputs": {"hand": ["a"]}, "rules": {"r": True}}
    return Plan(**(fields | {"policies": ("x", "y"), "per_block": Toy.per_block} | changes))


@pytest.fixture
def toy() -> Toy:
    return Toy()


@pytest.fixture
def plan() -> Plan:
    return toy_plan()


@pytest.fixture
def make_plan() -> Callable[..., Plan]:
    return toy_plan


@pytest.fixture(params=["one", "two", "strange"])
def workers(request: pytest.FixtureRequest) -> Any:
    pool = {"one": lambda: Threads(1), "two": lambda: Threads(2), "strange": lambda: StrangeOrder(5)}[request.param]()
    yield pool
    pool.close()


@pytest.fixture
def pair() -> Any:
    pool = Threads(2)
    yield pool
    pool.close()
