"""Odds of high card, exact when both keep, sampled after a swap."""

from __future__ import annotations

from typing import TYPE_CHECKING

from analyzer.games.contract import Request, Shares, Table

if TYPE_CHECKING:
    import numpy as np

DEALS_PER_BLOCK = 4096


def keep(request: Request) -> Table:
    """Return the exact chance of each card to be the higher one."""
    names = request.game.deck.names
    return Table("keep", ("card",), tuple({"card": name, "count": i, "of": 12} for i, name in enumerate(names)))


def swap(request: Request) -> Shares:
    """Return the sampled chance of the higher card after a swap, by the card laid aside."""
    import numpy as np

    from analyzer.games.high_card import kernels

    pile = int(request.rules["swap_from"] == "pile")

    def block(stream: int, deals: int) -> np.ndarray:
        hits = np.zeros((13, 2), dtype=np.int64)
        kernels.swapped_block(np.uint64(stream), deals, pile, hits)
        return hits

    rows = tuple({"card": name} for name in request.game.deck.names)
    return Shares("swap", "deals", ("card",), rows, DEALS_PER_BLOCK, block)
