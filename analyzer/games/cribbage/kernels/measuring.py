"""What the play is worth by the four ranks kept, and a card in the crib with three players, from deals played."""

from __future__ import annotations

import numpy as np

from analyzer.core.dealing import deal as shuffle
from analyzer.core.jit import jit
from analyzer.core.rng import below, seed_stream
from analyzer.games.cribbage.kernels.counting import CARDS, FOUR_RANKS
from analyzer.games.cribbage.kernels.deal import (
    CRIB,
    CRIB_CARDS,
    ENDING,
    KEPT,
    LONGEST,
    TALLIES,
    dealt,
    mask_of,
    play_on,
    show,
    throw_cards,
)
from analyzer.games.cribbage.kernels.pegging import SEATS
from analyzer.games.cribbage.kernels.throws import DEALER, RANDOM, cards_of, choose_throw, throw_mask


@jit
def play_values_block(stream, first, last, deals, seat, players, policies, book, sums):
    """Play ``deals`` deals in which ``seat`` keeps each four of ranks ``first`` to ``last - 1``.

    Adds the points that the seat makes in play, times the number of the others, less all that they make, to ``sums``
    (int64[1820]). What the seat has thrown is any cards; the others throw and all play by ``policies``.
    """
    state = np.zeros(4, dtype=np.uint64)
    tally = np.zeros((SEATS, TALLIES), dtype=np.int64)
    steps = np.zeros((LONGEST, 3), dtype=np.int64)
    ending = np.zeros(ENDING, dtype=np.int64)
    each = 6 if players == 2 else 5
    cards = np.zeros(each, dtype=np.int64)
    deck = np.zeros(CARDS, dtype=np.int64)
    for four in range(first, last):
        seed_stream(state, np.uint64(stream) + np.uint64(four))
        for _ in range(deals):
            turned = below(state, 4)
            own = np.int64(0)
            for i in range(4):
                # Suits do not matter in the play; equal ranks only need different ones.
                own |= np.int64(1) << (FOUR_RANKS[four, i] << 2 | (turned + i) & 3)
            at = 0
            for card in range(CARDS):
                if not own >> card & 1:
                    deck[at] = card
                    at += 1
            dealt_cards = each - 4 + each * (players - 1)
            shuffle(deck[: CARDS - 4], state, dealt_cards)
            ending[:] = 0
            ending[KEPT + seat] = own
            at = each - 4
            for other in range(players):
                if other != seat:
                    mask = mask_of(deck[at : at + each])
                    cards_of(mask, cards)
                    thrown = throw_mask(cards, choose_throw(policies[other], cards, other, state, book))
                    ending[KEPT + other] = mask ^ thrown
                    at += each
            tally[:] = 0
            length = play_on(
                policies, ending[0], ending[1], ending[2], np.int64(0), np.int64(0), np.int64(1), np.int64(-1), book,
                state, tally, steps, 0,
            )
            for step in range(length):
                points = steps[step, 1]
                sums[four] += points * (players - 1) if steps[step, 0] == seat else -points


@jit
def single_cribs_block(stream, deals, seat, policies, book, sums, counts):
    """Deal to three players, ``seat`` throwing any card; add the crib to ``sums`` by its rank, and 1 to ``counts``.

    Both are int64[13].
    """
    state = np.zeros(4, dtype=np.uint64)
    seed_stream(state, stream)
    tally = np.zeros((SEATS, TALLIES), dtype=np.int64)
    steps = np.zeros((LONGEST, 3), dtype=np.int64)
    ending, four = np.zeros(ENDING, dtype=np.int64), np.zeros(4, dtype=np.int64)
    cards = np.zeros(5, dtype=np.int64)
    deck = np.arange(CARDS)
    first = RANDOM if seat == 0 else policies[0]
    second = RANDOM if seat == 1 else policies[1]
    third = RANDOM if seat == 2 else policies[2]
    for _ in range(deals):
        shuffle(deck, state, dealt(3))
        throw_cards(deck, 3, (first, second, third), book, state, ending, cards)
        own = mask_of(deck[(seat + 2) % 3 : 15 : 3]) & ending[CRIB_CARDS]
        cards_of(own, four[:1])
        rank = four[0] >> 2
        tally[:] = 0
        show(ending, deck[16], book, tally, steps, 0, four)
        sums[rank] += tally[DEALER, CRIB]
        counts[rank] += 1
