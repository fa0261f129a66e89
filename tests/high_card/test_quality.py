"""High card solved and graded: the tables are those that can be reckoned by hand, and the figures are true."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from analyzer import games
from analyzer.core.errors import InputError
from analyzer.games.high_card.rules import CARDS, endings, match_chance
from analyzer.games.high_card.shipped import thresholds

SESSION = games.load("high-card")
FIGURE = {"name", "value", "low", "high", "unit", "method"}


def chance(first: int, second: int, rules: dict[str, Any]) -> Fraction:
    """Return the chance that the first player wins where both keep from these cards on."""
    deals = [(one, other) for one, other in product(CARDS, CARDS) if one != other]
    won = Fraction(0)
    for one, other in deals:
        ways = endings(one, other, (one < first, other < second), rules)
        won += sum(share for share, own, last in ways if own > last)
    return won / len(deals)


@pytest.mark.parametrize("swap_from", ["rest", "pile"])
def test_the_thresholds_are_an_equilibrium(swap_from: str, tmp_path: Path) -> None:
    rules = {"swap_from": swap_from}
    games.load("high-card", rules=rules).solve("thresholds", out=tmp_path)
    made = json.loads((tmp_path / "thresholds.json").read_text())
    value = chance(made["first"], made["second"], rules)
    assert all(chance(other, made["second"], rules) <= value for other in range(14))
    assert all(chance(made["first"], other, rules) >= value for other in range(14))
    assert made["rules"] == rules


def test_what_ships_is_what_solve_makes(tmp_path: Path) -> None:
    answer = SESSION.solve(out=tmp_path)
    assert json.loads((tmp_path / "thresholds.json").read_text()) == thresholds()
    rows = answer.document["rows"]
    assert [(row["stage"], row["files"]) for row in rows] == [
        ("thresholds", ["thresholds.json"]), ("fates", ["fates.npz"])
    ]  # fmt: skip
    with np.load(tmp_path / "fates.npz", allow_pickle=False) as fates:
        assert fates["hits"].shape == (thresholds()["first"], 2)
    assert "32,768" in answer.render()


@pytest.mark.parametrize("seed", [1, 2])
def test_the_same_seed_makes_the_same_files_on_any_number_of_threads(seed: int, tmp_path: Path) -> None:
    for workers in (1, 3):
        SESSION.solve(out=tmp_path / str(workers), store=tmp_path / "store", workers=workers, seed=seed)
    one, three = ((tmp_path / str(workers) / "fates.npz").read_bytes() for workers in (1, 3))
    assert one == three
    SESSION.solve(out=tmp_path / "other", seed=seed + 2)
    assert (tmp_path / "other" / "fates.npz").read_bytes() != one
    assert not list((tmp_path / "store").rglob("*.npz"))


def test_a_grade_gives_true_figures() -> None:
    document = SESSION.grade(samples=40_000).document
    assert all(set(row) == FIGURE for row in document["rows"])
    best, other, match = document["rows"]
    assert [row["name"] for row in (best, other)] == ["best reply of the first", "best reply of the second"]
    assert all(row["value"] == row["low"] == row["high"] == 0 for row in (best, other))
    rules = SESSION.house_rules
    exact = (match_chance("seven", "random", rules) + 1 - match_chance("random", "seven", rules)) / 2
    assert match["low"] < match["value"] < match["high"]
    assert abs(match["value"] - float(exact)) <= 4.5 * (match["high"] - match["low"]) / 2 / 1.96
    assert document["assumptions"] == []
    assert document["command"] == "analyzer high-card grade --samples 40000 --seed 1 --level 0.95"


def test_tables_of_other_rules_are_said_to_stand_in_and_graded_as_they_are() -> None:
    rules = {"swap_from": "pile"}
    document = games.load("high-card", rules=rules).grade("gains").document
    assert document["assumptions"][-1].startswith("thresholds: those for swap_from=rest stand in")
    made = thresholds()
    value = chance(made["first"], made["second"], rules)
    gains = [max(chance(own, made["second"], rules) for own in range(14)) - value]
    gains.append(value - min(chance(made["first"], own, rules) for own in range(14)))
    assert [row["value"] for row in document["rows"]] == pytest.approx([float(gain) for gain in gains])


def test_a_grade_is_the_same_on_any_number_of_threads_and_repeats_by_its_command() -> None:
    one, two = (SESSION.grade("match", samples=30_000, workers=workers).document for workers in (1, 2))
    assert one["rows"] == two["rows"]
    timed = SESSION.grade("match", time=0.2).document
    samples = int(timed["command"].split("--samples ")[1].split()[0])
    assert SESSION.grade("match", samples=samples).document["rows"] == timed["rows"]


def test_a_sampled_measure_is_kept_in_the_store(tmp_path: Path) -> None:
    whole = SESSION.grade("match", samples=30_000).document["rows"]
    SESSION.grade("match", samples=10_000, store=tmp_path)
    kept = len(list(tmp_path.glob("*/0*.json")))
    assert SESSION.grade("match", samples=30_000, store=tmp_path).document["rows"] == whole
    assert 0 < kept < len(list(tmp_path.glob("*/0*.json")))


def test_without_a_budget_a_measure_is_played_as_often_as_it_says() -> None:
    told = []
    SESSION.grade("match", step=told.append)
    assert (told[-1].name, told[-1].done, told[-1].of) == ("match", 100_000, 100_000)


@pytest.mark.parametrize(
    ("ask", "told"),
    [
        (lambda: SESSION.grade("gain"), "MEASURE: 'gain' is unknown: expected gains, match; did you mean gains?"),
        (lambda: SESSION.solve("fate"), "STAGE: 'fate' is unknown: expected thresholds, fates; did you mean fates?"),
        (lambda: SESSION.grade("gains", time=1), "--time: it is given to one measure alone: nothing here is sampled"),
        (lambda: SESSION.grade(precision=0.1), "--precision: grade has no use for it"),
        (lambda: SESSION.grade(explain=True), "--explain: grade has no use for it"),
        (lambda: SESSION.solve(samples=3), "--samples: solve has no use for it"),
        (lambda: SESSION.solve(scheduler="tcp://a:1"), "--scheduler: solve has no use for it"),
        (lambda: SESSION.solve(out="a\nb"), r"--out: 'a\nb' cannot be: expected the name of a folder"),
        (lambda: SESSION.solve(out=3), "--out: '3' cannot be: expected the name of a folder"),
        (lambda: SESSION.solve(3), "STAGE: '3' is unknown: expected thresholds, fates"),
    ],
)
def test_what_cannot_be_is_one_line(ask: Any, told: str) -> None:
    with pytest.raises(InputError) as caught:
        ask()
    assert told in str(caught.value)
    assert "\n" not in str(caught.value)


def analyzer(*args: str, **given: Any) -> subprocess.CompletedProcess[str]:
    line = [sys.executable, "-m", "analyzer", "high-card", *args]
    return subprocess.run(line, capture_output=True, text=True, timeout=120, check=False, **given)


def test_an_unwritable_folder_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    told = analyzer("solve", "--out", str(tmp_path / "file" / "below"))
    assert (told.returncode, told.stdout) == (2, "")
    assert told.stderr.count("\n") == 1
    assert "cannot be used: Not a directory; make room, or name another folder" in told.stderr


def test_an_interrupted_solve_says_how_it_carries_on(tmp_path: Path) -> None:
    # A stage that never ends stands in for a long one.
    program = (
        "import sys, time\n"
        "from analyzer.cli.main import main\n"
        "from analyzer.games.high_card import solve\n"
        "solve.make_fates = lambda workshop, rules: time.sleep(60)\n"
        f"sys.exit(main(['high-card', 'solve', '--out', {str(tmp_path)!r}, '--json']))"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    deadline = time.monotonic() + 60
    while not (tmp_path / ".solve" / "fates" / "origin.json").exists() and time.monotonic() < deadline:
        time.sleep(0.02)
    os.kill(process.pid, signal.SIGINT)
    out, error = process.communicate(timeout=60)
    assert process.returncode == 130
    assert [row["stage"] for row in json.loads(out)["rows"]] == ["thresholds"]
    assert error == "interrupted: this is what was finished; the same command carries on\n"
    again = analyzer("solve", "--out", str(tmp_path))
    assert again.returncode == 0
    assert "fates" in again.stdout
    assert {path.name for path in tmp_path.iterdir()} == {"thresholds.json", "fates.npz", "manifest.json"}
