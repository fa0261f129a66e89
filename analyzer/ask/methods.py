"""The methods of a session: one a declared question, with the signature and the help that Jupyter shows."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import fields

from analyzer.ask.settings import MEANINGS, SIMULATED, Settings
from analyzer.games.contract import Input, Question
from analyzer.games.inputs import Integer
from analyzer.report.answer import Answer

SETTINGS = frozenset(field.name for field in fields(Settings))


def question_method(
    question: Question, ask: Callable[[str, Mapping[str, object], Settings], Answer]
) -> Callable[..., Answer]:
    """Return the method that asks a declared ``question``, with its signature for help and completion."""
    placed = _by_place(question)

    def method(*args: object, **given: object) -> Answer:
        if len(args) > len(placed):
            raise TypeError(f"{question.name}() takes {len(placed)} inputs by place, and {len(args)} came")
        for declared, value in zip(placed, args, strict=False):
            if declared.name in given:
                raise TypeError(f"{question.name}() got the input {declared.name!r} twice, by place and by name")
            given[declared.name] = value
        values, settings = split_settings(given)
        return ask(question.name, values, settings)

    method.__name__ = question.name
    method.__doc__ = _docstring(question)
    method.__signature__ = _signature(question)  # type: ignore[attr-defined]
    return method


def _by_place(question: Question) -> list[Input]:
    """Return the inputs in the order in which Python takes them by place: as declared, those of the words first."""
    return sorted(question.inputs, key=lambda declared: not declared.positional)


def _signature(question: Question) -> inspect.Signature:
    parameter = inspect.Parameter
    inputs, optional = [], False
    for declared in _by_place(question):
        # Python wants a default of all that follow one; a required input that has none is asked for by the error.
        optional = optional or not declared.required
        default = declared.default if optional else parameter.empty
        inputs.append(parameter(declared.name, parameter.POSITIONAL_OR_KEYWORD, default=default))
    seats = [parameter(seat, parameter.KEYWORD_ONLY, default=False) for seat in question.seats]
    settings = parameter("settings", parameter.VAR_KEYWORD)
    return inspect.Signature([*inputs, *seats, settings], return_annotation=Answer)


def _docstring(question: Question) -> str:
    """Return what ``help()`` says of a question's method: its inputs, its seats and the settings, a line each."""
    lines = [question.help, "", "Inputs, by place or by name:"]
    for declared in _by_place(question):
        bounds = f": {declared.kind.range}" if isinstance(declared.kind, Integer) else ""
        need = "" if declared.required else " (may be left out)"
        need = need if declared.default is None else f" (default {declared.default})"
        lines.append(f"    {declared.name}: {declared.kind.metavar}, {declared.help}{bounds}{need}")
    every = "; without either, both are answered" if question.every_seat else ""
    lines += [f"    {seat}: True to answer for the {seat}{every}" for seat in question.seats]
    lines += ["", "Settings, by name:", *(f"    {name}: {meaning}" for name, meaning in MEANINGS.items())]
    further = sorted(SETTINGS - MEANINGS.keys() - SIMULATED)
    return "\n".join([*lines, f"    also {', '.join(further)}: see Settings"])


def split_settings(given: Mapping[str, object]) -> tuple[dict[str, object], Settings]:
    """Return what is input and what is setting."""
    settings = {name: value for name, value in given.items() if name in SETTINGS}
    return {name: value for name, value in given.items() if name not in SETTINGS}, Settings(**settings)  # type: ignore[arg-type]
