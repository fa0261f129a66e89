"""Commands follow from declarations: every question is one, and takes what it can use."""

from __future__ import annotations

import json
import shlex

import pytest

from analyzer import __version__
from analyzer.games import discover
from analyzer.games.contract import Question
from analyzer.games.inputs import Integer

QUESTIONS = [(game.name, question) for game in discover().values() for question in game.questions]
COUNT = ("smugglers-hold", "count", "--hand", "+5C -5F 10S 0", "--path", "3C", "--target", "-5", "--suit", "C")


def test_help_lists_the_games_that_are_not_hidden(run):
    for args in ((), ("--help",)):
        listed = run(*args)
        assert listed.code == 0
        assert listed.err == ""
        for game in discover().values():
            assert (f"\n  {game.name} " in listed.out) is not game.hidden
        for name in ("hold", "games", "warmup", "bench"):
            assert f"\n  {name} " in listed.out


@pytest.mark.parametrize("game", discover())
def test_a_game_lists_its_questions(run, game):
    for args in ((game,), (game, "--help")):
        listed = run(*args)
        assert listed.code == 0
        for name in [*(question.name for question in discover()[game].questions), "rules", "odds", "simulate"]:
            assert f"\n  {name} " in listed.out


@pytest.mark.parametrize(("game", "question"), QUESTIONS, ids=lambda value: getattr(value, "name", value))
def test_a_question_takes_what_it_declares(run, game: str, question: Question):
    text = run(game, question.name, "--help").out
    for given in question.inputs:
        assert (given.kind.metavar if given.positional else f"--{given.name.replace('_', '-')}") in text
        assert given.help in " ".join(text.split())
    assert all(f"--{seat} " in text for seat in question.seats)
    assert all(f"--{name} " in text for name in ("rule", "preset", "json", "format", "output", "quiet", "input"))
    # An exact question takes the options of sampling too: its answer is reached within any budget.
    for name in ("exact", "samples", "precision", "time", "level", "seed", "workers", "store", "me", "opponent"):
        assert f"--{name} " in text
    assert all(f"--{name} " in text for name in ("distribution", "explain"))


def words(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize(("game", "question"), QUESTIONS, ids=lambda value: getattr(value, "name", value))
def test_help_says_what_may_be_written(run, game: str, question: Question):
    text = words(run(game, question.name, "--help").out)
    for given in question.inputs:
        if deck := getattr(given.kind, "deck", None):
            assert f"A {deck.noun} is written {deck.example}" in text
        if isinstance(given.kind, Integer):
            assert given.kind.range in text
    strongest = discover()[game].default_policy(rolls_out=True).name
    named = [policy.name for policy in discover()[game].policies if policy.advises and not policy.hidden]
    for option in ("--me POLICY", "--opponent POLICY"):
        told = text.partition(option)[2]
        assert f"{', '.join(named)}, or default: {strongest}," in told[:200]
    assert f"`analyzer {game} rules`" in text
    assert "about 2 seconds" in text


def test_help_of_a_target_lists_its_faces(run):
    assert "the number die: one of -10, -5, 0, 5, 10" in words(run("smugglers-hold", "count", "--help").out)
    assert "4 to 8 (default 4)" in words(run("smugglers-hold", "odds", "--help").out)
    assert "C coins, F flasks, S sabers" in words(run("hold", "--help").out)


def test_help_of_simulate_lists_the_policies_and_the_budget(run):
    text = words(run("smugglers-hold", "simulate", "--help").out)
    assert "random, greedy, lookahead, search, open, or default: search," in text
    assert "about 2 seconds" in text


def test_the_version(run):
    told = run("--version")
    assert (told.code, told.out, told.err) == (0, f"analyzer {__version__}\n", "")


@pytest.mark.parametrize("name", ["rules", "discard", "simulate"])
def test_a_question_without_its_game_is_sent_there(run, name):
    told = run(name)
    assert (told.code, told.out) == (2, "")
    assert f"analyzer GAME {name}" in told.err
    assert "smugglers-hold" in told.err


def test_hold_is_short_for_discard(run):
    short, long = run("hold", "--help").out, run("smugglers-hold", "discard", "--help").out
    assert short.replace("analyzer hold", "analyzer smugglers-hold discard") == long


def test_every_odds_table_is_named(run):
    text = run("smugglers-hold", "odds", "--help").out
    answer = json.loads(run("smugglers-hold", "odds", "--json").out)
    names = [table.name for table in discover()["smugglers-hold"].odds]
    assert [row["table"] for row in answer["rows"]] == names
    assert all(f"\n    {name} " in text for name in names)


def test_games_names_questions_and_policies(run):
    rows = json.loads(run("games", "--json").out)["rows"]
    hold = next(row for row in rows if row["name"] == "smugglers-hold")
    assert {"discard", "spoils", "count", "rules", "odds", "simulate"} <= set(hold["questions"])
    assert hold["policies"] == ["random", "greedy", "lookahead", "search", "open"]


def test_an_answer_names_the_line_that_repeats_it(run):
    first = json.loads(run(*COUNT, "--rule", "sum_points=5", "--json").out)
    again = json.loads(run(*shlex.split(first["command"])[1:], "--json").out)
    first.pop("elapsed_s"), again.pop("elapsed_s")
    assert first == again
    assert first["rules"]["sum_points"] == 5


def test_module_and_command_are_one(spawn):
    done = spawn(*COUNT, "--json")
    assert done.returncode == 0
    assert json.loads(done.stdout)["versions"]["analyzer"] == __version__


def test_simulate_says_what_it_counted(run):
    assert "200 deals" in run("high-card", "simulate", "--hands", "200").out.splitlines()[1]


def test_simulate_takes_a_policy_for_each_seat(run):
    answer = json.loads(run("high-card", "simulate", "--policy", "random,seven", "--hands", "200", "--json").out)
    assert {(row["seat"], row["policy"]) for row in answer["rows"] if row["metric"] == "wins"} == {
        ("first", "random"),
        ("second", "seven"),
    }
    assert answer["inputs"]["mirror"] is True
    words = ("--policy", "random,seven", "--hands", "200", "--no-mirror", "--json")
    assert json.loads(run("high-card", "simulate", *words).out)["inputs"]["mirror"] is False


def test_a_flag_is_an_input_without_a_value(run, tmp_path):
    hand = ("cribbage", "count", "--hand", "2H 4H 8H KH", "--starter", "5C", "--json")
    assert [json.loads(run(*hand, *flag).out)["total"] for flag in ([], ["--crib"])] == [8, 4]
    lines = tmp_path / "hands.csv"
    lines.write_text("hand,starter,crib\n2H 4H 8H KH,5C,yes\n2H 4H 8H KH,5C,no\n2H 4H 8H KH,5C,\n", encoding="utf-8")
    printed = run("cribbage", "count", "--input", str(lines), "--json").out
    assert [json.loads(line)["total"] for line in printed.splitlines()] == [4, 8, 8]
