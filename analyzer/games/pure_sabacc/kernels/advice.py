"""Blocks of advice: a hand from the asker's decision on, every action tried with the same cards and dice."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from analyzer.core.dealing import deal as shuffle
from analyzer.core.jit import jit
from analyzer.core.rng import below, seed_stream
from analyzer.games.pure_sabacc.kernels import options as option
from analyzer.games.pure_sabacc.kernels.ending import settle
from analyzer.games.pure_sabacc.kernels.hand import (
    FREE,
    act,
    begin,
    bet,
    move,
    new_betting,
    roll_at_turn,
    shift_and_draw,
)
from analyzer.games.pure_sabacc.kernels.ranking import category_of
from analyzer.games.pure_sabacc.kernels.table import (
    CALLER,
    CREDITS,
    DEAD,
    END,
    FIELD,
    KEY,
    PAID,
    PLAYERS,
    RAISES,
    ROUND,
    SABACC,
    SHOWN,
    SIZE,
    STAKE,
    STAKED,
    TAKERS,
    WINNERS,
    new_table,
    roll,
    shift,
)
from analyzer.games.pure_sabacc.rules_ranking import BOMB

PARTS = ("credits",)
CHANCES = ("hand_pot", "sabacc_pot", "bomb")
DRAWING, DRAWN, BETTING = range(3)


class Asked(NamedTuple):
    """The decision: ``hand``, ``field`` and ``rest`` (the unseen cards) int64, ``credits`` int64[players] by seat.

    ``stage`` is DRAWING, DRAWN or BETTING; ``me`` and ``opponent`` number policies.
    """

    stage: int
    players: int
    seat: int
    round: int
    hand: np.ndarray
    field: np.ndarray
    rest: np.ndarray
    credits: np.ndarray
    hand_pot: int
    sabacc_pot: int
    to_call: int
    raises: int
    called: bool
    me: int
    opponent: int


@jit
def advice_block(stream, deals, asked, book, actions, values, parts, chances):
    """Fill ``values`` int32[deals, actions] with credits gained, and sums of ``parts`` and ``chances``.

    ``actions`` int64[actions, 2] are indices of the draw (or bet) and of the move, FREE where the policy chooses it.
    """
    state, after = np.zeros(4, dtype=np.uint64), np.zeros(4, dtype=np.uint64)
    seed_stream(state, stream)
    table, kept = new_table(0), new_table(0)
    rest = asked.rest.copy()
    policies = np.full(asked.players, asked.opponent)
    policies[asked.seat] = asked.me
    for n in range(deals):
        shuffle(rest, state, len(rest))
        _bring_about(kept, asked, rest, policies, book, state)
        fork = np.uint64(below(state, 1 << 31)) << np.uint64(32)
        for action in range(len(actions)):
            _copy(table, kept)
            seed_stream(after, stream ^ fork)
            before = table.seats[CREDITS, asked.seat]
            _go_on(table, asked, actions[action, 0], actions[action, 1], policies, book, after)
            _observe(table, asked.seat, before, n, action, values, parts, chances)


@jit
def _copy(table, kept):
    table.order[:], table.discards[:] = kept.order, kept.discards
    table.hands[:], table.fields[:] = kept.hands, kept.fields
    table.seats[:], table.numbers[:] = kept.seats, kept.numbers


@jit
def _bring_about(table, asked, rest, policies, book, state):
    """Bring the hand to the decision: the others have drawn and shifted in the rounds before as they play."""
    players, seat, opts = asked.players, asked.seat, book.opts
    seats, numbers = table.seats, table.numbers
    # Two cards for each other seat come from the unseen ones; the asker's are set apart.
    numbers[PLAYERS] = players
    at = 0
    for other in range(players):
        for i in range(2):
            table.order[2 * other + i] = rest[at] if other != seat else asked.hand[i]
            at += other != seat
    for i in range(at, len(rest)):
        table.order[2 * players + i - at] = rest[i]
    seats[CREDITS, :] = 0
    seats[CREDITS, :players] = asked.credits
    begin(table, players, opts)
    numbers[END] = 2 * players + len(rest) - at
    seats[SIZE, seat] = len(asked.hand)
    for i in range(len(asked.hand)):
        table.hands[seat, i] = asked.hand[i]
    seats[FIELD, seat] = len(asked.field)
    for i in range(len(asked.field)):
        table.fields[seat, i] = asked.field[i]
    numbers[SABACC] = asked.sabacc_pot
    for one in range(players):
        seats[PAID, one] = asked.hand_pot // players
    seats[PAID, DEAD] = asked.hand_pot % players
    for number in range(1, asked.round + (asked.stage != BETTING)):
        numbers[ROUND] = number
        now = number == asked.round
        for turn in range(players):
            other = (number - 1 + turn) % players
            if other == seat:
                if now:
                    break
                continue
            if turn == 0 or opts[option.VARIANT3] != 0:
                _shift_others(table, seat, other, opts, state)
            act(table, other, FREE, FREE, policies[other], book, state)
    numbers[ROUND] = asked.round


@jit
def _shift_others(table, seat, other, opts, state):
    """Roll in a round before; what became of the asker's own hand is known already."""
    if roll(table, opts, state):
        mask = (1 << table.numbers[PLAYERS]) - 1
        if opts[option.VARIANT3] != 0 and opts[option.SHIFT_SCOPE] != 0:
            mask = 1 << other
        shift(table, mask & ~(1 << seat), 0, state)


@jit
def _go_on(table, asked, first, second, policies, book, state):
    """Take the action asked about and play the hand to its end."""
    numbers, players, seat = table.numbers, asked.players, asked.seat
    place = (seat - (asked.round - 1)) % players
    if asked.stage == BETTING:
        new_betting(table)
        left = players - place
        if asked.to_call > 0:
            # The last bet is taken to be that of the player on the right; the others have to answer it as well.
            numbers[STAKE], numbers[RAISES] = asked.to_call, asked.raises
            table.seats[STAKED, (seat - 1) % players] = asked.to_call
            left = players - 1
        if asked.called:
            numbers[CALLER] = (seat - 1) % players
        over = bet(table, place, left, first, policies, book, state)
    else:
        if asked.stage == DRAWN:
            move(table, seat, second, policies[seat], book, state)
        else:
            act(table, seat, first, second, policies[seat], book, state)
        for turn in range(place + 1, players):
            other = (asked.round - 1 + turn) % players
            roll_at_turn(table, other, book.opts, state)
            act(table, other, FREE, FREE, policies[other], book, state)
        numbers[ROUND] += 1
        new_betting(table)
        over = bet(table, 0, players, FREE, policies, book, state)
    while not over:
        shift_and_draw(table, policies, book, state)
        new_betting(table)
        over = bet(table, 0, players, FREE, policies, book, state)
    settle(table, book.opts, state)


@jit
def _observe(table, seat, before, n, action, values, parts, chances):
    numbers, seats = table.numbers, table.seats
    gained = seats[CREDITS, seat] - before
    values[n, action] = gained
    won, took = numbers[WINNERS] >> seat & 1, numbers[TAKERS] >> seat & 1
    parts[action, 0] += gained
    chances[action, 0] += won
    chances[action, 1] += took
    chances[action, 2] += numbers[SHOWN] == 1 and seats[KEY, seat] >= 0 and category_of(seats[KEY, seat]) == BOMB
