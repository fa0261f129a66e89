"""The speed of Smuggler's Hold's kernels."""

from __future__ import annotations

from collections.abc import Callable

from analyzer.games.contract import Benchmark

POOL_SIZES = (8, 12)


def benchmarks() -> tuple[Benchmark, ...]:
    """Return the benchmarks of this game: dealing, whole deals by policy, throws and cards tried, Spoils and pools."""
    import numpy as np

    from analyzer.core.dealing import deal_block
    from analyzer.games import find, folder
    from analyzer.games.options import load_options
    from analyzer.games.smugglers_hold.kernels import match
    from analyzer.games.smugglers_hold.kernels.advice import PARTS, discard_block
    from analyzer.games.smugglers_hold.kernels.book import make_book
    from analyzer.games.smugglers_hold.kernels.deal import SUIT_FACES
    from analyzer.games.smugglers_hold.kernels.odds import SPOILS_BLOCKS, most_points, pick_block, spoils_block
    from analyzer.games.smugglers_hold.kernels.playing import Table, play_block
    from analyzer.games.smugglers_hold.kernels.spoils import ROWS
    from analyzer.games.smugglers_hold.kernels.throws import LOOKAHEAD, POLICIES, THROWS
    from analyzer.games.smugglers_hold.play import seen_by
    from analyzer.games.smugglers_hold.position import read_position

    rules = load_options(folder(find("smugglers-hold"))).resolve({}, None)
    book = make_book(rules)

    def whole(policy: str) -> Callable[[int], None]:
        number = POLICIES.index(policy)

        def run(n: int) -> None:
            rows = np.zeros((n, match.DEAL_COLUMNS), dtype=np.int32)
            match.simulate_block(np.uint64(1), n, number, number, False, book, rows)

        return run

    def throws(n: int) -> None:
        deals = max(1, n // THROWS)
        shape = (deals, THROWS)
        discard_block(
            np.uint64(1), deals, np.array([12, 14, 31, 45, 48, 61]), 0, LOOKAHEAD, LOOKAHEAD, book,
            np.arange(THROWS), -1, -1, np.empty((0, 0)),
            np.zeros(shape, np.int32), np.zeros((THROWS, len(PARTS)), np.int64), np.zeros((THROWS, 1), np.int64),
            np.zeros((deals * SUIT_FACES, THROWS), np.int32),
        )

    def cards(n: int) -> None:
        tried = np.array([18, 50, 61])
        given = {"hand": (18, 50, 61), "path": 40, "target": 5, "suit": 0, "history": (45, 12, 35), "thrown": (3, 33)}
        given["opponent_thrown"] = None
        seen = seen_by(read_position(given, 0, rules), given)
        deals = max(1, n // len(tried))
        table = Table(seen, LOOKAHEAD, LOOKAHEAD, book, tried, -1, -1, np.empty((0, 0)))
        chances, squares = np.zeros((2, len(tried), 1), np.int64)
        play_block(
            np.uint64(1), deals, table, np.zeros((deals, len(tried)), np.int64),
            np.zeros((len(tried), len(PARTS)), np.int64), chances, squares, np.zeros((deals, len(tried)), np.int32),
        )

    def solves(n: int) -> None:
        match.solve_block(np.uint64(1), n, book)

    def games(n: int) -> None:
        rows = np.zeros((n, match.GAME_COLUMNS), dtype=np.int32)
        match.games_block(np.uint64(1), n, LOOKAHEAD, LOOKAHEAD, False, 0, 0, book, rows)

    def hands(n: int) -> None:
        histogram = np.zeros((len(ROWS) + 1, most_points(book.spoils) + 1), dtype=np.int64)
        while histogram[-1].sum() < n:
            for block in range(SPOILS_BLOCKS):
                spoils_block(block, book.opts, histogram)

    def pools(size: int) -> Callable[[int], None]:
        def run(n: int) -> None:
            pick_block(np.uint64(1), n, size, book.spoils, np.zeros(n, dtype=np.int32))

        return run

    def deals(n: int) -> None:
        deal_block(np.uint64(1), n, 62, 13)

    return (
        Benchmark("deals of 13 of 62 cards", "deals", deals, 5_000_000),
        Benchmark("whole deals, random", "deals", whole("random"), 200_000),
        Benchmark("whole deals, greedy", "deals", whole("greedy"), 100_000),
        Benchmark("whole deals, lookahead", "deals", whole("lookahead"), 100_000),
        Benchmark("whole deals, open", "deals", whole("open"), 5_000),
        Benchmark("open solves of whole deals", "solves", solves, 5_000),
        Benchmark("whole games, lookahead", "games", games, 10_000),
        Benchmark("throws tried, lookahead", "throws", throws, 150_000),
        Benchmark("cards tried, lookahead", "cards", cards, 300_000),
        Benchmark("Spoils of all hands and faces", "hands and faces", hands, 6_471_002 * 18),
        *(Benchmark(f"best four of {size}", "pools", pools(size), 500_000) for size in POOL_SIZES),
    )
