"""Pages as text for a terminal; a table wider than the terminal is folded, its first columns repeated."""

from __future__ import annotations

import io
from collections.abc import Iterable
from itertools import groupby

from rich.box import Box
from rich.cells import cell_len
from rich.console import Console
from rich.table import Table
from rich.text import Text

from analyzer.report.table import Cell, Page, TableModel

GAP = 2
"""Blanks between two columns."""
TEXT_WIDTH = 18
"""The most that a column of text counts when a table is folded: text may be wrapped, a number may not."""
KEY_WIDTH = 30
"""The most that a column which names a row keeps for itself when the others need room."""
RULED = Box("    \n    \n ── \n    \n    \n    \n    \n    \n")
"""No lines but the one under the heads."""


def terminal_text(pages: Iterable[Page], *, width: int, color: bool) -> str:
    """Return ``pages`` laid out for ``width`` columns, with escape codes only where ``color`` is set."""
    written = io.StringIO()
    console = Console(
        file=written,
        width=width,
        force_terminal=color,
        force_jupyter=False,
        color_system="standard" if color else None,
        no_color=not color,
        legacy_windows=False,
    )
    for i, page in enumerate(pages):
        if i:
            console.print()
        _print(console, page, width)
    return "\n".join(line.rstrip() for line in written.getvalue().splitlines()) + "\n"


def _print(console: Console, page: Page, width: int) -> None:
    if page.title:
        console.print(Text(page.title, style="bold"))
    _lines(console, page.header)
    for table in page.tables:
        console.print()
        if table.title:
            console.print(Text(table.title, style="bold"))
        for i, fold in enumerate(_folds(table, width)):
            if i:
                console.print()
            console.print(_drawn(table, fold))
        _lines(console, table.notes)
    if page.footer or page.command:
        console.print()
    _lines(console, page.footer)
    if page.command:
        # Never wrapped, so that it can be copied.
        console.print(Text(page.command, style="dim"), soft_wrap=True)


def _lines(console: Console, lines: Iterable[str]) -> None:
    for line in lines:
        console.print(Text(line))


def _folds(table: TableModel, width: int) -> list[list[int]]:
    """Return the columns of each fold, which all begin with the columns that name a row."""
    keys = list(range(min(table.keys, len(table.columns))))
    lead = sum(_width(table, i) + GAP for i in keys)
    folds, used = [keys[:]], lead
    further = range(table.keys, len(table.columns))
    for _, together in groupby(further, key=lambda i: table.columns[i].group or i):
        block = list(together)
        for start, count in [(0, len(block)), *((at, 1) for at in range(1, len(block)))]:
            needed = sum(_width(table, i) + GAP for i in block[start : start + count])
            if used + needed - GAP > width and len(folds[-1]) > len(keys):
                folds.append(keys[:])
                used = lead
            folds[-1].append(block[start])
            used += _width(table, block[start]) + GAP
    return folds


def _width(table: TableModel, i: int) -> int:
    column = table.columns[i]
    word = max(map(cell_len, column.head.split()), default=0)
    body = max((cell_len(_text(row[i])) for row in table.rows), default=0)
    return max(word, body if column.number or i < table.keys else min(body, TEXT_WIDTH))


def _drawn(table: TableModel, fold: list[int]) -> Table:
    drawn = Table(box=RULED, show_edge=False, pad_edge=False, padding=(0, 1, 0, 0))
    for i in fold:
        column = table.columns[i]
        exact = _width(table, i) if column.number else None
        least = min(_width(table, i), KEY_WIDTH) if i < table.keys else None
        drawn.add_column(
            Text(column.head),
            justify="right" if column.number else "left",
            overflow="fold",
            width=exact,
            min_width=least,
        )
    for i, row in enumerate(table.rows):
        drawn.add_row(*(Text(_text(row[k])) for k in fold), style="bold" if i in table.strong else None)
    return drawn


def _text(cell: Cell) -> str:
    return "" if cell is None else str(cell)
