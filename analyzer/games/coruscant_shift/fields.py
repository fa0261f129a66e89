"""The shipped fields: what the others end with where all play `reply`, by number of players."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

from analyzer.core.resources import data_path

if TYPE_CHECKING:
    import numpy as np

    from analyzer.games.coruscant_shift.kernels.reply import Book

# Whether what was selected before the shift is kept after it (CS-S3, CS-H4): there is a field for each.
LOCKED, FREE = "locked", "free"
# Options that move no final selection of players who never fold.
NEVER_FELT = ("form", "draw_off", "game_tie", "chips", "ante", "bet", "check", "improve", "short")


def improve_of(rules: Mapping[str, Any]) -> str:
    """Return LOCKED or FREE."""
    return LOCKED if rules["form"] == "standard" or rules["improve"] == "locked" else FREE


def load_field(rules: Mapping[str, Any], players: int) -> np.ndarray:
    """Return the shipped field for ``players``, int64[3, cards drawn, strength] (see `kernels.field`)."""
    import numpy as np

    from analyzer.games.coruscant_shift.kernels.field import DRAWN
    from analyzer.games.coruscant_shift.kernels.reply import TARGETS
    from analyzer.games.coruscant_shift.kernels.selections import STRENGTHS

    cells = np.array(_shipped()["fields"][improve_of(rules)][str(players)])
    field = np.zeros((TARGETS, DRAWN, STRENGTHS), dtype=np.int64)
    field[tuple(cells[:, :3].T)] = cells[:, 3]
    return field


def make_book(
    rules: Mapping[str, Any], players: int, policies: Iterable[str], targets: tuple[int, ...] = (0, 5, 10)
) -> Book:
    """Return what ``policies`` look up in a hand of ``players``, for hands of ``targets`` (0, 5, 10) alone."""
    from analyzer.games.coruscant_shift.kernels.field import blank_book, chance_to_win, reply_book

    if "reply" not in policies:
        return blank_book(rules)
    return reply_book(rules, chance_to_win(load_field(rules, players).sum(axis=1), players - 1), targets)


def stand_ins(rules: Mapping[str, Any], policies: Iterable[str]) -> tuple[str, ...]:
    """Return the sentence that an answer owes where `reply` plays for a field measured under other rules."""
    measured = _shipped()["manifest"]["rules"]
    others = [name for name, value in rules.items() if name not in NEVER_FELT and value != measured[name]]
    if not others or "reply" not in policies:
        return ()
    return (f"the field that reply plays for was measured under the standard rules: {', '.join(others)} differ",)


@cache
def _shipped() -> dict[str, Any]:
    shipped: dict[str, Any] = json.loads(data_path("coruscant_shift", "field.json").read_text("utf-8"))
    return shipped
