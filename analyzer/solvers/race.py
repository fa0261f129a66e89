"""The chance to win a race to a target between equal players who deal in turn, backward from what deals come to.

A deal is a list of runs of points, each of one seat (0 the dealer, 1 the other), in the order in which they fall. Of
many deals two counts are kept. ``joint[d, o]`` is how often the dealer made ``d`` and the other ``o``, both short of
the target: whoever is further away than that plays another deal. ``ahead[x, t]`` is how often a dealer who is ``x``
short wins in this very deal against everybody who is more than ``t`` short. The order of points within a deal is in
``ahead`` alone, so that a table over all scores costs no more than the joint results.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np

from analyzer.core.jit import jit


def blank(target: int) -> tuple[np.ndarray, np.ndarray]:
    """Return (ahead, joint) of no deals for a race to ``target``: int64[target + 1, target + 1] and one less."""
    return np.zeros((target + 1, target + 1), dtype=np.int64), np.zeros((target, target), dtype=np.int64)


Counts = tuple[np.ndarray, np.ndarray, int]
"""What `blank` and `record` keep of some deals, and how many deals they were."""


def estimate(
    batches: Sequence[Counts], apply: Callable[[Callable[[Counts], Any], Iterable[Counts]], Iterable[Any]] = map
) -> tuple[np.ndarray, np.ndarray]:
    """Return the chances of all deals together as `solve` does, and their standard errors.

    Each error is that of the mean over the ``batches``, independent and of one size, of the chances of each alone. What
    no deal or every deal decided alike is not known any better than to one deal in all. ``apply`` is ``map``, or one
    that uses several threads.
    """
    aheads, joints, sizes = zip(*batches, strict=True)
    deals = sum(sizes)
    together = np.sum(aheads, axis=0), np.sum(joints, axis=0), deals
    chances, *alone = apply(lambda counts: solve(*counts), [together, *batches])
    return chances, np.maximum(np.std(alone, axis=0, ddof=1) / np.sqrt(len(batches)), 1 / deals)


@jit
def record(runs: np.ndarray, length: int, finish: bool, ahead: np.ndarray, joint: np.ndarray) -> None:
    """Count one deal: the first ``length`` of ``runs``, int64[any, 2] of (seat, points).

    The first to reach the target wins there and then. With ``finish`` the deal is played out, and of two who got there
    the higher score wins, of equal ones who got there first.
    """
    target = joint.shape[0]
    lead = 0
    for i in range(length):
        lead += runs[i, 1] if runs[i, 0] == 0 else -runs[i, 1]
    own, other = 0, 0
    for i in range(length):
        points = runs[i, 1]
        if runs[i, 0] != 0:
            other += points
            continue
        # With this run the dealer gets there from each of these distances, and so would the other from `other` or less.
        for short in range(own + 1, min(own + points, target) + 1):
            nearer = other
            if finish:
                # From here both end with the same score.
                level = short - lead
                nearer = level - 1 if other < level else level
            if nearer < target:
                ahead[short, max(nearer, 0)] += 1
        own += points
    if own < target and other < target:
        joint[own, other] += 1


@jit
def solve(ahead: np.ndarray, joint: np.ndarray, deals: int) -> np.ndarray:
    """Return the chance of the player about to deal, float64[target + 1, target + 1] by how much each is short.

    The dealer's distance comes first; row and column 0 mean nothing. A deal in which nobody scores leads back to the
    same scores with the other as the dealer. Where that is every deal, the chances are NaN.
    """
    target = joint.shape[0]
    chances = joint / deals
    idle = chances[0, 0]
    chances[0, 0] = 0.0
    won = np.zeros((target + 1, target + 1))
    # What the dealer of this deal has after it, by own and other distance: the other deals next.
    after = np.zeros((target + 1, target + 1))
    moving = np.zeros((target + 1, target + 1))
    for x in range(1, target + 1):
        count = 0
        for y in range(1, target + 1):
            count += ahead[x, y - 1]
            moving[x, y] = count / deals
    # A deal in which anybody scores makes the sum of both distances smaller.
    for both in range(2, 2 * target + 1):
        first, last = max(1, both - target), min(target, both - 1)
        for x in range(first, last + 1):
            y = both - x
            total = moving[x, y]
            for d in range(x):
                for o in range(y):
                    total += chances[d, o] * after[x - d, y - o]
            moving[x, y] = total
        for x in range(first, last + 1):
            y = both - x
            won[x, y] = (moving[x, y] - idle * moving[y, x] + idle * (1 - idle)) / (1 - idle * idle)
        for x in range(first, last + 1):
            after[x, both - x] = 1 - won[both - x, x]
    return won
