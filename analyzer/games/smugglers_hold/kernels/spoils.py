"""The Spoils in numba: a five-card hand by row of the chart, and the best four of a pool by table.

Six of the seven rows depend on the five values alone, so `spoils_table` holds their points for every multiset of five
out of 22 symbols (no card, -10..+10) and each number of the die; only the suit row is counted card by card.
"""

from __future__ import annotations

import numpy as np

from analyzer.core.decks import SABACC_62
from analyzer.core.enumeration import BINOMIAL, lowest, size
from analyzer.core.jit import jit
from analyzer.games.smugglers_hold.kernels.options import (
    MIN_SUM_CARDS,
    PAIRS,
    PURE_SABACC_POINTS,
    SABACC_POINTS,
    SPOILS_RUN,
    SPOILS_RUN_POINTS,
    SPOILS_TRIPLE_POINTS,
    SUIT_POINTS,
    SUM_POINTS,
    SUM_SYLOP,
    SYLOP_FACTOR_1,
    SYLOP_FACTOR_2,
    SYLOP_PAIR_POINTS,
)

# The rows of the chart in the order in which they are announced.
ROWS = ("sabacc", "pure_sabacc", "sylop_pair", "sum", "suit", "run", "triple")
SYMBOLS = 22
MULTISETS = 65780

# A symbol is the value + 11, and 0 for no card; card 62, as well as -1, stands for no card.
NO_CARD = 62
SYMBOL = np.array([value + 11 for value in SABACC_62.values] + [0], dtype=np.int64)
# Counts of the values -10..+10 are packed three bits each: five equal values fit, and 63 bits in all.
_UNIT = np.array([0] + [1 << 3 * i for i in range(21)], dtype=np.int64)
# SUITED[suit, card]: 1 where the card counts in the suit row of that suit; a Sylop is wild (SH-E5).
SUITED = np.array([[int(own in (suit, -1)) for own in SABACC_62.suits] + [0] for suit in range(3)], dtype=np.int64)
# The three rows of SUITED in one number, three bits a suit.
SUITED_ALL = SUITED[0] + (SUITED[1] << 3) + (SUITED[2] << 6)


def _weights() -> np.ndarray:
    """Return ``weights[path symbol, place, card]``, whose sum over four sorted picks is the rank of all five cards.

    A pick at place i stands at place i + 1 of the five where the path card is below it. The path card's own term
    depends on how many picks it passes, so each pick that it passes carries one step of that term.
    """
    weights = np.zeros((SYMBOLS, 4, NO_CARD + 1), dtype=np.int64)
    for path in range(SYMBOLS):
        for i in range(4):
            for card, symbol in enumerate(SYMBOL):
                if symbol > path:
                    rank = BINOMIAL[symbol + i + 1, i + 2]
                else:
                    rank = BINOMIAL[symbol + i, i + 1] + BINOMIAL[path + i + 1, i + 2] - BINOMIAL[path + i, i + 1]
                weights[path, i, card] = rank
        weights[path, 0] += path
    return weights


WEIGHTS = _weights()
for _frozen in (SYMBOL, _UNIT, SUITED, SUITED_ALL, WEIGHTS):
    _frozen.flags.writeable = False


@jit
def _run_points(counts, opts):
    """Return the points of the run row: longest runs of three or more, duplicates multiply (SH-E6)."""
    absolute = opts[SPOILS_RUN] != 0
    points, length, ways = 0, 0, 1
    for value in range(0 if absolute else -10, 12):
        copies = (counts >> 3 * (value + 10)) & 7 if value <= 10 else 0
        if absolute and 0 < value <= 10:
            copies += (counts >> 3 * (10 - value)) & 7
        if copies > 0:
            length += 1
            ways *= copies
        else:
            if length >= 3:
                points += length * ways * opts[SPOILS_RUN_POINTS]
            length, ways = 0, 1
    return points


@jit
def value_rows(a, b, c, d, e, opts):
    """Return the points of (opposing pairs, pure Sabacc, Sylop pair, run, triple) of five symbols."""
    counts = _UNIT[a] + _UNIT[b] + _UNIT[c] + _UNIT[d] + _UNIT[e]
    sylops = (counts >> 30) & 7
    pairs = 0
    triples = 0
    for value in range(1, 11):
        plus = (counts >> 3 * (10 + value)) & 7
        minus = (counts >> 3 * (10 - value)) & 7
        pairs += plus * minus if opts[PAIRS] == 0 else min(plus, minus)  # SH-E2
        triples += (plus >= 3) + (minus >= 3)
    factor = 1
    if sylops == 1:
        factor = opts[SYLOP_FACTOR_1]
    elif sylops >= 2:
        factor = opts[SYLOP_FACTOR_2]
    both = np.int64(sylops >= 2)
    return (
        pairs * factor * opts[SABACC_POINTS],  # SH-E4
        both * opts[PURE_SABACC_POINTS],  # SH-E1: flat, beside the pair 0 + 0
        both * opts[SYLOP_PAIR_POINTS],
        _run_points(counts, opts),
        triples * opts[SPOILS_TRIPLE_POINTS],
    )


@jit
def count_sums(a, b, c, d, e, opts):
    """Return how many subsets of five symbols make each number of the die (SH-E3): six bits a face, -10 lowest."""
    symbols = (a, b, c, d, e)
    counts = 0
    for chosen in range(1, 32):
        total, cards = 0, 0
        for i in range(5):
            if (chosen >> i) & 1:
                if symbols[i] == 0 or (symbols[i] == 11 and opts[SUM_SYLOP] != 0):
                    cards = -8
                total += symbols[i] - 11
                cards += 1
        if cards >= opts[MIN_SUM_CARDS] and -10 <= total <= 10 and total % 5 == 0:
            counts += 1 << 6 * (total // 5 + 2)
    return counts


@jit
def sum_row(counts, number, opts):
    """Return the points of the sums to ``number``, where ``counts`` are those of `count_sums`."""
    return ((counts >> 6 * (number // 5 + 2)) & 63) * opts[SUM_POINTS]


@jit
def suit_row(cards, opts):
    """Return the points of the suit row for this many ``cards`` of the die's suit, Sylops among them (SH-E5)."""
    return cards * opts[SUIT_POINTS] if cards >= 3 else 0


@jit
def score_rows(c0, c1, c2, c3, path, number, suit, opts):
    """Return the points of four picks and the path card as a tuple in the order of `ROWS`; -1 stands for no card."""
    a, b, c, d, e = SYMBOL[c0], SYMBOL[c1], SYMBOL[c2], SYMBOL[c3], SYMBOL[path]  # -1 finds the last: no card
    sabacc, pure, pair, run, triple = value_rows(a, b, c, d, e, opts)
    matches = SUITED[suit]
    suited = matches[c0] + matches[c1] + matches[c2] + matches[c3] + matches[path]
    sums = sum_row(count_sums(a, b, c, d, e, opts), number, opts)
    return sabacc, pure, pair, sums, suit_row(suited, opts), run, triple


@jit
def score_hand(c0, c1, c2, c3, path, number, suit, opts):
    """Return the points of four picks and the path card, without the bonus for the Hold; -1 stands for no card."""
    points = 0
    for row in score_rows(c0, c1, c2, c3, path, number, suit, opts):
        points += row
    return points


@jit
def spoils_table(opts):
    """Return the Spoils under ``opts`` as int32[6, MULTISETS], which the searches of this file take as ``table``.

    Rows 0..4: points of all rows but the suit row, for the die -10, -5, 0, 5, 10, by rank of the five symbols.
    Row 5: points of the suit row, by number of cards that count in it.
    """
    table = np.zeros((6, MULTISETS), dtype=np.int32)
    rank = 0
    for e in range(SYMBOLS):
        for d in range(e + 1):
            for c in range(d + 1):
                for b in range(c + 1):
                    for a in range(b + 1):
                        points = 0
                        for row in value_rows(a, b, c, d, e, opts):
                            points += row
                        sums = count_sums(a, b, c, d, e, opts)
                        for face in range(5):
                            table[face, rank] = points + sum_row(sums, 5 * face - 10, opts)
                        rank += 1
    for suited in range(6):
        table[5, suited] = suit_row(suited, opts)
    return table


@jit
def _all_of(pool, n, path, number, suit, table):
    """Return the points of a pool of at most four cards, all picked (SH-D2)."""
    rank = 0
    suited = SUITED[suit, path]
    for i in range(4):
        card = np.int64(NO_CARD)
        if i >= 4 - n:
            card = lowest(pool)
            pool &= pool - 1
        rank += WEIGHTS[SYMBOL[path], i, card]
        suited += SUITED[suit, card]
    return np.int64(table[(number + 10) // 5, rank] + table[5, suited])


@jit
def best_spoils(pool, path, number, suit, table):
    """Return (points, picks) of the four cards of the mask ``pool`` that score most, without the bonus for the Hold.

    ``path`` is a card or -1 for none; ``picks`` is a mask. Ties go to the lower cards (SH-E8); a pool under four
    cards is used whole (SH-D2).
    """
    n = size(pool)
    if n <= 4:
        return _all_of(pool, n, path, number, suit, table), pool
    weights = WEIGHTS[SYMBOL[path]]
    matches = SUITED[suit]
    points = table[(number + 10) // 5]
    suit_points = table[5]
    best = np.int64(-1)
    picks = np.int64(0)
    rest_0 = pool
    while rest_0:
        c0 = lowest(rest_0)
        rest_0 &= rest_0 - 1
        rank_0 = weights[0, c0]
        suited_0 = matches[path] + matches[c0]
        rest_1 = rest_0
        while rest_1:
            c1 = lowest(rest_1)
            rest_1 &= rest_1 - 1
            rank_1 = rank_0 + weights[1, c1]
            suited_1 = suited_0 + matches[c1]
            rest_2 = rest_1
            while rest_2:
                c2 = lowest(rest_2)
                rest_2 &= rest_2 - 1
                rank_2 = rank_1 + weights[2, c2]
                suited_2 = suited_1 + matches[c2]
                rest_3 = rest_2
                while rest_3:
                    c3 = lowest(rest_3)
                    rest_3 &= rest_3 - 1
                    value = np.int64(points[rank_2 + weights[3, c3]] + suit_points[suited_2 + matches[c3]])
                    if value > best:
                        best = value
                        picks = (1 << c0) | (1 << c1) | (1 << c2) | (1 << c3)
    return best, picks


@jit
def best_spoils_suits(pool, path, number, table):
    """Return the points of `best_spoils` for the suit die 0, 1 and 2, found in one pass."""
    n = size(pool)
    if n <= 4:
        return (
            _all_of(pool, n, path, number, 0, table),
            _all_of(pool, n, path, number, 1, table),
            _all_of(pool, n, path, number, 2, table),
        )
    weights = WEIGHTS[SYMBOL[path]]
    points = table[(number + 10) // 5]
    suit_points = table[5]
    best_0, best_1, best_2 = np.int64(0), np.int64(0), np.int64(0)
    rest_0 = pool
    while rest_0:
        c0 = lowest(rest_0)
        rest_0 &= rest_0 - 1
        rank_0 = weights[0, c0]
        suited_0 = SUITED_ALL[path] + SUITED_ALL[c0]
        rest_1 = rest_0
        while rest_1:
            c1 = lowest(rest_1)
            rest_1 &= rest_1 - 1
            rank_1 = rank_0 + weights[1, c1]
            suited_1 = suited_0 + SUITED_ALL[c1]
            rest_2 = rest_1
            while rest_2:
                c2 = lowest(rest_2)
                rest_2 &= rest_2 - 1
                rank_2 = rank_1 + weights[2, c2]
                suited_2 = suited_1 + SUITED_ALL[c2]
                rest_3 = rest_2
                while rest_3:
                    c3 = lowest(rest_3)
                    rest_3 &= rest_3 - 1
                    value = np.int64(points[rank_2 + weights[3, c3]])
                    suited = suited_2 + SUITED_ALL[c3]
                    best_0 = max(best_0, value + suit_points[suited & 7])
                    best_1 = max(best_1, value + suit_points[(suited >> 3) & 7])
                    best_2 = max(best_2, value + suit_points[suited >> 6])
    return best_0, best_1, best_2
