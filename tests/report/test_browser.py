"""A report in a real browser: what it shows, that it sorts and filters, that it fetches nothing and cuts nothing."""

from __future__ import annotations

import csv
import io
import shutil
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from analyzer.ask.reports.outline import read_outline
from analyzer.ask.reports.writing import write_reports
from analyzer.ask.session import Session
from analyzer.games import find
from analyzer.report.site import GameReport, game_page

BROWSER = next((path for name in ("chromium", "chromium-browser") if (path := shutil.which(name))), None)
pytestmark = pytest.mark.skipif(BROWSER is None, reason="no chromium here: install it to see the reports tested")
WIDTHS = (390, 1280)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("reports")
    write_reports([read_outline(find("high-card"))], made, quick=True, index=True)
    return made


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from playwright.sync_api import sync_playwright

        with sync_playwright() as player:
            started = player.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])
            yield started
            started.close()


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("name", ["index.html", "high-card.html"])
def test_a_page_fetches_nothing_and_cuts_nothing(folder: Path, browser: Any, name: str, width: int) -> None:
    page = browser.new_page(viewport={"width": width, "height": 800})
    asked: list[str] = []
    faults: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto((folder / name).as_uri())
    assert asked == [(folder / name).as_uri()]
    assert faults == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    # Whatever is wider than the page can be scrolled to in a box of its own.
    assert page.evaluate(
        "[...document.querySelectorAll('p, h1, h2, h3, pre, figure, li')].filter(e => e.scrollWidth > e.clientWidth + 1"
        " && getComputedStyle(e).display !== 'inline').length"
    ) == 0
    page.close()


def test_the_table_holds_the_numbers_and_sorts(folder: Path, browser: Any) -> None:
    rows = list(csv.DictReader(io.StringIO((folder / "high-card" / "swap.csv").read_text("utf-8"))))
    actions = [row["action"] for row in rows if row["metric"] == "value"]
    page = browser.new_page()
    page.goto((folder / "high-card.html").as_uri())
    table = page.locator("#swap table").first
    heads = table.locator("th").all_inner_texts()
    column = heads.index("action")

    def shown() -> list[str]:
        return [row.locator("td").nth(column).inner_text() for row in table.locator("tbody tr").all()]

    assert shown() == actions
    value = table.locator("tbody tr").first.locator("td").nth(heads.index("points per deal")).inner_text()
    best = next(float(row["value"]) for row in rows if row["metric"] == "value")
    assert float(value.split(" ")[0]) == pytest.approx(best, abs=0.06)
    button = table.locator("th button").nth(column)
    button.click()
    assert shown() == sorted(actions)
    button.click()
    assert shown() == sorted(actions, reverse=True)
    assert table.locator("th").nth(column).get_attribute("aria-sort") == "descending"
    page.close()


def test_the_field_hides_the_rows_without_the_word(tmp_path: Path, browser: Any) -> None:
    rules = Session(find("smugglers-hold")).rules().document
    (tmp_path / "rules.html").write_text(game_page(GameReport("x", "X", "", "", (), rules=rules)), "utf-8")
    page = browser.new_page()
    page.goto((tmp_path / "rules.html").as_uri())
    page.locator("summary", has_text="Every ruling").click()
    field = page.locator("#rules input[type=search]")
    rows = page.locator("#rules tbody tr").all()
    assert len(rows) == len(rules["rows"])
    field.fill("outer_rim_points")
    assert [row.is_visible() for row in rows] == ["outer_rim_points" in row.text_content() for row in rows]
    assert any(row.is_visible() for row in rows)
    field.fill("")
    assert all(row.is_visible() for row in rows)
    page.close()


def test_light_and_dark_differ(folder: Path, browser: Any) -> None:
    papers = set()
    for scheme in ("light", "dark"):
        page = browser.new_page(color_scheme=scheme)
        page.goto((folder / "high-card.html").as_uri())
        papers.add(page.evaluate("getComputedStyle(document.body).backgroundColor"))
        page.close()
    assert len(papers) == 2
