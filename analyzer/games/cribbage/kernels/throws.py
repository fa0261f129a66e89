"""Which cards the players of the simulation throw to the crib; they see their own cards, and nothing else.

Six cards sorted have 15 throws: cards 0 and 1, 0 and 2, .. 4 and 5. Five cards, with three players, have 5. The ranks
alone of so many sorted cards are a class, numbered colexicographically.
"""

from __future__ import annotations

import numpy as np

from analyzer.core.enumeration import BINOMIAL, lowest
from analyzer.core.jit import jit
from analyzer.core.rng import below
from analyzer.games.cribbage.kernels import options as option
from analyzer.games.cribbage.kernels.counting import JACK, PAIR_OF, PAIR_POINTS, held_points, suited

POLICIES = ("first", "random", "greedy", "tables")
FIRST, RANDOM, GREEDY, TABLES = range(4)
DEALER = 0
THROWS, SINGLE_THROWS = 15, 5
CLASSES, FIVE_CLASSES = int(BINOMIAL[18, 6]), int(BINOMIAL[17, 5])
UNIT = 1000
"""Tables of values hold whole thousandths of a point."""
# Cards of the throw, then the cards kept, by their place among the sorted six; of five, one card is thrown.
SPLITS = np.array(
    [[i, j, *(k for k in range(6) if k not in (i, j))] for i in range(6) for j in range(i + 1, 6)], dtype=np.int64
)
SINGLE_SPLITS = np.array([[i, *(k for k in range(5) if k != i)] for i in range(5)], dtype=np.int64)
SPLITS.flags.writeable = SINGLE_SPLITS.flags.writeable = False


@jit
def cards_of(mask, cards):
    """Fill ``cards`` with the lowest cards of ``mask``, sorted."""
    for i in range(len(cards)):
        cards[i] = lowest(mask)
        mask &= mask - 1


@jit
def class_of(cards):
    """Return the number of the class of five or six sorted cards."""
    number = np.int64(0)
    for i in range(len(cards)):
        number += BINOMIAL[(cards[i] >> 2) + i, i + 1]
    return number


@jit
def suit_counts(cards):
    """Return how many of ``cards`` are of each suit, a byte a suit."""
    counts = np.int64(0)
    for card in cards:
        counts += np.int64(1) << 8 * (card & 3)
    return counts


@jit
def suit_value(split, cards, counts, to_crib, opts):
    """Return what the suits of a throw of six add on average to hand and crib, in points.

    Flush and nobs of the hand are exact over the 46 starters, as are nobs of the crib from own cards. The flush of the
    crib takes the opponent's throw as one of any two unseen cards. ``to_crib`` is 1 for the dealer and -1 for the pone,
    who feels the crib the other way.
    """
    value = 0.0
    for i in range(6):
        card = cards[split[i]]
        if card >> 2 == JACK:
            nobs = (13 - (counts >> 8 * (card & 3) & 255)) / 46
            value += nobs if i >= 2 else to_crib * nobs
    a, b = cards[split[2]], cards[split[3]]
    if suited(a, b, cards[split[4]], cards[split[5]]):
        value += 4 + (13 - (counts >> 8 * (a & 3) & 255)) / 46
    a, b = cards[split[0]], cards[split[1]]
    if (a ^ b) & 3 == 0:
        value += to_crib * crib_flush_value(13 - (counts >> 8 * (a & 3) & 255), opts)
    return value


@jit
def crib_flush_value(unseen, opts):
    """Return what a suited throw makes of a crib flush on average, with ``unseen`` cards of that suit to be met."""
    four = unseen * (unseen - 1) / (46 * 45)
    five = four * (unseen - 2) / 44
    return 5 * five + opts[option.CRIB_FLUSH] * (four - five)


@jit
def _table_throw(six, seat, book):
    """Return the throw of the highest value by the shipped tables and the suits."""
    row = book.throwing[seat, class_of(six)]
    counts = suit_counts(six)
    to_crib = 1 if seat == DEALER else -1
    best, best_value = 0, -1e9
    for throw in range(THROWS):
        value = row[throw] / UNIT + suit_value(SPLITS[throw], six, counts, to_crib, book.opts)
        if value > best_value:
            best, best_value = throw, value
    return best


@jit
def _table_single(five, seat, book):
    """Return the single throw of the highest value by the shipped tables and the suits of the hand."""
    row = book.single_throwing[seat, class_of(five)]
    counts = suit_counts(five)
    best, best_value = 0, -1e9
    for throw in range(SINGLE_THROWS):
        value = row[throw] / UNIT
        split = SINGLE_SPLITS[throw]
        a, b, c, d = five[split[1]], five[split[2]], five[split[3]], five[split[4]]
        for card in (a, b, c, d):
            if card >> 2 == JACK:
                value += (13 - (counts >> 8 * (card & 3) & 255)) / 47
        if suited(a, b, c, d):
            value += 4 + (13 - (counts >> 8 * (a & 3) & 255)) / 47
        if value > best_value:
            best, best_value = throw, value
    return best


@jit
def _greedy_throw(six, seat):
    """Return the throw that leaves most in the kept four, with what the two add to the own or the other's crib."""
    best, best_points = 0, np.int64(-100)
    for throw in range(THROWS):
        split = SPLITS[throw]
        points = held_points(six[split[2]], six[split[3]], six[split[4]], six[split[5]])
        pair = PAIR_POINTS[PAIR_OF[six[split[0]] << 6 | six[split[1]]]]
        points += pair if seat == DEALER else -pair
        if points > best_points:
            best, best_points = throw, points
    return best


@jit
def _greedy_single(five):
    best, best_points = 0, np.int64(-1)
    for throw in range(SINGLE_THROWS):
        split = SINGLE_SPLITS[throw]
        points = held_points(five[split[1]], five[split[2]], five[split[3]], five[split[4]])
        if points > best_points:
            best, best_points = throw, points
    return best


@jit
def choose_throw(policy, cards, seat, state, book):
    """Return the number of the throw of ``policy`` from six or five sorted ``cards`` (int64)."""
    single = len(cards) == 5
    if policy == FIRST:
        return np.int64(0)
    if policy == RANDOM:
        return below(state, SINGLE_THROWS if single else THROWS)
    if policy == GREEDY:
        return np.int64(_greedy_single(cards) if single else _greedy_throw(cards, seat))
    return np.int64(_table_single(cards, seat, book) if single else _table_throw(cards, seat, book))


@jit
def throw_mask(cards, throw):
    """Return the mask of the cards of a throw of six or five sorted ``cards``."""
    if len(cards) == 5:
        return np.int64(1) << cards[throw]
    return np.int64(1) << cards[SPLITS[throw, 0]] | np.int64(1) << cards[SPLITS[throw, 1]]
