"""Writes reports: asks what the outlines list, keeps each finished answer, and fills the pages.

Answers that are finished stand in a folder of their own until the whole report is, so that the same command carries on
after an interruption. They are JSON, named by a hash of all that they depend on.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from analyzer.ask.methods import split_settings
from analyzer.ask.reports.outline import Asked, Chapter, Outline, Published
from analyzer.ask.session import Session
from analyzer.core.errors import InputError
from analyzer.core.notation import quoted
from analyzer.report.csv_text import csv_text
from analyzer.report.digits import estimate
from analyzer.report.document import Document, answers, combine, stable
from analyzer.report.site import Comparison, GameReport, Section, drawn, game_page, index_page
from analyzer.report.tidy import tidy
from analyzer.simulation.engine import Progress
from analyzer.simulation.plan import code_hash

UNFINISHED = ".unfinished"
INDEX = "index.html"

Tell = Callable[[int, int, str, Progress | None], None]
"""Called with how many answers are done, of how many, which one is next, and how far that one is."""


@dataclass(frozen=True, slots=True)
class Run:
    """How reports are made: where to, in which size, and the settings that all questions share."""

    out: Path
    quick: bool
    shared: dict[str, Any]


def write_reports(
    outlines: Sequence[Outline],
    out: Path,
    *,
    quick: bool = False,
    shared: dict[str, Any] | None = None,
    index: bool = False,
    tell: Tell | None = None,
) -> list[Path]:
    """Write the reports of ``outlines`` into ``out`` and return the pages, the ``index`` last where one is wanted.

    ``shared`` holds settings of every question, such as the seed and the workers. Raises ``InputError`` for a folder
    that cannot be written, and ``KeyboardInterrupt`` where it is interrupted; what was finished is kept then.
    """
    run = Run(out, quick, dict(shared or {}))
    total = sum(len(chapter.asked) for outline in outlines for chapter in outline.chapters)
    done = 0

    def told(name: str) -> Callable[[Progress], None]:
        def progress(now: Progress) -> None:
            if tell:
                tell(done, total, name, now)

        return progress

    found, reports = [], []
    try:
        (out / UNFINISHED).mkdir(parents=True, exist_ok=True)
        for outline in outlines:
            sections = []
            for chapter in outline.chapters:
                documents = []
                for asked in chapter.asked:
                    name = f"{outline.game.name}: {chapter.title}"
                    if tell:
                        tell(done, total, name, None)
                    documents.append(_answer(outline, asked, run, told(name)))
                    done += 1
                charts = drawn(outline.game.name, chapter.name, documents, chapter.charts)
                sections.append(_section(chapter, documents, charts))
            report = _report(outline, sections, quick=quick)
            found.append(_write_game(report, out))
            reports.append(report)
        if index:
            found.append(_write(out / INDEX, index_page(reports)))
        shutil.rmtree(out / UNFINISHED)
    except OSError as error:
        raise InputError(f"--out: cannot write {quoted(str(error.filename or out))}: {error.strerror}") from None
    return found


def _section(chapter: Chapter, documents: list[Document], charts: tuple[tuple[str, str], ...]) -> Section:
    return Section(chapter.name, chapter.title, chapter.words, tuple(documents), charts)


def _answer(outline: Outline, asked: Asked, run: Run, progress: Callable[[Progress], None]) -> Document:
    """Return the answer to ``asked``, from the folder of finished ones where it is there."""
    settings = {**asked.settings(quick=run.quick), **run.shared}
    session = Session(outline.game, rules=asked.rules, preset=asked.preset)
    depends = [outline.game.name, asked.question, asked.values, session.house_rules, settings, code_hash()]
    kept = run.out / UNFINISHED / f"{_digest(depends)}.json"
    if kept.exists():
        document: Document = json.loads(kept.read_text("utf-8"))
        return document
    values, more = split_settings({**asked.values, **settings, "progress": progress})
    answer = session.ask(asked.question, values, more)
    if answer.interrupted:
        raise KeyboardInterrupt
    document = _repeatable(answer.document)
    _write(kept, json.dumps(document))
    return document


def _repeatable(document: Document) -> Document:
    """Return ``document`` without the seconds that it took."""
    every = [{name: member for name, member in answer.items() if name != "elapsed_s"} for answer in answers(document)]
    plain_ones: list[Document] = [stable(answer) for answer in every]
    return combine(plain_ones)


def _digest(depends: list[Any]) -> str:
    words = {name: value for name, value in depends[4].items() if name not in ("workers", "scheduler", "note")}
    text = json.dumps([*depends[:4], words, *depends[5:]], sort_keys=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def _report(outline: Outline, sections: Sequence[Section], *, quick: bool) -> GameReport:
    game = outline.game
    return GameReport(
        game=game.name,
        title=game.title,
        credit=game.credit,
        about=outline.about,
        sections=tuple(sections),
        comparisons=tuple(_comparison(row, sections) for row in outline.published),
        not_modelled=outline.not_modelled,
        rules=Session(game).rules().document,
        quick=quick,
    )


def _comparison(row: Published, sections: Sequence[Section]) -> Comparison:
    """Return our figure beside a published one; raises ``ValueError`` where no row of the section is as described."""
    (section,) = (section for section in sections if section.name == row.section)
    for answer in answers(section.whole):
        rows: list[Document] = answer["options"] if "options" in answer else answer.get("rows", [])
        means = [{"name": name, "value": value} for name, value in answer.get("means", {}).items()]
        for found in rows + means:
            if all(found.get(name) == wanted for name, wanted in row.row.items()):
                scale = 100 if row.percent else 1
                low, high = (None if found.get(end) is None else found[end] * scale for end in ("low", "high"))
                ours = estimate(found[row.member] * scale, low, high) + (" %" if row.percent else "")
                return Comparison(row.figure, ours, row.published, row.source, row.reason)
    raise ValueError(f"section {row.section!r} has no row with {row.row}")


def _write_game(report: GameReport, out: Path) -> Path:
    """Write the page of a game, and beside it the tables and charts of each section as files."""
    folder = out / report.game
    folder.mkdir(exist_ok=True)
    for section in report.sections:
        _write(folder / f"{section.name}.csv", csv_text(tidy(section.whole)))
        for name, svg in section.charts:
            _write(folder / f"{name}.svg", svg + "\n")
    return _write(out / f"{report.game}.html", game_page(report))


def _write(path: Path, text: str) -> Path:
    """Write ``text`` to ``path``, whole or not at all."""
    part = path.with_name(f"{path.name}.part")
    part.write_text(text, encoding="utf-8", newline="\n")
    os.replace(part, path)
    return path

