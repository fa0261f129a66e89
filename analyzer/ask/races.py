"""Answers a race: from the shipped table where it fits, otherwise from deals played now."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from analyzer.ask.settings import Settings
from analyzer.games.contract import Race, RaceTable, Request


@dataclass(frozen=True, slots=True)
class Raced:
    """The members of a document that a race gave, the words that repeat it, and whether it was played now."""

    members: dict[str, Any]
    words: list[str]
    played: bool


def answer_race(race: Race, request: Request, inputs: Mapping[str, Any], settings: Settings) -> Raced:
    """Return the rows of the score asked, or of every one, for the seat asked, or for both.

    The shipped table answers unless ``samples`` or another seed is asked for. Raises ``InputError`` for settings that a
    race has no use for.
    """
    settings.refuse(("precision", "time", "store"), "a race is played from a number of deals: use --samples N")
    settings.refuse(("me", "opponent"), "a race is between equal players: use --policy NAME")
    settings.refuse(("explain", "distribution"), "a race ranks no actions: leave it out")
    table, played = race.shipped, False
    if table is None or settings.samples is not None or settings.seed != table.seed:
        table, played = _play(race, request, inputs, settings), True
    members: dict[str, Any] = {"method": "simulated", "opponent": race.policy, "me": race.policy}
    members |= {"samples": table.deals, "seed": table.seed, "unit": "win probability"}
    members["rows"] = _rows(race, request, table)
    words = ["--samples", str(table.deals), "--seed", str(table.seed)] if played else []
    return Raced(members, words, played)


def _rows(race: Race, request: Request, table: RaceTable) -> list[dict[str, Any]]:
    everything = ((me, them) for me in range(race.target) for them in range(race.target))
    scores = everything if race.score is None else [race.score]
    seats = (True, False) if request.seat is None else (request.seat == 0,)
    return [table.row(me, them, dealer=dealer) for me, them in scores for dealer in seats]


def _play(race: Race, request: Request, inputs: Mapping[str, Any], settings: Settings) -> RaceTable:
    from analyzer.simulation.executors import executor
    from analyzer.simulation.plan import Plan
    from analyzer.simulation.races import run_race

    plan = Plan(
        request.game.name, request.question, dict(inputs), dict(request.rules), (race.policy,) * 2, 1,
        seed=settings.seed,
    )  # fmt: skip
    with executor(settings.scheduler, settings.workers) as pool:
        return run_race(race, plan, settings.samples, pool, request, settings.progress, settings.note)
