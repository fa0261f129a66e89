"""How an estimate narrows: the same question with more and more observations, each with its interval."""

from __future__ import annotations

from typing import TYPE_CHECKING

from analyzer.report.charts.kind import Kind
from analyzer.report.charts.look import FAINT, PALETTE, WIDTH, literal
from analyzer.report.document import Document, answers

if TYPE_CHECKING:
    from matplotlib.axes import Axes

FEWEST = 3


def _draws(document: Document) -> bool:
    """Return whether the answers are one question asked with growing numbers of observations."""
    every = answers(document)
    sizes = [answer.get("samples") or 0 for answer in every]
    same = all(answer.get("inputs") == every[0].get("inputs") for answer in every)
    return len(every) >= FEWEST and same and sizes[0] > 0 and sizes == sorted(set(sizes)) and bool(_leader(every[-1]))


def _leader(answer: Document) -> Document:
    """Return what is followed: the action that ends as the best, or the first row that is estimated."""
    found = [row for row in _estimates(answer) if row.get("low") is not None]
    return found[0] if found else {}


def _estimates(answer: Document) -> list[Document]:
    return list(answer["options"] if "options" in answer else answer.get("rows", ()))


def _draw(document: Document, axes: Axes) -> None:
    every = answers(document)
    leader = _leader(every[-1])
    names = ("action",) if "action" in leader else ("seat", "policy", "metric", "name")
    key = {name: leader[name] for name in names if name in leader}
    value = next(name for name in ("value", "mean", "p") if name in leader)
    sizes, means, ends = [], [], []
    for answer in every:
        for row in _estimates(answer):
            if all(row.get(name) == wanted for name, wanted in key.items()):
                sizes.append(answer["samples"])
                means.append(row[value])
                ends.append((row["low"], row["high"]))
    lows, highs = zip(*ends, strict=True)
    axes.fill_between(sizes, lows, highs, color=PALETTE[0], alpha=0.2, linewidth=0)
    axes.plot(sizes, means, "o-", color=PALETTE[0], markersize=4)
    axes.set_xscale("log")
    axes.set_xlabel("observations")
    words = (" ".join(wanted) if isinstance(wanted, list) else str(wanted) for wanted in key.values())
    axes.set_ylabel(literal(f"{' '.join(words)}: {every[-1].get('unit', value)}"))
    axes.grid(color=FAINT, alpha=0.3)


KIND = Kind(_draws, lambda _: (WIDTH, 3.6), _draw)
