"""Throwing as a two-player game over classes of ranks: what a crib is worth against how the other throws.

A profile, float64[18564, 15], holds by class and throw the share of the suits dealt to a class with which a player
makes that throw. Against a profile the crib of every class and throw is averaged exactly over the 18,395 classes of
the opponent, each in the number of ways in which the unseen cards deal it, and over the starter: the own six cards, the
opponent's throw and the four that the opponent keeps are all gone from the deck.
"""

from __future__ import annotations

from itertools import combinations_with_replacement

import numpy as np

from analyzer.core.enumeration import BINOMIAL
from analyzer.core.jit import jit
from analyzer.games.cribbage.kernels.counting import (
    FIVE_POINTS,
    FOUR_OF_PAIRS,
    JACK,
    PAIR_OF,
    PAIR_RANKS,
    PAIRS,
    RANKS,
    four_of,
)
from analyzer.games.cribbage.kernels.throws import (
    CLASSES,
    SINGLE_SPLITS,
    SINGLE_THROWS,
    SPLITS,
    THROWS,
    UNIT,
    suit_counts,
    suit_value,
)

HANDS_UNSEEN = int(BINOMIAL[46, 6])


def sorted_classes(size: int) -> np.ndarray:
    """Return the sorted ranks of every class of ``size`` cards, int64[classes, size], five and six alike among them."""
    return np.array(sorted(combinations_with_replacement(range(RANKS), size), key=lambda ranks: ranks[::-1]))


@jit
def copies_of(ranks, copies):
    """Fill ``copies`` (int64[13]) with how many of ``ranks`` each rank is; tell whether the deck holds so many."""
    copies[:] = 0
    for rank in ranks:
        copies[rank] += 1
    return copies.max() <= 4


@jit
def ways_of(copies):
    """Return in how many ways suits can be dealt to a class."""
    ways = np.int64(1)
    for rank in range(RANKS):
        ways *= BINOMIAL[4, copies[rank]]
    return ways


@jit
def compress(classes, profile, starts, pairs, shares, kept):
    """Write the throws that occur in ``profile`` one after the other, those of class i from ``starts[i]`` on.

    ``pairs`` (int64) takes the pair of ranks thrown, ``shares`` (float64) its share, ``kept`` (int64[any, 4]) the
    ranks kept.
    """
    at = 0
    for number in range(CLASSES):
        starts[number] = at
        for throw in range(THROWS):
            if profile[number, throw] > 0:
                split = SPLITS[throw]
                a, b = classes[number, split[0]], classes[number, split[1]]
                pairs[at], shares[at] = PAIR_OF[a << 8 | b << 2], profile[number, throw]
                for i in range(4):
                    kept[at, i] = classes[number, split[2 + i]]
                at += 1
    starts[CLASSES] = at


@jit
def meet(left, starts, pairs, shares, kept, factors, thrown, held):
    """Average the opponent's throws over the unseen cards, of which ``left`` (int64[13]) are of each rank.

    Fills ``thrown`` (float64[91]) with the ways in which the opponent throws each pair, and ``held`` (float64[91, 13])
    with those ways times the cards of each rank kept. ``factors`` is float64[13, 8] to work in.
    """
    thrown[:] = 0.0
    held[:] = 0.0
    for rank in range(RANKS):
        for copy in range(1, 7):
            # The ways to choose k of n are those for k - 1 times this.
            factors[rank, copy] = max(0, left[rank] - copy + 1) / copy
    for f in range(RANKS):
        ways_f = factors[f, 1]
        if ways_f == 0:
            continue
        for e in range(f + 1):
            copy_e = 2 if e == f else 1
            ways_e = ways_f * factors[e, copy_e]
            if ways_e == 0:
                continue
            base_e = BINOMIAL[f + 5, 6] + BINOMIAL[e + 4, 5]
            for d in range(e + 1):
                copy_d = copy_e + 1 if d == e else 1
                ways_d = ways_e * factors[d, copy_d]
                if ways_d == 0:
                    continue
                base_d = base_e + BINOMIAL[d + 3, 4]
                for c in range(d + 1):
                    copy_c = copy_d + 1 if c == d else 1
                    ways_c = ways_d * factors[c, copy_c]
                    if ways_c == 0:
                        continue
                    base_c = base_d + BINOMIAL[c + 2, 3]
                    for b in range(c + 1):
                        copy_b = copy_c + 1 if b == c else 1
                        ways_b = ways_c * factors[b, copy_b]
                        if ways_b == 0:
                            continue
                        base_b = base_c + BINOMIAL[b + 1, 2]
                        for a in range(b + 1):
                            ways = ways_b * factors[a, copy_b + 1 if a == b else 1]
                            number = base_b + a
                            for at in range(starts[number], starts[number + 1]):
                                share = ways * shares[at]
                                pair = pairs[at]
                                thrown[pair] += share
                                held[pair, kept[at, 0]] += share
                                held[pair, kept[at, 1]] += share
                                held[pair, kept[at, 2]] += share
                                held[pair, kept[at, 3]] += share


@jit
def crib_values(classes, first, last, starts, pairs, shares, kept, values):
    """Fill ``values`` (float64[18564, 15]) for classes ``first`` to ``last - 1``: the crib by the own throw.

    The opponent throws by the lists of `compress`. Fifteens, pairs, runs, and the nobs of jacks that the opponent
    throws; what the suits of the own throw add is `suit_value`.
    """
    copies, left = np.zeros(RANKS, dtype=np.int64), np.zeros(RANKS, dtype=np.int64)
    factors = np.zeros((RANKS, 8))
    thrown, held = np.zeros(PAIRS), np.zeros((PAIRS, RANKS))
    chances = np.zeros((PAIRS, RANKS))
    for number in range(first, last):
        six = classes[number]
        if not copies_of(six, copies):
            continue
        for rank in range(RANKS):
            left[rank] = 4 - copies[rank]
        meet(left, starts, pairs, shares, kept, factors, thrown, held)
        nobs = 0.0
        # Of the suit of an unseen jack, so many of the other 45 unseen cards are left on average.
        matching = (12 - (6 - copies[JACK]) / 4) / 45
        for pair in range(PAIRS):
            low, high = PAIR_RANKS[pair, 0], PAIR_RANKS[pair, 1]
            for rank in range(RANKS):
                unseen = left[rank] - (rank == low) - (rank == high)
                chances[pair, rank] = (unseen * thrown[pair] - held[pair, rank]) / (40 * HANDS_UNSEEN)
            nobs += ((low == JACK) + (high == JACK)) * thrown[pair] / HANDS_UNSEEN * matching
        for throw in range(THROWS):
            split = SPLITS[throw]
            own = PAIR_OF[six[split[0]] << 8 | six[split[1]] << 2]
            total = nobs
            for pair in range(PAIRS):
                if thrown[pair] > 0:
                    points = FIVE_POINTS[FOUR_OF_PAIRS[own, pair]]
                    for rank in range(RANKS):
                        total += chances[pair, rank] * points[rank]
            values[number, throw] = total


@jit
def hand_values(classes, values):
    """Fill ``values`` (float64[18564, 15]) with fifteens, pairs and runs of the kept four, averaged over starters."""
    copies = np.zeros(RANKS, dtype=np.int64)
    for number in range(CLASSES):
        six = classes[number]
        if not copies_of(six, copies):
            continue
        for throw in range(THROWS):
            split = SPLITS[throw]
            four = four_of(six[split[2]] << 2, six[split[3]] << 2, six[split[4]] << 2, six[split[5]] << 2)
            total = 0.0
            for rank in range(RANKS):
                total += (4 - copies[rank]) * FIVE_POINTS[four, rank]
            values[number, throw] = total / 46


@jit
def play_values_of(classes, by_four, values):
    """Fill ``values`` (float64[18564, 15]) with the net points of the play by the four kept (float64[1820])."""
    for number in range(CLASSES):
        six = classes[number]
        for throw in range(THROWS):
            split = SPLITS[throw]
            four = four_of(six[split[2]] << 2, six[split[3]] << 2, six[split[4]] << 2, six[split[5]] << 2)
            values[number, throw] = by_four[four]


@jit
def best_throws(classes, first, last, table, to_crib, opts, paid, replies):
    """Let every hand of classes ``first`` to ``last - 1``, all suits, choose its throw by ``table`` and suits.

    ``table`` is int16[18564, 15] as in `Book.throwing`. Fills ``replies`` with the shares of the throws chosen, and
    returns the sum over all hands of what ``paid`` (float64[18564, 15]) and the suits give for them, and of what the
    best throw by ``paid`` would have given.
    """
    copies = np.zeros(RANKS, dtype=np.int64)
    cards = np.zeros(6, dtype=np.int64)
    suits = np.zeros(6, dtype=np.int64)
    got, most = 0.0, 0.0
    for number in range(first, last):
        six = classes[number]
        if not copies_of(six, copies):
            continue
        row, pay = table[number], paid[number]
        replies[number] = 0.0
        # The four suits are alike: those of the lowest rank are as good as any, and stand for all of its ways.
        lowest_rank = copies[six[0]]
        alike = BINOMIAL[4, lowest_rank]
        ways = ways_of(copies) // alike
        for i in range(6):
            suits[i] = 0 if i == 0 or six[i] != six[i - 1] else suits[i - 1] + 1
        for _ in range(ways):
            for i in range(6):
                cards[i] = six[i] << 2 | suits[i]
            counts = suit_counts(cards)
            best, best_value, best_pay, top = 0, -1e9, 0.0, -1e9
            for throw in range(THROWS):
                suited_too = suit_value(SPLITS[throw], cards, counts, to_crib, opts)
                value, worth = row[throw] / UNIT + suited_too, pay[throw] + suited_too
                if value > best_value:
                    best, best_value, best_pay = throw, value, worth
                if worth > top:
                    top = worth
            replies[number, best] += 1 / ways
            got += alike * best_pay
            most += alike * top
            _next_suits(six, suits, lowest_rank)
    return got, most


@jit
def _next_suits(six, suits, first):
    """Move on to the next suits of the cards ``six`` from place ``first`` on, equal ranks in rising suits."""
    for i in range(first, 6):
        following = suits[i + 1] if i < 5 and six[i + 1] == six[i] else 4
        if suits[i] + 1 < following:
            suits[i] += 1
            for j in range(first, i):
                suits[j] = 0 if six[j] != six[j - 1] else suits[j - 1] + 1
            return


@jit
def single_throw_values(classes, by_four, by_rank, values):
    """Fill ``values`` (float64[6188, 5]) with what a single throw of a class of five is worth by its ranks.

    That is the kept four's show averaged over 47 starters, ``by_four`` (float64[1820]) for its play and ``by_rank``
    (float64[13]) for the card that goes to the crib.
    """
    copies = np.zeros(RANKS, dtype=np.int64)
    for number in range(len(classes)):
        five = classes[number]
        copies_of(five, copies)
        for throw in range(SINGLE_THROWS):
            split = SINGLE_SPLITS[throw]
            four = four_of(five[split[1]] << 2, five[split[2]] << 2, five[split[3]] << 2, five[split[4]] << 2)
            total = 0.0
            for rank in range(RANKS):
                total += (4 - copies[rank]) * FIVE_POINTS[four, rank]
            values[number, throw] = total / 47 + by_four[four] + by_rank[five[split[0]]]
