"""How the players of the simulation play their cards: what a position looks like, and the table strategy over it.

A player who goes by the tables knows the ranks in hand, the last four cards of the lap, the count, how many cards the
others hold, and whether the last card was its own (so that the others have said GO). Everything else is forgotten.
Such a position has a key of 41 bits; the table holds for it the chances of laying each rank in hand.
"""

from __future__ import annotations

import numpy as np

from analyzer.core.enumeration import lowest, size
from analyzer.core.jit import jit
from analyzer.core.rng import below
from analyzer.games.cribbage.kernels.counting import RANK_VALUE
from analyzer.games.cribbage.kernels.pegging import FITS, MOST_COUNT, laid_points
from analyzer.games.cribbage.kernels.throws import FIRST, RANDOM, TABLES

SLOTS_BITS = 22
CHANCES = 15
"""The chances of a position are whole fifteenths of up to four bits each, the lowest rank first."""
PROBES = 16
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)


@jit
def position_key(hand, lap, count, held, alone):
    """Return the key of a position: 16 bits of ranks in hand, 16 of the lap, 5 of the count, 3 of cards held, a flag.

    ``held`` is how many cards the opponent holds, ``alone`` whether the last card of the lap was laid by the player to
    move, too.
    """
    ranks = np.int64(0)
    while hand:
        ranks = ranks << 4 | (lowest(hand) >> 2) + 1
        hand &= hand - 1
    return ranks << 25 | (lap & 0xFFFF) << 9 | count << 4 | held << 1 | np.int64(alone)


@jit
def mixed(key):
    """Return 64 well-mixed bits of ``key`` (splitmix64's finish)."""
    x = np.uint64(key)
    x = (x ^ (x >> np.uint64(30))) * _MIX_1
    x = (x ^ (x >> np.uint64(27))) * _MIX_2
    return x ^ (x >> np.uint64(31))


@jit
def find_chances(key, table):
    """Return the packed chances of the position ``key``, 0 where the table has none.

    ``table`` is uint32[2 ** k]: open addressing by the low bits of `mixed`, its top 16 bits as the tag.
    """
    bits = mixed(key)
    at = np.int64(bits & np.uint64(len(table) - 1))
    tag = np.int64(bits >> np.uint64(48))
    for _ in range(PROBES):
        entry = np.int64(table[at])
        if entry == 0:
            return np.int64(0)
        if entry >> 16 == tag:
            return entry & 0xFFFF
        at = (at + 1) & (len(table) - 1)
    return np.int64(0)


@jit
def greedy_card(hand, lap, count):
    """Return the legal card that makes the most points now, of equal ones the lowest."""
    legal = hand & FITS[MOST_COUNT - count]
    best, most = np.int64(-1), np.int64(-1)
    while legal:
        card = lowest(legal)
        legal &= legal - 1
        rank = card >> 2
        points = laid_points(lap << 4 | rank + 1, count + RANK_VALUE[rank])
        if points > most:
            best, most = card, points
    return best


@jit
def table_card(hand, lap, count, held, alone, table, state):
    """Return a card drawn by the chances of the table; where it has none, the greedy one."""
    chances = find_chances(position_key(hand, lap, count, held, alone), table)
    if chances == 0:
        return greedy_card(hand, lap, count)
    drawn = below(state, CHANCES)
    legal = hand & FITS[MOST_COUNT - count]
    last = np.int64(-1)
    ranks = hand
    while ranks:
        card = lowest(ranks)
        ranks &= ranks - 1
        if card >> 2 == last:
            continue
        last = card >> 2
        drawn -= chances & 15
        chances >>= 4
        # A position of another key may have the same tag, and its chances a card that does not fit.
        if drawn < 0 and legal >> card & 1:
            return card
    return greedy_card(hand, lap, count)


@jit
def choose_card(policy, hand, lap, count, held, alone, book, state):
    """Return the card that ``policy`` lays from ``hand`` (mask), at least one being legal.

    ``held`` and ``alone`` are those of `position_key`; with three players ``held`` is that of the player who follows.
    """
    legal = hand & FITS[MOST_COUNT - count]
    if legal & (legal - 1) == 0 or policy == FIRST:
        return lowest(legal)
    if policy == RANDOM:
        for _ in range(below(state, size(legal))):
            legal &= legal - 1
        return lowest(legal)
    if policy == TABLES:
        return table_card(hand, lap, count, held, alone, book.playing, state)
    return greedy_card(hand, lap, count)
