"""Krayt Dragon: one end grows from the double four, and every later double forks it."""

from __future__ import annotations

from analyzer.games.sabbacinos.rules_set import RuleSet

RULES = RuleSet(lead="double_four", doubles="fork", points="win")
