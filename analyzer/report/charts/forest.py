"""Choices, or rows, with their intervals: the best on top, those that are tied with it in colour."""

from __future__ import annotations

from typing import TYPE_CHECKING

from analyzer.report.charts.kind import Kind
from analyzer.report.charts.look import FAINT, PALETTE, WIDTH, literal, number
from analyzer.report.document import Document, answers
from analyzer.report.tidy import Record, wide

if TYPE_CHECKING:
    from matplotlib.axes import Axes

VALUES = ("value", "p", "mean", "points", "total")
"""Members that may be drawn; the first that a document has is."""
BESIDE = (
    *("low", "high", "se", "n", "count", "of", "rank", "gap", "gap_low", "gap_high", "unit", "method"),
    *("tied_for_best", "win", "win_low", "win_high", "deals"),
)
"""Members that measure a row instead of naming it."""
SHOWN = 40
ROW = 0.28
"""Inches that a row takes."""


def _draws(document: Document) -> bool:
    return any(number(record.get(name)) is not None for record in wide(document) for name in VALUES)


def _size(document: Document) -> tuple[float, float]:
    return WIDTH, 1.2 + ROW * max(3, min(SHOWN, len(wide(document))))


def _draw(document: Document, axes: Axes) -> None:
    every = wide(document)
    records = every[:SHOWN]
    name = next((name for name in VALUES if any(name in record for record in records)), VALUES[0])
    for y, record in enumerate(records):
        value, low, high = (number(record.get(part)) for part in (name, "low", "high"))
        tied = bool(record.get("tied_for_best", True))
        color = PALETTE[0] if tied else FAINT
        if low is not None and high is not None:
            axes.plot([low, high], [y, y], "-", color=color, linewidth=2)
        if value is not None:
            # Filled or hollow: the tied set shows on grey paper too.
            axes.plot([value], [y], "o", color=color, markerfacecolor=color if tied else "white", markersize=5)
    axes.set_yticks(range(len(records)), [_label(record, name) for record in records])
    axes.set_ylim(max(len(records), 1) - 0.5, -0.5)
    axes.grid(axis="x", color=FAINT, alpha=0.3)
    unit = answers(document)[0].get("unit", name)
    marked = ", filled: tied for the best" if any("tied_for_best" in record for record in records) else ""
    rest = f"; the first {SHOWN} of {len(every)}" if len(every) > SHOWN else ""
    axes.set_xlabel(literal(f"{unit}{marked}{rest}"))


def _label(record: Record, name: str) -> str:
    """Return the members that name the row: its texts, and the numbers that are no measurement."""
    return literal(
        " ".join(
            str(value)
            for key, value in record.items()
            if key not in (name, *BESIDE) and "." not in key and value is not None
        )
    )


KIND = Kind(_draws, _size, _draw)
