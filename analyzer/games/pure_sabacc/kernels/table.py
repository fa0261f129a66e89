"""The table of a hand in arrays: whose cards and credits are where, and how both move."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from analyzer.core.jit import jit
from analyzer.core.rng import below
from analyzer.games.pure_sabacc.kernels import options as option
from analyzer.games.pure_sabacc.kernels.ranking import DECK, best_key, new_reach

SEATS = 8
# Rows by seat. The last column of PAID holds what nobody at the table paid: the pot of a hand begun before.
SIZE, FIELD, CREDITS, PAID, STAKED, FOLDED, ACTED, KEY, STARTED = range(9)
DEAD = SEATS
# Numbers of the table. AT and END bound what is left of the deck.
(AT, END, DISCARDS, SABACC, ROUND, CALLER, CALLER_PAID, STAKE, RAISES, SHIFTS, ROLLED, NOTED, PLAYERS, TAKERS, WINNERS,
 SHOWN) = range(16)  # fmt: skip
NOBODY = -1
UNKNOWN = -1
NOTES = 1 << 14
# Kinds of notes: a choice by index of how many, a roll, a card of a reshuffled deck (the first of which opens it).
CHOICE, ROLL, SHUFFLE, SHUFFLED = range(4)


class Table(NamedTuple):
    """Arrays of one table, used for hand after hand.

    ``order`` is the deck, ``rolls`` hold given rolls of the dice (or UNKNOWN), ``notes`` the choices and chances of a
    hand where they are wanted (else it is empty), ``given`` holds 1 where a reshuffle is in canonical order.
    """

    order: np.ndarray
    discards: np.ndarray
    hands: np.ndarray
    fields: np.ndarray
    seats: np.ndarray
    numbers: np.ndarray
    scratch: np.ndarray
    rolls: np.ndarray
    notes: np.ndarray
    given: np.ndarray
    reach: np.ndarray


@jit
def new_table(notes):
    """Return an empty table that keeps so many ``notes``."""
    return Table(
        np.arange(DECK),
        np.zeros(DECK, dtype=np.int64),
        np.zeros((SEATS, DECK), dtype=np.int64),
        np.zeros((SEATS, DECK), dtype=np.int64),
        np.zeros((9, SEATS + 1), dtype=np.int64),
        np.zeros(16, dtype=np.int64),
        np.zeros((2, 2 * DECK), dtype=np.int64),
        np.full(256, UNKNOWN, dtype=np.int64),
        np.zeros(notes, dtype=np.int64),
        np.zeros(1, dtype=np.int64),
        new_reach(),
    )


@jit
def note(table, kind, index, of):
    """Keep a choice or a chance, where notes are kept."""
    at = table.numbers[NOTED]
    if at < len(table.notes):
        table.notes[at] = kind << 40 | index << 20 | of
        table.numbers[NOTED] = at + 1


@jit
def live_mask(table):
    """Return the seats that have not folded, as bits."""
    mask = 0
    for seat in range(table.numbers[PLAYERS]):
        if table.seats[FOLDED, seat] == 0:
            mask |= 1 << seat
    return mask


@jit
def bits(mask):
    """Return how many bits are set."""
    count = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count


@jit
def hand_pot(table):
    """Return what has been paid into the hand pot."""
    return table.seats[PAID].sum()


@jit
def stake(table, seat, credits):
    """Move credits of a seat to the hand pot."""
    table.seats[CREDITS, seat] -= credits
    table.seats[PAID, seat] += credits


@jit
def penalize(table, seat, fee):
    """Move a fee to the sabacc pot: all that a seat has where that is less (PS-C7, PS-G6)."""
    paid = min(fee, table.seats[CREDITS, seat])
    table.seats[CREDITS, seat] -= paid
    table.numbers[SABACC] += paid


@jit
def insert(cards, n, card):
    """Put ``card`` into the first ``n`` of sorted ``cards``."""
    while n > 0 and cards[n - 1] > card:
        cards[n] = cards[n - 1]
        n -= 1
    cards[n] = card


@jit
def remove(cards, n, place):
    """Take the card at ``place`` out of the first ``n`` of ``cards`` and return it."""
    card = cards[place]
    for i in range(place, n - 1):
        cards[i] = cards[i + 1]
    return card


@jit
def left_to_draw(table):
    """Return how many cards could be drawn, those of a reshuffle included."""
    return table.numbers[END] - table.numbers[AT] + table.numbers[DISCARDS]


@jit
def take(table, state):
    """Take the top card of the deck; where it is empty, the discards are shuffled first (PS-D4)."""
    numbers = table.numbers
    if numbers[AT] == numbers[END]:
        n = numbers[DISCARDS]
        for i in range(n):
            table.order[i] = table.discards[i]
        if table.given[0]:
            table.order[:n].sort()
        else:
            for i in range(n - 1):
                j = i + below(state, n - i)
                table.order[i], table.order[j] = table.order[j], table.order[i]
        for i in range(n):
            note(table, SHUFFLE if i == 0 else SHUFFLED, table.order[i], 0)
        numbers[AT], numbers[END], numbers[DISCARDS] = 0, n, 0
    card = table.order[numbers[AT]]
    numbers[AT] += 1
    return card


@jit
def draw(table, seat, state):
    """Draw a card into a hand."""
    card = take(table, state)
    insert(table.hands[seat], table.seats[SIZE, seat], card)
    table.seats[SIZE, seat] += 1


@jit
def discard(table, card):
    """Lay a card on the discards, face down."""
    table.discards[table.numbers[DISCARDS]] = card
    table.numbers[DISCARDS] += 1


@jit
def discard_from(table, seat, place):
    """Discard the card at a place of a hand."""
    card = remove(table.hands[seat], table.seats[SIZE, seat], place)
    table.seats[SIZE, seat] -= 1
    discard(table, card)


@jit
def lock(table, seat, place):
    """Put the card at a place of the hand into the interference field."""
    card = remove(table.hands[seat], table.seats[SIZE, seat], place)
    table.seats[SIZE, seat] -= 1
    insert(table.fields[seat], table.seats[FIELD, seat], card)
    table.seats[FIELD, seat] += 1


@jit
def fetch(table, seat, place):
    """Take the card at a place of the interference field into the hand."""
    card = remove(table.fields[seat], table.seats[FIELD, seat], place)
    table.seats[FIELD, seat] -= 1
    insert(table.hands[seat], table.seats[SIZE, seat], card)
    table.seats[SIZE, seat] += 1


@jit
def leave(table, seat):
    """Fold a hand: its cards and those of its field go to the discards."""
    table.seats[FOLDED, seat] = 1
    for i in range(table.seats[SIZE, seat]):
        discard(table, table.hands[seat, i])
    for i in range(table.seats[FIELD, seat]):
        discard(table, table.fields[seat, i])
    table.seats[SIZE, seat], table.seats[FIELD, seat] = 0, 0


@jit
def roll(table, opts, state):
    """Roll the sabacc dice and return whether they match."""
    numbers = table.numbers
    given = table.rolls[numbers[ROLLED]] if numbers[ROLLED] < len(table.rolls) else UNKNOWN
    numbers[ROLLED] += 1
    matched = given == 1 if given != UNKNOWN else below(state, opts[option.SHIFT_IN]) < opts[option.SHIFT_OF]
    numbers[SHIFTS] += matched
    note(table, ROLL, 1 if matched else 0, 0)
    return matched


@jit
def shift(table, mask, first, state):
    """Let seats discard their hands and draw as many cards: all discard before anyone draws (PS-D3, PS-D4).

    The seat ``first`` begins, and those on its left follow.
    """
    players = table.numbers[PLAYERS]
    for turn in range(players):
        seat = (first + turn) % players
        if mask >> seat & 1:
            for i in range(table.seats[SIZE, seat]):
                discard(table, table.hands[seat, i])
    for turn in range(players):
        seat = (first + turn) % players
        if mask >> seat & 1:
            n = table.seats[SIZE, seat]
            table.seats[SIZE, seat] = 0
            for _ in range(n):
                draw(table, seat, state)


@jit
def key_at(table, seat, opts):
    """Return the key of a seat's hand as at the reveal."""
    n, f = table.seats[SIZE, seat], table.seats[FIELD, seat]
    return best_key(table.hands[seat], n, table.fields[seat], f, opts, table.scratch, table.reach)
