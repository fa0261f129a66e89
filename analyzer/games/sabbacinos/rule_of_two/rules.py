"""Rule of Two: a double scores all tiles laid since the last one."""

from __future__ import annotations

from analyzer.games.sabbacinos.rules_set import RuleSet

RULES = RuleSet(lead="high_roll", in_play="pot", points="none")
