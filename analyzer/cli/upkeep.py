"""The commands that belong to no game: what there is, and the care of the kernels."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from typing import Any

from analyzer.ask import catalogue
from analyzer.cli.asking import Given, finish, is_quiet, outlet_of
from analyzer.cli.commands import command
from analyzer.cli.notices import Watch
from analyzer.cli.parameters import OUTPUT
from analyzer.report.answer import Answer


def games_command() -> Any:
    """Return the command that lists the games."""
    return _command("games", "Every game, its players, questions and policies.", lambda _: catalogue.games())


def warmup_command() -> Any:
    """Return the command that compiles the kernels."""
    return _command("warmup", "Compile and cache every kernel.", lambda watch: catalogue.warmup(watch.note))


def bench_command() -> Any:
    """Return the command that measures the kernels."""
    return _command("bench", "How fast every kernel is on this machine.", lambda watch: catalogue.bench(watch.note))


def _command(name: str, help: str, answer: Callable[[Watch], Answer]) -> Any:
    def action(given: Given) -> int:
        outlet = outlet_of(given)
        with closing(Watch(quiet=is_quiet(given))) as watch:
            return finish(outlet, answer(watch), watch)

    return command(name, help, OUTPUT, action)
