"""Sleemo: who cannot lay draws as many tiles as the die shows, and consecutive tiles turn one of an opponent's over."""

from __future__ import annotations

from analyzer.games.sabbacinos import declare

GAME = declare("sleemo", "Sleemo", "Sleemo was designed by Dale and Ken O'Brien.")
