"""Which two cards the players of the simulation throw; they see their own six, and nothing else."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from analyzer.core.enumeration import BINOMIAL
from analyzer.core.jit import jit
from analyzer.core.rng import below
from analyzer.games.smugglers_hold.kernels.skirmish import SUITS, VALUES
from analyzer.games.smugglers_hold.kernels.spoils import NO_CARD, SUITED_ALL, SYMBOL, WEIGHTS

POLICIES = ("first", "random", "greedy", "lookahead", "search", "open")
FIRST, RANDOM, GREEDY, LOOKAHEAD, SEARCH, OPEN = range(6)
THROWS = 15
# A value is counted from the lowest, -10; MIDDLE is a Sylop's.
VALUES_OF_CARDS = 21
MIDDLE = 10
# Multisets of four values, ranked as in `BINOMIAL`; and the sizes of the table of suits.
FOURS = 10626
SYLOPS, SUITED_KEPT, SUITED_THROWN = 3, 5, 3
# The weight of each number face of the dice in the order of a Spoils table's rows: -10, -5, 0, 5, 10 (SH-A1).
_FACES = np.array([1, 1, 2, 1, 1], dtype=np.int64)
FIRST_OF_THROW = np.array([i for i in range(6) for j in range(i + 1, 6)], dtype=np.int64)
SECOND_OF_THROW = np.array([j for i in range(6) for j in range(i + 1, 6)], dtype=np.int64)
# Counts of the three suits, three bits each; a Sylop has no suit.
_SUIT_UNIT = np.array([1 << 3 * suit if suit >= 0 else 0 for suit in SUITS], dtype=np.int64)
for _frozen in (_FACES, _SUIT_UNIT, FIRST_OF_THROW, SECOND_OF_THROW):
    _frozen.flags.writeable = False


class Throwing(NamedTuple):
    """What a throw is worth by seat, in net points against other throws of the same six: the sum of three tables.

    ``kept``, float64[2, 10626], by the rank of the four values kept; ``thrown``, float64[2, 21, 21], by both values
    thrown; ``suited``, float64[2, 3, 5, 3], for each suit by Sylops kept and by cards of that suit kept and thrown.
    """

    kept: np.ndarray
    thrown: np.ndarray
    suited: np.ndarray


def blank_throwing() -> Throwing:
    """Return tables by which all throws are worth the same."""
    shapes = (FOURS,), (VALUES_OF_CARDS, VALUES_OF_CARDS), (SYLOPS, SUITED_KEPT, SUITED_THROWN)
    return Throwing(*(np.zeros((2, *shape)) for shape in shapes))


@jit
def throw_mask(six, throw):
    """Return the mask of the two of ``six`` (sorted cards) that make the throw of this index."""
    return (np.int64(1) << six[FIRST_OF_THROW[throw]]) | (np.int64(1) << six[SECOND_OF_THROW[throw]])


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
        i, j = FIRST_OF_THROW[throw], SECOND_OF_THROW[throw]
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
def throw_value(six, throw, seat, throwing):
    """Return what this throw of ``six`` is worth by ``throwing``, in net points against the other throws of ``six``."""
    i, j = FIRST_OF_THROW[throw], SECOND_OF_THROW[throw]
    given = _SUIT_UNIT[six[i]] + _SUIT_UNIT[six[j]]
    place, rank, sylops, suits = 0, np.int64(0), np.int64(0), np.int64(0)
    for k in range(6):
        if k != i and k != j:
            value = VALUES[six[k]] + MIDDLE
            rank += BINOMIAL[value + place, place + 1]
            place += 1
            sylops += value == MIDDLE
            suits += _SUIT_UNIT[six[k]]
    worth = throwing.kept[seat, rank] + throwing.thrown[seat, VALUES[six[i]] + MIDDLE, VALUES[six[j]] + MIDDLE]
    for suit in range(3):
        worth += throwing.suited[seat, sylops, (suits >> 3 * suit) & 7, (given >> 3 * suit) & 7]
    return worth


@jit
def fitted_throw(six, seat, throwing):
    """Return the throw of ``six`` that is worth most by the fitted tables ``throwing``."""
    best, best_value = 0, -1e9
    for throw in range(THROWS):
        value = throw_value(six, throw, seat, throwing)
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
