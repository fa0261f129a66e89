"""Learns to play by counterfactual regrets, one random pair of hands at a time (external sampling: Lanctot 2009).

Two players play each other on the deals that their throws make. At each turn of the learner every card is tried, at the
other's turns one is drawn; regrets and, for the other, the chances played add up by position key, as `playing` sees a
position. The average of the chances played comes near to a strategy that no other can beat by much, among players who
remember no more than the key does.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import float32, float64, int64, types, uint64

from analyzer.core.dealing import deal as shuffle
from analyzer.core.enumeration import lowest
from analyzer.core.jit import jit
from analyzer.core.rng import below, next_word, seed_stream
from analyzer.games.cribbage.kernels.counting import CARDS
from analyzer.games.cribbage.kernels.deal import ENDING, throw_cards
from analyzer.games.cribbage.kernels.pegging import FITS, MOST_COUNT, OVER, lay
from analyzer.games.cribbage.kernels.playing import CHANCES, PROBES, mixed, position_key
from analyzer.games.cribbage.kernels.throws import RANDOM, TABLES

ACTIONS = 4
DEPTH = 9
ODD_THROWS = 20
"""One throw in so many is a random one, so that hands seldom kept are played, too."""
_FRACTION = 1 / 2**53


class Memory(NamedTuple):
    """What was learned: ``keys`` (uint64[2 ** k], 0 where free), ``regrets`` and ``played`` (float32[2 ** k, 4]).

    Actions are the ranks in hand from the lowest on.
    """

    keys: np.ndarray
    regrets: np.ndarray
    played: np.ndarray


_MEMORY = types.NamedTuple((uint64[::1], float32[:, ::1], float32[:, ::1]), Memory)


def blank_memory(bits: int) -> Memory:
    """Return an empty memory of 2 ** ``bits`` positions."""
    slots = 1 << bits
    shape = (slots, ACTIONS)
    return Memory(np.zeros(slots, np.uint64), np.zeros(shape, np.float32), np.zeros(shape, np.float32))


@jit
def slot_of(key, keys):
    """Return the place of ``key``, taking a free one where it is new; -1 where all places near by are taken."""
    at = np.int64(mixed(key) & np.uint64(len(keys) - 1))
    for _ in range(4 * PROBES):
        held = np.int64(keys[at])
        if held == key:
            return at
        if held == 0:
            keys[at] = np.uint64(key)
            return at
        at = (at + 1) & (len(keys) - 1)
    return np.int64(-1)


@jit
def uniform(state):
    """Return a uniform float64 in [0, 1)."""
    return np.float64(next_word(state) >> np.uint64(11)) * _FRACTION


@jit(
    signature=float64(
        int64, int64, int64, int64, int64, int64, int64, float64, _MEMORY, float64[:, ::1], uint64[::1], int64
    )
)
def traverse(hand_0, hand_1, lap, count, seat, last, learner, weight, memory, scratch, state, depth):
    """Return the net points still to come for ``learner``, and learn from them; ``last`` laid the last card.

    ``scratch`` is float64[DEPTH, 8], a row a ``depth``: values and chances of the actions there.
    """
    if seat == OVER:
        return 0.0
    hand = hand_1 if seat == 1 else hand_0
    legal = hand & FITS[MOST_COUNT - count]
    mine = seat == learner
    sign = 1.0 if mine else -1.0
    none = np.int64(0)
    first = lowest(legal)
    if legal >> ((first | 3) + 1) == 0:  # one rank alone: nothing to learn
        hand_0, hand_1, _, lap, count, following, points, go = lay(first, hand_0, hand_1, none, lap, count, seat)
        return sign * (points + go) + traverse(
            hand_0, hand_1, lap, count, following, seat, learner, weight, memory, scratch, state, depth + np.int64(1)
        )
    held = hand_0 if seat == 1 else hand_1
    cards = none
    while held:
        held &= held - 1
        cards += 1
    slot = slot_of(position_key(hand, lap, count, cards, lap != 0 and last == seat), memory.keys)
    values = scratch[depth]
    total, options = 0.0, 0
    action = 0
    ranks = hand
    while ranks:
        card = lowest(ranks)
        ranks &= ~(np.int64(15) << (card & ~3))
        chance = -1.0
        if legal >> card & 1:
            options += 1
            chance = 0.0 if slot < 0 else max(0.0, memory.regrets[slot, action])
            total += chance
        values[ACTIONS + action] = chance
        action += 1
    actions = action
    for i in range(actions):
        if values[ACTIONS + i] >= 0:
            values[ACTIONS + i] = values[ACTIONS + i] / total if total > 0 else 1.0 / options
    if not mine:
        drawn = uniform(state)
        chosen, action = np.int64(-1), 0
        ranks = hand
        while ranks:
            card = lowest(ranks)
            ranks &= ~(np.int64(15) << (card & ~3))
            chance = values[ACTIONS + action]
            if chance >= 0:
                if slot >= 0:
                    memory.played[slot, action] += np.float32(weight * chance)
                if drawn >= 0:
                    chosen = card
                drawn -= chance
            action += 1
        hand_0, hand_1, _, lap, count, following, points, go = lay(chosen, hand_0, hand_1, none, lap, count, seat)
        return sign * (points + go) + traverse(
            hand_0, hand_1, lap, count, following, seat, learner, weight, memory, scratch, state, depth + np.int64(1)
        )
    mean = 0.0
    action = 0
    ranks = hand
    while ranks:
        card = lowest(ranks)
        ranks &= ~(np.int64(15) << (card & ~3))
        if values[ACTIONS + action] >= 0:
            new_0, new_1, _, new_lap, new_count, following, points, go = lay(
                card, hand_0, hand_1, none, lap, count, seat
            )
            value = points + go + traverse(
                new_0, new_1, new_lap, new_count, following, seat, learner, weight, memory, scratch, state,
                depth + np.int64(1),
            )
            values[action] = value
            mean += values[ACTIONS + action] * value
        action += 1
    if slot >= 0:
        for i in range(actions):
            if values[ACTIONS + i] >= 0:
                memory.regrets[slot, i] += np.float32(weight * (values[i] - mean))
    return mean


@jit
def learn_block(stream, deals, weight, book, memory):
    """Learn from ``deals`` deals, both seats in turn, each with ``weight``; return the sum of the dealer's net points.

    Players throw by the tables of ``book``, one throw in `ODD_THROWS` aside.
    """
    state = np.zeros(4, dtype=np.uint64)
    seed_stream(state, stream)
    deck = np.arange(CARDS)
    ending, six = np.zeros(ENDING, dtype=np.int64), np.zeros(6, dtype=np.int64)
    scratch = np.zeros((DEPTH, 2 * ACTIONS))
    total = 0.0
    for _ in range(deals):
        shuffle(deck, state, 12)
        dealer = RANDOM if below(state, ODD_THROWS) == 0 else TABLES
        pone = RANDOM if below(state, ODD_THROWS) == 0 else TABLES
        throw_cards(deck, 2, (dealer, pone, TABLES), book, state, ending, six)
        for learner in range(2):
            net = traverse(
                ending[0], ending[1], np.int64(0), np.int64(0), np.int64(1), np.int64(-1), np.int64(learner), weight,
                memory, scratch, state, np.int64(0),
            )
            total += net if learner == 0 else -net
    return total / 2


@jit
def pack_table(memory, least, table):
    """Write the average chances of all positions met with a weight of ``least`` or more into ``table``.

    ``table`` is uint32[2 ** k] as `find_chances` reads it; returns how many positions it took and how many it had no
    place for. Chances are rounded to fifteenths that add up, the largest first to give way.
    """
    taken, lost = 0, 0
    shares = np.zeros(ACTIONS, dtype=np.int64)
    for slot in range(len(memory.keys)):
        key = np.int64(memory.keys[slot])
        if key == 0:
            continue
        total, most = 0.0, 0
        for i in range(ACTIONS):
            total += memory.played[slot, i]
            if memory.played[slot, i] > memory.played[slot, most]:
                most = i
        if total < least or total <= 0:
            continue
        left = CHANCES
        for i in range(ACTIONS):
            shares[i] = np.int64(np.round(CHANCES * memory.played[slot, i] / total))
            left -= shares[i]
        shares[most] += left
        packed = np.int64(0)
        for i in range(ACTIONS):
            packed |= shares[i] << 4 * i
        bits = mixed(key)
        at = np.int64(bits & np.uint64(len(table) - 1))
        entry = np.int64(bits >> np.uint64(48)) << 16 | packed
        placed = False
        for _ in range(PROBES):
            if table[at] == 0:
                table[at] = np.uint32(entry)
                placed = True
                break
            at = (at + 1) & (len(table) - 1)
        if placed:
            taken += 1
        else:
            lost += 1
    return taken, lost
