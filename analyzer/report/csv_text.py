"""CSV by RFC 4180, safe to open in a spreadsheet."""

from __future__ import annotations

import csv
import io
import re

from analyzer.report.table import Cell, TableModel

FORMULA = re.compile(r"[=@+\-\t\r]")
CARDS = re.compile(r"[+-]?\d+[A-Z]?(?: [+-]?\w+)*")


def csv_text(table: TableModel) -> str:
    """Return ``table`` as CSV with a header line; an empty cell is a missing value."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([_cell(column.head) for column in table.columns])
    writer.writerows([_cell(cell) for cell in row] for row in table.rows)
    return text.getvalue()


def _cell(cell: Cell) -> Cell:
    """Return the cell as it is written: text that a spreadsheet would compute gets a quotation mark, cards do not."""
    if isinstance(cell, bool):
        return "true" if cell else "false"
    if isinstance(cell, str) and FORMULA.match(cell) and not CARDS.fullmatch(cell):
        return "'" + cell
    return cell
