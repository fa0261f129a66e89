"""Rule of Two: a double scores all tiles laid since the last one."""

from __future__ import annotations

from analyzer.games.sabbacinos import declare

GAME = declare("rule-of-two", "Rule of Two")
