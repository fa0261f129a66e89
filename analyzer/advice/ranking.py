"""Ranked answers: what was sampled or counted, as the fields of an advice document."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from analyzer.games.contract import Ranking
from analyzer.statistics.intervals import clustered_wilson

WIN = "win probability"
"""The unit of advice that ranks by the chance to win the game."""
DIGITS = 9
"""Decimals that decide between exact values."""

if TYPE_CHECKING:
    from analyzer.simulation.results import TrialResult


def sampled_advice(result: TrialResult) -> dict[str, Any]:
    """Return ``method``, ``samples``, ``level``, ``unit`` and ``options`` of sampled advice, best first.

    In chances to win, ``win`` repeats the value, and ``points`` is the sum of the parts. An end of an interval that a
    single deal cannot give is ``None``. ``deals`` is how many common deals the action was tried on before it was
    dropped as a clear loser. With counted values an option has its ``distribution``.
    """
    found, trial = result.comparison(), result.trial
    chances, distributions = result.chances(), result.distributions()
    options = []
    for rank, action in enumerate(found.order.tolist(), start=1):
        option: dict[str, Any] = {
            "action": list(trial.actions[action]),
            "rank": rank,
            "value": float(found.value[action]),
            "low": _finite(found.low[action]),
            "high": _finite(found.high[action]),
            "gap": float(found.gap[action]),
            "gap_low": _finite(found.gap_low[action]),
            "gap_high": _finite(found.gap_high[action]),
            "tied_for_best": bool(found.tied[action]),
            "deals": int(found.deals[action]),
            "parts": dict(zip(trial.parts, found.parts[action].tolist(), strict=True)),
        }
        if trial.unit == WIN:
            option |= _chance(option["value"], int(found.deals[action]), float(found.error[action]), result.level)
            option |= {"win": option["value"], "win_low": option["low"], "win_high": option["high"]}
            option["points"] = float(found.parts[action].sum())
        if trial.chances:
            option["chances"] = chances[action]
        if distributions[action]:
            option["distribution"] = distributions[action]
        options.append(option)
    members = {
        "method": "simulated",
        "samples": result.ending.samples,
        "level": result.level,
        "unit": trial.unit,
        "options": options,
    }
    return members | _policy_costs([(policy, trial.actions[action]) for policy, action in trial.policy_costs], options)


def exact_advice(ranking: Ranking) -> dict[str, Any]:
    """Return ``method``, ``unit`` and ``options`` of exact advice, best first; equal values are tied for best.

    Values are equal where they differ by no more than rounding errors may add up to. In chances to win, ``win`` repeats
    the value, and ``points`` is the sum of the parts.
    """
    best = max((choice.value for choice in ranking.choices), default=0.0)
    options = []
    for rank, choice in enumerate(sorted(ranking.choices, key=lambda choice: -round(choice.value, DIGITS)), start=1):
        gap = best - choice.value if round(best - choice.value, DIGITS) else 0.0
        win = choice.value if ranking.unit == WIN else choice.win
        option: dict[str, Any] = {
            "action": list(choice.action),
            "rank": rank,
            **dict.fromkeys(("value", "low", "high"), choice.value),
            **dict.fromkeys(("gap", "gap_low", "gap_high"), gap),
            "tied_for_best": gap == 0,
            "parts": dict(choice.parts),
        }
        if win is not None:
            option |= dict.fromkeys(("win", "win_low", "win_high"), win)
        if ranking.unit == WIN and choice.parts:
            option["points"] = sum(choice.parts.values())
        if choice.chances:
            option["chances"] = {name: dict.fromkeys(("p", "low", "high"), p) for name, p in choice.chances.items()}
        if choice.lines:
            option["rows"] = [
                {"name": line.name, "cards": list(line.cards), "points": line.points} for line in choice.lines
            ]
        options.append(option)
    members = {"method": ranking.method, "unit": ranking.unit, "options": options}
    return members | _policy_costs(ranking.policy_costs, options)


def _policy_costs(
    chosen: Iterable[tuple[str, tuple[str, ...]]], options: Sequence[Mapping[str, Any]]
) -> dict[str, list[dict[str, Any]]]:
    """Return what the action that each policy would have chosen loses against the best, where any policy is named."""
    found = {tuple(option["action"]): option for option in options}
    costs = [
        {
            "policy": policy,
            "action": list(action),
            "cost": found[action]["gap"],
            "low": found[action]["gap_low"],
            "high": found[action]["gap_high"],
        }
        for policy, action in chosen
    ]
    return {"policy_costs": costs} if costs else {}


def _chance(value: float, deals: int, error: float, level: float) -> dict[str, float]:
    """Return ``value``, ``low`` and ``high`` of a chance: Wilson's, since Student's would leave 0 and 1 as certain."""
    # A dropped action's estimate leans on others, and may so pass the ends by less than its error.
    chance = min(1.0, max(0.0, value))
    low, high = clustered_wilson(chance, deals, error**2 * deals if math.isfinite(error) else 0.0, level)
    return {"value": chance, "low": low, "high": high}


def _finite(number: float) -> float | None:
    return float(number) if math.isfinite(number) else None
