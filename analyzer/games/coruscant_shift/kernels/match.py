"""Blocks of hands, and of whole games in which each player deals once."""

from __future__ import annotations

import numpy as np

from analyzer.core.dealing import deal as shuffle
from analyzer.core.jit import jit
from analyzer.core.rng import below, seed_stream
from analyzer.games.coruscant_shift.kernels import options as option
from analyzer.games.coruscant_shift.kernels.hand import SPLIT, WHOLE, play_hand
from analyzer.games.coruscant_shift.kernels.selections import DECK, HAND, TOTALS, closest_key, distance_of, sum_of
from analyzer.games.coruscant_shift.kernels.table import (
    CHIPS,
    DREW,
    FIRST_TOTAL,
    FOLDED,
    PAID,
    SEATS,
    STRENGTH,
    TOTAL,
    WON,
    new_table,
)

# The faces of the gold die (CS-D2).
TARGETS = np.array([0, 0, 5, -5, 10, -10], dtype=np.int64)
TARGETS.flags.writeable = False
# Columns of a hand by seat, SEAT_COLUMNS of them a seat, and behind those of all seats the level.
WINS, TIES, POINTS, DISTANCE, EXACT, EXACT_FIRST, DRAWN, FOLDS = range(8)
SEAT_COLUMNS = 8


@jit
def roll(state):
    """Return (target, suit) of one roll."""
    return TARGETS[below(state, 6)], below(state, 3)


@jit
def hands_block(stream, hands, policies, mirror, book, rows):
    """Play hands of ``policies``, int64[players]; ``rows`` are int32[hands * playings, SEAT_COLUMNS * players + 1].

    With ``mirror`` each hand is played once with the policies on every turn of the seats, in neighbouring rows: the
    same cards and dice, each policy moved one seat to the left. POINTS are chips won less chips paid, or units of
    1 / WHOLE of a hand. In halcyon and holo all have the chips of a game's start.
    """
    players = len(policies)
    state, after = np.zeros(4, dtype=np.uint64), np.zeros(4, dtype=np.uint64)
    seed_stream(state, stream)
    table = new_table()
    turned = policies.copy()
    playings = players if mirror else 1
    for hand in range(hands):
        shuffle(table.order, state, DECK)
        target, suit = roll(state)
        fork = np.uint64(below(state, 1 << 31)) << np.uint64(32)
        for playing in range(playings):
            for seat in range(players):
                turned[(seat + playing) % players] = policies[seat]
            table.seats[CHIPS, :players] = book.opts[option.CHIPS]
            seed_stream(after, stream ^ fork)
            level = play_hand(table, players, target, suit, turned, book, after)
            _note(table, players, target, level, rows[hand * playings + playing])


@jit
def _note(table, players, target, level, row):
    seats = table.seats
    for seat in range(players):
        at = SEAT_COLUMNS * seat
        won = seats[WON, seat] > 0
        row[at + WINS] = won and level != SPLIT
        row[at + TIES] = level == SPLIT
        row[at + POINTS] = seats[WON, seat] - seats[PAID, seat]
        row[at + DISTANCE] = distance_of(seats[STRENGTH, seat])
        row[at + EXACT] = sum_of(seats[TOTAL, seat]) == target
        row[at + EXACT_FIRST] = sum_of(seats[FIRST_TOTAL, seat]) == target
        row[at + DRAWN] = seats[DREW, seat]
        row[at + FOLDS] = seats[FOLDED, seat]
    row[SEAT_COLUMNS * players] = level


@jit
def games_block(stream, games, policies, book, rows):
    """Play games of ``policies``; ``rows`` are int32[games, 3 * players + 1].

    By player, who are numbered by their first seats: the share of the game in units of 1 / WHOLE, hands won in those
    units, or chips at the end, and whether the game was won alone. In the last column the hands played.
    """
    state = np.zeros(4, dtype=np.uint64)
    seed_stream(state, stream)
    table = new_table()
    score, best = np.zeros(SEATS, dtype=np.int64), np.zeros(SEATS, dtype=np.int64)
    for game in range(games):
        hands = _play_game(table, policies, book, score, best, state)
        row, sharing = rows[game], best.sum()
        for player in range(len(policies)):
            row[3 * player] = WHOLE * best[player] // sharing
            row[3 * player + 1] = score[player]
            row[3 * player + 2] = best[player] == 1 and sharing == 1
        row[3 * len(policies)] = hands


@jit
def _play_game(table, policies, book, score, best, state):
    """Play until each has dealt once (CS-D7, CS-H7); fill ``score`` and mark the ``best``; return the hands played."""
    opts, players = book.opts, len(policies)
    staked = opts[option.FORM] != 0
    at = np.zeros(SEATS, dtype=np.int64)
    score[:] = 0
    if staked:
        score[:players] = opts[option.CHIPS]
    hands = 0
    for turn in range(players):
        # The first seat is left of the dealer; one without the ante sits out, and deals all the same (CS-H6b).
        seated = 0
        for seat in range(players):
            player = (turn + seat) % players
            if not staked or score[player] >= opts[option.ANTE]:
                at[seated] = player
                seated += 1
        if seated > 1:
            _play_seated(table, policies, at, seated, book, score, state)
            hands += 1
    best[:] = 0
    most = score[:players].max()
    for player in range(players):
        best[player] = score[player] == most
    while not staked and opts[option.GAME_TIE] != 0 and best.sum() > 1:
        seated = 0
        for player in range(players):
            if best[player]:
                at[seated] = player
                seated += 1
        _play_seated(table, policies, at, seated, book, best, state)
        hands += 1
        # `best` was 1 for each of them, and is more for those who have won of this hand most.
        most = best.max()
        for player in range(players):
            best[player] = best[player] == most
    return hands


@jit
def _play_seated(table, policies, at, seated, book, score, state):
    """Play one hand of the players ``at`` the seats; add what they won to ``score``."""
    shuffle(table.order, state, DECK)
    target, suit = roll(state)
    sitting = np.zeros(seated, dtype=np.int64)
    for seat in range(seated):
        sitting[seat] = policies[at[seat]]
        table.seats[CHIPS, seat] = score[at[seat]]
    play_hand(table, seated, target, suit, sitting, book, state)
    for seat in range(seated):
        score[at[seat]] += table.seats[WON, seat] - table.seats[PAID, seat]


@jit
def closest_block(stream, deals):
    """Deal five cards and find the closest selection, ``deals`` times; return the sum of its distances."""
    state = np.zeros(4, dtype=np.uint64)
    seed_stream(state, stream)
    deck = np.arange(DECK)
    away = np.int64(0)
    for _ in range(deals):
        shuffle(deck, state, HAND)
        target, suit = roll(state)
        totals = TOTALS[suit]
        places = totals[deck[0]], totals[deck[1]], totals[deck[2]], totals[deck[3]], totals[deck[4]]
        away += closest_key(np.int64(0), places, HAND, 1, target) >> 16
    return away
