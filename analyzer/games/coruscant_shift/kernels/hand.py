"""One hand in numba, from the cards dealt to the pots won, in the rulebook's order."""

from __future__ import annotations

import numpy as np

from analyzer.core.jit import jit
from analyzer.games.coruscant_shift.kernels import options as option
from analyzer.games.coruscant_shift.kernels.policies import (
    BETTOR,
    CHECK,
    FOLD,
    STAY,
    choose_addition,
    choose_selection,
    choose_stay,
)
from analyzer.games.coruscant_shift.kernels.selections import HAND as FIVE
from analyzer.games.coruscant_shift.kernels.selections import SIZES, chosen, insert, strength, total_of
from analyzer.games.coruscant_shift.kernels.staying import (
    cell_of,
    class_of_final,
    class_of_first,
    first_mask,
    least_drawn,
)
from analyzer.games.coruscant_shift.kernels.table import (
    ACTIONS,
    CHIPS,
    DRAWN,
    DREW,
    FIRST,
    FIRST_SIZE,
    FIRST_TOTAL,
    FOLDED,
    HAND,
    LIVE,
    PAID,
    SELECTION,
    SIZE,
    STRENGTH,
    TIED,
    TOTAL,
    WON,
    deal_hands,
    discard,
    draw,
    draw_off,
)

# What decided the hand, or its main pot. `level_of` finds the first four.
LEVELS = ("two_sylops", "distance", "suit", "draw_off", "split", "folds")
TWO_SYLOPS, DISTANCE, SUIT, DRAW_OFF, SPLIT, FOLDS = range(len(LEVELS))
# A hand of standard is worth so many units, so that two to eight share it in whole ones.
WHOLE = 840


@jit
def play_hand(table, players, target, suit, policies, book, state):
    """Play a hand of the orders on ``table`` and return its level; what the seats have stands in ``table.seats``.

    ``policies`` are int64[players]; CHIPS of the table are those before the ante, and those left after it. WON is in
    chips, or in units of 1 / WHOLE of a standard hand.
    """
    opts, seats, marks = book.opts, table.seats, table.marks
    staked = opts[option.FORM] != 0
    deal_hands(table, players)
    if staked:
        for seat in range(players):
            _pay(seats, seat, opts[option.ANTE])
    for seat in range(players):
        _select(table, seat, target, suit, policies[seat], book, state)
    if staked:
        _stay_or_fold(table, players, 0, target, suit, policies, book, state)
    if marks[LIVE] > 1:
        for seat in range(players):
            if not seats[FOLDED, seat]:
                cards = draw(table, seats[DREW, seat], opts[option.EXHAUSTION] != 0, state)
                seats[DRAWN, seat] = cards
        for seat in range(players):
            if not seats[FOLDED, seat]:
                improve(table, seat, target, suit, policies[seat], book, state)
        if staked:
            _stay_or_fold(table, players, 1, target, suit, policies, book, state)
    for seat in range(players):
        seats[STRENGTH, seat] = strength(seats[TOTAL, seat], seats[SIZE, seat], target, opts)
    return _settle(table, players, opts, staked, state)


@jit
def _select(table, seat, target, suit, policy, book, state):
    hand = table.seats[HAND, seat]
    lay_first(table, seat, choose_selection(policy, hand, target, suit, book, state), suit)


@jit
def lay_first(table, seat, mask, suit):
    """Lay those cards of the hand of ``seat`` that are in ``mask``; the rest goes to the discards (CS-S4)."""
    seats = table.seats
    hand, size = seats[HAND, seat], SIZES[mask]
    seats[FIRST, seat] = seats[SELECTION, seat] = chosen(hand, mask)
    seats[FIRST_SIZE, seat] = seats[SIZE, seat] = size
    seats[DREW, seat] = FIVE - size
    seats[FIRST_TOTAL, seat] = seats[TOTAL, seat] = total_of(seats[FIRST, seat], size, suit)
    discard(table, hand, FIVE, mask)


@jit
def improve(table, seat, target, suit, policy, book, state):
    """Add new cards to the selection (CS-S3), or keep any of all five (CS-H4); the rest goes to the discards."""
    seats, opts = table.seats, book.opts
    kept, size, base = seats[FIRST, seat], seats[FIRST_SIZE, seat], seats[FIRST_TOTAL, seat]
    cards, n, least = seats[DRAWN, seat], seats[DREW, seat], np.int64(0)
    if opts[option.FORM] != 0 and opts[option.IMPROVE] == 0:
        for i in range(size):
            cards = insert(cards, n, (kept >> 6 * i) & 63)
            n += 1
        kept, size, base, least = np.int64(0), np.int64(0), np.int64(0), np.int64(1)
    mask = choose_addition(policy, base, size, cards, n, least, target, suit, book, state)
    added = chosen(cards, mask)
    for i in range(SIZES[mask]):
        kept = insert(kept, size, (added >> 6 * i) & 63)
        size += 1
    seats[SELECTION, seat], seats[SIZE, seat] = kept, size
    seats[TOTAL, seat] = total_of(kept, size, suit)
    discard(table, cards, n, mask)


@jit
def _pay(seats, seat, amount):
    seats[CHIPS, seat] -= amount
    seats[PAID, seat] += amount


@jit
def _chance_to_stay(table, players, bet_number, seat, stayed, target, suit, book):
    """Return the chance with which `bettor` stays, whose table takes all who come later as yet to be asked."""
    seats = table.seats
    later = np.int64(0)
    for other in range(seat + 1, players):
        later += 1 - seats[FOLDED, other]
    if bet_number == 0:
        mask = first_mask(seats, seat)
        own = class_of_first(seats[HAND, seat], mask, players, target, suit, book)
    else:
        own = class_of_final(strength(seats[TOTAL, seat], seats[SIZE, seat], target, book.opts))
    least = least_drawn(seats, players, seat)
    return np.float64(book.betting[cell_of(bet_number, target, stayed, later, least, own)])


@jit
def _stay_or_fold(table, players, bet_number, target, suit, policies, book, state):
    """Ask in order who stays, at the price of a bet (CS-H1).

    With ``check`` staying is free until somebody pays; those who checked before are then asked again.
    """
    seats, marks, opts = table.seats, table.marks, book.opts
    checking = opts[option.CHECK] != 0
    again = np.int64(0)
    stayed = np.int64(0)
    for turn in range(2):
        asked = again
        for seat in range(players):
            if marks[LIVE] < 2 or seats[FOLDED, seat] or (turn == 1 and not (asked >> seat) & 1):
                continue
            bet = min(opts[option.BET], seats[CHIPS, seat])
            short = bet < opts[option.BET]
            # Who is short must fold, or stays for what is left (CS-H6); staying for nothing is a check.
            can_stay = (not short or opts[option.SHORT] != 0) and not (checking and bet == 0)
            action = FOLD
            if checking or can_stay:
                chance = 1.0
                if policies[seat] == BETTOR:
                    chance = _chance_to_stay(table, players, bet_number, seat, stayed, target, suit, book)
                action = choose_stay(policies[seat], chance, checking, can_stay, state)
            seats[ACTIONS, seat] = (seats[ACTIONS, seat] << 2) + action + 1
            if action == STAY:
                _pay(seats, seat, bet)
                checking = False
                stayed += 1
            elif action == CHECK:
                again |= np.int64(1) << seat
            else:
                seats[FOLDED, seat] = 1
                marks[LIVE] -= 1
                discard(table, seats[SELECTION, seat], seats[SIZE, seat], np.int64(0))
        if checking:
            break


@jit
def _level_of(seats, players, best):
    """Return the level that leaves one alone of the seats in TIED, of which ``best`` is the best strength.

    DRAW_OFF where none does; the seats equal in all stay marked.
    """
    level = DRAW_OFF
    for place, shift in ((TWO_SYLOPS, 12), (DISTANCE, 4), (SUIT, 0)):
        equals = 0
        for seat in range(players):
            equals += seats[TIED, seat] != 0 and seats[STRENGTH, seat] >> shift == best >> shift
        if equals == 1:
            level = place
            break
    for seat in range(players):
        if seats[STRENGTH, seat] != best:
            seats[TIED, seat] = 0
    return level


@jit
def _settle_pot(table, players, amount, eligible, opts, state):
    """Give ``amount`` to the strongest of the seats in the mask ``eligible``; return the level."""
    seats = table.seats
    best, rivals = np.int64(1 << 40), 0
    for seat in range(players):
        seats[TIED, seat] = (eligible >> seat) & 1
        if seats[TIED, seat]:
            rivals += 1
            best = min(best, seats[STRENGTH, seat])
    level = FOLDS if rivals == 1 else _level_of(seats, players, best)
    tied = 0
    for seat in range(players):
        tied += seats[TIED, seat]
    if tied > 1 and opts[option.DRAW_OFF] == 0:
        tied = draw_off(table, players, tied, state)
    if tied > 1:
        level = SPLIT
    # Odd chips go to the first from the dealer's left.
    odd = amount % tied
    for seat in range(players):
        if seats[TIED, seat]:
            seats[WON, seat] += amount // tied
            if odd > 0:
                seats[WON, seat] += 1
                odd -= 1
    return level


@jit
def _settle(table, players, opts, staked, state):
    """Give the hand, or each pot from the main one on, to whose selection wins it; return the level of the first.

    There is one pot, unless somebody stayed for less than the others (CS-H6): see `rules_hand.pots`.
    """
    seats = table.seats
    live, most = np.int64(0), np.int64(0)
    for seat in range(players):
        live |= np.int64(1 - seats[FOLDED, seat]) << seat
        most = max(most, seats[PAID, seat])
    if not staked:
        return _settle_pot(table, players, np.int64(WHOLE), live, opts, state)
    first, covered = np.int64(-1), np.int64(-1)
    while True:
        # The next higher amount that a live seat paid; the last pot takes what folded seats paid above it.
        paid, last = np.int64(1 << 40), np.int64(0)
        for seat in range(players):
            if (live >> seat) & 1:
                last = max(last, seats[PAID, seat])
                if seats[PAID, seat] > covered:
                    paid = min(paid, seats[PAID, seat])
        top = most if paid == last else paid
        amount, eligible = np.int64(0), np.int64(0)
        for seat in range(players):
            amount += min(seats[PAID, seat], top) - min(seats[PAID, seat], max(covered, np.int64(0)))
            if (live >> seat) & 1 and seats[PAID, seat] >= paid:
                eligible |= np.int64(1) << seat
        if amount or paid == last:
            level = _settle_pot(table, players, amount, eligible, opts, state)
            if first < 0:
                first = level
        if paid == last:
            return first
        covered = paid
