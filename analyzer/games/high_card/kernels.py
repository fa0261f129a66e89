"""High card in numba. Cards are 0..12; ``pile`` is 1 where a swapped card may come again (ruling HC-3)."""

import numpy as np

from analyzer.core.jit import jit
from analyzer.core.rng import below, seed_stream

RANDOM = 0
SEVEN = 1
KEEP = 0
SWAP = 1


@jit
def draw(state, gone):
    """Return a card that is not in the bit mask ``gone``, all equally likely."""
    left = 0
    for card in range(13):
        left += 1 - ((gone >> card) & 1)
    place = below(state, left)
    for card in range(13):
        if not (gone >> card) & 1:
            if place == 0:
                return card
            place -= 1
    return -1


@jit
def swaps(policy, card, coin):
    """Return whether ``policy`` swaps ``card``; ``coin`` is 0 or 1."""
    if policy == RANDOM:
        return coin == 1
    return card < 6


@jit
def play(state, first, second, swap_first, swap_second, pile):
    """Return 1 where the first player wins from the cards dealt, else 0."""
    aside = 0
    if swap_first:
        gone = 1 << second
        if not pile:
            aside = 1 << first
        first = draw(state, gone | aside)
    if swap_second:
        gone = 1 << first
        if not pile:
            gone |= aside | (1 << second)
        second = draw(state, gone)
    return 1 if first > second else 0


@jit
def swap_block(stream, deals, card, opponent, pile, active, values, parts, chances):
    """Try every action of ``active`` (int64[k]) on the same deals: net points into ``values`` (int32[deals, k]).

    ``parts`` (int64[k, 2]): own and opponent's points; ``chances`` (int64[k, 1]): wins.
    """
    state = np.empty(4, np.uint64)
    after = np.empty(4, np.uint64)
    seed_stream(state, stream)
    for deal in range(deals):
        second = draw(state, 1 << card)
        coin = below(state, 2)
        swap_second = swaps(opponent, second, coin)
        fork = np.uint64(below(state, 1 << 31))
        for place in range(len(active)):
            # Every action goes on from the same fork, whatever else is tried.
            seed_stream(after, stream ^ (fork << np.uint64(32)))
            won = play(after, card, second, active[place] == SWAP, swap_second, pile)
            values[deal, place] = 2 * won - 1
            parts[place, 0] += won
            parts[place, 1] -= 1 - won
            chances[place, 0] += won


@jit
def simulate_block(stream, deals, policy_first, policy_second, mirror, pile, rows):
    """Play deals of two policies; ``rows`` (int32[deals or 2 * deals, 5]).

    Columns: wins and points of the first policy, of the second, swaps of both. With ``mirror`` each deal is played
    again with the policies in each other's seat, in the row that follows.
    """
    state = np.empty(4, np.uint64)
    seed_stream(state, stream)
    each = 2 if mirror else 1
    for deal in range(deals):
        first = draw(state, 0)
        second = draw(state, 1 << first)
        coin_first = below(state, 2)
        coin_second = below(state, 2)
        for turn in range(each):
            one = policy_first if turn == 0 else policy_second
            other = policy_second if turn == 0 else policy_first
            swap_first = swaps(one, first, coin_first)
            swap_second = swaps(other, second, coin_second)
            won = play(state, first, second, swap_first, swap_second, pile)
            if turn == 1:
                won = 1 - won
            row = rows[deal * each + turn]
            row[0] = won
            row[1] = 2 * won - 1
            row[2] = 1 - won
            row[3] = 1 - 2 * won
            row[4] = int(swap_first) + int(swap_second)


@jit
def swapped_block(stream, deals, pile, hits):
    """Swap a random card against an opponent who keeps: wins and trials by card into ``hits`` (int64[13, 2])."""
    state = np.empty(4, np.uint64)
    seed_stream(state, stream)
    for _ in range(deals):
        card = below(state, 13)
        second = draw(state, 1 << card)
        hits[card, 0] += play(state, card, second, True, False, pile)
        hits[card, 1] += 1
