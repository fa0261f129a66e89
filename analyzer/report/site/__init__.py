"""Reports as pages: one self-contained HTML file a game and an index, filled from documents by templates.

Nothing on a page is fetched from anywhere: style, script and charts are in the file. All text is escaped by the
template engine; the charts alone are put in as they are, and matplotlib has escaped theirs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from analyzer.report.charts import svg
from analyzer.report.digits import plain
from analyzer.report.document import Document, answers, combine
from analyzer.report.rows import text
from analyzer.report.table import TableModel
from analyzer.report.view import house_rules, pages

if TYPE_CHECKING:
    from jinja2 import Environment

SHOWN = 200
"""Rows of a table that a page holds; the CSV file beside it has all."""
FILTERED = 12
"""Rows from which on a table has a field that filters it."""


@dataclass(frozen=True, slots=True)
class Section:
    """One question of a report: its answers in the order asked, and charts as pairs of a name and an ``svg``."""

    name: str
    title: str
    words: str
    documents: tuple[Document, ...]
    charts: tuple[tuple[str, str], ...] = ()

    @property
    def whole(self) -> Document:
        """Return the documents as one."""
        return combine([answer for document in self.documents for answer in answers(document)])


@dataclass(frozen=True, slots=True)
class Comparison:
    """One of our figures beside a published one: numbers as people read them, where it is from, why they differ."""

    figure: str
    ours: str
    published: str
    source: str
    reason: str


@dataclass(frozen=True, slots=True)
class GameReport:
    """All that the page of one game shows."""

    game: str
    title: str
    credit: str
    about: str
    sections: tuple[Section, ...]
    comparisons: tuple[Comparison, ...] = ()
    not_modelled: tuple[str, ...] = ()
    rules: Document = field(default_factory=dict)
    quick: bool = False


def game_page(report: GameReport) -> str:
    """Return the page of one game."""
    shown = [_shown(section) for section in report.sections]
    rules = next(iter(pages(report.rules)), None) if report.rules else None
    return _engine().get_template("game.html.j2").render(
        report=report, sections=shown, rules=rules, filtered=FILTERED
    )


def index_page(reports: Sequence[GameReport]) -> str:
    """Return the page that leads to the pages of all games."""
    return _engine().get_template("index.html.j2").render(reports=reports)


def drawn(game: str, name: str, documents: Sequence[Document], kinds: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Return the name and the ``svg`` element of a chart of each of ``kinds`` for a section's ``documents``."""
    whole = combine([answer for document in documents for answer in answers(document)])
    return tuple((f"{name}-{kind}", svg(whole, kind, salt=f"{game}-{name}-{kind}")) for kind in kinds)


def _shown(section: Section) -> dict[str, Any]:
    """Return what the template draws of a section."""
    every = [
        {"page": page, "tables": [_table(table) for table in page.tables], "about": _about(answer)}
        for document in section.documents
        for answer, page in zip(answers(document), pages(document), strict=True)
    ]
    return {
        "name": section.name,
        "title": section.title,
        "words": section.words,
        "pages": every,
        "charts": section.charts,
    }


def _table(table: TableModel) -> dict[str, Any]:
    return {"model": table, "rows": table.rows[:SHOWN], "left": plain(max(0, len(table.rows) - SHOWN))}


def _about(answer: Document) -> dict[str, str]:
    """Return what an answer rests on, a line each: rules that differ, assumptions in full, versions."""
    found = {}
    changed = house_rules(answer)
    found["House rules"] = ", ".join(f"{name}={text(value)}" for name, value in changed.items()) or "the defaults"
    if answer.get("assumptions"):
        found["Assumptions"] = "; ".join(answer["assumptions"])
    if answer.get("versions"):
        found["Versions"] = ", ".join(f"{name} {number}" for name, number in answer["versions"].items())
    return found


@cache
def _engine() -> Environment:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    return Environment(
        loader=FileSystemLoader(Path(__file__).parent),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )


__all__ = ["Comparison", "GameReport", "Section", "drawn", "game_page", "index_page"]
