"""The loop that measures what `lookahead` looks up: see `solve`.

What a throw is worth is fitted to differences: on every deal each seat in turn tries a second throw beside its own,
and what the two differ in explains what they come to.
"""

from __future__ import annotations

import numpy as np

from analyzer.core.dealing import deal as shuffle
from analyzer.core.jit import jit
from analyzer.core.rng import below, seed_stream
from analyzer.games.smugglers_hold.kernels import options as option
from analyzer.games.smugglers_hold.kernels.deal import (
    HOLD,
    SPOILS,
    SUIT_FACES,
    TALLIES,
    TRACE,
    TRACE_CARD,
    begin,
    count_spoils_suits,
    mask_of,
    play_skirmish,
    points_of,
    six_of,
)
from analyzer.games.smugglers_hold.kernels.features import FEATURES_OF_A_THROW, SPOILS_AT, features_of
from analyzer.games.smugglers_hold.kernels.odds import NUMBER_FACES
from analyzer.games.smugglers_hold.kernels.open import DEAL_SIZE
from analyzer.games.smugglers_hold.kernels.skirmish import DEALER, PATH, PONE, RIM, VALUES
from analyzer.games.smugglers_hold.kernels.throws import LOOKAHEAD, THROWS, choose_throw, throw_mask, throw_value

# A throw that the table holds so many points or less below the best is tried beside it.
MARGIN = 3.0


@jit
def _second_throw(six, seat, throw, how, throwing, state):
    """Return a throw to try beside ``throw``: of those that the table calls close one at random, else the next best.

    Before there is a table (``how`` is not `lookahead`), any.
    """
    if how != LOOKAHEAD:
        return (throw + 1 + below(state, THROWS - 1)) % THROWS
    most = throw_value(six, throw, seat, throwing)
    close = 0
    chosen, second, second_value = 0, -1, 0.0
    for other in range(THROWS):
        if other == throw:
            continue
        value = throw_value(six, other, seat, throwing)
        if second < 0 or value > second_value:
            second, second_value = other, value
        if value >= most - MARGIN:
            close += 1
            if below(state, close) == 0:
                chosen = other
    return np.int64(chosen if close > 0 else second)


@jit
def _holdings(trace, deal, opts, net_0, sums, counts):
    """Add to ``sums`` and ``counts`` (both [left, expected]) what each play of ``trace`` led to (see `lookahead`)."""
    total = VALUES[deal[PATH]]
    left = np.array([4, 4])
    own, on_table = np.zeros(2, dtype=np.int64), np.zeros(2, dtype=np.int64)
    for play in range(trace[0]):
        seat, card = trace[TRACE_CARD + play] >> 6, trace[TRACE_CARD + play] & 63
        total += VALUES[card]
        left[seat] -= 1
        on_table[seat] += 1
        if abs(total) == RIM:
            own[seat] += on_table[0] + on_table[1]
            on_table[:] = 0
            total = VALUES[deal[PATH]] if opts[option.RESTART] != 0 else np.int64(0)
        expected = min(8, own[seat] + on_table[seat] + left[seat])
        sums[left[0] + left[1], expected] += net_0 if seat == DEALER else -net_0
        counts[left[0] + left[1], expected] += SUIT_FACES


@jit
def _add_difference(numbers, times, gain, gram, moment):
    """Add one observation, features ``numbers`` so many ``times`` each (some named twice), to the normal equations."""
    for k in range(len(numbers)):
        moment[numbers[k]] += times[k] * gain
        for m in range(len(numbers)):
            gram[numbers[k], numbers[m]] += times[k] * times[m]


@jit
def fitting_block(stream, deals, how, book, fours, sums, counts, gram, moment):
    """Play ``deals`` deals of `lookahead`, and each again with a second throw of the dealer, and of the pone.

    Both throw by the policy ``how``. Adds, in thirds of points, what came of holdings to ``sums`` and ``counts``,
    int64[9, 9], and the normal equations of what the second throw changes in the net points of its seat to ``gram``,
    int64[2, FEATURES, FEATURES], and ``moment``, int64[2, FEATURES]. ``fours`` are those of `spoils_of_fours`.
    """
    state = np.zeros(4, dtype=np.uint64)
    seed_stream(state, stream)
    deck = np.arange(62)
    tally = np.zeros((2, TALLIES), dtype=np.int64)
    trace = np.zeros(TRACE, dtype=np.int64)
    faces = np.zeros((2, SUIT_FACES), dtype=np.int64)
    memory = np.zeros(DEAL_SIZE, dtype=np.int64)
    # The features of the second throw, those of the first, which count against them, and the Spoils.
    second, first = slice(FEATURES_OF_A_THROW), slice(FEATURES_OF_A_THROW, 2 * FEATURES_OF_A_THROW)
    numbers, times = np.full((2, 2 * FEATURES_OF_A_THROW + 1), 1)
    numbers[-1], times[first] = SPOILS_AT, -1
    for _ in range(deals):
        shuffle(deck, state, 13)
        number, coin = NUMBER_FACES[below(state, 6)], below(state, 2)
        six_0, six_1 = six_of(deck, DEALER), six_of(deck, PONE)
        all_0, all_1 = mask_of(six_0), mask_of(six_1)
        own_throw_0 = np.int64(choose_throw(how, six_0, DEALER, state, book))
        own_throw_1 = np.int64(choose_throw(how, six_1, PONE, state, book))
        usual = np.int64(0)
        for tried in range(3):
            throw_0, throw_1 = own_throw_0, own_throw_1
            if tried == 1:
                throw_0 = _second_throw(six_0, DEALER, own_throw_0, how, book.throwing, state)
            elif tried == 2:
                throw_1 = _second_throw(six_1, PONE, own_throw_1, how, book.throwing, state)
            mask_0, mask_1 = throw_mask(six_0, throw_0), throw_mask(six_1, throw_1)
            begin(memory, number, deck[12], 0, coin, mask_0 | mask_1, book.opts, tally)
            own_0, own_1, hold, flags = play_skirmish(
                LOOKAHEAD, LOOKAHEAD, all_0 ^ mask_0, all_1 ^ mask_1, mask_0, mask_1, book, memory, state, tally, trace
            )
            # The path bonus is the same after every throw.
            skirmish = points_of(tally, DEALER) - points_of(tally, PONE)
            count_spoils_suits(own_0, own_1, hold, flags, book, memory, tally, faces)
            counted = tally[DEALER, HOLD] + tally[DEALER, SPOILS] - tally[PONE, HOLD] - tally[PONE, SPOILS]
            _holdings(trace, memory, book.opts, counted, sums, counts)
            net = SUIT_FACES * skirmish + counted
            if tried == 0:
                usual = net
                continue
            seat = tried - 1
            six, one, other = (six_0, throw_0, own_throw_0) if seat == DEALER else (six_1, throw_1, own_throw_1)
            times[-1] = fours[features_of(six, one, numbers[second])] - fours[features_of(six, other, numbers[first])]
            _add_difference(numbers, times, net - usual if seat == DEALER else usual - net, gram[seat], moment[seat])
