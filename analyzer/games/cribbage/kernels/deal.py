"""One whole deal between policies, for two or three players: throws, starter, play and show.

What a deal gives is kept in a tally, int64[3, EVENTS], a row a seat (0 dealer, 1 on the dealer's left or pone, 2 on
the right), and step by step in the order of scoring in ``steps``, int64[LONGEST, 3] of seat, points and the card laid
(-1 for heels, hands and crib). The points of a play stand in one step.
"""

from __future__ import annotations

import numpy as np

from analyzer.core.enumeration import size
from analyzer.core.jit import jit
from analyzer.games.cribbage.kernels import options as option
from analyzer.games.cribbage.kernels.counting import JACK, show_points
from analyzer.games.cribbage.kernels.pegging import MOST_COUNT, OVER, SEATS, hand_of, lay, pair_points, run_points
from analyzer.games.cribbage.kernels.playing import choose_card
from analyzer.games.cribbage.kernels.throws import DEALER, cards_of, choose_throw, throw_mask

EVENTS = ("heels", "fifteen", "thirty_one", "go", "pair", "run", "hand", "crib")
HEELS, FIFTEEN, THIRTY_ONE, GO, PAIR, RUN, HAND, CRIB = range(len(EVENTS))
TALLIES = len(EVENTS)
LONGEST = 1 + 12 + 3 + 1
NO_CARD = -1
HAND_FLUSH = 4
# What `whole_deal` leaves, masks: the hands kept by seat, then the crib.
KEPT, CRIB_CARDS = 0, 3
ENDING = 4


@jit
def dealt(players):
    """Return how many cards of the deck a deal takes, starter included (CR-A14)."""
    return 13 if players == 2 else 17


@jit
def mask_of(cards):
    """Return the mask of an array of cards."""
    mask = np.int64(0)
    for card in cards:
        mask |= np.int64(1) << card
    return mask


@jit
def score_play(lap, count, points, go, seat, tally):
    """Give ``seat`` the points of the last card of ``lap``, by row; ``points`` are all of it but ``go``."""
    if points > 0:
        if count == 15:
            tally[seat, FIFTEEN] += 2
        elif count == MOST_COUNT:
            tally[seat, THIRTY_ONE] += 2
        tally[seat, PAIR] += pair_points(lap)
        tally[seat, RUN] += run_points(lap)
    tally[seat, GO] += go


@jit
def play_on(policies, hand_0, hand_1, hand_2, lap, count, seat, last, book, state, tally, steps, length):
    """Play from any position to the end of the play and return the new length of ``steps``.

    ``policies`` is a tuple of three, by seat; ``last`` is who laid the last card of the lap.
    """
    while seat != OVER:
        hand = hand_of(hand_0, hand_1, hand_2, seat)
        following = seat + 1 if seat < SEATS - 1 else 0
        held = size(hand_of(hand_0, hand_1, hand_2, following))
        if following == SEATS - 1 and held == 0:
            held = size(hand_0)
        card = choose_card(policies[seat], hand, lap, count, held, lap != 0 and last == seat, book, state)
        length, hand_0, hand_1, hand_2, lap, count, seat, last = play_card(
            card, hand_0, hand_1, hand_2, lap, count, seat, tally, steps, length
        )
    return length


@jit
def play_card(card, hand_0, hand_1, hand_2, lap, count, seat, tally, steps, length):
    """Let ``seat`` lay ``card``, score it, and return (length, hand_0, hand_1, hand_2, lap, count, seat, last)."""
    lap_with, count_with, last = lap << 4 | (card >> 2) + 1, count + min((card >> 2) + 1, 10), seat
    hand_0, hand_1, hand_2, lap, count, seat, points, go = lay(card, hand_0, hand_1, hand_2, lap, count, seat)
    score_play(lap_with, count_with, points, go, last, tally)
    steps[length, 0], steps[length, 1], steps[length, 2] = last, points + go, card
    return length + 1, hand_0, hand_1, hand_2, lap, count, seat, last


@jit
def cut(starter, tally, steps):
    """Begin a deal: clear ``tally``, score his heels (CR-A3), and return the length of ``steps``."""
    tally[:] = 0
    if starter >> 2 != JACK:
        return 0
    tally[DEALER, HEELS] = 2
    steps[0, 0], steps[0, 1], steps[0, 2] = DEALER, 2, NO_CARD
    return 1


@jit
def show(ending, starter, book, tally, steps, length, cards):
    """Count hands from the dealer's left round to the dealer, then the crib (CR-A11, CR-A14); return the length.

    ``cards`` is int64[4] to work in.
    """
    for turn in range(SEATS):
        seat = turn + 1 if turn < SEATS - 1 else DEALER
        if ending[KEPT + seat] != 0:
            cards_of(ending[KEPT + seat], cards)
            points = show_points(cards[0], cards[1], cards[2], cards[3], starter, HAND_FLUSH)
            tally[seat, HAND] = points
            steps[length, 0], steps[length, 1], steps[length, 2] = seat, points, NO_CARD
            length += 1
    cards_of(ending[CRIB_CARDS], cards)
    points = show_points(cards[0], cards[1], cards[2], cards[3], starter, book.opts[option.CRIB_FLUSH])
    tally[DEALER, CRIB] = points
    steps[length, 0], steps[length, 1], steps[length, 2] = DEALER, points, NO_CARD
    return length + 1


@jit
def throw_cards(order, players, policies, book, state, ending, cards):
    """Let everybody throw: fill ``ending`` with the hands kept and the crib (CR-A14).

    ``order`` holds the cards as dealt, one at a time from the dealer's left; with three players one more for the crib
    follows. ``cards`` is an array of as many cards as a player is dealt.
    """
    each = len(cards)
    ending[:] = 0
    if players == 3:
        ending[CRIB_CARDS] = np.int64(1) << order[15]
    for seat in range(players):
        first = seat - 1 if seat > 0 else players - 1
        mask = mask_of(order[first : each * players : players])
        cards_of(mask, cards)
        thrown = throw_mask(cards, choose_throw(policies[seat], cards, seat, state, book))
        ending[KEPT + seat] = mask ^ thrown
        ending[CRIB_CARDS] |= thrown


@jit
def whole_deal(order, players, policies, book, state, tally, steps, ending, cards, four):
    """Play one given deal between ``policies``, a tuple of three by seat, and return the length of ``steps``.

    The starter is the last card that `dealt` counts. ``cards`` (int64[6], or [5] with three players) and ``four``
    (int64[4]) are to work in.
    """
    throw_cards(order, players, policies, book, state, ending, cards)
    starter = order[dealt(players) - 1]
    length = cut(starter, tally, steps)
    length = play_on(
        policies, ending[0], ending[1], ending[2], np.int64(0), np.int64(0), np.int64(1), np.int64(-1), book, state,
        tally, steps, length,
    )
    return show(ending, starter, book, tally, steps, length, four)


@jit
def points_of(tally, seat):
    """Return all points of a seat."""
    total = np.int64(0)
    for event in range(TALLIES):
        total += tally[seat, event]
    return total
