"""How a hand ends: the reveal, sudden demise, penalties, and who takes which pot."""

from __future__ import annotations

import numpy as np

from analyzer.core.jit import jit
from analyzer.games.pure_sabacc.kernels import options as option
from analyzer.games.pure_sabacc.kernels.ranking import VALUES, category_of
from analyzer.games.pure_sabacc.kernels.table import (
    CALLER,
    CALLER_PAID,
    CREDITS,
    DEAD,
    KEY,
    PAID,
    PLAYERS,
    SABACC,
    SHOWN,
    SIZE,
    TAKERS,
    WINNERS,
    bits,
    hand_pot,
    key_at,
    left_to_draw,
    live_mask,
    penalize,
    roll,
    shift,
    take,
)
from analyzer.games.pure_sabacc.rules_ranking import BOMB, PURE

NOT_SHOWN = -1


@jit
def fee_of(pot, part_option, divisor):
    """Return a fee of the whole pot, or of a part of it, rounded up."""
    return pot if part_option == 0 else -(-pot // divisor)


@jit
def bomb_fee(table, opts):
    """Return what bombing out costs now (PS-B2)."""
    return fee_of(hand_pot(table), opts[option.BOMB_FEE], 10)


@jit
def call_fee(table, opts):
    """Return what calling and not winning costs now (PS-C3)."""
    return fee_of(hand_pot(table), opts[option.CALL_FEE], 2)


@jit
def settle(table, opts, state):
    """Reveal, collect the penalties and give away the pots; marks WINNERS (of the main pot) and TAKERS as bits."""
    numbers, seats = table.numbers, table.seats
    players, live = numbers[PLAYERS], live_mask(table)
    shown = bits(live) > 1
    if shown and opts[option.VARIANT4] != 0 and roll(table, opts, state):
        shift(table, live, 0, state)
    for seat in range(players):
        seats[KEY, seat] = key_at(table, seat, opts) if live >> seat & 1 else NOT_SHOWN
    numbers[SHOWN] = 1 if shown else 0
    total = hand_pot(table)
    main = _winners_of(table, _eligible(table, live, _lowest(table, live, -1)), shown, opts, state)
    numbers[WINNERS] = main
    bombed, called = bomb_fee(table, opts), call_fee(table, opts)
    for seat in range(players):
        bombs = shown and seats[KEY, seat] >= 0 and category_of(seats[KEY, seat]) == BOMB
        fails = seat == numbers[CALLER] and main >> seat & 1 == 0 and numbers[CALLER_PAID] == 0
        if fails and (not bombs or called >= bombed):
            penalize(table, seat, called)
        elif bombs:
            penalize(table, seat, bombed)
    _give_pots(table, live, shown, main, total, opts, state)
    takers = 0
    for seat in range(players):
        if main >> seat & 1 and category_of(seats[KEY, seat]) >= PURE:
            takers |= 1 << seat
    numbers[TAKERS] = takers
    if takers:
        _share(table, numbers[SABACC], takers)
        numbers[SABACC] = 0


@jit
def _lowest(table, live, above):
    """Return the lowest stake above ``above`` of a live seat, -1 where there is none."""
    lowest = np.int64(-1)
    for seat in range(table.numbers[PLAYERS]):
        paid = table.seats[PAID, seat]
        if live >> seat & 1 and paid > above and (lowest < 0 or paid < lowest):
            lowest = paid
    return lowest


@jit
def _eligible(table, live, level):
    mask = 0
    for seat in range(table.numbers[PLAYERS]):
        if live >> seat & 1 and table.seats[PAID, seat] >= level:
            mask |= 1 << seat
    return mask


@jit
def _give_pots(table, live, shown, main, total, opts, state):
    """Give each pot to its winners, the main one first, as side pots are in poker; unwon ones to the sabacc pot.

    Pots with nobody who tied anew have been decided before: the same seats meet in sudden demise once, and its cards
    are dealt before anything is paid, so that the contests are held in the order of the pots.
    """
    below, level, given = np.int64(0), _lowest(table, live, -1), np.int64(0)
    tied_before, won_before = 0, 0
    first = True
    while level >= 0:
        further = _lowest(table, live, level)
        amount = np.int64(0)
        for seat in range(DEAD + 1):
            amount += min(table.seats[PAID, seat], level) - min(table.seats[PAID, seat], below)
        if further < 0:  # What those who folded paid beyond every other stake lies in the last pot.
            amount = total - given
        if first:
            winners = main
        else:
            eligible = _eligible(table, live, level)
            tied = _tied(table, eligible) if shown else eligible
            winners = won_before if tied == tied_before else _winners_of(table, eligible, shown, opts, state)
        tied_before = _tied(table, _eligible(table, live, level)) if shown else 0
        won_before = winners
        if winners:
            _share(table, amount, winners)
        else:
            table.numbers[SABACC] += amount
        given += amount
        below, level, first = level, further, False


@jit
def _tied(table, eligible):
    """Return those of ``eligible`` with the best hand, nobody where all bomb."""
    best, mask = np.int64(-1), 0
    for seat in range(table.numbers[PLAYERS]):
        key = table.seats[KEY, seat]
        if eligible >> seat & 1 and category_of(key) != BOMB:
            if key > best:
                best, mask = key, 0
            if key == best:
                mask |= 1 << seat
    return mask


@jit
def _winners_of(table, eligible, shown, opts, state):
    """Return who of ``eligible`` wins, as bits."""
    if not shown:
        return eligible
    tied = _tied(table, eligible)
    if bits(tied) < 2 or opts[option.FULL_TIE] != 0:
        return tied
    best = 0
    for seat in range(table.numbers[PLAYERS]):
        if tied >> seat & 1:
            best = table.seats[KEY, seat]
    if category_of(best) >= PURE:
        return _single_card(table, tied, opts, state)
    return _sudden_demise(table, tied, opts, state)


@jit
def _sudden_demise(table, tied, opts, state):
    """Deal each tied seat a card to its hand until one is best or all bomb (PS-S1 to PS-S3)."""
    players, seats = table.numbers[PLAYERS], table.seats
    dealt = 0
    while bits(tied) > 1 and left_to_draw(table) >= bits(tied):
        for seat in range(players):
            if tied >> seat & 1:
                table.hands[seat, seats[SIZE, seat]] = take(table, state)
                seats[SIZE, seat] += 1
        dealt += 1
        best, still = np.int64(-1), 0
        for seat in range(players):
            if tied >> seat & 1:
                key = key_at(table, seat, opts)
                if category_of(key) != BOMB:
                    if key > best:
                        best, still = key, 0
                    if key == best:
                        still |= 1 << seat
        for seat in range(players):
            if tied & ~still & 1 << seat:  # Another pot is contested with the hand as it was.
                seats[SIZE, seat] -= dealt
        tied = still
    for seat in range(players):
        if tied >> seat & 1:
            seats[SIZE, seat] -= dealt
    return tied


@jit
def _single_card(table, tied, opts, state):
    """Deal each tied seat one card: the highest wins, and those still tied are dealt another (PS-R7, PS-S4)."""
    players = table.numbers[PLAYERS]
    while bits(tied) > 1 and left_to_draw(table) >= bits(tied):
        best, still = np.int64(-100), 0
        for seat in range(players):
            if tied >> seat & 1:
                value = VALUES[take(table, state)]
                if opts[option.DEMISE_CARD] != 0:
                    value = abs(value)
                if value > best:
                    best, still = value, 0
                if value == best:
                    still |= 1 << seat
        tied = still
    return tied


@jit
def _share(table, amount, mask):
    """Give ``amount`` to seats in equal parts, the odd credits to the first from the dealer's left."""
    n, place = bits(mask), 0
    for seat in range(table.numbers[PLAYERS]):
        if mask >> seat & 1:
            table.seats[CREDITS, seat] += amount // n + (1 if place < amount % n else 0)
            place += 1
