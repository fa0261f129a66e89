"""The loops behind matches: deals, and whole games, between policies."""

from __future__ import annotations

import numpy as np

from analyzer.core.dealing import deal as shuffle
from analyzer.core.jit import jit
from analyzer.core.rng import next_word, seed_stream
from analyzer.games.cribbage.kernels import options as option
from analyzer.games.cribbage.kernels.counting import CARDS
from analyzer.games.cribbage.kernels.deal import ENDING, LONGEST, TALLIES, dealt, whole_deal
from analyzer.games.cribbage.kernels.pegging import SEATS

# The columns of a game by player: the score, the games won, then the skunks scored on others; the deals come last.
SCORE, WON, SKUNKS = 0, 3, 6
DEALS_PLAYED = 9
GAME_COLUMNS = 10
# A loser more than so many points short of the target is skunked, or doubly so.
SKUNK, DOUBLE_SKUNK = 30, 60
_LUCK = np.uint64(0xA0761D6478BD642F)


@jit
def seated(policies, first, players):
    """Return the policies by seat when player ``first`` deals; players sit round to the left."""
    one = first + 1 if first + 1 < players else first + 1 - players
    other = first + 2 if first + 2 < players else first + 2 - players
    return policies[first], policies[one], policies[other]


@jit
def simulate_block(stream, deals, players, policies, turns, book, rows):
    """Play ``deals`` deals and fill ``rows``, int32[deals * turns, 3 * TALLIES], a tally each.

    Each deal is played ``turns`` times, the policies moving on by a seat each time (2 or 3 to mirror a match).
    """
    state, luck = np.zeros(4, dtype=np.uint64), np.zeros(4, dtype=np.uint64)
    seed_stream(state, stream)
    deck = np.arange(CARDS)
    tally = np.zeros((SEATS, TALLIES), dtype=np.int64)
    steps = np.zeros((LONGEST, 3), dtype=np.int64)
    ending, four = np.zeros(ENDING, dtype=np.int64), np.zeros(4, dtype=np.int64)
    cards = np.zeros(6 if players == 2 else 5, dtype=np.int64)
    row = 0
    for _ in range(deals):
        shuffle(deck, state, dealt(players))
        word = next_word(state)
        for turn in range(turns):
            seed_stream(luck, word)
            # Turn 1 seats the second policy as the dealer.
            by_seat = seated(policies, turn, players)
            whole_deal(deck, players, by_seat, book, luck, tally, steps, ending, cards, four)
            for seat in range(SEATS):
                for event in range(TALLIES):
                    rows[row, seat * TALLIES + event] = tally[seat, event]
            row += 1


@jit
def advance(scores, dealer, players, steps, length, target):
    """Add one deal to ``scores`` (int64[3], by player) in scoring order; return the winner, or -1 (CR-A11).

    ``dealer`` is the player who dealt. The first to reach the target wins there and then, and scores stop at it.
    """
    for step in range(length):
        player = dealer + steps[step, 0]
        if player >= players:
            player -= players
        scores[player] += steps[step, 1]
        if scores[player] >= target:
            scores[player] = target
            return player
    return -1


@jit
def games_block(stream, games, players, policies, turns, start, book, rows):
    """Play ``games`` games to the target and fill ``rows``, int32[games * turns, GAME_COLUMNS].

    Player 0 deals first. Each game is played ``turns`` times on the same cards, the policies moving on by a player
    each time. ``start`` is int64[3], the scores by player; they stay where the players sit.
    """
    state, dealing, luck = np.zeros(4, np.uint64), np.zeros(4, np.uint64), np.zeros(4, np.uint64)
    seed_stream(state, stream)
    deck = np.arange(CARDS)
    tally = np.zeros((SEATS, TALLIES), dtype=np.int64)
    steps = np.zeros((LONGEST, 3), dtype=np.int64)
    ending, four = np.zeros(ENDING, dtype=np.int64), np.zeros(4, dtype=np.int64)
    cards = np.zeros(6 if players == 2 else 5, dtype=np.int64)
    scores = np.zeros(3, dtype=np.int64)
    target = book.opts[option.TARGET]
    row = 0
    for _ in range(games):
        word = next_word(state)
        for turn in range(turns):
            by_player = seated(policies, turn, players)
            seed_stream(dealing, word)
            seed_stream(luck, word ^ _LUCK)
            deck[:] = np.arange(CARDS)
            scores[:] = start
            dealer, winner, played = 0, -1, 0
            while winner < 0:
                shuffle(deck, dealing, dealt(players))
                by_seat = seated(by_player, dealer, players)
                length = whole_deal(deck, players, by_seat, book, luck, tally, steps, ending, cards, four)
                winner = advance(scores, dealer, players, steps, length, target)
                dealer = dealer + 1 if dealer + 1 < players else 0
                played += 1
            settle_game(scores, winner, players, book.opts, rows[row])
            rows[row, DEALS_PLAYED] = played
            row += 1


@jit
def settle_game(scores, winner, players, opts, row):
    """Fill ``row`` (int32[GAME_COLUMNS]) with the scores, the games won and the skunks of a game (CR-A13).

    Under ``stakes=skunk`` a loser skunked costs two games and one double-skunked three; with three players each loser
    is judged apart, and the winner takes the games of both.
    """
    row[:] = 0
    games = 0
    for player in range(players):
        row[SCORE + player] = scores[player]
        if player != winner:
            short = opts[option.TARGET] - scores[player]
            row[SKUNKS + winner] += short > SKUNK
            games += 1 + (short > SKUNK) + (short > DOUBLE_SKUNK)
    row[WON + winner] = games if opts[option.STAKES] != 0 else 1
