"""How a question is to be answered: budget, players of the simulation, seed, workers; never what is asked."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from analyzer.core.errors import InputError

if TYPE_CHECKING:
    from analyzer.simulation.engine import Progress

DEFAULT_SECONDS = 2.0
"""The budget of an answer for which none is named."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The options that questions share; the defaults are those of the command line.

    Raises ``InputError`` for values that cannot be and for budgets that contradict each other: ``exact`` needs no
    samples, and ``samples`` and ``time`` are two ceilings unless a ``precision`` is what is asked for.
    ``hands`` and ``games`` are the samples of ``simulate``. ``distribution`` is ``True`` on advice, or names of
    metrics on ``simulate``.
    """

    seed: int = 1
    level: float = 0.95
    samples: int | None = None
    precision: float | None = None
    time: float | None = None
    exact: bool = False
    workers: int | None = None
    store: str | None = None
    me: str | None = None
    opponent: str | None = None
    distribution: bool | tuple[str, ...] = False
    policies: tuple[str, ...] = ()
    hands: int | None = None
    games: int | None = None
    mirror: bool | None = None
    explain: bool = False
    progress: Callable[[Progress], None] | None = None
    note: Callable[[str], None] | None = None

    def __post_init__(self) -> None:
        whole = {"seed": (0, 2**63 - 1), "samples": (1, 10**12), "workers": (1, 256)}
        whole |= {"hands": (1, 10**12), "games": (1, 10**12)}
        for name, (low, high) in whole.items():
            value = getattr(self, name)
            if value is None and name != "seed":
                continue
            if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
                raise InputError(f"--{name}: {value!r} cannot be: expected a whole number from {low} to {high}")
        for name, most in {"precision": 1e9, "time": 1e7}.items():
            value = getattr(self, name)
            if value is not None and not (isinstance(value, int | float) and 0 < value <= most):
                raise InputError(f"--{name}: {value!r} cannot be: expected a number above 0, and at most {most:.0f}")
        if not isinstance(self.level, int | float) or not 0.5 <= self.level <= 0.9999:
            raise InputError(f"--level: {self.level!r} cannot be: expected a number from 0.5 to 0.9999, such as 0.95")
        self._contradictions()

    def _contradictions(self) -> None:
        budgets = [name for name in ("samples", "hands", "games") if getattr(self, name) is not None]
        if len(budgets) > 1:
            raise InputError(f"--{budgets[0]} and --{budgets[1]} contradict each other: name one of them")
        named = [*budgets, *(name for name in ("precision", "time") if getattr(self, name) is not None)]
        if self.exact and named:
            raise InputError(f"--exact and --{named[0]} contradict each other: an exact answer is not sampled")
        if budgets and self.time is not None and self.precision is None:
            raise InputError(
                f"--{budgets[0]} and --time contradict each other: name one of them, or both as ceilings of --precision"
            )

    def ceiling(self) -> int | None:
        """Return the number of observations asked for, under whichever name."""
        return self.samples or self.hands or self.games

    def seconds(self, answers: int = 1) -> float | None:
        """Return the time budget of each of several ``answers``: by default they share two seconds."""
        if self.time is not None:
            return self.time / answers
        free = self.ceiling() is None and self.precision is None
        return DEFAULT_SECONDS / answers if free else None


def number(text: str, name: str) -> float:
    """Return the number that ``text`` writes; ``InputError`` for anything else, NaN and infinity among them."""
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise InputError(f"--{name}: {text[:24]!r} cannot be: expected a number")
    return value
