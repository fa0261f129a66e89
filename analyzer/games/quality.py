"""How a game makes the tables that it ships (`solve`) and measures how good they are (`grade`).

A game names a function that returns its stages and one that returns its measures; the layers above run them, show how
far they are, keep what is finished, and print the rows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from analyzer.games.results import Means

if TYPE_CHECKING:
    import numpy as np

Item = TypeVar("Item")
Made = TypeVar("Made")


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure of a grade; what is exact has ``low == value == high``."""

    name: str
    value: float
    low: float
    high: float
    unit: str
    method: str


@dataclass(frozen=True, slots=True)
class Measure:
    """One step of a grade, either counted or sampled.

    ``count(progress)`` returns the figures, exact or with intervals of their own, at the level and from the seed of the
    request; ``progress(done, of)`` may be called on the way. ``means()`` returns what the engine plays,
    ``observations`` of it unless the asker says otherwise; its column i becomes the figure ``names[i]`` of ``unit`` and
    ``method``, and a column whose name is empty is not shown.
    """

    name: str
    unit: str
    method: str
    count: Callable[[Callable[[int, int], None]], Sequence[Figure]] | None = None
    means: Callable[[], Means] | None = None
    observations: int = 0
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Grade:
    """The measured quality of a game's shipped strategy, step by step."""

    measures: tuple[Measure, ...]
    assumptions: tuple[str, ...] = ()


class Workshop(Protocol):
    """What a stage of `solve` works with."""

    @property
    def folder(self) -> Path:
        """Where the stage writes its files, and finds those of the stages that it needs.

        Whole and with a record in the manifest, they go on to the game's folder of ``data/``, or to the one that the
        asker named.
        """
        ...

    @property
    def seed(self) -> int:
        """The seed of everything random."""
        ...

    def map(self, function: Callable[[Item], Made], items: Iterable[Item]) -> Iterator[Made]:
        """Return what ``function`` makes of each item, in order, on all workers."""
        ...

    def tell(self, done: int, of: int, words: str = "") -> None:
        """Say how far the stage is, and in ``words`` what was reached, such as its gap so far."""
        ...

    def load(self, name: str) -> dict[str, np.ndarray] | None:
        """Return the arrays that this stage kept as ``name`` under the same rules, seed and kernels, if it did."""
        ...

    def save(self, name: str, **arrays: np.ndarray) -> None:
        """Keep ``arrays`` as ``name``, whole or not at all, so that an interrupted stage carries on from them."""
        ...


@dataclass(frozen=True, slots=True)
class Stage:
    """One stage of `solve`: ``run(workshop)`` writes ``files`` into the workshop's folder and returns facts of the run.

    The facts (JSON values) go into the manifest beside rules, seed, seconds and the hash of the kernels. ``needs``
    names the earlier stages whose files it reads.
    """

    name: str
    help: str
    files: tuple[str, ...]
    run: Callable[[Workshop], Mapping[str, Any]]
    needs: tuple[str, ...] = ()
