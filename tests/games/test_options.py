"""House rules: every option of every game, in every spelling; presets, changes and assumptions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzer import games
from analyzer.core.errors import InputError
from analyzer.games.options import Options, OptionSpec, load_options, spell

HOUSES = {name: load_options(games.folder(game)) for name, game in games.discover().items()}
SPECS = [
    pytest.param(house, spec, id=f"{game}-{spec.name}")
    for game, house in HOUSES.items()
    for spec in house.specs.values()
]
HOLD = HOUSES["smugglers-hold"]
GARBAGE = [
    "", " ", "nonsense", "-1", "\u22121", "10001", "1.0", "1e2", "\u0661", "\uff11", "nan", "\x00", "a\nb", "\ud800",
    "9" * 100_000, "," * 100_000, " " * 100_000 + "x", None, float("nan"), 0.5, 10**5000, b"yes", {}, object(), [],
    [[1]], [10**5000],
]  # fmt: skip
NO_NAMES = ["", "zzz", "x" * 100_000, "\x1b[0m", "a\nb", 5, None, 10**5000, ("a", "b")]
NO_PRESETS = ["", "zzz", 5, [], {}, b"standard", True, 10**5000, "x" * 100_000, "a\nb", "\ud800"]
YES, NO = ("yes", "true", "on", "True", True), ("no", "false", "off", "False", False)


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


def values_of(spec: OptionSpec) -> tuple[Any, ...]:
    if not isinstance(spec.values, str):
        return spec.values
    words = (spec.default,) if isinstance(spec.default, str) else ()
    return words + {"whole": (0, 1, 7, 10_000), "chance": ("0", "1/2", "1/6", "1", "3/1000")}[spec.values]


def same(found: object, wanted: object) -> bool:
    """Return whether the two are equal and of one type: ``True`` is not ``1``."""
    return found == wanted and type(found) is type(wanted)


@pytest.mark.parametrize(("house", "spec"), SPECS)
def test_every_value_is_read_in_all_its_spellings(house: Options, spec: OptionSpec) -> None:
    assert same(house.resolve()[spec.name], spec.default)
    for value in values_of(spec):
        word = spell(value)
        written = [value, word, word.upper(), word.title(), f" {word}\n", f"\u00a0{word}"]
        written += list(YES if value else NO) if isinstance(value, bool) else []
        written += [f"+{word}", f"0{word}"] if spec.values == "whole" and not isinstance(value, str) else []
        written += [word.replace(",", " , "), word.split(","), tuple(map(int, word.split(",")))] if "," in word else []
        for given_value in written:
            resolved = house.resolve({spec.name: given_value})
            assert same(resolved[spec.name], value), given_value
            assert list(resolved) == list(house.specs)
            assert house.changed(resolved) == ({} if value == spec.default else {spec.name: value})


@pytest.mark.parametrize(("house", "spec"), SPECS)
def test_other_values_are_refused(house: Options, spec: OptionSpec) -> None:
    chances = ("1.0", 0.5) if spec.values == "chance" else ()
    for value in [value for value in GARBAGE if value not in chances]:
        message = refusal(lambda value=value: house.resolve({spec.name: value}))
        assert message.startswith(f"--rule {spec.name}: '")
        assert f" cannot be: expected {spec.allowed}" in message
        assert len(message) < 500


@pytest.mark.parametrize(("house", "spec"), SPECS)
def test_a_near_value_is_offered_as_it_is_written(house: Options, spec: OptionSpec) -> None:
    if isinstance(spec.values, str):
        for value in (True, "yes", "seven"):
            assert "did you mean" not in refusal(lambda value=value: house.resolve({spec.name: value}))
        return
    for value in spec.values:
        word = spell(value)
        if len(word) > 2:
            assert f"did you mean {word}" in refusal(lambda word=word: house.resolve({spec.name: f"{word}x"}))


def test_a_chance_is_kept_in_lowest_terms_and_a_word_stands_beside_numbers() -> None:
    def spec(default: str, values: str) -> OptionSpec:
        return OptionSpec("x", "T-1", default, values, "", "", "", False, "")

    chance = spec("1/6", "chance")
    read = {"0.5": "1/2", "2/12": "1/6", "1": "1", "0": "0", ".25": "1/4", "1.000": "1"}
    assert {text: chance.read(text) for text in read} == read
    for text in ("1.01", "7/6", "1/0", "-0.5", "1/3000000", "1e-1", "one"):
        assert "a chance from 0 to 1" in refusal(lambda text=text: chance.read(text))
    endless = spec("unlimited", "whole")
    assert (endless.read("Unlimited"), endless.read("12")) == ("unlimited", 12)
    assert "expected unlimited or a whole number" in refusal(lambda: endless.read("twelve"))


def test_a_near_spelling_of_a_switch_offers_yes_or_no() -> None:
    assert refusal(lambda: HOLD.resolve({"finish_hand": "tru"})).endswith("expected no or yes; did you mean yes?")
    assert refusal(lambda: HOLD.resolve({"finish_hand": "fals"})).endswith("expected no or yes; did you mean no?")


@pytest.mark.parametrize(("option", "value"), [("min_sum_cards", True), ("hold_points", True), ("play_again", False)])
def test_a_switch_is_neither_a_number_nor_a_word(option: str, value: bool) -> None:
    refusal(lambda: HOLD.resolve({option: value}))


@pytest.mark.parametrize(("house", "spec"), SPECS)
def test_a_near_name_is_offered(house: Options, spec: OptionSpec) -> None:
    default = {f"{spec.name}x": spec.default}
    message = refusal(lambda: house.resolve(default))
    assert message.startswith(f"--rule: '{spec.name}x"[:32])
    assert f"did you mean {spec.name}" in message


@pytest.mark.parametrize("name", NO_NAMES, ids=shown_id)
def test_an_unknown_name_is_refused(name: object) -> None:
    assert refusal(lambda: HOLD.resolve({name: 1})).endswith("`rules` lists the options")  # type: ignore[dict-item]


@pytest.mark.parametrize("rules", [5, "hold_points=7", ["hold_points=7"], [("hold_points", 7)], b"", 0, ""])
def test_rules_that_are_no_mapping_are_refused(rules: object) -> None:
    expected = "expected a mapping of option names to values"
    assert expected in refusal(lambda: HOLD.resolve(rules))  # type: ignore[arg-type]


NAMES = st.text() | st.sampled_from(list(HOLD.specs))


@given(st.dictionaries(NAMES, st.text() | st.integers() | st.floats(), max_size=3))
def test_garbage_is_read_or_refused_in_one_printable_line(rules: dict[str, object]) -> None:
    values, message = outcome(lambda: HOLD.resolve(rules))
    assert message.startswith("--rule") or set(HOLD.changed(values)) <= set(rules)


@given(st.fixed_dictionaries({name: st.sampled_from(values_of(spec)) for name, spec in HOLD.specs.items()}))
def test_what_was_changed_gives_the_same_rules_again(values: dict[str, Any]) -> None:
    changed = HOLD.changed(values)
    assert HOLD.resolve({name: spell(value) for name, value in changed.items()}) == values
    assert HOLD.resolve(changed) == values


@pytest.mark.parametrize("game", HOUSES)
def test_presets_set_declared_values_and_rules_go_over_them(game: str) -> None:
    house = HOUSES[game]
    assert house.changed(house.resolve(preset="standard")) == {}
    for preset, named in house.presets.items():
        values = house.resolve(preset=preset)
        assert {**house.resolve(), **house.changed(values)} == {**house.resolve(), **named} == values
        for name, value in named.items():
            assert same(house.specs[name].read(value), value)
            back = house.resolve({name: house.specs[name].default}, preset)
            assert back == {**values, name: house.specs[name].default}


def test_a_short_stands_for_several_options() -> None:
    house = Options(HOLD.specs, {}, {"house": {"a": {"hold_points": 0}, "b": {"finish_hand": True}}})
    both = {"hold_points": 0, "finish_hand": True}
    for given_value in ("a,b", "B, A", ["a", "b"]):
        assert house.changed(house.resolve({"house": given_value})) == both
    assert house.changed(house.resolve({"house": "a", "hold_points": 5})) == {"hold_points": 5}
    assert refusal(lambda: house.resolve({"house": "a,c"})).startswith("--house: 'c' is unknown: expected a, b")
    assert refusal(lambda: house.resolve({"house": ""})).startswith("--house: '' is unknown")


def test_presets_of_smugglers_hold() -> None:
    assert HOLD.changed(HOLD.resolve(preset="rulebook")) == {"hold_points": 0}
    assert HOLD.changed(HOLD.resolve(preset="web-app")) == {"kessel_run": "after_sylop", "path_die_to": "dealer"}


@pytest.mark.parametrize("preset", NO_PRESETS, ids=shown_id)
def test_an_unknown_preset_is_refused(preset: object) -> None:
    message = refusal(lambda: HOLD.resolve(preset=preset))  # type: ignore[arg-type]
    assert message.startswith("--preset: '")
    assert "is unknown: expected standard, rulebook, web-app" in message


def test_a_near_preset_is_offered_and_a_game_without_presets_says_so() -> None:
    assert refusal(lambda: HOLD.resolve(preset="Web-App")).endswith("; did you mean web-app?")
    bare = Options(HOLD.specs, {})
    assert refusal(lambda: bare.resolve(preset="x")) == "--preset: 'x' is unknown: this game has none"


@pytest.mark.parametrize("game", HOUSES)
def test_each_assumption_in_force_is_told_and_none_that_was_replaced(game: str) -> None:
    house = HOUSES[game]
    values = house.resolve()
    assumed = [spec for spec in house.specs.values() if spec.assumption]
    told = house.assumptions(values)
    assert told == [f"{spec.name}={spell(spec.default)} is assumed: {spec.assumption}" for spec in assumed]
    for i, spec in enumerate(assumed):
        other = next(value for value in values_of(spec) if value != spec.default)
        assert house.assumptions({**values, spec.name: other}) == told[:i] + told[i + 1 :]


def test_the_assumption_of_smugglers_hold() -> None:
    assert [line.split(" is ")[0] for line in HOLD.assumptions(HOLD.resolve())] == ["outer_rim_points=3"]
    assert HOLD.assumptions(HOLD.resolve({"outer_rim_points": "4"})) == []
