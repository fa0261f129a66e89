"""Documents as bytes: stable, plain ASCII, and the same values when read back."""

from __future__ import annotations

import json
import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzer.report.document import answers, combine, printable, stable, to_json

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


@given(st.dictionaries(st.text(), VALUES))
def test_json_reads_back_as_the_stable_document(document: dict[str, Any]) -> None:
    for one_line in (False, True):
        text = to_json(document, one_line=one_line)
        assert json.loads(text) == stable(document)
        assert text.isascii()
        assert not any((ord(c) < 32 and c != "\n") or c == "\x7f" for c in text)
    assert to_json(document, one_line=True).count("\n") == 1


def test_floats_keep_ten_significant_digits() -> None:
    assert stable(0.1 + 0.2) == 0.3
    assert stable([1 / 3, (2.0,)]) == [0.3333333333, [2.0]]
    assert math.copysign(1, stable(-0.0)) == 1
    assert stable(10.123456789) != stable(10.123456799)


def test_what_is_not_finite_becomes_null() -> None:
    assert to_json({"low": math.nan, "high": math.inf}, one_line=True) == '{"low": null, "high": null}\n'


def test_numpy_scalars_become_plain() -> None:
    value = stable({"n": np.int64(3), "p": np.float64(0.5), "yes": True})
    assert value == {"n": 3, "p": 0.5, "yes": True}
    assert [type(member) for member in value.values()] == [int, float, bool]
    with pytest.raises(TypeError, match="set"):
        stable({"n": {1}})


def test_short_members_stand_on_one_line() -> None:
    lines = to_json({"rows": [{"name": "a", "points": 1}, {"name": "b", "points": 2}], "empty": []}).splitlines()
    assert '    {"name": "a", "points": 1},' in lines
    assert '  "empty": []' in lines


def test_answers_and_combine_are_inverse(documents: dict[str, Any]) -> None:
    both = answers(documents["both seats"])
    assert [answer["inputs"]["seat"] for answer in both] == ["dealer", "pone"]
    assert combine(both) == documents["both seats"]
    assert combine(both[:1]) == both[0]


def test_printable_escapes_what_a_terminal_obeys() -> None:
    assert printable({"a\x1b": ["\x1b[31m", "fine ●", "\u202e", "\ud800"]}) == {
        "a\\x1b": ["\\x1b[31m", "fine ●", "\\u202e", "\\ud800"]
    }
