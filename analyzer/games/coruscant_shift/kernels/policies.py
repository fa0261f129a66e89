"""How the seats of the simulation decide: which of the legal selections, and whether to stay."""

from __future__ import annotations

import numpy as np
from numba.cpython.unsafe.numbers import trailing_zeros

from analyzer.core.enumeration import size as bits_of
from analyzer.core.jit import jit
from analyzer.core.rng import below
from analyzer.games.coruscant_shift.kernels import options as option
from analyzer.games.coruscant_shift.kernels.reply import reply_first
from analyzer.games.coruscant_shift.kernels.selections import (
    CANONICAL,
    closest_key,
    legal_masks,
    strongest,
    totals_of,
)

POLICIES = ("first", "random", "closest", "reply", "bettor")
FIRST, RANDOM, CLOSEST, REPLY, BETTOR = range(len(POLICIES))
# For tests alone: random, but folds like any other action.
WILD = 5
CHECK, STAY, FOLD = range(3)
# A chance to stay is met to one part in so many.
RESOLUTION = 1 << 24


@jit
def _first_of(legal):
    """Return the mask of ``legal`` that comes first in canonical order."""
    best, found = np.int64(99), np.int64(0)
    while legal:
        mask = np.int64(trailing_zeros(legal))
        legal &= legal - 1
        if CANONICAL[mask] < best:
            best, found = CANONICAL[mask], mask
    return found


@jit
def _any_of(legal, state):
    """Return one mask of ``legal``, all alike."""
    for _ in range(below(state, bits_of(legal))):
        legal &= legal - 1
    return np.int64(trailing_zeros(legal))


@jit
def _simple(policy, base, places, n, least, target, opts, state):
    legal = legal_masks(base, places, n, least, target, opts)
    return _first_of(legal) if policy == FIRST else _any_of(legal, state)


@jit
def choose_selection(policy, hand, target, suit, book, state):
    """Return the mask of the first selection of five packed cards."""
    least = 1 - book.opts[option.EMPTY_SELECTION]
    places = totals_of(hand, 5, suit)
    if policy == CLOSEST:
        return closest_key(np.int64(0), places, 5, least, target) & 31
    if policy == REPLY or policy == BETTOR:
        return reply_first(hand, least, target, suit, book)
    return _simple(policy, np.int64(0), places, 5, least, target, book.opts, state)


@jit
def choose_addition(policy, base, size, cards, n, least, target, suit, book, state):
    """Return the mask of ``n`` packed cards that join ``size`` cards of the total ``base`` after the shift."""
    places = totals_of(cards, n, suit)
    if policy == CLOSEST:
        return closest_key(base, places, n, least, target) & 31
    if policy == REPLY or policy == BETTOR:
        # Nothing hides and nothing is lost by being stronger, so this is no matter of the field.
        return strongest(base, size, places, n, least, target, book.opts)
    return _simple(policy, base, places, n, least, target, book.opts, state)


@jit
def choose_stay(policy, chance, can_check, can_stay, state):
    """Return CHECK, STAY or FOLD; one of the first two can be had. `bettor` stays with ``chance``."""
    if policy == BETTOR:
        if can_stay and below(state, RESOLUTION) < chance * RESOLUTION:
            return STAY
        return CHECK if can_check else FOLD
    if policy == WILD:
        actions = np.int64(can_check) + np.int64(can_stay) + 1
        pick = below(state, actions)
        return FOLD if pick == actions - 1 else (CHECK if can_check and pick == 0 else STAY)
    if can_check and can_stay and policy == RANDOM:
        return below(state, 2)
    return CHECK if can_check else STAY
