"""How the players in the simulation decide: the index of one legal action, in canonical order."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from analyzer.core.jit import jit
from analyzer.core.rng import below
from analyzer.games.pure_sabacc.kernels import options as option
from analyzer.games.pure_sabacc.kernels.ending import bomb_fee, call_fee
from analyzer.games.pure_sabacc.kernels.ranking import (
    FIRST_SHIFT,
    SECOND_SHIFT,
    VALUES,
    category_of,
    key_of,
    size_of,
)
from analyzer.games.pure_sabacc.kernels.table import (
    CREDITS,
    FIELD,
    ROUND,
    SABACC,
    SIZE,
    bits,
    hand_pot,
    key_at,
    live_mask,
)
from analyzer.games.pure_sabacc.rules_policies import STANDS_NEAR, STANDS_ON
from analyzer.games.pure_sabacc.rules_ranking import BOMB, PLAIN, PURE

POLICIES = ("random", "cautious", "table", "first")
RANDOM, CAUTIOUS, TABLE, FIRST = range(4)

# Strengths of hands as the table policy tells them apart: bombs, plain hands by size and number of cards, the rest.
CARDS_TOLD = 8
SIZES = 48
BUCKETS = 1 + SIZES * CARDS_TOLD + 4
# States of a hand: number of cards, aces, and the total with each ace as 1, shifted to be positive.
MOST_CARDS, MOST_ACES, TOTALS, TOTAL_ZERO = 7, 3, 192, 64
RATIOS = np.array([0.5, 1.0, 2.0, 4.0, 8.0, 16.0])
RATIOS.flags.writeable = False
# Between two hands of the grid the nearer on a logarithmic scale is taken.
BORDERS = np.sqrt(RATIOS[1:] * RATIOS[:-1])
BORDERS.flags.writeable = False
MARGIN = 1.15


class Book(NamedTuple):
    """What policies play by: ``opts``, and what the table policy knows.

    ``weaker`` float64[BUCKETS]: how often a hand of the field is weaker, equal ones counting half. ``ends``
    float64[rounds]: how often somebody else ends a hand in a round. Values are in hand pots, by ratio of the pots,
    round and state: ``after`` (betting, where the hand goes on) and ``drawing`` (a further card before the next
    round), ``begins`` (as a betting begins).
    """

    opts: np.ndarray
    weaker: np.ndarray
    ends: np.ndarray
    after: np.ndarray
    drawing: np.ndarray
    begins: np.ndarray


@jit
def bucket_of(key):
    """Return the strength that a key belongs to."""
    category = category_of(key)
    if category == BOMB:
        return 0
    if category > PLAIN:
        return 1 + SIZES * CARDS_TOLD + category - PURE
    first, second = key >> FIRST_SHIFT & 255, key >> SECOND_SHIFT & 255
    return 1 + (size_of(key) + 23) * CARDS_TOLD + min(max(first, second), CARDS_TOLD - 1)


@jit
def choose_bet(policy, table, seat, owed, passes, sums, last, may_call, book, state):
    """Return the index of a bet: ``passes`` (1 where check or call is legal), ``sums`` to bet or raise, and a fold.

    With ``may_call`` each comes twice, the second time with calling the hand.
    """
    twice = 2 if may_call else 1
    if policy == RANDOM:
        folds = 0 if sums == 0 and owed == 0 and table.seats[CREDITS, seat] == 0 and book.opts[option.BETTING] else 1
        return below(state, (passes + sums + folds) * twice)
    if policy == FIRST:
        return 0
    if policy == CAUTIOUS:
        gives_up = last and owed > 0 and category_of(key_at(table, seat, book.opts)) == BOMB
        return 0 if passes and not gives_up else (passes + sums) * twice
    return _table_bet(table, seat, owed, passes, sums, last, may_call, book)


@jit
def choose_draw(policy, table, seat, draws, book, state):
    """Return the index of stand, draw (legal where ``draws`` is 1) or a swap of each card."""
    n = table.seats[SIZE, seat]
    if policy == RANDOM:
        return below(state, 1 + draws + n)
    if policy == FIRST:
        return 0
    key = key_at(table, seat, book.opts)
    if policy == CAUTIOUS:
        if category_of(key) == BOMB:
            return 1 + draws + _worst(table, seat, book.opts)
        return 0 if category_of(key) >= PURE or _content(key, book.opts) else draws
    if category_of(key) >= PURE:
        return 0
    return _table_draw(table, seat, draws, book)


@jit
def _content(key, opts):
    size = size_of(key)
    return -size <= STANDS_NEAR if opts[option.VARIANT2] != 0 else abs(size) >= STANDS_ON


@jit
def _worst(table, seat, opts):
    """Return the place of the card without which the rest ranks best."""
    n, chosen = table.seats[SIZE, seat], table.scratch[1]
    best, place = np.int64(-1), 0
    for without in range(n):
        size = 0
        for i in range(n):
            if i != without:
                chosen[size] = table.hands[seat, i]
                size += 1
        key = key_of(chosen, size, True, opts)
        if key > best:
            best, place = key, without
    return place


@jit
def choose_move(policy, table, seat, locks, book, state):
    """Return the index of no move, ``locks`` locks, a fetch of each card of the field, or an exchange of any two."""
    n, f = table.seats[SIZE, seat], table.seats[FIELD, seat]
    if policy == RANDOM:
        return below(state, 1 + locks + f + n * f)
    if policy == FIRST or policy == CAUTIOUS:
        return 0
    return _table_move(table, seat, locks, book)


# ------------------------------------------------------------------------------------------------ the table policy


@jit
def ratio_at(table):
    """Return the place of the pots' ratio in the grid."""
    ratio = table.numbers[SABACC] / max(1, hand_pot(table))
    place = 0
    while place < len(BORDERS) and ratio > BORDERS[place]:
        place += 1
    return place


@jit
def state_of(hand, n):
    """Return (cards, aces, total) of a hand as the tables are indexed, the total with aces as 1."""
    aces, total = 0, 0
    for i in range(n):
        value = VALUES[hand[i]]
        aces += value == 15
        total += 1 if value == 15 else value
    return n, aces, total


@jit
def value_at(values, n, aces, total):
    """Return the value of a state; beyond the tables the nearest one."""
    place = min(max(total + TOTAL_ZERO, 0), TOTALS - 1)
    return values[min(n, MOST_CARDS), min(aces, MOST_ACES), place]


@jit
def _round_at(table, values):
    return min(table.numbers[ROUND], values.shape[1] - 1)


@jit
def _table_bet(table, seat, owed, passes, sums, last, may_call, book):
    opts = book.opts
    twice = 2 if may_call else 1
    live = bits(live_mask(table))
    key = key_at(table, seat, opts)
    pot = hand_pot(table)
    strikes = category_of(key) >= PURE
    win = book.weaker[bucket_of(key)] ** (live - 1)
    both = pot + table.numbers[SABACC] * strikes
    shown = win * both - (bomb_fee(table, opts) if category_of(key) == BOMB else 0)
    stays = shown
    if not last:
        at, ratio = _round_at(table, book.after), ratio_at(table)
        n, aces, total = state_of(table.hands[seat], table.seats[SIZE, seat])
        goes_on = pot * value_at(book.after[ratio, at], n, aces, total)
        if strikes:
            goes_on = max(goes_on, (1 - opts[option.SHIFT_OF] / opts[option.SHIFT_IN]) * shown)
        stays = book.ends[at] * shown + (1 - book.ends[at]) * goes_on
    calls = False
    if may_call:
        called = win * both - (1 - win) * call_fee(table, opts)
        if called > stays and called > -1:
            calls, stays = True, called
    if stays - owed < -1 and not (passes and owed == 0 and stays >= -1):
        return (passes + sums) * twice
    share = max(0.0, stays) / max(1.0, both if strikes else pot)
    if sums and share * live > MARGIN:
        return passes * twice + calls
    return calls if passes else (passes + sums) * twice


@jit
def _table_draw(table, seat, draws, book):
    at, ratio = _round_at(table, book.drawing), ratio_at(table)
    hand = table.hands[seat]
    n, aces, total = state_of(hand, table.seats[SIZE, seat])
    drawing = book.drawing[ratio, at]
    best = value_at(book.begins[ratio, min(at + 1, book.begins.shape[1] - 1)], n, aces, total)
    chosen = 0
    # Where all subsets count, every further card helps, and the ways to count them double: it holds no more than these.
    if draws and n + table.seats[FIELD, seat] < MOST_CARDS:
        value = value_at(drawing, n, aces, total)
        if value > best:
            best, chosen = value, 1
    for place in range(n):
        card = VALUES[hand[place]]
        rest = total - (1 if card == 15 else card)
        value = value_at(drawing, n - 1, aces - (card == 15), rest)
        if value > best:
            best, chosen = value, 1 + draws + place
    return chosen


@jit
def _worth(key, values, n, aces, total):
    """Return what a hand is worth as the next betting begins; one that takes the sabacc pot is worth it now."""
    return max(1.0, value_at(values, n, aces, total)) if category_of(key) >= PURE else value_at(values, n, aces, total)


@jit
def _table_move(table, seat, locks, book):
    """Return the move that leaves the most valuable hand."""
    opts = book.opts
    at, ratio = _round_at(table, book.begins), ratio_at(table)
    values = book.begins[ratio, min(at + 1, book.begins.shape[1] - 1)]
    hand, field, chosen = table.hands[seat], table.fields[seat], table.scratch[1]
    n, f = table.seats[SIZE, seat], table.seats[FIELD, seat]
    best, index, count = -1e9, 0, 1 + locks + f + n * f
    for move in range(count):
        out, taken = -1, -1
        if 0 < move <= locks:
            out = move - 1
        elif locks < move <= locks + f:
            taken = move - 1 - locks
        elif move > locks + f:
            out, taken = (move - 1 - locks - f) // f, (move - 1 - locks - f) % f
        size = 0
        for i in range(n):
            if i != out:
                chosen[size] = hand[i]
                size += 1
        if taken >= 0:
            chosen[size] = field[taken]
            size += 1
        key = key_of(chosen, size, True, opts)
        cards, aces, total = state_of(chosen, size)
        value = _worth(key, values, cards, aces, total)
        if value > best + 1e-9:
            best, index = value, move
    return index
