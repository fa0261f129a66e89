"""Distributions: the chance of N or more by N, a line for each action, seat or number of cards."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from analyzer.report.charts.kind import Kind
from analyzer.report.charts.look import FAINT, PALETTE, STYLES, WIDTH, literal, name_lines, number
from analyzer.report.document import Document, answers

if TYPE_CHECKING:
    from matplotlib.axes import Axes

LINES = 6
"""Lines that can still be told apart; the first ones are drawn."""
COUNTED = ("points", "p", "count", "of", "low", "high")
"""Members of a row of points; the others name its line."""

Line = tuple[str, Sequence[Mapping[str, Any]]]


def _lines(document: Document) -> Iterator[Line]:
    for answer in answers(document):
        for option in answer.get("options", ()):
            if "distribution" in option:
                yield " ".join(option["action"]) or "(none)", option["distribution"]
        for entry in answer.get("distributions", ()):
            yield f"{entry['seat']} {entry['policy']} {entry['metric']}", entry["distribution"]


def _counts(document: Document) -> Iterator[Line]:
    for answer in answers(document):
        yield from _counted(answer)


def _counted(answer: Document) -> Iterator[Line]:
    """Return exact tables of points, a line for each value of the columns beside them."""
    groups: dict[str, list[tuple[float, float]]] = {}
    for row in answer.get("rows", ()):
        points, p = number(row.get("points")), number(row.get("p"))
        if points is None or p is None:
            return
        beside = (f"{key} {value}" for key, value in row.items() if key not in COUNTED)
        groups.setdefault(" ".join(beside), []).append((points, p))
    for name, pairs in groups.items():
        pairs.sort()
        yield name, [{"at_least": n, "p": sum(p for other, p in pairs if other >= n)} for n, _ in pairs]


def _draw(lines: list[Line], axes: Axes) -> None:
    for i, (name, steps) in enumerate(lines[:LINES]):
        color, style = PALETTE[i % len(PALETTE)], STYLES[i % len(STYLES)]
        at = [step["at_least"] for step in steps]
        axes.step(at, [100 * step["p"] for step in steps], style, where="pre", color=color, label=literal(name))
        if all("low" in step for step in steps):
            low, high = ([100 * step[end] for step in steps] for end in ("low", "high"))
            axes.fill_between(at, low, high, step="pre", color=color, alpha=0.25, linewidth=0)
    axes.set_xlabel("N" if len(lines) <= LINES else f"N; the first {LINES} of {len(lines)} lines")
    axes.set_ylabel("chance of N or more, %")
    axes.set_ylim(0, 101)
    axes.grid(color=FAINT, alpha=0.3)
    if any(name for name, _ in lines):
        name_lines(axes)


def _kind(lines: Callable[[Document], Iterator[Line]]) -> Kind:
    return Kind(
        lambda document: any(True for _ in lines(document)),
        lambda _: (WIDTH, 4.2),
        lambda document, axes: _draw(list(lines(document)), axes),
    )


KIND = _kind(_lines)
COUNTS = _kind(_counts)
"""The same of exact tables of points."""
