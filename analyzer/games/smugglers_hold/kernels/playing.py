"""The loops behind advice on the card to lay: all legal cards in common worlds, sampled or one after the other."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from analyzer.core.dealing import deal as shuffle
from analyzer.core.enumeration import size
from analyzer.core.jit import jit
from analyzer.core.rng import below, next_word, seed_stream
from analyzer.games.smugglers_hold.kernels.advice import add_parts, won_after
from analyzer.games.smugglers_hold.kernels.book import Book
from analyzer.games.smugglers_hold.kernels.deal import (
    ENDING,
    HOLD,
    TALLIES,
    TRACE,
    count_spoils,
    mask_of,
    play_card,
    play_on,
    points_of,
    score_card,
    start_play,
)
from analyzer.games.smugglers_hold.kernels.open import DEAL_SIZE, set_deal
from analyzer.games.smugglers_hold.kernels.skirmish import COIN, DEALER, claimant


class Seen(NamedTuple):
    """What the asker in ``seat`` has seen.

    Masks: ``kept``, the own four cards as they were before the first was laid, ``shown``, those that the opponent
    laid, and ``thrown`` and ``others_thrown``, both throws, 0 where they are not known. ``plays`` are the cards laid,
    in order. The opponent holds ``held`` cards of ``fitting``, which is part of all that is ``unseen`` (arrays of
    cards); or one of ``holdings`` (masks), where that is not empty: then every one of them is tried.
    """

    seat: int
    number: int
    path: int
    suit: int
    kept: int
    shown: int
    thrown: int
    others_thrown: int
    plays: np.ndarray
    held: int
    fitting: np.ndarray
    unseen: np.ndarray
    holdings: np.ndarray


@jit
def reach(plays, hand_0, hand_1, opts, deal):
    """Return the position after ``plays`` from hands as they were at the start, as `start_play` gives it."""
    position = start_play(hand_0, hand_1, opts, deal)
    for card in plays:
        position = play_card(card, *position, opts, deal)
    return position


@jit
def draw_unseen(deck, state, hidden, thrown, others_thrown):
    """Return (own throw, opponent's throw); those not given are drawn evenly from ``deck`` without ``hidden``.

    ``deck`` are the unseen cards. A shuffle is uniform over what is left when cards are passed over.
    """
    shuffle(deck, state, size(hidden) + 4)
    mine, theirs = np.int64(thrown), np.int64(others_thrown)
    for card in deck[: size(hidden) + 4]:
        bit = np.int64(1) << card
        if hidden & bit:
            continue
        if size(theirs) < 2:
            theirs |= bit
        elif size(mine) < 2:
            mine |= bit
    return mine, theirs


class Table(NamedTuple):
    """What every world is played on with: the position's `Seen`, the policies of both seats and the book.

    ``cards`` are tried in every world. ``score_me`` is -1 where nobody asked for chances to win, which ``chance``
    tells by score else: see `won_after`.
    """

    seen: Seen
    policy_0: int
    policy_1: int
    book: Book
    cards: np.ndarray
    score_me: int
    score_them: int
    chance: np.ndarray


class Scratch(NamedTuple):
    """The arrays that a world is played in."""

    tally: np.ndarray
    trace: np.ndarray
    ending: np.ndarray
    memory: np.ndarray
    scores: np.ndarray
    state: np.ndarray


@jit
def make_scratch():
    """Return the arrays that a world is played in."""
    return Scratch(
        np.zeros((2, TALLIES), dtype=np.int64),
        np.zeros(TRACE, dtype=np.int64),
        np.zeros(ENDING, dtype=np.int64),
        np.zeros(DEAL_SIZE, dtype=np.int64),
        np.zeros(2, dtype=np.int64),
        np.zeros(4, dtype=np.uint64),
    )


@jit
def begin_world(table, hidden, mine, theirs, coin, scratch):
    """Return the position after what was laid, the opponent holding ``hidden``, as `start_play` gives it."""
    seen, memory = table.seen, scratch.memory
    set_deal(memory, seen.number, seen.path, seen.suit, coin, mine | theirs)
    held = seen.shown | hidden
    kept_0, kept_1 = (seen.kept, held) if seen.seat == DEALER else (held, seen.kept)
    return reach(seen.plays, kept_0, kept_1, table.book.opts, memory)


@jit
def play_out(table, begun, card, mine, theirs, scratch):
    """Lay ``card`` in the world begun, play the skirmish to its end and return (own_0, own_1, hold, flags) there."""
    seat, book, memory = table.seen.seat, table.book, scratch.memory
    thrown_0, thrown_1 = (mine, theirs) if seat == DEALER else (theirs, mine)
    scratch.tally[:] = 0
    scratch.trace[0] = 0
    _, _, _, _, _, _, lap, total, flags, _, _, _, _ = begun
    score_card(card, lap, total, flags, memory, book.opts, scratch.tally, scratch.trace)
    after = play_card(card, *begun, book.opts, memory)
    return play_on(
        table.policy_0, table.policy_1, *after, thrown_0, thrown_1, book, memory, scratch.state, scratch.tally,
        scratch.trace,
    )


@jit
def count_world(table, own_0, own_1, hold, flags, scratch):
    """Claim and count what `play_out` ended with; return (net points, value, whether the asker claims the Hold).

    The value is the net points, or with a score the chance to win in 1 / WIN_UNIT. The points stand in the tally.
    """
    seat, tally = table.seen.seat, scratch.tally
    taker = count_spoils(own_0, own_1, hold, flags, table.book, scratch.memory, tally, scratch.ending)
    net = points_of(tally, seat) - points_of(tally, 1 - seat)
    value = net
    if table.score_me >= 0:
        value = won_after(
            seat, table.score_me, table.score_them, tally, scratch.trace, taker, table.book, table.chance,
            scratch.scores,
        )
    return net, value, taker == seat


@jit
def play_block(stream, deals, table, values, parts, chances, squares, outcomes):
    """Lay each of the cards of ``table`` (a `Table`) in ``deals`` common worlds that fit what was seen, and play on.

    In a world the opponent's hidden cards, the throws and the coin are drawn; where ``seen.holdings`` are given, each
    deal goes through them all, and everything is in units of 1 / their number. Adds to ``values`` (int32[deals,
    cards]), the net points still to come or the chances to win, to ``parts`` (int64[cards, 9]), ``chances`` and
    ``squares`` (int64[cards, 1], sums over the deals), and fills ``outcomes`` (int32[worlds, cards]) with net points.
    """
    state, luck = np.zeros(4, np.uint64), np.zeros(4, np.uint64)
    seed_stream(state, stream)
    scratch = make_scratch()
    seen, cards = table.seen, table.cards
    fitting, deck = seen.fitting.copy(), seen.unseen.copy()
    every = len(seen.holdings)
    claims = np.zeros(len(cards), dtype=np.int64)
    for i in range(deals):
        claims[:] = 0
        for world in range(max(1, every)):
            if every:
                hidden = seen.holdings[world]
            else:
                shuffle(fitting, state, seen.held)
                hidden = mask_of(fitting[: seen.held])
            mine, theirs = draw_unseen(deck, state, hidden, seen.thrown, seen.others_thrown)
            coin = below(state, 2)
            # Players who draw lots have the same luck after every card, whatever else is tried.
            seed_stream(luck, next_word(state))
            begun = begin_world(table, hidden, mine, theirs, coin, scratch)
            for k in range(len(cards)):
                scratch.state[:] = luck
                end = play_out(table, begun, cards[k], mine, theirs, scratch)
                net, value, claimed = count_world(table, *end, scratch)
                outcomes[i * max(1, every) + world, k] = net
                values[i, k] += value
                add_parts(scratch.tally, seen.seat, parts[k])
                claims[k] += claimed
        for k in range(len(cards)):
            chances[k, 0] += claims[k]
            squares[k, 0] += claims[k] * claims[k]


@jit
def enumerate_block(table, holdings, values, parts, chances):
    """Lay each of the cards of ``table`` in every world with the opponent holding one of ``holdings`` (masks).

    The throws that are not known are all pairs of unseen cards, and both sides of the play-off's coin count: every
    world twice. Adds to ``values`` (int64[cards]), ``parts`` (int64[cards, 9]) and ``chances`` (int64[cards, 1]).
    """
    scratch = make_scratch()
    seen = table.seen
    unseen = mask_of(seen.unseen)
    for hidden in holdings:
        others = unseen & ~hidden
        theirs = first_pair(others, seen.others_thrown)
        while theirs:
            mine = first_pair(others & ~theirs, seen.thrown)
            while mine:
                _count_both_coins(table, hidden, mine, theirs, scratch, values, parts, chances)
                mine = np.int64(0) if seen.thrown else next_pair(mine, others & ~theirs)
            theirs = np.int64(0) if seen.others_thrown else next_pair(theirs, others)


@jit
def first_pair(cards, known):
    """Return ``known`` where it is not 0, else the lowest two of the mask ``cards``."""
    if known:
        return np.int64(known)
    rest = cards & (cards - 1)
    return (cards & -cards) | (rest & -rest)


@jit
def next_pair(pair, cards):
    """Return the pair of ``cards`` after ``pair`` in their order by higher card, then lower; 0 after the last."""
    low = pair & -pair
    high = pair ^ low
    above = cards & ~((low << 1) - 1)
    low = above & -above
    if low < high:
        return low | high
    above = cards & ~((high << 1) - 1)
    return ((cards & -cards) | (above & -above)) if above else np.int64(0)


@jit
def _count_both_coins(table, hidden, mine, theirs, scratch, values, parts, chances):
    """Add one world of `enumerate_block` under both sides of the coin."""
    seat, memory = table.seen.seat, scratch.memory
    begun = begin_world(table, hidden, mine, theirs, np.int64(0), scratch)
    for k in range(len(table.cards)):
        memory[COIN] = 0
        own_0, own_1, hold, flags = play_out(table, begun, table.cards[k], mine, theirs, scratch)
        one = claimant(own_0, own_1, memory, table.book.opts)
        memory[COIN] = 1
        times = np.int64(2 if claimant(own_0, own_1, memory, table.book.opts) == one else 1)
        for coin in range(times - 1, 2):
            memory[COIN] = coin
            for each in range(2):
                scratch.tally[each, HOLD:] = 0
            _, value, claimed = count_world(table, own_0, own_1, hold, flags, scratch)
            for _ in range(times):
                add_parts(scratch.tally, seat, parts[k])
            values[k] += times * value
            chances[k, 0] += times * claimed
