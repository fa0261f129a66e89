"""The commands of one game, built from its declaration."""

from __future__ import annotations

import inspect
import shlex
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

import typer
from typer.main import get_command

from analyzer.ask.grading import USED as GRADING
from analyzer.ask.reports.outline import has_report
from analyzer.ask.settings import DEFAULT_SECONDS, MEANINGS
from analyzer.ask.solving import USED as SOLVING
from analyzer.cli import parameters
from analyzer.cli.asking import Given, ask
from analyzer.cli.completion import measure_words, policy_words, stage_words
from analyzer.cli.groups import LazyGroup, Maker, lazy_group
from analyzer.cli.parameters import BATCH, EXACT, OUTPUT, SAMPLING, option
from analyzer.cli.shield import ShieldedCommand
from analyzer.core.errors import InputError
from analyzer.core.notation import quoted
from analyzer.games import find
from analyzer.games.contract import Game, Question

DISTRIBUTION = option("distribution", bool, MEANINGS["distribution"])
EXPLAIN = option("explain", bool, MEANINGS["explain"])
BUDGET = f"What is sampled takes about {DEFAULT_SECONDS:g} seconds, unless an option names another budget."


def command(
    name: str,
    help: str,
    parameters: Iterable[inspect.Parameter],
    action: Callable[[Given], int],
    *,
    helps: bool = True,
) -> Any:
    """Return a command that calls ``action`` with the options given, and ends with the exit code that it returns.

    It takes ``--help`` where it ``helps``.
    """

    def callback(**given: Any) -> int:
        return action({name: value for name, value in given.items() if value not in (None, [])})

    signature = inspect.Signature(list(parameters))
    callback.__signature__ = signature  # type: ignore[attr-defined]
    callback.__annotations__ = {name: parameter.annotation for name, parameter in signature.parameters.items()}
    app = typer.Typer(add_completion=False, rich_markup_mode=None)
    app.command(name, help=help, cls=ShieldedCommand, add_help_option=helps)(callback)
    return get_command(app)


def game_group(name: str) -> LazyGroup:
    """Return the group of the commands of the game ``name``, which is imported here."""
    game = find(name)
    members: dict[str, Maker] = {
        question.name: partial(question_command, game, question, question.name) for question in game.questions
    }
    members |= {
        "rules": partial(rules_command, game),
        "odds": partial(odds_command, game),
        "simulate": partial(simulate_command, game),
    }
    members |= {"solve": partial(solve_command, game)} if game.solve else {}
    members |= {"grade": partial(grade_command, game)} if game.grade else {}
    if has_report(game):
        members["report"] = partial(_report_command, game)
    return lazy_group(name, f"question of {name}", f"{game.title}. {game.credit}", members, hidden=game.hidden)


def _report_command(game: Game) -> Any:
    # Writing reports builds on the commands here.
    from analyzer.cli.reporting import report_command

    return report_command(game)


def question_command(game: Game, question: Question, name: str) -> Any:
    """Return the command ``name`` that asks ``question``."""
    flag_help = "answer for the {seat}" + (" only" if question.every_seat or question.any_seat else "")
    told = [f"{each.kind.metavar}: {each.help}." for each in question.inputs if each.positional]
    return command(
        name,
        "\n\n".join([question.help, *told, *parameters.notation(question.inputs), BUDGET]),
        (
            *map(parameters.declared, question.inputs),
            *parameters.seats(question.seats, flag_help),
            *parameters.rules(game),
            EXACT,
            *SAMPLING,
            *parameters.advisers(game),
            DISTRIBUTION,
            EXPLAIN,
            *OUTPUT,
            BATCH,
        ),
        lambda given: ask(
            game,
            question.name,
            given,
            [each.name for each in question.inputs],
            question.seats,
            partial(typed_inputs, question),
        ),
    )


def typed_inputs(question: Question, line: str) -> Given:
    """Return the inputs and seats of ``question`` that ``line`` gives as they are typed on the command line.

    Raises ``InputError`` for a word that is neither.
    """
    found: dict[str, Any] = {}

    def take(given: Given) -> int:
        found.update(given)
        return 0

    inputs = (*map(parameters.declared, question.inputs), *parameters.seats(question.seats, "{seat}"))
    try:
        reader = command(question.name, "", inputs, take, helps=False)
        reader.main(shlex.split(line), question.name, standalone_mode=False)
    except typer.TyperException as error:
        raise InputError(f"{' '.join(error.format_message().split()).rstrip('.')}, in {quoted(line)}") from None
    except ValueError as error:
        raise InputError(f"{quoted(line)} cannot be read as typed words: {error}") from None
    return found


def rules_command(game: Game) -> Any:
    """Return the command that lists the house rules in force."""
    return command(
        "rules",
        "The rulings and options in force.",
        (*parameters.rules(game), *OUTPUT),
        lambda given: ask(game, "rules", given, ()),
    )


def odds_command(game: Game) -> Any:
    """Return the command that prints one probability table, or their names."""
    inputs = {given.name: given for table in game.odds for given in table.inputs}
    tables = [(table.name, table.help) for table in game.odds]
    width = max((len(name) for name, _ in tables), default=0)
    told = ["\b", "TABLE is one of", *(f"  {name:{width}}  {help}" for name, help in tables)]
    return command(
        "odds",
        "\n".join(["Probability tables; without a TABLE, their names.", "", BUDGET, "", *told]),
        (
            parameters.argument("table", str, "TABLE", lambda: tables),
            *map(parameters.declared, inputs.values()),
            *parameters.rules(game),
            EXACT,
            *SAMPLING,
            *parameters.advisers(game),
            *OUTPUT,
        ),
        lambda given: ask(game, "odds", given, ("table", *inputs)),
    )


def simulate_command(game: Game) -> Any:
    """Return the command that plays deals, or whole games, between policies."""
    policies, listed = policy_words(game, simulated=True), parameters.policies(game, simulated=True)
    return command(
        "simulate",
        f"What each seat wins and scores when policies play each other.\n\n{BUDGET}",
        (
            option("policy", str, f"one policy for all seats, or one a seat: {listed}", "NAME,...", policies),
            option("players", str, "how many play", "P"),
            option("hands", str, "how many deals to play", "N"),
            option("games", str, "how many games to play, to their end", "N"),
            option("score", str, "start the games at this score", "ME-THEM"),
            *parameters.seats(game.seats, "with --score: the asker is the {seat}"),
            option("mirror", bool, "play every deal again with the seats swapped", negatable=True),
            option("distribution", str, "also the chance of N or more of these metrics", "METRIC,..."),
            *parameters.rules(game),
            EXACT,
            *SAMPLING,
            *OUTPUT,
        ),
        lambda given: ask(game, "simulate", _simulation(given), ("players", "score", *game.seats)),
    )


def solve_command(game: Game) -> Any:
    """Return the command that makes the tables that ``game`` ships."""
    return command(
        "solve",
        "Make the tables that the game ships, or those of some stages; without a STAGE, all of them in order.\n\n"
        "It takes minutes. Interrupted or killed, the same command carries on.",
        (
            parameters.argument("stage", list[str], "STAGE", stage_words(game)),
            option("out", str, "where the tables go (default: where the program looks for them)", "DIR"),
            *(parameter for parameter in SAMPLING if parameter.name in SOLVING),
            *parameters.rules(game),
            *OUTPUT,
        ),
        lambda given: ask(game, "solve", given, ("stage", "out")),
    )


def grade_command(game: Game) -> Any:
    """Return the command that measures how good the shipped strategy of ``game`` is."""
    return command(
        "grade",
        "How good the shipped strategy is; without a MEASURE, by all of them.\n\n"
        "What is sampled is played as often as each measure needs, unless --samples or --time says otherwise.",
        (
            parameters.argument("measure", list[str], "MEASURE", measure_words(game)),
            *(parameter for parameter in SAMPLING if parameter.name in GRADING),
            *parameters.rules(game),
            *OUTPUT,
        ),
        lambda given: ask(game, "grade", given, ("measure",)),
    )


def _simulation(given: Given) -> Given:
    """Return ``given`` with words joined by commas taken apart, under the names of the settings."""
    settings = {"policy": "policies", "distribution": "distribution"}
    lists = {
        settings[name]: tuple(word.strip() for word in given[name].split(",")) for name in settings if name in given
    }
    return {**{name: value for name, value in given.items() if name not in settings}, **lists}
