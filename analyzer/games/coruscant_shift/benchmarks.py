"""The speed of Coruscant Shift's kernels."""

from __future__ import annotations

from collections.abc import Callable

from analyzer.games.contract import Benchmark


def benchmarks() -> tuple[Benchmark, ...]:
    """Return the benchmarks: deals with the best selection, whole hands by players and policy, all hands."""
    import numpy as np

    from analyzer.games import find, folder
    from analyzer.games.coruscant_shift.fields import make_book
    from analyzer.games.coruscant_shift.kernels import match
    from analyzer.games.coruscant_shift.kernels.policies import POLICIES
    from analyzer.games.coruscant_shift.odds import HANDS, count_all
    from analyzer.games.options import load_options

    rules = load_options(folder(find("coruscant-shift"))).resolve({}, None)

    def selections(n: int) -> None:
        match.closest_block(np.uint64(1), n)

    def whole(policy: str, players: int) -> Callable[[int], None]:
        policies = np.full(players, POLICIES.index(policy))
        book = make_book(rules, players, (policy,))

        def run(n: int) -> None:
            rows = np.zeros((n, match.SEAT_COLUMNS * players + 1), dtype=np.int32)
            match.hands_block(np.uint64(1), n, policies, False, book, rows)

        return run

    def every_hand(n: int) -> None:
        for _ in range(max(1, n // HANDS)):
            count_all()

    return (
        Benchmark("deals with the closest selection", "deals", selections, 5_000_000),
        Benchmark("whole hands of two, closest", "hands", whole("closest", 2), 300_000),
        Benchmark("whole hands of eight, closest", "hands", whole("closest", 8), 100_000),
        Benchmark("whole hands of two, reply", "hands", whole("reply", 2), 200_000),
        Benchmark("whole hands of eight, reply", "hands", whole("reply", 8), 50_000),
        Benchmark("all hands counted", "hands", every_hand, HANDS),
    )
