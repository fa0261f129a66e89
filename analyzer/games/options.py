"""A game's house rules: read from its ``options.toml``, checked, and resolved to the values in force."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from analyzer.core.errors import InputError, near
from analyzer.core.notation import SWITCH, as_text, normalize, parse_whole, quoted

_LARGEST = 10_000
"""No option counts points or chips beyond this, so that tallies cannot overflow."""
_FINEST = 1_000_000
"""No chance has a denominator beyond this."""


_NUMBERS = {
    "whole": f"a whole number from 0 to {_LARGEST}",
    "chance": "a chance from 0 to 1, such as 1/6 or 0.5",
}


@dataclass(frozen=True, slots=True)
class OptionSpec:
    """One option: ``values`` lists what is allowed, or is ``"whole"`` for any whole number, or ``"chance"``.

    A chance is a fraction as text in lowest terms, such as ``1/6``, read from a decimal too. Beside numbers of either
    kind a default that is a word may be written.
    ``sensitivity`` lists the values under which ``--explain`` asks again, for an option that is an assumption.
    """

    name: str
    ruling: str
    default: Any
    values: tuple[Any, ...] | str
    meaning: str
    alternatives: str
    source: str
    moves_answers: bool
    assumption: str
    sensitivity: tuple[Any, ...] = ()

    @property
    def allowed(self) -> str:
        """What may be written for it, in words."""
        if isinstance(self.values, str):
            words = "".join(f"{word} or " for word in self._spellings())
            return words + _NUMBERS[self.values]
        return " or ".join(spell(value) for value in self.values)

    def read(self, given: object) -> Any:
        """Return the value that ``given`` (text or value) stands for; raises ``InputError`` where none does."""
        text = ",".join(part.strip() for part in normalize(spell(given)).lower().split(","))
        spellings = self._spellings()
        if text in spellings and given is not None:  # the word "none" may be a value, Python's nothing is not
            return spellings[text]
        number = parse_whole(text)
        if self.values == "whole" and number is not None and 0 <= number <= _LARGEST:
            return number
        chance = _chance(text) if self.values == "chance" else None
        if chance is not None:
            return chance
        hint = near(text, spellings, {word: spell(value) for word, value in spellings.items()})
        raise InputError(f"--rule {self.name}: {quoted(spell(given))} cannot be: expected {self.allowed}{hint}")

    def _spellings(self) -> dict[str, Any]:
        """Return the value of each lower-case word that is read for one."""
        if isinstance(self.values, str):
            word = self.default if isinstance(self.default, str) and self.default.isalpha() else ""
            return {word: word} if word else {}
        switch = {word: value for word, value in SWITCH.items() if value in self.values}
        return {**(switch if isinstance(self.default, bool) else {}), **{spell(value): value for value in self.values}}


@dataclass(frozen=True, slots=True)
class Options:
    """All options of a game in the order of its file, its presets, and its shorts.

    A short is a name that stands for several options: each of its words, with commas between, sets what it names.
    """

    specs: Mapping[str, OptionSpec]
    presets: Mapping[str, Mapping[str, Any]]
    shorts: Mapping[str, Mapping[str, Mapping[str, Any]]] = field(default_factory=dict)

    def resolve(self, rules: Mapping[str, object] | None = None, preset: str | None = None) -> dict[str, Any]:
        """Return every option's value: the default, changed by ``preset``, changed by ``rules``."""
        if not isinstance(rules, Mapping | None):
            raise InputError(f"rules: {quoted(rules)} cannot be: expected a mapping of option names to values")
        values = {name: spec.default for name, spec in self.specs.items()}
        values.update({} if preset is None else self._preset(as_text(preset)))
        for given_name, given in (rules or {}).items():
            name = as_text(given_name)
            if name in self.shorts:
                values.update(self._short(name, given))
                continue
            if name not in self.specs:
                hint = near(name, self.specs) or "; `rules` lists the options"
                raise InputError(f"--rule: {quoted(name)} is no option of this game{hint}")
            values[name] = self.specs[name].read(given)
        return values

    def _preset(self, name: str) -> Mapping[str, Any]:
        if name not in self.presets:
            expected = f"expected {', '.join(self.presets)}" if self.presets else "this game has none"
            raise InputError(f"--preset: {quoted(name)} is unknown: {expected}{near(name, self.presets)}")
        return self.presets[name]

    def _short(self, name: str, given: object) -> dict[str, Any]:
        known = self.shorts[name]
        words = [word.strip() for word in normalize(spell(given)).lower().split(",")]
        for word in words:
            if word not in known:
                expected = f"expected {', '.join(known)}, or several with commas between"
                raise InputError(f"--{name}: {quoted(word)} is unknown: {expected}{near(word, known)}")
        return {option: value for word in words for option, value in known[word].items()}

    def assumptions(self, values: Mapping[str, Any]) -> list[str]:
        """Return a sentence for each value in force that is an assumption, not a rule."""
        return [
            f"{name}={spell(values[name])} is assumed: {spec.assumption}"
            for name, spec in self.specs.items()
            if spec.assumption and values[name] == spec.default
        ]

    def changed(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """Return the values that differ from the default."""
        return {name: value for name, value in values.items() if value != self.specs[name].default}


def _chance(text: str) -> str | None:
    """Return the chance that ``text`` is written as, in lowest terms, or ``None``."""
    if not re.fullmatch(r"[0-9]{1,7}/[0-9]{1,7}|[0-9]?\.?[0-9]{1,6}", text, re.ASCII):
        return None
    from fractions import Fraction  # only here: help and completion load this module, too

    under = text.partition("/")[2]
    if under and not int(under):
        return None
    chance = Fraction(text)
    return str(chance) if chance <= 1 and chance.denominator <= _FINEST else None


def spell(value: object) -> str:
    """Return an option's value as it is written on the command line."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return as_text(value, between=",")


@cache
def load_options(folder: Path) -> Options:
    """Return the options of the game in ``folder``.

    A game of a family may name (``family = [...]``) options that it shares; ``family.toml`` beside it describes them.
    """
    document = tomllib.loads((folder / "options.toml").read_text(encoding="utf-8"))
    shared = {}
    if "family" in document:
        described = tomllib.loads((folder.parent / "family.toml").read_text(encoding="utf-8"))["options"]
        shared = {name: described[name] for name in document["family"]}
    specs = {
        name: OptionSpec(
            name=name,
            ruling=entry["ruling"],
            default=entry["default"],
            values=tuple(entry["values"]) if isinstance(entry["values"], list) else entry["values"],
            meaning=entry["meaning"],
            alternatives=entry.get("alternatives", ""),
            source=entry["source"],
            moves_answers=entry.get("moves_answers", False),
            assumption=entry.get("assumption", ""),
            sensitivity=tuple(entry.get("sensitivity", ())),
        )
        for name, entry in (shared | document.get("options", {})).items()
    }
    return Options(specs, document.get("presets", {}), document.get("shorts", {}))
