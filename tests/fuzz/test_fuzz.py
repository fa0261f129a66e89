"""Whatever is written, in every notation, option, file and command of every game: an answer or one clear line.

Never a traceback, never a hang, never much memory. The same examples every time. It takes minutes, so that it runs with
ANALYZER_FULL only.
"""

from __future__ import annotations

import json
import os
import resource
import shlex
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from analyzer import games
from analyzer.ask.inputs import chosen_seats, parse_inputs, show_inputs
from analyzer.ask.methods import SETTINGS, split_settings
from analyzer.cli.lines import read_lines
from analyzer.cli.main import main
from analyzer.core.errors import InputError
from analyzer.core.notation import as_text
from analyzer.games import handler
from analyzer.games.contract import Game, Question, Request
from analyzer.games.inputs import CardKind, Cards, Choice, Flag, Integer, Integers, Laid, Score, SuitKind, Words
from analyzer.games.options import load_options
from analyzer.simulation.checkpoint import read_arrays
from analyzer.simulation.manifest import read_manifest

pytestmark = pytest.mark.skipif("ANALYZER_FULL" not in os.environ, reason="set ANALYZER_FULL to run it")

GAMES = list(games.discover().values())
QUESTIONS = [(game, question) for game in GAMES for question in game.questions]

SECONDS = 20.0
"""The longest that one case may compute; many times what any needs, since the machine may be busy."""
MEMORY = 1 << 30
LONGEST_LINE = 700

MARKUP = ("<b>x</b>", "<script>alert(1)</script>", "&amp;", "[bold]", "${HOME}", "%s", "{0}", "'", '"', "\\", "`")
NUMBERS = ("0", "-0", "00", "1", "+1", "-1", "3", "7", "10", "121", "1e9", "1e999", "nan", "inf", "-inf",
           "0x10", "1_0", "9" * 20, "9" * 400, "1.5", ".5", "1/6", "0/0", "1/0", "\u0663", "\u00b2", "\u2160",
           "\u22125")  # fmt: skip
PIECES = ("+7C", "-3F", "10S", "0", "5H", "TD", "as", "10d", "5\u2665", "11C", "-17", "3-5", "35", "[3|5]", "6-6",
          "7 coins", "queen of hearts", "sylop", "\u221210\u25cf", "idiot", "5H6HJDQS", "3-5@3", "3-5@3:side",
          "3-5@3:end2", "GO", "PASS", "DRAW", "DRAW:3-5", "DISCARD", "ROLL:4", "TURN:2", "TURN:2:3-5")  # fmt: skip
WORDS = ("yes", "no", "none", "C", "coins", "random", "default", "90-75", "90-75-3", "20,15", "1,3", "all", "GO GO")
SIGNS = ("\x00", "\x1b[31m", "\n", "\r\n", "\t", "\x7f", "\u200b", "\u202e", "\ufeff", "\ufe0f", "\ud800", "\U0001f0a1",
         "@", ":", "-", "--", "|", ",", ";", "=", " ", "")  # fmt: skip
SCRAPS = (*MARKUP, *NUMBERS, *PIECES, *WORDS, *SIGNS)

scraps = st.sampled_from(SCRAPS)
texts = st.one_of(
    scraps,
    st.builds(str.join, st.sampled_from((" ", ",", "")), st.lists(scraps, max_size=9)),
    st.text(st.characters(exclude_categories=()), max_size=30),
    st.builds(lambda part, times: part * times, scraps, st.integers(50, 500)),
)
"""Text of every kind: scraps of what is meant, alone, joined, repeated without end, and anything at all."""
values = st.one_of(
    texts,
    st.none(), st.booleans(), st.integers(), st.floats(), st.binary(max_size=9), st.just(10**5000),
    st.lists(st.one_of(scraps, st.integers(), st.none()), max_size=6),
    st.dictionaries(scraps, scraps, max_size=2),
)  # fmt: skip
"""What a program may hand over instead of text."""


def cases(number: int) -> Any:
    """Run a test on ``number`` examples, the same ones every time."""
    return settings(
        max_examples=number, deadline=None, derandomize=True, database=None,
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip


def answer_or_line(call: Callable[[], Any]) -> Any:
    """Return what ``call`` returns, or the one clear line with which it refuses; anything else fails the test."""
    with within(SECONDS):
        try:
            return call()
        except InputError as error:
            line = str(error)
    assert line.strip()
    assert line.isprintable(), ascii(line)
    assert len(line) <= LONGEST_LINE, line
    return InputError(line)


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """Raise ``TimeoutError`` in what computes for longer."""

    def stop(*_: object) -> None:
        raise TimeoutError(f"no answer within {seconds} s of computing")

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


@pytest.fixture(autouse=True)
def modest() -> Iterator[None]:
    """Fail a test that takes more memory than every input together may."""
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    yield
    grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) * 1024
    assert grown < MEMORY


def ids(value: object) -> str | None:
    return getattr(value, "name", None)


def every_kind() -> list[Any]:
    """Return each kind of input that some game declares, and one of each that none declares yet."""
    declared = [each.kind for game in GAMES for asked in (*game.questions, *game.odds) for each in asked.inputs]
    decks = {game.deck.name: game.deck for game in GAMES}.values()
    further = [kind(deck) for deck in decks for kind in (CardKind, Laid, SuitKind)]
    further += [Cards(deck, (0, 20)) for deck in decks]
    further += [Integer(), Integers(), Words(), Choice(("side", "tip")), Flag(), Score((2, 4))]
    found: list[Any] = []
    for kind in (*declared, *further):
        if kind not in found:
            found.append(kind)
    return found


KINDS = every_kind()


@cases(250)
@given(values)
def test_every_notation(value: Any) -> None:
    for kind in KINDS:
        read = answer_or_line(lambda kind=kind: kind.parse(value, "--input"))
        if not isinstance(read, InputError):
            shown = kind.show(read)
            json.dumps(shown, allow_nan=False)
            assert kind.parse(shown, "--input") == read


@cases(80)
@given(texts, values)
def test_every_house_rule(name: str, value: Any) -> None:
    for game in GAMES:
        options = load_options(games.folder(game))
        for spec in options.specs.values():
            read = answer_or_line(lambda spec=spec: spec.read(value))
            if not isinstance(read, InputError):
                assert spec.read(read) == read
        for rules in ({name: value}, value, *({short: value} for short in options.shorts)):
            answer_or_line(lambda rules=rules, options=options: options.resolve(rules))
        answer_or_line(lambda options=options: options.resolve(preset=value))


@cases(600)
@given(st.dictionaries(st.sampled_from(sorted(SETTINGS - {"progress", "step", "note"})), values, max_size=3))
def test_every_setting(asked: dict[str, Any]) -> None:
    answer_or_line(lambda: split_settings(asked))


def spoiled(example: dict[str, str], draw: Any) -> dict[str, Any]:
    """Return the inputs of an example with one or two of their words changed, left out, doubled or put elsewhere."""
    inputs: dict[str, Any] = dict(example)
    for _ in range(draw(st.integers(1, 2))):
        name = draw(st.sampled_from(sorted(inputs)))
        words = as_text(inputs[name]).split()
        place = draw(st.integers(0, len(words)))
        match draw(st.sampled_from(("scrap", "drop", "double", "move", "whole", "swap"))):
            case "scrap":
                words[place : place + 1] = [draw(scraps)]
            case "drop":
                del words[place : place + 1]
            case "double":
                words[place:place] = words[place : place + 1]
            case "move":
                other = draw(st.sampled_from(sorted(inputs)))
                inputs[other] = f"{inputs[other]} {' '.join(words[place : place + 1])}"
            case "whole":
                inputs[name] = draw(values)
                continue
            case "swap":
                words = draw(st.permutations(words))
        inputs[name] = " ".join(words)
    return inputs


def ask(game: Game, question: Question, given: dict[str, Any], rules: dict[str, Any]) -> None:
    """Ask all that comes before something is sampled."""
    rest, seats = chosen_seats(question, given)
    inputs = parse_inputs(question.inputs, rest, SETTINGS, question.seats)
    show_inputs(question.inputs, inputs)
    if question.check:
        handler(game, question.check)(inputs)
    best = game.default_policy(rolls_out=True).name
    for seat in seats:
        handler(game, question.handler)(Request(game, question.name, inputs, rules, seat, best, best))


@pytest.mark.parametrize(("game", "question"), QUESTIONS, ids=ids)
def test_every_question(game: Game, question: Question) -> None:
    rules = load_options(games.folder(game)).resolve()
    first = dict.fromkeys(question.seats[:1], True)
    # Before anybody looks at the clock: kernels may have to be compiled.
    ask(game, question, {**question.example, **first}, rules)

    @cases(20)
    @given(st.data())
    def try_all(data: st.DataObject) -> None:
        inputs = spoiled(dict(question.example), data.draw)
        seats = {seat: data.draw(st.sampled_from((True, False, None))) for seat in question.seats}
        answer_or_line(lambda: ask(game, question, {**inputs, **seats}, rules))

    try_all()


def typed(line: str) -> dict[str, Any]:
    try:
        return {"hand": shlex.split(line)}
    except ValueError as error:
        raise InputError(repr(error)) from None


LINES = st.one_of(
    texts,
    st.builds(lambda name, value: json.dumps({name: value}), scraps, st.one_of(scraps, st.integers(), st.floats())),
    st.builds(lambda cells: ",".join(cells), st.lists(st.one_of(scraps, st.sampled_from(("hand", "path", "dealer"))))),
    st.sampled_from(("hand,path,dealer", '{"hand": "7C"}', "{" * 3000, "[" * 3000, '"', '{"hand": 1e999}')),
)


@cases(600)
@given(st.one_of(st.binary(max_size=200), st.lists(LINES, max_size=6)))
def test_every_file_of_inputs(tmp_path_factory: pytest.TempPathFactory, lines: bytes | list[str]) -> None:
    data = lines if isinstance(lines, bytes) else "\n".join(lines).encode("utf-8", "surrogatepass")
    path = _spare(tmp_path_factory) / "lines"
    path.write_bytes(data)
    found = answer_or_line(lambda: list(read_lines(str(path), ["hand", "path"], ["dealer"], typed)))
    for number, line in [] if isinstance(found, InputError) else found:
        assert number >= 1
        assert not isinstance(line, InputError) or str(line).isprintable()


OPTIONS = ("--rule", "--preset", "--me", "--opponent", "--samples", "--precision", "--time", "--level", "--seed",
           "--workers", "--scheduler", "--format", "--score", "--players", "--hands", "--games", "--policy", "--mirror",
           "--no-mirror", "--distribution", "--explain", "--exact", "--json", "--quiet", "--dealer", "--pone", "--hand",
           "--path", "--target", "--suit", "--help", "--form", "--variant", "--dealr", "--table", "--")  # fmt: skip
ASKED = (*(game.name for game in GAMES), "hold", "games", "cluster", "pazaak", "")
QUESTION = (*sorted({question.name for _, question in QUESTIONS}), "rules", "odds", "simulate", "grade", "discrad", "")


@cases(150)
@given(
    st.sampled_from(ASKED), st.sampled_from(QUESTION), st.lists(st.one_of(st.sampled_from(OPTIONS), texts), max_size=6)
)
def test_every_command(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, game: str, question: str, words: list[str]
) -> None:
    def stop(*_: object) -> None:
        raise InputError("here it would begin to play")

    monkeypatch.setattr("analyzer.ask.sampling.run", stop)
    monkeypatch.setattr("analyzer.ask.races._play", stop)
    with within(SECONDS):
        code = main([game, question, *words])
    out, err = capfd.readouterr()
    assert code in (0, 2)
    if code:
        assert out == ""
        lines = [line for line in err.split("\n") if line and not line.startswith("compiling kernels")]
        assert len(lines) == 1, err
        assert lines[0].startswith("error: ")
        assert len(lines[0]) <= LONGEST_LINE
        assert lines[0].isprintable()


def _spare(factory: pytest.TempPathFactory) -> Path:
    """Return one folder for all examples of a test."""
    folder = factory.getbasetemp() / "fuzz"
    folder.mkdir(exist_ok=True)
    return folder


def kept_arrays() -> bytes:
    import io

    data = io.BytesIO()
    np.savez(data, a=np.arange(12).reshape(3, 4), b=np.array(["one", "two"]))
    return data.getvalue()


KEPT = kept_arrays()
JUNK = st.binary(max_size=40) | st.sampled_from((b"", b"\xff" * 8, b"O", b"|O8", b"9" * 12, b"(", b"PK\x03\x04"))


@cases(800)
@given(st.integers(0, len(KEPT)), st.integers(0, 60), JUNK)
def test_every_damage_to_kept_arrays(place: int, gone: int, junk: bytes) -> None:
    with within(SECONDS):
        try:
            read_arrays(KEPT[:place] + junk + KEPT[place + gone :])
        except ValueError:
            return


@cases(600)
@given(st.integers(0, 400), st.integers(0, 60), st.one_of(JUNK, st.builds(str.encode, st.sampled_from(NUMBERS[:20]))))
def test_every_damage_to_a_manifest(
    tmp_path_factory: pytest.TempPathFactory, place: int, gone: int, junk: bytes
) -> None:
    record = {"rules": {}, "needs": {}, "facts": {}, "files": {"a.json": {"sha256": "0", "bytes": 1}}, "seed": 1}
    whole = json.dumps({"stages": {"one": record}}).encode()
    folder = _spare(tmp_path_factory)
    (folder / "manifest.json").write_bytes(whole[:place] + junk + whole[place + gone :])
    answer_or_line(lambda: read_manifest(folder))
