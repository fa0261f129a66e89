"""One simple chart for any document: values with their intervals, first row on top."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from analyzer.core.errors import InputError
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
WIDTH = 7.0
ROW = 0.28
"""Inches: the width of a chart, and the height of a row."""


def forest(document: Document, axes: Axes) -> Axes:
    """Draw up to 40 rows of ``document`` on ``axes`` and return it; a row without a number draws nothing."""
    records = wide(document)[:SHOWN]
    name = next((name for name in VALUES if any(name in record for record in records)), VALUES[0])
    for y, record in enumerate(records):
        value, low, high = (_number(record.get(part)) for part in (name, "low", "high"))
        color = "C0" if record.get("tied_for_best", True) else "0.5"
        if value is not None:
            axes.plot([value], [y], "o", color=color, markersize=4)
        if low is not None and high is not None:
            axes.plot([low, high], [y, y], "-", color=color)
    axes.set_yticks(range(len(records)), [_label(record, name) for record in records])
    axes.set_ylim(max(len(records), 1) - 0.5, -0.5)
    first = answers(document)[0]
    axes.set_xlabel(str(first.get("unit", name)))
    axes.set_title(" ".join(str(first[part]) for part in ("game", "question") if part in first))
    return axes


def height(document: Document) -> float:
    """Return the inches that a chart of ``document`` wants."""
    return 1 + ROW * max(3, min(SHOWN, len(wide(document))))


def save(document: Document, path: Path) -> None:
    """Write the chart of ``document`` to ``path`` in the format of its suffix, leaving pyplot alone.

    Raises ``InputError`` for a document without numbers, such as the list of games.
    """
    if not any(_drawn(record) for record in wide(document)):
        raise InputError("this answer has no numbers to draw: write it as a table, JSON, CSV, Markdown or HTML")
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(WIDTH, height(document)))
    FigureCanvasAgg(figure)
    forest(document, figure.add_subplot())
    # Without its date, the same answer is the same file.
    date = "CreationDate" if path.suffix.lower() == ".pdf" else "Date"
    figure.savefig(path, bbox_inches="tight", metadata={date: None})


def _label(record: Record, name: str) -> str:
    """Return the members that name the row: its texts, and the numbers that are no measurement."""
    label = " ".join(
        str(value)
        for key, value in record.items()
        if key not in (name, *BESIDE) and "." not in key and value is not None
    )
    return label.replace("$", r"\$")  # matplotlib would set what stands between two dollars as a formula


def _drawn(record: Record) -> bool:
    return any(_number(record.get(name)) is not None for name in VALUES)


def _number(value: object) -> float | None:
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None
