"""Probability tables of the Spoils: every five-card hand counted exactly, the best picks of a pool sampled.

A hand of five is four picks and the path card, and every row of the chart counts all five alike: so five cards have
one score, whichever of them is the path card. Nor does any row but the suit row look at suits. The 6,471,002 hands
are therefore counted as multisets of five values, each times the ways in which suits can be dealt to it.
"""

from __future__ import annotations

import numpy as np

from analyzer.core.dealing import deal
from analyzer.core.enumeration import BINOMIAL
from analyzer.core.jit import jit
from analyzer.core.rng import below, seed_stream
from analyzer.games.smugglers_hold.kernels.spoils import ROWS, best_spoils, count_sums, suit_row, sum_row, value_rows

# The faces of the number die; 0 has two of the six (SH-A1).
NUMBER_FACES = np.array([0, 0, 5, -5, 10, -10], dtype=np.int64)
SUIT_FACES = 3
SPOILS_BLOCKS = 21
_SYLOP = 11
_ROW = {name: row for row, name in enumerate(ROWS)}
_SABACC, _PURE, _PAIR, _RUN, _TRIPLE = (
    _ROW[name] for name in ("sabacc", "pure_sabacc", "sylop_pair", "run", "triple")
)
_SUM, _SUIT, _TOTAL = _ROW["sum"], _ROW["suit"], len(ROWS)
NUMBER_FACES.flags.writeable = False


@jit
def most_points(table):
    """Return a bound on the points of a hand under the options of ``table`` (see `spoils_table`)."""
    return np.int64(table[:5].max()) + np.int64(table[5, :6].max())


@jit
def _suit_ways(symbols, ways):
    """Fill ``ways[j]``: the deals of suits to ``symbols`` (sorted) that leave j cards counting for a given suit.

    Returns False where the deck holds too few cards of a value.
    """
    ways[:] = 0
    ways[0] = 1
    i = 0
    while i < 5:
        copies = 1
        while i + copies < 5 and symbols[i + copies] == symbols[i]:
            copies += 1
        if copies > (2 if symbols[i] == _SYLOP else 3):
            return False
        for j in range(5, -1, -1):
            if symbols[i] == _SYLOP:  # wild: each Sylop counts, and both names of it are cards of their own
                ways[j] = ways[j - copies] * BINOMIAL[2, copies] if j >= copies else 0
            else:  # of the three cards of this value, the one of the suit is either out or in
                held = ways[j - 1] * BINOMIAL[2, copies - 1] if j >= 1 else 0
                ways[j] = ways[j] * BINOMIAL[2, copies] + held
        i += copies
    return True


@jit
def spoils_block(block, opts, histogram):
    """Count the hands whose highest value is number ``block`` (0..20) with all 18 faces of the dice.

    Adds to ``histogram``, int64[len(ROWS) + 1, most_points + 1]: hands and faces by points of each row, and of all
    rows in the last. The 21 blocks add up to 6,471,002 x 18 in each row.
    """
    ways = np.zeros(6, dtype=np.int64)
    e = block + 1
    for d in range(1, e + 1):
        for c in range(1, d + 1):
            for b in range(1, c + 1):
                for a in range(1, b + 1):
                    if not _suit_ways((a, b, c, d, e), ways):
                        continue
                    sabacc, pure, pair, run, triple = value_rows(a, b, c, d, e, opts)
                    fixed = sabacc + pure + pair + run + triple
                    hands = ways.sum()
                    faces = SUIT_FACES * len(NUMBER_FACES)
                    histogram[_SABACC, sabacc] += hands * faces
                    histogram[_PURE, pure] += hands * faces
                    histogram[_PAIR, pair] += hands * faces
                    histogram[_RUN, run] += hands * faces
                    histogram[_TRIPLE, triple] += hands * faces
                    for suited in range(6):
                        histogram[_SUIT, suit_row(suited, opts)] += ways[suited] * faces
                    subsets = count_sums(a, b, c, d, e, opts)
                    for number in NUMBER_FACES:
                        sums = sum_row(subsets, number, opts)
                        histogram[_SUM, sums] += hands * SUIT_FACES
                        for suited in range(6):
                            points = fixed + sums + suit_row(suited, opts)
                            histogram[_TOTAL, points] += ways[suited] * SUIT_FACES


@jit
def pick_block(stream, deals, n, table, values):
    """Fill ``values`` (int32[deals]) with the best Spoils of a random pool of ``n`` cards, path card and dice.

    ``n`` is 4..12; of 4 it is the exact distribution of `spoils_block`, since then the hand is any five cards.
    """
    state = np.zeros(4, dtype=np.uint64)
    seed_stream(state, stream)
    deck = np.arange(62)
    for i in range(deals):
        deal(deck, state, n + 1)
        pool = np.int64(0)
        for card in deck[:n]:
            pool |= np.int64(1) << card
        number = NUMBER_FACES[below(state, 6)]
        points, _ = best_spoils(pool, deck[n], number, below(state, SUIT_FACES), table)
        values[i] = points
