"""The shell completes games, questions, options and their values."""

from __future__ import annotations

import os

import pytest


@pytest.fixture
def complete(spawn):
    """Return a function that completes a line, whose last word is unfinished."""

    def complete(line: str) -> list[str]:
        words = line.split(" ")
        environment = {"_ANALYZER_COMPLETE": "complete_bash", "COMP_WORDS": line, "COMP_CWORD": str(len(words) - 1)}
        done = spawn(env={**os.environ, **environment})
        assert (done.returncode, done.stderr) == (0, "")
        return done.stdout.split()

    return complete


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("analyzer smu", ["smugglers-hold"]),
        ("analyzer high", []),
        ("analyzer smugglers-hold s", ["spoils", "simulate", "solve"]),
        ("analyzer hold --d", ["--dealer", "--distribution"]),
        ("analyzer smugglers-hold count --sui", ["--suit"]),
        ("analyzer smugglers-hold count --suit ", ["C", "F", "S"]),
        ("analyzer smugglers-hold count --target 1", ["10"]),
        ("analyzer hold --format j", ["json"]),
        ("analyzer hold --opponent ", ["random", "greedy", "lookahead", "search"]),
        ("analyzer smugglers-hold simulate --policy o", ["open"]),
        ("analyzer hold --preset r", ["rulebook"]),
        ("analyzer hold --rule spoils_run", ["spoils_run=", "spoils_run_points="]),
        ("analyzer hold --rule stuck=", ["stuck=end", "stuck=restart"]),
        ("analyzer high-card solve f", ["fates"]),
        ("analyzer high-card grade ", ["gains", "match"]),
        ("analyzer high-card s", ["swap", "simulate", "solve"]),
        ("analyzer smugglers-hold odds s", ["spoils", "skirmish"]),
    ],
)
def test_words(complete, line, found):
    assert complete(line) == found
