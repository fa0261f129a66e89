"""The options of the command line: what a declaration gives, and those that questions share.

Each is a parameter of the function behind a command. An option that is not given is ``None``, so that every default
stays where it is used.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterable
from typing import Any

import typer

from analyzer.cli.completion import Complete, kind_words, option_words, policy_words, preset_words, words
from analyzer.games.contract import Game, Input
from analyzer.report.formats import FORMATS

Parameters = tuple[inspect.Parameter, ...]


def option(
    name: str,
    annotation: Any,
    help: str,
    metavar: str | None = None,
    complete: Complete | None = None,
    *,
    negatable: bool = False,
) -> inspect.Parameter:
    """Return the option ``--name`` of the type ``annotation``; ``bool`` makes a flag, ``negatable`` one with a no."""
    word = name.replace("_", "-")
    flag = f"--{word}/--no-{word}" if negatable else f"--{word}"
    default = typer.Option(None, flag, help=help, metavar=metavar, autocompletion=complete, show_default=False)
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation | None)


def argument(name: str, annotation: Any, metavar: str, complete: Complete | None = None) -> inspect.Parameter:
    """Return a value given by its place; the help of its command must tell what it is."""
    # Hidden from the list of arguments only, which would show the type in Python's words.
    default = typer.Argument(None, metavar=metavar, autocompletion=complete, hidden=True)
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation | None)


def declared(given: Input) -> inspect.Parameter:
    """Return the parameter of one declared input."""
    if given.positional:
        # Several tokens are read as one text, so that cards need no quotes.
        return argument(given.name, list[str], given.kind.metavar, kind_words(given.kind))
    help = given.help if given.default is None else f"{given.help} (default {given.default})"
    help += " (required)" if given.required else ""
    annotation = list[str] if given.repeat else str
    return option(given.name, annotation, help, given.kind.metavar, kind_words(given.kind))


def seats(names: Iterable[str], help: str) -> Parameters:
    """Return a flag for each seat."""
    return tuple(option(name, bool, help.format(seat=name)) for name in names)


def rules(game: Game) -> Parameters:
    """Return the options that choose the house rules of ``game``."""
    return (
        option("rule", list[str], "a house rule, may be repeated; see `rules`", "NAME=VALUE", option_words(game)),
        option("preset", str, "a named set of house rules", "NAME", preset_words(game)),
    )


def advisers(game: Game) -> Parameters:
    """Return the options that say how everybody plays on."""
    complete = policy_words(game, simulated=False)
    return (
        option("me", str, "how the asker plays on after this decision", "POLICY", complete),
        option("opponent", str, "how the others play", "POLICY", complete),
    )


EXACT = option("exact", bool, "answer exactly or not at all")
SAMPLING = (
    option("samples", str, "how many common deals to play", "N"),
    option("precision", str, "play until the half-width of the leading gap is this small", "X"),
    option("time", str, "play for so long, or give up on the precision then", "SECONDS"),
    option("level", str, "the confidence level (default 0.95)", "P"),
    option("seed", str, "the seed of the random deals (default 1)", "N"),
    option("workers", str, "how many threads to use; changes nothing but the time", "N"),
    option("store", str, "keep finished blocks here; the same command carries on from them", "DIR"),
)
OUTPUT = (
    option("format", str, "how to print the answer (default table)", "|".join(FORMATS), words(FORMATS)),
    option("json", bool, "short for --format json"),
    option("output", str, "write the answer to this file, in the format (or as the chart) of its suffix", "FILE"),
    option("chart", str, "also draw the answer to this file, by its suffix .svg, .png or .pdf", "FILE"),
    option("quiet", bool, "no progress and no notes"),
)
BATCH = option("input", str, "ask once for each line of this file (JSON lines or CSV), or - for stdin", "FILE")
