"""Never Tell Me the Odds: Scoundrel's Run under another name, but for what opens without a double."""

from __future__ import annotations

from analyzer.games.sabbacinos.rules_set import RuleSet

RULES = RuleSet(hand="die", points="win")
