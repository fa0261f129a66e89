"""The question of high card: keep or swap."""

from __future__ import annotations

from analyzer.games.contract import Observations, Request, Trial
from analyzer.games.high_card.rules import ACTIONS

DEALS_PER_BLOCK = 1024


def swap(request: Request) -> Trial:
    """Return the trial of keeping and swapping on common deals, in net points of the deal."""
    import numpy as np

    from analyzer.games.high_card import kernels

    card = request.inputs["card"]
    opponent = policy_number(request, request.opponent)
    pile = int(request.rules["swap_from"] == "pile")

    def block(stream: int, deals: int, active: np.ndarray) -> Observations:
        values = np.zeros((deals, len(active)), dtype=np.int32)
        parts = np.zeros((len(active), 2), dtype=np.int64)
        chances = np.zeros((len(active), 1), dtype=np.int64)
        kernels.swap_block(np.uint64(stream), deals, card, opponent, pile, active, values, parts, chances)
        return Observations(values, parts, chances)

    return Trial(
        unit="points per deal",
        actions=tuple((action,) for action in ACTIONS),
        parts=("points", "points_opponent"),
        chances=("wins",),
        scale=1,
        deals_per_block=DEALS_PER_BLOCK,
        block=block,
    )


def policy_number(request: Request, name: str) -> int:
    """Return the number by which kernels know the policy ``name``."""
    return [policy.name for policy in request.game.policies].index(name)
