"""What `reply` looks up: its chance to win with each strength against the field, and with each selection."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from analyzer.core.dealing import deal as shuffle
from analyzer.core.enumeration import BINOMIAL
from analyzer.core.jit import jit
from analyzer.core.rng import seed_stream
from analyzer.games.coruscant_shift.kernels import options as option
from analyzer.games.coruscant_shift.kernels.hand import play_hand
from analyzer.games.coruscant_shift.kernels.match import roll
from analyzer.games.coruscant_shift.kernels.options import pack
from analyzer.games.coruscant_shift.kernels.reply import (
    COPIES,
    FAR,
    KIND_COUNT,
    KIND_TOTALS,
    NO_KIND,
    OFFSETS,
    SUITED,
    TARGETS,
    Book,
)
from analyzer.games.coruscant_shift.kernels.selections import (
    DECK,
    HAND,
    MASKS,
    SIZES,
    strength,
    suited_of,
    sum_of,
    total_of_mask,
)
from analyzer.games.coruscant_shift.kernels.table import CHIPS, DREW, STRENGTH, new_table

DRAWN = HAND + 1
"""A field is int64[3, DRAWN, STRENGTHS]: final strengths by target (0, 5, 10) and by cards drawn, counted."""


def blank_book(rules: Mapping[str, object]) -> Book:
    """Return the book of these options for policies that look nothing up."""
    nothing = np.zeros((0, 0, 0, 0, 0), dtype=np.float32)
    return Book(
        pack(rules), np.zeros((0, 0)), nothing, np.zeros((0, 0), dtype=np.float32), np.zeros(0, dtype=np.float32)
    )


def chance_to_win(field: np.ndarray, opponents: int) -> np.ndarray:
    """Return the chance to win by own strength, float64[..., STRENGTHS], against ``opponents`` drawn from ``field``.

    ``field`` counts strengths in its last axis, or holds their shares. A draw-off is won by each of those in it alike.
    """
    share = field / field.sum(axis=-1, keepdims=True)
    weaker = np.maximum(1 - np.cumsum(share, axis=-1), 0)
    players = opponents + 1
    # The mean over 1 + k tied, of opponents weaker or equal: the integral of (weaker + t * equal) ** opponents.
    shared = ((weaker + share) ** players - weaker**players) / np.where(share > 0, players * share, 1)
    return np.asarray(np.where(share > 0, shared, weaker**opponents))


def reply_book(rules: Mapping[str, object], final: np.ndarray, targets: tuple[int, ...] = (0, 5, 10)) -> Book:
    """Return the book with which `reply` plays for the chances ``final`` (see `Book`), for ``targets`` alone.

    It takes a quarter of a second a target in standard, and three times as long where all five cards may be kept.
    """
    opts = pack(rules)
    blank = blank_book(rules)
    if rules["form"] == "standard" or rules["improve"] == "locked":
        keeping = np.zeros((TARGETS, HAND + 1, 2 * FAR + 1, SUITED, KIND_COUNT + 1), dtype=np.float32)
        for target in targets:
            for drawn in range(1, HAND + int(opts[option.EMPTY_SELECTION])):
                fill_keeping(final[target // 5], drawn, target, opts, keeping[target // 5, drawn])
        return blank._replace(final=final, keeping=keeping)
    holding = np.zeros((TARGETS, OFFSETS[HAND]), dtype=np.float32)
    for target in targets:
        fill_holding(final[target // 5], target, opts, holding[target // 5])
    return blank._replace(final=final, holding=holding)


@jit
def next_kinds(kinds, n):
    """Step ``kinds`` to the next sorted ``n`` of them and return the ways to draw those from a whole deck.

    0 where the deck has too few cards of a kind, -1 at the end. Start from all 0 and count that one too.
    """
    i = n - 1
    while i >= 0 and kinds[i] == KIND_COUNT - 1:
        i -= 1
    if i < 0:
        return np.int64(-1)
    kinds[i] += 1
    for j in range(i + 1, n):
        kinds[j] = kinds[i]
    return ways_of(kinds, n)


@jit
def ways_of(kinds, n):
    """Return the ways to draw the ``n`` sorted ``kinds`` from a whole deck."""
    ways, same = np.int64(1), 1
    for i in range(n):
        same = same + 1 if i > 0 and kinds[i] == kinds[i - 1] else 1
        # C(copies, m), one card after the other.
        ways = ways * (COPIES[kinds[i]] - same + 1) // same
    return ways


@jit
def totals_of_kinds(kinds, n):
    """Return what each of five places adds, as `selections.totals_of` does."""
    a = KIND_TOTALS[kinds[0]] if n > 0 else np.int64(0)
    b = KIND_TOTALS[kinds[1]] if n > 1 else np.int64(0)
    c = KIND_TOTALS[kinds[2]] if n > 2 else np.int64(0)
    d = KIND_TOTALS[kinds[3]] if n > 3 else np.int64(0)
    e = KIND_TOTALS[kinds[4]] if n > 4 else np.int64(0)
    return a, b, c, d, e


@jit
def fill_keeping(final, drawn, target, opts, keeping):
    """Fill ``keeping`` (see `Book`) for ``drawn`` cards and a ``target`` of 0, 5 or 10, all draws enumerated.

    Removing a card is worth alike whichever others are gone: a first-order account of the five in the hand.
    ``two_sylops=wins`` is left out of what is looked ahead to.
    """
    kept = HAND - drawn
    reach = 10 * kept
    sums = np.zeros((2 * FAR + 1, SUITED, KIND_COUNT + 1))
    kinds = np.zeros(HAND, dtype=np.int64)
    reached, suited = np.zeros(MASKS, dtype=np.int64), np.zeros(MASKS, dtype=np.int64)
    shares = np.zeros(HAND)
    ways = ways_of(kinds, drawn)
    while ways >= 0:
        if ways > 0:
            places = totals_of_kinds(kinds, drawn)
            for mask in range(1 << drawn):
                total = total_of_mask(places, mask)
                reached[mask], suited[mask] = sum_of(total), 15 - suited_of(total)
            for i in range(drawn):
                shares[i] = ways / COPIES[kinds[i]]
            for away in range(-reach - target, reach - target + 1):
                best = np.int64(1 << 40)
                for mask in range(1 << drawn):
                    beyond = away + reached[mask]
                    key = (abs(beyond) << 4) + suited[mask]
                    if opts[option.OVERSHOOT] != 0 and target > 0 and beyond > 0:
                        key += 1 << 11
                    best = min(best, key)
                best += 1 << 12
                for held in range(kept + 1):
                    value = final[best - held]
                    row = sums[FAR + away, held]
                    row[NO_KIND] += ways * value
                    for i in range(drawn):
                        row[kinds[i]] += shares[i] * value
        ways = next_kinds(kinds, drawn)
    whole, less = 1.0, 1.0
    for i in range(drawn):
        whole *= (DECK - i) / (i + 1)
        less *= (DECK - 1 - i) / (i + 1)
    for away in range(-reach - target, reach - target + 1):
        for held in range(kept + 1):
            mean = sums[FAR + away, held, NO_KIND] / whole
            keeping[FAR + away, held, NO_KIND] = mean
            for kind in range(KIND_COUNT):
                without = (sums[FAR + away, held, NO_KIND] - sums[FAR + away, held, kind]) / less
                # One card of 62 is gone, or five: the effect of each is as much larger as the rest is smaller.
                keeping[FAR + away, held, kind] = (without - mean) * (DECK - 1) / (DECK - HAND)


@jit
def fill_holding(final, target, opts, holding):
    """Fill ``holding`` (see `Book`) for a ``target`` of 0, 5 or 10: all fives, each seen from all that is kept of it.

    What was discarded counts as still in the deck.
    """
    counts, sums = np.zeros(len(holding)), np.zeros(len(holding))
    kinds = np.zeros(HAND, dtype=np.int64)
    ways = ways_of(kinds, HAND)
    while ways >= 0:
        if ways > 0:
            places = totals_of_kinds(kinds, HAND)
            best = np.int64(1 << 40)
            for mask in range(1, MASKS):
                best = min(best, strength(total_of_mask(places, mask), SIZES[mask], target, opts))
            _hold(kinds, final[best], counts, sums)
        ways = next_kinds(kinds, HAND)
    for rank in range(len(holding)):
        if counts[rank] > 0:
            holding[rank] = sums[rank] / counts[rank]


@jit
def _hold(kinds, value, counts, sums):
    """Add ``value`` to everything that four or fewer of the five sorted ``kinds`` may have been drawn to."""
    for mask in range(MASKS - 1):
        rank, n, ways, kept, drawn, canonical = np.int64(0), 0, np.int64(1), 0, 0, True
        for i in range(HAND):
            if i == 0 or kinds[i] != kinds[i - 1]:
                kept, drawn = 0, 0
            if (mask >> i) & 1:
                # Of equal kinds the first are kept, so that each choice is met once.
                canonical &= drawn == 0
                rank += BINOMIAL[kinds[i] + n, n + 1]
                n += 1
                kept += 1
            else:
                drawn += 1
                ways = ways * (COPIES[kinds[i]] - kept - drawn + 1) // drawn
        if canonical:
            rank += OFFSETS[n]
            counts[rank] += ways
            sums[rank] += ways * value


@jit
def field_block(stream, hands, policies, book, field):
    """Play hands of ``policies``, int64[players], and count the strengths of all seats in ``field``."""
    state = np.zeros(4, dtype=np.uint64)
    seed_stream(state, stream)
    table = new_table()
    for _ in range(hands):
        shuffle(table.order, state, DECK)
        target, suit = roll(state)
        table.seats[CHIPS, :] = book.opts[option.CHIPS]
        play_hand(table, len(policies), target, suit, policies, book, state)
        for seat in range(len(policies)):
            field[abs(target) // 5, table.seats[DREW, seat], table.seats[STRENGTH, seat]] += 1


