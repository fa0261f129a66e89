"""A session answers what is declared: the members of its documents, the line that repeats them, and how it refuses."""

from __future__ import annotations

import errno
import inspect
import json
import math
import re
import shlex
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from analyzer import games
from analyzer.ask import sampling
from analyzer.ask.session import Session
from analyzer.ask.settings import Settings
from analyzer.cli.main import main
from analyzer.core.errors import InputError
from analyzer.core.notation import as_text
from analyzer.games.contract import Column, Game, Request
from analyzer.games.contract import Replay as Followed

COUNT = {"hand": "0 +4C -4F +1C", "path": "+9S", "target": "10", "suit": "S"}
SPOILS = {"pool": "0 +4C -4F +1C -9S +10F", "path": "+9S", "target": "10", "suit": "S"}
EVERYTHING: dict[str, Any] = {
    "seed": 7, "level": 0.9, "samples": 10, "precision": 0.1, "time": 3.0, "workers": 1, "me": "greedy",
    "opponent": "random", "distribution": True, "explain": True,
}  # fmt: skip
OPENING = ["schema", "game", "question", "inputs", "rules", "assumptions"]
CLOSING = ["versions", "command", "elapsed_s"]


def refusal(ask: Callable[[], object]) -> str:
    """Return the one line that ``ask`` is refused with."""
    with pytest.raises(InputError) as refused:
        ask()
    told = str(refused.value)
    assert told.isprintable()
    assert len(told) < 300
    return told


def without_time(text: str) -> str:
    found, replaced = re.subn(r'"elapsed_s": [0-9.e-]+', "", text)
    assert replaced
    return found


# --------------------------------------------------------------------------------------------------- documents


def test_the_members_of_sampled_advice_stand_in_the_order_of_the_schema(high_card: Any) -> None:
    document = high_card.swap("7", samples=1500).document
    found = ["method", "opponent", "me", "samples", "seed", "level", "unit", "options", "policy_costs"]
    assert list(document) == [*OPENING, *found, *CLOSING]
    assert {name: document[name] for name in found[:-2]} == {
        "method": "simulated", "opponent": "seven", "me": "seven", "samples": 1500, "seed": 1, "level": 0.95,
        "unit": "points per deal",
    }  # fmt: skip
    assert (document["schema"], document["game"], document["question"]) == (1, "high-card", "swap")
    assert document["inputs"] == {"card": "7"}
    assert document["rules"] == high_card.house_rules
    assert list(document["versions"]) == ["analyzer", "python", "numpy", "numba"]
    ranked = ["action", "rank", "value", "low", "high", "gap", "gap_low", "gap_high", "tied_for_best"]
    assert all(list(option)[:9] == ranked for option in document["options"])
    explained = high_card.swap("7", samples=1500, explain=True).document
    assert list(explained) == [*OPENING, *found, "explanation", *CLOSING]


def test_the_members_of_what_is_exact(high_card: Any, smugglers_hold: Any) -> None:
    count = smugglers_hold.count(**COUNT).document
    assert list(count) == [*OPENING, "method", "total", "rows", *CLOSING]
    assert count["total"] == sum(row["points"] for row in count["rows"])
    assert all(list(row) == ["name", "cards", "points"] for row in count["rows"])
    assert count["inputs"] == {"hand": COUNT["hand"].split(), "path": "+9S", "target": 10, "suit": "S"}
    spoils = smugglers_hold.spoils(**SPOILS).document
    assert list(spoils) == [*OPENING, "method", "unit", "options", *CLOSING]
    assert len(spoils["options"]) == 15
    assert all(option["low"] == option["value"] == option["high"] for option in spoils["options"])
    keep = high_card.odds("keep").document
    assert list(keep) == [*OPENING, "table", "method", "rows", *CLOSING]
    assert keep["rows"][6] == {"card": "7", "count": 6, "of": 12, "p": 0.5}
    for document in (count, spoils, keep):
        assert document["method"] == "exact"
        # numpy is imported by now, but an exact answer has no use for it.
        assert list(document["versions"]) == ["analyzer", "python"]


def test_the_members_of_sampled_odds_and_of_a_simulation(high_card: Any) -> None:
    odds = high_card.odds("swap", samples=500).document
    # Nobody plays for this table, so it names no policy.
    found = ["method", "samples", "seed", "level"]
    assert list(odds) == [*OPENING, "table", *found, "unit", "rows", *CLOSING]
    assert odds["table"] == "swap"
    assert all(list(row) == ["card", "n", "p", "low", "high"] for row in odds["rows"])
    match = high_card.simulate("random,seven", hands=500).document
    assert list(match) == [*OPENING, "method", "samples", "seed", "level", "unit", "rows", *CLOSING]
    shape = ["seat", "policy", "metric", "n", "mean", "se", "low", "high"]
    assert all(list(row) == shape for row in match["rows"])
    assert [(row["seat"], row["policy"], row["metric"]) for row in match["rows"]] == [
        ("first", "random", "wins"), ("first", "random", "points"),
        ("second", "seven", "wins"), ("second", "seven", "points"), ("all", "", "swaps"),
    ]  # fmt: skip
    assert match["inputs"] == {"policy": ["random", "seven"], "players": 2, "mirror": True}


ASKED: list[tuple[str, Callable[[], Any]]] = [
    ("samples", lambda: games.load("high-card").swap("7", samples=3000, seed=5)),
    ("time", lambda: games.load("high-card").swap("2", time=0.05)),
    ("precision", lambda: games.load("high-card").swap("7", precision=0.03, samples=10**6)),
    ("ceiling", lambda: games.load("high-card").swap("7", precision=1e-6, samples=3001)),
    ("settings", lambda: games.load("high-card", rules={"swap_from": "pile"}).swap(
        7, samples=1500, level=0.91234567891234, me="random", opponent="random", distribution=True, explain=True)),
    ("match", lambda: games.load("high-card").simulate("random,seven", hands=700, distribution="points,swaps")),
    ("no mirror", lambda: games.load("high-card").simulate(["random", "seven"], time=0.05, mirror=False)),
    ("odds", lambda: games.load("high-card").odds("swap", samples=500, seed=2**63 - 1)),
    ("exact odds", lambda: games.load("high-card").odds("keep", **{**EVERYTHING, "me": None, "opponent": None})),
    ("names", lambda: games.load("high-card").odds()),
    ("rules", lambda: games.load("smugglers-hold", rules={"sum_points": 5, "sylop_factor": "1,1,1"}).rules()),
    ("count", lambda: games.load("smugglers-hold").count(**COUNT, **EVERYTHING)),
    ("spoils", lambda: games.load("smugglers-hold", rules={"pairs": "disjoint"}).spoils(
        pool=["-10C", "2F", "0", "0", "3S"], path="-1S", target=-5, suit="sabers", **EVERYTHING)),
]  # fmt: skip


@pytest.mark.parametrize("ask", [ask for _, ask in ASKED], ids=[name for name, _ in ASKED])
def test_the_command_repeats_the_same_bytes(ask: Callable[[], Any], capsys: pytest.CaptureFixture[str]) -> None:
    answer = ask()
    code = main([*shlex.split(answer.document["command"])[1:], "--json"])
    told = capsys.readouterr()
    assert (code, told.err) == (0, "")
    assert without_time(told.out) == without_time(answer.to_json())


# --------------------------------------------------------------------------------------- budgets and exactness


@pytest.mark.parametrize("more", [{}, {"exact": True}], ids=["bare", "exact"])
def test_an_exact_question_takes_every_option_and_needs_none(smugglers_hold: Any, more: dict[str, Any]) -> None:
    budget = {} if more else EVERYTHING
    for name, inputs in (("count", COUNT), ("spoils", SPOILS)):
        ask = getattr(smugglers_hold, name)
        bare, full = ask(**inputs), ask(**inputs, **more, **budget, store="/nowhere")
        members = [member for member in bare.document if member not in ("elapsed_s", "command")]
        assert [bare.document[member] for member in members] == [full.document[member] for member in members]
        assert (full.reached, full.interrupted) == (True, False)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"samples": 5, "time": 1}, "--samples and --time contradict"),
        ({"exact": True, "precision": 1}, "--exact and --precision contradict"),
        ({"me": "greddy"}, "did you mean greedy"),
        ({"opponent": "open"}, "can only be simulated"),
        ({"level": math.nan}, "--level"),
        ({"sampels": 5}, "did you mean samples"),
    ],
    ids=str,
)
def test_an_exact_question_still_refuses_what_cannot_be(
    smugglers_hold: Any, given: dict[str, Any], words: str
) -> None:
    assert words in refusal(lambda: smugglers_hold.count(**COUNT, **given))


def test_exact_is_refused_before_a_handler_is_looked_for() -> None:
    game = games.find("high-card")
    nowhere = "nowhere:nothing"
    session: Any = Session(
        replace(
            game,
            questions=(replace(game.questions[0], handler=nowhere),),
            odds=(game.odds[0], replace(game.odds[1], handler=nowhere)),
            simulate=nowhere,
        )
    )
    for ask, what in (
        (lambda: session.swap("7", exact=True), "swap"),
        (lambda: session.odds("swap", exact=True), "odds swap"),
        (lambda: session.simulate(exact=True), "simulate"),
    ):
        assert refusal(ask) == f"--exact: {what} has no exact answer here; exact are odds keep"
    with pytest.raises(ModuleNotFoundError):
        session.odds("swap", samples=5)
    assert session.odds("keep", exact=True).document["method"] == "exact"


def test_exact_names_what_is_exact(smugglers_hold: Any) -> None:
    told = refusal(lambda: smugglers_hold.simulate(exact=True))
    assert told.endswith("exact are play, spoils, count, odds spoils, odds path")


def test_a_precision_that_is_not_reached_is_told(high_card: Any) -> None:
    swap = high_card.swap
    assert not swap("7", precision=1e-6, samples=2000).reached
    assert swap("7", precision=0.5, samples=20000).reached
    assert swap("7", samples=2000).reached


# ------------------------------------------------------------------------------------------------------- seats


def test_both_seats_are_two_answers(seated: Game) -> None:
    session: Any = Session(seated)
    both = session.swap("7", samples=2000)
    assert list(both.document) == ["schema", "answers"]
    assert both.document["schema"] == 1
    for document, seat in zip(both.document["answers"], seated.seats, strict=True):
        assert document["inputs"] == {"card": "7", "seat": seat}
        assert f" --{seat} " in document["command"]
        alone = session.swap("7", samples=2000, **{seat: True}).document
        assert {**alone, "elapsed_s": 0} == {**document, "elapsed_s": 0}
    assert (both.reached, both.interrupted) == (True, False)
    assert not session.swap("7", precision=1e-6, samples=2000).reached


def test_one_seat_that_does_not_reach_its_precision_is_enough(seated: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    def run(result: Any, request: Request, *rest: Any) -> sampling.Sampled:
        found = genuine(result, request, *rest)
        return replace(found, ending=replace(found.ending, reached=request.seat != 0))

    genuine = sampling.run
    monkeypatch.setattr(sampling, "run", run)
    assert not Session(seated).swap("7", samples=600).reached
    assert Session(seated).swap("7", samples=600, second=True).reached


@pytest.mark.parametrize("raised", [True, False], ids=["before anything was finished", "after some of it was"])
@pytest.mark.parametrize("seat", [0, 1])
def test_an_interrupt_keeps_what_was_finished(
    seated: Game, monkeypatch: pytest.MonkeyPatch, seat: int, raised: bool
) -> None:
    def run(result: Any, request: Request, *rest: Any) -> sampling.Sampled:
        if raised and request.seat == seat:
            raise KeyboardInterrupt
        found = genuine(result, request, *rest)
        return replace(found, ending=replace(found.ending, interrupted=request.seat == seat))

    genuine = sampling.run
    monkeypatch.setattr(sampling, "run", run)
    swap = Session(seated).swap
    if raised and seat == 0:
        with pytest.raises(KeyboardInterrupt):
            swap("7", samples=600)
        return
    answer = swap("7", samples=600)
    assert answer.interrupted
    kept = answer.document.get("answers", [answer.document])
    assert len(kept) == (1 if raised else seat + 1)


def test_both_seats_share_the_time(seated: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    def run(result: Any, request: Request, inputs: Any, settings: Settings, seconds: float | None) -> sampling.Sampled:
        times.append(seconds)
        return genuine(result, request, inputs, replace(settings, samples=600, time=None), None)

    times: list[float | None] = []
    genuine = sampling.run
    monkeypatch.setattr(sampling, "run", run)
    session: Any = Session(seated)
    session.swap("7", time=3)
    session.swap("7", time=3, first=True)
    session.swap("7")
    assert times == [1.5, 1.5, 3, 1.0, 1.0]


# ---------------------------------------------------------------------------------------------------- refusals


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"policy": "rnadom"}, "did you mean random"),
        ({"policy": "random,seven,random"}, "3 policies were named for 2 seats"),
        ({"policy": ""}, "'' is no policy"),
        ({"policy": 5}, "expected names of policies"),
        ({"policy": [["random"]]}, "expected names of policies"),
        ({"players": 3}, "--players: '3' cannot be: expected 2"),
        ({"players": 2.5}, "--players: '2.5'"),
        ({"players": True}, "--players: 'True'"),
        ({"players": math.nan}, "--players: 'nan'"),
        ({"players": 10**5000}, "--players"),
        ({"players": "\u0662"}, "--players"),
        ({"score": "10-20"}, "add --games N"),
        ({"games": 5, "score": "10"}, "'10' is no score"),
        ({"games": 5, "score": "1-2-3"}, "'1-2-3' is no score"),
        ({"games": 5, "score": math.nan}, "'nan' is no score"),
        ({"games": 5, "score": 10**5000}, "is no score"),
        ({"first": True}, "add --games N"),
        ({"games": 5, "first": True, "second": True}, "--first and --second contradict"),
        ({"first": "no"}, "expected True or False"),
        ({"thrid": True}, "'thrid' is unknown"),
        ({"seconds": True}, "did you mean second"),
        ({"hands": 5, "games": 5}, "--hands and --games contradict"),
        ({"deal": [1, 2]}, "expected a mapping"),
        ({"deal": {"order": [1, 2]}}, "high-card cannot follow a given deal"),
        ({"hands": 9, "distribution": "pionts"}, "did you mean points"),
        ({"hands": 9, "distribution": True}, "needs the metrics"),
        ({"hands": "many"}, "--hands"),
    ],
    ids=lambda value: ascii(as_text(value))[:40],
)  # fmt: skip
def test_a_simulation_refuses_what_cannot_be(high_card: Any, given: dict[str, Any], words: str) -> None:
    assert words in refusal(lambda: high_card.simulate(**given))


@pytest.mark.parametrize(
    ("table", "given", "words"),
    [
        ("sawp", {}, "did you mean swap"),
        (["swap"], {}, "TABLE: "),
        (5, {}, "TABLE: '5' is unknown"),
        ("x\n" * 10**5, {}, "TABLE: "),
        ("keep", {"card": "7"}, "'card' is unknown: it takes none"),
        (None, {"size": 5}, "TABLE is missing"),
        ("swap", {"samples": 9, "distribution": "points"}, "they belong to simulate"),
    ],
    ids=lambda value: ascii(as_text(value))[:40],
)
def test_odds_refuse_what_cannot_be(high_card: Any, table: Any, given: dict[str, Any], words: str) -> None:
    assert words in refusal(lambda: high_card.odds(table, **given))


@pytest.mark.parametrize(
    "card",
    [True, 1.5, math.nan, math.inf, 10**30, 10**5000, b"7", {}, object(), [], "14", "7 8"],
    ids=lambda value: type(value).__name__,
)
def test_a_question_refuses_what_is_no_card(high_card: Any, card: Any) -> None:
    assert "CARD" in refusal(lambda: high_card.swap(card, samples=5))


@pytest.mark.parametrize("rules", [5, True, "stuck=end", ["stuck"], b"x"])
def test_house_rules_are_a_mapping(rules: Any) -> None:
    assert "expected a mapping" in refusal(lambda: Session(games.find("high-card"), rules=rules))


@pytest.mark.parametrize("preset", [5, True, ["rulebook"], b"rulebook", "rulebok"])
def test_a_preset_is_a_name(preset: Any) -> None:
    assert "--preset: " in refusal(lambda: Session(games.find("smugglers-hold"), preset=preset))


def test_a_method_takes_what_its_signature_says(smugglers_hold: Any, high_card: Any) -> None:
    swap = high_card.swap
    assert list(inspect.signature(swap).parameters) == ["card", "settings"]
    with pytest.raises(TypeError, match=r"swap\(\) takes 1 inputs by place, and 2 came"):
        swap("7", "8")
    with pytest.raises(TypeError, match=r"swap\(\) got the input 'card' twice"):
        swap("7", card="8")
    count = smugglers_hold.count
    assert list(inspect.signature(count).parameters) == ["hand", "path", "target", "suit", "settings"]
    assert inspect.signature(count).parameters["hand"].default is inspect.Parameter.empty
    assert "--path is missing" in refusal(lambda: count(hand="7C", target=5, suit="C"))


def test_inputs_may_be_given_by_place_in_the_order_declared(smugglers_hold: Any) -> None:
    placed = smugglers_hold.spoils("0 +4C -4F +1C -9S +10F", "+9S", target=10, suit="S")
    named = smugglers_hold.spoils(**SPOILS)
    assert placed.document["options"] == named.document["options"]
    for question in smugglers_hold.game.questions:
        values = [question.example.get(declared.name, declared.default) for declared in question.inputs]
        inspect.signature(getattr(smugglers_hold, question.name)).bind(*values)


def test_places_go_round_an_input_that_may_be_left_out(smugglers_hold: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    (count,) = (question for question in smugglers_hold.game.questions if question.name == "count")
    hand, path, *dice = count.inputs
    question = replace(count, inputs=(hand, replace(path, required=False), *dice))
    asked = Session(replace(smugglers_hold.game, questions=(question,)))
    assert asked.count("0 +4C -4F +1C", "+9S", 10, "S").document["total"] > 0
    assert "--target is missing" in refusal(lambda: asked.count("0"))


def test_the_seats_are_named_where_an_input_is_unknown(smugglers_hold: Any) -> None:
    told = refusal(lambda: smugglers_hold.discard("+5C -5F 0 10S -3C 2F", seat="pone"))
    assert all(word in told for word in ("'seat' is unknown", "cards=", "dealer=True", "pone=True"))
    told = refusal(lambda: smugglers_hold.simulate(hands=10, xyzzy=1))
    assert all(word in told for word in ("dealer=", "pone="))


@pytest.mark.parametrize("name", games.names())
def test_the_docstring_of_a_question_says_what_it_takes(name: str) -> None:
    session = games.load(name)
    for question in session.game.questions:
        told = getattr(session, question.name).__doc__
        for declared in question.inputs:
            assert f"{declared.name}: {declared.kind.metavar}, {declared.help}" in told
        assert all(f"\n    {seat}: " in told for seat in question.seats)
        assert all(f"\n    {name}: " in told for name in ("samples", "precision", "time", "opponent", "explain"))
    if name == "smugglers-hold":
        assert "-10, -5, 0, 5, 10" in session.count.__doc__


def test_ask_knows_every_question(high_card: Any) -> None:
    assert "did you mean simulate" in refusal(lambda: high_card.ask("simulat", {}, Settings()))


def test_a_store_that_cannot_be_used(high_card: Any, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    told = refusal(lambda: high_card.swap("7", samples=5, store=tmp_path / "file"))
    assert told.startswith("the store cannot be used: ")
    assert "choose another folder" in told


def test_a_store_that_cannot_be_written(high_card: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*paths: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("os.replace", full)
    told = refusal(lambda: high_card.swap("7", samples=5, store=tmp_path))
    assert told.startswith("the store cannot be used: No space left on device")


def test_a_store_changes_nothing_but_the_time(high_card: Any, tmp_path: Path) -> None:
    swap = high_card.swap
    without = swap("7", samples=3000)
    for _ in range(2):
        assert without_time(swap("7", samples=3000, store=tmp_path).to_json()) == without_time(without.to_json())
    assert list(tmp_path.glob("*/0*.json"))


def test_a_deal_that_is_followed_has_no_command_line(monkeypatch: pytest.MonkeyPatch) -> None:
    from analyzer.games.high_card import simulate

    events = ({"event": "wins", "seat": "first"},)
    followed = Followed(events, ((Column("first", "seven", "points"), 1.0),))
    monkeypatch.setattr(simulate, "simulate", lambda request: followed if request.deal == {"order": [1]} else None)
    document = games.load("high-card").simulate(deal={"order": [1]}, exact=True).document
    assert document["method"] == "exact"
    assert document["events"] == list(events)
    assert document["rows"][0] | {"se": None} == {
        "seat": "first", "policy": "seven", "metric": "points", "n": 1, "mean": 1.0, "se": None, "low": None,
        "high": None,
    }  # fmt: skip
    assert "command" not in document


# ---------------------------------------------------------------------------------------------------- lightness


@pytest.mark.parametrize(
    ("question", "given"), [("count", COUNT), ("spoils", SPOILS), ("count", {**COUNT, **EVERYTHING})]
)
def test_an_exact_question_imports_nothing_heavy(question: str, given: dict[str, Any]) -> None:
    program = (
        "import sys, json\nfrom analyzer import games\n"
        f"games.load('smugglers-hold').{question}(**{given!r}).to_json()\n"
        "print(json.dumps(sorted({'numpy', 'numba', 'pandas', 'scipy', 'matplotlib'} & sys.modules.keys())))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=True)
    assert json.loads(done.stdout) == []


def test_a_policy_against_itself_is_not_mirrored() -> None:
    document = games.load("high-card").simulate("seven", hands=100, mirror=True).document
    assert document["inputs"]["mirror"] is False
    rows = [(row["seat"], row["policy"], row["metric"]) for row in document["rows"]]
    assert len(set(rows)) == len(rows)
