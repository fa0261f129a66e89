"""What lies on the table in one hand: the cards of chance and a table by seat, allocated once and used again."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from analyzer.core.dealing import deal as shuffle
from analyzer.core.jit import jit
from analyzer.games.coruscant_shift.kernels.selections import DECK, VALUES, insert

SEATS = 8
# Rows of `Table.seats`. HAND, FIRST, DRAWN and SELECTION are packed cards; FIRST_SIZE, DREW and SIZE count them.
(
    HAND, FIRST, FIRST_SIZE, DREW, DRAWN, SELECTION, SIZE, FOLDED, ACTIONS, PAID, CHIPS, STRENGTH, FIRST_TOTAL, TOTAL,
    WON, TIED,
) = range(16)  # fmt: skip
ROWS = 16
# Cells of `Table.marks`: the next card of the pile and its end, and how many still play.
NEXT, END, LIVE = range(3)
MARKS = 3


class Table(NamedTuple):
    """``order``, ``shift_order`` and ``draw_off_order`` are int64[62] (see `rules_record.Deal`).

    ``pile``, int64[62], holds the draw pile from ``marks[NEXT]`` to ``marks[END]``; ``discards``, int64[62], how often
    each card lies there; ``seats``, int64[ROWS, 8], what the seats have. ``fresh``, int64[1], is 0 where the last two
    orders were given and 1 where they are shuffled when they are needed.
    """

    order: np.ndarray
    shift_order: np.ndarray
    draw_off_order: np.ndarray
    pile: np.ndarray
    discards: np.ndarray
    marks: np.ndarray
    seats: np.ndarray
    fresh: np.ndarray


@jit
def new_table():
    """Return a table whose three orders are yet to be shuffled."""
    return Table(
        np.arange(DECK),
        np.arange(DECK),
        np.arange(DECK),
        np.zeros(DECK, dtype=np.int64),
        np.zeros(DECK, dtype=np.int64),
        np.zeros(MARKS, dtype=np.int64),
        np.zeros((ROWS, SEATS), dtype=np.int64),
        np.ones(1, dtype=np.int64),
    )


@jit
def clear(table):
    """Take everything off the table but the chips."""
    for row in range(ROWS):
        if row != CHIPS:
            for seat in range(SEATS):
                table.seats[row, seat] = 0
    for card in range(DECK):
        table.discards[card] = 0


@jit
def deal_hands(table, players):
    """Clear the table and give each seat five cards, the dealer last."""
    clear(table)
    seats = table.seats
    for seat in range(players):
        cards = np.int64(0)
        for i in range(5):
            cards = insert(cards, i, table.order[5 * seat + i])
        seats[HAND, seat] = cards
    left = DECK - 5 * players
    for i in range(left):
        table.pile[i] = table.order[5 * players + i]
    table.marks[NEXT], table.marks[END], table.marks[LIVE] = 0, left, players


@jit
def discard(table, cards, n, kept):
    """Put those of ``n`` packed cards on the discards that are not in the mask ``kept``."""
    for i in range(n):
        if not (kept >> i) & 1:
            table.discards[(cards >> 6 * i) & 63] += 1


@jit
def _shuffle_discards(table, order, state):
    """Make the discards the draw pile, in the order in which they stand in ``order``."""
    if table.fresh[0]:
        shuffle(order, state, DECK)
    end = 0
    for card in order:
        for _ in range(table.discards[card]):
            table.pile[end] = card
            end += 1
        table.discards[card] = 0
    table.marks[NEXT], table.marks[END] = 0, end


@jit
def _fresh_deck(table, state):
    """Make a second, whole deck the draw pile (CS-D1, ``exhaustion=fresh_deck``)."""
    if table.fresh[0]:
        shuffle(table.shift_order, state, DECK)
    for i in range(DECK):
        table.pile[i] = table.shift_order[i]
    table.marks[NEXT], table.marks[END] = 0, DECK


@jit
def draw(table, n, fresh_deck, state):
    """Return ``n`` cards off the pile, packed; the discards, or a fresh deck, follow when it runs out (CS-D1)."""
    cards, marks = np.int64(0), table.marks
    for i in range(n):
        if marks[NEXT] == marks[END]:
            if fresh_deck:
                _fresh_deck(table, state)
            else:
                _shuffle_discards(table, table.shift_order, state)
        cards = insert(cards, i, table.pile[marks[NEXT]])
        marks[NEXT] += 1
    return cards


@jit
def _left(table):
    """Return how many cards can still be drawn in a draw-off."""
    left = table.marks[END] - table.marks[NEXT]
    for card in range(DECK):
        left += table.discards[card]
    return left


@jit
def draw_off(table, players, tied, state):
    """Return how many of the seats marked in TIED are left after the draw-off (CS-T3, CS-T4), and leave them marked.

    More than one is left only where fewer cards are than players.
    """
    marks, seats = table.marks, table.seats
    while tied > 1 and (marks[END] - marks[NEXT] >= tied or _left(table) >= tied):
        highest = np.int64(-99)
        for seat in range(players):
            if seats[TIED, seat]:
                if marks[NEXT] == marks[END]:
                    _shuffle_discards(table, table.draw_off_order, state)
                # A card's value shifted: 0 is no mark.
                seats[TIED, seat] = VALUES[table.pile[marks[NEXT]]] + 20
                marks[NEXT] += 1
                highest = max(highest, seats[TIED, seat])
        tied = 0
        for seat in range(players):
            seats[TIED, seat] = np.int64(seats[TIED, seat] == highest)
            tied += seats[TIED, seat]
    return tied
