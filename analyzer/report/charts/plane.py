"""The plane of scores: the chance to win from every pair of them, as a heat map with lines of equal chance."""

from __future__ import annotations

from typing import TYPE_CHECKING

from analyzer.report.charts.kind import Kind
from analyzer.report.charts.look import CHANCES, INK, WIDTH
from analyzer.report.document import Document, answers

if TYPE_CHECKING:
    import numpy as np
    from matplotlib.axes import Axes

ENOUGH = 100
"""Rows from which on a race is a plane and not a list."""
LEVELS = (10, 25, 50, 75, 90)
"""Percent at which a line is drawn."""


def _draws(document: Document) -> bool:
    first = answers(document)[0]
    return first.get("question") == "race" and len(first.get("rows", ())) >= ENOUGH


def _grid(document: Document) -> tuple[np.ndarray, bool]:
    import numpy as np

    rows = answers(document)[0]["rows"]
    dealing = bool(rows[0]["dealer"])
    shown = [row for row in rows if bool(row["dealer"]) is dealing]
    size = 1 + max(max(row["me"], row["them"]) for row in shown)
    grid = np.full((size, size), np.nan)
    for row in shown:
        grid[row["me"], row["them"]] = 100 * row["p"]
    return grid, dealing


def _draw(document: Document, axes: Axes) -> None:
    grid, dealing = _grid(document)
    image = axes.imshow(grid, origin="lower", cmap=CHANCES, vmin=0, vmax=100, aspect="equal")
    lines = axes.contour(grid, levels=LEVELS, colors="white", linewidths=0.9)
    axes.clabel(lines, fmt="%d %%", fontsize=8)
    bar = axes.figure.colorbar(image, ax=axes, shrink=0.8)
    bar.set_label(f"chance to win in %, {'dealing' if dealing else 'not dealing'} next", color=INK, fontsize=9)
    bar.ax.tick_params(colors=INK, labelsize=8)
    axes.set_xlabel("their score")
    axes.set_ylabel("my score")


KIND = Kind(_draws, lambda _: (WIDTH, 5.6), _draw)
