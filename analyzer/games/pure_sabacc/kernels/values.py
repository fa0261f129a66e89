"""What hands are worth to the table policy: dynamic programming backwards over the rounds.

A hand is told by its number of cards, its aces and its total; how the cards of such a hand are spread, which matters
for what can be swapped, is averaged over all hands that the deck can deal. Cards are drawn from the whole deck.
"""

from __future__ import annotations

from math import comb

import numpy as np

from analyzer.core.decks import SABACC_76
from analyzer.core.jit import jit
from analyzer.games.pure_sabacc.kernels import options as option
from analyzer.games.pure_sabacc.kernels.hand import full_rounds
from analyzer.games.pure_sabacc.kernels.policies import (
    MOST_ACES,
    MOST_CARDS,
    RATIOS,
    TOTAL_ZERO,
    TOTALS,
    bucket_of,
    value_at,
)
from analyzer.games.pure_sabacc.kernels.ranking import best_of, category_of
from analyzer.games.pure_sabacc.rules_ranking import BOMB, PURE

FACES = np.array(sorted(set(SABACC_76.values)), dtype=np.int64)
FACES.flags.writeable = False
COPIES = np.array([SABACC_76.values.count(int(face)) for face in FACES], dtype=np.int64)
COPIES.flags.writeable = False
DECK = len(SABACC_76)
SWAPPED = 4
"""Hands of up to so many cards are averaged over what may be swapped; larger ones stand, draw or throw nothing away."""
WAYS = np.array([[comb(n, k) for k in range(SWAPPED + 1)] for n in range(5)], dtype=np.int64)
WAYS.flags.writeable = False


@jit
def fill_values(opts, players, weaker, ends, after, drawing, begins):
    """Fill the values of a book by ratio of the pots, round and state; see ``policies.Book``."""
    shape = (MOST_CARDS + 1, MOST_ACES + 1, TOTALS)
    shown, called = np.zeros(shape), np.zeros(shape)
    swapped, weight, dealt = np.zeros(shape), np.zeros(shape), np.zeros(MOST_CARDS + 1)
    last = opts[option.ROUND_LIMIT]
    first = full_rounds(players, opts[option.MIN_ROUNDS]) + 1
    if opts[option.VARIANT1] != 0:
        last = full_rounds(players, opts[option.ROUNDS]) + 1
    fold = -1.0 / (2 * players)
    chance = opts[option.SHIFT_OF] / opts[option.SHIFT_IN]
    if opts[option.VARIANT3] != 0 and opts[option.SHIFT_SCOPE] == 0:
        chance = 1 - (1 - chance) ** players
    for ratio in range(len(RATIOS)):
        _fill_shown(opts, players, weaker, RATIOS[ratio], shown, called)
        for number in range(last, 0, -1):
            now = begins[ratio, number]
            if number == last:
                _combine(now, shown, shown, called, 1.0, False, fold)
                continue
            further = begins[ratio, number + 1]
            _fill_drawing(further, drawing[ratio, number])
            _fill_best(further, drawing[ratio, number], swapped, weight, dealt)
            for n in range(1, MOST_CARDS + 1):
                for aces in range(MOST_ACES + 1):
                    for total in range(TOTALS):
                        after[ratio, number, n, aces, total] = (
                            (1 - chance) * swapped[n, aces, total] + chance * dealt[n]
                        )
            may_call = opts[option.VARIANT1] == 0 and number >= first
            _combine(now, after[ratio, number], shown, called, ends[number], may_call, fold)


@jit
def _combine(now, goes_on, shown, called, ends, may_call, fold):
    for n in range(1, MOST_CARDS + 1):
        for aces in range(MOST_ACES + 1):
            for total in range(TOTALS):
                value = ends * shown[n, aces, total] + (1 - ends) * goes_on[n, aces, total]
                if may_call:
                    value = max(value, called[n, aces, total])
                now[n, aces, total] = max(value, fold)


@jit
def _fill_shown(opts, players, weaker, ratio, shown, called):
    """Fill what a hand is worth at the reveal, to somebody who has not called the hand and to the caller."""
    fee = 1.0 if opts[option.CALL_FEE] == 0 else 0.5
    bombs = 1.0 if opts[option.BOMB_FEE] == 0 else 0.1
    for n in range(1, MOST_CARDS + 1):
        for aces in range(MOST_ACES + 1):
            for place in range(TOTALS):
                key = best_of(place - TOTAL_ZERO - aces, aces, n, 0, False, False, opts)
                win = weaker[bucket_of(key)] ** (players - 1)
                both = 1 + ratio * (category_of(key) >= PURE)
                shown[n, aces, place] = win * both - bombs * (category_of(key) == BOMB)
                called[n, aces, place] = win * both - (1 - win) * fee


@jit
def _fill_drawing(further, drawing):
    """Fill what each state is worth once it gets one more card."""
    for n in range(MOST_CARDS + 1):
        for aces in range(MOST_ACES + 1):
            for place in range(TOTALS):
                value = 0.0
                for i in range(len(FACES)):
                    ace = FACES[i] == 15
                    total = place - TOTAL_ZERO + (1 if ace else FACES[i])
                    value += COPIES[i] * value_at(further, n + 1, aces + ace, total)
                drawing[n, aces, place] = value / DECK


@jit
def _fill_best(further, drawing, swapped, weight, dealt):
    """Fill the mean value of the best draw action by state, and of a hand just dealt by its number of cards."""
    swapped[:], weight[:] = 0, 0
    hand = np.zeros(SWAPPED, dtype=np.int64)
    for n in range(2, SWAPPED + 1):
        hand[:] = 0
        while True:
            ways, i = 1, 0
            while i < n and ways:
                j = i
                while j < n and hand[j] == hand[i]:
                    j += 1
                ways = ways * WAYS[COPIES[hand[i]], j - i] if j - i <= COPIES[hand[i]] else 0
                i = j
            if ways:
                aces, total = 0, 0
                for k in range(n):
                    aces += FACES[hand[k]] == 15
                    total += 1 if FACES[hand[k]] == 15 else FACES[hand[k]]
                best = max(value_at(further, n, aces, total), value_at(drawing, n, aces, total))
                for k in range(n):
                    card = FACES[hand[k]]
                    ace = card == 15
                    best = max(best, value_at(drawing, n - 1, aces - ace, total - (1 if ace else card)))
                at = min(aces, MOST_ACES), min(max(total + TOTAL_ZERO, 0), TOTALS - 1)
                swapped[n, at[0], at[1]] += ways * best
                weight[n, at[0], at[1]] += ways
            # The next multiset, its faces never decreasing.
            k = n - 1
            while k >= 0 and hand[k] == len(FACES) - 1:
                k -= 1
            if k < 0:
                break
            up = hand[k] + 1
            for m in range(k, n):
                hand[m] = up
        dealt[n] = swapped[n].sum() / weight[n].sum()
    for n in range(1, MOST_CARDS + 1):
        if n > SWAPPED:
            dealt[n] = dealt[SWAPPED]
        for aces in range(MOST_ACES + 1):
            for place in range(TOTALS):
                if weight[n, aces, place] > 0:
                    swapped[n, aces, place] /= weight[n, aces, place]
                else:
                    swapped[n, aces, place] = max(further[n, aces, place], drawing[n, aces, place])
