"""A document as flat rows for other programs: wide (a row an action) and tidy (a row an action and metric)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from analyzer.report.document import Document, answers, printable, stable
from analyzer.report.table import Cell, Column, TableModel

Record = dict[str, Cell]
BOUNDS = {"value": ("low", "high"), "gap": ("gap_low", "gap_high"), "win": ("win_low", "win_high"), "points": ("", "")}
"""The metrics of an option, and the members that hold their intervals."""


def wide(document: Document) -> list[Record]:
    """Return a record for each action or row, members inside members named with dots (``parts.path``)."""
    return _with_inputs(document, lambda answer: (_flat(row) for row in _rows(answer)))


def tidy(document: Document) -> TableModel:
    """Return one row for each action and metric (advice), or each row as it stands (everything else)."""
    records = _with_inputs(document, lambda answer: _metrics(answer) if "options" in answer else _measured(answer))
    names = list(dict.fromkeys(name for record in records for name in record))
    rows = tuple(tuple(record.get(name) for name in names) for record in records)
    return TableModel("", tuple(Column(name) for name in names), rows)


def _rows(answer: Document) -> list[Mapping[str, Any]]:
    rows: list[Mapping[str, Any]] = answer["options"] if "options" in answer else answer.get("rows", [])
    return rows


def _with_inputs(document: Document, records: Callable[[Document], Iterable[Record]]) -> list[Record]:
    """Return the records of every answer, each led by the inputs in which the answers differ (such as the seat)."""
    every = answers(printable(stable(document)))
    asked = [answer.get("inputs", {}) for answer in every]
    names = dict.fromkeys(name for inputs in asked for name in inputs)
    differing = [name for name in names if any(inputs.get(name) != asked[0].get(name) for inputs in asked)]
    return [
        {**{name: _cell(inputs.get(name)) for name in differing}, **record}
        for inputs, answer in zip(asked, every, strict=True)
        for record in records(answer)
    ]


def _metrics(answer: Document) -> Iterator[Record]:
    for option in answer["options"]:
        lead = {name: _cell(option[name]) for name in ("action", "rank", "tied_for_best", "deals") if name in option}
        measured = [
            (name, option[name], option.get(low), option.get(high))
            for name, (low, high) in BOUNDS.items()
            if name in option
        ]
        measured += [(f"parts.{name}", value, None, None) for name, value in option.get("parts", {}).items()]
        measured += [
            (f"chances.{name}", chance["p"], chance["low"], chance["high"])
            for name, chance in option.get("chances", {}).items()
        ]
        measured += [
            (f"at_least.{step['at_least']}", step["p"], step["low"], step["high"])
            for step in option.get("distribution", ())
        ]
        for metric, value, low, high in measured:
            yield {**lead, "metric": metric, "value": value, "low": low, "high": high}


def _measured(answer: Document) -> Iterator[Record]:
    """Return the rows as they stand, and after them the thresholds of each distribution as further metrics."""
    yield from (_flat(row) for row in _rows(answer))
    for entry in answer.get("distributions", ()):
        for step in entry["distribution"]:
            record = _flat({name: entry[name] for name in ("seat", "policy", "metric")})
            record["metric"] = f"{entry['metric']}.at_least.{step['at_least']}"
            yield record | {"mean": step["p"], "low": step["low"], "high": step["high"]}


def _flat(row: Mapping[str, Any], prefix: str = "") -> Record:
    record: Record = {}
    for name, value in row.items():
        if isinstance(value, dict):
            record.update(_flat(value, f"{prefix}{name}."))
        elif not (isinstance(value, list) and value and isinstance(value[0], dict)):
            # Tables within a row (distributions, rows of a count) are no cell.
            record[prefix + name] = _cell(value)
    return record


def _cell(value: Any) -> Cell:
    if isinstance(value, list):
        return " ".join(str(_cell(member)) for member in value)
    if isinstance(value, dict):
        return " ".join(f"{name}={_cell(member)}" for name, member in value.items())
    cell: Cell = value
    return cell
