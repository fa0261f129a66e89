"""Bergamor: a point for every tile that makes the two open ends equal."""

from __future__ import annotations

from analyzer.games.sabbacinos.rules_set import RuleSet

RULES = RuleSet(in_play="match", points="none", rounds=1)
