"""The table of advice: every action, what it is worth, how far behind the best, and what its value is made of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from analyzer.report.digits import between, estimate, fixed, places_of, plain
from analyzer.report.rows import row_table
from analyzer.report.table import Column, TableModel

SHOWN = 40
"""Rows printed before the rest is only counted: a pool of twelve cards has 495 picks."""
THRESHOLDS = 8
"""Thresholds of points printed of a distribution; the JSON and CSV output have all."""
OPPONENT = "_opponent"

Option = Mapping[str, Any]


def ranking_tables(document: Mapping[str, Any]) -> list[TableModel]:
    """Return the ranked actions, and the rows behind the best one where the document has them."""
    options: Sequence[Option] = document["options"]
    shown = options[:SHOWN]
    chance = "probability" in document["unit"]
    tied = sum(option["tied_for_best"] for option in options)
    columns = [Column("#", number=True), Column("action"), Column("win %" if chance else document["unit"], number=True)]
    columns += [Column("behind the best", number=True), Column("best")]
    cells = [
        [
            str(option["rank"]),
            action_text(option["action"]),
            _interval(estimate, option, "value", "low", "high", percent=chance),
            _interval(between, option, "gap", "gap_low", "gap_high", percent=chance),
            ("tied" if tied > 1 else "best") if option["tied_for_best"] else "",
        ]
        for option in shown
    ]
    further = {"": _wins(shown, chance) + _chances(shown), "parts": _parts(shown, chance)}
    for group, pairs in further.items():
        for head, texts in pairs:
            columns.append(Column(head, number=True, group=group))
            for row, cell in zip(cells, texts, strict=True):
                row.append(cell)
    rest = len(options) - len(shown)
    notes = (f"and {plain(rest)} more, all of them in the JSON and CSV output",) if rest else ()
    strong = frozenset(i for i, option in enumerate(shown) if option["tied_for_best"])
    tables = [TableModel("", tuple(columns), tuple(map(tuple, cells)), notes, keys=2, strong=strong)]
    if any("distribution" in option for option in shown):
        tables.append(_distribution(shown))
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


def _interval(write: Any, option: Option, value: str, low: str, high: str, *, percent: bool) -> str:
    scale = 100 if percent else 1
    numbers = [None if option.get(name) is None else option[name] * scale for name in (value, low, high)]
    return "" if numbers[0] is None else str(write(*numbers))


def _wins(options: Sequence[Option], chance: bool) -> list[tuple[str, list[str]]]:
    if chance:
        if not any("points" in option for option in options):
            return []
        return [("points", [_number(option.get("points"), option, chance) for option in options])]
    if not any("win" in option for option in options):
        return []
    return [("win %", [_interval(estimate, option, "win", "win_low", "win_high", percent=True) for option in options])]


def _chances(options: Sequence[Option]) -> list[tuple[str, list[str]]]:
    names = dict.fromkeys(name for option in options for name in option.get("chances", ()))
    return [
        (
            f"{name.replace('_', ' ')} %",
            [
                _interval(estimate, option.get("chances", {}).get(name, {}), "p", "low", "high", percent=True)
                for option in options
            ],
        )
        for name in names
    ]


def _parts(options: Sequence[Option], chance: bool) -> list[tuple[str, list[str]]]:
    """Return a column for each part; what a player and the opponent gain in the same way stands in one column."""
    names = dict.fromkeys(name for option in options for name in option.get("parts", ()))
    columns = []
    for name in names:
        if name.endswith(OPPONENT) and name.removesuffix(OPPONENT) in names:
            continue
        pair = [name, name + OPPONENT] if name + OPPONENT in names else [name]
        head = name.replace("_", " ") + (", theirs" if len(pair) == 2 else "")
        texts = [
            " ".join(_number(option.get("parts", {}).get(part), option, chance) for part in pair) for option in options
        ]
        columns.append((head, texts))
    return columns


def _distribution(options: Sequence[Option]) -> TableModel:
    """Return the chance of N points or more for each action, at thresholds spread evenly over all that are known."""
    chances = [{step["at_least"]: step for step in option.get("distribution", ())} for option in options]
    known = sorted({threshold for steps in chances for threshold in steps})
    last = min(len(known), THRESHOLDS) - 1
    picked = [known[round(i * (len(known) - 1) / max(1, last))] for i in range(last + 1)]
    rows = tuple(
        (
            str(option["rank"]),
            action_text(option["action"]),
            *(_interval(estimate, steps.get(n, {}), "p", "low", "high", percent=True) for n in picked),
        )
        for option, steps in zip(options, chances, strict=True)
    )
    columns = (Column("#", number=True), Column("action"), *(Column(plain(n), number=True) for n in picked))
    return TableModel("Chance in percent of N points or more, by N", columns, rows, keys=2)


def _number(value: float | None, option: Option, chance: bool) -> str:
    """Return a part in points, as fine as the interval of the whole, which is the only one that is known."""
    if value is None:
        return "-"
    exact = option["low"] == option["high"]
    if exact:
        return plain(value)
    places = None if chance else places_of(option["low"], option["high"])
    return fixed(value, 1 if places is None else places)
