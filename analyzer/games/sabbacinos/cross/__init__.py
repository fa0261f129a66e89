"""Sabbacino Cross: four arms must be begun from the opening double before anything else is laid."""

from __future__ import annotations

from analyzer.games.sabbacinos import declare

GAME = declare("cross", "Sabbacino Cross")
