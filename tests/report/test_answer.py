"""The answer object: every way out of it, and nothing heavy on the way in."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from analyzer.core.errors import InputError
from analyzer.report.answer import Answer
from analyzer.report.charts import KINDS, kinds
from analyzer.report.document import stable
from analyzer.report.formats import FORMATS, render


def test_frame_has_a_row_an_action(documents: dict[str, Any]) -> None:
    frame = Answer(documents["advice"]).to_frame()
    assert len(frame) == 15
    assert frame["action"][0] == "-10C -3F"
    assert frame["parts.hold"][0] == 4.75
    assert frame["chances.claims_hold.p"][0] == 0.5421
    both = Answer(documents["both seats"]).to_frame()
    assert both.groupby("seat").size().to_dict() == {"dealer": 15, "pone": 15}


def test_frame_of_every_document_has_its_rows(document: dict[str, Any]) -> None:
    every = document.get("answers", [document])
    assert len(Answer(document).to_frame()) == sum(len(a.get("options", a.get("rows"))) for a in every)


def test_json_and_html_are_those_of_the_formats(document: dict[str, Any]) -> None:
    answer = Answer(document)
    assert json.loads(answer.to_json()) == stable(document)
    assert answer._repr_html_() == render(document, "html")
    assert str(answer) == render(document, "table")
    assert "document" not in repr(answer)


def test_save_writes_by_suffix(documents: dict[str, Any], tmp_path: Path) -> None:
    answer = Answer(documents["advice"])
    for suffix, form in zip((".txt", ".json", ".csv", ".md", ".html"), FORMATS, strict=True):
        answer.save(tmp_path / f"answer{suffix}")
        assert (tmp_path / f"answer{suffix}").read_bytes().decode() == answer.render(form)
    with pytest.raises(InputError, match=r"suffix '.jsn' is not known; .*did you mean .json"):
        answer.save(tmp_path / "answer.jsn")


@pytest.mark.parametrize(("suffix", "magic"), [(".svg", b"<?xml"), (".png", b"\x89PNG"), (".pdf", b"%PDF")])
def test_save_draws_pictures(documents: dict[str, Any], tmp_path: Path, suffix: str, magic: bytes) -> None:
    path = tmp_path / f"answer{suffix}"
    Answer(documents["advice"]).save(str(path))
    assert path.read_bytes().startswith(magic)


def test_plot_puts_the_best_on_top(documents: dict[str, Any]) -> None:
    axes = Answer(documents["advice"]).plot()
    assert axes.get_yticklabels()[0].get_text() == "-10C -3F"
    assert axes.yaxis_inverted()
    assert axes.get_xlabel() == "points per deal, filled: tied for the best"
    points = [line for line in axes.lines if line.get_marker() == "o"]
    assert [line.get_xdata()[0] for line in points] == [
        option["value"] for option in stable(documents["advice"]["options"])
    ]
    assert Answer(documents["exact odds"]).plot(ax=axes) is axes


def test_plot_leaves_pyplot_alone(documents: dict[str, Any]) -> None:
    import matplotlib.pyplot as plt

    Answer(documents["advice"]).plot()
    assert plt.get_fignums() == []


def test_plot_takes_every_document_with_numbers(document: dict[str, Any]) -> None:
    from matplotlib.figure import Figure

    axes = Figure().add_subplot()
    drawn = [name for name in KINDS if name in kinds(document)]
    for name in drawn:
        assert Answer(document).plot(ax=axes, kind=name) is axes
    with pytest.raises(InputError, match=r"pie.*forest" if "forest" in drawn else "pie"):
        Answer(document).plot(kind="pie")
    if not drawn:
        with pytest.raises(InputError, match="no numbers"):
            Answer(document).plot()


def test_save_draws_names_as_they_are(tmp_path: Path) -> None:
    Answer({"rows": [{"name": "$\\no{such}$", "points": 1}]}).save(tmp_path / "answer.png")
    assert (tmp_path / "answer.png").exists()


def test_nothing_heavy_is_imported_before_it_is_used() -> None:
    code = """
import sys
from analyzer.report.answer import Answer
from analyzer.report.charts import KINDS, kinds

def loaded():
    return sorted({"rich", "pandas", "numpy", "numba", "matplotlib"} & set(sys.modules))

answer = Answer({"schema": 1, "rows": [{"name": "a", "points": 1}]})
for form in ("json", "csv", "md", "html"):
    answer.render(form)
assert loaded() == []
answer.render("table")
assert loaded() == ["rich"]
"""
    subprocess.run([sys.executable, "-c", code], check=True)
