"""Never Tell Me the Odds: Scoundrel's Run under another name, but for what opens without a double."""

from __future__ import annotations

from analyzer.games.sabbacinos import declare

GAME = declare("never-tell-me-the-odds", "Never Tell Me the Odds")
