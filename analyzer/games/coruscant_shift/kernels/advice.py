"""Blocks of advice: every selection, or every addition, tried on the same deals.

What a hand brings is its share of the win: all of it, or an equal part of a draw-off, which is won by any of those in
it alike, since the cards that they draw are exchangeable.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from analyzer.core.dealing import deal as shuffle
from analyzer.core.jit import jit
from analyzer.core.rng import below, seed_stream
from analyzer.games.coruscant_shift.kernels import options as option
from analyzer.games.coruscant_shift.kernels.hand import WHOLE, improve, lay_first
from analyzer.games.coruscant_shift.kernels.policies import choose_selection
from analyzer.games.coruscant_shift.kernels.selections import (
    DECK,
    HAND,
    SIZES,
    chosen,
    distance_of,
    insert,
    strength,
    total_of,
)
from analyzer.games.coruscant_shift.kernels.table import (
    DRAWN,
    DREW,
    END,
    FIRST_SIZE,
    LIVE,
    NEXT,
    SIZE,
    STRENGTH,
    TOTAL,
    clear,
    discard,
    draw,
    new_table,
)
from analyzer.games.coruscant_shift.kernels.table import HAND as HAND_ROW

PARTS = ("wins", "draw_offs")
CHANCES = ("exact_hit",)
ANY = -1
# So often a hand is dealt anew until it draws as many cards as it was seen to; then the policy never does.
TRIES = 200_000


class Asked(NamedTuple):
    """What the asker knows.

    ``hand`` are the five cards dealt, packed, and ``new`` those drawn, ``news`` of them; ``first`` is the mask of the
    selection made. ``rest``, int64[unseen], are the cards that nobody has shown. ``drew``, int64[players - 1], is how
    many cards each opponent drew, or ANY, the asker's left first, or the dealer's left where the asker is to select;
    ``seat`` is the asker's from the dealer's left, or ANY.
    """

    target: int
    suit: int
    players: int
    hand: int
    first: int
    new: int
    news: int
    rest: np.ndarray
    drew: np.ndarray
    seat: int
    me: int
    opponent: int


@jit
def _take(rest, place, hands, state):
    """Deal the five cards of the opponent at ``place`` anew, of its own and those behind all hands of ``rest``."""
    free = len(rest) - HAND * hands
    for i in range(HAND):
        own = HAND * place + i
        j = below(state, HAND - i + free)
        other = own + j if j < HAND - i else HAND * hands + j - (HAND - i)
        rest[own], rest[other] = rest[other], rest[own]


@jit
def _packed_five(cards, at):
    packed = np.int64(0)
    for i in range(HAND):
        packed = insert(packed, i, cards[at + i])
    return packed


@jit
def seat_opponents(table, asked, rest, seat, book, state):
    """Deal hands to all seats but ``seat``, in order, let them select, and make the rest the draw pile.

    A hand that was seen to draw some number of cards is dealt anew until it does; twice over, so that a later hand has
    its say on an earlier one. Returns False where the policy never draws so many.
    """
    others = asked.players - 1
    shuffle(rest, state, len(rest))
    sweeps = 1
    for place in range(others):
        if asked.drew[place] != ANY:
            sweeps = 2
    for sweep in range(sweeps):
        for place in range(others):
            at = place + (place >= seat)
            wanted = asked.drew[place]
            if sweep == 1 and wanted != ANY:
                _take(rest, place, others, state)
            if sweep == 0 or wanted != ANY:
                for tries in range(TRIES + 1):
                    hand = _packed_five(rest, HAND * place)
                    mask = choose_selection(asked.opponent, hand, asked.target, asked.suit, book, state)
                    if wanted == ANY or HAND - SIZES[mask] == wanted:
                        break
                    if tries == TRIES:
                        return False
                    _take(rest, place, others, state)
                table.seats[HAND_ROW, at] = hand
                table.seats[FIRST_SIZE, at] = mask  # until all are dealt
    for place in range(others):
        at = place + (place >= seat)
        lay_first(table, at, table.seats[FIRST_SIZE, at], asked.suit)
    left = len(rest) - HAND * others
    for i in range(left):
        table.pile[i] = rest[HAND * others + i]
    table.marks[NEXT], table.marks[END], table.marks[LIVE] = 0, left, asked.players
    return True


@jit
def _draw_and_improve(table, seat, asked, policy, book, state):
    """Let ``seat`` draw, improve, and know its strength."""
    seats = table.seats
    seats[DRAWN, seat] = draw(table, seats[DREW, seat], book.opts[option.EXHAUSTION] != 0, state)
    improve(table, seat, asked.target, asked.suit, policy, book, state)
    seats[STRENGTH, seat] = strength(seats[TOTAL, seat], seats[SIZE, seat], asked.target, book.opts)


@jit
def _share(table, players, seat, own):
    """Return what a strength of ``own`` wins for ``seat``, in units of 1 / WHOLE."""
    tied = 1
    for other in range(players):
        if other != seat:
            if table.seats[STRENGTH, other] < own:
                return np.int64(0)
            tied += table.seats[STRENGTH, other] == own
    return np.int64(WHOLE // tied)


@jit
def _note(won, own, place, values, parts, chances):
    values[place] = won
    parts[place, 0 if won == WHOLE else 1] += won
    chances[place, 0] += WHOLE * (distance_of(own) == 0)


@jit
def select_block(stream, deals, asked, book, masks, values, parts, chances):
    """Try the selections ``masks``, int64[k], on common deals: shares of the win into ``values`` (int32[deals, k]).

    ``parts`` (int64[k, 2]) and ``chances`` (int64[k, 1]) are those of PARTS and CHANCES, all in units of 1 / WHOLE.
    Returns False where an opponent never draws what it was seen to.
    """
    state, after = np.zeros(4, dtype=np.uint64), np.zeros(4, dtype=np.uint64)
    seed_stream(state, stream)
    table, rest, players = new_table(), asked.rest.copy(), asked.players
    pile, discards = np.zeros(DECK, dtype=np.int64), np.zeros(DECK, dtype=np.int64)
    # Where the pile cannot run out all orders of drawing are alike, so the opponents draw first and once.
    tight = 2 * HAND * players > DECK
    for deal in range(deals):
        clear(table)
        seat = np.int64(players - 1)
        if tight:
            seat = below(state, players) if asked.seat == ANY else asked.seat
        if not seat_opponents(table, asked, rest, seat, book, state):
            return False
        if not tight:
            for other in range(players):
                if other != seat:
                    _draw_and_improve(table, other, asked, asked.opponent, book, state)
        pile[:], discards[:] = table.pile, table.discards
        start, end = table.marks[NEXT], table.marks[END]
        fork = np.uint64(below(state, 1 << 31)) << np.uint64(32)
        table.seats[HAND_ROW, seat] = asked.hand
        for place in range(len(masks)):
            seed_stream(after, stream ^ fork)
            table.marks[NEXT], table.marks[END] = start, end
            if tight:
                table.pile[:], table.discards[:] = pile, discards
            lay_first(table, seat, masks[place], asked.suit)
            for other in range(players):
                if other == seat:
                    _draw_and_improve(table, other, asked, asked.me, book, after)
                elif tight:
                    _draw_and_improve(table, other, asked, asked.opponent, book, after)
            own = table.seats[STRENGTH, seat]
            _note(_share(table, players, seat, own), own, place, values[deal], parts, chances)
    return True


@jit
def improve_block(stream, deals, asked, book, masks, free, values, parts, chances):
    """Try the additions ``masks`` of the new cards, or with ``free`` of all five, in deals as `select_block` does."""
    state = np.zeros(4, dtype=np.uint64)
    seed_stream(state, stream)
    table, rest, players = new_table(), asked.rest.copy(), asked.players
    kept, size = chosen(asked.hand, asked.first), SIZES[asked.first]
    cards, n = asked.new, asked.news
    if free:
        for i in range(size):
            cards = insert(cards, n, (kept >> 6 * i) & 63)
            n += 1
        kept, size = np.int64(0), np.int64(0)
    own = np.zeros(len(masks), dtype=np.int64)
    for place in range(len(masks)):
        more = SIZES[masks[place]]
        total = total_of(kept, size, asked.suit) + total_of(chosen(cards, masks[place]), more, asked.suit)
        own[place] = strength(total, size + more, asked.target, book.opts)
    seat = np.int64(players - 1)
    for deal in range(deals):
        clear(table)
        if not seat_opponents(table, asked, rest, seat, book, state):
            return False
        # The own discards may come back to those who draw when the pile has run out.
        discard(table, asked.hand, HAND, asked.first)
        for other in range(players - 1):
            _draw_and_improve(table, other, asked, asked.opponent, book, state)
        for place in range(len(masks)):
            _note(_share(table, players, seat, own[place]), own[place], place, values[deal], parts, chances)
    return True
