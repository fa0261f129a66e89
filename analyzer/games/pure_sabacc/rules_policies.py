"""The simple players of Pure Sabacc in plain Python."""

from __future__ import annotations

import random
from dataclasses import dataclass

from analyzer.games.pure_sabacc.rules_ranking import Cards, Rules, rank
from analyzer.games.pure_sabacc.rules_record import Bet, Draw, FieldMove, View

STANDS_ON = 17
"""The total that the cautious player is content with under the target 23."""
STANDS_NEAR = 3
"""How far from 0 that player is content under variant 2."""


@dataclass(frozen=True, slots=True)
class First:
    """Always the first legal action in canonical order."""

    def choose_bet(self, view: View) -> Bet:
        return view.bets[0]

    def choose_draw(self, view: View) -> Draw:
        return view.draws[0]

    def choose_move(self, view: View) -> FieldMove:
        return view.moves[0]


@dataclass(frozen=True, slots=True)
class Random:
    """Uniform over the legal actions of every decision, from ``source``."""

    source: random.Random

    def choose_bet(self, view: View) -> Bet:
        return self.source.choice(view.bets)

    def choose_draw(self, view: View) -> Draw:
        return self.source.choice(view.draws)

    def choose_move(self, view: View) -> FieldMove:
        return self.source.choice(view.moves)


@dataclass(frozen=True, slots=True)
class Cautious:
    """Draws up to a size and stands on it; never bets, raises, locks a card or calls the hand.

    It stays in for every bet, except that in a betting known to be the last it gives up a hand that bombs out. A hand
    that bombs out discards the card without which the rest ranks best, the first such in canonical order.
    """

    def choose_bet(self, view: View) -> Bet:
        gives_up = view.last and view.to_call and rank(view.hand, view.fields[view.seat], view.rules).bombs
        for name in () if gives_up else ("check", "call"):
            if Bet(name) in view.bets:
                return Bet(name)
        return Bet("fold")

    def choose_draw(self, view: View) -> Draw:
        reading = rank(view.hand, view.fields[view.seat], view.rules)
        if reading.bombs:
            return max(
                (draw for draw in view.draws if draw.name == "swap"),
                key=lambda draw: rest_key(view.hand, draw.card, view.rules),
            )
        if reading.takes_sabacc_pot or is_content(reading.total, view.rules) or Draw("draw") not in view.draws:
            return Draw("stand")
        return Draw("draw")

    def choose_move(self, view: View) -> FieldMove:
        return view.moves[0]


def is_content(total: int, rules: Rules) -> bool:
    """Return whether the cautious player stands on ``total``."""
    return abs(total) <= STANDS_NEAR if rules["variant2"] else abs(total) >= STANDS_ON


def rest_key(hand: Cards, card: int, rules: Rules) -> tuple[int, ...]:
    """Return how good ``hand`` is without ``card``, nothing in the field counting."""
    return rank(tuple(held for held in hand if held != card), (), {**rules, "variant4": False}).key
