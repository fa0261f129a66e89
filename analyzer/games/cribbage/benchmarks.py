"""The speed of cribbage's kernels."""

from __future__ import annotations

from collections.abc import Callable

from analyzer.games.contract import Benchmark


def benchmarks() -> tuple[Benchmark, ...]:
    """Return the benchmarks: whole deals of two players by policy."""
    import numpy as np

    from analyzer.games import find, folder
    from analyzer.games.cribbage.book import make_book
    from analyzer.games.cribbage.kernels import match
    from analyzer.games.cribbage.kernels.deal import TALLIES
    from analyzer.games.cribbage.kernels.throws import POLICIES
    from analyzer.games.options import load_options

    rules = load_options(folder(find("cribbage"))).resolve({}, None)

    def deals(policy: str) -> Callable[[int], None]:
        book, _ = make_book(rules, (policy,))
        number = POLICIES.index(policy)

        def run(n: int) -> None:
            rows = np.zeros((n, 3 * TALLIES), dtype=np.int32)
            match.simulate_block(np.uint64(1), n, 2, (number,) * 3, 1, book, rows)

        return run

    return tuple(
        Benchmark(f"whole deals, {policy}", "deals", deals(policy), 1 << 17) for policy in ("random", "greedy")
    )
