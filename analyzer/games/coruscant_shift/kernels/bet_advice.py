"""Blocks of advice at a bet: what staying brings, on deals in which the others did what they were seen to do."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from analyzer.core.jit import jit
from analyzer.core.rng import seed_stream
from analyzer.games.coruscant_shift.kernels import options as option
from analyzer.games.coruscant_shift.kernels.advice import Asked, seat_opponents
from analyzer.games.coruscant_shift.kernels.betting import share_of
from analyzer.games.coruscant_shift.kernels.hand import WHOLE, improve, lay_first
from analyzer.games.coruscant_shift.kernels.policies import BETTOR, STAY, choose_stay
from analyzer.games.coruscant_shift.kernels.selections import strength
from analyzer.games.coruscant_shift.kernels.staying import (
    cell_of,
    class_of_final,
    class_of_first,
    first_mask,
    least_drawn,
)
from analyzer.games.coruscant_shift.kernels.table import (
    DRAWN,
    DREW,
    FIRST_SIZE,
    FOLDED,
    HAND,
    SIZE,
    STRENGTH,
    TOTAL,
    clear,
    discard,
    draw,
    new_table,
)

PARTS = ("won", "paid")
CHANCES = ("wins",)
# So often a deal is made anew until the others stay as they were seen to; then their policy hardly ever does.
TRIES = 200_000
_SELECT, _IMPROVE = range(2)


class AtBet(NamedTuple):
    """What the asker knows at a bet.

    ``asked`` is as for the selections, its ``players`` those still in and its ``seat`` the asker's among them;
    ``stage`` 0 or 1; ``dealt_in`` all players of the hand; ``drew`` the cards that the asker draws or drew. At the
    second bet ``asked.new`` are all cards that the asker has discarded. ``final`` is the total of the cards kept at the
    second bet and ``size`` their number; ``pot`` holds what all have paid so far, ``chips``, int64[players], what those
    still in have left, by seat.
    """

    asked: Asked
    stage: int
    dealt_in: int
    drew: int
    final: int
    size: int
    pot: int
    chips: np.ndarray


@jit
def _stays(table, at, bet, seat, stayed, policy, chips, book, state):
    """Return whether ``seat`` stays at ``bet``, after ``stayed`` others."""
    asked, seats = at.asked, table.seats
    if chips < book.opts[option.BET]:
        return False
    chance = 1.0
    if policy == BETTOR:
        later = np.int64(0)
        for other in range(seat + 1, asked.players):
            later += 1 - seats[FOLDED, other]
        if bet == 0:
            hand, mask = seats[HAND, seat], seats[FIRST_SIZE, seat]
            own = class_of_first(hand, mask, at.dealt_in, asked.target, asked.suit, book)
        else:
            own = class_of_final(seats[STRENGTH, seat])
        least = least_drawn(seats, asked.players, seat)
        chance = np.float64(book.betting[cell_of(bet, asked.target, stayed, later, least, own)])
    return choose_stay(policy, chance, False, True, state) == STAY


@jit
def _draw_and_improve(table, seat, at, policy, book, state):
    seats, asked = table.seats, at.asked
    size, mask = 5 - seats[DREW, seat], seats[FIRST_SIZE, seat]
    seats[DRAWN, seat] = draw(table, seats[DREW, seat], book.opts[option.EXHAUSTION] != 0, state)
    seats[FIRST_SIZE, seat] = size
    improve(table, seat, asked.target, asked.suit, policy, book, state)
    seats[FIRST_SIZE, seat] = mask
    seats[STRENGTH, seat] = strength(seats[TOTAL, seat], seats[SIZE, seat], asked.target, book.opts)


@jit
def _deal_as_seen(table, at, rest, book, state):
    """Deal once; return 1 where the others stay as they were seen to, 0 where not, -1 where they never draw so."""
    asked, seats, me = at.asked, table.seats, at.asked.seat
    clear(table)
    seats[DREW, me] = at.drew
    if not seat_opponents(table, asked, rest, me, book, state):
        return -1
    if at.stage == _SELECT:
        seats[HAND, me] = asked.hand
        lay_first(table, me, asked.first, asked.suit)
    else:
        discard(table, asked.new, asked.news, np.int64(0))
    for seat in range(asked.players):
        # From here on FIRST_SIZE holds the mask of the first selection, which the classes of `bettor` need.
        if seat != me or at.stage == _SELECT:
            seats[FIRST_SIZE, seat] = first_mask(seats, seat)
    for seat in range(asked.players):
        if seat != me and (at.stage == _IMPROVE or seat < me):
            # They had the chips, since they paid.
            if not _stays(table, at, 0, seat, seat, asked.opponent, np.int64(1 << 40), book, state):
                return 0
    if at.stage == _IMPROVE:
        for seat in range(asked.players):
            if seat != me:
                _draw_and_improve(table, seat, at, asked.opponent, book, state)
        seats[STRENGTH, me] = strength(at.final, at.size, asked.target, book.opts)
        for seat in range(me):
            if not _stays(table, at, 1, seat, seat, asked.opponent, np.int64(1 << 40), book, state):
                return 0
    return 1


@jit
def bet_block(stream, deals, at, book, active, values, parts, chances):
    """Value the actions ``active`` (0 stay, 1 fold) on common deals, in 1 / WHOLE of a chip; folding brings 0.

    Returns the number of deals found: less than ``deals`` where the others never do what they were seen to.
    """
    state = np.zeros(4, dtype=np.uint64)
    seed_stream(state, stream)
    table, rest, asked, me = new_table(), at.asked.rest.copy(), at.asked, at.asked.seat
    chips, seats = at.chips.copy(), table.seats
    price = book.opts[option.BET]
    for deal in range(deals):
        found, tries = np.int64(0), 0
        while found == 0 and tries < TRIES:
            found = _deal_as_seen(table, at, rest, book, state)
            tries += 1
        if found < 1:
            return deal
        chips[:] = at.chips
        pot, paid, folded = np.int64(at.pot), np.int64(0), False
        for bet in range(at.stage, 2):
            if bet == 1 and at.stage == _SELECT:
                live = np.int64(0)
                for seat in range(asked.players):
                    live += 1 - seats[FOLDED, seat]
                if live < 2:
                    break
                for seat in range(asked.players):
                    if not seats[FOLDED, seat]:
                        _draw_and_improve(
                            table, seat, at, asked.me if seat == me else asked.opponent, book, state
                        )
            live, stayed = np.int64(0), np.int64(0)
            for seat in range(asked.players):
                live += 1 - seats[FOLDED, seat]
            for seat in range(asked.players):
                if seats[FOLDED, seat] or live < 2:
                    continue
                if bet == at.stage and seat < me:
                    stayed += 1  # seen already, and in the pot
                    continue
                own = seat == me
                if own and bet == at.stage:
                    stay = True
                else:
                    policy = asked.me if own else asked.opponent
                    stay = _stays(table, at, bet, seat, stayed, policy, chips[seat], book, state)
                if stay:
                    stayed += 1
                    chips[seat] -= price
                    pot += price
                    paid += price if own else 0
                else:
                    seats[FOLDED, seat] = 1
                    live -= 1
                    folded |= own
            if folded:
                break
        won = 0.0 if folded else share_of(seats, asked.players, me)
        for place in range(len(active)):
            if active[place] == 0:
                brought = np.int64(round(won * WHOLE)) * pot
                values[deal, place] = brought - paid * WHOLE
                parts[place, 0] += brought
                parts[place, 1] -= paid * WHOLE
                chances[place, 0] += WHOLE * (won == 1.0)
    return deals
