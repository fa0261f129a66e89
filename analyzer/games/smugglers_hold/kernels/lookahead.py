"""The play of `lookahead`: what a card scores now, less the opponent's best reply, and a value for what it captures."""

from __future__ import annotations

import numpy as np

from analyzer.core.enumeration import lowest, size
from analyzer.core.jit import jit
from analyzer.games.smugglers_hold.kernels import options as option
from analyzer.games.smugglers_hold.kernels.skirmish import (
    EXTRA,
    LEGAL,
    NUMBER,
    OF_SIZE,
    OF_SUIT,
    OF_VALUE,
    PATH,
    RIM,
    SUITS,
    VALUES,
    play_points,
)

_DECK = np.int64((1 << 62) - 1)


@jit
def _holds(cards, unseen, held):
    """Return the chance that a hand of ``held`` of the ``unseen`` cards has one of the mask ``cards``."""
    wanted, n = size(cards & unseen), size(unseen)
    misses = 1.0
    for i in range(held):
        misses *= max(0, n - wanted - i) / (n - i)
    return 1.0 - misses


@jit
def _reply(lap, total, unseen, held, mine_on_table, left, expected, number, book):
    """Return what the opponent's best reply is worth on average, over the cards unseen.

    The ways to score are taken from dear to cheap: each counts where the hand holds a card for it and none for the
    ways before it.
    """
    opts, holding = book.opts, book.holding
    # Zero comes first, then the rim with what it captures; patterns by their length; the die and a triple last.
    zero = opts[option.ZERO_POINTS] + (opts[option.DIE_POINTS] if number == 0 else 0)
    rest = _holds(OF_VALUE[30 - total], unseen, held)
    worth = zero * rest
    free = 1.0 - rest
    before = holding[left, expected]
    taken = opts[option.OUTER_RIM_POINTS] + before - holding[left - 1, max(0, expected - mine_on_table)]
    rim = OF_VALUE[30 + RIM - total] | OF_VALUE[30 - RIM - total]
    chance = _holds(rim, unseen, held)
    if taken > 0:
        worth += free * chance * taken
        free *= 1.0 - chance
    legal = LEGAL[total + RIM]
    run, flush = _openings(lap, opts)
    if flush > 0:
        cards = OF_SUIT[flush >> 3] & legal
        chance = _holds(cards, unseen, held)
        worth += free * chance * (flush & 7) * opts[option.FLUSH_POINTS]
        free *= 1.0 - chance
    if run > 0:
        cards = np.int64(0)
        for value in range(11):
            if (run >> (4 + value)) & 1:
                cards |= OF_SIZE[value]
        chance = _holds(cards & legal, unseen, held)
        worth += free * chance * (run & 15) * opts[option.RUN_POINTS]
        free *= 1.0 - chance
    cards = OF_VALUE[30 + number - total] if number != 0 else np.int64(0)
    chance = _holds(cards, unseen, held)
    worth += free * chance * opts[option.DIE_POINTS]
    free *= 1.0 - chance
    if lap >> 12 > 0 and VALUES[lap & 63] == VALUES[(lap >> 6) & 63]:
        chance = _holds(OF_VALUE[30 + VALUES[lap & 63]] & legal, unseen, held)
        worth += free * chance * opts[option.TRIPLE_POINTS]
    return worth


@jit
def _openings(lap, opts):
    """Return what the next card may complete: a run (its length, and the sizes that do, from bit 4) and a flush
    (its length, and the suit, from bit 3); 0 for none."""
    run, flush = np.int64(0), np.int64(0)
    sizes, suit, length = np.int64(0), np.int64(-1), 0
    runs, flushes = True, True
    rest = lap
    while rest > 1 and (runs or flushes):
        card = rest & 63
        rest >>= 6
        length += 1
        bit = np.int64(1) << abs(VALUES[card])
        runs = runs and not sizes & bit
        sizes |= bit
        if runs and length >= 2:
            low, high = lowest(sizes), np.int64(0)
            for value in range(11):
                if (sizes >> value) & 1:
                    high = np.int64(value)
            if high - low == length - 1:
                ends = (np.int64(1) << (high + 1)) | (np.int64(1) << (low - 1) if low > 0 else np.int64(0))
                run = (ends & 0x7FF) << 4 | length + 1
            elif high - low == length:
                run = (((np.int64(2) << high) - (np.int64(1) << low)) & ~sizes) << 4 | length + 1
        if VALUES[card] != 0:
            if suit < 0:
                suit = SUITS[card]
            flushes = flushes and suit == SUITS[card]
        if flushes and length >= 2 and suit >= 0:
            flush = suit << 3 | min(length + 1, 7)
    return run, flush


@jit
def lookahead_card(
    hand, held, own, mine_on_table, others_on_table, thrown, laid, lap, total, flags, book, deal
):
    """Return the legal card of the most points now, less the reply, with the measured value of the Hold and Spoils.

    ``own`` are the own captures in number; ``thrown`` and ``laid`` are masks of what is known to be elsewhere.
    """
    opts, number = book.opts, deal[NUMBER]
    unseen = _DECK & ~(hand | thrown | laid | (np.int64(1) << deal[PATH]))
    cards = size(hand)
    left = cards - 1 + held
    best, best_value = np.int64(-1), -1e9
    rest = hand & LEGAL[total + RIM]
    while rest:
        card = lowest(rest)
        rest &= rest - 1
        new_total = total + VALUES[card]
        new_lap = lap << 6 | card
        value = 1.0 * play_points(new_lap, new_total, number, opts)
        # The cards that end with this seat: captured, on the table before it, and still to be laid by it.
        expected = own + mine_on_table + cards
        on_table = mine_on_table + 1
        if abs(new_total) == RIM:
            expected += others_on_table
            on_table = 0
            new_lap = np.int64(1)
            new_total = VALUES[deal[PATH]] if opts[option.RESTART] != 0 else np.int64(0)
        expected = min(expected, 8)
        value += book.holding[left, expected]
        again = (
            new_total == 0
            and abs(total + VALUES[card]) != RIM
            and opts[option.PLAY_AGAIN] != 1
            and not (opts[option.PLAY_AGAIN] == 2 and flags & EXTRA)
            and cards > 1
        )
        if again:
            following = hand & ~(np.int64(1) << card)
            most = 0
            while following:
                after = lowest(following)
                following &= following - 1
                most = max(most, play_points(new_lap << 6 | after, VALUES[after], number, opts))
            value += most
        elif held > 0:
            value -= _reply(new_lap, new_total, unseen, held, on_table, left, expected, number, book)
        elif left == 0:
            value += opts[option.LAST_CARD_POINTS]
        if value > best_value:
            best, best_value = card, value
    return best
