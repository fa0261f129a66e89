"""Runs the command in this process, and in a process of its own."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass

import pytest

from analyzer.cli.main import main


@dataclass(frozen=True)
class Outcome:
    """What a command came to."""

    code: int
    out: str
    err: str


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Callable[..., Outcome]:
    """Return a function that runs ``analyzer`` with its arguments in this process."""

    def run(*args: str) -> Outcome:
        code = main(args)
        return Outcome(code, *capsys.readouterr())

    return run


@pytest.fixture
def spawn() -> Callable[..., subprocess.CompletedProcess[str]]:
    """Return a function that runs ``python -m analyzer`` in a process of its own."""

    def spawn(*args: str, **given: object) -> subprocess.CompletedProcess[str]:
        line = [sys.executable, "-m", "analyzer", *args]
        given = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **given}
        return subprocess.run(line, text=True, timeout=120, check=False, **given)  # type: ignore[call-overload,no-any-return]

    return spawn
