"""A race is shown score by score, or as a grid of every tenth score where there are too many."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

import pytest

from analyzer.report.answer import Answer
from analyzer.report.view import pages


@pytest.fixture
def everything(documents: dict[str, dict[str, Any]]) -> dict[str, Any]:
    rows = [
        {"me": me, "them": them, "dealer": dealer, "p": (me + 1) / (me + them + 2), "se": 0.00042}
        for me in range(121)
        for them in range(121)
        for dealer in (True, False)
    ]
    return documents["race"] | {"rows": rows}


def test_a_few_scores_stand_in_rows(documents: dict[str, dict[str, Any]]) -> None:
    [table] = pages(documents["race"])[0].tables
    assert [column.head for column in table.columns] == ["me", "them", "dealer", "chance %"]
    assert table.rows[0] == ("120", "118", "yes", "50.00 (s.e. 0.12)")


def test_all_scores_stand_in_a_grid_for_each_seat(everything: dict[str, Any]) -> None:
    dealing, not_dealing = pages(everything)[0].tables
    assert dealing.title.startswith("win %, dealing next")
    assert not_dealing.title.startswith("win %, not dealing next")
    assert [column.head for column in dealing.columns] == ["me", *map(str, range(0, 121, 10))]
    assert [row[0] for row in dealing.rows] == [str(me) for me in range(0, 121, 10)]
    assert dealing.rows[9][1 + 2] == "81"
    assert dealing.notes[0].startswith("standard errors up to 0.04 percentage points; all 29,282 rows")


def test_one_seat_is_one_grid(everything: dict[str, Any]) -> None:
    rows = [row for row in everything["rows"] if not row["dealer"]]
    [table] = pages(everything | {"rows": rows})[0].tables
    assert table.title.startswith("win %, not dealing next")


def test_a_grid_fits_a_terminal(everything: dict[str, Any]) -> None:
    assert max(map(len, Answer(everything).render("table", width=80).splitlines())) <= 80


def test_programs_get_every_row(everything: dict[str, Any]) -> None:
    answer = Answer(everything)
    found = list(csv.DictReader(io.StringIO(answer.render("csv"))))
    assert len(found) == len(answer.to_frame()) == len(json.loads(answer.to_json())["rows"]) == 2 * 121**2
    assert list(found[0]) == ["me", "them", "dealer", "p", "se"]
    assert "<table" in answer.render("html")
    assert answer.render("md").count("\n") < 60
