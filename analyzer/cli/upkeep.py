"""The commands that belong to no game: what there is, and the care of the kernels."""

from __future__ import annotations

from contextlib import closing
from typing import Any

from analyzer.ask import catalogue
from analyzer.cli.asking import DONE, Given, finish, is_quiet, outlet_of
from analyzer.cli.commands import command
from analyzer.cli.parameters import OUTPUT, option
from analyzer.cli.notices import Watch


def games_command() -> Any:
    """Return the command that lists the games."""

    def action(given: Given) -> int:
        with closing(Watch(quiet=is_quiet(given))) as watch:
            return finish(outlet_of(given), catalogue.games(), watch)

    return command("games", "Every game, its players, questions and policies.", OUTPUT, action)


def bench_command() -> Any:
    """Return the command that measures the kernels."""

    def action(given: Given) -> int:
        outlet = outlet_of(given)
        with closing(Watch(quiet=is_quiet(given))) as watch:
            return finish(outlet, catalogue.bench(), watch)

    return command("bench", "How fast every kernel is on this machine.", OUTPUT, action)


def warmup_command() -> Any:
    """Return the command that compiles the kernels."""

    def action(given: Given) -> int:
        with closing(Watch(quiet=is_quiet(given))) as watch:
            catalogue.warmup(watch.note)
        return DONE

    quiet = option("quiet", bool, "no notes")
    return command("warmup", "Compile and cache every kernel, once for this machine.", (quiet,), action)
