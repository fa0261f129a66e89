"""A plan's identity and its streams."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest

from analyzer.simulation.plan import Plan, stream


def test_identity_depends_on_every_field(make_plan: Callable[..., Plan]) -> None:
    changes: list[dict[str, Any]] = [
        {"game": "other"}, {"question": "other"}, {"inputs": {"hand": ["b"]}}, {"rules": {"r": False}}, {"seat": 1},
        {"policies": ("y", "x")}, {"per_block": 101}, {"seed": 2}, {"level": 0.9}, {"distribution": ("value",)},
        {"extras": {"players": 3}}, {"code": "0" * 16},
    ]
    assert {field for change in changes for field in change} == set(Plan.__dataclass_fields__)
    identities = {make_plan(**change).identity() for change in [{}, *changes]}
    assert len(identities) == 1 + len(changes)


def test_identity_does_not_depend_on_the_order_of_names(make_plan: Callable[..., Plan]) -> None:
    one, two = make_plan(rules={"a": 1, "b": 2}), make_plan(rules={"b": 2, "a": 1})
    assert one.identity() == two.identity()


def test_identity_is_the_same_in_another_process() -> None:
    script = (
        "from analyzer.simulation.plan import Plan;"
        "p = Plan('g', 'q', {'a': [1]}, {'x': 'y', 'b': 2}, ('m',), 64, seat=0, code='1');"
        "print(p.identity(), p.stream(3))"
    )
    runs = {subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout
            for _ in range(2)}
    here = Plan("g", "q", {"a": [1]}, {"x": "y", "b": 2}, ("m",), 64, seat=0, code="1")
    assert runs == {f"{here.identity()} {here.stream(3)}\n"}


def test_streams_are_fixed_for_ever() -> None:
    assert [stream(1, "smugglers-hold", "discard", block) for block in range(2)] == [
        2_389_688_512_807_745_264, 16_521_689_019_891_442_043
    ]


def test_streams_never_repeat_and_fit_64_bits() -> None:
    streams = [stream(seed, "g", question, block) for seed in (1, 2) for question in "qr" for block in range(5000)]
    assert len(set(streams)) == len(streams)
    assert all(0 <= number < 2**64 for number in streams)


def test_streams_do_not_depend_on_rules_policies_or_seat(make_plan: Callable[..., Plan]) -> None:
    other = make_plan(rules={"r": False}, policies=("z",), seat=1, level=0.5)
    assert other.stream(9) == make_plan().stream(9)
    assert make_plan(seed=2).stream(9) != make_plan().stream(9)


def test_a_plan_without_json_is_refused(make_plan: Callable[..., Plan]) -> None:
    with pytest.raises(ValueError, match="JSON"):
        make_plan(level=float("nan")).identity()
