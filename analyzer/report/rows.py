"""Tables of documents that hold rows: counts, odds, simulations, rules, games, speeds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from analyzer.report.digits import decimals, estimate, fixed, plain
from analyzer.report.table import Column, TableModel

ESTIMATES = ("p", "mean", "gap", "cost", "value")
"""Members that may carry the ``low``, ``high`` and ``se`` of their row; the first that a table has does."""
BOUNDS = ("low", "high", "se")
CHANCE = "p"
"""The member that is a chance, stored in [0, 1] and shown in percent."""
CARDS = ("action", "cards", "picks", "best_action", "starters")


def row_table(title: str, rows: Sequence[Mapping[str, Any]]) -> TableModel:
    """Return a table of ``rows``: a column a member, an estimate and its interval in one, chances in percent."""
    names = list(dict.fromkeys(name for row in rows for name in row))
    bounded = any(name in names for name in BOUNDS)
    estimated = next((name for name in ESTIMATES if name in names and (bounded or name == CHANCE)), None)
    shown = [name for name in names if estimated is None or name not in BOUNDS]
    columns = tuple(Column(_head(name), _is_number(name, rows)) for name in shown)
    cells = tuple(
        tuple(_estimate(row, name) if name == estimated else text(row.get(name), name) for name in shown)
        for row in rows
    )
    # The columns left of the first number name the row.
    keys = next((i for i, column in enumerate(columns) if column.number), 1)
    return TableModel(title, columns, cells, keys=max(1, keys))


def count_table(document: Mapping[str, Any]) -> TableModel:
    """Return the rows of one count under its total."""
    rows = [*document["rows"], {"name": "total", "cards": [], "points": document["total"]}]
    return replace(row_table("", rows), strong=frozenset({len(rows) - 1}))


def rules_table(document: Mapping[str, Any]) -> TableModel:
    """Return the options in force: changed ones stand out, the allowed values start with the default."""
    rows = document["rows"]
    columns = tuple(Column(head) for head in ("option", "value", "allowed", "ruling", "meaning"))
    cells = tuple((row["name"], text(row["value"]), _allowed(row), row["ruling"], _meaning(row)) for row in rows)
    changed = frozenset(i for i, row in enumerate(rows) if row["value"] != row["default"])
    return TableModel("", columns, cells, strong=changed)


def _allowed(row: Mapping[str, Any]) -> str:
    # Slashes, because a value may hold commas (1,2,3).
    values = row["values"] if isinstance(row["values"], list) else [row["default"], row["values"]]
    return " / ".join(text(value) for value in values)


def _meaning(row: Mapping[str, Any]) -> str:
    alternatives = f"; {row['alternatives']}" if isinstance(row["values"], list) and row.get("alternatives") else ""
    return f"{row['meaning']}{alternatives} ({row['source']})"


def text(value: Any, name: str = "") -> str:
    """Return one member as text: cards with spaces, other lists with commas, numbers as exact ones, ``None`` blank."""
    match value:
        case None:
            return ""
        case bool():
            return "yes" if value else "no"
        case int() | float():
            return plain(value)
        case list() | tuple():
            return (" " if name in CARDS else ", ").join(text(member) for member in value)
        case dict():
            return ", ".join(f"{key} {text(member)}" for key, member in value.items())
    return str(value)


def _estimate(row: Mapping[str, Any], name: str) -> str:
    scale = 100 if name == CHANCE else 1
    value, low, high = (None if row.get(part) is None else row[part] * scale for part in (name, "low", "high"))
    if value is None:
        return ""
    error = (row.get("se") or 0) * scale
    if low is None and error > 0:
        places = decimals(error)
        return f"{fixed(value, places)} (s.e. {fixed(error, places)})"
    return estimate(value, low, high)


def _head(name: str) -> str:
    return "chance %" if name == CHANCE else name.replace("_", " ")


def _is_number(name: str, rows: Sequence[Mapping[str, Any]]) -> bool:
    present = [row[name] for row in rows if row.get(name) is not None]
    return bool(present) and all(isinstance(value, int | float) and not isinstance(value, bool) for value in present)
