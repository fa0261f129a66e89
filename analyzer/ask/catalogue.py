"""Questions about the program itself: which games there are, how fast the kernels run, and compiling them ahead."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from statistics import median
from typing import Any

from analyzer.ask.header import SCHEMA, versions
from analyzer.ask.session import builtin
from analyzer.games import discover, handler
from analyzer.games.contract import Benchmark, Game
from analyzer.report.answer import Answer

REPEATS = 5
"""How often each kernel is timed; machines are noisy, so the median is what is quoted."""


def games() -> Answer:
    """Return every game with its players, questions and policies, from the weakest to the strongest."""
    rows = [
        {
            "name": game.name,
            "title": game.title,
            "players": "-".join(map(str, sorted(set(game.players)))),
            "questions": [*(question.name for question in game.questions), *builtin(game)],
            "policies": [policy.name for policy in game.policies if not policy.hidden],
        }
        for game in _shown()
    ]
    return Answer({"schema": SCHEMA, "question": "games", "rows": rows, "command": "analyzer games"})


def bench(progress: Callable[[str], None] | None = None) -> Answer:
    """Return the throughput of every kernel on one core: the median of a few runs, and the slowest and fastest."""
    rows = []
    for game, benchmark in _benchmarks():
        if progress:
            progress(f"{game.name} {benchmark.name}")
        benchmark.run(1)
        rates = sorted(benchmark.size / _seconds(benchmark) for _ in range(REPEATS))
        rows.append(
            {
                "name": f"{game.name} {benchmark.name}",
                "value": median(rates),
                "low": rates[0],
                "high": rates[-1],
                "unit": f"{benchmark.unit}/s",
                "method": f"median of {REPEATS} runs on one core",
            }
        )
    members: dict[str, Any] = {"schema": SCHEMA, "question": "bench", "rows": rows, "versions": versions(sampled=True)}
    return Answer(members | {"command": "analyzer bench"})


def warmup(note: Callable[[str], None] | None = None) -> Answer:
    """Compile and keep the kernels of every game; return how long each took."""
    from analyzer.core.jit import compilation_watch

    rows = []
    for game, benchmark in _benchmarks():
        began = time.perf_counter()
        if note:
            with compilation_watch(note):
                benchmark.run(1)
        else:
            benchmark.run(1)
        seconds = round(time.perf_counter() - began, 3)
        rows.append({"name": f"{game.name} {benchmark.name}", "value": seconds, "unit": "seconds"})
    return Answer({"schema": SCHEMA, "question": "warmup", "rows": rows, "command": "analyzer warmup"})


def _shown() -> list[Game]:
    return [game for game in discover().values() if not game.hidden]


def _benchmarks() -> Iterator[tuple[Game, Benchmark]]:
    for game in _shown():
        for benchmark in handler(game, game.benchmarks)():
            yield game, benchmark


def _seconds(benchmark: Benchmark) -> float:
    began = time.perf_counter()
    benchmark.run(benchmark.size)
    return time.perf_counter() - began
