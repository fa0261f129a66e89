"""How a question is to be answered: budget, players of the simulation, seed, workers; never what is asked."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields
from numbers import Integral, Real
from typing import TYPE_CHECKING

from analyzer.core.errors import InputError
from analyzer.core.notation import quoted

if TYPE_CHECKING:
    from analyzer.simulation.engine import Progress
    from analyzer.simulation.workshop import Step

DEFAULT_SECONDS = 2.0
"""The budget of an answer for which none is named."""
LONGEST_PATH = 4096

MEANINGS = {
    "samples": "how many common deals to play",
    "precision": "play until the half-width of the leading gap is this small",
    "time": "play for so many seconds, or give up on the precision then (default: about 2)",
    "exact": "answer exactly or not at all",
    "level": "the confidence level (default 0.95)",
    "seed": "the seed of the random deals (default 1)",
    "workers": "how many threads to use; changes nothing but the time",
    "scheduler": "run on the workers of this dask scheduler, such as tcp://HOST:8786; see analyzer cluster",
    "store": "keep finished blocks here; the same command carries on from them",
    "me": "how the asker plays on after this decision",
    "opponent": "how the others play",
    "distribution": "also the chance of N points or more for each action",
    "explain": "say in words why the best is best, and how that moves with what is assumed",
}
"""What each of the main settings means, on the command line and in Python alike."""

SIMULATED = frozenset({"policies", "hands", "games", "mirror"})
"""The settings that belong to ``simulate``."""

OPTIONS = {"policies": "policy"}
"""The option of a setting that is called otherwise."""
WATCHERS = ("progress", "step", "note")
"""The settings that say who is told, not how to answer."""

_WHOLE = {
    "seed": (0, 2**63 - 1),
    "samples": (1, 10**12),
    "hands": (1, 10**12),
    "games": (1, 10**12),
    "workers": (1, 256),
}
_ADDRESS = re.compile(r"(tcp|tls|ucx|ws|wss)://[\w.\-\[\]:%]+:\d{1,5}/?")
_POSITIVE = {"precision": 1e9, "time": 1e7}
_BUDGETS = ("samples", "hands", "games")


@dataclass(frozen=True, slots=True)
class Settings:
    """The options that questions share; the defaults are those of the command line.

    Raises ``InputError`` for values that cannot be and for budgets that contradict each other: ``exact`` needs no
    samples, and ``samples`` and ``time`` are two ceilings unless a ``precision`` is what is asked for.
    ``hands`` and ``games`` are the samples of ``simulate``. ``distribution`` is ``True`` on advice, or names of
    metrics on ``simulate``. A question that is always exact reaches its answer within any budget.
    """

    seed: int = 1
    level: float = 0.95
    samples: int | None = None
    precision: float | None = None
    time: float | None = None
    exact: bool = False
    workers: int | None = None
    scheduler: str | None = None
    store: str | os.PathLike[str] | None = None
    me: str | None = None
    opponent: str | None = None
    distribution: bool | tuple[str, ...] = False
    policies: tuple[str, ...] = ()
    hands: int | None = None
    games: int | None = None
    mirror: bool | None = None
    explain: bool = False
    progress: Callable[[Progress], None] | None = None
    step: Callable[[Step], None] | None = None
    note: Callable[[str], None] | None = None

    def __post_init__(self) -> None:
        for name, (low, high) in _WHOLE.items():
            value = getattr(self, name)
            if value is None and name != "seed":
                continue
            if not isinstance(value, Integral) or isinstance(value, bool) or not low <= int(value) <= high:
                raise _refusal(f"--{name}", value, f"a whole number from {low} to {high}")
            # A numpy integer would not be JSON.
            object.__setattr__(self, name, int(value))
        for name, most in _POSITIVE.items():
            value = getattr(self, name)
            if value is not None and not (_is_number(value) and 0 < value <= most):
                raise _refusal(f"--{name}", value, f"a number above 0, and at most {most:.0f}")
        if not _is_number(self.level) or not 0.5 <= self.level <= 0.9999:
            raise _refusal("--level", self.level, "a number from 0.5 to 0.9999, such as 0.95")
        object.__setattr__(self, "level", float(self.level))
        self._words()
        self._contradictions()

    def _words(self) -> None:
        for name in ("exact", "explain", "mirror"):
            if not isinstance(getattr(self, name), bool) and not (name == "mirror" and self.mirror is None):
                raise _refusal(f"--{name}", getattr(self, name), "True or False")
        for name in ("me", "opponent"):
            if not isinstance(getattr(self, name), str | None):
                raise _refusal(f"--{name}", getattr(self, name), "the name of a policy")
        if not (self.scheduler is None or (isinstance(self.scheduler, str) and _ADDRESS.fullmatch(self.scheduler))):
            raise _refusal("--scheduler", self.scheduler, "an address such as tcp://HOST:8786")
        object.__setattr__(self, "policies", _names(self.policies, "--policy", "names of policies"))
        if not isinstance(self.distribution, bool):
            metrics = _names(self.distribution, "--distribution", "names of metrics")
            object.__setattr__(self, "distribution", metrics or False)
        if self.store is not None:
            path = os.fspath(self.store) if isinstance(self.store, str | os.PathLike) else None
            if not isinstance(path, str) or not path.isprintable() or not 0 < len(path) <= LONGEST_PATH:
                raise _refusal("--store", self.store, "the name of a folder")

    def _contradictions(self) -> None:
        budgets = [name for name in _BUDGETS if getattr(self, name) is not None]
        if len(budgets) > 1:
            raise InputError(f"--{budgets[0]} and --{budgets[1]} contradict each other: name one of them")
        named = [*budgets, *(name for name in _POSITIVE if getattr(self, name) is not None)]
        if self.exact and named:
            raise InputError(f"--exact and --{named[0]} contradict each other: an exact answer is not sampled")
        if budgets and self.time is not None and self.precision is None:
            raise InputError(
                f"--{budgets[0]} and --time contradict each other: name one of them, or both as ceilings of --precision"
            )

    def refuse(self, names: Iterable[str], reason: str) -> None:
        """Raise ``InputError`` where one of the settings ``names`` differs from its default, for ``reason``."""
        for field in fields(self):
            if field.name in names and getattr(self, field.name) != field.default:
                raise InputError(f"--{OPTIONS.get(field.name, field.name)}: {reason}")

    def refuse_all_but(self, names: Iterable[str], reason: str) -> None:
        """Raise ``InputError`` where a setting that is none of ``names`` differs from its default."""
        self.refuse({field.name for field in fields(self)} - {*names, *WATCHERS}, reason)

    def ceiling(self) -> int | None:
        """Return the number of observations asked for, under whichever name."""
        return self.samples or self.hands or self.games

    def seconds(self, answers: int = 1) -> float | None:
        """Return the time budget of each of several ``answers``: by default they share two seconds."""
        if self.time is not None:
            return self.time / answers
        free = self.ceiling() is None and self.precision is None
        return DEFAULT_SECONDS / answers if free else None


def _refusal(where: str, given: object, expected: str) -> InputError:
    return InputError(f"{where}: {quoted(given)} cannot be: expected {expected}")


def _is_number(value: object) -> bool:
    return isinstance(value, Real) and not isinstance(value, bool)


def _names(given: object, where: str, expected: str) -> tuple[str, ...]:
    """Return names given as a list of them, or as one text with commas between."""
    names = given.split(",") if isinstance(given, str) else given
    if not isinstance(names, list | tuple) or not all(isinstance(name, str) for name in names):
        raise _refusal(where, given, expected)
    return tuple(name.strip() for name in names)
