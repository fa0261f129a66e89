"""Every kind of chart draws what it says it can, with its intervals, and the same bytes again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from analyzer.core.errors import InputError
from analyzer.report.charts import KINDS, figure, kinds, save, svg
from analyzer.report.charts.look import INK, PALETTE

RACE = {
    "schema": 1, "game": "smugglers-hold", "question": "race", "unit": "win probability",
    "rows": [
        {"me": me, "them": them, "dealer": dealer, "p": (me + 1) / (me + them + 2), "se": 0.001}
        for me in range(11) for them in range(11) for dealer in (True, False)
    ],
}  # fmt: skip
MATCHES = {
    "schema": 1, "game": "smugglers-hold", "question": "grade",
    "rows": [
        {"name": f"matches: {one} v {other}", "value": 0.6, "low": 0.55, "high": 0.65, "unit": "share of games"}
        for one, other in (("b", "a"), ("c", "b"), ("c", "a"))
    ],
}  # fmt: skip
RANKS = {
    "schema": 1, "game": "cribbage", "question": "odds",
    "rows": [
        {"rank": one, "other": other, "mean": 1.0 + i + j}
        for i, one in enumerate("A23456") for j, other in enumerate("A23456") if j <= i
    ],
}  # fmt: skip


def simulated(n: int, players: int = 2) -> dict[str, Any]:
    rows = [
        {"seat": str(seat), "policy": "random", "metric": "wins", "n": n, "mean": 1 / players, "se": 0.1 / n}
        | {"low": 1 / players - 1 / n, "high": 1 / players + 1 / n}
        for seat in range(1, players + 1)
    ]
    made = {"schema": 1, "game": "muggins", "question": "simulate", "unit": "rounds", "method": "simulated"}
    return made | {"inputs": {"players": players}, "samples": n, "seed": 1, "rows": rows}


GROWING = {"schema": 1, "answers": [simulated(n) for n in (100, 1000, 10_000)]}
COUNTED = {"schema": 1, "question": "odds", "rows": [{"points": n, "count": 1, "of": 4, "p": 0.25} for n in range(4)]}
OF_KIND = {
    "plane": RACE, "matrix": MATCHES, "ranks": RANKS, "convergence": GROWING, "counts": COUNTED,
    "shares": {"schema": 1, "answers": [simulated(1000, players) for players in (2, 3)]},
}  # fmt: skip


@pytest.mark.parametrize("kind", KINDS)
def test_the_first_kind_of_a_document_is_the_telling_one(kind: str, documents: dict[str, Any]) -> None:
    made = OF_KIND | dict.fromkeys(("forest", "keeping"), documents["advice"]) | {"curves": documents["distribution"]}
    document = made[kind]
    assert kind in kinds(document)
    if kind in OF_KIND:
        assert kinds(document)[0] == kind
    drawn = figure(document, kind)
    assert drawn.axes[0].has_data()
    assert drawn.axes[0].get_title(loc="left")


def test_a_forest_fills_the_tied_and_draws_every_interval(documents: dict[str, Any]) -> None:
    axes = figure(documents["advice"]).axes[0]
    points = [line for line in axes.lines if line.get_marker() == "o"]
    bars = [line for line in axes.lines if line.get_marker() != "o"]
    filled = [point.get_markerfacecolor() != "white" for point in points]
    options = documents["advice"]["options"]
    assert filled == [option["tied_for_best"] for option in options]
    assert [tuple(bar.get_xdata()) for bar in bars] == [
        (pytest.approx(option["low"]), pytest.approx(option["high"])) for option in options
    ]


def test_the_title_says_how_much_and_how(documents: dict[str, Any]) -> None:
    title = figure(documents["advice"]).axes[0].get_title(loc="left")
    assert "simulated" in title
    assert "n = 12,288" in title
    assert "seed 1" in title


def test_a_plane_has_every_score_and_lines() -> None:
    axes = figure(RACE).axes[0]
    shown = axes.images[0].get_array()
    assert shown.shape == (11, 11)
    assert float(shown[3, 5]) == pytest.approx(100 * 4 / 10)
    assert axes.collections, "lines of equal chance"


def test_a_matrix_has_both_sides_of_a_match() -> None:
    shown = figure(MATCHES).axes[0].images[0].get_array()
    assert float(shown[0, 1]) == pytest.approx(60)
    assert float(shown[1, 0]) == pytest.approx(40)


def test_convergence_follows_one_row() -> None:
    axes = figure(GROWING).axes[0]
    assert list(axes.lines[0].get_xdata()) == [100, 1000, 10_000]
    assert list(axes.lines[0].get_ydata()) == [0.5, 0.5, 0.5]


def test_keeping_tells_what_naming_a_card_costs(documents: dict[str, Any]) -> None:
    axes = figure(documents["advice"], "keeping").axes[0]
    cards = [tick.get_text() for tick in axes.get_xticklabels()]
    heights = dict(zip(cards, (bar.get_height() for bar in axes.patches), strict=True))
    options = documents["advice"]["options"]
    for card, height in heights.items():
        without = max(option["value"] for option in options if card not in option["action"])
        assert height == pytest.approx(without - max(o["value"] for o in options if card in o["action"]))


def test_counts_add_up_from_above() -> None:
    axes = figure(COUNTED).axes[0]
    assert list(axes.lines[0].get_ydata()) == pytest.approx([100, 75, 50, 25])


def test_colours_are_told_apart_in_grey() -> None:
    def grey(color: str) -> float:
        red, green, blue = (int(color[i : i + 2], 16) for i in (1, 3, 5))
        return 0.299 * red + 0.587 * green + 0.114 * blue

    assert abs(grey(PALETTE[0]) - grey(PALETTE[1])) > 25


@pytest.mark.parametrize("suffix", [".svg", ".png", ".pdf"])
def test_the_same_answer_is_the_same_file(documents: dict[str, Any], tmp_path: Path, suffix: str) -> None:
    one, other = tmp_path / f"one{suffix}", tmp_path / f"other{suffix}"
    save(documents["advice"], one)
    save(documents["advice"], other)
    assert one.read_bytes() == other.read_bytes()


def test_a_chart_in_a_page_takes_its_colour_and_width(documents: dict[str, Any]) -> None:
    text = svg(documents["advice"])
    assert text.startswith("<svg")
    assert INK not in text
    assert "currentColor" in text
    assert " width=" not in text[: text.index(">")]


def test_what_cannot_be_drawn_is_said(documents: dict[str, Any]) -> None:
    with pytest.raises(InputError, match=r"chart 'plane' .*expected forest, keeping"):
        figure(documents["advice"], "plane")
    with pytest.raises(InputError, match="no numbers"):
        figure({"rows": [{"name": "x"}]})
