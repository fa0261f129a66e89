"""How many decimals an interval allows: no number is written finer than it is known."""

from __future__ import annotations


def decimals(half_width: float) -> int:
    """Return the decimals that ``half_width`` allows: two significant digits of it below 3, else one (30 gives -1)."""
    leading, exponent = f"{half_width:.2e}".split("e")
    return (1 if float(leading) < 3 else 0) - int(exponent)


def fixed(value: float, places: int, sign: str = "") -> str:
    """Return ``value`` rounded to ``places`` decimals (to tens and more where negative), without a negative zero.

    ``sign`` is ``"+"`` where a gain is to show its sign.
    """
    return f"{round(value, places):{sign}z,.{max(places, 0)}f}"
