"""Bergamor: a point for every tile that makes the two open ends equal."""

from __future__ import annotations

from analyzer.games.sabbacinos import declare

GAME = declare("bergamor", "Bergamor")
