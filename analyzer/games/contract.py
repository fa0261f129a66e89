"""What a game declares, and what its questions hand back.

A game is one folder whose ``__init__.py`` holds ``GAME``, a :class:`Game`. Everything that a person can ask of it is
declared there once; the command line, the Python functions, the validation and the JSON follow from the declaration.
Handlers are named as ``"module:function"`` inside the game's folder and imported only when they are called, so that
listing games and printing help stay light.

A handler takes a :class:`Request` and returns one of the results below. The exact ones (:class:`Count`,
:class:`Ranking`, :class:`Table`) are finished. The sampled ones (:class:`Trial`, :class:`Means`, :class:`Shares`,
:class:`Race`) say how one block is computed; the layers above run the blocks, merge the integer tallies and make
intervals of them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from analyzer.core.decks import Deck

if TYPE_CHECKING:
    import numpy as np


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
    """The whole declaration of a game; ``policies`` run from the weakest to the strongest."""

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
    terms, answered by a :class:`Replay`.
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


# ---------------------------------------------------------------------------------------------- exact results


@dataclass(frozen=True, slots=True)
class Line:
    """One row of a count: which cards score, under which name, how many points."""

    name: str
    cards: tuple[str, ...]
    points: int


@dataclass(frozen=True, slots=True)
class Count:
    """The points of one hand, row by row in the order in which players announce them."""

    total: int
    rows: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """One action with its exact value; ``parts`` sum to ``value``, ``lines`` are the rows behind it, if any."""

    action: tuple[str, ...]
    value: float
    parts: Mapping[str, float] = field(default_factory=dict)
    lines: tuple[Line, ...] = ()


@dataclass(frozen=True, slots=True)
class Ranking:
    """Exact advice: every legal action, best first, ties in canonical order."""

    unit: str
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """Exact odds: ``rows`` name what is counted in ``keys``; each has ``count`` of ``of``.

    ``means`` holds exact averages that belong to the table, by name, with their unit in the name.
    """

    name: str
    keys: tuple[str, ...]
    rows: tuple[Mapping[str, Any], ...]
    means: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Replay:
    """One given deal, followed: ``events`` in the order of scoring, and what it came to for each metric."""

    events: tuple[Mapping[str, Any], ...]
    metrics: tuple[tuple[Column, float], ...]


# -------------------------------------------------------------------------------------------- sampled results


@dataclass(frozen=True, slots=True)
class Observations:
    """What one block of advice saw: ``values`` int32/int64 (deals, active actions) in units of 1/scale on common deals,
    ``parts`` int64 (active, parts) and ``chances`` int64 (active, chances): sums over the deals.

    Where a value averages over faces of a die, ``outcomes`` (deals * faces, active) holds the points of every face in
    whole units: the chance of N points or more is counted from them.
    """

    values: np.ndarray
    parts: np.ndarray
    chances: np.ndarray
    outcomes: np.ndarray | None = None


@dataclass(frozen=True, slots=True)
class Trial:
    """Sampled advice: all actions tried on the same deals.

    ``block(stream, deals, active)`` plays ``deals`` common deals for the actions whose indices are in ``active``
    (int64 array, increasing) and returns :class:`Observations`. It must give the same numbers for an action whatever
    else is active. Values, parts and chances are integers in units of ``1 / scale``; ``parts`` sum to the value.
    ``assumptions`` (here and below) are sentences that the answer prints beside those of the house rules.
    """

    unit: str
    actions: tuple[tuple[str, ...], ...]
    parts: tuple[str, ...]
    chances: tuple[str, ...]
    scale: int
    deals_per_block: int
    block: Callable[[int, int, np.ndarray], Observations]
    assumptions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Column:
    """One metric of a simulation: ``share`` marks a 0/1 observation (or a fraction of ``scale``)."""

    seat: str
    policy: str
    metric: str
    share: bool = False
    scale: int = 1


@dataclass(frozen=True, slots=True)
class Means:
    """Sampled means: ``block(stream, n)`` returns an integer array (n * rows_each, columns) of observations.

    ``rows_each`` neighbouring rows make one independent observation (2 where every deal is mirrored), so that their
    mean is what the standard error is computed from. ``unit`` is what ``n`` counts: deals, games or hands.
    """

    unit: str
    columns: tuple[Column, ...]
    per_block: int
    block: Callable[[int, int], np.ndarray]
    rows_each: int = 1
    assumptions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Shares:
    """Sampled chances: ``block(stream, n)`` returns an int64 array (rows, 2) of hits and trials.

    The trials of one row are independent of each other. ``keys`` name the columns of ``rows``.
    """

    name: str
    unit: str
    keys: tuple[str, ...]
    rows: tuple[Mapping[str, Any], ...]
    per_block: int
    block: Callable[[int, int], np.ndarray]
    assumptions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RaceTable:
    """Chances to win a race of whoever deals next: ``chance[me][them]`` by score, with standard errors ``error``.

    They are of ``deals`` deals of seed ``seed``, ``policy`` playing both seats.
    """

    policy: str
    deals: int
    seed: int
    chance: Sequence[Sequence[float]]
    error: Sequence[Sequence[float]]

    def row(self, me: int, them: int, *, dealer: bool) -> dict[str, Any]:
        """Return the chance of the player with ``me`` points, who deals next or not, as a row of an answer."""
        p = self.chance[me][them] if dealer else 1 - self.chance[them][me]
        se = self.error[me][them] if dealer else self.error[them][me]
        return {"me": me, "them": them, "dealer": dealer, "p": p, "se": se}


@dataclass(frozen=True, slots=True)
class Race:
    """The chance to win from every score below ``target`` between two equal players, or from ``score`` alone.

    ``start()`` loads the kernels and returns ``batch(stream, deals)``, which gives two int64 arrays of counts that add
    up over batches; they are those of `solvers.race`. ``deals`` are played where nobody says how many. ``shipped`` is
    the table that was made before under the same rules and policy, if there is one.
    """

    policy: str
    target: int
    deals: int
    start: Callable[[], Callable[[int, int], tuple[np.ndarray, np.ndarray]]]
    score: tuple[int, int] | None = None
    shipped: RaceTable | None = None
    assumptions: tuple[str, ...] = ()


Result = Count | Ranking | Table | Replay | Trial | Means | Shares | Race


@dataclass(frozen=True, slots=True)
class Benchmark:
    """One kernel's speed: ``run(n)`` does ``n`` pieces of work; ``kernel`` warms it by ``run(1)``."""

    name: str
    unit: str
    run: Callable[[int], Any]
    size: int
