"""Charts of answers: one kind a file, each drawn on the axes that it is given, all with the same look.

A kind knows which documents it can draw; the first in :data:`KINDS` that can is what ``--chart`` and ``plot`` draw.
Colours can be told apart by the colour-blind and in grey, and every estimate carries its interval.
"""

from __future__ import annotations

from io import BytesIO, StringIO
from pathlib import Path
from typing import TYPE_CHECKING

from analyzer.core.errors import InputError, near
from analyzer.core.notation import quoted
from analyzer.report.charts import convergence, curves, forest, keeping, matrix, plane, ranks, shares
from analyzer.report.charts.kind import Kind
from analyzer.report.document import Document

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

KINDS: dict[str, Kind] = {
    "convergence": convergence.KIND,
    "plane": plane.KIND,
    "matrix": matrix.KIND,
    "ranks": ranks.KIND,
    "shares": shares.KIND,
    "counts": curves.COUNTS,
    "forest": forest.KIND,
    "curves": curves.KIND,
    "keeping": keeping.KIND,
}
"""Every kind by name, those that draw few documents before those that draw most."""


def kinds(document: Document) -> list[str]:
    """Return the names of the kinds that can draw ``document``; the first is drawn where none is named."""
    return [name for name, kind in KINDS.items() if kind.draws(document)]


def figure(document: Document, kind: str | None = None) -> Figure:
    """Return a figure of ``document``, of the ``kind`` named or the first that can draw it; pyplot is left alone.

    Raises ``InputError`` for a document without numbers, such as the list of games, and for a kind that cannot draw it.
    """
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    chosen = _chosen(document, kind)
    found = Figure(figsize=chosen.size(document), layout="constrained")
    FigureCanvasAgg(found)
    draw(document, found.add_subplot(), kind)
    return found


def draw(document: Document, axes: Axes, kind: str | None = None) -> Axes:
    """Draw ``document`` on ``axes`` and return them; raises as :func:`figure` does."""
    from analyzer.report.charts.look import dress

    _chosen(document, kind).draw(document, axes)
    dress(document, axes)
    return axes


def save(document: Document, path: Path, kind: str | None = None) -> None:
    """Write the chart of ``document`` to ``path`` in the format of its suffix: the same bytes for the same answer."""
    drawn = figure(document, kind)
    form = path.suffix.lower().removeprefix(".")
    # Without its date, the same answer is the same file; the salt makes the identifiers of an SVG repeat too.
    from matplotlib import rc_context

    with rc_context({"svg.hashsalt": "analyzer", "svg.fonttype": "none"}):
        held = BytesIO()
        drawn.savefig(held, format=form, metadata={"CreationDate" if form == "pdf" else "Date": None})
    path.write_bytes(held.getvalue())


def svg(document: Document, kind: str | None = None, *, salt: str = "analyzer") -> str:
    """Return the chart of ``document`` as an ``svg`` element for a page; ``salt`` keeps its identifiers apart."""
    from matplotlib import rc_context

    from analyzer.report.charts.look import for_page

    drawn = figure(document, kind)
    with rc_context({"svg.hashsalt": salt, "svg.fonttype": "none"}):
        held = StringIO()
        drawn.savefig(held, format="svg", metadata={"Date": None}, transparent=True)
    return for_page(held.getvalue())


def _chosen(document: Document, kind: str | None) -> Kind:
    able = kinds(document)
    if kind is not None and kind not in able:
        known = able or list(KINDS)
        hint = f"expected {', '.join(known)}{near(kind, known)}"
        raise InputError(f"chart {quoted(kind)} cannot be drawn of this answer: {hint}")
    if not able:
        raise InputError("this answer has no numbers to draw: write it as a table, JSON, CSV, Markdown or HTML")
    return KINDS[kind or able[0]]

