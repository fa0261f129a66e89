"""Sleemo: who cannot lay draws as many tiles as the die shows, and consecutive tiles turn one of an opponent's over."""

from __future__ import annotations

from analyzer.games.sabbacinos.rules_set import RuleSet

RULES = RuleSet(hand=3, lead="highest_double", doubles="fork", no_move="die", locks=True)
