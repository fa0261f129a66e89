"""Numbers as people read them: commas between thousands, and never finer than their interval."""

from __future__ import annotations

import math

from analyzer.statistics.rounding import decimals, fixed

__all__ = ["behind", "between", "decimals", "estimate", "fixed", "places_of", "plain"]

LOPSIDED = 0.75
"""Below this ratio of its two sides an interval is printed by its ends, not as plus or minus."""


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


def behind(value: float, low: float | None, high: float | None) -> str:
    """Return :func:`between`, with as many decimals more as a lower end or value above 0 needs not to read as 0."""
    places = places_of(low, high)
    if low is None or high is None or places is None or low <= 0:
        return between(value, low, high)
    first, lowest, highest = (
        fixed(number, places if round(number, places) else -math.floor(math.log10(number)))
        for number in (value, low, high)
    )
    return f"{first} ({lowest} to {highest})"


def between(value: float, low: float | None, high: float | None) -> str:
    """Return ``1.2 (0.8 to 1.5)``, or the number alone where it is exact or has no interval."""
    places = places_of(low, high)
    if low is None or high is None or places is None:
        return plain(value)
    return f"{fixed(value, places)} ({fixed(low, places)} to {fixed(high, places)})"
