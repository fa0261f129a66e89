"""Which two cards the players of the simulation throw; they see their own six, and nothing else."""

from __future__ import annotations

import numpy as np

from analyzer.core.jit import jit
from analyzer.core.rng import below
from analyzer.games.smugglers_hold.kernels.skirmish import VALUES
from analyzer.games.smugglers_hold.kernels.spoils import NO_CARD, SUITED_ALL, SYMBOL, WEIGHTS

POLICIES = ("first", "random", "greedy", "lookahead", "search", "open")
FIRST, RANDOM, GREEDY, LOOKAHEAD, SEARCH, OPEN = range(6)
THROWS = 15
# The weight of each number face of the dice in the order of a Spoils table's rows: -10, -5, 0, 5, 10 (SH-A1).
_FACES = np.array([1, 1, 2, 1, 1], dtype=np.int64)
_FIRST_OF_THROW = np.array([i for i in range(6) for j in range(i + 1, 6)], dtype=np.int64)
_SECOND_OF_THROW = np.array([j for i in range(6) for j in range(i + 1, 6)], dtype=np.int64)
for _frozen in (_FACES, _FIRST_OF_THROW, _SECOND_OF_THROW):
    _frozen.flags.writeable = False


@jit
def throw_mask(six, throw):
    """Return the mask of the two of ``six`` (sorted cards) that make the throw of this index."""
    return (np.int64(1) << six[_FIRST_OF_THROW[throw]]) | (np.int64(1) << six[_SECOND_OF_THROW[throw]])


@jit
def _static_points(a, b, c, d, table):
    """Return 18 times the Spoils of up to four cards (62 for none), no path card, averaged over all faces."""
    suited = SUITED_ALL[a] + SUITED_ALL[b] + SUITED_ALL[c] + SUITED_ALL[d]
    suit_points = table[5, suited & 7] + table[5, (suited >> 3) & 7] + table[5, suited >> 6]
    weights = WEIGHTS[SYMBOL[NO_CARD]]
    rank = weights[0, a] + weights[1, b] + weights[2, c] + weights[3, d]
    points = 6 * suit_points
    for face in range(5):
        points += 3 * _FACES[face] * table[face, rank]
    return points


@jit
def _greedy_throw(six, table):
    """Return the throw that leaves the most Spoils in the kept four and the thrown two, each counted for itself."""
    best, best_points = 0, np.int64(-1)
    for throw in range(THROWS):
        i, j = _FIRST_OF_THROW[throw], _SECOND_OF_THROW[throw]
        kept = np.int64(0)
        for k in range(6):
            if k not in (i, j):
                kept = kept << 6 | six[k]
        a, b, c, d = (kept >> 18) & 63, (kept >> 12) & 63, (kept >> 6) & 63, kept & 63
        none = np.int64(NO_CARD)
        points = _static_points(a, b, c, d, table) + _static_points(none, none, six[i], six[j], table)
        if points > best_points:
            best, best_points = throw, points
    return best


@jit
def fitted_throw(six, seat, throwing):
    """Return the throw whose kept and thrown pairs are worth most by the fitted table ``throwing``."""
    best, best_value = 0, -1e9
    for throw in range(THROWS):
        i, j = _FIRST_OF_THROW[throw], _SECOND_OF_THROW[throw]
        value = throwing[seat, 1, VALUES[six[i]] + 10, VALUES[six[j]] + 10]
        for k in range(6):
            for m in range(k + 1, 6):
                if k not in (i, j) and m not in (i, j):
                    value += throwing[seat, 0, VALUES[six[k]] + 10, VALUES[six[m]] + 10]
        if value > best_value:
            best, best_value = throw, value
    return best


@jit
def choose_throw(policy, six, seat, state, book):
    """Return the index of the throw of ``policy`` from ``six`` (int64[6], sorted); it sees nothing else."""
    if policy == FIRST:
        return np.int64(0)
    if policy == RANDOM:
        return below(state, THROWS)
    if policy == GREEDY:
        return np.int64(_greedy_throw(six, book.spoils))
    return np.int64(fitted_throw(six, seat, book.throwing))
