"""Games, found by looking: every folder here, or in a family's folder, that has options and declares ``GAME``."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from analyzer.core.errors import InputError, near
from analyzer.core.notation import quoted
from analyzer.games.contract import Game, Grade, Request, Result

if TYPE_CHECKING:
    from analyzer.ask.session import Session

_HERE = Path(__file__).parent


def folder(game: Game) -> Path:
    """Return the folder of ``game``; the games of a family answer from the family's package, one folder above."""
    return _HERE.joinpath(*names()[game.name].removeprefix(f"{__name__}.").split("."))


@cache
def names() -> dict[str, str]:
    """Return the package of every game by the name that people type, without importing any of them."""
    folders = (path.parent for depth in ("*", "*/*") for path in sorted(_HERE.glob(f"{depth}/options.toml")))
    return {
        path.name.replace("_", "-"): ".".join((__name__, *path.relative_to(_HERE).parts))
        for path in folders
        if (path / "__init__.py").exists()
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


def handler(game: Game, reference: str) -> Any:
    """Return the function that ``"module:function"`` names inside the game's folder."""
    module, _, function = reference.partition(":")
    return getattr(import_module(f"{game.package}.{module}"), function)


def result_of(request: Request) -> Result:
    """Return what the game hands back for ``request``: of its question, odds table, simulation or measure."""
    game, (name, _, table) = request.game, request.question.partition(" ")
    if name == "grade":
        grade: Grade = handler(game, game.grade)(request)
        means = next(measure.means for measure in grade.measures if measure.name == table)
        assert means is not None, "what is counted is not played in blocks"
        return means()
    declared = {question.name: question.handler for question in game.questions} | {"simulate": game.simulate}
    tables = {odds.name: odds.handler for odds in game.odds}
    result: Result = handler(game, tables[table] if name == "odds" else declared[name])(request)
    return result


def load(name: str, rules: Mapping[str, object] | None = None, preset: str | None = None) -> Session:
    """Return a session that answers the questions of one game: ``load("smugglers-hold").discard("...", dealer=True)``.

    ``rules`` sets house rules by name, ``preset`` a named set of them. Raises ``InputError`` (a ``ValueError``) for a
    game, option, value or preset that does not exist.
    """
    # The only import that goes up: `games.load` is the name under which people know the whole program.
    from analyzer.ask.session import Session

    return Session(find(name), rules=rules, preset=preset)
