"""What hands count: the key of a hand as one integer, the greater the better."""

from __future__ import annotations

import numpy as np

from analyzer.core.decks import SABACC_76
from analyzer.core.jit import jit
from analyzer.games.pure_sabacc.kernels import options as option
from analyzer.games.pure_sabacc.rules_ranking import ARRAY, BEST_PURE, BOMB, FULL, PLAIN, PURE, TARGET

DECK = len(SABACC_76)
VALUES = np.array(SABACC_76.values, dtype=np.int64)
SUITS = np.array(SABACC_76.suits, dtype=np.int64)
VALUES.flags.writeable = False
SUITS.flags.writeable = False

# A key packs category, size, and the three tie-breaks: 4, 8, 8, 8 and 1 bits. Sizes are shifted to be positive.
CATEGORY_SHIFT, SIZE_SHIFT, FIRST_SHIFT, SECOND_SHIFT = 25, 17, 9, 1
SIZE_ZERO = 64
# Of up to so many cards all subsets are looked at one by one.
MOST_SUBSETS = 7
ANY_SUIT = -2
REACH, REACH_ZERO = 1024, 400
"""Totals lie between -160, or -220 with aces counting -15, and 540."""


@jit
def category_of(key):
    """Return the category of a key."""
    return key >> CATEGORY_SHIFT


@jit
def size_of(key):
    """Return the size of a plain or pure hand by its key."""
    return ((key >> SIZE_SHIFT) & 255) - SIZE_ZERO


@jit
def pack_key(category, total, n, idiot, opts):
    """Return the key of a reading (PS-R5)."""
    if category == BOMB or category == ARRAY:
        return category << CATEGORY_SHIFT
    size = abs(total)
    if opts[option.VARIANT2] != 0:
        size = -abs(total)
    elif opts[option.SIZE] != 0 and category == PLAIN:
        size = total
    first, second = (idiot, n) if opts[option.TIE_ORDER] == 0 else (n, idiot)
    plus = 1 if total >= 0 else 0
    if opts[option.SIGN] != 0:
        plus = 1 - plus
    middle = first << FIRST_SHIFT | second << SECOND_SHIFT
    return category << CATEGORY_SHIFT | (size + SIZE_ZERO) << SIZE_SHIFT | middle | plus


@jit
def category_at(total, one_suit, best_form, opts):
    """Return the category of cards that are no array at ``total``."""
    if abs(total) > TARGET:
        return BOMB
    if opts[option.VARIANT2] != 0:
        if total != 0:
            return PLAIN
        return BEST_PURE if best_form else PURE
    if abs(total) == TARGET:
        return FULL if one_suit else PURE
    if total == 0 and opts[option.ZERO] == 0:
        return BOMB
    return PLAIN


@jit
def best_of(base, aces, n, idiot, one_suit, best_form, opts):
    """Return the best key over the readings of ``aces`` aces beside a total of ``base`` (PS-A1)."""
    best = np.int64(-1)
    low = opts[option.ACE] == 0
    negative = opts[option.VARIANT2] != 0 and opts[option.ACE_NEGATIVE] != 0
    for ones in range(aces + 1 if low else 1):
        for minus in range(aces - ones + 1 if negative else 1):
            total = base + 15 * (aces - ones - minus) + ones - 15 * minus
            key = pack_key(category_at(total, one_suit, best_form, opts), total, n, idiot, opts)
            best = max(best, key)
    return best


@jit
def key_of(cards, n, whole, opts):
    """Return the key of the first ``n`` of ``cards``, all of which count; ``whole``: they may be an array."""
    base, aces, idiots, suits, twos, threes, queens, evils = 0, 0, 0, 0, 0, 0, 0, 0
    for i in range(n):
        value = VALUES[cards[i]]
        if value == 15:
            aces += 1
        else:
            base += value
        idiots += value == 0
        twos += value == 2
        threes += value == 3
        queens += value == -2
        evils += value == -15
        if value != 0 or opts[option.IDIOT_SUIT] == 0:
            suits |= 1 << (SUITS[cards[i]] + 1)
    if whole and n == 3 and idiots == 1 and threes == 1 and (twos == 1 or (queens == 1 and opts[option.ARRAY] != 0)):
        return np.int64(ARRAY) << CATEGORY_SHIFT
    one_suit = suits != 0 and suits & (suits - 1) == 0 and suits & 1 == 0
    two_aces = aces == 2 and opts[option.ACE_NEGATIVE] != 0
    best_form = n == 3 and idiots == 1 and ((evils == 1 and aces == 1) or two_aces)
    return best_of(base, aces, n, 1 if idiots else 0, one_suit, best_form, opts)


@jit
def best_key(hand, n, field, f, opts, scratch, reach):
    """Return the key of a hand with the field before it as at the reveal (PS-F1, PS-F5, PS-V4).

    ``scratch`` int64[2, 2 * DECK] and ``reach``, of :func:`new_reach`, are to work in.
    """
    mixed = opts[option.VARIANT4] != 0
    counts = opts[option.FIELD_COUNTS]
    if not mixed and (counts == 0 or f == 0):
        return key_of(hand, n, True, opts)
    every, chosen = scratch[0], scratch[1]
    for i in range(n):
        every[i] = hand[i]
    for i in range(f):
        every[n + i] = field[i]
    if not mixed and counts == 1:
        return key_of(every, n + f, False, opts)
    if mixed and n + f > MOST_SUBSETS:
        return reached_key(every, n + f, opts, reach)
    # Under variant 4 any two cards or more count, else the hand with any of the field.
    fixed = 0 if mixed else n
    best = np.int64(-1)
    for subset in range(np.int64(1) << (n + f - fixed)):
        size = fixed
        for i in range(fixed):
            chosen[i] = every[i]
        for i in range(fixed, n + f):
            if subset >> (i - fixed) & 1:
                chosen[size] = every[i]
                size += 1
        if size >= 2:
            best = max(best, key_of(chosen, size, mixed or subset == 0, opts))
    return best


@jit
def new_reach():
    """Return space to mark which totals can be reached: by Idiots (none, some), number of cards, and total."""
    return np.zeros((2, DECK + 1, REACH), dtype=np.bool_)


@jit
def reached_key(cards, n, opts, reach):
    """Return the best key over all subsets of two cards or more, of many: of each total only that it is reached.

    What subsets of one suit reach is marked apart, for full suits; arrays and the best 0 are looked for by their cards.
    """
    best = np.int64(0)
    _mark(cards, n, ANY_SUIT, opts, reach)
    for idiot in range(2):
        for size in range(2, n + 1):
            for total in range(-TARGET, TARGET + 1):
                if reach[idiot, size, total + REACH_ZERO]:
                    key = pack_key(category_at(total, False, False, opts), total, size, idiot, opts)
                    best = max(best, key)
    if opts[option.VARIANT2] == 0:
        for suit in range(4):
            _mark(cards, n, suit, opts, reach)
            for idiot in range(2):
                for size in range(2, n + 1):
                    if reach[idiot, size, TARGET + REACH_ZERO]:
                        best = max(best, pack_key(FULL, TARGET, size, idiot, opts))
    return max(best, _special_key(cards, n, opts))


@jit
def _special_key(cards, n, opts):
    """Return the key of an array or of the best 0 among ``cards``, 0 where there is neither."""
    idiots, twos, threes, queens, evils, aces = 0, 0, 0, 0, 0, 0
    for i in range(n):
        value = VALUES[cards[i]]
        idiots += value == 0
        twos += value == 2
        threes += value == 3
        queens += value == -2
        evils += value == -15
        aces += value == 15
    if idiots > 0 and threes > 0 and (twos > 0 or (queens > 0 and opts[option.ARRAY] != 0)):
        return np.int64(ARRAY) << CATEGORY_SHIFT
    negative = aces > 1 and opts[option.ACE_NEGATIVE] != 0
    if opts[option.VARIANT2] != 0 and idiots > 0 and ((evils > 0 and aces > 0) or negative):
        return pack_key(BEST_PURE, 0, 3, 1, opts)
    return np.int64(0)


@jit
def _mark(cards, n, suit, opts, reach):
    """Mark in ``reach`` what subsets of the cards of a suit, or of ANY_SUIT, can total."""
    reach[:, : n + 1] = False
    reach[0, 0, REACH_ZERO] = True
    low, high, held = REACH_ZERO, REACH_ZERO, 0
    for i in range(n):
        value = VALUES[cards[i]]
        joker = value == 0 and opts[option.IDIOT_SUIT] != 0
        if suit != ANY_SUIT and SUITS[cards[i]] != suit and not joker:
            continue
        others = 0
        if value == 15:
            others = 1 if opts[option.ACE] == 0 else 0
            negative = opts[option.VARIANT2] != 0 and opts[option.ACE_NEGATIVE] != 0
            low -= 15 if negative else 0
        else:
            negative = False
        low, high, held = low + min(value, 0), high + max(value, 0), held + 1
        for size in range(held, 0, -1):
            for idiot in range(2):
                after = 1 if value == 0 else idiot
                for total in range(low, high + 1):
                    if not reach[idiot, size - 1, total]:
                        continue
                    reach[after, size, total + value] = True
                    if others:
                        reach[after, size, total + 1] = True
                    if negative:
                        reach[after, size, total - 15] = True
