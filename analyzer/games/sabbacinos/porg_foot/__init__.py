"""Porg Foot: a double must get three toes before anything else is laid."""

from __future__ import annotations

from analyzer.games.sabbacinos import declare

GAME = declare("porg-foot", "Porg Foot", "Porg Foot was designed by Tojj Reka (Night Owl Station).")
