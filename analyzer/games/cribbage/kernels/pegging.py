"""The play: what a card makes, who is to lay next, GO and restarts (CR-A6 to CR-A10, CR-A15).

A hand is a mask of cards, so that four bits of it are a rank. A lap, the cards laid since the restart, is packed as
4-bit ranks + 1, the last card lowest. There are always three seats, 0 the dealer, 1 on the dealer's left, 2 on the
right; with two players the third never holds a card, and everybody passes it by.
"""

from __future__ import annotations

import numpy as np

from analyzer.core.jit import jit
from analyzer.games.cribbage.kernels.counting import RANK_VALUE

SEATS = 3
MOST_COUNT = 31
OVER = -1
FITS = np.array([(1 << 4 * min(room, 13)) - 1 if room < 10 else (1 << 52) - 1 for room in range(32)], dtype=np.int64)
"""int64[32]: the cards that may be laid with so much room left up to 31."""
FITS.flags.writeable = False


@jit
def hand_of(hand_0, hand_1, hand_2, seat):
    """Return the hand of a seat."""
    return hand_0 if seat == 0 else hand_1 if seat == 1 else hand_2


@jit
def pair_points(lap):
    """Return 2, 6 or 12 for the equal ranks at the end of ``lap``, 0 for none (CR-A7)."""
    last = lap & 15
    copies = 1
    lap >>= 4
    while lap & 15 == last:
        copies += 1
        lap >>= 4
    return copies * (copies - 1)


@jit
def run_points(lap):
    """Return the longest run of three or more at the end of ``lap``, in any order (CR-A6)."""
    seen = np.int64(0)
    low, high = np.int64(15), np.int64(0)
    length, best = np.int64(0), np.int64(0)
    while lap:
        rank = lap & 15
        if seen >> rank & 1:
            break
        seen |= np.int64(1) << rank
        low, high = min(low, rank), max(high, rank)
        length += 1
        if high - low == length - 1:
            best = length
        lap >>= 4
    return best if best >= 3 else np.int64(0)


@jit
def laid_points(lap, count):
    """Return the points of the last card of ``lap``, which brings the count to ``count``; GO is not among them."""
    points = pair_points(lap) + run_points(lap)
    if count == 15 or count == MOST_COUNT:
        points += 2
    return points


@jit
def next_seat(hand_0, hand_1, hand_2, seat, room):
    """Return the first seat after ``seat``, itself the last, that can lay a card within ``room``, or `OVER`."""
    fits = FITS[room]
    for _ in range(SEATS):
        seat = seat + 1 if seat < SEATS - 1 else 0
        if hand_of(hand_0, hand_1, hand_2, seat) & fits:
            return seat
    return OVER


@jit
def lay(card, hand_0, hand_1, hand_2, lap, count, seat):
    """Return (hand_0, hand_1, hand_2, lap, count, seat, points, go) after ``seat`` lays ``card``.

    ``points`` are those of `laid_points`, ``go`` the point for the last card before a restart, unless it made 31. The
    new seat is `OVER` when all cards are laid.
    """
    bit = np.int64(1) << card
    if seat == 0:
        hand_0 ^= bit
    elif seat == 1:
        hand_1 ^= bit
    else:
        hand_2 ^= bit
    rank = card >> 2
    lap = lap << 4 | rank + 1
    count += RANK_VALUE[rank]
    points = laid_points(lap, count)
    following = next_seat(hand_0, hand_1, hand_2, seat, MOST_COUNT - count)
    go = np.int64(0)
    if following == OVER:
        go = np.int64(count != MOST_COUNT)
        lap, count = np.int64(0), np.int64(0)
        following = next_seat(hand_0, hand_1, hand_2, seat, MOST_COUNT)
    return hand_0, hand_1, hand_2, lap, count, following, points, go
