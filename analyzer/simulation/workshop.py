"""Where one stage of `solve` works: its folder, its workers, and what it keeps until it is done."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import numpy as np

from analyzer.simulation.checkpoint import Checkpoint
from analyzer.simulation.executors import Threads

Item = TypeVar("Item")
Made = TypeVar("Made")


@dataclass(frozen=True, slots=True)
class Step:
    """How far a stage of `solve` or a measure of `grade` is: ``done`` of ``of``, and in ``words`` what was reached."""

    name: str
    done: int
    of: int
    words: str
    elapsed: float


class StageWorkshop:
    """The :class:`~analyzer.games.quality.Workshop` of one stage."""

    def __init__(
        self,
        stage: str,
        folder: Path,
        seed: int,
        checkpoint: Checkpoint,
        pool: Threads,
        report: Callable[[Step], None] | None = None,
    ) -> None:
        self._stage, self._folder, self._seed = stage, folder, seed
        self._checkpoint, self._pool, self._report = checkpoint, pool, report
        self._began = time.monotonic()

    @property
    def folder(self) -> Path:
        """Where the stage writes its files, and finds those of the stages that it needs."""
        return self._folder

    @property
    def seed(self) -> int:
        """The seed of everything random."""
        return self._seed

    def map(self, function: Callable[[Item], Made], items: Iterable[Item]) -> Iterator[Made]:
        """Return what ``function`` makes of each item, in order; few items are taken ahead of the workers."""
        running: deque[Future[Made]] = deque()
        try:
            for item in items:
                running.append(self._pool.submit(function, item))
                if len(running) >= 2 * self._pool.workers:
                    yield running.popleft().result()
            while running:
                yield running.popleft().result()
        finally:
            for future in running:
                future.cancel()

    def tell(self, done: int, of: int, words: str = "") -> None:
        """Report how far the stage is."""
        if self._report is not None:
            self._report(Step(self._stage, done, of, words, time.monotonic() - self._began))

    def load(self, name: str) -> dict[str, np.ndarray] | None:
        """Return the arrays kept as ``name``, if there are any."""
        return self._checkpoint.load(name)

    def save(self, name: str, **arrays: np.ndarray) -> None:
        """Keep ``arrays`` as ``name``, whole or not at all."""
        self._checkpoint.save(name, arrays)
