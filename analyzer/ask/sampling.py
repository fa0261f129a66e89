"""Runs what a game hands back as blocks, within the budget that was asked for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from analyzer.advice.ranking import sampled_advice
from analyzer.ask.settings import Settings
from analyzer.core.errors import InputError, near
from analyzer.core.notation import quoted
from analyzer.games.contract import Means, Request, Shares, Trial
from analyzer.simulation.engine import run_means, run_shares, run_trial
from analyzer.simulation.executors import executor
from analyzer.simulation.plan import Plan
from analyzer.simulation.results import Ending
from analyzer.simulation.store import Store
from analyzer.statistics.stopping import Budget


@dataclass(frozen=True, slots=True)
class Sampled:
    """The members of a document that sampling gave, and how the run ended."""

    members: dict[str, Any]
    ending: Ending


def run(
    result: Trial | Means | Shares,
    request: Request,
    inputs: Mapping[str, Any],
    settings: Settings,
    seconds: float | None,
) -> Sampled:
    """Run ``result`` within the budget of ``settings`` (``seconds`` of it, where time is the budget)."""
    plan = Plan(
        game=request.game.name,
        question=request.question,
        inputs=dict(inputs),
        rules=dict(request.rules),
        policies=request.policies or (request.me, request.opponent),
        per_block=result.deals_per_block if isinstance(result, Trial) else result.per_block,
        seat=request.seat,
        seed=settings.seed,
        level=settings.level,
        distribution=_distribution(result, settings),
        extras={"games": request.games, "mirror": request.mirror, "players": request.players},
    )
    budget = Budget(settings.ceiling(), settings.precision, seconds)
    store = Store(settings.store, plan) if settings.store else None
    with executor(settings.scheduler, settings.workers) as pool:
        common = (plan, budget, pool, store, settings.progress, settings.note, request)
        if isinstance(result, Trial):
            advice = run_trial(result, *common)
            return Sampled(sampled_advice(advice), advice.ending)
        if isinstance(result, Means):
            means = run_means(result, *common)
            assert means.ending is not None, "a run has an end"
            members: dict[str, Any] = {"rows": means.rows()}
            if plan.distribution:
                members["distributions"] = [
                    {"seat": column.seat, "policy": column.policy, "metric": column.metric, "distribution": rows}
                    for column, rows in means.distributions()
                ]
            return Sampled(_sampled(means.ending, settings) | {"unit": result.unit} | members, means.ending)
        shares = run_shares(result, *common)
        assert shares.ending is not None, "a run has an end"
        members = {"table": result.name, "unit": result.unit, "rows": shares.rows()}
        return Sampled(_sampled(shares.ending, settings) | members, shares.ending)


def _sampled(ending: Ending, settings: Settings) -> dict[str, Any]:
    return {"method": "simulated", "samples": ending.samples, "level": settings.level}


def _distribution(result: Trial | Means | Shares, settings: Settings) -> tuple[str, ...]:
    asked = settings.distribution
    if isinstance(asked, bool):
        if asked and isinstance(result, Means):
            raise InputError("--distribution needs the metrics to spread out, such as --distribution points")
        return ("value",) if asked and isinstance(result, Trial) else ()
    if not isinstance(result, Means):
        raise InputError("--distribution takes no metrics here: they belong to simulate")
    known = sorted({column.metric for column in result.columns})
    for metric in asked:
        if metric not in known:
            raise InputError(
                f"--distribution: {quoted(metric)} is no metric here: expected {', '.join(known)}{near(metric, known)}"
            )
    return asked
