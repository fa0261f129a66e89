"""The command ``analyzer``."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import partial
from typing import Any

import typer

from analyzer import __version__
from analyzer.cli.asking import BAD_INPUT, DONE, INTERRUPTED
from analyzer.cli.commands import game_group, question_command
from analyzer.cli.groups import LazyGroup, Maker, lazy_group
from analyzer.cli.notices import complain
from analyzer.cli.outlet import turn_stdout_away
from analyzer.cli.parameters import SAMPLING
from analyzer.cli.reporting import report_group
from analyzer.cli.upkeep import bench_command, cluster_command, games_command, warmup_command
from analyzer.core.errors import InputError, near
from analyzer.core.notation import quoted
from analyzer.games import find, names

HOLD = ("smugglers-hold", "discard")
"""The question asked most, which ``analyzer hold`` is short for."""

EXAMPLE = 'analyzer hold "+5C -5F 0 10S -3C 2F" --dealer'
LONGEST_LINE = 300
SAMPLED_ONLY = frozenset(f"--{parameter.name}" for parameter in SAMPLING) | {"--me", "--opponent", "--distribution"}


def run() -> None:
    """Run the command with the arguments of this process, and exit."""
    sys.exit(main(sys.argv[1:]))


def main(args: Sequence[str]) -> int:
    """Run the command and return the exit code: 0 done, 2 bad input, 3 precision not reached, 130 interrupted.

    A bug raises, so that its traceback is seen.
    """
    sys.stdout.reconfigure(errors="replace")  # type: ignore[union-attr]  # a terminal may lack a sign such as ±
    try:
        code = root().main(args=list(args), prog_name="analyzer", standalone_mode=False)
        sys.stdout.flush()
    except (InputError, typer.TyperException) as error:
        complain(one_line(error))
        return BAD_INPUT
    except KeyboardInterrupt:
        return INTERRUPTED
    except SystemExit as leaving:
        # typer leaves with 1 where the reader of its help has closed the pipe, which is no error.
        if not isinstance(leaving.__context__, BrokenPipeError):
            raise
        turn_stdout_away()
        return DONE
    except BrokenPipeError:
        turn_stdout_away()
        return DONE
    return int(code or DONE)


def root() -> LazyGroup:
    """Return the group of all commands; a game's folder is imported only where its name is called or listed."""
    members: dict[str, Maker] = {"hold": _hold, "games": games_command}
    members |= {name: partial(game_group, name) for name in names()}
    members |= {"report": report_group, "warmup": warmup_command, "bench": bench_command, "cluster": cluster_command}
    help = "Odds and strategy analyzer for card and tile games.\n\nBegin with: " + EXAMPLE
    return lazy_group("analyzer", "game or command", help, members, version=__version__)


def one_line(error: Exception) -> str:
    """Return what is wrong in one line; an unknown option gets the nearest one, or the reason why it is not there."""
    option = getattr(error, "option_name", None)
    if option is None or not hasattr(error, "possibilities"):
        return in_short(error.format_message()) if isinstance(error, typer.TyperException) else str(error)
    context: Any = getattr(error, "ctx", None)
    path = context.command_path
    if option in SAMPLED_ONLY:
        return f"{path} has no option {option}; its answer is not sampled"
    known = [name for parameter in context.command.get_params(context) for name in parameter.opts]
    return f"{path} has no option {quoted(option)}{near(option, known) or f'; see {path} --help'}"


def in_short(message: str) -> str:
    """Return what typer says, which quotes what was typed as it is, fit for one line of a terminal."""
    line = " ".join(message.split()).rstrip(".")
    line = "".join(c if c.isprintable() else ascii(c)[1:-1] for c in line)
    return line if len(line) <= LONGEST_LINE else line[:LONGEST_LINE] + "..."


def _hold() -> Any:
    game = find(HOLD[0])
    question = next(question for question in game.questions if question.name == HOLD[1])
    return question_command(game, question, "hold")
