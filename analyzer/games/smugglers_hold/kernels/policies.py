"""How the players of the simulation decide which card they lay.

A policy sees what its seat sees: the own cards, the own throw, the path card, the number die, what was laid, how many
cards the other still holds, and both throws where the Hold lies open (SH-A5). Only `open` looks at the other hand.
Nobody looks at the suit die, which touches the claim and the Spoils alone.
"""

from __future__ import annotations

import numpy as np

from analyzer.core.enumeration import lowest, size
from analyzer.core.jit import jit
from analyzer.core.rng import below
from analyzer.games.smugglers_hold.kernels import options as option
from analyzer.games.smugglers_hold.kernels.lookahead import lookahead_card
from analyzer.games.smugglers_hold.kernels.open import open_card
from analyzer.games.smugglers_hold.kernels.search import search_card
from analyzer.games.smugglers_hold.kernels.skirmish import LEGAL, NUMBER, RIM, THROWN, TURN, VALUES, play_points
from analyzer.games.smugglers_hold.kernels.throws import FIRST, LOOKAHEAD, OPEN, RANDOM, SEARCH


@jit
def choose_card(
    policy, hand_0, hand_1, own_0, own_1, table_0, table_1, lap, total, flags, book, deal, thrown, void, laid, state
):
    """Return the card that ``policy`` lays for the seat to move, at least one being legal.

    ``thrown`` is the mask of that seat's own throw, ``void`` of the cards that the other cannot hold after a GO, and
    ``laid`` of those that the other has laid.
    """
    pone = flags & TURN
    hand = hand_1 if pone else hand_0
    legal = hand & LEGAL[total + RIM]
    if policy == RANDOM:
        for _ in range(below(state, size(legal))):
            legal &= legal - 1
        return lowest(legal)
    if policy == FIRST or legal & (legal - 1) == 0:
        return lowest(legal)
    if policy == OPEN:
        card, _ = open_card(
            hand_0, hand_1, own_0, own_1, table_0, table_1, lap, total, flags, book.opts, book.spoils, deal
        )
        return card
    if policy == LOOKAHEAD:
        held = size(hand_0 if pone else hand_1)
        own, mine, others = (own_1, table_1, table_0) if pone else (own_0, table_0, table_1)
        seen = own_0 | own_1 | table_0 | table_1
        if book.opts[option.HOLD_PILE] != 0:  # SH-A5
            thrown = deal[THROWN]
        return lookahead_card(
            hand, held, size(own), size(mine), size(others), thrown, seen, lap, total, flags, book, deal
        )
    if policy == SEARCH:
        return search_card(
            hand_0, hand_1, own_0, own_1, table_0, table_1, lap, total, flags, book, deal, thrown, void, laid, state
        )
    best, most = np.int64(-1), np.int64(-1)
    while legal:
        card = lowest(legal)
        legal &= legal - 1
        points = np.int64(play_points(lap << 6 | card, total + VALUES[card], deal[NUMBER], book.opts))
        if points > most:
            best, most = card, points
    return best
