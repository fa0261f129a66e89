"""The table model behind every output format: views make tables of a document, writers make text of tables."""

from __future__ import annotations

from dataclasses import dataclass

Cell = str | int | float | bool | None


@dataclass(frozen=True, slots=True)
class Column:
    """One column; ``number`` columns are set flush right and never wrapped.

    Neighbours of the same ``group`` are kept together where a wide table is folded.
    """

    head: str
    number: bool = False
    group: str = ""


@dataclass(frozen=True, slots=True)
class TableModel:
    """A table: a title, columns, rows of cells, and notes that belong under it.

    The first ``keys`` columns name a row: a writer that folds a wide table repeats them. ``strong`` holds the
    indices of rows that stand out.
    """

    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    notes: tuple[str, ...] = ()
    keys: int = 1
    strong: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Page:
    """One answer as people read it: how it was found above its tables, what it means and how to repeat it below."""

    title: str
    header: tuple[str, ...]
    tables: tuple[TableModel, ...]
    footer: tuple[str, ...]
    command: str
