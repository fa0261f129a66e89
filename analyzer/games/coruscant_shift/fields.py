"""What ships, by number of players: what the others end with where all play `reply`, and when `bettor` stays."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from analyzer.core.resources import data_path

if TYPE_CHECKING:
    import numpy as np

    from analyzer.games.coruscant_shift.kernels.reply import Book

# Whether what was selected before the shift is kept after it (CS-S3, CS-H4): there is a field for each.
LOCKED, FREE = "locked", "free"
# The policies that play by what ships.
LOOKING_UP = {"reply", "bettor"}
# Options that move no final selection of players who never fold.
NEVER_FELT = ("form", "draw_off", "game_tie", "chips", "ante", "bet", "check", "improve", "short")


def improve_of(rules: Mapping[str, Any]) -> str:
    """Return LOCKED or FREE."""
    return LOCKED if rules["form"] == "standard" or rules["improve"] == "locked" else FREE


def load_field(rules: Mapping[str, Any], players: int, folder: Path | None = None) -> np.ndarray:
    """Return the field for ``players``, int64[3, cards drawn, strength] (see `kernels.field`).

    It is the shipped one, or that of ``field.json`` in ``folder``.
    """
    import numpy as np

    from analyzer.games.coruscant_shift.kernels.field import DRAWN
    from analyzer.games.coruscant_shift.kernels.reply import TARGETS
    from analyzer.games.coruscant_shift.kernels.selections import STRENGTHS

    cells = np.array(_read(folder)["fields"][improve_of(rules)][str(players)])
    field = np.zeros((TARGETS, DRAWN, STRENGTHS), dtype=np.int64)
    field[tuple(cells[:, :3].T)] = cells[:, 3]
    return field


def make_book(
    rules: Mapping[str, Any], players: int, policies: Iterable[str], targets: tuple[int, ...] = (0, 5, 10)
) -> Book:
    """Return what ``policies`` look up in a hand of ``players``, for hands of ``targets`` (0, 5, 10) alone."""
    from analyzer.games.coruscant_shift.kernels.field import blank_book, reply_book

    policies = set(policies)
    if not policies & LOOKING_UP:
        return blank_book(rules)
    book = reply_book(rules, final_of(load_field(rules, players), players), targets)
    if "bettor" in policies and rules["form"] != "standard":
        book = book._replace(betting=load_betting(players))
    return book


def final_of(field: np.ndarray, players: int) -> np.ndarray:
    """Return the chance to win with each strength against ``field``, as `Book` holds it."""
    from analyzer.games.coruscant_shift.kernels.field import chance_to_win

    return chance_to_win(field.sum(axis=1), players - 1)


def load_betting(players: int) -> np.ndarray:
    """Return the shipped strategy of `bettor` for ``players``, float32[CELLS] (see `kernels.staying`)."""
    import numpy as np

    with np.load(data_path("coruscant_shift", "betting.npz"), allow_pickle=False) as shipped:
        return np.asarray(shipped[str(players)] / np.float32(255), dtype=np.float32)


def stand_ins(rules: Mapping[str, Any], policies: Iterable[str]) -> tuple[str, ...]:
    """Return the sentence that an answer owes where `reply` plays for a field measured under other rules."""
    policies = set(policies)
    if not policies & LOOKING_UP:
        return ()
    measured = _read()["manifest"]["rules"]
    moved = [name for name, value in rules.items() if value != measured[name]]
    others = ", ".join(name for name in moved if name not in NEVER_FELT)
    said = []
    if others:
        said.append(f"the field that reply plays for was measured under the standard rules: {others} differ")
    staked = ", ".join(name for name in moved if name not in ("form", "game_tie", "chips"))
    if "bettor" in policies and rules["form"] != "standard" and staked:
        said.append(f"bettor stays as under the default rules of {rules['form']}: {staked} differ")
    return tuple(said)


@cache
def _read(folder: Path | None = None) -> dict[str, Any]:
    path = data_path("coruscant_shift", "field.json") if folder is None else folder / "field.json"
    read: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return read
