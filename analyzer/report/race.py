"""The chances of a race as people read them: one score as it is, all scores as a grid."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from analyzer.report.digits import fixed, plain
from analyzer.report.rows import row_table
from analyzer.report.table import Column, TableModel

SHOWN = 40
"""Rows that are printed one by one; a whole race has thousands."""
STEP = 10
"""Points between the scores of a grid."""


def race_tables(document: Mapping[str, Any]) -> list[TableModel]:
    """Return the rows, or a grid for each of the seats where there are too many."""
    rows: Sequence[Mapping[str, Any]] = document["rows"]
    if len(rows) <= SHOWN:
        return [row_table("", rows)]
    return [_grid(rows, dealer) for dealer in (True, False) if any(row["dealer"] is dealer for row in rows)]


def _grid(rows: Sequence[Mapping[str, Any]], dealer: bool) -> TableModel:
    chances = {(row["me"], row["them"]): row["p"] for row in rows if row["dealer"] is dealer}
    mine = [me for me in dict.fromkeys(me for me, _ in chances) if me % STEP == 0]
    theirs = [them for them in dict.fromkeys(them for _, them in chances) if them % STEP == 0]
    # Whole percents keep all of it within 80 columns.
    cells = tuple(
        (str(me), *("" if (p := chances.get((me, them))) is None else fixed(100 * p, 0) for them in theirs))
        for me in mine
    )
    widest = max(row["se"] for row in rows)
    return TableModel(
        title=f"win %, {'dealing' if dealer else 'not dealing'} next, by my score (down) and theirs (across)",
        columns=(Column("me", number=True), *(Column(str(them), number=True) for them in theirs)),
        rows=cells,
        notes=(
            f"standard errors up to {fixed(100 * widest, 2)} percentage points; all {plain(len(rows))} rows are in the "
            "JSON and CSV output",
        ),
    )
