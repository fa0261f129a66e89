"""Win rates of two policies at high card."""

from __future__ import annotations

from typing import TYPE_CHECKING

from analyzer.core.errors import InputError
from analyzer.games.contract import Column, Means, Request
from analyzer.games.high_card.questions import policy_number

if TYPE_CHECKING:
    import numpy as np

DEALS_PER_BLOCK = 4096


def simulate(request: Request) -> Means:
    """Return the means of a match of two policies; mirrored, the columns follow the policy from seat to seat."""
    import numpy as np

    from analyzer.games.high_card import kernels

    if request.games:
        raise InputError("high-card has no games to an end: use --hands N")
    first, second = (policy_number(request, name) for name in request.policies)
    rows_each = 2 if request.mirror else 1
    pile = int(request.rules["swap_from"] == "pile")
    columns = (
        *(
            Column(seat, policy, metric, share=metric == "wins")
            for seat, policy in zip(request.game.seats, request.policies, strict=True)
            for metric in ("wins", "points")
        ),
        Column("all", "", "swaps"),
    )

    def block(stream: int, deals: int) -> np.ndarray:
        rows = np.zeros((deals * rows_each, len(columns)), dtype=np.int32)
        kernels.simulate_block(np.uint64(stream), deals, first, second, request.mirror, pile, rows)
        return rows

    return Means("deals", columns, DEALS_PER_BLOCK, block, rows_each)
