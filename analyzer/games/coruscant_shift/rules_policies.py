"""The simple players of Coruscant Shift in plain Python; none of them ever folds where it may stay (CS-D6)."""

from __future__ import annotations

import random
from dataclasses import dataclass

from analyzer.games.coruscant_shift.rules_record import View
from analyzer.games.coruscant_shift.rules_selection import Cards, closest


@dataclass(frozen=True, slots=True)
class First:
    """Always the first legal action in canonical order."""

    def choose_selection(self, view: View) -> Cards:
        return view.choices[0]

    def choose_stay(self, view: View) -> str:
        return view.actions[0]

    def choose_addition(self, view: View) -> Cards:
        return view.choices[0]


@dataclass(frozen=True, slots=True)
class Random:
    """Uniform over the legal actions but folding, from ``source``."""

    source: random.Random

    def choose_selection(self, view: View) -> Cards:
        return self.source.choice(view.choices)

    def choose_stay(self, view: View) -> str:
        return self.source.choice([action for action in view.actions if action != "fold"])

    def choose_addition(self, view: View) -> Cards:
        return self.source.choice(view.choices)


@dataclass(frozen=True, slots=True)
class Closest:
    """At both selections the closest sum, then most cards of the suit, fewest cards, canonical order; never folds."""

    def choose_selection(self, view: View) -> Cards:
        return closest(view.choices, view.selection, view.target, view.suit)

    def choose_stay(self, view: View) -> str:
        return view.actions[0]

    def choose_addition(self, view: View) -> Cards:
        return closest(view.choices, view.selection, view.target, view.suit)
