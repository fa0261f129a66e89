"""Tatooine Spice Train: trains grow from the double Sylop, open to all after each player's first turn."""

from __future__ import annotations

from analyzer.games.sabbacinos import declare

GAME = declare("spice-train", "Tatooine Spice Train")
