"""What a game declares, and what its questions hand back.

A game is one folder whose ``__init__.py`` holds ``GAME``, a :class:`Game`. Everything that a person can ask of it is
declared there once; the command line, the Python functions, the validation and the JSON follow from the declaration.
Handlers are named as ``"module:function"`` inside the game's folder and imported only when they are called, so that
listing games and printing help stay light.

A handler takes a :class:`Request` and returns one of the results of `results`, which can be imported from here too.
The exact ones (:class:`Count`, :class:`Showdown`, :class:`Ranking`, :class:`Table`) are finished. The sampled ones
(:class:`Trial`, :class:`Means`, :class:`Shares`, :class:`Race`) say how one block is computed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from analyzer.core.decks import Deck
from analyzer.games.quality import Figure, Grade, Measure, Stage, Workshop
from analyzer.games.results import (
    EXACT,
    Choice,
    Column,
    Count,
    Hand,
    Line,
    Means,
    Observations,
    Race,
    RaceTable,
    Ranking,
    Replay,
    Result,
    Shares,
    Showdown,
    Table,
    Trial,
)

__all__ = [
    "EXACT",
    "Benchmark",
    "Choice",
    "Column",
    "Count",
    "Figure",
    "Game",
    "Grade",
    "Hand",
    "Input",
    "Kind",
    "Line",
    "Means",
    "Measure",
    "Observations",
    "OddsTable",
    "Policy",
    "Question",
    "Race",
    "RaceTable",
    "Ranking",
    "Replay",
    "Request",
    "Result",
    "Shares",
    "Showdown",
    "Stage",
    "Table",
    "Trial",
    "Workshop",
]


class Kind(Protocol):
    """How one input is written: parsed from what people type, shown as canonical JSON."""

    @property
    def metavar(self) -> str:
        """What help prints for the value, such as ``CARDS6``."""
        ...

    def parse(self, text: str, where: str) -> Any:
        """Return the value of ``text``, or raise an ``InputError`` that names the token and the input ``where``."""
        ...

    def show(self, value: Any) -> Any:
        """Return ``value`` as JSON: strings that ``parse`` reads back, numbers, or lists of them."""
        ...


@dataclass(frozen=True, slots=True)
class Input:
    """One input of a question: ``--name VALUE`` on the command line, ``name=`` in Python."""

    name: str
    kind: Kind
    help: str
    positional: bool = False
    required: bool = True
    repeat: bool = False
    default: Any = None


@dataclass(frozen=True, slots=True)
class Question:
    """One question of a game.

    ``seats`` names the seats that a flag chooses (``--dealer``, ``--pone``); without a flag the question is answered
    for each of them if ``every_seat`` is set, once without a seat if ``any_seat`` is, else the flag is required.
    ``sampled`` says that the answer is never exact; the options of sampling are taken either way. ``check`` may reject
    what the inputs together cannot be: ``"module:function"``, called with the inputs, raising ``InputError``.
    ``example`` holds values of the inputs for help and for the tests that run over every game; where
    a seat is required they are the first seat's.
    """

    name: str
    help: str
    handler: str
    example: Mapping[str, str]
    inputs: tuple[Input, ...] = ()
    seats: tuple[str, ...] = ()
    every_seat: bool = False
    any_seat: bool = False
    sampled: bool = False
    check: str = ""


@dataclass(frozen=True, slots=True)
class Policy:
    """How a player in the simulation decides; ``advises`` is false for one that sees what its seat cannot see.

    ``rolls_out`` is false for one that is too slow to play on behind each action of advice, unless it is asked for.
    """

    name: str
    help: str
    advises: bool = True
    rolls_out: bool = True
    hidden: bool = False


@dataclass(frozen=True, slots=True)
class OddsTable:
    """One probability table, and the handler that returns a :class:`Table`, :class:`Means` or :class:`Shares`.

    ``exact`` is ``None`` where it depends on the inputs; ``played`` says that policies play for it.
    """

    name: str
    help: str
    handler: str
    exact: bool | None
    inputs: tuple[Input, ...] = ()
    played: bool = False


@dataclass(frozen=True, slots=True)
class Game:
    """The whole declaration of a game; ``policies`` run from the weakest to the strongest.

    ``solve`` names the function that returns the :class:`Stage` of every table that ships, in order, for the rules in
    force (a mapping); ``grade`` the handler whose result is a :class:`Grade`. Either may be missing.
    """

    name: str
    title: str
    credit: str
    package: str
    players: tuple[int, int]
    seats: tuple[str, ...]
    deck: Deck
    questions: tuple[Question, ...]
    policies: tuple[Policy, ...]
    odds: tuple[OddsTable, ...]
    simulate: str
    benchmarks: str
    solve: str = ""
    grade: str = ""
    hidden: bool = False

    def default_policy(self, *, rolls_out: bool = False) -> Policy:
        """Return the strongest policy that sees only what its seat sees, or of those the strongest to roll out with."""
        seeing = [policy for policy in self.policies if policy.advises]
        return [policy for policy in seeing if policy.rolls_out or not rolls_out][-1]


@dataclass(frozen=True, slots=True)
class Request:
    """A validated question: parsed inputs by name, every option in force, and who plays.

    ``seat`` is an index into the question's (or game's) seats, ``None`` where the question has none. ``policies``
    holds one name a seat for ``simulate``; ``me`` and ``opponent`` are the policies of advice. The rest belongs to
    ``simulate``: ``games`` plays whole games instead of deals, from ``score`` (the asker's first) where one is given;
    ``mirror`` plays every deal again with the seats swapped; ``deal`` is one given deal to follow, in the game's own
    terms, answered by a :class:`Replay`. ``seed`` and ``level`` are for what a grade samples by itself.
    """

    game: Game
    question: str
    inputs: Mapping[str, Any]
    rules: Mapping[str, Any]
    seat: int | None = None
    me: str = ""
    opponent: str = ""
    policies: tuple[str, ...] = ()
    players: int = 0
    games: bool = False
    score: tuple[int, ...] | None = None
    mirror: bool = False
    deal: Mapping[str, Any] | None = None
    exact: bool = False
    seed: int = 1
    level: float = 0.95


@dataclass(frozen=True, slots=True)
class Benchmark:
    """One kernel's speed: ``run(n)`` does ``n`` pieces of work; ``kernel`` warms it by ``run(1)``."""

    name: str
    unit: str
    run: Callable[[int], Any]
    size: int
