"""How good the shipped tables are: the gap of the throws, the cribs beside other authors', and matches."""

from __future__ import annotations

import csv
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from analyzer.core.resources import data_path
from analyzer.games.contract import EXACT, Figure, Grade, Means, Measure, Request
from analyzer.games.cribbage import grade_playing, tables
from analyzer.games.cribbage.seats import DEALER, PONE, SEATS
from analyzer.games.cribbage.simulate import simulate

if TYPE_CHECKING:
    import numpy as np

DEALS, GAMES, MIRRORED = 1_000_000, 20_000, 20_000
AUTHORS = ("hessel", "schell")
RANKS = "A23456789TJQK"
PARTS = ("pegging", "hand", "crib", "points")
# What is published, for the name of a row: averages a deal and the first dealer's winning share between equals.
PUBLISHED = {
    ("dealer", "pegging"): "3.5-3.6", ("dealer", "hand"): "about 8", ("dealer", "crib"): "4.5-5.0",
    ("dealer", "points"): "about 16.2", ("pone", "pegging"): "2.0-2.2", ("pone", "hand"): "about 8",
    ("pone", "points"): "about 10.2",
}
GIVEN_PLAY = "exact for ranks, given the table of the play"


def grade(request: Request) -> Grade:
    """Return the measures of throws, average deal, first deal, a match with greedy, and the play."""
    return Grade(
        (
            Measure("throwing", "points per deal", GIVEN_PLAY, count=lambda tell: throwing_gap(request.rules, tell)),
            average_deal(request),
            first_deal(request),
            match(request),
            *grade_playing.measures(request.rules),
        ),
        tables.stand_ins(request.rules),
    )


def throwing_gap(rules: Mapping[str, Any], progress: Callable[[int, int], None]) -> list[Figure]:
    """Return what the best reply gains over the shipped throws, and how their cribs differ from other authors'.

    All is computed from the shipped files alone: both players throw by them, and the cribs that they then meet are
    what replies are judged by.
    """
    import numpy as np

    from analyzer.games.cribbage.book import crib_table
    from analyzer.games.cribbage.kernels.options import pack
    from analyzer.games.cribbage.solve_throws import play_round

    cribs, by_four = crib_table() / tables.UNIT, np.array(tables.throws()["play"]) / tables.UNIT
    met, gap = play_round(cribs, by_four, pack(rules))
    progress(1, 2)
    figures = [
        _exactly(f"best reply to the throws, as {name}", value, "points per deal", GIVEN_PLAY)
        for name, value in (*zip(SEATS[2], gap, strict=True), ("both together", sum(gap)))
    ]
    for seat, whose in ((DEALER, "own"), (PONE, "opp")):
        average = average_cribs(met[seat])
        for author in AUTHORS:
            theirs = published_cribs(author, whose)
            apart = average - theirs
            low, high = np.unravel_index(np.argmax(np.abs(apart)), apart.shape)
            pairs = apart[np.triu_indices(len(RANKS))]
            crib = "own crib" if whose == "own" else "opponent's crib"
            figures += [
                _exactly(f"{crib} against {author.title()}, rms", float(np.sqrt((pairs**2).mean())), "points", EXACT),
                _exactly(
                    f"{crib} against {author.title()}, worst pair {RANKS[low]}-{RANKS[high]}",
                    float(apart[low, high]), "points", EXACT,
                ),
            ]
    progress(2, 2)
    return figures


def average_cribs(cribs: np.ndarray) -> np.ndarray:
    """Return the average crib by the two ranks thrown, float64[13, 13], from ``cribs`` by class and throw.

    All hands that hold the two cards count alike, as many ways as suits can be dealt to them; the nobs of an own jack
    is added as it is on average.
    """
    import numpy as np

    from analyzer.games.cribbage import throwing
    from analyzer.games.cribbage.kernels.counting import JACK
    from analyzer.games.cribbage.kernels.replies import copies_of, ways_of
    from analyzer.games.cribbage.kernels.throws import SPLITS

    classes, copies = throwing.classes(), np.zeros(len(RANKS), dtype=np.int64)
    ways = np.array([ways_of(copies) if copies_of(ranks, copies) else 0 for ranks in classes])
    sums, weights = np.zeros((2, len(RANKS), len(RANKS)))
    for throw, (i, j) in enumerate(SPLITS[:, :2]):
        low, high = classes[:, i], classes[:, j]
        # Of the suit of an own jack 12 cards are left, less those of the five others.
        nobs = ((low == JACK).astype(int) + (high == JACK)) * (12 - 5 * 12 / 51) / 46
        np.add.at(sums, (low, high), ways * (cribs[:, throw] + nobs))
        np.add.at(weights, (low, high), ways)
    table = np.triu(sums) / np.where(np.triu(weights) > 0, weights, 1)
    return np.asarray(np.maximum(table, table.T))


def published_cribs(author: str, whose: str) -> np.ndarray:
    """Return the table of ``author`` for the ``own`` or the ``opp`` (opponent's) crib, float64[13, 13]."""
    import numpy as np

    with data_path("cribbage", f"discard_{author}_{whose}.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    return np.array([[float(row[rank]) for rank in RANKS] for row in rows])


def average_deal(request: Request) -> Measure:
    """Return the averages a deal by part and seat between players of the default policy, beside published ones."""
    names = tuple(
        f"{seat} {part} (published: {PUBLISHED[seat, part]})" if (seat, part) in PUBLISHED else ""
        for seat in SEATS[2]
        for part in PARTS
    )

    def means() -> Means:
        return _joined(simulate(replace(request, question="simulate", policies=("tables",), players=2)))

    return Measure("deal", "points per deal", "deals played", means=means, observations=DEALS, names=names)


def _joined(played: object) -> Means:
    """Return the means of ``played``, deals by event, by the parts of `PARTS`."""
    import numpy as np

    from analyzer.games.contract import Column

    assert isinstance(played, Means)
    events = [(column.seat, column.metric) for column in played.columns]
    apart = ("points", "points.hand", "points.crib")

    def of(seat: str, part: str) -> Sequence[int]:
        if part == "pegging":
            # His heels are no play.
            chosen = [(seat, m) for s, m in events if s == seat and m.startswith("points.") and m not in apart]
            chosen.remove((seat, "points.heels"))
        else:
            chosen = [(seat, "points" if part == "points" else f"points.{part}")]
        return [events.index(each) for each in chosen]

    sources = [of(seat, part) for seat in SEATS[2] for part in PARTS]
    columns = tuple(Column(seat, "tables", part) for seat in SEATS[2] for part in PARTS)

    def block(stream: int, deals: int) -> np.ndarray:
        rows = played.block(stream, deals)
        return np.stack([rows[:, source].sum(axis=1) for source in sources], axis=1)

    return Means("deals", columns, played.per_block, block, assumptions=played.assumptions)


def first_deal(request: Request) -> Measure:
    """Return how often the first dealer wins between players of the default policy."""
    asked = replace(request, question="simulate", policies=("tables",), players=2, games=True)
    return Measure(
        "first_deal", "wins", "games played", means=lambda: _wins(asked, "dealer"), observations=GAMES,
        names=("first dealer wins (published: 0.555-0.56)",),
    )


def match(request: Request) -> Measure:
    """Return the share of mirrored games that the default policy wins of greedy."""
    asked = replace(request, question="simulate", policies=("tables", "greedy"), players=2, games=True, mirror=True)
    return Measure(
        "match", "wins", "mirrored games", means=lambda: _wins(asked, "all"), observations=MIRRORED,
        names=("tables against greedy",),
    )


def _wins(asked: Request, seat: str) -> Means:
    """Return of the match that is ``asked`` for what the first player wins in ``seat`` alone."""
    made = simulate(asked)
    assert isinstance(made, Means)
    place = next(i for i, column in enumerate(made.columns) if (column.seat, column.metric) == (seat, "wins"))
    return replace(made, columns=(made.columns[place],), block=lambda stream, n: made.block(stream, n)[:, [place]])


def _exactly(name: str, value: float, unit: str, method: str) -> Figure:
    return Figure(name, float(value), float(value), float(value), unit, method)
