"""From the options given to the answer printed: asks, shows progress, and says how the command ends."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import fields, replace
from typing import Any

from analyzer import games
from analyzer.ask.settings import Settings
from analyzer.cli.lines import Line, read_lines
from analyzer.cli.notices import Watch, complain
from analyzer.cli.outlet import Outlet, open_outlet
from analyzer.core.errors import InputError
from analyzer.core.notation import quoted
from analyzer.games.contract import Game
from analyzer.games.options import load_options
from analyzer.report.answer import Answer

DONE, BAD_INPUT, NOT_REACHED, INTERRUPTED = 0, 2, 3, 130
SETTINGS = frozenset(field.name for field in fields(Settings))
WHOLE = frozenset({"seed", "samples", "workers", "hands", "games"})
REAL = frozenset({"level", "precision", "time"})
LONGEST_NUMBER = 24
CARRIES_ON = {"solve": "; the same command carries on"}

Given = Mapping[str, Any]
"""Every option of a command by name; those that are not given are absent."""


def ask(
    game: Game,
    question: str,
    given: Given,
    names: Sequence[str],
    seats: Sequence[str] = (),
    typed: Callable[[str], Given] = lambda _: {},
) -> int:
    """Answer a question of ``game`` and return the exit code; with ``--input``, answer once for each line.

    ``names`` are the inputs of the question and ``seats`` its flags; everything else that is given says how to answer.
    ``typed`` reads the inputs and flags of a line as they are typed on the command line.
    """
    outlet = outlet_of(given)
    values = {name: given[name] for name in (*names, *seats) if name in given}
    settings = Settings(**typed_settings({name: value for name, value in given.items() if name not in values}))
    named = preset(given.get("preset", ()))
    session = games.load(game.name, rules=house_rules(written_rules(game, given)), preset=named)
    with closing(Watch(quiet=is_quiet(given))) as watch:
        settings = replace(settings, progress=watch.progress, step=watch.step, note=watch.note)

        def answer(values: Given) -> Answer:
            return session.ask(question, values, settings)

        if "input" not in given:
            return finish(outlet, answer(values), watch)
        return _ask_lines(read_lines(given["input"], names, seats, typed), answer, values, outlet, watch)


def _ask_lines(
    lines: Iterable[Line], answer: Callable[[Given], Answer], values: Given, outlet: Outlet, watch: Watch
) -> int:
    """Answer each of ``lines``, what it leaves out being taken from ``values``; a bad line costs only itself."""
    worst, number = DONE, 0
    try:
        for number, line in lines:
            try:
                if isinstance(line, InputError):
                    raise line
                result = answer({**values, **line})
            except InputError as error:
                complain(f"line {number}: {error}")
                worst = BAD_INPUT
                continue
            outlet.take(result)
            if result.interrupted:
                worst = INTERRUPTED
                break
            if not result.reached and worst == DONE:
                worst = NOT_REACHED
    except KeyboardInterrupt:
        worst = INTERRUPTED
    if number == 0 and worst == DONE:
        raise InputError("--input: no line was found: expected a question's arguments on each")
    watch.close()
    outlet.close()
    return worst


def finish(outlet: Outlet, answer: Answer, watch: Watch) -> int:
    """Print the only answer of a command and return the exit code."""
    watch.close()
    outlet.take(answer)
    outlet.close()
    if answer.interrupted:
        watch.note("interrupted: this is what was finished" + CARRIES_ON.get(answer.document.get("question", ""), ""))
        return INTERRUPTED
    if not answer.reached:
        # A table says so too; other formats have no place for it that a person would see.
        watch.note("the precision asked for was not reached: give more time or samples")
        return NOT_REACHED
    return DONE


def outlet_of(given: Given) -> Outlet:
    """Return where the answer goes."""
    form, json, output, chart = (given.get(name) for name in ("format", "json", "output", "chart"))
    return open_outlet(form, json, output, chart=chart, lines="input" in given)


def is_quiet(given: Given) -> bool:
    """Return whether only the answer and errors are wanted."""
    return bool(given.get("quiet"))


def typed_settings(given: Given) -> dict[str, Any]:
    """Return what ``given`` holds of :class:`Settings`, with numbers in place of their text."""
    return {name: _number(name, value) for name, value in given.items() if name in SETTINGS}


def _number(name: str, value: Any) -> Any:
    if name not in WHOLE | REAL:
        return value
    kind = "whole number" if name in WHOLE else "number"
    try:
        if len(value) > LONGEST_NUMBER:
            raise ValueError
        return int(value) if name in WHOLE else float(value)
    except ValueError:
        raise InputError(f"--{name}: {quoted(value)} cannot be: expected a {kind}") from None


def written_rules(game: Game, given: Given) -> list[str]:
    """Return the ``NAME=VALUE`` words of the house rules that are given, those given by a short name last."""
    shorts = load_options(games.folder(game)).shorts
    return [*given.get("rule", ()), *(f"{name}={given[name]}" for name in shorts if name in given)]


def house_rules(written: Sequence[str]) -> dict[str, str]:
    """Return the house rules that ``NAME=VALUE`` words set; one that is set twice must be set alike."""
    rules: dict[str, str] = {}
    for word in written:
        name, equals, value = (part.strip() for part in word.partition("="))
        if not equals or not name or not value:
            raise InputError(f"--rule: {quoted(word)} cannot be: expected NAME=VALUE; analyzer GAME rules lists them")
        if rules.setdefault(name, value) != value:
            raise InputError(f"--rule: {name} is set to {quoted(rules[name])} and to {quoted(value)}: set it once")
    return rules


def preset(named: Sequence[str]) -> str | None:
    """Return the one preset that was named, if any."""
    if len(set(named)) > 1:
        raise InputError(f"--preset: {quoted(named[0])} and {quoted(named[1])} contradict each other: name one of them")
    return named[0] if named else None
