"""A document as people read it: pages of tables with a header and a footer, before any output format."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from analyzer.advice.ranking import WIN
from analyzer.games import find, folder, names
from analyzer.games.options import load_options, spell
from analyzer.report.digits import plain
from analyzer.report.distribution import distribution_table
from analyzer.report.document import Document, answers, printable, stable
from analyzer.report.race import race_tables
from analyzer.report.ranking import ranking_tables, verdict
from analyzer.report.rows import count_table, row_table, rules_table, text
from analyzer.report.table import Column, Page, TableModel

IN_UNIT = ("sensitivity", "policy_costs")
"""Members whose rows hold gaps in the unit of the answer."""
NOT_REACHED = "The precision asked for was not reached{}: give more time or samples."


def pages(document: Document, *, reached: bool = True) -> list[Page]:
    """Return a page for each answer in ``document``, with nothing in it that a terminal would obey.

    The last one says so where the precision asked was not ``reached``, which is not the document's to say: the same
    samples without that wish are the same document.
    """
    found = [_page(answer) for answer in answers(printable(stable(document)))]
    if not reached:
        note = NOT_REACHED.format(" in every answer" if len(found) > 1 else "")
        found[-1] = replace(found[-1], footer=(*found[-1].footer, note))
    return found


def _page(answer: Document) -> Page:
    return Page(
        title=_title(answer),
        header=tuple(_header(answer)),
        tables=tuple(_tables(answer)),
        footer=tuple(_footer(answer)),
        command=answer.get("command", ""),
    )


def _title(answer: Document) -> str:
    words = [str(answer[name]) for name in ("game", "question", "table") if name in answer]
    asked = [
        _asked(value) if isinstance(value, list) and i == 0 else f"{name} {_asked(value)}"
        for i, (name, value) in enumerate(answer.get("inputs", {}).items())
        if value is not None
    ]
    return " ".join(words) + (": " + ", ".join(asked) if asked else "")


def _asked(value: Any) -> str:
    if isinstance(value, list):
        several = any(isinstance(member, list) for member in value)
        return (" / " if several else " ").join(_asked(member) if several else str(member) for member in value)
    return text(value)


def _header(answer: Document) -> Iterator[str]:
    found = []
    if "method" in answer:
        found.append(str(answer["method"]))
    if answer.get("samples"):
        found.append(f"{plain(answer['samples'])} {_observed(answer)}")
    if answer.get("samples") and "seed" in answer:
        found.append(f"seed {answer['seed']}")
    if answer.get("samples") and "level" in answer:
        found.append(f"{plain(answer['level'] * 100)} % level")
    players = {name: answer[name] for name in ("me", "opponent") if answer.get(name)}
    if len(players) == 2 and players["me"] == players["opponent"]:
        players = {"me and opponent": players["me"]}
    found += [f"{name} {policy}" for name, policy in players.items()]
    if found:
        yield ", ".join(found)
    changed = house_rules(answer)
    if changed:
        yield "House rules: " + ", ".join(f"{name}={spell(value)}" for name, value in changed.items())
    assumed = [sentence.split(" is assumed", 1)[0].split(":", 1)[0] for sentence in answer.get("assumptions", ())]
    if assumed:
        yield "Assumed: " + ", ".join(assumed)


def _observed(answer: Document) -> str:
    if "options" in answer:
        return "common deals"
    return str(answer["unit"]) if answer.get("question") == "simulate" and "unit" in answer else "samples"


def house_rules(answer: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options in force that differ from the game's defaults; none where the game is not installed."""
    name, rules = answer.get("game"), answer.get("rules")
    if name not in names() or not isinstance(rules, dict):
        return {}
    options = load_options(folder(find(name)))
    return options.changed({option: value for option, value in rules.items() if option in options.specs})


def _tables(answer: Document) -> Iterator[TableModel]:
    if "options" in answer:
        yield from ranking_tables(answer)
    elif answer.get("question") == "rules":
        yield rules_table(answer)
    elif answer.get("question") == "race":
        yield from race_tables(answer)
    elif "total" in answer:
        yield count_table(answer)
    elif "rows" in answer:
        yield row_table("", answer["rows"])
    if "distributions" in answer:
        spread = answer["distributions"]
        named = [(entry["seat"], entry["policy"], entry["metric"]) for entry in spread]
        heads = [Column(head) for head in ("seat", "policy", "metric")]
        yield distribution_table(heads, named, [entry["distribution"] for entry in spread])
    for name, member in answer.items():
        further = name not in ("options", "rows", "distributions") and isinstance(member, list) and member
        if further and all(isinstance(row, dict) for row in member):
            yield _further(name.replace("_", " "), member, percent=name in IN_UNIT and answer.get("unit") == WIN)


def _further(title: str, rows: Sequence[Mapping[str, Any]], *, percent: bool) -> TableModel:
    """Return a table of a further member; gaps between chances in percentage points, as the ranking has them."""
    if not percent:
        return row_table(title, rows)
    scaled = [
        {**row, **{name: row[name] * 100 for name in ("gap", "cost", "low", "high") if row.get(name) is not None}}
        for row in rows
    ]
    return row_table(f"{title}, gaps in percentage points", scaled)


def _footer(answer: Document) -> Iterator[str]:
    if "options" in answer:
        yield verdict(answer)
    if "decided_by" in answer:
        yield f"Decided by {text(answer['decided_by'])}."
    for name, values in answer.get("presets", {}).items():
        yield f"Preset {name}: " + (", ".join(f"{option}={spell(v)}" for option, v in values.items()) or "all defaults")
    for name, value in answer.get("means", {}).items():
        yield f"{name.replace('_', ' ')}: {plain(value)}"
    yield from map(str, answer.get("explanation", ()))
