"""Porg Foot: a double must get three toes before anything else is laid."""

from __future__ import annotations

from analyzer.games.sabbacinos.rules_set import RuleSet

RULES = RuleSet(lead="low_roll_double", doubles="foot")
