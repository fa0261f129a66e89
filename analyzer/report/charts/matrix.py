"""Policies against each other: the share of wins of the row's policy over the column's."""

from __future__ import annotations

from typing import TYPE_CHECKING

from analyzer.report.charts.kind import Kind
from analyzer.report.charts.look import WIDTH, literal, number
from analyzer.report.document import Document, answers

if TYPE_CHECKING:
    from matplotlib.axes import Axes

VERSUS = " v "
"""What stands between two policies in the name of a figure of `grade`: ``matches: lookahead v greedy``."""


def _pairs(document: Document) -> dict[tuple[str, str], tuple[float, float]]:
    """Return the value and half-width of each match, by the two policies."""
    found = {}
    for row in answers(document)[0].get("rows", ()):
        name, value = str(row.get("name", "")).rpartition(": ")[2], number(row.get("value"))
        one, versus, other = name.partition(VERSUS)
        share = value is not None and 0 <= value <= 1 and str(row.get("unit", "")).startswith("share")
        if versus and share and value is not None and " " not in one + other:
            found[one, other] = (value, (row["high"] - row["low"]) / 2)
    return found


def _draw(document: Document, axes: Axes) -> None:
    import numpy as np

    pairs = _pairs(document)
    names = list(dict.fromkeys(name for pair in pairs for name in pair))
    grid = np.full((len(names), len(names)), np.nan)
    for (one, other), (value, half) in pairs.items():
        for row, column, share in ((one, other, value), (other, one, 1 - value)):
            y, x = names.index(row), names.index(column)
            grid[y, x] = 100 * share
            dark = abs(share - 0.5) > 0.2
            axes.text(
                x, y, f"{100 * share:.1f}\n± {100 * half:.1f}", ha="center", va="center", fontsize=8,
                color="white" if dark else "black",
            )  # fmt: skip
    axes.imshow(grid, cmap="PuOr", vmin=0, vmax=100)
    axes.set_xticks(range(len(names)), [literal(name) for name in names])
    axes.set_yticks(range(len(names)), [literal(name) for name in names])
    axes.set_xlabel("wins in % of the row's policy over the column's")


KIND = Kind(lambda document: len(_pairs(document)) > 1, lambda _: (WIDTH, 4.6), _draw)
