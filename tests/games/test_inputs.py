"""The kinds of input: what each reads, what it refuses, and that what it shows is read back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzer.core.decks import DOUBLE_SIX, SABACC_62
from analyzer.core.errors import InputError
from analyzer.games.contract import Kind
from analyzer.games.inputs import CardKind, Cards, Choice, Flag, Integer, Integers, Laid, Score, SuitKind, Words

DIE = Integer(allowed=(-10, -5, 0, 5, 10))
SIX = Cards(SABACC_62, 6)
FEW = Cards(SABACC_62, (0, 4))
LAID = Laid(SABACC_62)
KINDS: dict[str, tuple[Kind, st.SearchStrategy[Any]]] = {
    "six": (SIX, st.lists(st.integers(0, 61).filter(lambda card: card != 31), unique=True, min_size=6, max_size=6)),
    "few": (FEW, st.lists(st.integers(0, 61).filter(lambda card: card != 31), unique=True, max_size=4)),
    "laid": (
        LAID,
        st.tuples(st.permutations([*range(31), *range(32, 62)]), st.lists(st.booleans(), max_size=12)).map(
            lambda drawn: [None if go else card for card, go in zip(*drawn, strict=False)]
        ),
    ),
    "card": (CardKind(SABACC_62), st.integers(0, 61).filter(lambda card: card != 31)),
    "suit": (SuitKind(SABACC_62), st.integers(0, 2)),
    "die": (DIE, st.sampled_from(DIE.allowed)),
    "number": (Integer(-3, 12), st.integers(-3, 12)),
    "choice": (Choice(("dealer", "left", "GO")), st.sampled_from(("dealer", "left", "GO"))),
    "flag": (Flag(), st.booleans()),
    "score": (Score(), st.tuples(st.integers(0, 9999), st.integers(0, 9999))),
    "chips": (Integers(-5, 500), st.lists(st.integers(-5, 500), min_size=1, max_size=8)),
    "tiles": (Cards(DOUBLE_SIX, (1, 7)), st.lists(st.integers(0, 27), unique=True, min_size=1, max_size=7)),
    "moves": (Words(), st.lists(st.sampled_from(["3-5@3:side", "pass", "draw:3-5", "turn:2"]), max_size=9)),
    "scores": (Score(3), st.tuples(*[st.integers(0, 9999)] * 3)),
}
GARBAGE = [
    None, True, 1.5, float("nan"), float("-inf"), 10**5000, b"7C", object(), {}, [[]], [10**5000],
    "\x00", "\x1b[2J", "x\ny", "\ud800", "\u0665\u0665", "nan", "--", "'\"\\", "x" * 100_000, "9" * 100_000,
    "-" * 100_000,
]  # fmt: skip


def refusal(read: Callable[[], object]) -> str:
    """Return the message of the ``InputError`` that ``read`` must raise, which must be one printable line."""
    with pytest.raises(InputError) as caught:
        read()
    assert str(caught.value).isprintable()
    return str(caught.value)


def outcome(read: Callable[[], Any]) -> tuple[Any, str]:
    """Return what ``read`` returns and no message, or ``None`` and the one printable line of its ``InputError``."""
    try:
        return read(), ""
    except InputError as error:
        message = str(error)
    assert message.isprintable()
    return None, message


def shown_id(value: object) -> str:
    return ascii(value)[:12] if isinstance(value, str) else type(value).__name__


@pytest.mark.parametrize("name", KINDS)
@given(data=st.data())
def test_what_is_shown_is_read_back(name: str, data: st.DataObject) -> None:
    kind, values = KINDS[name]
    value = data.draw(values)
    shown = kind.show(value)
    text = " ".join(map(str, shown)) if isinstance(shown, list) else str(shown)
    for written in (text, text.lower(), text.replace("-", "\u2212"), f"\t{text}\n", shown):
        read = kind.parse(written, "--x")
        assert (list(read) if isinstance(value, list) else read) == value
        assert kind.show(read) == shown


@pytest.mark.parametrize("name", KINDS)
@given(text=st.text(st.characters(exclude_categories=()), max_size=40))
def test_garbage_is_read_or_refused_in_one_printable_line(name: str, text: str) -> None:
    kind, _ = KINDS[name]
    value, message = outcome(lambda: kind.parse(text, "--x"))
    assert message.startswith("--x") or kind.parse(kind.show(value), "--x") == value


@pytest.mark.parametrize("name", [name for name in KINDS if name != "moves"])
@pytest.mark.parametrize("value", GARBAGE, ids=shown_id)
def test_what_no_kind_reads_is_refused_by_all(name: str, value: object) -> None:
    if name == "flag" and value is True:
        assert KINDS[name][0].parse(value, "--x") is True
        return
    assert refusal(lambda: KINDS[name][0].parse(value, "--x")).startswith("--x")


@pytest.mark.parametrize("value", ["", " ", "\u00a0", "\n"])
@pytest.mark.parametrize("name", [name for name in KINDS if name not in ("few", "laid", "moves")])
def test_nothing_is_refused_where_something_is_needed(name: str, value: str) -> None:
    assert refusal(lambda: KINDS[name][0].parse(value, "--x")).startswith("--x: ")
    assert FEW.parse(value, "--x") == LAID.parse(value, "--x") == ()


@pytest.mark.parametrize(
    ("kind", "text", "message"),
    [
        (SIX, "1C 2C 3C 4C 5C", "--x: 6 cards were expected and 5 given in '1C 2C 3C 4C 5C'"),
        (SIX, "1C 2C 3C 4C 5C 6C 7C", "--x: 6 cards were expected and 7 given in '1C 2C 3C 4C 5C 6C 7C'"),
        (SIX, "1C 2C 3C 4C 5C +1C", "--x, card 6: '+1C' is named once too often: the deck holds it once"),
        (SIX, "0 0 0 4C 5C 6C", "--x, card 3: '0' is named once too often: the deck holds it 2 times"),
        (FEW, "1C 2C 3C 4C 5C", "--x: 0 to 4 cards were expected and 5 given in '1C 2C 3C 4C 5C'"),
        (LAID, "1C GO 1C", "--x, card 3: '+1C' is named once too often: the deck holds it once"),
        (LAID, "GO 1C GOO", "--x, card 3: 'GOO' is no card of this deck: expected a card like +7C, -3F, 10S or 0"
         ", or GO"),
        (Cards(SABACC_62, 1), "", "--x: 1 card was expected and 0 given in ''"),
        (CardKind(SABACC_62), "1C 2C", "--x: one card was expected and 2 given in '1C 2C'"),
        (DIE, "3", "--x: '3' cannot be: expected one of -10, -5, 0, 5, 10"),
        (Integer(2, 4), "5", "--x: '5' cannot be: expected a whole number from 2 to 4"),
        (Integer(2, 4), "1", "--x: '1' cannot be: expected a whole number from 2 to 4"),
        (Integer(2, 4), "3.0", "--x: '3.0' cannot be: expected a whole number from 2 to 4"),
        (Choice(("dealer", "left")), "deeler", "--x: 'deeler' cannot be: expected one of dealer, left"
         "; did you mean dealer?"),
        (Flag(), "perhaps", "--x: 'perhaps' cannot be: expected yes or no"),
        (Score(), "90", "--x: '90' is no score: expected ME-THEM, such as 90-75"),
        (Score(), "-90-75", "--x: '-90-75' is no score: expected ME-THEM, such as 90-75"),
        (Score(), "10000-1", "--x: '10000-1' is no score: expected ME-THEM, such as 90-75"),
        (Score(3), "90-75", "--x: '90-75' is no score: expected ME-LEFT-RIGHT, such as 90-75-60"),
        (Score((2, 3)), "90", "--x: '90' is no score: expected ME-THEM or ME-LEFT-RIGHT, such as 90-75"),
        (Integers(0, 9), "3,12", "--x, number 2: '12' cannot be: expected a whole number from 0 to 9"),
        (Integers(), "20,x", "--x, number 2: 'x' cannot be: expected a whole number from 0 to 1000000000"),
        (Words(), 'PASS 3"', "--x, word 2: '3\"' cannot be read"),
        (Cards(DOUBLE_SIX, (1, 2)), "35 77", "--x, tile 2: '77' is no tile of this deck: expected a tile like 3-5"
         " or 6-6"),
        (Cards(DOUBLE_SIX, 1), "35 46", "--x: 1 tile was expected and 2 given in '35 46'"),
        (Cards(DOUBLE_SIX, (1, 2)), "35 5|3", "--x, tile 2: '3-5' is named once too often: the deck holds it once"),
        (SuitKind(SABACC_62), "sabres", "--x: 'sabres' is no suit: expected C (coins), F (flasks), S (sabers)"
         "; did you mean sabers?"),
    ],
)  # fmt: skip
def test_a_refusal_says_what_was_expected(kind: Kind, text: str, message: str) -> None:
    assert refusal(lambda: kind.parse(text, "--x")) == message


def test_python_values_are_read_as_what_would_be_typed() -> None:
    assert DIE.parse(-5, "--target") == -5
    assert FEW.parse(["+7C", "0"], "--hand") == (50, 30)
    assert CardKind(SABACC_62).parse(0, "--path") == 30
    assert LAID.parse(["+7 coins", "go", 0, 0], "--history") == (50, None, 30, 31)
    assert Score().parse("90 \u2013 75", "--score") == (90, 75)
    assert Score((2, 3)).parse("90-75-60", "--score") == (90, 75, 60)
    assert Integers().parse([20, 15], "--chips") == Integers().parse("20, 15", "--chips") == (20, 15)


def test_metavars_name_the_form() -> None:
    assert [KINDS[name][0].metavar for name in ("six", "few", "suit", "choice", "score", "scores")] == [
        "CARDS6", "CARDS", "C|F|S", "dealer|left|GO", "ME-THEM", "ME-LEFT-RIGHT",
    ]  # fmt: skip
