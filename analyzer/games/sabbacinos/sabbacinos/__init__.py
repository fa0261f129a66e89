"""Basic Sabbacinos: get rid of the tiles; the winner scores the opponents' pips."""

from __future__ import annotations

from analyzer.games.sabbacinos import declare

GAME = declare("sabbacinos", "Sabbacinos")
