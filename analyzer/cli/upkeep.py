"""The commands that belong to no game: what there is, and the care of the kernels."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from typing import Any

import typer

from analyzer.ask import catalogue
from analyzer.cli.asking import DONE, Given, finish, is_quiet, outlet_of
from analyzer.cli.commands import command
from analyzer.cli.notices import Watch
from analyzer.cli.parameters import OUTPUT
from analyzer.report.answer import Answer

CLUSTER = """\
Install the same version with dask everywhere:  pip install "sabacc-analyzer[cluster]"

On one machine, the scheduler:                  dask scheduler --host HOST --port 8786
On each machine, a worker for all its cores:    dask worker tcp://HOST:8786
Then, from anywhere that reaches it:            analyzer GAME simulate ... --scheduler tcp://HOST:8786

--scheduler goes with every sampled question. The answer is the same to the byte as on one machine. Workers may come
and go: what a lost one was playing is played again by another. --store DIR keeps the finished blocks on your own
machine, so that the same command carries on when the scheduler itself is lost. Workers run whatever the scheduler
sends them: keep both inside a network you trust."""


def games_command() -> Any:
    """Return the command that lists the games."""
    return _command("games", "Every game, its players, questions and policies.", lambda _: catalogue.games())


def warmup_command() -> Any:
    """Return the command that compiles the kernels."""
    return _command("warmup", "Compile and cache every kernel.", lambda watch: catalogue.warmup(watch.note))


def bench_command() -> Any:
    """Return the command that measures the kernels."""
    return _command("bench", "How fast every kernel is on this machine.", lambda watch: catalogue.bench(watch.note))


def cluster_command() -> Any:
    """Return the command that says how to start a cluster."""

    def action(_: Given) -> int:
        typer.echo(CLUSTER)
        return DONE

    return command("cluster", "How to start a dask scheduler and workers for --scheduler.", (), action)


def _command(name: str, help: str, answer: Callable[[Watch], Answer]) -> Any:
    def action(given: Given) -> int:
        outlet = outlet_of(given)
        with closing(Watch(quiet=is_quiet(given))) as watch:
            return finish(outlet, answer(watch), watch)

    return command(name, help, OUTPUT, action)
