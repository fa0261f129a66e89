"""Measures what ships in ``data/coruscant_shift``: the field that `reply` faces, by number of players.

Run as ``python -m analyzer.games.coruscant_shift.measure``: about five minutes. Iterated best reply: the first field
is that of `closest`; in each round all seats play the best reply to the field of the round before, and what they end
with is the next. The field moves by less than its error from the third round on.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np

from analyzer.core.jit import source_hash
from analyzer.core.resources import data_path
from analyzer.games.coruscant_shift.fields import FREE, LOCKED
from analyzer.games.coruscant_shift.kernels.field import DRAWN, blank_book, chance_to_win, field_block, reply_book
from analyzer.games.coruscant_shift.kernels.policies import CLOSEST, REPLY
from analyzer.games.coruscant_shift.kernels.reply import TARGETS
from analyzer.games.coruscant_shift.kernels.selections import STRENGTHS
from analyzer.games.options import load_options

# Seats observed in each round, those of the first by `closest`.
ROUNDS = (500_000, 1_000_000, 1_000_000, 6_000_000)
PLAYERS = range(2, 9)
FORMS = {LOCKED: "standard", FREE: "halcyon"}
SEED = 1


def measure_field(
    rules: dict[str, Any], players: int, rounds: tuple[int, ...] = ROUNDS, seed: int = SEED
) -> np.ndarray:
    """Return the field of ``players`` players under ``rules`` (see `kernels.field`) after ``rounds``."""
    policy, book = CLOSEST, blank_book(rules)
    field = np.zeros((TARGETS, DRAWN, STRENGTHS), dtype=np.int64)
    for number, seats in enumerate(rounds):
        if number:
            policy, book = REPLY, reply_book(rules, chance_to_win(field.sum(axis=1), players - 1))
        field = np.zeros_like(field)
        stream = (seed << 32) + (players << 8) + number
        field_block(np.uint64(stream), seats // players, np.full(players, policy), book, field)
    return field


def measure_fields() -> None:
    """Measure every field under the default rules of its form and write ``field.json``."""
    options = load_options(Path(__file__).parent)
    fields: dict[str, dict[str, list[list[int]]]] = {}
    for improve, form in FORMS.items():
        fields[improve] = {}
        for players in PLAYERS:
            field = measure_field(options.resolve({"form": form}), players)
            cells = np.argwhere(field)
            fields[improve][str(players)] = np.column_stack([cells, field[tuple(cells.T)]]).tolist()
            print(f"{improve}, {players} players: {int(field.sum())} seats", file=sys.stderr)
    manifest = {
        "made_by": "python -m analyzer.games.coruscant_shift.measure",
        "rules": options.resolve(),
        "forms": FORMS,
        "columns": ["target / 5", "cards drawn", "strength", "seats"],
        "rounds": list(ROUNDS),
        "seed": SEED,
        "kernels": source_hash(),
    }
    target = Path(data_path("README.md")).parent / "coruscant_shift" / "field.json"
    target.parent.mkdir(exist_ok=True)
    target.write_text(json.dumps({"manifest": manifest, "fields": fields}, separators=(",", ":")) + "\n", "utf-8")


if __name__ == "__main__":
    measure_fields()
