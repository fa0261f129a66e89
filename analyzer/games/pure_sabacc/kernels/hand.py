"""One hand, from the antes to the pots won, and what is left of one from any point on."""

from __future__ import annotations

from analyzer.core.jit import jit
from analyzer.games.pure_sabacc.kernels import options as option
from analyzer.games.pure_sabacc.kernels.ending import call_fee, settle
from analyzer.games.pure_sabacc.kernels.policies import choose_bet, choose_draw, choose_move
from analyzer.games.pure_sabacc.kernels.ranking import DECK
from analyzer.games.pure_sabacc.kernels.table import (
    ACTED,
    AT,
    CALLER,
    CALLER_PAID,
    CHOICE,
    CREDITS,
    DISCARDS,
    END,
    FIELD,
    FOLDED,
    NOBODY,
    NOTED,
    PAID,
    PLAYERS,
    RAISES,
    ROLLED,
    ROUND,
    SABACC,
    SHIFTS,
    SIZE,
    STAKE,
    STAKED,
    STARTED,
    bits,
    discard_from,
    draw,
    fetch,
    insert,
    leave,
    left_to_draw,
    live_mask,
    lock,
    note,
    penalize,
    roll,
    shift,
    stake,
)

MOST_ROUNDS = 4
FREE = -1
"""In place of a forced choice: the policy decides."""


@jit
def begin(table, players, opts):
    """Clear the table and deal two cards a seat from the order of the deck; the credits stay."""
    numbers, seats = table.numbers, table.seats
    numbers[DISCARDS], numbers[CALLER], numbers[CALLER_PAID] = 0, NOBODY, 0
    numbers[ROUND], numbers[SHIFTS], numbers[ROLLED], numbers[NOTED] = 1, 0, 0, 0
    numbers[PLAYERS], numbers[AT], numbers[END] = players, 2 * players, DECK
    seats[PAID, :], seats[FOLDED, :] = 0, 0
    seats[FIELD, :], seats[SIZE, :] = 0, 0
    for seat in range(players):
        insert(table.hands[seat], 0, table.order[2 * seat])
        insert(table.hands[seat], 1, table.order[2 * seat + 1])
        seats[SIZE, seat] = 2
        seats[STARTED, seat] = seats[CREDITS, seat]


@jit
def ante(table):
    """Each player pays 1 credit to the hand pot, and 1 to the sabacc pot if that is empty (PS-G3)."""
    empty = table.numbers[SABACC] == 0
    for seat in range(table.numbers[PLAYERS]):
        stake(table, seat, 1)
        if empty and table.seats[CREDITS, seat] > 0:
            penalize(table, seat, 1)


@jit
def full_rounds(players, given):
    """Return how many full rounds an option asks for (PS-C1, PS-V1)."""
    return min(MOST_ROUNDS, players) if given == option.AUTO else given


@jit
def play_hand(table, players, policies, book, state):
    """Play one hand with the deck in order and the credits on the table; ``policies`` is int64[players]."""
    begin(table, players, book.opts)
    ante(table)
    play_on(table, policies, book, state)


@jit
def play_on(table, policies, book, state):
    """Play from the beginning of a betting round to the end of the hand."""
    new_betting(table)
    while not bet(table, 0, table.numbers[PLAYERS], FREE, policies, book, state):
        shift_and_draw(table, policies, book, state)
        new_betting(table)
    settle(table, book.opts, state)


@jit
def new_betting(table):
    """Nobody has staked anything in this round."""
    table.numbers[STAKE], table.numbers[RAISES] = 0, 0
    table.seats[STAKED, :], table.seats[ACTED, :] = 0, 0


@jit
def is_last_round(table, opts):
    """Return whether the hand ends with this betting though nobody calls it (PS-V1)."""
    if opts[option.VARIANT1] != 0:
        return table.numbers[ROUND] > full_rounds(table.numbers[PLAYERS], opts[option.ROUNDS])
    return table.numbers[ROUND] >= opts[option.ROUND_LIMIT]


@jit
def may_call_hand(table, seat, opts):
    """Return whether the hand may be called at this turn (PS-C1, PS-C2)."""
    if opts[option.VARIANT1] != 0 or table.numbers[CALLER] != NOBODY:
        return False
    if opts[option.CALL] != 0 and table.seats[ACTED, seat]:
        return False
    return table.numbers[ROUND] > full_rounds(table.numbers[PLAYERS], opts[option.MIN_ROUNDS])


@jit
def bet(table, turn, left, forced, policies, book, state):
    """Play a betting round from place ``turn`` of its order, ``left`` places being asked; return whether it was last.

    ``forced`` is the index of the first bet, or FREE.
    """
    opts, numbers, seats = book.opts, table.numbers, table.seats
    players = numbers[PLAYERS]
    while left > 0 and bits(live_mask(table)) > 1:
        seat = (numbers[ROUND] - 1 + turn) % players
        turn += 1
        left -= 1
        free = opts[option.BETTING] != 0
        if seats[FOLDED, seat] or (free and seats[CREDITS, seat] == 0 and numbers[STAKE] > 0):
            continue
        if _do_bet(table, seat, forced, policies[seat], book, state):
            left = players - 1
        forced = FREE
    if opts[option.BETTING] != 0:
        _return_unmatched(table)
    return bits(live_mask(table)) == 1 or numbers[CALLER] != NOBODY or is_last_round(table, opts)


@jit
def _do_bet(table, seat, forced, policy, book, state):
    """Let a seat bet; return whether all others must answer."""
    opts, numbers, seats = book.opts, table.numbers, table.seats
    free = opts[option.BETTING] != 0
    owed, credits = numbers[STAKE] - seats[STAKED, seat], seats[CREDITS, seat]
    passes, sums, folds = 1, 0, 1
    if free and credits == 0:
        owed, folds = 0, 0
    elif owed > 0:
        passes = 1 if free or credits >= owed else 0
        if free or numbers[RAISES] < opts[option.MAX_RAISES]:
            sums = max(0, credits - owed if free else min(1, credits - owed))
    else:
        sums = credits if free else min(1, credits)
    may_call = may_call_hand(table, seat, opts)
    last = numbers[CALLER] != NOBODY or is_last_round(table, opts)
    twice = 2 if may_call else 1
    count = (passes + sums + folds) * twice
    index = forced
    if index == FREE:
        index = 0
        if count > 1:
            index = choose_bet(policy, table, seat, owed, passes, sums, last, may_call, book, state)
            note(table, CHOICE, index, count)
    base, calls = index // twice, twice == 2 and index % 2 == 1
    seats[ACTED, seat] = 1
    if calls:
        numbers[CALLER] = seat
    if base >= passes + sums:
        if calls:  # before the 1 credit (PS-C5)
            numbers[CALLER_PAID] = 1
            penalize(table, seat, call_fee(table, opts))
        penalize(table, seat, 1)  # PS-G6
        leave(table, seat)
        return False
    more = base - passes + 1 if base >= passes else 0
    raises = more > 0 and owed > 0
    if more == 0 and owed == 0:
        return False
    numbers[RAISES] += raises
    numbers[STAKE] += more
    paid = min(numbers[STAKE] - seats[STAKED, seat], credits)
    seats[STAKED, seat] += paid
    stake(table, seat, paid)
    return more > 0


@jit
def _return_unmatched(table):
    """Give back what nobody could match of the highest stake, as in poker."""
    staked = table.seats[STAKED]
    highest, second, at = -1, -1, 0
    for seat in range(table.numbers[PLAYERS]):
        if staked[seat] > highest:
            highest, second, at = staked[seat], highest, seat
        elif staked[seat] > second:
            second = staked[seat]
    if highest > second:
        stake(table, at, second - highest)


# ----------------------------------------------------------------------------------- shifting and draw phases


@jit
def shift_and_draw(table, policies, book, state):
    """Roll for the sabacc shift, let each player draw, and go on to the next round (PS-D2, PS-V3)."""
    numbers, opts = table.numbers, book.opts
    players = numbers[PLAYERS]
    first = (numbers[ROUND] - 1) % players
    live = live_mask(table)
    if opts[option.VARIANT3] == 0 and roll(table, opts, state):
        shift(table, live, first, state)
    for turn in range(players):
        seat = (first + turn) % players
        if live >> seat & 1:
            roll_at_turn(table, seat, opts, state)
            act(table, seat, FREE, FREE, policies[seat], book, state)
    numbers[ROUND] += 1


@jit
def roll_at_turn(table, seat, opts, state):
    """Roll before the own draw where each player does (PS-V3)."""
    if opts[option.VARIANT3] != 0 and roll(table, opts, state):
        mask = live_mask(table) if opts[option.SHIFT_SCOPE] == 0 else 1 << seat
        shift(table, mask, (table.numbers[ROUND] - 1) % table.numbers[PLAYERS], state)


@jit
def act(table, seat, forced_draw, forced_move, policy, book, state):
    """Let a seat draw and then move a card of its field; forced indices are those of the canonical order."""
    draws = 1 if left_to_draw(table) > 0 else 0
    index = forced_draw
    if index == FREE:
        index = choose_draw(policy, table, seat, draws, book, state)
        note(table, CHOICE, index, 1 + draws + table.seats[SIZE, seat])
    if index > 0:
        if index > draws:
            discard_from(table, seat, index - 1 - draws)
        draw(table, seat, state)
    move(table, seat, forced_move, policy, book, state)


@jit
def locks_of(table, seat, opts):
    """Return how many cards may be put into the field without taking one (PS-F2)."""
    n = table.seats[SIZE, seat]
    return n if n > 2 and table.seats[FIELD, seat] < opts[option.FIELD_LIMIT] else 0


@jit
def move(table, seat, forced, policy, book, state):
    """Let a seat put a card into its field, take one, or exchange two."""
    n, f = table.seats[SIZE, seat], table.seats[FIELD, seat]
    locks = locks_of(table, seat, book.opts)
    count = 1 + locks + f + n * f
    if count == 1:
        return
    index = forced
    if index == FREE:
        index = choose_move(policy, table, seat, locks, book, state)
        note(table, CHOICE, index, count)
    if index == 0:
        return
    if index <= locks:
        lock(table, seat, index - 1)
    elif index <= locks + f:
        fetch(table, seat, index - 1 - locks)
    else:
        exchange = index - 1 - locks - f
        out, taken = table.hands[seat, exchange // f], exchange % f
        fetch(table, seat, taken)
        # The card fetched may lie before the one that leaves.
        place = 0
        while table.hands[seat, place] != out:
            place += 1
        lock(table, seat, place)
