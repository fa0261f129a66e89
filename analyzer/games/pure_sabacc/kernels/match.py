"""Blocks of hands, and of whole games to the last player with credits."""

from __future__ import annotations

import numpy as np

from analyzer.core.dealing import deal as shuffle
from analyzer.core.jit import jit
from analyzer.core.rng import below, seed_stream
from analyzer.games.pure_sabacc.kernels import options as option
from analyzer.games.pure_sabacc.kernels.hand import play_hand
from analyzer.games.pure_sabacc.kernels.policies import bucket_of
from analyzer.games.pure_sabacc.kernels.ranking import DECK, category_of
from analyzer.games.pure_sabacc.kernels.table import (
    CALLER,
    CREDITS,
    FOLDED,
    KEY,
    ROUND,
    SABACC,
    SEATS,
    SHIFTS,
    SHOWN,
    STARTED,
    TAKERS,
    WINNERS,
    bits,
    new_table,
)
from analyzer.games.pure_sabacc.rules_ranking import BOMB

# Columns of a hand by seat, SEAT_COLUMNS of them a seat; behind those of all seats the table's.
WINS, TIES, GAIN, BOMBS, TAKES, FOLDS, CALLS = range(7)
SEAT_COLUMNS = 7
ROUNDS, SHIFTED, POT = range(3)
TABLE_COLUMNS = 3
MOST_HANDS = 1 << 16
"""A game of policies that keep passing pots around is left here, the credits deciding."""
WHOLE = 840


@jit
def hands_block(stream, hands, policies, mirror, book, rows):
    """Play hands of ``policies``, int64[players], each from the credits of a game's start and an empty sabacc pot.

    ``rows`` are int32[hands * playings, SEAT_COLUMNS * players + TABLE_COLUMNS]. With ``mirror`` each deck is played
    once with the policies on every turn of the seats, in neighbouring rows.
    """
    players = len(policies)
    state, after = np.zeros(4, dtype=np.uint64), np.zeros(4, dtype=np.uint64)
    seed_stream(state, stream)
    table = new_table(0)
    deck = np.arange(DECK)
    turned = policies.copy()
    playings = players if mirror else 1
    for hand in range(hands):
        shuffle(deck, state, DECK)
        fork = np.uint64(below(state, 1 << 31)) << np.uint64(32)
        for playing in range(playings):
            for seat in range(players):
                turned[(seat + playing) % players] = policies[seat]
            table.order[:] = deck
            table.numbers[SABACC] = 0
            table.seats[CREDITS, :] = book.opts[option.CREDITS]
            seed_stream(after, stream ^ fork)
            play_hand(table, players, turned, book, after)
            _note(table, players, rows[hand * playings + playing])


@jit
def _note(table, players, row):
    seats, numbers = table.seats, table.numbers
    for seat in range(players):
        at, won = SEAT_COLUMNS * seat, numbers[WINNERS] >> seat & 1
        row[at + WINS] = won and bits(numbers[WINNERS]) == 1
        row[at + TIES] = won and bits(numbers[WINNERS]) > 1
        row[at + GAIN] = seats[CREDITS, seat] - seats[STARTED, seat]
        row[at + BOMBS] = numbers[SHOWN] == 1 and seats[KEY, seat] >= 0 and category_of(seats[KEY, seat]) == BOMB
        row[at + TAKES] = numbers[TAKERS] >> seat & 1
        row[at + FOLDS] = seats[FOLDED, seat]
        row[at + CALLS] = numbers[CALLER] == seat
    row[SEAT_COLUMNS * players + ROUNDS] = numbers[ROUND]
    row[SEAT_COLUMNS * players + SHIFTED] = numbers[SHIFTS]
    row[SEAT_COLUMNS * players + POT] = numbers[SABACC]


@jit
def games_block(stream, games, policies, book, rows):
    """Play games of ``policies``; ``rows`` are int32[games, 2 * players + 3].

    By player, numbered by their first seats: the share of the game in units of 1 / WHOLE, and credits at the end. Then
    hands played, the sabacc pot that is left, and whether the game was broken off.
    """
    state = np.zeros(4, dtype=np.uint64)
    seed_stream(state, stream)
    table = new_table(0)
    purse, at = np.zeros(SEATS, dtype=np.int64), np.zeros(SEATS, dtype=np.int64)
    players = len(policies)
    limit = min(book.opts[option.HANDS], MOST_HANDS)
    for game in range(games):
        purse[:] = book.opts[option.CREDITS]
        table.numbers[SABACC] = 0
        dealer, hands, last = players - 1, 0, (1 << players) - 1
        while hands < limit:
            seated = 0
            for place in range(1, players + 1):
                player = (dealer + place) % players
                if purse[player] > 0:
                    at[seated] = player
                    seated += 1
            if seated < 2:
                break
            last = _play_seated(table, policies, at, seated, book, purse, state)
            hands += 1
            for place in range(1, players + 1):
                player = (dealer + place) % players
                if purse[player] > 0:
                    dealer = player
                    break
        most, sharing = purse[:players].max(), 0
        for player in range(players):
            sharing += purse[player] == most and (most > 0 or last >> player & 1)
        row = rows[game]
        for player in range(players):
            best = purse[player] == most and (most > 0 or last >> player & 1)
            row[2 * player] = WHOLE // sharing if best else 0
            row[2 * player + 1] = purse[player]
        row[2 * players], row[2 * players + 1] = hands, table.numbers[SABACC]
        row[2 * players + 2] = hands == MOST_HANDS


@jit
def _play_seated(table, policies, at, seated, book, purse, state):
    """Play one hand of the players ``at`` the seats; return them as bits."""
    shuffle(table.order, state, DECK)
    sitting = np.zeros(seated, dtype=np.int64)
    mask = 0
    for seat in range(seated):
        sitting[seat] = policies[at[seat]]
        table.seats[CREDITS, seat] = purse[at[seat]]
        mask |= 1 << at[seat]
    play_hand(table, seated, sitting, book, state)
    for seat in range(seated):
        purse[at[seat]] = table.seats[CREDITS, seat]
    return mask


@jit
def field_block(stream, hands, policies, book, strengths, ended, begun):
    """Play hands and count what is shown and when hands end: what the table policy knows of the field.

    ``strengths`` int64[BUCKETS] counts hands shown; of the betting rounds ``begun`` int64[rounds], those that another
    than a given player ``ended`` int64[rounds], each player's view counted once.
    """
    players = len(policies)
    state = np.zeros(4, dtype=np.uint64)
    seed_stream(state, stream)
    table = new_table(0)
    for _ in range(hands):
        shuffle(table.order, state, DECK)
        # Pots of earlier hands are part of the game: they are spread over the grid.
        table.numbers[SABACC] = players << below(state, 4)
        table.seats[CREDITS, :] = book.opts[option.CREDITS]
        play_hand(table, players, policies, book, state)
        if table.numbers[SHOWN]:
            for seat in range(players):
                if table.seats[KEY, seat] >= 0:
                    strengths[bucket_of(table.seats[KEY, seat])] += 1
        for number in range(1, table.numbers[ROUND] + 1):
            begun[number] += players
        caller = table.numbers[CALLER]
        ended[table.numbers[ROUND]] += players - (1 if caller >= 0 else 0)
