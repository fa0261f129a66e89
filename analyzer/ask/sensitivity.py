"""How advice moves with a house rule that nobody knows for sure: the same deals again under each of its values."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from analyzer.ask.sampling import run
from analyzer.ask.settings import Settings
from analyzer.games.contract import Request, Trial
from analyzer.games.options import OptionSpec

MOST_DEALS = 20_000
"""Under each value; enough to see a choice change, and short beside the answer itself."""


def sensitivity(
    specs: Sequence[OptionSpec],
    request: Request,
    trial_of: Callable[[Request], Trial],
    inputs: Mapping[str, Any],
    settings: Settings,
    samples: int,
) -> list[dict[str, Any]]:
    """Return a row for each value of each option of ``specs`` that lists some: the best action under it, and its lead.

    The gap is that of the second best, with its simultaneous interval. An interruption ends the rows.
    """
    budget = replace(
        settings, samples=min(samples, MOST_DEALS), precision=None, time=None, store=None, distribution=False
    )
    return list(_rows(specs, request, trial_of, inputs, budget))


def _rows(
    specs: Sequence[OptionSpec],
    request: Request,
    trial_of: Callable[[Request], Trial],
    inputs: Mapping[str, Any],
    settings: Settings,
) -> Iterator[dict[str, Any]]:
    for spec in specs:
        for value in spec.sensitivity:
            changed = replace(request, rules={**request.rules, spec.name: value})
            found = run(trial_of(changed), changed, inputs, settings, None)
            if found.ending.interrupted:
                return
            best, *others = found.members["options"]
            row = {"option": spec.name, "value": value, "best_action": best["action"]}
            second = others[0] if others else best
            yield row | {"gap": second["gap"], "low": second["gap_low"], "high": second["gap_high"]}
