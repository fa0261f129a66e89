"""Muggins: a tile scores the sum of the open ends where it is a multiple of five; doubles branch."""

from __future__ import annotations

from analyzer.games.sabbacinos.rules_set import RuleSet

RULES = RuleSet(doubles="spinner", in_play="fives", points="none", rounds=1)
