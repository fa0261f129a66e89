"""The speed of the tile games."""

from __future__ import annotations

import random

from analyzer.games.contract import Benchmark


def benchmarks() -> tuple[Benchmark, ...]:
    """Return the benchmarks of the family."""
    from analyzer.games.sabbacinos.rules import play_round
    from analyzer.games.sabbacinos.rules_deal import Shuffled
    from analyzer.games.sabbacinos.rules_policies import Random
    from analyzer.games.sabbacinos.rules_set import RuleSet

    def rounds(n: int) -> None:
        source = random.Random(1)
        for _ in range(n):
            play_round(Shuffled(source), [Random(source)] * 2, RuleSet())

    return (Benchmark("sabbacinos rounds by the plain rules", "rounds", rounds, 1_000),)
