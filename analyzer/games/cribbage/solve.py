"""The stages that make all tables of cribbage that ship, in order."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from analyzer.games.contract import Stage
from analyzer.games.cribbage import race, solve_playing, solve_throws


def stages(rules: Mapping[str, Any]) -> tuple[Stage, ...]:
    """Return the stages ``playing``, ``three``, ``throws`` and ``race``."""
    return (*solve_playing.stages(rules), *solve_throws.stages(rules), *race.stages(rules))
