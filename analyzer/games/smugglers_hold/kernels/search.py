"""The play of `search`: worlds that agree with all that was seen, each solved with its hands open.

A card is worth the mean, over the same sampled worlds, of what it scores and of best play by both after it. A world is
a hand and a throw of the opponent. It is drawn as the opponent would have come by it: of the cards still hidden, two
are the throw that the fitted throws would make of all six, none of those laid among them; and no hand holds a card
that a GO ruled out. The suit die and the coin are drawn too, since the average over the suit die that advice takes
stands on players who do not look at it.
"""

from __future__ import annotations

import numpy as np

from analyzer.core.enumeration import lowest, size
from analyzer.core.jit import jit
from analyzer.core.rng import below
from analyzer.games.smugglers_hold.kernels.open import DEAL_SIZE, after_value, set_deal
from analyzer.games.smugglers_hold.kernels.skirmish import DEALER, LEGAL, NUMBER, PATH, PONE, RIM, TURN
from analyzer.games.smugglers_hold.kernels.throws import fitted_throw, throw_mask

WORLDS = 24
# How often cards are drawn for one world before the throw no longer has to be the one that the opponent would make.
TRIES = 12
_DECK = np.int64((1 << 62) - 1)
_SUITS = 3


@jit
def draw_cards(cards, n, state):
    """Return a mask of ``n`` cards drawn from the mask ``cards``."""
    drawn = np.int64(0)
    left = size(cards)
    for _ in range(n):
        rest = cards
        for _ in range(below(state, left)):
            rest &= rest - 1
        bit = rest & -rest
        drawn |= bit
        cards ^= bit
        left -= 1
    return drawn


@jit
def draw_world(unseen, void, laid, held, seat, book, state):
    """Return a hand of ``held`` cards and a throw for the opponent in ``seat``, who laid the cards of mask ``laid``."""
    six = np.empty(6, dtype=np.int64)
    for _ in range(TRIES):
        hidden = draw_cards(unseen, held + 2, state)
        rest = hidden | laid
        for i in range(6):
            six[i] = lowest(rest)
            rest &= rest - 1
        thrown = throw_mask(six, fitted_throw(six, seat, book.throwing))
        if thrown & laid == 0 and (hidden ^ thrown) & void == 0:
            return hidden ^ thrown, thrown
    hand = draw_cards(unseen & ~void, held, state)
    return hand, draw_cards(unseen & ~hand, 2, state)


@jit
def search_card(
    hand_0, hand_1, own_0, own_1, table_0, table_1, lap, total, flags, book, deal, thrown, void, laid, state
):
    """Return the legal card that is worth most to the seat to move, over `WORLDS` worlds; of equals the lowest.

    ``thrown`` is the own throw, ``void`` what the other cannot hold, ``laid`` what the other has laid.
    """
    pone = flags & TURN
    mine, others = (hand_1, hand_0) if pone else (hand_0, hand_1)
    held = size(others)
    sign = np.int64(1) - 2 * pone
    path = deal[PATH]
    seen = mine | thrown | own_0 | own_1 | table_0 | table_1 | (np.int64(1) << path)
    unseen = _DECK & ~seen
    legal = mine & LEGAL[total + RIM]
    worth = np.zeros(4, dtype=np.int64)
    world = np.empty(DEAL_SIZE, dtype=np.int64)
    for _ in range(WORLDS):
        other_hand, other_throw = draw_world(unseen, void, laid, held, DEALER if pone else PONE, book, state)
        set_deal(world, deal[NUMBER], path, below(state, _SUITS), below(state, 2), thrown | other_throw)
        rest = legal
        at = 0
        while rest:
            card = lowest(rest)
            rest &= rest - 1
            one, two = (other_hand, mine) if pone else (mine, other_hand)
            worth[at] += sign * after_value(
                card, one, two, own_0, own_1, table_0, table_1, lap, total, flags, book.opts, book.spoils, world
            )
            at += 1
    best = np.int64(-1)
    most = np.int64(0)
    at = 0
    while legal:
        card = lowest(legal)
        legal &= legal - 1
        if best < 0 or worth[at] > most:
            best, most = card, worth[at]
        at += 1
    return best
