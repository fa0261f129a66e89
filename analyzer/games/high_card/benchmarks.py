"""The speed of high card's kernels."""

from __future__ import annotations

from analyzer.games.contract import Benchmark


def benchmarks() -> tuple[Benchmark, ...]:
    """Return the benchmarks of this game."""
    import numpy as np

    from analyzer.games.high_card import kernels

    def deals(n: int) -> None:
        kernels.simulate_block(np.uint64(1), n, kernels.SEVEN, kernels.RANDOM, False, 0, np.zeros((n, 5), np.int32))

    return (Benchmark("high-card deals", "deals", deals, 100_000),)
