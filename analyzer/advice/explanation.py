"""Why the first action is first, in a sentence or two made from the parts of its value."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from analyzer.advice.ranking import WIN
from analyzer.statistics.rounding import decimals, fixed

NAMED = 2
"""Parts named on each side; more would drown them, and what the others come to is said in their place."""


POINT_DIGITS = 1
"""Decimals of points beside a chance to win, whose own interval says nothing of them."""


def explain(options: Sequence[Mapping[str, Any]], unit: str) -> list[str]:
    """Return sentences about the leader and the next of an advice document's ``options``; none for a single action."""
    if len(options) < 2:
        return []
    first, second = options[0], options[1]
    leader, other = _words(first), _words(second)
    digits = _digits(first, second)
    tied = sum(bool(option["tied_for_best"]) for option in options)
    if tied > 1:
        sentences = [f"{leader} has the highest value, but {tied} actions cannot be told apart from the best."]
    else:
        lead = f"{fixed(second['gap'], digits)} {unit}"
        if unit == WIN:
            lead = f"{fixed(100 * second['gap'], _digits(first, second, 100))} percentage points of the chance to win"
        sentences = [f"{leader} is best, by {lead} over {other}."]
    if unit == WIN:
        digits = POINT_DIGITS
    gains = {name: first["parts"].get(name, 0) - second["parts"].get(name, 0)
             for name in {**first["parts"], **second["parts"]}}
    visible = {name: gain for name, gain in gains.items() if round(abs(gain), digits) > 0}
    everything = sum(gains.values())
    # In another unit than the parts (a win probability), the gap is not what they add up to.
    total = round(second["gap"] if math.isclose(everything, second["gap"], abs_tol=1e-9) else everything, digits)
    gained = sorted((name for name in visible if visible[name] > 0), key=lambda name: -visible[name])[:NAMED]
    lost = sorted((name for name in visible if visible[name] < 0), key=lambda name: visible[name])[:NAMED]
    sides = ("gains by", gained), ("gives up", lost)
    told = [f"{verb} {_amounts(names, gains, digits)}" for verb, names in sides if names]
    if told:
        rest = round(total - sum(round(gains[name], digits) for name in (*gained, *lost)), digits)
        if rest:
            source = "the other parts come to" if len(gains) > len(gained) + len(lost) else "rounding comes to"
            told.append(f"{source} {fixed(rest, digits, '+')}")
        listed = f"{', '.join(told[:-1])}, and {told[-1]}" if len(told) > 1 else told[0]
        points = " points a deal" if unit == WIN else ""
        sentences.append(f"Against {other} it {listed}: {fixed(total, digits, '+')}{points} in all.")
    return sentences


def _amounts(names: Sequence[str], gains: Mapping[str, float], digits: int) -> str:
    return " and ".join(f"{_part(name)} ({fixed(gains[name], digits, '+')})" for name in names)


def _part(name: str) -> str:
    words = name.replace("_", " ")
    return f"the opponent's {words.removesuffix(' opponent')}" if words.endswith(" opponent") else words


def _words(option: Mapping[str, Any]) -> str:
    return " ".join(option["action"]) or "adding none"


def _digits(first: Mapping[str, Any], second: Mapping[str, Any], scale: int = 1) -> int:
    """Return how many decimals ``scale`` times the gap's interval supports; two where it is exact and not whole."""
    low, high = second["gap_low"], second["gap_high"]
    if low is None or high is None:
        return 0
    half = scale * (high - low) / 2
    if half > 0:
        return decimals(half)
    numbers = [*first["parts"].values(), *second["parts"].values(), second["gap"]]
    return 0 if all(float(number).is_integer() for number in numbers) else 2
