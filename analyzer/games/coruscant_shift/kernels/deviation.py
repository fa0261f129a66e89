"""What a better first selection gains against `reply`, all own cards known: from below and from above."""

from __future__ import annotations

import numpy as np

from analyzer.core.dealing import deal as shuffle
from analyzer.core.jit import jit
from analyzer.core.rng import below, seed_stream
from analyzer.games.coruscant_shift.kernels import options as option
from analyzer.games.coruscant_shift.kernels.advice import ANY, Asked, select_block
from analyzer.games.coruscant_shift.kernels.match import roll
from analyzer.games.coruscant_shift.kernels.policies import REPLY, choose_selection
from analyzer.games.coruscant_shift.kernels.selections import DECK, HAND, MASKS, insert

NUMBERS = 2
DEALS = 400
"""Deals of each half, on which all selections of one hand are tried."""


@jit
def deviation_block(stream, hands, players, book, rows):
    """For random hands, try all selections on two halves of deals; ``rows``, int64[hands, 2], are sums over DEALS.

    Column 0: what the best of the first half gains on `reply` in the second, which understates the best reply's gain
    on average. Column 1: the same in its own half, which overstates it.
    """
    state = np.zeros(4, dtype=np.uint64)
    seed_stream(state, stream)
    deck = np.arange(DECK)
    least = 1 - book.opts[option.EMPTY_SELECTION]
    masks = np.arange(least, MASKS)
    tried = len(masks)
    values = np.zeros((2 * DEALS, tried), dtype=np.int32)
    parts, chances = np.zeros((tried, 2), dtype=np.int64), np.zeros((tried, 1), dtype=np.int64)
    drew = np.full(players - 1, ANY)
    for hand in range(hands):
        shuffle(deck, state, HAND)
        cards = np.int64(0)
        for i in range(HAND):
            cards = insert(cards, i, deck[i])
        target, suit = roll(state)
        asked = Asked(
            target, suit, players, cards, np.int64(0), np.int64(0), np.int64(0), deck[HAND:].copy(), drew,
            np.int64(ANY), np.int64(REPLY), np.int64(REPLY),
        )  # fmt: skip
        inner = (np.uint64(below(state, 1 << 31)) << np.uint64(32)) | np.uint64(below(state, 1 << 31))
        select_block(inner, 2 * DEALS, asked, book, masks, values, parts, chances)
        own = choose_selection(REPLY, cards, target, suit, book, state) - least
        best, most = own, np.int64(-1)
        for place in range(tried):
            total = np.int64(0)
            for deal in range(DEALS):
                total += values[deal, place]
            if total > most:
                best, most = np.int64(place), total
        for deal in range(DEALS):
            rows[hand, 0] += values[DEALS + deal, best] - values[DEALS + deal, own]
            rows[hand, 1] += values[deal, best] - values[deal, own]
