"""The speed of Pure Sabacc's kernels."""

from __future__ import annotations

from collections.abc import Callable

from analyzer.games.contract import Benchmark


def benchmarks() -> tuple[Benchmark, ...]:
    """Return the benchmarks: whole hands by players and policy."""
    import numpy as np

    from analyzer.games import find, folder
    from analyzer.games.options import load_options
    from analyzer.games.pure_sabacc.fields import make_book
    from analyzer.games.pure_sabacc.kernels import match
    from analyzer.games.pure_sabacc.kernels.policies import POLICIES

    rules = load_options(folder(find("pure-sabacc"))).resolve({}, None)

    def whole(policy: str, players: int) -> Callable[[int], None]:
        policies = np.full(players, POLICIES.index(policy))
        book = make_book(rules, players, (policy,))

        def run(n: int) -> None:
            rows = np.zeros((n, match.SEAT_COLUMNS * players + match.TABLE_COLUMNS), dtype=np.int32)
            match.hands_block(np.uint64(1), n, policies, False, book, rows)

        return run

    return (
        Benchmark("whole hands of three, random", "hands", whole("random", 3), 100_000),
        Benchmark("whole hands of three, table", "hands", whole("table", 3), 10_000),
        Benchmark("whole hands of eight, table", "hands", whole("table", 8), 4_000),
    )
