"""Nerf Herder: a point for every tile that makes the two open ends sum to seven."""

from __future__ import annotations

from analyzer.games.sabbacinos.rules_set import RuleSet

RULES = RuleSet(in_play="sum", points="none", rounds=1)
