"""What a game wants in its report: read from the ``report.toml`` in its folder, and checked."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from analyzer.games import folder
from analyzer.games.contract import Game

FILE = "report.toml"
BUDGETS = ("full", "quick")
HOUSE = ("rules", "preset")


@dataclass(frozen=True, slots=True)
class Asked:
    """One question to be asked: its inputs and seat by name, house rules, and settings of either size."""

    question: str
    values: Mapping[str, Any]
    rules: Mapping[str, Any]
    preset: str | None
    full: Mapping[str, Any]
    quick: Mapping[str, Any]

    def settings(self, *, quick: bool) -> dict[str, Any]:
        """Return the settings of the full or of the ``quick`` report; quick ones overrule the full ones."""
        return {**self.full, **(self.quick if quick else {})}


@dataclass(frozen=True, slots=True)
class Chapter:
    """One section of a report: what it is about, what is asked, which charts are drawn of it."""

    name: str
    title: str
    words: str
    asked: tuple[Asked, ...]
    charts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Published:
    """A published figure, and where ours is found: the ``member`` of the row that ``row`` describes in a section."""

    figure: str
    section: str
    row: Mapping[str, Any]
    member: str
    percent: bool
    published: str
    source: str
    reason: str


@dataclass(frozen=True, slots=True)
class Outline:
    """All that a game says about its report."""

    game: Game
    about: str
    chapters: tuple[Chapter, ...]
    published: tuple[Published, ...] = ()
    not_modelled: tuple[str, ...] = field(default=())


def has_report(game: Game) -> bool:
    """Return whether ``game`` says what its report holds."""
    return (folder(game) / FILE).exists()


def read_outline(game: Game) -> Outline:
    """Return the outline of the report of ``game``; raises ``ValueError`` for one that is not as described here.

    A section has ``name``, ``title``, ``words``, ``charts`` and ``ask``: a list of tables with a ``question``, its
    inputs by name, ``rules`` and ``preset``, and the settings of the ``full`` and the ``quick`` report. What is sampled
    names its observations there, so that the same report is the same bytes again.
    """
    found = tomllib.loads((folder(game) / FILE).read_text("utf-8"))
    names = [section["name"] for section in found["section"]]
    if len(set(names)) < len(names):
        raise ValueError(f"{game.name}: two sections of {FILE} have one name")
    return Outline(
        game=game,
        about=_words(found["about"]),
        chapters=tuple(_chapter(section) for section in found["section"]),
        published=tuple(_published(row, names) for row in found.get("published", ())),
        not_modelled=tuple(map(_words, found.get("not_modelled", ()))),
    )


def _chapter(section: Mapping[str, Any]) -> Chapter:
    asked = tuple(_asked(table) for table in section["ask"])
    charts = tuple(section.get("charts", ()))
    return Chapter(section["name"], section["title"], _words(section.get("words", "")), asked, charts)


def _asked(table: Mapping[str, Any]) -> Asked:
    values = {name: value for name, value in table.items() if name not in ("question", *BUDGETS, *HOUSE)}
    full, quick = (dict(table.get(name, {})) for name in BUDGETS)
    if "time" in (*full, *quick):
        raise ValueError(f"{FILE}: a time is no budget of a report, since it would not repeat")
    return Asked(table["question"], values, dict(table.get("rules", {})), table.get("preset"), full, quick)


def _published(row: Mapping[str, Any], names: list[str]) -> Published:
    if row["section"] not in names:
        raise ValueError(f"{FILE}: a published figure is compared with section {row['section']!r}, which is not there")
    return Published(
        figure=_words(row["figure"]),
        section=row["section"],
        row=dict(row["row"]),
        member=row["member"],
        percent=bool(row.get("percent")),
        published=_words(row["published"]),
        source=_words(row["source"]),
        reason=_words(row["reason"]),
    )


def _words(text: str) -> str:
    return " ".join(text.split())
