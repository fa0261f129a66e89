"""Games, found by looking: every folder here that declares ``GAME`` is one."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from analyzer.core.errors import InputError, near
from analyzer.core.notation import quoted
from analyzer.games.contract import Game

if TYPE_CHECKING:
    from analyzer.ask.session import Session

_HERE = Path(__file__).parent


def folder(game: Game) -> Path:
    """Return the folder of ``game``."""
    return _HERE / game.package.rpartition(".")[2]


@cache
def names() -> dict[str, str]:
    """Return the package of every game by the name that people type, without importing any of them."""
    return {
        path.parent.name.replace("_", "-"): f"{__name__}.{path.parent.name}"
        for path in sorted(_HERE.glob("*/__init__.py"))
    }


def find(name: str) -> Game:
    """Return the game called ``name``; raises ``InputError`` with near matches where there is none."""
    package = names().get(name.strip().lower().replace("_", "-"))
    if package is None:
        known = [known for known in names() if not find(known).hidden]
        raise InputError(f"game {quoted(name)} is unknown: expected {', '.join(known)}{near(name, known)}")
    game: Game = import_module(package).GAME
    return game


def discover() -> dict[str, Game]:
    """Return every game by name, hidden ones included."""
    return {name: find(name) for name in names()}


def load(name: str, rules: Mapping[str, object] | None = None, preset: str | None = None) -> Session:
    """Return a session that answers the questions of one game: ``load("smugglers-hold").discard("...", dealer=True)``.

    ``rules`` sets house rules by name, ``preset`` a named set of them. Raises ``InputError`` (a ``ValueError``) for a
    game, option, value or preset that does not exist.
    """
    # The only import that goes up: `games.load` is the name under which people know the whole program.
    from analyzer.ask.session import Session

    return Session(find(name), rules=rules, preset=preset)
