"""What cannot be a setting is refused in one line, whatever its type; budgets must not contradict each other."""

from __future__ import annotations

import math
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from analyzer.ask.settings import DEFAULT_SECONDS, Settings
from analyzer.core.errors import InputError

NO_NUMBERS = [True, "5", b"5", [5], {}, object(), math.nan, math.inf, -math.inf, 10**5000, -1, "x" * 10**5]
BAD: list[tuple[str, Any]] = [
    *((name, value) for name in ("seed", "samples", "hands", "games", "workers") for value in [*NO_NUMBERS, 1.0]),
    *((name, value) for name in ("precision", "time", "level") for value in [*NO_NUMBERS, 0]),
    *((name, None) for name in ("seed", "level", "exact", "explain", "distribution", "policies")),
    *((name, 0) for name in ("samples", "hands", "games", "workers")),
    *((name, value) for name in ("exact", "explain", "mirror") for value in (1, "yes", [], math.nan)),
    *((name, value) for name in ("me", "opponent") for value in (True, 1, b"random", ["random"], object())),
    *((name, value) for name in ("policies", "distribution") for value in (1, b"points", [1], [["points"]], {"a": 1})),
    *(("store", value) for value in (True, 1, b"store", [], "", "a\nb", "a\0b", "\x1b[31m", "x" * 10**5)),
    ("seed", 2**63),
    ("samples", 10**12 + 1),
    ("workers", 257),
    ("level", 0.49),
    ("level", 1),
]


@pytest.mark.parametrize(("name", "value"), BAD, ids=lambda value: ascii(type(value).__name__))
def test_what_cannot_be_is_refused_in_one_line(name: str, value: Any) -> None:
    with pytest.raises(InputError) as refused:
        Settings(**{name: value})
    told = str(refused.value)
    assert told.startswith(f"--{ {'policies': 'policy'}.get(name, name) }: ")
    assert "expected" in told
    assert told.isprintable()
    assert len(told) < 200


@pytest.mark.parametrize(
    ("name", "value"),
    [("seed", 0), ("seed", 2**63 - 1), ("samples", 1), ("samples", 10**12), ("workers", 256), ("precision", 1e-9),
     ("precision", 2), ("time", 0.01), ("level", 0.5), ("level", 0.9999), ("mirror", None), ("store", Path("blocks"))],
)  # fmt: skip
def test_the_ends_of_what_can_be(name: str, value: Any) -> None:
    assert getattr(Settings(**{name: value}), name) == value


def test_numbers_of_numpy_are_numbers() -> None:
    settings = Settings(seed=np.int64(7), samples=np.int32(5), level=np.float64(0.9))  # type: ignore[arg-type]
    assert [type(value) for value in (settings.seed, settings.samples, settings.level)] == [int, int, float]


@pytest.mark.parametrize("written", ["points,wins", "points, wins", ["points", "wins"], ("points", "wins")])
def test_names_are_a_list_or_words_with_commas(written: Any) -> None:
    assert Settings(distribution=written).distribution == ("points", "wins")
    assert Settings(policies=written).policies == ("points", "wins")


BUDGETS: dict[str, Any] = {"samples": 10, "hands": 10, "games": 10, "precision": 0.1, "time": 1.0}
TOGETHER = {frozenset({"precision", other}) for other in BUDGETS}


@pytest.mark.parametrize("names", list(combinations(BUDGETS, 2)), ids=" and ".join)
def test_budgets_contradict_each_other_unless_one_is_a_ceiling(names: tuple[str, str]) -> None:
    given = {name: BUDGETS[name] for name in names}
    if frozenset(names) in TOGETHER:
        assert Settings(**given).precision == 0.1
        return
    with pytest.raises(InputError, match=f"--{names[0]} and --{names[1]} contradict each other"):
        Settings(**given)


@pytest.mark.parametrize("name", BUDGETS)
def test_exact_takes_no_budget(name: str) -> None:
    with pytest.raises(InputError, match=f"--exact and --{name} contradict each other"):
        Settings(exact=True, **{name: BUDGETS[name]})


def test_a_precision_may_have_two_ceilings() -> None:
    settings = Settings(precision=0.1, samples=100, time=3)
    assert (settings.ceiling(), settings.seconds(), settings.seconds(2)) == (100, 3, 1.5)


@pytest.mark.parametrize("name", ["samples", "hands", "games"])
def test_samples_go_by_three_names(name: str) -> None:
    assert Settings(**{name: 9}).ceiling() == 9


def test_without_a_budget_all_answers_share_two_seconds() -> None:
    assert Settings().seconds() == DEFAULT_SECONDS
    assert Settings().seconds(2) == DEFAULT_SECONDS / 2
    assert Settings(samples=5).seconds() is None
    assert Settings(precision=0.1).seconds() is None
