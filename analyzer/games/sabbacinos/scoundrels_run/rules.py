"""Scoundrel's Run: dice tell how many tiles each player draws; who is out first wins the round."""

from __future__ import annotations

from analyzer.games.sabbacinos.rules_set import RuleSet

RULES = RuleSet(hand="die", points="win")
