"""Numbers as people read them: commas between thousands, and never finer than their interval."""

from __future__ import annotations

LOPSIDED = 0.75
"""Below this ratio of its two sides an interval is printed by its ends, not as plus or minus."""


def decimals(half_width: float) -> int:
    """Return the decimals that ``half_width`` allows: two significant digits of it below 3, else one (30 gives -1)."""
    leading, exponent = f"{half_width:.2e}".split("e")
    return (1 if float(leading) < 3 else 0) - int(exponent)


def fixed(value: float, places: int) -> str:
    """Return ``value`` rounded to ``places`` decimals (to tens and more where negative), without a negative zero."""
    return f"{round(value, places):z,.{max(places, 0)}f}"


def plain(value: float) -> str:
    """Return an exact number: whole ones in full, others to six significant digits."""
    return f"{value:z,.0f}" if value == int(value) else f"{value:.6g}"


def places_of(low: float | None, high: float | None) -> int | None:
    """Return the decimals that an interval allows, or ``None`` for an exact number or one without an interval."""
    return None if low is None or high is None or high <= low else decimals((high - low) / 2)


def estimate(value: float, low: float | None, high: float | None) -> str:
    """Return ``12.3 ± 0.4``, or ``0.0 (0.0 to 0.7)`` where the interval is lopsided; an exact number stands alone."""
    places = places_of(low, high)
    if low is None or high is None or places is None:
        return plain(value)
    below, above = value - low, high - value
    if min(below, above) < LOPSIDED * max(below, above):
        return between(value, low, high)
    return f"{fixed(value, places)} ± {fixed((high - low) / 2, places)}"


def between(value: float, low: float | None, high: float | None) -> str:
    """Return ``1.2 (0.8 to 1.5)``, or the number alone where it is exact or has no interval."""
    places = places_of(low, high)
    if low is None or high is None or places is None:
        return plain(value)
    return f"{fixed(value, places)} ({fixed(low, places)} to {fixed(high, places)})"
