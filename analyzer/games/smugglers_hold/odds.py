"""Odds of Smuggler's Hold: the Spoils of every hand and the flip counted exactly, the best picks of a pool sampled."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from math import comb
from typing import TYPE_CHECKING, Any

from analyzer.core.decks import SABACC_62
from analyzer.games.contract import Request, Shares, Table
from analyzer.games.smugglers_hold.rules import DEALER, PONE, path_bonus

if TYPE_CHECKING:
    import numpy as np

# The faces of the dice (SH-A1); the kernels hold the number die as an array, which this module must not load early.
NUMBER_FACES = (0, 0, 5, -5, 10, -10)
SUIT_FACES = 3
SPOILS_OUTCOMES = comb(len(SABACC_62), 5) * len(NUMBER_FACES) * SUIT_FACES
POOLS_PER_BLOCK = 4096
# Of so few cards every pool with its path card is a hand of five: nothing is left to pick, and nothing to sample.
PICKS = 4


def spoils(request: Request) -> Table:
    """Return how often five cards make each number of points, in all and by row of the chart.

    Counts are of all hands with all faces of both dice, so that those of one ``row`` add up to ``SPOILS_OUTCOMES``.
    """
    from analyzer.games.smugglers_hold.kernels.spoils import ROWS

    *by_row, total = _histogram(request.rules)
    counted = dict(zip(("total", *ROWS), (total, *by_row), strict=True))
    return Table(
        "spoils",
        ("row", "points"),
        tuple(
            {"row": name, "points": points, "count": count, "of": SPOILS_OUTCOMES}
            for name, histogram in counted.items()
            for points, count in _counts(histogram)
        ),
        {f"mean_points_{name}": _mean(histogram) for name, histogram in counted.items()},
    )


def path(request: Request) -> Table:
    """Return how often the flip of the path card brings each pair of bonuses, of all cards with all number faces."""
    flips: Counter[tuple[int, int]] = Counter()
    for card in range(len(SABACC_62)):
        for number in NUMBER_FACES:
            points = [0, 0]
            for event in path_bonus(card, number, request.rules):
                points[event.seat] += event.points
            flips[points[PONE], points[DEALER]] += 1
    of = flips.total()
    return Table(
        "path",
        ("pone", "dealer"),
        tuple(
            {"pone": pone, "dealer": dealer, "count": count, "of": of}
            for (pone, dealer), count in sorted(flips.items())
        ),
        {
            "mean_points_pone": sum(pone * count for (pone, _), count in flips.items()) / of,
            "mean_points_dealer": sum(dealer * count for (_, dealer), count in flips.items()) / of,
        },
    )


def pick(request: Request) -> Table | Shares:
    """Return the chance of what the best four of ``size`` cards score with a path card and dice.

    Four cards are all picked, so their points are exact; of more, the chance of N points or more is sampled, for
    every N that five cards can make.
    """
    size = request.inputs["size"]
    total = _histogram(request.rules)[-1]
    if size == PICKS:
        return Table(
            "pick",
            ("points",),
            tuple({"points": points, "count": count, "of": SPOILS_OUTCOMES} for points, count in _counts(total)),
            {"mean_points": _mean(total)},
        )

    import numpy as np

    from analyzer.games.smugglers_hold.kernels.odds import pick_block
    from analyzer.games.smugglers_hold.kernels.options import pack
    from analyzer.games.smugglers_hold.kernels.spoils import spoils_table

    table = spoils_table(pack(request.rules))
    thresholds = np.flatnonzero(total)

    def block(stream: int, pools: int) -> np.ndarray:
        values = np.zeros(pools, dtype=np.int32)
        pick_block(np.uint64(stream), pools, size, table, values)
        values.sort()
        hits = pools - np.searchsorted(values, thresholds)
        return np.stack([hits, np.full_like(hits, pools)], axis=1)

    rows = tuple({"at_least": points} for points in thresholds.tolist())
    return Shares("pick", "pools", ("at_least",), rows, POOLS_PER_BLOCK, block)


def _histogram(rules: Mapping[str, Any]) -> np.ndarray:
    """Return hands and faces by points: int64, a row for each of ``ROWS`` and the total last."""
    import numpy as np

    from analyzer.games.smugglers_hold.kernels.odds import SPOILS_BLOCKS, most_points, spoils_block
    from analyzer.games.smugglers_hold.kernels.options import pack
    from analyzer.games.smugglers_hold.kernels.spoils import ROWS, spoils_table

    options = pack(rules)
    histogram = np.zeros((len(ROWS) + 1, most_points(spoils_table(options)) + 1), dtype=np.int64)
    for block in range(SPOILS_BLOCKS):
        spoils_block(block, options, histogram)
    return histogram


def _counts(histogram: np.ndarray) -> list[tuple[int, int]]:
    """Return (points, count) for every number of points that occurs."""
    return [(int(points), int(histogram[points])) for points in histogram.nonzero()[0]]


def _mean(histogram: np.ndarray) -> float:
    return sum(points * count for points, count in _counts(histogram)) / SPOILS_OUTCOMES
