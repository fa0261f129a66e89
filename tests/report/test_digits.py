"""Numbers as people read them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzer.report.digits import behind, between, decimals, estimate, plain


@pytest.mark.parametrize(
    ("value", "low", "high", "printed"),
    [
        (12.3412, 12.0412, 12.6412, "12.3 ± 0.3"),
        (12.3412, 12.2212, 12.4612, "12.34 ± 0.12"),
        (-0.04, -0.34, 0.26, "0.0 ± 0.3"),
        (1234.5, 1114.5, 1354.5, "1,230 ± 120"),
        (7.0, 7.0, 7.0, "7"),
        (7.1234567, 7.1234567, 7.1234567, "7.12346"),
        (1234567, None, None, "1,234,567"),
        (0.0, 0.0, 0.0007, "0.0000 (0.0000 to 0.0007)"),
        (99.5, 96.0, 100.0, "99.5 (96.0 to 100.0)"),
    ],
)
def test_estimate(value: float, low: float | None, high: float | None, printed: str) -> None:
    assert estimate(value, low, high) == printed


def test_between_gives_both_ends() -> None:
    assert between(1.234, 0.91, 1.61) == "1.2 (0.9 to 1.6)"
    assert between(0, 0, 0) == "0"


@pytest.mark.parametrize(
    ("value", "low", "high", "printed"),
    [
        (2.0, 0.03, 4.5, "2.0 (0.03 to 4.5)"),
        (2.0, 0.0, 4.5, "2.0 (0.0 to 4.5)"),
        (2.0, 0.4, 4.5, "2.0 (0.4 to 4.5)"),
        (30.0, 4.0, 900.0, "30 (4 to 900)"),
        (0.02, 0.004, 0.5, "0.02 (0.004 to 0.50)"),
        (3.0, 3.0, 3.0, "3"),
    ],
)
def test_behind_never_reads_as_level(value: float, low: float, high: float, printed: str) -> None:
    assert behind(value, low, high) == printed


@given(st.floats(-1e6, 1e6), st.floats(1e-6, 1e5))
def test_no_number_is_finer_than_its_interval(value: float, half: float) -> None:
    printed, _, width = estimate(value, value - half, value + half).partition(" ± ")
    step = 10.0 ** -decimals(half)
    assert half / 30 <= step <= half * (1 + 1e-6)
    assert abs(float(printed.replace(",", "")) - value) <= 0.5001 * step
    assert abs(float(width.replace(",", "")) - half) <= 0.5001 * step
    digits = width.replace(",", "").replace(".", "").strip("0")
    assert len(digits) <= 2


@given(st.integers(-(10**9), 10**9))
def test_whole_numbers_are_printed_in_full(value: int) -> None:
    assert int(plain(value).replace(",", "")) == value
    assert plain(float(value)) == plain(value)
