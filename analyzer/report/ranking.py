"""The table of advice: every action, what it is worth, how far behind the best, and what its value is made of."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from analyzer.report.digits import behind, estimate, fixed, places_of, plain
from analyzer.report.distribution import distribution_table
from analyzer.report.rows import row_table
from analyzer.report.table import Column, TableModel

SHOWN = 40
"""Rows printed before the rest is only counted: a pool of twelve cards has 495 picks."""
OPPONENT = "_opponent"

Option = Mapping[str, Any]
Filled = tuple[Column, list[str]]
"""A column and its cells."""


def ranking_tables(document: Mapping[str, Any]) -> list[TableModel]:
    """Return the ranked actions, then their distributions and the rows behind the best where the document has them."""
    options: Sequence[Option] = document["options"]
    shown = options[:SHOWN]
    rest = len(options) - len(shown)
    filled = _worth(document, shown) + _chances(shown) + _deals(shown) + _parts(shown, document["unit"])
    ranking = TableModel(
        title="",
        columns=tuple(column for column, _ in filled),
        rows=tuple(zip(*(cells for _, cells in filled), strict=True)),
        notes=(f"and {plain(rest)} more, all of them in the JSON and CSV output",) if rest else (),
        keys=2,
        strong=frozenset(i for i, option in enumerate(shown) if option["tied_for_best"]),
    )
    tables = [ranking]
    if any("distribution" in option for option in shown):
        named = [column for column, _ in filled[:2]], list(zip(filled[0][1], filled[1][1], strict=True))
        tables.append(distribution_table(*named, [option.get("distribution", ()) for option in shown]))
    if options and options[0].get("rows"):
        tables.append(row_table(f"{action_text(options[0]['action'])}, row by row", options[0]["rows"]))
    return tables


def verdict(document: Mapping[str, Any]) -> str:
    """Return one sentence: which action is best, or how many could be."""
    options: Sequence[Option] = document["options"]
    tied = [action_text(option["action"]) for option in options if option["tied_for_best"]]
    sampled = document["method"] == "simulated"
    surety = f" at the {plain(document['level'] * 100)} % level" if sampled and document.get("level") else ""
    if len(tied) == 1:
        return f"{tied[0]} is the best of {plain(len(options))}{surety}."
    return f"{plain(len(tied))} of {plain(len(options))} are tied for the best{surety}."


def action_text(action: Sequence[str]) -> str:
    """Return an action's words with spaces; the empty action is ``(none)``."""
    return " ".join(action) or "(none)"


def _worth(document: Mapping[str, Any], shown: Sequence[Option]) -> list[Filled]:
    """Return what names an option, what it is worth in the document's unit, and in points or wins beside it."""
    percent = _is_chance(document["unit"])
    mark = "tied" if sum(option["tied_for_best"] for option in document["options"]) > 1 else "best"
    filled = [
        (Column("#", number=True), [str(option["rank"]) for option in shown]),
        (Column("action"), [action_text(option["action"]) for option in shown]),
        (
            Column("win %" if percent else document["unit"], number=True),
            [_interval(estimate, option, "value", "low", "high", percent=percent) for option in shown],
        ),
        (
            Column("behind best", number=True),
            [_interval(behind, option, "gap", "gap_low", "gap_high", percent=percent) for option in shown],
        ),
        (Column("best"), [mark if option["tied_for_best"] else "" for option in shown]),
    ]
    if percent and any("points" in option for option in shown):
        points = [_points(option.get("points"), option, document["unit"]) for option in shown]
        filled.append((Column("points", number=True), points))
    if not percent and any("win" in option for option in shown):
        wins = [_interval(estimate, option, "win", "win_low", "win_high", percent=True) for option in shown]
        filled.append((Column("win %", number=True), wins))
    return filled


def _deals(options: Sequence[Option]) -> list[Filled]:
    """Return on how many common deals each was tried, where clear losers were dropped early."""
    if len({option.get("deals") for option in options}) < 2:
        return []
    return [(Column("deals", number=True), [plain(option["deals"]) for option in options])]


def _chances(options: Sequence[Option]) -> list[Filled]:
    names = dict.fromkeys(name for option in options for name in option.get("chances", ()))
    return [
        (
            Column(f"{name.replace('_', ' ')} %", number=True),
            [
                _interval(estimate, option.get("chances", {}).get(name, {}), "p", "low", "high", percent=True)
                for option in options
            ],
        )
        for name in names
    ]


def _parts(options: Sequence[Option], unit: str) -> list[Filled]:
    """Return a column for each part; what a player and the opponent gain in the same way stands in one column."""
    names = dict.fromkeys(name for option in options for name in option.get("parts", ()))
    filled = []
    for name in names:
        if name.endswith(OPPONENT) and name.removesuffix(OPPONENT) in names:
            continue
        pair = [name, name + OPPONENT] if name + OPPONENT in names else [name]
        head = name.replace("_", " ") + (", theirs" if len(pair) == 2 else "")
        cells = [
            " ".join(_points(option.get("parts", {}).get(part), option, unit) for part in pair) for option in options
        ]
        filled.append((Column(head, number=True, group="parts"), cells))
    return filled


def _interval(
    write: Callable[..., str], numbers: Mapping[str, Any], value: str, low: str, high: str, *, percent: bool
) -> str:
    if numbers.get(value) is None:
        return ""
    scale = 100 if percent else 1
    if numbers.get(low) is None or numbers.get(high) is None:
        # An interval without an end supports no decimals at all.
        return fixed(numbers[value] * scale, 0)
    return write(*(numbers[name] * scale for name in (value, low, high)))


def _points(points: float | None, option: Option, unit: str) -> str:
    """Return a part in points, as fine as the interval of the whole: the only one that is known."""
    if points is None:
        return "-"
    if option["low"] == option["high"]:
        return plain(points)
    places = None if _is_chance(unit) else places_of(option["low"], option["high"])
    return fixed(points, 1 if places is None else places)


def _is_chance(unit: str) -> bool:
    return "probability" in unit
