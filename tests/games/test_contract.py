"""What every game must keep, checked over all games that discovery finds."""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from typing import Any

import pytest

from analyzer import games
from analyzer.ask.session import BUILTIN
from analyzer.games import handler
from analyzer.games.contract import Game, OddsTable, Question, Trial
from analyzer.games.options import load_options

GAMES = games.discover()
QUESTIONS = [(game, question) for game in GAMES.values() for question in game.questions]
TABLES = [(game, table) for game in GAMES.values() for table in game.odds]
SAMPLES = 300


def ids(value: object) -> str | None:
    return getattr(value, "name", None)


def without_time(document: dict[str, Any]) -> dict[str, Any]:
    """Return ``document`` without the one member that differs between runs."""
    found = {name: value for name, value in document.items() if name not in ("elapsed_s", "answers")}
    if "answers" in document:
        found["answers"] = [without_time(answer) for answer in document["answers"]]
    return found


def example(question: Question) -> dict[str, Any]:
    """Return the example, with the first seat's flag where one is required."""
    seat = {question.seats[0]: True} if question.seats and not (question.every_seat or question.any_seat) else {}
    return {**question.example, **seat}


def answers(document: dict[str, Any]) -> list[dict[str, Any]]:
    return document.get("answers", [document])


@pytest.mark.parametrize("game", GAMES.values(), ids=ids)
def test_a_game_is_a_folder_that_explains_itself(game: Game) -> None:
    folder = games.folder(game)
    assert folder.name == game.name.replace("-", "_")
    assert len((folder / "README.md").read_text(encoding="utf-8")) > 200
    positions = tomllib.loads((folder / "golden.toml").read_text(encoding="utf-8"))
    cases = [case for group in positions.values() if isinstance(group, list) for case in group]
    assert cases
    assert all(case.get("source") for case in cases)


@pytest.mark.parametrize("game", GAMES.values(), ids=ids)
def test_the_declaration_is_complete(game: Game) -> None:
    assert not {question.name for question in game.questions} & {*BUILTIN, "solve", "grade", "report"}
    qualities = [reference for reference in (game.solve, game.grade) if reference]
    names = [policy.name for policy in game.policies]
    assert len(set(names)) == len(names)
    assert "random" in names
    assert game.default_policy().advises
    references = [question.handler for question in game.questions] + [table.handler for table in game.odds]
    references += [question.check for question in game.questions if question.check]
    references += [*qualities, game.simulate, game.benchmarks]
    assert all(callable(handler(game, reference)) for reference in references)


@pytest.mark.parametrize("game", GAMES.values(), ids=ids)
def test_options_resolve_to_values_that_they_allow(game: Game) -> None:
    options = load_options(games.folder(game))
    for preset in (None, *options.presets):
        values = options.resolve(preset=preset)
        assert list(values) == list(options.specs)
        assert all(spec.read(values[name]) == values[name] for name, spec in options.specs.items())


@pytest.mark.parametrize(("game", "question"), QUESTIONS, ids=ids)
def test_an_answer_keeps_the_shape_that_is_promised(game: Game, question: Question) -> None:
    session = games.load(game.name)
    settings = {"samples": SAMPLES} if question.sampled else {}
    for document in answers(getattr(session, question.name)(**example(question), **settings).document):
        assert {"schema", "game", "question", "inputs", "rules", "assumptions", "versions", "command"} <= set(document)
        assert document["schema"] == 1
        for option in document.get("options", []):
            assert option["low"] <= option["value"] <= option["high"]
            assert option["gap_low"] <= option["gap"] <= option["gap_high"]
            assert sum(option["parts"].values()) == pytest.approx(option["value"], abs=1e-9)
        if "options" in document:
            ranks = [option["rank"] for option in document["options"]]
            assert ranks == list(range(1, len(ranks) + 1))
            assert document["options"][0]["gap"] == 0
            assert document["options"][0]["tied_for_best"]


@pytest.mark.parametrize(("game", "question"), QUESTIONS, ids=ids)
def test_the_command_of_an_answer_asks_the_same_again(game: Game, question: Question) -> None:
    session = games.load(game.name)
    settings = {"samples": SAMPLES, "seed": 7} if question.sampled else {}
    first = answers(getattr(session, question.name)(**example(question), **settings).document)[0]
    command = [sys.executable, "-c", "import sys, shlex; from analyzer.cli.main import run; "
               "sys.argv = shlex.split(sys.argv[1]) + ['--json']; run()", first["command"]]
    printed = subprocess.run(command, capture_output=True, text=True, check=True, timeout=300).stdout
    again = json.loads(printed)
    expected = json.loads(json.dumps(first))
    for document in (again, expected):
        document.pop("versions")
    assert_close(without_time(again), without_time(expected))


def assert_close(found: Any, expected: Any) -> None:
    """Compare documents; floats are printed with ten digits."""
    if isinstance(expected, dict):
        assert set(found) == set(expected)
        for name, value in expected.items():
            assert_close(found[name], value)
    elif isinstance(expected, list):
        assert len(found) == len(expected)
        for one, other in zip(found, expected, strict=True):
            assert_close(one, other)
    elif isinstance(expected, float):
        assert found == pytest.approx(expected, rel=1e-8, abs=1e-8)
    else:
        assert found == expected


@pytest.mark.parametrize(("game", "question"), [q for q in QUESTIONS if q[1].sampled], ids=ids)
def test_the_number_of_threads_changes_nothing(game: Game, question: Question) -> None:
    ask = getattr(games.load(game.name), question.name)
    one = ask(**example(question), samples=2 * SAMPLES, workers=1).document
    two = ask(**example(question), samples=2 * SAMPLES, workers=2).document
    assert without_time(one) == without_time(two)


@pytest.mark.parametrize(("game", "question"), [q for q in QUESTIONS if q[1].sampled], ids=ids)
def test_an_action_is_worth_the_same_whatever_else_is_tried(game: Game, question: Question) -> None:
    import numpy as np

    from analyzer.ask.inputs import parse_inputs
    from analyzer.games.contract import Request

    session = games.load(game.name)
    inputs = parse_inputs(question.inputs, question.example)
    me = game.default_policy().name
    request = Request(game, question.name, inputs, session.house_rules, 0 if question.seats else None, me, me)
    trial = handler(game, question.handler)(request)
    if not isinstance(trial, Trial):
        pytest.skip("no actions are compared")
    everything = trial.block(12345, 50, np.arange(len(trial.actions)))
    for action in range(len(trial.actions)):
        alone = trial.block(12345, 50, np.array([action]))
        assert (alone.values[:, 0] == everything.values[:, action]).all()
        assert (alone.parts[0] == everything.parts[action]).all()
        assert alone.parts[0].sum() == alone.values[:, 0].sum()


@pytest.mark.parametrize(("game", "table"), TABLES, ids=ids)
def test_a_table_of_odds_adds_up(game: Game, table: OddsTable) -> None:
    settings = {} if table.exact else {"samples": SAMPLES}
    document = games.load(game.name).odds(table.name, **settings).document
    assert document["rows"]
    for row in document["rows"]:
        if "count" in row:
            assert 0 <= row["count"] <= row["of"]
            assert row["p"] == row["count"] / row["of"]
        elif row.get("p") is not None:
            assert 0 <= row["low"] <= row["p"] <= row["high"] <= 1


@pytest.mark.parametrize("game", GAMES.values(), ids=ids)
def test_every_policy_can_be_simulated(game: Game) -> None:
    session = games.load(game.name)
    for policy in game.policies:
        document = session.simulate(policy.name, hands=40).document
        wins = [row["mean"] for row in document["rows"] if row["metric"] == "wins" and row["seat"] != "all"]
        ties = [row["mean"] for row in document["rows"] if row["metric"] == "ties" and row["seat"] != "all"]
        assert all(0 <= share <= 1 for share in wins)
        assert sum(wins) + max(ties, default=0) == pytest.approx(1)
