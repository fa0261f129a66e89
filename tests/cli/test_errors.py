"""Bad input is one line on stderr that names the fault and the fix, exit 2, and nothing else."""

from __future__ import annotations

import os

import pytest

CARDS = "+5C -5F 0 10S -3C 2F"
COUNT = ("smugglers-hold", "count", "--hand", "+5C -5F 10S 0", "--path", "3C", "--target", "5", "--suit", "C")

BAD = [
    (("smuglers-hold",), ("smuglers-hold", "mean smugglers-hold")),
    (("xyzzy",), ("xyzzy", "expected", "smugglers-hold", "games")),
    (("smugglers-hold", "discrad", CARDS), ("discrad", "mean discard")),
    (("smugglers-hold", "tournament"), ("tournament", "expected")),
    (("hold", CARDS, "--dealr"), ("--dealr", "mean --dealer")),
    (("hold", CARDS, "-d"), ("-d", "--help")),
    (("--sed", "1"), ("--sed",)),
    (("hold",), ("CARDS is missing", "CARDS6")),
    (("hold", CARDS, "--dealer", "--pone"), ("--dealer", "--pone", "contradict")),
    (("hold", "+5C -5F 0 10S -3C"), ("6", "5")),
    (("hold", f"{CARDS} 7C"), ("6", "7")),
    (("hold", "+5C +5C 0 10S -3C 2F"), ("+5C", "once")),
    (("hold", "0 0 0 10S -3C 2F"), ("'0'", "2 times")),
    (("hold", "+5C -5F 0 11S -3C 2F"), ("11S", "card 4")),
    (("hold", CARDS, "--rule", "hold_point=3"), ("hold_point", "mean hold_points")),
    (("hold", CARDS, "--rule", "stuck=restrat"), ("restrat", "mean restart")),
    (("hold", CARDS, "--rule", "stuck"), ("stuck", "NAME=VALUE")),
    (("hold", CARDS, "--rule", "stuck=end", "--rule", "stuck=restart"), ("stuck", "end", "restart", "once")),
    (("hold", CARDS, "--preset", "rulebok"), ("rulebok", "mean rulebook")),
    (("hold", CARDS, "--opponent", "greddy"), ("greddy", "mean greedy")),
    (("hold", CARDS, "--me", "open"), ("open", "simulated")),
    (("hold", CARDS, "--exact"), ("--exact", "exact are")),
    (("hold", CARDS, "--exact", "--samples", "5"), ("--exact", "--samples", "contradict")),
    (("hold", CARDS, "--samples", "5", "--time", "1"), ("--samples", "--time", "contradict")),
    (("hold", CARDS, "--samples", "many"), ("--samples", "many", "whole number")),
    (("hold", CARDS, "--samples", "-4"), ("--samples", "-4")),
    (("hold", CARDS, "--samples", "9" * 5000), ("--samples", "999", "whole number")),
    (("hold", CARDS, "--samples", "1.5"), ("--samples", "1.5", "whole number")),
    (("hold", CARDS, "--precision", "nan"), ("--precision", "nan")),
    (("hold", CARDS, "--time", "inf"), ("--time", "inf")),
    (("hold", CARDS, "--level", "1.5"), ("--level", "1.5")),
    (("hold", CARDS, "--seed"), ("--seed", "requires")),
    (("hold", CARDS, "--format", "jsn"), ("jsn", "mean json")),
    (("hold", CARDS, "--json", "--format", "csv"), ("--json", "csv", "contradict")),
    (("hold", CARDS, "--output", "/nowhere/at/all.json"), ("--output", "/nowhere/at/all.json")),
    (("hold", CARDS, "--input", "/nowhere/at/all.csv"), ("--input", "/nowhere/at/all.csv")),
    ((*COUNT, "--samples", "5", "--time", "1"), ("--samples", "--time", "contradict")),
    ((*COUNT, "--opponent", "greddy"), ("greddy", "mean greedy")),
    (("smugglers-hold", "rules", "--samples", "5"), ("rules", "--samples", "not sampled")),
    ((*COUNT, "more"), ("more",)),
    ((*COUNT[:-1], "X"), ("--suit", "X", "coins")),
    (("smugglers-hold", "odds", "spoil"), ("spoil", "mean spoils")),
    (("smugglers-hold", "odds", "skirmish", "--exact"), ("--exact", "odds spoils")),
    (("smugglers-hold", "simulate", "--policy", "rnadom"), ("rnadom", "mean random")),
    (("smugglers-hold", "simulate", "--players", "3"), ("--players", "3", "2")),
    (("high-card", "swap", "7", "--rule", "a\nb=1"), (r"a\nb",)),
    (("hold", "\x1b[31m 2 3 4 5 6"), (r"\x1b",)),
]


@pytest.mark.parametrize(("args", "words"), BAD, ids=lambda value: " ".join(value)[:60].encode("ascii", "replace"))
def test_bad_input_is_one_line(run, args, words):
    told = run(*args)
    assert told.code == 2
    assert told.out == ""
    assert told.err.startswith("error: ")
    assert told.err.count("\n") == 1
    assert len(told.err) < 300
    assert all(word in told.err for word in words), told.err


def test_a_bug_is_seen(run, monkeypatch):
    def broken(*args: object) -> None:
        raise RuntimeError("a bug")

    monkeypatch.setattr("analyzer.ask.session.Session.ask", broken)
    with pytest.raises(RuntimeError, match="a bug"):
        run(*COUNT)


def test_a_bug_ends_with_its_traceback_and_1(spawn, tmp_path):
    (tmp_path / "sitecustomize.py").write_text(
        "import analyzer.ask.session\n"
        "def ask(*given): raise RuntimeError('a bug')\n"
        "analyzer.ask.session.Session.ask = ask\n"
    )
    path = os.pathsep.join([str(tmp_path), os.getcwd()])
    done = spawn(*COUNT, env={**os.environ, "PYTHONPATH": path})
    assert done.returncode == 1
    assert done.stderr.startswith("Traceback")
    assert "RuntimeError: a bug" in done.stderr


def test_two_presets_contradict_each_other(run):
    told = run("smugglers-hold", "rules", "--preset", "rulebook", "--preset", "web-app")
    assert told.code == 2
    assert "--preset: 'rulebook' and 'web-app' contradict each other" in told.err
    assert run("smugglers-hold", "rules", "--preset", "rulebook", "--preset", "rulebook").code == 0


def test_a_rule_is_printed_as_it_is_typed(run):
    told = run(*COUNT, "--rule", "outer_rim_points=10000", "--rule", "stuck=restart")
    assert "House rules: stuck=restart, outer_rim_points=10000" in told.out
