"""Which two of six cards to throw at a score: the deal is played out in the order of scoring, the rest is the race."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import numpy as np

from analyzer.games.contract import Observations, Request, Trial
from analyzer.games.cribbage import discard, race
from analyzer.games.cribbage.book import make_book
from analyzer.games.cribbage.kernels.throws import POLICIES
from analyzer.games.cribbage.kernels.trying import PARTS, WIN_UNIT, try_throws_block

DEALS_PER_BLOCK = 512


def trial(request: Request) -> Trial:
    """Return the trial of the 15 throws on common deals in chances to win the game, the parts in points.

    What the best throw by points would cost stands among the policy costs, as ``points``.
    """
    six = sorted(request.inputs["cards"])
    score, them = race.score_of(request) or (0, 0)
    chance, assumed = race.chances(request.rules)
    hand = np.array(six, dtype=np.int64)
    me, opponent = POLICIES.index(request.me), POLICIES.index(request.opponent)
    book, owed = make_book(request.rules, (request.me, request.opponent))
    unit = WIN_UNIT

    def block(stream: int, deals: int, active: np.ndarray) -> Observations:
        values = np.zeros((deals, len(active)), dtype=np.int32)
        parts = np.zeros((len(active), len(PARTS)), dtype=np.int64)
        try_throws_block(
            np.uint64(stream), deals, hand, request.seat, active, me, opponent, book, score, them, chance, values, parts
        )
        return Observations(values, parts * unit, np.zeros((len(active), 0), dtype=np.int64))

    deck = request.game.deck
    actions = tuple(tuple(deck.words(pair)) for pair in combinations(six, 2))
    return Trial(
        unit="win probability",
        actions=actions,
        parts=PARTS,
        chances=(),
        scale=unit,
        deals_per_block=DEALS_PER_BLOCK,
        block=block,
        assumptions=("both go on for points, not for the win", *assumed, *owed),
        policy_costs=best_by_points(request, actions),
    )


def best_by_points(request: Request, actions: tuple[tuple[str, ...], ...]) -> tuple[tuple[str, int], ...]:
    """Return the throw that is worth most in points, as the policy ``points``; none where no table knows the crib."""
    if request.opponent not in discard.OPPONENTS:
        return ()
    without = replace(request, inputs={**request.inputs, "score": None})
    best = max(discard.ranking(without).choices, key=lambda choice: choice.value)
    return (("points", actions.index(best.action)),)
