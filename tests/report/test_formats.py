"""Every document in every format: complete, within the terminal, and harmless whatever it holds."""

from __future__ import annotations

import copy
import csv
import io
import json
import re
from html.parser import HTMLParser
from typing import Any

import pytest

from analyzer.core.errors import InputError
from analyzer.report.document import answers, stable
from analyzer.report.formats import FORMATS, render

CONTROL = ("\x1b[31mred\x07", "a\nb\rc\x7f", "\u202eevil", "[red]x[/red]")
MARKUP = ("<script>alert(1)</script>", "<!-- \"'>", "a|b\n- c `d` *e* [f](g)", "&lt;")
FORMULAS = ("=HYPERLINK(1)", "-2+cmd|' /C calc'!A0", "+1", "@x", "\t=1", "-3F =1")


class Outline(HTMLParser):
    """Counts tags and checks that each is closed in order."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.cells = 0
        self.seen: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert all(name == "class" for name, _ in attrs)
        self.open.append(tag)
        self.seen.add(tag)
        self.cells += tag == "td"

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def hostile(value: Any, text: str) -> Any:
    """Return ``value`` with ``text`` in place of every string that holds a name (and none that steers the view)."""
    if isinstance(value, dict):
        kept = ("unit", "method", "game")
        return {name: member if name in kept else hostile(member, text) for name, member in value.items()}
    if isinstance(value, list):
        return [hostile(member, text) for member in value]
    return text if isinstance(value, str) else value


@pytest.mark.parametrize("form", FORMATS)
def test_rendering_leaves_the_document_alone_and_repeats(document: dict[str, Any], form: str) -> None:
    before = copy.deepcopy(document)
    text = render(document, form)
    assert text == render(document, form)
    assert text.endswith("\n")
    assert document == before


@pytest.mark.parametrize("width", [60, 80, 200])
def test_the_table_fits_the_terminal(document: dict[str, Any], width: int) -> None:
    commands = {answer.get("command") for answer in answers(document)}
    lines = [line for line in render(document, "table", width=width).splitlines() if line not in commands]
    assert max(map(len, lines)) <= width
    assert not any("…" in line for line in lines)


def test_the_table_shows_every_action_once_a_fold(documents: dict[str, Any]) -> None:
    text = render(documents["advice"], "table", width=80)
    wide = render(documents["advice"], "table", width=200)
    for option in documents["advice"]["options"]:
        name = " ".join(option["action"])
        assert len(re.findall(rf"(?m)^ *{option['rank']}  {re.escape(name)} ", text)) == 2
        assert len(re.findall(rf"(?m)^ *{option['rank']}  {re.escape(name)} ", wide)) == 1


def test_the_important_columns_come_first(documents: dict[str, Any]) -> None:
    text = render(documents["advice"], "table", width=80)
    assert " 1  -10C -3F    6.4 ± 0.3  0.00 (0.00 to 0.20)  tied  54.2 ± 1.1  12,288\n" in text
    assert "10  0 +2F       0.9 ± 0.3     5.5 (4.7 to 6.3)        45.2 ± 1.1   4,096\n" in text


def test_color_only_where_asked(document: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert "\x1b" not in render(document, "table")


def test_a_notebook_gets_the_text_too(documents: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    expected = render(documents["count"], "table")
    monkeypatch.setattr("rich.console._is_jupyter", lambda: True)
    assert render(documents["count"], "table") == expected


def test_color_marks_the_best(documents: dict[str, Any]) -> None:
    assert "\x1b[1m" in render(documents["advice"], "table", color=True)


@pytest.mark.parametrize("text", CONTROL)
@pytest.mark.parametrize("form", FORMATS)
def test_no_control_character_passes(document: dict[str, Any], form: str, text: str) -> None:
    written = render(hostile(document, text), form)
    assert all(c.isprintable() or c == "\n" for c in written)


@pytest.mark.parametrize("text", MARKUP)
def test_html_is_closed_and_escaped(document: dict[str, Any], text: str) -> None:
    outline = Outline()
    outline.feed(render(hostile(document, text), "html"))
    outline.close()
    assert not outline.open
    assert outline.cells
    table = {"table", "caption", "thead", "tbody", "tr", "th", "td"}
    assert outline.seen <= table | {"div", "style", "section", "h3", "p", "pre", "code"}


@pytest.mark.parametrize("text", MARKUP)
def test_markdown_cells_stay_in_their_columns(document: dict[str, Any], text: str) -> None:
    written = render(hostile(document, text), "md")
    tables = re.findall(r"(?m)(?:^\|.*\n)+", written + "\n")
    assert tables
    for table in tables:
        counts = {len(re.findall(r"(?<!\\)\|", line)) for line in table.splitlines()}
        assert len(counts) == 1
    outside = re.sub(r"(?s)(`{3,}).*?\n\1", "", written)
    assert not re.search(r"<|(?<!\\)\[", outside)


def test_markdown_fence_outlasts_backticks(documents: dict[str, Any]) -> None:
    command = "analyzer x --store '````'"
    assert f"`````\n{command}\n`````" in render(documents["advice"] | {"command": command}, "md")


@pytest.mark.parametrize("text", FORMULAS)
def test_csv_is_rectangular_and_computes_nothing(document: dict[str, Any], text: str) -> None:
    rows = list(csv.reader(io.StringIO(render(hostile(document, text), "csv"))))
    assert len({len(row) for row in rows}) == 1
    cells = [cell for row in rows for cell in row]
    assert not [cell for cell in cells if cell.startswith(("=", "@", "\t", "\r"))]
    signed = [cell for cell in cells if cell.startswith(("+", "-"))]
    assert all(re.fullmatch(r"[+-]\d[\d.]*(e[+-]?\d+)?[A-Z]?( [+-]?\w+)*", cell) for cell in signed)


def test_csv_of_advice_is_tidy(documents: dict[str, Any]) -> None:
    rows = list(csv.DictReader(io.StringIO(render(documents["advice"], "csv"))))
    assert len({(row["action"], row["metric"]) for row in rows}) == len(rows) == 15 * (2 + 9 + 1)
    for option in stable(documents["advice"]["options"]):
        mine = {row["metric"]: row for row in rows if row["action"] == " ".join(option["action"])}
        assert float(mine["gap"]["high"]) == option["gap_high"]
        assert float(mine["parts.spoils_opponent"]["value"]) == option["parts"]["spoils_opponent"]
        assert mine["parts.path"]["low"] == ""
        assert float(mine["chances.claims_hold"]["low"]) == option["chances"]["claims_hold"]["low"]


def test_csv_of_a_simulation_goes_on_with_its_distributions(documents: dict[str, Any]) -> None:
    rows = list(csv.DictReader(io.StringIO(render(documents["simulate"], "csv"))))
    assert [row["metric"] for row in rows[5:]] == ["points.at_least.0", "points.at_least.9", "points.at_least.0"]
    assert rows[6]["mean"] == "0.4"


def test_csv_of_two_answers_names_the_seat(documents: dict[str, Any]) -> None:
    rows = list(csv.DictReader(io.StringIO(render(documents["both seats"], "csv"))))
    assert [row["seat"] for row in rows] == ["dealer"] * 180 + ["pone"] * 180
    assert "cards" not in rows[0]


def test_json_is_the_document(document: dict[str, Any]) -> None:
    assert json.loads(render(document, "json")) == stable(document)


def test_unknown_format_names_the_near_one(document: dict[str, Any]) -> None:
    with pytest.raises(InputError, match=r"format 'jsn' is not known; expected one of table, .*; did you mean json"):
        render(document, "jsn")


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("rows", [[], [{}]], ids=["no rows", "an empty row"])
def test_a_document_without_rows_can_be_printed(form: str, rows: list[dict[str, object]]) -> None:
    printed = render({"schema": 1, "game": "high-card", "question": "odds", "rows": rows}, form)
    assert printed.endswith("\n")
    assert form == "csv" or "high-card" in printed
