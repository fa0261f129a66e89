"""What a throw is made of, as the numbers that its worth is fitted to: see `fitting`.

Each three of the values kept, the two thrown, the cards of each suit kept and thrown, and the Spoils of the four kept.
The game is the same with every sign turned, so mirrored values are one feature.
"""

from __future__ import annotations

from itertools import combinations_with_replacement

import numpy as np

from analyzer.core.enumeration import BINOMIAL
from analyzer.core.jit import jit
from analyzer.games.smugglers_hold.kernels.odds import NUMBER_FACES
from analyzer.games.smugglers_hold.kernels.skirmish import SUITS, VALUES
from analyzer.games.smugglers_hold.kernels.spoils import SYMBOL, WEIGHTS
from analyzer.games.smugglers_hold.kernels.throws import (
    FIRST_OF_THROW,
    FOURS,
    MIDDLE,
    SECOND_OF_THROW,
    SUITED_KEPT,
    SUITED_THROWN,
    SYLOPS,
    VALUES_OF_CARDS,
)


def _classes(size: int) -> np.ndarray:
    """Return the class, numbered from 0, of every multiset of so many values by rank; mirrored ones share theirs."""
    found: dict[tuple[int, ...], int] = {}
    classes = np.empty(int(BINOMIAL[VALUES_OF_CARDS + size - 1, size]), dtype=np.int64)
    for values in combinations_with_replacement(range(VALUES_OF_CARDS), size):
        mirrored = tuple(2 * MIDDLE - value for value in reversed(values))
        rank = sum(int(BINOMIAL[value + place, place + 1]) for place, value in enumerate(values))
        classes[rank] = found.setdefault(min(values, mirrored), len(found))
    return classes


PAIR_CLASS, TRIPLE_CLASS = _classes(2), _classes(3)
for _frozen in (PAIR_CLASS, TRIPLE_CLASS):
    _frozen.flags.writeable = False
# Where each kind of feature begins: three values kept, the pair thrown, suits, the Spoils of the four.
TRIPLES_AT = 0
THROWN_AT = TRIPLES_AT + int(TRIPLE_CLASS.max()) + 1
SUITED_AT = THROWN_AT + int(PAIR_CLASS.max()) + 1
SPOILS_AT = SUITED_AT + SYLOPS * SUITED_KEPT * SUITED_THROWN
FEATURES = SPOILS_AT + 1
# Those that a throw has or has not: four triples, a pair, three suits.
FEATURES_OF_A_THROW = 8
# Spoils are measured in so many parts of a point, so that all sums are whole.
SPOILS_SCALE = 10


@jit
def spoils_of_fours(table):
    """Return the mean Spoils of every four values by rank, suits left out: int64[10626], in tenths of a point.

    The mean is over the number die and the values of the path card, as often as the rest of the deck holds them.
    """
    points = np.zeros(FOURS, dtype=np.int64)
    card, copies = np.zeros(VALUES_OF_CARDS, dtype=np.int64), np.zeros(VALUES_OF_CARDS, dtype=np.int64)
    for number in range(62):
        card[VALUES[number] + MIDDLE] = number
        copies[VALUES[number] + MIDDLE] += 1
    for d in range(VALUES_OF_CARDS):
        for c in range(d + 1):
            for b in range(c + 1):
                for a in range(b + 1):
                    total, n = np.int64(0), np.int64(0)
                    for path in range(VALUES_OF_CARDS):
                        left = max(0, copies[path] - (path == a) - (path == b) - (path == c) - (path == d))
                        weights = WEIGHTS[SYMBOL[card[path]]]
                        rank = weights[0, card[a]] + weights[1, card[b]] + weights[2, card[c]] + weights[3, card[d]]
                        for face in NUMBER_FACES:
                            total += left * table[(face + 10) // 5, rank]
                            n += left
                    points[a + BINOMIAL[b + 1, 2] + BINOMIAL[c + 2, 3] + BINOMIAL[d + 3, 4]] = SPOILS_SCALE * total // n
    return points


@jit
def features_of(six, throw, features):
    """Fill ``features`` (int64[8]) with the numbers of what this throw of ``six`` has; return the rank of the four."""
    i, j = FIRST_OF_THROW[throw], SECOND_OF_THROW[throw]
    kept, cards, sylops = np.int64(0), np.int64(0), np.int64(0)
    for k in range(6):
        if k != i and k != j:
            value = VALUES[six[k]] + MIDDLE
            sylops += value == MIDDLE
            kept = kept << 6 | value
            cards = cards << 6 | six[k]
    a, b, c, d = kept >> 18, (kept >> 12) & 63, (kept >> 6) & 63, kept & 63
    at = 0
    for low, mid, high in ((a, b, c), (a, b, d), (a, c, d), (b, c, d)):
        features[at] = TRIPLES_AT + TRIPLE_CLASS[low + BINOMIAL[mid + 1, 2] + BINOMIAL[high + 2, 3]]
        at += 1
    low, high = VALUES[six[i]] + MIDDLE, VALUES[six[j]] + MIDDLE
    features[at] = THROWN_AT + PAIR_CLASS[low + BINOMIAL[high + 1, 2]]
    for suit in range(3):
        of_suit = np.int64(0)
        for k in range(4):
            of_suit += SUITS[(cards >> 6 * k) & 63] == suit
        given = np.int64(SUITS[six[i]] == suit) + np.int64(SUITS[six[j]] == suit)
        features[at + 1 + suit] = SUITED_AT + (sylops * SUITED_KEPT + of_suit) * SUITED_THROWN + given
    return a + BINOMIAL[b + 1, 2] + BINOMIAL[c + 2, 3] + BINOMIAL[d + 3, 4]
