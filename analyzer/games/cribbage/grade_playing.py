"""How good the shipped play is: mirrored matches in the play alone, everybody throwing by the same table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from analyzer.games.contract import Column, Grade, Means, Measure, Request
from analyzer.games.cribbage.book import make_book
from analyzer.games.cribbage.kernels.gauging import play_match_block
from analyzer.games.cribbage.kernels.throws import POLICIES, TABLES

DEALS, DEALS_PER_BLOCK = 200_000, 4096


def grade(request: Request) -> Grade:
    """Return the measures of the play."""
    return Grade(measures(request.rules))


def measures(rules: Mapping[str, Any]) -> tuple[Measure, ...]:
    """Return the matches of the shipped play against `greedy` and against `random`."""
    return tuple(_match(rules, rival) for rival in ("greedy", "random"))


def _match(rules: Mapping[str, Any], rival: str) -> Measure:
    def means() -> Means:
        book, owed = make_book(rules, ("tables",))

        def block(stream: int, deals: int) -> np.ndarray:
            rows = np.zeros((deals, 4), dtype=np.int32)
            play_match_block(np.uint64(stream), deals, TABLES, TABLES, POLICIES.index(rival), book, rows)
            dealer, pone = rows[:, 0] - rows[:, 1], rows[:, 2] - rows[:, 3]
            return np.stack([dealer + pone, dealer, pone], axis=1)

        columns = (
            Column("all", "tables", "net", scale=2),
            Column("dealer", "tables", "net"),
            Column("pone", "tables", "net"),
        )
        return Means("deals", columns, DEALS_PER_BLOCK, block, assumptions=owed)

    return Measure(
        name=f"play_{rival}",
        unit="points a deal",
        method="mirrored deals, both throwing by the table",
        means=means,
        observations=DEALS,
        names=(f"play: tables over {rival}", f"play: tables dealing to {rival}", f"play: tables as pone of {rival}"),
    )
