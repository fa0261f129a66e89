"""Odds of the show, counted exactly: every hand and every crib with its starter, and the best four of every six."""

from __future__ import annotations

from collections.abc import Mapping
from math import comb
from typing import Any

from analyzer.games.contract import Request, Table

HANDS = comb(52, 4) * 48
"""Ways to hold four cards and turn a starter."""
SIXES = comb(52, 6)


def show(_request: Request) -> Table:
    """Return how many of all four cards with a starter count each number of points as a hand."""
    return _counted("show", 4, HANDS)


def crib(request: Request) -> Table:
    """Return how many of all four cards with a starter count each number of points as a crib (CR-A1)."""
    from analyzer.games.cribbage.kernels.options import CRIB_FLUSH, pack

    return _counted("crib", int(pack(request.rules)[CRIB_FLUSH]), HANDS)


def hold(_request: Request) -> Table:
    """Return how many of all six cards hold four that count each number of points at most, before the starter."""
    import numpy as np

    from analyzer.games.cribbage.kernels.odds import MOST_POINTS, hold_histogram

    histogram = np.zeros(MOST_POINTS + 1, dtype=np.int64)
    hold_histogram(histogram)
    return _table("hold", histogram.tolist(), SIXES)


def _counted(name: str, four_flush: int, of: int) -> Table:
    import numpy as np

    from analyzer.games.cribbage.kernels.odds import MOST_POINTS, show_histogram

    histogram = np.zeros(MOST_POINTS + 1, dtype=np.int64)
    show_histogram(four_flush, histogram)
    return _table(name, histogram.tolist(), of)


def _table(name: str, histogram: list[int], of: int) -> Table:
    """Return the table of ``histogram``, by points, those that cannot be among them with a count of 0."""
    rows: tuple[Mapping[str, Any], ...] = tuple(
        {"points": points, "count": count, "of": of} for points, count in enumerate(histogram)
    )
    return Table(name, ("points",), rows, {"mean_points": sum(p * count for p, count in enumerate(histogram)) / of})
