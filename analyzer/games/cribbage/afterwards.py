"""The chance to win after a deal, from deals that the strongest players play, where the rest of a game is asked for."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np

from analyzer.games.cribbage.book import make_book
from analyzer.games.cribbage.kernels.race import race_block
from analyzer.games.cribbage.kernels.throws import TABLES
from analyzer.solvers.race import blank, solve

DEALS, SEED = 40_000, 1
ASSUMED = f"later deals are won as between tables players, by {DEALS:,} deals of seed {SEED}"


def chance_of_dealer(rules: Mapping[str, Any]) -> np.ndarray:
    """Return whoever deals next's chance to win from every score, float64[target, target], own score first."""
    return _chances(tuple(sorted(rules.items())))


@cache
def _chances(rules: tuple[tuple[str, Any], ...]) -> np.ndarray:
    book, _ = make_book(dict(rules), ("tables",))
    target = int(dict(rules)["target"])
    ahead, joint = blank(target)
    race_block(np.uint64(SEED), DEALS, TABLES, book, ahead, joint)
    # By how much each is short, turned into scores.
    chances: np.ndarray = solve(ahead, joint, DEALS)[:0:-1, :0:-1].copy()
    return chances
