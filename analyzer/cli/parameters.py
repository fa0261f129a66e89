"""The options of the command line: what a declaration gives, and those that questions share.

Each is a parameter of the function behind a command. An option that is not given is ``None``, so that every default
stays where it is used.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterable
from typing import Any

import typer

from analyzer.ask.settings import MEANINGS
from analyzer.cli.completion import Complete, kind_words, option_words, policy_words, preset_words, usable, words
from analyzer.games import folder
from analyzer.games.contract import Game, Input
from analyzer.games.inputs import CardKind, Cards, Flag, Integer
from analyzer.games.options import load_options
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
    if isinstance(given.kind, Flag):
        return option(given.name, bool, given.help)
    help = f"{given.help}: {given.kind.range}" if isinstance(given.kind, Integer) else given.help
    help += "" if given.default is None else f" (default {given.default})"
    help += " (required)" if given.required else ""
    annotation = list[str] if given.repeat else str
    return option(given.name, annotation, help, given.kind.metavar, kind_words(given.kind))


def notation(inputs: Iterable[Input]) -> list[str]:
    """Return a line for each deck that ``inputs`` take cards of: how its cards are written."""
    decks = {given.kind.deck.name: given.kind.deck for given in inputs if isinstance(given.kind, Cards | CardKind)}
    lines = []
    for deck in decks.values():
        suits = [f"{letter} {words[0]}" for letter, words in zip(deck.suit_letters, deck.suit_words, strict=False)]
        listed = f"; suits are {', '.join(suits)}" if suits else ""
        lines.append(f"A {deck.noun} is written {deck.example}{listed}.")
    return lines


def seats(names: Iterable[str], help: str) -> Parameters:
    """Return a flag for each seat."""
    return tuple(option(name, bool, help.format(seat=name)) for name in names)


def rules(game: Game) -> Parameters:
    """Return the options that choose the house rules of ``game``."""
    help = f"a house rule, may be repeated; see `analyzer {game.name} rules`"
    return (
        option("rule", list[str], help, "NAME=VALUE", option_words(game)),
        *(
            option(name, str, f"short for house rules: {', '.join(known)}", "WORD,..", words(list(known)))
            for name, known in load_options(folder(game)).shorts.items()
        ),
        option("preset", list[str], "a named set of house rules", "NAME", preset_words(game)),
    )


def advisers(game: Game) -> Parameters:
    """Return the options that say how everybody plays on."""
    complete, listed = policy_words(game, simulated=False), policies(game, simulated=False)
    return (
        option("me", str, f"{MEANINGS['me']}: {listed}", "POLICY", complete),
        option("opponent", str, f"{MEANINGS['opponent']}: {listed}", "POLICY", complete),
    )


def policies(game: Game, *, simulated: bool) -> str:
    """Return what may stand for a policy: the names from the weakest to the strongest, and what default means."""
    names = [policy.name for policy in usable(game, simulated=simulated)]
    default = game.default_policy(rolls_out=not simulated).name
    meant = "the strongest that sees only its own cards" + ("" if simulated else " and is fast enough to play on")
    return f"{', '.join(names)}, or default: {default}, {meant}"


EXACT = option("exact", bool, MEANINGS["exact"])
SAMPLING = (
    option("samples", str, MEANINGS["samples"], "N"),
    option("precision", str, MEANINGS["precision"], "X"),
    option("time", str, MEANINGS["time"], "SECONDS"),
    option("level", str, MEANINGS["level"], "P"),
    option("seed", str, MEANINGS["seed"], "N"),
    option("workers", str, MEANINGS["workers"], "N"),
    option("scheduler", str, MEANINGS["scheduler"], "ADDRESS"),
    option("store", str, MEANINGS["store"], "DIR"),
)
OUTPUT = (
    option("format", str, "how to print the answer (default table)", "|".join(FORMATS), words(FORMATS)),
    option("json", bool, "short for --format json"),
    option("output", str, "write the answer to this file, in the format (or as the chart) of its suffix", "FILE"),
    option("chart", str, "also draw the answer to this file, by its suffix .svg, .png or .pdf", "FILE"),
    option("quiet", bool, "no progress and no notes"),
)
BATCH = option(
    "input", str, "ask once for each line of this file: as typed here, JSON lines or CSV; - for stdin", "FILE"
)
