"""The loop behind advice on the card to lay: all legal cards in common worlds."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from analyzer.core.dealing import deal as shuffle
from analyzer.core.enumeration import size
from analyzer.core.jit import jit
from analyzer.core.rng import below, next_word, seed_stream
from analyzer.games.smugglers_hold.kernels.advice import add_parts
from analyzer.games.smugglers_hold.kernels.deal import (
    CLAIMS,
    ENDING,
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
from analyzer.games.smugglers_hold.kernels.skirmish import DEALER


class Seen(NamedTuple):
    """What the asker in ``seat`` has seen.

    Masks: ``kept``, the own four cards as they were before the first was laid, ``shown``, those that the opponent
    laid, and ``thrown``, the own throw, 0 where it is not known. ``plays`` are the cards laid, in order. The opponent
    holds ``held`` cards of ``fitting``, which is part of all that is ``unseen`` (arrays of cards); or one of
    ``holdings`` (masks), where that is not empty: then every one of them is tried.
    """

    seat: int
    number: int
    path: int
    suit: int
    kept: int
    shown: int
    thrown: int
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
def draw_unseen(deck, state, hidden, own_hidden):
    """Return (own throw, opponent's throw) drawn uniformly from ``deck``, the unseen cards, without ``hidden``.

    The own one is drawn only where ``own_hidden``. A shuffle is uniform over what is left when cards are passed over.
    """
    shuffle(deck, state, size(hidden) + 4)
    mine, theirs, drawn = np.int64(0), np.int64(0), 0
    for card in deck[: size(hidden) + 4]:
        bit = np.int64(1) << card
        if hidden & bit:
            continue
        if drawn < 2:
            theirs |= bit
        elif drawn < 4 and own_hidden:
            mine |= bit
        drawn += 1
    return mine, theirs


@jit
def play_block(stream, deals, seen, me, opponent, book, cards, values, parts, chances, outcomes):
    """Lay each of ``cards`` in ``deals`` common worlds that fit what was ``seen`` (a `Seen`), and play on.

    In a world the opponent's hidden cards, the throws and the coin are drawn; where ``seen.holdings`` are given, each
    deal goes through them all, and everything is in units of 1 / their number. Adds to ``values`` (int32[deals,
    cards]), the net points still to come, to ``parts`` (int64[cards, 9]) and ``chances`` (int64[cards, 1]), and fills
    ``outcomes`` (int32[worlds, cards]).
    """
    state, luck, play_state = np.zeros(4, np.uint64), np.zeros(4, np.uint64), np.zeros(4, np.uint64)
    seed_stream(state, stream)
    tally = np.zeros((2, TALLIES), dtype=np.int64)
    trace = np.zeros(TRACE, dtype=np.int64)
    ending = np.zeros(ENDING, dtype=np.int64)
    memory = np.zeros(DEAL_SIZE, dtype=np.int64)
    fitting, deck = seen.fitting.copy(), seen.unseen.copy()
    seat, other = seen.seat, 1 - seen.seat
    policy_0, policy_1 = (me, opponent) if seat == DEALER else (opponent, me)
    every = len(seen.holdings)
    for world in range(deals * max(1, every)):
        i = world // max(1, every)
        if every:
            hidden = seen.holdings[world % every]
        else:
            shuffle(fitting, state, seen.held)
            hidden = mask_of(fitting[: seen.held])
        mine, theirs = draw_unseen(deck, state, hidden, seen.thrown == 0)
        mine |= seen.thrown
        coin = below(state, 2)
        # Players who draw lots have the same luck after every card, whatever else is tried.
        seed_stream(luck, next_word(state))
        set_deal(memory, seen.number, seen.path, seen.suit, coin, mine | theirs)
        held = seen.shown | hidden
        kept_0, kept_1 = (seen.kept, held) if seat == DEALER else (held, seen.kept)
        thrown_0, thrown_1 = (mine, theirs) if seat == DEALER else (theirs, mine)
        begun = reach(seen.plays, kept_0, kept_1, book.opts, memory)
        for k in range(len(cards)):
            play_state[:] = luck
            tally[:] = 0
            trace[0] = 0
            _, _, _, _, _, _, lap, total, flags, _, _, _, _ = begun
            score_card(cards[k], lap, total, flags, memory, book.opts, tally, trace)
            after = play_card(cards[k], *begun, book.opts, memory)
            own_0, own_1, hold, flags = play_on(
                policy_0, policy_1, *after, thrown_0, thrown_1, book, memory, play_state, tally, trace
            )
            count_spoils(own_0, own_1, hold, flags, book, memory, tally, ending)
            net = points_of(tally, seat) - points_of(tally, other)
            outcomes[world, k] = net
            values[i, k] += net
            add_parts(tally, seat, parts[k])
            chances[k, 0] += tally[seat, CLAIMS]
