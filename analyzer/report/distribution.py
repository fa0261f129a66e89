"""The table of distributions: the chance of N or more, at a few thresholds out of many."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from analyzer.report.digits import estimate, plain
from analyzer.report.table import Cell, Column, TableModel

THRESHOLDS = 8
"""Thresholds printed; the JSON and CSV output have all."""

Step = Mapping[str, Any]


def distribution_table(
    names: Sequence[Column], rows: Sequence[tuple[Cell, ...]], distributions: Sequence[Sequence[Step]]
) -> TableModel:
    """Return a row for each of ``distributions``, named by ``rows``: chances in percent at evenly spread thresholds."""
    chances = [{step["at_least"]: step for step in steps} for steps in distributions]
    known = sorted({threshold for steps in chances for threshold in steps})
    last = min(len(known), THRESHOLDS) - 1
    picked = [known[round(i * (len(known) - 1) / max(1, last))] for i in range(last + 1)]
    cells = tuple(
        (*row, *(_percent(steps[n]) if n in steps else "" for n in picked))
        for row, steps in zip(rows, chances, strict=True)
    )
    columns = (*names, *(Column(plain(n), number=True) for n in picked))
    return TableModel("Chance in percent of N or more, by N", columns, cells, keys=len(names))


def _percent(step: Step) -> str:
    return estimate(*(step[name] * 100 for name in ("p", "low", "high")))
