"""Odds of Smuggler's Hold: the Spoils of every hand and the flip counted exactly, the best picks of a pool sampled."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from math import comb
from typing import TYPE_CHECKING, Any

from analyzer.core.decks import SABACC_62
from analyzer.games.contract import Column, Means, Request, Shares, Table
from analyzer.games.smugglers_hold.rules import DEALER, PONE, path_bonus

if TYPE_CHECKING:
    import numpy as np

# The faces of the dice (SH-A1); the kernels hold the number die as an array, which this module must not load early.
NUMBER_FACES = (0, 0, 5, -5, 10, -10)
SUIT_FACES = 3
SPOILS_OUTCOMES = comb(len(SABACC_62), 5) * len(NUMBER_FACES) * SUIT_FACES
POOLS_PER_BLOCK = 4096
DEALS_PER_BLOCK = 4096
# Of so few cards every pool with its path card is a hand of five: nothing is left to pick, and nothing to sample.
PICKS = 4
CARDS_LAID = 8


def spoils(request: Request) -> Table:
    """Return how often five cards make each number of points, in all and by row of the chart.

    Counts are of all hands with all faces of both dice, so that those of one ``row`` add up to ``SPOILS_OUTCOMES``.
    """
    from analyzer.games.smugglers_hold.kernels.spoils import ROWS

    *by_row, total = _histogram(request.rules)
    counted = dict(zip(("total", *ROWS), (total, *by_row), strict=True))
    return Table(
        "spoils",
        ("row", "points"),
        tuple(
            {"row": name, "points": points, "count": count, "of": SPOILS_OUTCOMES}
            for name, histogram in counted.items()
            for points, count in _counts(histogram)
        ),
        {f"mean_points_{name}": _mean(histogram) for name, histogram in counted.items()},
    )


def path(request: Request) -> Table:
    """Return how often the flip of the path card brings each pair of bonuses, of all cards with all number faces."""
    flips: Counter[tuple[int, int]] = Counter()
    for card in range(len(SABACC_62)):
        for number in NUMBER_FACES:
            points = [0, 0]
            for event in path_bonus(card, number, request.rules):
                points[event.seat] += event.points
            flips[points[PONE], points[DEALER]] += 1
    of = flips.total()
    return Table(
        "path",
        ("pone", "dealer"),
        tuple(
            {"pone": pone, "dealer": dealer, "count": count, "of": of}
            for (pone, dealer), count in sorted(flips.items())
        ),
        {
            "mean_points_pone": sum(pone * count for (pone, _), count in flips.items()) / of,
            "mean_points_dealer": sum(dealer * count for (_, dealer), count in flips.items()) / of,
        },
    )


def pick(request: Request) -> Table | Shares:
    """Return the chance of what the best four of ``size`` cards score with a path card and dice.

    Four cards are all picked, so their points are exact; of more, the chance of N points or more is sampled, for
    every N that five cards can make.
    """
    size = request.inputs["size"]
    total = _histogram(request.rules)[-1]
    if size == PICKS:
        return Table(
            "pick",
            ("points",),
            tuple({"points": points, "count": count, "of": SPOILS_OUTCOMES} for points, count in _counts(total)),
            {"mean_points": _mean(total)},
        )

    import numpy as np

    from analyzer.games.smugglers_hold.kernels.odds import pick_block
    from analyzer.games.smugglers_hold.kernels.options import pack
    from analyzer.games.smugglers_hold.kernels.spoils import spoils_table

    table = spoils_table(pack(request.rules))
    thresholds = np.flatnonzero(total)

    def block(stream: int, pools: int) -> np.ndarray:
        values = np.zeros(pools, dtype=np.int32)
        pick_block(np.uint64(stream), pools, size, table, values)
        values.sort()
        hits = pools - np.searchsorted(values, thresholds)
        return np.stack([hits, np.full_like(hits, pools)], axis=1)

    rows = tuple({"at_least": points} for points in thresholds.tolist())
    return Shares("pick", "pools", ("at_least",), rows, POOLS_PER_BLOCK, block)


def skirmish(request: Request) -> Means:
    """Return the sampled points of the skirmish by event and seat; ``me`` deals against ``opponent``."""
    import numpy as np

    from analyzer.games.smugglers_hold.kernels import match
    from analyzer.games.smugglers_hold.kernels.book import make_book, stand_ins
    from analyzer.games.smugglers_hold.kernels.deal import CAPTURES, LAST_CARD, STUCK_ENDS, TALLIES, TALLY, ZERO
    from analyzer.games.smugglers_hold.kernels.throws import POLICIES

    book = make_book(request.rules)
    policies = (request.me, request.opponent)
    dealer, pone = (POLICIES.index(name) for name in policies)
    events = [*range(ZERO, LAST_CARD + 1), CAPTURES]
    columns = [
        Column(seat, policy, TALLY[event] if event == CAPTURES else f"points.{TALLY[event]}")
        for seat, policy in zip(request.game.seats, policies, strict=True)
        for event in events
    ]
    sources = [*events, *(TALLIES + event for event in events), STUCK_ENDS]

    def block(stream: int, deals: int) -> np.ndarray:
        rows = np.zeros((deals, match.DEAL_COLUMNS), dtype=np.int32)
        match.simulate_block(np.uint64(stream), deals, dealer, pone, False, book, rows)
        return rows[:, sources]

    columns.append(Column("all", "", "stuck", share=True))
    assumed = stand_ins(request.rules, policies)
    return Means("deals", tuple(columns), DEALS_PER_BLOCK, block, assumptions=assumed)


def claim(request: Request) -> Shares:
    """Return the sampled chance of claiming the Hold by seat and by the cards owned when the skirmish ends (SH-D3)."""
    import numpy as np

    from analyzer.games.smugglers_hold.kernels.book import make_book, stand_ins
    from analyzer.games.smugglers_hold.kernels.match import claim_block
    from analyzer.games.smugglers_hold.kernels.throws import POLICIES

    book = make_book(request.rules)
    dealer, pone = (POLICIES.index(name) for name in (request.me, request.opponent))
    most = CARDS_LAID + int(request.rules["capture_path"])

    def block(stream: int, deals: int) -> np.ndarray:
        hits = np.zeros((2, most + 1, 2), dtype=np.int64)
        claim_block(np.uint64(stream), deals, dealer, pone, book, hits)
        return hits.reshape(-1, 2)

    rows = tuple({"seat": seat, "cards": cards} for seat in request.game.seats for cards in range(most + 1))
    assumed = stand_ins(request.rules, (request.me, request.opponent))
    return Shares("claim", "deals", ("seat", "cards"), rows, DEALS_PER_BLOCK, block, assumptions=assumed)


def _histogram(rules: Mapping[str, Any]) -> np.ndarray:
    """Return hands and faces by points: int64, a row for each of ``ROWS`` and the total last."""
    import numpy as np

    from analyzer.games.smugglers_hold.kernels.odds import SPOILS_BLOCKS, most_points, spoils_block
    from analyzer.games.smugglers_hold.kernels.options import pack
    from analyzer.games.smugglers_hold.kernels.spoils import ROWS, spoils_table

    options = pack(rules)
    histogram = np.zeros((len(ROWS) + 1, most_points(spoils_table(options)) + 1), dtype=np.int64)
    for block in range(SPOILS_BLOCKS):
        spoils_block(block, options, histogram)
    return histogram


def _counts(histogram: np.ndarray) -> list[tuple[int, int]]:
    """Return (points, count) for every number of points that occurs."""
    return [(int(points), int(histogram[points])) for points in histogram.nonzero()[0]]


def _mean(histogram: np.ndarray) -> float:
    return sum(points * count for points, count in _counts(histogram)) / SPOILS_OUTCOMES
