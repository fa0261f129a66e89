"""Measures how good the strategy is that a game ships, measure by measure."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from analyzer.ask.header import House
from analyzer.ask.inputs import chosen
from analyzer.ask.settings import Settings
from analyzer.core.errors import InputError
from analyzer.games import handler
from analyzer.games.contract import Grade, Measure, Request
from analyzer.report.document import Document

USED = ("samples", "time", "seed", "level", "workers", "scheduler", "store")


@dataclass(frozen=True, slots=True)
class Graded:
    """A grade's document, whether Ctrl-C ended it, and whether anything of it was played."""

    document: Document
    interrupted: bool
    played: bool


def grade(house: House, values: Mapping[str, object], settings: Settings) -> Graded:
    """Take the measures that ``values`` name, or all: what is sampled as often as each says, or ``samples`` times.

    Raises ``InputError`` for an unknown measure, and for ``time`` where several are sampled, since no line could then
    repeat the answer; ``KeyboardInterrupt`` only where nothing was finished.
    """
    settings.refuse_all_but(USED, "grade has no use for it: leave it out")
    request = Request(house.game, "grade", {}, house.rules, seed=settings.seed, level=settings.level)
    declared: Grade = handler(house.game, house.game.grade)(request)
    wanted = chosen(declared.measures, values.get("measure") or (), "MEASURE")
    sampled = [measure for measure in wanted if measure.means is not None]
    if settings.time is not None and len(sampled) != 1:
        expected = f"name one of {', '.join(each.name for each in sampled)}" if sampled else "nothing here is sampled"
        raise InputError(f"--time: it is given to one measure alone: {expected}, or use --samples N")
    rows: list[dict[str, Any]] = []
    assumptions = list(declared.assumptions)
    samples, interrupted = 0, False
    try:
        for measure in wanted:
            if measure.means is None:
                rows += _counted(measure, settings)
                continue
            found, played, interrupted, said = _sampled(measure, request, settings)
            rows += found
            samples = played
            assumptions += [sentence for sentence in said if sentence not in assumptions]
            if interrupted:
                break
    except KeyboardInterrupt:
        if not rows:
            raise
        interrupted = True
    # Without a budget each measure says itself how often it is played.
    often = samples if settings.time else settings.samples
    budget = ["--samples", str(often)] if sampled and often else []
    words = [measure.name for measure in wanted] if values.get("measure") else []
    words += [*budget, "--seed", str(settings.seed), "--level", str(settings.level)]
    document = house.opening("grade", {"measures": [measure.name for measure in wanted]})
    document["assumptions"] += assumptions
    document |= {"seed": settings.seed, "level": settings.level, "rows": rows}
    return Graded(document | {"command": house.command("grade", words)}, interrupted, bool(sampled))


def _counted(measure: Measure, settings: Settings) -> list[dict[str, Any]]:
    assert measure.count is not None, f"measure {measure.name} neither counts nor samples"
    return [asdict(figure) for figure in measure.count(_teller(measure.name, settings))]


def _sampled(
    measure: Measure, request: Request, settings: Settings
) -> tuple[list[dict[str, Any]], int, bool, Sequence[str]]:
    """Return the rows of ``measure``, how often it was played, whether that was interrupted, and what it assumes."""
    from analyzer.ask.sampling import run

    assert measure.means is not None, "only called where it is sampled"
    samples = None if settings.time is not None else settings.samples or measure.observations
    tell = _teller(measure.name, settings)
    budget = replace(settings, samples=samples, progress=lambda now: tell(now.samples, samples or 0))
    means = measure.means()
    asked = replace(request, question=f"grade {measure.name}")
    found = run(means, asked, {}, budget, settings.time)
    rows = [
        {"name": name, "value": row["mean"], "low": row["low"], "high": row["high"]}
        | {"unit": measure.unit, "method": measure.method}
        for name, row in zip(measure.names, found.members["rows"], strict=True)
        if name
    ]
    return rows, found.ending.samples, found.ending.interrupted, means.assumptions


def _teller(name: str, settings: Settings) -> Callable[[int, int], None]:
    """Return what tells the asker how far the measure ``name`` is."""
    began = time.monotonic()

    def tell(done: int, of: int) -> None:
        if settings.step is not None:
            from analyzer.simulation.workshop import Step

            settings.step(Step(name, done, of, "", time.monotonic() - began))

    return tell
