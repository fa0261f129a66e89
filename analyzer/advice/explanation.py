"""Why the first action is first, in a sentence or two made from the parts of its value."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from analyzer.statistics.rounding import decimals, fixed


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
        sentences = [f"{leader} is best, by {fixed(second['gap'], digits)} {unit} over {other}."]
    gains = {name: first["parts"].get(name, 0) - second["parts"].get(name, 0)
             for name in {**first["parts"], **second["parts"]}}
    visible = {name: gain for name, gain in gains.items() if round(abs(gain), digits) > 0}
    gained = _list([name for name in sorted(visible, key=lambda n: -visible[n]) if visible[name] > 0], visible, digits)
    lost = _list([name for name in sorted(visible, key=lambda n: visible[n]) if visible[name] < 0], visible, digits)
    if gained and lost:
        sentences.append(f"Against {other} it gains by {gained}, and gives up {lost}.")
    elif gained or lost:
        sentences.append(f"Against {other} it {'gains by' if gained else 'gives up'} {gained or lost}.")
    return sentences


def _list(names: Sequence[str], gains: Mapping[str, float], digits: int) -> str:
    """Return the two largest of ``names`` with their amounts; the rest would drown them."""
    return " and ".join(f"{_part(name)} ({fixed(gains[name], digits, '+')})" for name in names[:2])


def _part(name: str) -> str:
    words = name.replace("_", " ")
    return f"the opponent's {words.removesuffix(' opponent')}" if words.endswith(" opponent") else words


def _words(option: Mapping[str, Any]) -> str:
    return " ".join(option["action"]) or "adding none"


def _digits(first: Mapping[str, Any], second: Mapping[str, Any]) -> int:
    """Return how many decimals the gap's interval supports; two where it is exact and not whole."""
    low, high = second["gap_low"], second["gap_high"]
    if low is None or high is None:
        return 0
    half = (high - low) / 2
    if half > 0:
        return decimals(half)
    numbers = [*first["parts"].values(), *second["parts"].values(), second["gap"]]
    return 0 if all(float(number).is_integer() for number in numbers) else 2
