"""The play of `search`: worlds that agree with all that was seen, each played out by `lookahead`.

A card is worth the mean, over the same sampled worlds, of what it scores and of how the deal ends when both go on as
`lookahead` does: a step of policy improvement. In a world nobody acts on what its seat cannot see, as players would who
solve it with its hands open. A world is a hand and a throw of the opponent. It is drawn as the opponent would have come
by it: of the cards still hidden, two are the throw that the fitted throws would make of all six, none of those laid
among them; and no hand holds a card that a GO ruled out. The suit die and the coin are drawn too, since the average
over the suit die that advice takes stands on players who do not look at it.
"""

from __future__ import annotations

import numpy as np

from analyzer.core.enumeration import lowest, size
from analyzer.core.jit import jit
from analyzer.core.rng import below
from analyzer.games.smugglers_hold.kernels import options as option
from analyzer.games.smugglers_hold.kernels.lookahead import lookahead_card
from analyzer.games.smugglers_hold.kernels.open import DEAL_SIZE, finish, set_deal
from analyzer.games.smugglers_hold.kernels.skirmish import (
    DEALER,
    LEGAL,
    NUMBER,
    OVER,
    PATH,
    PONE,
    RIM,
    THROWN,
    TURN,
    lay,
)
from analyzer.games.smugglers_hold.kernels.throws import fitted_throw, throw_mask

WORLDS = 100
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
def draw_world(unseen, void, laid, held, seat, face_up, book, state):
    """Return a hand of ``held`` cards and a throw for the opponent in ``seat``, who laid the cards of mask ``laid``.

    ``face_up`` is that throw where it is seen (SH-A5), and 0 where it is not.
    """
    six = np.empty(6, dtype=np.int64)
    for _ in range(TRIES):
        hidden = draw_cards(unseen, held if face_up else held + 2, state) | face_up
        rest = hidden | laid
        for i in range(6):
            six[i] = lowest(rest)
            rest &= rest - 1
        thrown = throw_mask(six, fitted_throw(six, seat, book.throwing))
        if thrown & laid == 0 and (hidden ^ thrown) & void == 0 and face_up in (0, thrown):
            return hidden ^ thrown, thrown
    hand = draw_cards(unseen & ~void, held, state)
    return hand, face_up if face_up else draw_cards(unseen & ~hand, 2, state)


@jit
def _play_out(
    hand_0, hand_1, own_0, own_1, table_0, table_1, lap, total, flags, book, deal, thrown_0, thrown_1
):
    """Return the net points still to come (dealer's minus pone's) where both lay as `lookahead` does."""
    opts = book.opts
    if opts[option.HOLD_PILE] != 0:  # SH-A5
        thrown_0 = thrown_1 = deal[THROWN]
    net = np.int64(0)
    while not flags & OVER:
        pone = flags & TURN
        hand = hand_1 if pone else hand_0
        card = hand & LEGAL[total + RIM]
        if card & (card - 1) == 0:
            card = lowest(card)
        else:
            other, own, mine, others, thrown = hand_1, own_0, table_0, table_1, thrown_0
            if pone:
                other, own, mine, others, thrown = hand_0, own_1, table_1, table_0, thrown_1
            seen = own_0 | own_1 | table_0 | table_1
            card = lookahead_card(
                hand, size(other), size(own), size(mine), size(others), thrown, seen, lap, total, flags, book, deal
            )
        hand_0, hand_1, own_0, own_1, table_0, table_1, lap, total, flags, points = lay(
            card, hand_0, hand_1, own_0, own_1, table_0, table_1, lap, total, flags, opts, deal
        )
        net += points - 2 * points * pone
    return net + finish(hand_0, hand_1, own_0, own_1, table_0, table_1, flags, opts, book.spoils, deal)


@jit
def _after(
    card, hand_0, hand_1, own_0, own_1, table_0, table_1, lap, total, flags, book, deal, thrown_0, thrown_1
):
    """Return the net points still to come, those of ``card`` included, when the seat to move lays it: `_play_out`."""
    h0, h1, o0, o1, t0, t1, new_lap, new_total, new_flags, points = lay(
        card, hand_0, hand_1, own_0, own_1, table_0, table_1, lap, total, flags, book.opts, deal
    )
    return points - 2 * points * (flags & TURN) + _play_out(
        h0, h1, o0, o1, t0, t1, new_lap, new_total, new_flags, book, deal, thrown_0, thrown_1
    )


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
    face_up = deal[THROWN] & ~thrown if book.opts[option.HOLD_PILE] != 0 else np.int64(0)
    seen = mine | thrown | face_up | own_0 | own_1 | table_0 | table_1 | (np.int64(1) << path)
    unseen = _DECK & ~seen
    legal = mine & LEGAL[total + RIM]
    worth = np.zeros(4, dtype=np.int64)
    world = np.empty(DEAL_SIZE, dtype=np.int64)
    for _ in range(WORLDS):
        to = DEALER if pone else PONE
        other_hand, other_throw = draw_world(unseen, void, laid, held, to, face_up, book, state)
        set_deal(world, deal[NUMBER], path, below(state, _SUITS), below(state, 2), thrown | other_throw)
        rest = legal
        at = 0
        while rest:
            card = lowest(rest)
            rest &= rest - 1
            one, two = (other_hand, mine) if pone else (mine, other_hand)
            thrown_0, thrown_1 = (other_throw, thrown) if pone else (thrown, other_throw)
            worth[at] += sign * _after(
                card, one, two, own_0, own_1, table_0, table_1, lap, total, flags, book, world, thrown_0, thrown_1
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
