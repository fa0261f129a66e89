"""The look that all charts share: colours, the title with what an answer rests on, and ink that a page may recolour."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from analyzer.report.digits import plain
from analyzer.report.document import Document, answers

if TYPE_CHECKING:
    from matplotlib.axes import Axes

INK = "#24292f"
"""Words and axes; :func:`for_page` turns it into the colour of the page's own text."""
FAINT = "#8c959f"
"""What is behind: grid lines, choices that are not among the best."""
PALETTE = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", INK, "#f0e442")
"""Okabe and Ito's colours (2008), which people who see fewer colours can tell apart, dark ones first."""
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "*")
STYLES = ("-", "--", "-.", ":")
"""Markers and lines go with the colours, so that grey paper tells them apart too."""
CHANCES = "viridis"
"""A colour map that grows evenly lighter."""
WIDTH = 7.0
TITLE, WORDS = 11, 9


def dress(document: Document, axes: Axes) -> None:
    """Give ``axes`` the common look, and a title that says what was asked, of how much, and how it was found."""
    first = answers(document)[0]
    asked = " ".join(str(first[name]) for name in ("game", "question", "table") if name in first)
    title = "\n".join(line for line in (asked, basis(first)) if line)
    axes.set_title(literal(title), fontsize=TITLE, color=INK, loc="left")
    axes.tick_params(colors=INK, labelsize=WORDS)
    for label in (axes.xaxis.label, axes.yaxis.label):
        label.set_color(INK)
        label.set_fontsize(WORDS)
    for side, spine in axes.spines.items():
        spine.set_visible(side in ("left", "bottom"))
        spine.set_color(FAINT)


def name_lines(axes: Axes) -> None:
    """Put the legend of ``axes`` where it hides least."""
    axes.legend(fontsize=8, labelcolor=INK, frameon=False)


def basis(answer: Document) -> str:
    """Return the number of observations, the seed and the method of ``answer``, as far as it has them."""
    words = [str(answer["method"])] if "method" in answer else []
    if answer.get("samples"):
        words.append(f"n = {plain(answer['samples'])}")
        words.append(f"seed {answer['seed']}" if "seed" in answer else "")
    return ", ".join(word for word in words if word)


def literal(text: str) -> str:
    """Return ``text`` so that matplotlib sets it as it stands, dollars and all."""
    return text.replace("$", r"\$")


def for_page(svg: str) -> str:
    """Return the ``svg`` element alone, with ink in the colour of the page's text and a width that gives way."""
    element = svg[svg.index("<svg") :]
    element = re.sub(r'(<svg[^>]*?) width="[^"]*"', r"\1", element, count=1)
    element = re.sub(r'(<svg[^>]*?) height="[^"]*"', r"\1", element, count=1)
    return element.replace(INK, "currentColor").strip()


def number(value: Any) -> float | None:
    """Return ``value`` as a float where it is a number."""
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None
