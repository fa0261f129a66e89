"""How a command ends: 0 done, 3 precision not reached, 130 interrupted with what was finished."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time

import pytest

from analyzer.ask.settings import Settings
from analyzer.cli.notices import Watch, described
from analyzer.report.answer import Answer
from analyzer.simulation.engine import Progress

SWAP = ("high-card", "swap", "7")
ROW = {"name": "asked", "value": 1}


def answers(monkeypatch, *given: Answer | BaseException) -> list[Settings]:
    """Let the session give these answers in turn; return the settings that it is asked with."""
    rest, asked = list(given), []

    def ask(session, question, values, settings):
        asked.append(settings)
        answer = rest.pop(0)
        if isinstance(answer, BaseException):
            raise answer
        return answer

    monkeypatch.setattr("analyzer.ask.session.Session.ask", ask)
    return asked


@pytest.mark.parametrize(
    ("interrupted", "reached", "code"), [(False, True, 0), (False, False, 3), (True, True, 130), (True, False, 130)]
)
@pytest.mark.parametrize("quiet", [True, False])
def test_the_exit_code_tells_how_it_ended(run, monkeypatch, interrupted, reached, code, quiet):
    answers(monkeypatch, Answer({"schema": 1, "rows": [ROW]}, interrupted, reached))
    told = run(*SWAP, "--json", *(["--quiet"] if quiet else []))
    assert told.code == code
    assert json.loads(told.out)["rows"] == [ROW]
    assert told.err.count("\n") == (0 if quiet or code == 0 else 1)


def test_an_interrupt_before_anything_was_finished(run, monkeypatch):
    answers(monkeypatch, KeyboardInterrupt())
    told = run(*SWAP, "--json")
    assert (told.code, told.out) == (130, "")


@pytest.mark.parametrize("last", [Answer({"schema": 1, "rows": [ROW]}, interrupted=True), KeyboardInterrupt()])
def test_an_interrupt_keeps_the_lines_that_were_answered(run, monkeypatch, tmp_path, last):
    answers(monkeypatch, Answer({"schema": 1, "rows": [ROW]}), last, Answer({"schema": 1, "rows": [ROW]}))
    (tmp_path / "cards").write_text('{"card": "7"}\n' * 3)
    told = run(*SWAP[:2], "--input", str(tmp_path / "cards"), "--json")
    assert told.code == 130
    assert len(told.out.splitlines()) == (2 if isinstance(last, Answer) else 1)


def test_options_become_settings(run, monkeypatch):
    asked = answers(monkeypatch, Answer({"schema": 1, "rows": [ROW]}))
    budget = ("--samples", "100", "--precision", "0.5", "--time", "3", "--level", "0.9")
    rest = ("--seed", "7", "--workers", "1", "--store", "s", "--me", "random", "--opponent", "seven")
    assert run(*SWAP, *budget, *rest, "--distribution", "--explain").code == 0
    [settings] = asked
    assert (settings.samples, settings.precision, settings.time, settings.level) == (100, 0.5, 3.0, 0.9)
    assert (settings.seed, settings.workers, settings.store) == (7, 1, "s")
    assert (settings.me, settings.opponent, settings.distribution, settings.explain) == ("random", "seven", True, True)


def test_simulate_options_become_settings(run, monkeypatch):
    asked = answers(monkeypatch, Answer({"schema": 1, "rows": [ROW]}))
    words = ("--policy", "random,seven", "--games", "9", "--mirror", "--distribution", "points,wins")
    assert run("high-card", "simulate", *words).code == 0
    assert (asked[0].policies, asked[0].games, asked[0].mirror) == (("random", "seven"), 9, True)
    assert asked[0].distribution == ("points", "wins")


def test_a_precision_that_is_not_reached_is_said_in_the_table(run):
    words = ("--precision", "0.0001", "--samples", "2000", "--quiet")
    told = run(*SWAP, *words)
    assert (told.code, told.err) == (3, "")
    assert "precision asked for was not reached" in told.out
    assert "not reached" not in run(*SWAP, "--precision", "100", "--samples", "2000").out


def test_a_precision_that_is_not_reached(run):
    told = run(*SWAP, "--precision", "0.0001", "--samples", "2000", "--json")
    assert told.code == 3
    assert json.loads(told.out)["samples"] == 2000
    assert "precision" in told.err


@pytest.mark.skipif(sys.platform == "win32", reason="needs signals")
def test_ctrl_c_prints_what_was_finished(tmp_path):
    line = [sys.executable, "-m", "analyzer", *SWAP, "--samples", "1000000000", "--store", str(tmp_path), "--json"]
    with subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        began = time.monotonic()
        while len(list(tmp_path.rglob("*.json"))) < 8 and time.monotonic() - began < 60:
            time.sleep(0.05)
        os.kill(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "Traceback" not in err
    assert json.loads(out)["samples"] >= 1024


def test_the_line_of_progress():
    assert described(Progress(12544, 5, 0.3123, 2.0)) == "12,544 samples, 6,272/s, ± 0.31, 5 choices left, 2 s"
    assert described(Progress(500, 1, None, 0.0)) == "500 samples, 0 s"


def test_progress_is_for_terminals(capsys):
    watch = Watch(quiet=False)
    watch.progress(Progress(500, 1, None, 0.0))
    watch.note("a note")
    assert capsys.readouterr().err == "a note\n"
    quiet = Watch(quiet=True)
    quiet.note("a note")
    assert capsys.readouterr().err == ""
