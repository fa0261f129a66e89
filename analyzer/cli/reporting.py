"""The commands that write reports: of one game, or of all."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from analyzer.ask.reports.outline import has_report, read_outline
from analyzer.ask.settings import MEANINGS
from analyzer.cli.asking import DONE, INTERRUPTED, Given, is_quiet, typed_settings
from analyzer.cli.commands import command
from analyzer.cli.groups import LazyGroup, Maker, lazy_group
from analyzer.cli.notices import Watch, described
from analyzer.cli.parameters import option
from analyzer.games import find, names
from analyzer.games.contract import Game

if TYPE_CHECKING:
    from rich.progress import Progress as Bar

    from analyzer.simulation.engine import Progress

OUT = "reports"
OPTIONS = (
    option("quick", bool, "fewer samples: about a minute for all games"),
    option("out", str, f"where the pages go (default: {OUT})", "DIR"),
    option("seed", str, MEANINGS["seed"], "N"),
    option("workers", str, MEANINGS["workers"], "N"),
    option("scheduler", str, MEANINGS["scheduler"], "ADDRESS"),
    option("quiet", bool, "no progress and no notes"),
)
HELP = "Nothing on a page is fetched from anywhere. Interrupted, the same command carries on."


def report_command(game: Game) -> Any:
    """Return the command that writes the report of ``game``."""
    help = f"What players ask of {game.title}, answered on one page with charts and tables.\n\n{HELP}"
    return command("report", help, OPTIONS, partial(_write, [game], index=False))


def report_group() -> LazyGroup:
    """Return the group ``analyzer report``: all games, or one of them."""
    members: dict[str, Maker] = {"all": _all_command}
    members |= {name: partial(_one_command, name) for name in reported()}
    return lazy_group("report", "report", "Write reports as pages: of all games, or of one.", members)


def reported() -> list[str]:
    """Return the names of the games that have a report, those that are hidden among them."""
    return [name for name in names() if has_report(find(name))]


def _one_command(name: str) -> Any:
    game = find(name)
    made = report_command(game)
    made.name, made.hidden = name, game.hidden
    return made


def _all_command() -> Any:
    games = [game for game in map(find, reported()) if not game.hidden]
    help = f"A page for each game, and an index that leads to them.\n\n{HELP}"
    return command("all", help, OPTIONS, partial(_write, games, index=True))


def _write(games: Sequence[Game], given: Given, *, index: bool) -> int:
    from analyzer.ask.reports.writing import write_reports

    shared = typed_settings({name: value for name, value in given.items() if name in ("seed", "workers", "scheduler")})
    watch = Watch(quiet=is_quiet(given))
    with _Bar(quiet=watch.quiet) as bar:
        try:
            pages = write_reports(
                [read_outline(game) for game in games],
                Path(given.get("out", OUT)),
                quick=bool(given.get("quick")),
                shared={**shared, "note": watch.note},
                index=index,
                tell=bar.tell,
            )
        except KeyboardInterrupt:
            watch.note("interrupted: the same command carries on from what was finished")
            return INTERRUPTED
    for page in pages:
        print(page)
    return DONE


class _Bar:
    """A bar over all answers of the run, on a terminal; silent elsewhere."""

    def __init__(self, *, quiet: bool) -> None:
        self._shown = not quiet and sys.stderr.isatty()
        self._bar: Bar | None = None
        self._task: Any = None

    def __enter__(self) -> _Bar:
        if self._shown:
            # rich is imported only where something is drawn.
            from rich.console import Console
            from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
            from rich.progress import Progress as Bar

            columns = BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TextColumn("{task.description}")
            self._bar = Bar(*columns, console=Console(stderr=True), transient=True)
            self._bar.start()
            self._task = self._bar.add_task("", total=None)
        return self

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.stop()

    def tell(self, done: int, of: int, name: str, now: Progress | None) -> None:
        """Draw that ``done`` of ``of`` answers are there, and how far the next one is."""
        if self._bar is not None:
            from rich.markup import escape

            words = name if now is None else f"{name} ({described(now)})"
            self._bar.update(self._task, completed=done, total=of, description=escape(words))
