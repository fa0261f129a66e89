"""Reports: what is asked is on the page, escaped, the same bytes again, and carried on after an interruption."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

import pytest

from analyzer.ask.reports import writing
from analyzer.ask.reports.outline import has_report, read_outline
from analyzer.ask.reports.writing import UNFINISHED, write_reports
from analyzer.ask.session import Session
from analyzer.ask.settings import Settings
from analyzer.core.errors import InputError
from analyzer.games import discover, find
from analyzer.games.contract import Game
from analyzer.report.charts import KINDS

REPORTED = [game for game in discover().values() if has_report(game)]


def files(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def toy(tmp_path: Path, **settings: Any) -> dict[str, bytes]:
    write_reports([read_outline(find("high-card"))], tmp_path, quick=True, index=True, **settings)
    return files(tmp_path)


def test_a_report_holds_what_was_asked(tmp_path: Path) -> None:
    made = toy(tmp_path)
    assert set(made) == {"high-card.html", "index.html", "high-card/swap.csv", "high-card/swap-forest.svg"}
    page = made["high-card.html"].decode()
    assert "Swap or stand?" in page
    assert "analyzer high-card swap 7 " in page
    assert "--samples 400 --seed 1" in page
    assert page.count("<svg") == 1
    assert b"swap" in made["high-card/swap.csv"]
    assert b'href="high-card.html"' in made["index.html"]


def test_words_are_escaped_and_nothing_is_fetched(tmp_path: Path) -> None:
    for name, content in toy(tmp_path).items():
        if name.endswith(".html"):
            text = content.decode()
            assert "<b>else" not in text
            assert not re.search(r'(src|href)="(https?:)?//', text)
    assert b"Anything &lt;b&gt;else&lt;/b&gt;." in (tmp_path / "high-card.html").read_bytes()


def test_the_same_report_is_the_same_bytes(tmp_path: Path) -> None:
    assert toy(tmp_path / "one") == toy(tmp_path / "two", shared={"workers": 2})
    assert toy(tmp_path / "one") != toy(tmp_path / "three", shared={"seed": 2})


def test_an_interrupted_report_carries_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    outline = read_outline(find("high-card"))

    def interrupted(*_: object, **__: object) -> str:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(writing, "game_page", interrupted)
        with pytest.raises(KeyboardInterrupt):
            write_reports([outline], tmp_path / "cut", quick=True)
    kept = list((tmp_path / "cut" / UNFINISHED).iterdir())
    assert len(kept) == 1

    asked: list[str] = []
    ask = Session.ask
    with monkeypatch.context() as patch:
        patch.setattr(Session, "ask", lambda self, name, *given: asked.append(name) or ask(self, name, *given))
        write_reports([outline], tmp_path / "cut", quick=True)
    assert asked == ["rules"], "a finished answer is not asked again"
    write_reports([outline], tmp_path / "whole", quick=True)
    assert files(tmp_path / "cut") == files(tmp_path / "whole")
    assert not (tmp_path / "cut" / UNFINISHED).exists()


def test_progress_runs_over_the_whole(tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    toy(tmp_path, tell=lambda done, of, _name, _now: told.append((done, of)))
    assert told[0] == (0, 1)
    assert all(of == 1 for _, of in told)


@pytest.mark.skipif(os.geteuid() == 0, reason="root writes anywhere")
def test_a_folder_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(InputError, match="--out: cannot write"):
        toy(tmp_path / "within")


def test_a_file_in_the_way_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match="--out: cannot write"):
        toy(tmp_path / "file" / "within")


@pytest.mark.parametrize("game", REPORTED, ids=lambda game: game.name)
def test_an_outline_asks_what_there_is(game: Game) -> None:
    outline = read_outline(game)
    asked = {question.name for question in game.questions} | {"odds", "simulate", "grade", "rules"}
    for chapter in outline.chapters:
        assert re.fullmatch(r"[a-z][a-z-]*", chapter.name)
        assert set(chapter.charts) <= set(KINDS)
        assert chapter.asked
        for one in chapter.asked:
            assert one.question in asked
            for quick in (True, False):
                Settings(**one.settings(quick=quick))
            Session(game, rules=one.rules, preset=one.preset)


def test_every_game_that_people_see_has_a_report() -> None:
    assert [game.name for game in discover().values() if not game.hidden and not has_report(game)] == []
