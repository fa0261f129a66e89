"""What every answer says of itself: the rules in force, the assumptions, the versions, the line that repeats it."""

from __future__ import annotations

import platform
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import analyzer
from analyzer.games.contract import Game
from analyzer.games.options import Options, spell

SCHEMA = 1
_PLAIN = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-+_=.,:/")


@dataclass(frozen=True, slots=True)
class House:
    """A game under the options in force."""

    game: Game
    options: Options
    rules: Mapping[str, Any]

    def opening(self, question: str, inputs: Mapping[str, Any]) -> dict[str, Any]:
        """Return the members with which every document of this game begins."""
        return {
            "schema": SCHEMA,
            "game": self.game.name,
            "question": question,
            "inputs": dict(inputs),
            "rules": dict(self.rules),
            "assumptions": self.options.assumptions(self.rules),
        }

    def command(self, question: str, words: Sequence[str]) -> str:
        """Return the command line that asks ``question`` with ``words`` under the same rules."""
        changed = [f"{name}={spell(value)}" for name, value in self.options.changed(self.rules).items()]
        rules = [word for rule in changed for word in ("--rule", rule)]
        return " ".join(map(_quote, ["analyzer", self.game.name, question, *words, *rules]))


def versions(*, sampled: bool) -> dict[str, str]:
    """Return the versions that an answer depends on: numpy and numba where it was ``sampled``.

    An exact answer is the same without them, so that whether they happen to be imported must not show in it.
    """
    found = {"analyzer": analyzer.__version__, "python": platform.python_version()}
    for library in ("numpy", "numba") if sampled else ():
        if library in sys.modules:
            found[library] = sys.modules[library].__version__
    return found


def _quote(word: str) -> str:
    # Double quotes read the same in every shell, and no printed word holds one.
    return word if word and set(word) <= _PLAIN else f'"{word}"'
