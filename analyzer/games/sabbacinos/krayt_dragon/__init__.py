"""Krayt Dragon: one end grows from the double four, and every later double forks it."""

from __future__ import annotations

from analyzer.games.sabbacinos import declare

GAME = declare("krayt-dragon", "Krayt Dragon")
