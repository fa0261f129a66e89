"""Scoundrel's Run: dice tell how many tiles each player draws; who is out first wins the round."""

from __future__ import annotations

from analyzer.games.sabbacinos import declare

GAME = declare("scoundrels-run", "Scoundrel's Run")
