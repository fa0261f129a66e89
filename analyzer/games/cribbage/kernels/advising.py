"""The loops behind advice in the play: legal cards tried in common worlds, and every holding near the end.

The opponent's hidden cards are weighted by how it throws: of six cards that would keep what it has shown, those are
likelier that its policy would split so. One throw in `ODD_THROWS` is taken as one at random, so that nothing shown is
impossible.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from analyzer.core.dealing import deal as shuffle
from analyzer.core.enumeration import lowest, size
from analyzer.core.jit import jit
from analyzer.core.rng import below, next_word, seed_stream
from analyzer.games.cribbage.kernels import options as option
from analyzer.games.cribbage.kernels.counting import RANK_VALUE
from analyzer.games.cribbage.kernels.deal import CRIB_CARDS, ENDING, KEPT, LONGEST, TALLIES, play_card, play_on, show
from analyzer.games.cribbage.kernels.pegging import FITS, MOST_COUNT, OVER, SEATS, lay
from analyzer.games.cribbage.kernels.playing import CHANCES, find_chances, greedy_card, position_key
from analyzer.games.cribbage.kernels.throws import RANDOM, TABLES, THROWS, cards_of, choose_throw, throw_mask

ODD_THROWS = 20
PARTS = ("pegging", "pegging_opponent")
CHANCE_NAMES = ("pegs", "punished")
"""Making a point or more in the rest of the play; and the opponent scoring with its very next card."""
WIN_UNIT = 1_000_000
HALVES = 2 * CHANCES
"""Chances of one decision between two cards are whole thirtieths: fifteenths of the table, halves at random."""
# The columns of `every_holding`: own points, the opponent's, and the chances.
COLUMNS = len(PARTS) + len(CHANCE_NAMES)


class Seen(NamedTuple):
    """What the asker in ``seat`` has seen, before it lays.

    Masks: ``hand`` as held, ``laid`` the own cards laid, ``shown`` those of the opponent, ``thrown`` the own throw, 0
    where it is not known. ``lap`` is packed as in `pegging`, ``total`` is its
    count and ``last`` who laid its last card. The opponent holds
    ``held`` cards of ``fitting``, part of all that is ``unseen`` (arrays of cards).
    """

    seat: int
    hand: int
    laid: int
    shown: int
    thrown: int
    starter: int
    lap: int
    total: int
    last: int
    held: int
    fitting: np.ndarray
    unseen: np.ndarray


@jit
def throws_so(policy, six_mask, theirs, seat, book, six, state):
    """Tell whether ``policy`` throws ``theirs`` of the cards ``six_mask``; ``six`` is int64[6] to work in."""
    cards_of(six_mask, six)
    return throw_mask(six, choose_throw(policy, six, seat, state, book)) == theirs


@jit
def draw_world(seen, policy, fitting, deck, book, six, state):
    """Return (hidden, theirs, mine), drawn as they are likely: the opponent's cards in hand, its throw, and the own.

    ``fitting`` and ``deck`` are copies of those of ``seen``, shuffled here.
    """
    other = 1 - seen.seat
    while True:
        shuffle(fitting, state, seen.held)
        hidden = np.int64(0)
        for card in fitting[: seen.held]:
            hidden |= np.int64(1) << card
        taken = seen.held + 4
        shuffle(deck, state, taken)
        theirs, mine, drawn = np.int64(0), np.int64(0), 0
        for card in deck[:taken]:
            bit = np.int64(1) << card
            if hidden & bit:
                continue
            if drawn < 2:
                theirs |= bit
            elif drawn < 4:
                mine |= bit
            drawn += 1
        if seen.thrown != 0:
            mine = np.int64(seen.thrown)
        if policy == RANDOM:
            return hidden, theirs, mine
        if below(state, ODD_THROWS) == 0:
            if below(state, THROWS) == 0:
                return hidden, theirs, mine
        elif throws_so(policy, seen.shown | hidden | theirs, theirs, other, book, six, state):
            return hidden, theirs, mine


@jit
def chance_to_win(steps, length, seat, score, them, chance, opts):
    """Return the asker's chance to win, in units of 1 / `WIN_UNIT`, when ``steps`` are added in order (CR-A11).

    ``chance`` is by scores that of whoever deals next; the deal passes to the pone of this one.
    """
    target = opts[option.TARGET]
    for step in range(length):
        if steps[step, 0] == seat:
            score += steps[step, 1]
            if score >= target:
                return np.int64(WIN_UNIT)
        else:
            them += steps[step, 1]
            if them >= target:
                return np.int64(0)
    won = 1 - chance[them, score] if seat == 0 else chance[score, them]
    return np.int64(np.round(won * WIN_UNIT))


@jit
def play_block(stream, deals, seen, me, opponent, book, cards, score, them, chance, values, parts, chances):
    """Lay each of ``cards`` in ``deals`` common worlds that fit what was ``seen``, and play on.

    Adds to ``values`` (int32[deals, cards]) the net points still to come in the play, or with a ``score`` of 0 or more
    the chance to win of `chance_to_win` after the whole deal; to ``parts`` (int64[cards, 2]) the points of each side,
    and to ``chances`` (int64[cards, 2]) what `CHANCE_NAMES` says.
    """
    state, luck, play_state = np.zeros(4, np.uint64), np.zeros(4, np.uint64), np.zeros(4, np.uint64)
    seed_stream(state, stream)
    tally = np.zeros((SEATS, TALLIES), dtype=np.int64)
    steps = np.zeros((LONGEST, 3), dtype=np.int64)
    ending, four, six = np.zeros(ENDING, np.int64), np.zeros(4, np.int64), np.zeros(6, np.int64)
    fitting, deck = seen.fitting.copy(), seen.unseen.copy()
    seat, none = seen.seat, np.int64(0)
    policies = (me, opponent, opponent) if seat == 0 else (opponent, me, opponent)
    for i in range(deals):
        hidden, theirs, mine = draw_world(seen, opponent, fitting, deck, book, six, state)
        seed_stream(luck, next_word(state))
        hand_0, hand_1 = (seen.hand, hidden) if seat == 0 else (hidden, seen.hand)
        for k in range(len(cards)):
            play_state[:] = luck
            tally[:] = 0
            length, new_0, new_1, new_2, lap, count, following, last = play_card(
                cards[k], hand_0, hand_1, none, seen.lap, seen.total, seat, tally, steps, 0
            )
            length = play_on(
                policies, new_0, new_1, new_2, lap, count, following, last, book, play_state, tally, steps, length
            )
            own, other = np.int64(0), np.int64(0)
            for step in range(length):
                if steps[step, 0] == seat:
                    own += steps[step, 1]
                else:
                    other += steps[step, 1]
            parts[k, 0] += own
            parts[k, 1] -= other
            chances[k, 0] += own > 0
            chances[k, 1] += length > 1 and steps[1, 0] != seat and steps[1, 1] > 1
            if score < 0:
                values[i, k] = own - other
                continue
            ending[:] = 0
            ending[KEPT + seat], ending[KEPT + 1 - seat] = seen.hand | seen.laid, seen.shown | hidden
            ending[CRIB_CARDS] = mine | theirs
            length = show(ending, seen.starter, book, tally, steps, length, four)
            values[i, k] = chance_to_win(steps, length, seat, score, them, chance, book.opts)


@jit
def weigh_holdings(holdings, seen, policy, book, weights):
    """Fill ``weights`` (int64) with how likely each of ``holdings`` (masks) is, by all throws that go with it."""
    six, state = np.zeros(6, dtype=np.int64), np.zeros(4, dtype=np.uint64)
    for number in range(len(holdings)):
        hidden = holdings[number]
        so, pairs = np.int64(0), np.int64(0)
        for i in range(len(seen.unseen)):
            one = np.int64(1) << seen.unseen[i]
            if one & hidden:
                continue
            for j in range(i):
                theirs = one | np.int64(1) << seen.unseen[j]
                if theirs & hidden:
                    continue
                pairs += 1
                if policy != RANDOM:
                    so += throws_so(policy, seen.shown | hidden | theirs, theirs, 1 - seen.seat, book, six, state)
        weights[number] = pairs if policy == RANDOM else (ODD_THROWS - 1) * THROWS * so + pairs


@jit
def chance_of_lowest(policy, hand, lap, count, held, alone, book):
    """Return in thirtieths how likely ``policy`` lays the lower of two cards of different rank, both legal."""
    if policy == RANDOM:
        return CHANCES
    greedy = 1 if greedy_card(hand, lap, count) == lowest(hand) else 0
    if policy != TABLES:
        # `first` always lays the lower one.
        return HALVES if policy == 0 else HALVES * greedy
    packed = find_chances(position_key(hand, lap, count, held, alone), book.playing)
    low = min(packed & 15, CHANCES)
    high = min(packed >> 4 & 15, CHANCES - low)
    # What the table leaves open goes to the greedy card, as in `table_card`.
    return 2 * (low + greedy * (CHANCES - low - high))


@jit
def play_last(card, preferred, hidden, seen, points):
    """Lay ``card`` against ``hidden``, then all that is forced, and fill ``points`` (int64[3]): own, other's, punished.

    The opponent lays ``preferred`` where it first has a choice; -1 stops there. Returns the position at that choice,
    (hand, lap, count, held, alone), its hand 0 where there is none.
    """
    seat, none = seen.seat, np.int64(0)
    hand_0, hand_1 = (seen.hand, hidden) if seat == 0 else (hidden, seen.hand)
    lap, count, turn, last = np.int64(seen.lap), np.int64(seen.total), np.int64(seat), np.int64(seen.last)
    points[:] = 0
    laying, laid = np.int64(card), 0
    while turn != OVER:
        if laid > 0:
            hand = hand_0 if turn == 0 else hand_1
            legal = hand & FITS[MOST_COUNT - count]
            laying = lowest(legal)
            if turn != seat and size(legal) == 2 and laying >> 2 != lowest(legal & (legal - 1)) >> 2:
                if preferred < 0:
                    return hand, lap, count, size(hand_1 if turn == 0 else hand_0), lap != 0 and last == turn
                laying = np.int64(preferred)
        mover = turn
        hand_0, hand_1, _, lap, count, turn, made, go = lay(laying, hand_0, hand_1, none, lap, count, turn)
        points[0 if mover == seat else 1] += made + go
        if laid == 1 and mover != seat and made + go > 1:
            points[2] = 1
        last = mover
        laid += 1
    return none, none, none, none, False


@jit
def every_holding(holdings, weights, seen, opponent, book, cards, sums):
    """Add to ``sums`` (int64[cards, COLUMNS]) what each of ``cards`` comes to over all ``holdings``, none of over two.

    The asker holds two cards at most, so has no choice after this one. In thirtieths times the weights.
    """
    points = np.zeros(3, dtype=np.int64)
    for k in range(len(cards)):
        for number in range(len(holdings)):
            hidden = holdings[number]
            hand, lap, count, held, alone = play_last(cards[k], -1, hidden, seen, points)
            low = np.int64(HALVES)
            if hand != 0:
                low = np.int64(chance_of_lowest(opponent, hand, lap, count, held, alone, book))
            for way in range(1 if hand == 0 else 2):
                share = weights[number] * (low if way == 0 else HALVES - low)
                if hand != 0:
                    play_last(cards[k], lowest(hand) if way == 0 else lowest(hand & (hand - 1)), hidden, seen, points)
                sums[k, 0] += share * points[0]
                sums[k, 1] -= share * points[1]
                sums[k, 2] += share * (points[0] > 0)
                sums[k, 3] += share * points[2]


@jit
def packed_lap(cards):
    """Return ``cards`` of a lap as `pegging` packs them, and their count."""
    lap, count = np.int64(0), np.int64(0)
    for card in cards:
        lap = lap << 4 | (card >> 2) + 1
        count += RANK_VALUE[card >> 2]
    return lap, count
