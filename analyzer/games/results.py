"""What the questions of a game hand back: finished results, and sampled ones that say how one block is computed.

The layers above run the blocks, merge the integer tallies and make intervals of them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np

EXACT = "exact"
"""The method of what is counted."""

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
class Hand:
    """One of several hands that are compared; ``facts`` are further members of its row, such as a distance."""

    cards: tuple[str, ...]
    total: int
    category: str
    wins: bool
    facts: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Showdown:
    """Several hands, in the order given, and what decided between them; where more than one wins they share."""

    hands: tuple[Hand, ...]
    decided_by: str


@dataclass(frozen=True, slots=True)
class Choice:
    """One action with its exact value; ``parts`` sum to ``value``, ``lines`` are the rows behind it, if any.

    ``chances`` are exact too, in [0, 1]. ``win`` is the chance to win where ``value`` is something else; where the unit
    is the win probability itself, the parts are in points and sum to what the action brings in them.
    """

    action: tuple[str, ...]
    value: float
    parts: Mapping[str, float] = field(default_factory=dict)
    lines: tuple[Line, ...] = ()
    chances: Mapping[str, float] = field(default_factory=dict)
    win: float | None = None


@dataclass(frozen=True, slots=True)
class Ranking:
    """Exact advice: every legal action in canonical order; the answer puts the best first and marks equal ones as tied.

    ``method`` is ``exact given the opponent model`` where the numbers are exact but for how the others play: then the
    answer names ``me`` and ``opponent`` of the request. ``policy_costs`` are pairs of a policy's name and the action
    that it would choose here: the answer says what that would cost.
    """

    unit: str
    choices: tuple[Choice, ...]
    method: str = EXACT
    assumptions: tuple[str, ...] = ()
    policy_costs: tuple[tuple[str, tuple[str, ...]], ...] = ()


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
    whole units: the chance of N points or more is counted from them. ``squares``, int64 as ``chances``, are the sums of
    the squares of each deal's share of them, where the trial says that a deal's chance is no plain yes or no.
    """

    values: np.ndarray
    parts: np.ndarray
    chances: np.ndarray
    outcomes: np.ndarray | None = None
    squares: np.ndarray | None = None


@dataclass(frozen=True, slots=True)
class Trial:
    """Sampled advice: all actions tried on the same deals.

    ``block(stream, deals, active)`` plays ``deals`` common deals for the actions whose indices are in ``active``
    (int64 array, increasing) and returns :class:`Observations`. It must give the same numbers for an action whatever
    else is active. Values, parts and chances are integers in units of ``1 / scale``; ``parts`` sum to the value.
    ``assumptions`` (here and below) are sentences that the answer prints beside those of the house rules.
    ``policy_costs`` are pairs of a policy's name and the index of the action that it would choose here.
    ``spread_chances`` promises the ``squares`` of the observations, from which the intervals of chances are made.
    """

    unit: str
    actions: tuple[tuple[str, ...], ...]
    parts: tuple[str, ...]
    chances: tuple[str, ...]
    scale: int
    deals_per_block: int
    block: Callable[[int, int, np.ndarray], Observations]
    assumptions: tuple[str, ...] = ()
    policy_costs: tuple[tuple[str, int], ...] = ()
    spread_chances: bool = False


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


Result = Count | Showdown | Ranking | Table | Replay | Trial | Means | Shares | Race
