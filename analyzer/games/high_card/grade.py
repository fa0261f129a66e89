"""How good the shipped thresholds of high card are, and a match whose true value is known."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from analyzer.games.contract import EXACT, Figure, Grade, Means, Measure, Request
from analyzer.games.high_card.rules import CARDS
from analyzer.games.high_card.shipped import stand_ins, thresholds
from analyzer.games.high_card.simulate import simulate
from analyzer.games.high_card.solve import gain_of_swapping

HANDS = 100_000


def grade(request: Request) -> Grade:
    """Return the measures: what the best reply gains, exactly, and the better policy against the other, sampled."""

    def gains(progress: Callable[[int, int], None]) -> list[Figure]:
        made = thresholds()
        figures = []
        for seat, (own, other) in enumerate((("first", "second"), ("second", "first"))):
            gain = 0.0
            for card in CARDS:
                swap = gain_of_swapping(card, made[other], request.rules, seat)
                gain += max(0.0, float(-swap if card < made[own] else swap)) / 12 / 13
                progress(13 * seat + card + 1, 26)
            figures.append(Figure(f"best reply of the {own}", gain, gain, gain, "win probability", EXACT))
        return figures

    def match() -> Means:
        return simulate(replace(request, question="simulate", policies=("seven", "random"), players=2, mirror=True))

    return Grade(
        (
            Measure("gains", "win probability", EXACT, count=gains),
            Measure(
                "match",
                "wins",
                "mirrored deals",
                means=match,
                observations=HANDS,
                names=("seven against random", "", "", "", ""),
            ),
        ),
        stand_ins(request.rules),
    )
