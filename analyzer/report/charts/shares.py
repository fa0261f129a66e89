"""Who wins: the share of each seat, by policy and number of players, with what even luck would give."""

from __future__ import annotations

from typing import TYPE_CHECKING

from analyzer.report.charts.kind import Kind
from analyzer.report.charts.look import FAINT, MARKERS, PALETTE, WIDTH, literal, name_lines
from analyzer.report.document import Document, answers

if TYPE_CHECKING:
    from matplotlib.axes import Axes

SEVERAL = 3
"""Answers from which on there is no room for the names of policies."""


def _wins(answer: Document) -> list[Document]:
    return [row for row in answer.get("rows", ()) if row.get("metric") == "wins" and row.get("seat") != "all"]


def _draws(document: Document) -> bool:
    return all(answer.get("question") == "simulate" and _wins(answer) for answer in answers(document))


def _draw(document: Document, axes: Axes) -> None:
    every = answers(document)
    ticks: list[str] = []
    for i, answer in enumerate(every):
        rows = _wins(answer)
        color = PALETTE[i % len(PALETTE)]
        players = len({row["seat"] for row in rows})
        label = f"{players} players" if len(every) > 1 else ""
        for row in rows:
            x = len(ticks)
            ticks.append(f"{row['seat']}\n{row['policy']}" if len(every) < SEVERAL else str(row["seat"]))
            axes.errorbar(
                [x], [100 * row["mean"]], [[100 * (row["mean"] - row["low"])], [100 * (row["high"] - row["mean"])]],
                fmt=MARKERS[i % len(MARKERS)], color=color, capsize=4, label=literal(label),
            )  # fmt: skip
            label = ""
        first = len(ticks) - len(rows)
        axes.hlines(100 / players, first - 0.4, len(ticks) - 0.6, colors=FAINT, linestyles="--")
    axes.set_xticks(range(len(ticks)), [literal(tick) for tick in ticks])
    axes.set_ylabel("wins in % (dashed: equal shares)")
    axes.grid(axis="y", color=FAINT, alpha=0.3)
    if len(every) > 1:
        name_lines(axes)


KIND = Kind(_draws, lambda _: (WIDTH, 3.8), _draw)
