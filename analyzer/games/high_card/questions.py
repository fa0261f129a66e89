"""The questions of high card: keep or swap, sampled and exact, and who wins."""

from __future__ import annotations

from analyzer.games.contract import Choice, Hand, Observations, Ranking, Request, Showdown, Trial
from analyzer.games.high_card.rules import ACTIONS, SEVEN, win_chance

DEALS_PER_BLOCK = 1024


def swap(request: Request) -> Trial:
    """Return the trial of keeping and swapping on common deals, in net points of the deal."""
    import numpy as np

    from analyzer.games.high_card import kernels

    card = request.inputs["card"]
    opponent = policy_number(request, request.opponent)
    pile = int(request.rules["swap_from"] == "pile")

    def block(stream: int, deals: int, active: np.ndarray) -> Observations:
        values = np.zeros((deals, len(active)), dtype=np.int32)
        parts = np.zeros((len(active), 2), dtype=np.int64)
        chances = np.zeros((len(active), 1), dtype=np.int64)
        kernels.swap_block(np.uint64(stream), deals, card, opponent, pile, active, values, parts, chances)
        return Observations(values, parts, chances)

    return Trial(
        unit="points per deal",
        actions=tuple((action,) for action in ACTIONS),
        parts=("points", "points_opponent"),
        chances=("wins",),
        scale=1,
        deals_per_block=DEALS_PER_BLOCK,
        block=block,
        policy_costs=(("seven", ACTIONS.index(_seven(card))),),
    )


def reckon(request: Request) -> Ranking:
    """Return the exact value of keeping and swapping against the opponent's policy."""
    card = request.inputs["card"]
    choices = []
    for action in ACTIONS:
        won = float(win_chance(card, action, request.opponent, request.rules))
        parts = {"points": won, "points_opponent": won - 1}
        choices.append(Choice((action,), 2 * won - 1, parts, chances={"wins": won}, win=won))
    return Ranking(
        "points per deal",
        tuple(choices),
        method="exact given the opponent model",
        policy_costs=(("seven", (_seven(card),)),),
    )


def count(request: Request) -> Showdown:
    """Return who of several players with one card each wins."""
    hands, names = request.inputs["hand"], request.game.deck.names
    best = max(card for (card,) in hands)
    return Showdown(
        tuple(Hand((names[card],), card + 1, "high card", card == best) for (card,) in hands), "the higher card"
    )


def _seven(card: int) -> str:
    """Return what the policy ``seven`` does with ``card``."""
    return ACTIONS[card < SEVEN]


def policy_number(request: Request, name: str) -> int:
    """Return the number by which kernels know the policy ``name``."""
    return [policy.name for policy in request.game.policies].index(name)
