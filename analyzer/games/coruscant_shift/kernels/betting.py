"""Bets of halcyon and holo hands: what staying is worth in each cell of a strategy, on dealt hands.

The others stay and fold by the strategy; the player looked at always stays, so that one passage values both of its
decisions: folding brings 0 from then on.
"""

from __future__ import annotations

import numpy as np

from analyzer.core.dealing import deal as shuffle
from analyzer.core.jit import jit
from analyzer.core.rng import seed_stream
from analyzer.games.coruscant_shift.kernels import options as option
from analyzer.games.coruscant_shift.kernels.hand import improve, lay_first
from analyzer.games.coruscant_shift.kernels.match import roll
from analyzer.games.coruscant_shift.kernels.policies import BETTOR, REPLY, STAY, choose_selection, choose_stay
from analyzer.games.coruscant_shift.kernels.selections import DECK, strength
from analyzer.games.coruscant_shift.kernels.staying import cell_of, class_of_final, class_of_first, least_drawn
from analyzer.games.coruscant_shift.kernels.table import (
    DRAWN,
    DREW,
    FOLDED,
    HAND,
    SEATS,
    SIZE,
    STRENGTH,
    TOTAL,
    deal_hands,
    draw,
    new_table,
)


@jit
def ask_all(table, players, bet, target, watched, strategy, classes, state):
    """Ask all who are in, in order; ``watched`` always stays. Return (its cell or -1, number of those who paid)."""
    seats = table.seats
    live = np.int64(0)
    for seat in range(players):
        live += 1 - seats[FOLDED, seat]
    own, stayed, later = np.int64(-1), np.int64(0), live
    for seat in range(players):
        if seats[FOLDED, seat]:
            continue
        if live < 2:
            break
        later -= 1
        cell = cell_of(bet, target, stayed, later, least_drawn(seats, players, seat), classes[seat])
        if seat == watched:
            own = cell
            stayed += 1
        elif choose_stay(BETTOR, strategy[cell], False, True, state) == STAY:
            stayed += 1
        else:
            seats[FOLDED, seat] = 1
            live -= 1
    return own, stayed


@jit
def share_of(seats, players, seat):
    """Return the part of the pot that ``seat`` wins of those still in; a draw-off is won by each in it alike."""
    tied = 1
    for other in range(players):
        if other != seat and not seats[FOLDED, other]:
            if seats[STRENGTH, other] < seats[STRENGTH, seat]:
                return 0.0
            tied += seats[STRENGTH, other] == seats[STRENGTH, seat]
    return 1.0 / tied


@jit
def prepare(table, players, target, suit, book, first, final, state):
    """Deal, select, draw and improve for all seats by `reply`, and note the classes of both bets."""
    seats, opts = table.seats, book.opts
    shuffle(table.order, state, DECK)
    deal_hands(table, players)
    for seat in range(players):
        mask = choose_selection(REPLY, seats[HAND, seat], target, suit, book, state)
        lay_first(table, seat, mask, suit)
        first[seat] = class_of_first(seats[HAND, seat], mask, players, target, suit, book)
    for seat in range(players):
        seats[DRAWN, seat] = draw(table, seats[DREW, seat], opts[option.EXHAUSTION] != 0, state)
    for seat in range(players):
        improve(table, seat, target, suit, REPLY, book, state)
        seats[STRENGTH, seat] = strength(seats[TOTAL, seat], seats[SIZE, seat], target, opts)
        final[seat] = class_of_final(seats[STRENGTH, seat])


@jit
def betting_block(stream, deals, players, book, strategy, own, sums, reach, gains):
    """Deal hands and watch each seat in turn, the others playing ``strategy``, float32[CELLS].

    ``sums``, float64[CELLS], gains what staying brought in a cell, later decisions by ``own``; ``reach``,
    float64[CELLS], how often `own` came there; ``gains``, float64[deals], is by deal the mean of the seats' chips when
    they play ``own``, ante aside. Those who fold have drawn all the same, which matters to no odds unless the pile
    runs out.
    """
    state = np.zeros(4, dtype=np.uint64)
    seed_stream(state, stream)
    table = new_table()
    seats = table.seats
    first, final = np.zeros(SEATS, dtype=np.int64), np.zeros(SEATS, dtype=np.int64)
    ante, bet = book.opts[option.ANTE], book.opts[option.BET]
    for deal in range(deals):
        target, suit = roll(state)
        prepare(table, players, target, suit, book, first, final, state)
        for seat in range(players):
            for other in range(players):
                seats[FOLDED, other] = 0
            one, paid = ask_all(table, players, 0, target, seat, strategy, first, state)
            two, more = ask_all(table, players, 1, target, seat, strategy, final, state)
            value = share_of(seats, players, seat) * (players * ante + (paid + more) * bet)
            reached = 1.0 if one < 0 else np.float64(own[one])
            if two >= 0:
                value -= bet
                sums[two] += value
                reach[two] += reached
                value *= own[two]
            if one >= 0:
                value -= bet
                sums[one] += value
                reach[one] += 1.0
                value *= own[one]
            gains[deal] += value / players
