"""Two ranks and a value: such as the average crib by the two cards thrown, as a heat map with its numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from analyzer.report.charts.kind import Kind
from analyzer.report.charts.look import CHANCES, INK, WIDTH, literal, number
from analyzer.report.document import Document, answers

if TYPE_CHECKING:
    from matplotlib.axes import Axes

ENOUGH = 20
PAIR = ("rank", "other")
"""The members that name a cell."""
VALUES = ("mean", "value", "p")


def _draws(document: Document) -> bool:
    rows = answers(document)[0].get("rows", ())
    return len(rows) >= ENOUGH and all(all(name in row for name in PAIR) for row in rows)


def _draw(document: Document, axes: Axes) -> None:
    import numpy as np

    rows = answers(document)[0]["rows"]
    value = next(name for name in VALUES if name in rows[0])
    names = list(dict.fromkeys(str(row[PAIR[0]]) for row in rows))
    names += [str(row[PAIR[1]]) for row in rows if str(row[PAIR[1]]) not in names]
    names = list(dict.fromkeys(names))
    grid = np.full((len(names), len(names)), np.nan)
    for row in rows:
        shown = number(row[value])
        if shown is not None:
            grid[names.index(str(row[PAIR[1]])), names.index(str(row[PAIR[0]]))] = shown
    middle = np.nanmean(grid)
    for y, x in np.argwhere(~np.isnan(grid)):
        color = "white" if grid[y, x] < middle else "black"
        axes.text(x, y, f"{grid[y, x]:.2f}", ha="center", va="center", fontsize=7, color=color)
    image = axes.imshow(grid, cmap=CHANCES)
    bar = axes.figure.colorbar(image, ax=axes, shrink=0.8)
    bar.ax.tick_params(colors=INK, labelsize=8)
    axes.set_xticks(range(len(names)), [literal(name) for name in names])
    axes.set_yticks(range(len(names)), [literal(name) for name in names])


KIND = Kind(_draws, lambda _: (WIDTH, 5.8), _draw)
