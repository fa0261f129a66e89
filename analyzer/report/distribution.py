"""The table of distributions: the chance of N or more, at a few round thresholds."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from typing import Any

from analyzer.report.digits import estimate, plain
from analyzer.report.table import Cell, Column, TableModel

THRESHOLDS = 8
"""Thresholds printed at most; the JSON and CSV output have all."""
SURE = 0.99
"""A chance of this and more, or of its complement and less, in every row is not worth a threshold."""
UNSEEN = "-"
"""The cell of a threshold above all values that were seen."""
EXACTLY = 1e-9
"""Thresholds are multiples of a decimal step, which a float holds not quite."""

Step = Mapping[str, Any]


def distribution_table(
    names: Sequence[Column], rows: Sequence[tuple[Cell, ...]], distributions: Sequence[Sequence[Step]]
) -> TableModel:
    """Return a row for each of ``distributions``, named by ``rows``: chances in percent at round thresholds."""
    picked = _thresholds(distributions)
    cells = tuple(
        (*row, *(_chance(steps, n) for n in picked)) for row, steps in zip(rows, distributions, strict=True)
    )
    columns = (*names, *(Column(plain(n), number=True) for n in picked))
    unseen = any(cell == UNSEEN for row in cells for cell in row[len(names) :])
    notes = (f"{UNSEEN} so much was not seen once",) if unseen else ()
    return TableModel("Chance in percent of N or more, by N", columns, cells, notes, keys=len(names))


def _thresholds(distributions: Sequence[Sequence[Step]]) -> list[float]:
    """Return the multiples of a round step over the values that matter, 0 among them where the values straddle it."""
    seen = [step for steps in distributions for step in steps]
    if not seen:
        return []
    values = [step["at_least"] for step in seen]
    lowest, highest = min(values), max(values)
    if lowest == highest:
        return [lowest]
    open_ones = [step["at_least"] for step in seen if 1 - SURE < step["p"] < SURE] or values
    first, last = min(open_ones), max(open_ones)
    if lowest <= 0 <= highest:
        first, last = min(first, 0), max(last, 0)
    whole = all(float(value).is_integer() for value in values)
    for step in _round_steps((last - first) / THRESHOLDS, whole=whole):
        least, most = math.ceil(first / step - EXACTLY), math.floor(last / step + EXACTLY)
        picked = [number * step for number in range(least, most + 1)]
        if len(picked) <= THRESHOLDS:
            return picked or [first]
    raise AssertionError("a step beyond the range leaves one threshold at most")


def _round_steps(least: float, *, whole: bool) -> Iterator[float]:
    """Yield 1, 2, 5, 10, 20, ... and their tenths and so on, in order, from one that is not above ``least``."""
    exponent = math.floor(math.log10(least)) if least > 0 else 0
    for power in count(max(0, exponent) if whole else exponent):
        for digit in (1, 2, 5):
            yield digit * 10**power if power >= 0 else digit / 10**-power


def _chance(steps: Sequence[Step], threshold: float) -> str:
    """Return the chance of ``threshold`` or more: that of the next value seen, as no value lies between them."""
    step = next((step for step in steps if step["at_least"] >= threshold - EXACTLY), None)
    return UNSEEN if step is None else estimate(*(step[name] * 100 for name in ("p", "low", "high")))
