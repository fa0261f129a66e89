"""What better bets gain with two players, every hand and every draw apart: from below and from above.

The strategy sees classes of hands; the better reply here knows its own cards, and which of the opponent's are gone.
"""

from __future__ import annotations

import numpy as np

from analyzer.core.dealing import deal as shuffle
from analyzer.core.jit import jit
from analyzer.core.rng import below, seed_stream
from analyzer.games.coruscant_shift.kernels import options as option
from analyzer.games.coruscant_shift.kernels.match import roll
from analyzer.games.coruscant_shift.kernels.policies import REPLY, choose_addition, choose_selection
from analyzer.games.coruscant_shift.kernels.selections import (
    DECK,
    HAND,
    SIZES,
    chosen,
    insert,
    strength,
    total_of,
    total_of_mask,
    totals_of,
)
from analyzer.games.coruscant_shift.kernels.staying import cell_of, class_of_final, class_of_first

OPPONENTS = 1_600
"""Hands that the opponent may hold against one own hand, half of them to find the better bets and half to prove."""
DRAWS = 12
MILLIONTHS = 1_000_000


@jit
def _packed(cards, n):
    found = np.int64(0)
    for i in range(n):
        found = insert(found, i, cards[i])
    return found


@jit
def _bits(cards, n):
    found = np.uint64(0)
    for i in range(n):
        found |= np.uint64(1) << np.uint64((cards >> 6 * i) & 63)
    return found


@jit
def final_strength(hand, mask, new, target, suit, book, state):
    """Return the strength that `reply` reaches with the selection ``mask`` of ``hand`` and the packed cards drawn."""
    kept, size, base = chosen(hand, mask), SIZES[mask], np.int64(0)
    cards, n = new, HAND - size
    free = book.opts[option.FORM] != 0 and book.opts[option.IMPROVE] == 0
    if free:
        for i in range(size):
            cards = insert(cards, n, (kept >> 6 * i) & 63)
            n += 1
        size = np.int64(0)
    else:
        base = total_of(kept, size, suit)
    added = choose_addition(REPLY, base, size, cards, n, np.int64(free), target, suit, book, state)
    total = base + total_of_mask(totals_of(cards, n, suit), added)
    return strength(total, size + SIZES[added], target, book.opts)


@jit
def _stay_twice(first, p_one, p_two, share, ante, bet):
    """Return (what staying at the first bet brings but for own choices at the second, what staying there adds)."""
    pot = 2 * ante + 2 * bet
    if first:
        # The opponent is asked after the asker, at both bets.
        sure = -bet + (1 - p_one) * (2 * ante + bet)
        return sure, p_one * (-bet + (1 - p_two) * (pot + bet) + p_two * share * (pot + 2 * bet))
    return p_one * (-bet + (1 - p_two) * pot), p_one * p_two * (-bet + share * (pot + 2 * bet))


@jit
def apart_block(stream, hands, book, rows):
    """For random own hands and seats, find the better bets; ``rows``, int64[hands, 2], in millionths of a chip a hand.

    Column 0: what bets found on half of the opponent's hands gain on `bettor` with the other half, which understates
    the best reply's gain on average. Column 1: with their own half, which overstates it.
    """
    state = np.zeros(4, dtype=np.uint64)
    seed_stream(state, stream)
    deck, rest = np.arange(DECK), np.zeros(DECK - HAND, dtype=np.int64)
    used, drew = np.zeros(OPPONENTS, dtype=np.uint64), np.zeros(OPPONENTS, dtype=np.int64)
    one, two = np.zeros(OPPONENTS, dtype=np.int64), np.zeros(OPPONENTS, dtype=np.int64)
    keys = np.zeros(OPPONENTS, dtype=np.int64)
    # By half and cards that the opponent drew.
    base, added, ours = np.zeros((2, HAND + 1)), np.zeros((2, HAND + 1)), np.zeros((2, HAND + 1))
    better, now = np.zeros((2, HAND + 1)), np.zeros((2, HAND + 1))
    pairs = np.zeros(2)
    ante, bet = np.float64(book.opts[option.ANTE]), np.float64(book.opts[option.BET])
    for hand in range(hands):
        shuffle(deck, state, HAND)
        target, suit = roll(state)
        first = below(state, 2) == 0
        own = _packed(deck, HAND)
        mask = choose_selection(REPLY, own, target, suit, book, state)
        own_drew = HAND - SIZES[mask]
        own_class = class_of_first(own, mask, 2, target, suit, book)
        rest[:] = deck[HAND:]
        for i in range(OPPONENTS):
            shuffle(rest, state, HAND)
            theirs = _packed(rest, HAND)
            their_mask = choose_selection(REPLY, theirs, target, suit, book, state)
            drew[i] = HAND - SIZES[their_mask]
            shuffle(rest[HAND:], state, drew[i])
            new = _packed(rest[HAND:], drew[i])
            used[i] = _bits(theirs, HAND) | _bits(new, drew[i])
            keys[i] = final_strength(theirs, their_mask, new, target, suit, book, state)
            own_turn = np.int64(first)
            one[i] = cell_of(
                0, target, own_turn, 1 - own_turn, own_drew, class_of_first(theirs, their_mask, 2, target, suit, book)
            )
            two[i] = cell_of(1, target, own_turn, 1 - own_turn, own_drew, class_of_final(keys[i]))
        base[:], better[:], now[:], pairs[:] = 0.0, 0.0, 0.0, 0.0
        for _ in range(DRAWS):
            shuffle(rest, state, own_drew)
            new = _packed(rest, own_drew)
            gone = _bits(new, own_drew)
            key = final_strength(own, mask, new, target, suit, book, state)
            added[:] = 0.0
            for i in range(OPPONENTS):
                if used[i] & gone:
                    continue
                share = 1.0 if key < keys[i] else 0.5 if key == keys[i] else 0.0
                sure, more = _stay_twice(
                    first, np.float64(book.betting[one[i]]), np.float64(book.betting[two[i]]), share, ante, bet
                )
                pairs[i & 1] += 1
                base[i & 1, drew[i]] += sure
                added[i & 1, drew[i]] += more
            final = class_of_final(key)
            for d in range(HAND + 1):
                chance = np.float64(book.betting[cell_of(1, target, np.int64(not first), np.int64(first), d, final)])
                for half in range(2):
                    now[half, d] += chance * added[half, d]
                    # Bets are found on half 0.
                    if added[0, d] > 0:
                        better[half, d] += added[half, d]
        for d in range(HAND + 1):
            chance = np.float64(book.betting[cell_of(0, target, np.int64(not first), np.int64(first), d, own_class)])
            stay = base[0, d] + better[0, d] > 0
            for half in range(2):
                ours[half, d] = chance * (base[half, d] + now[half, d])
                gain = (base[half, d] + better[half, d] if stay else 0.0) - ours[half, d]
                rows[hand, 1 - half] += np.int64(round(MILLIONTHS * gain / max(pairs[half], 1.0)))
