"""Nerf Herder: a point for every tile that makes the two open ends sum to seven."""

from __future__ import annotations

from analyzer.games.sabbacinos import declare

GAME = declare("nerf-herder", "Nerf Herder")
