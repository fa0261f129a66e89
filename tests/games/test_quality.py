"""What every game keeps that says how it makes its tables and how good they are."""

from __future__ import annotations

import pytest

from analyzer import games
from analyzer.ask.session import builtin
from analyzer.core.resources import data_folder
from analyzer.games import handler
from analyzer.games.contract import Game, Request
from analyzer.games.options import load_options
from analyzer.simulation.manifest import is_whole, read_manifest

SOLVED = [game for game in games.discover().values() if game.solve]
GRADED = [game for game in games.discover().values() if game.grade]
LARGEST = 8 << 20
"""Bytes of all tables of one game."""


def ids(value: object) -> str | None:
    return getattr(value, "name", None)


@pytest.mark.parametrize("game", SOLVED, ids=ids)
def test_stages_have_names_of_their_own_and_need_earlier_ones(game: Game) -> None:
    stages = handler(game, game.solve)(load_options(games.folder(game)).resolve())
    names = [stage.name for stage in stages]
    assert names
    assert len(set(names)) == len(names)
    for number, stage in enumerate(stages):
        assert set(stage.needs) <= set(names[:number])
        assert stage.help
        assert stage.files
    files = [name for stage in stages for name in stage.files]
    assert len(set(files)) == len(files)
    assert all("/" not in name and not name.endswith((".pkl", ".pickle")) for name in files)


@pytest.mark.parametrize("game", SOLVED, ids=ids)
def test_what_ships_is_what_its_manifest_says(game: Game) -> None:
    folder = data_folder() / game.name.replace("-", "_")
    made = read_manifest(folder)
    if not made:
        pytest.skip("nothing was solved yet")
    rules = load_options(games.folder(game)).resolve()
    stages = {stage.name: stage for stage in handler(game, game.solve)(rules)}
    assert list(made) == list(stages)
    for name, record in made.items():
        assert record["rules"] == rules
        assert tuple(record["files"]) == stages[name].files
        assert is_whole(folder, record)
        assert record["made_by"].startswith(f"analyzer {game.name} solve {name} --seed ")
        # What it was made from is what ships, and not an earlier version of it.
        needed = [file for need in stages[name].needs for file in made[need]["files"]]
        assert record["needs"] == {file: _sha256(made, file) for file in needed}
    assert sum(file["bytes"] for record in made.values() for file in record["files"].values()) <= LARGEST


def _sha256(made: dict[str, dict], file: str) -> str:
    return next(record["files"][file]["sha256"] for record in made.values() if file in record["files"])


@pytest.mark.parametrize("game", GRADED, ids=ids)
def test_measures_have_names_of_their_own_and_one_way_to_be_taken(game: Game) -> None:
    rules = load_options(games.folder(game)).resolve()
    measures = handler(game, game.grade)(Request(game, "grade", {}, rules)).measures
    assert measures
    assert len({measure.name for measure in measures}) == len(measures)
    for measure in measures:
        assert (measure.count is None) != (measure.means is None)
        assert measure.unit
        assert measure.method
        if measure.means is not None:
            assert measure.observations > 0
            assert any(measure.names)
            assert len(measure.names) == len(measure.means().columns)


@pytest.mark.parametrize("game", games.discover().values(), ids=ids)
def test_a_game_is_asked_what_it_declares(game: Game) -> None:
    assert ("solve" in builtin(game), "grade" in builtin(game)) == (bool(game.solve), bool(game.grade))
