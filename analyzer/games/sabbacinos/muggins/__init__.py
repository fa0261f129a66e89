"""Muggins: a tile scores the sum of the open ends where it is a multiple of five; doubles branch."""

from __future__ import annotations

from analyzer.games.sabbacinos import declare

GAME = declare("muggins", "Muggins")
