"""A game's house rules: read from its ``options.toml``, checked, and resolved to the values in force."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from analyzer.core.errors import InputError, near
from analyzer.core.notation import normalize, quoted

_SWITCH = {"yes": True, "true": True, "on": True, "no": False, "false": False, "off": False}
_LARGEST = 10_000
"""No option counts points or chips beyond this, so that tallies cannot overflow."""


@dataclass(frozen=True, slots=True)
class OptionSpec:
    """One option: ``values`` lists what is allowed, or is ``"whole"`` for any whole number."""

    name: str
    ruling: str
    default: Any
    values: tuple[Any, ...] | str
    meaning: str
    alternatives: str
    source: str
    moves_answers: bool
    assumption: str

    @property
    def allowed(self) -> str:
        """What may be written for it, in words."""
        if self.values == "whole":
            return f"a whole number from 0 to {_LARGEST}"
        return ", ".join(spell(value) for value in self.values)

    def read(self, given: object) -> Any:
        """Return the value that ``given`` (text or value) stands for; raises ``InputError`` where none does."""
        text = normalize(spell(given)).strip().lower()
        if self.values == "whole":
            if text.isascii() and text.isdigit() and len(text) <= 5 and int(text) <= _LARGEST:
                return int(text)
        else:
            for value in self.values:
                if text == spell(value) or (isinstance(value, bool) and _SWITCH.get(text) is value):
                    return value
        hint = "" if self.values == "whole" else near(text, [spell(value) for value in self.values])
        raise InputError(f"--rule {self.name}: {quoted(str(given))} cannot be: expected {self.allowed}{hint}")


@dataclass(frozen=True, slots=True)
class Options:
    """All options of a game in the order of its file, and its presets."""

    specs: Mapping[str, OptionSpec]
    presets: Mapping[str, Mapping[str, Any]]

    def resolve(self, rules: Mapping[str, object] | None = None, preset: str | None = None) -> dict[str, Any]:
        """Return every option's value: the default, changed by ``preset``, changed by ``rules``."""
        if preset is not None and preset not in self.presets:
            known = ", ".join(self.presets)
            raise InputError(f"--preset: {quoted(preset)} is unknown: expected {known}{near(preset, self.presets)}")
        values = {name: spec.default for name, spec in self.specs.items()}
        values.update(self.presets[preset] if preset else {})
        for name, given in (rules or {}).items():
            if name not in self.specs:
                hint = near(name, self.specs) or "; `rules` lists the options"
                raise InputError(f"--rule: {quoted(name)} is no option of this game{hint}")
            values[name] = self.specs[name].read(given)
        return values

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


def spell(value: object) -> str:
    """Return an option's value as it is written on the command line."""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


@cache
def load_options(folder: Path) -> Options:
    """Return the options of the game in ``folder``."""
    document = tomllib.loads((folder / "options.toml").read_text(encoding="utf-8"))
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
        )
        for name, entry in document["options"].items()
    }
    return Options(specs, document.get("presets", {}))
