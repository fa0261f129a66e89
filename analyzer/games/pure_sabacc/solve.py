"""The field that the table policy plays for, iterated to a fixed point: all play by the values against all."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from analyzer.games.contract import Stage, Workshop
from analyzer.games.pure_sabacc.fields import FILE, FORMS, VARIANTS, solve_book

if TYPE_CHECKING:
    import numpy as np

PLAYERS = range(2, 9)
HANDS = 2_000
TURNS = 10
"""Turns of the iteration; of the field found the mean over the later half is kept."""
START_ENDS = 0.2


def stages(rules: Mapping[str, Any]) -> tuple[Stage, ...]:
    """Return the one stage: the fields of all forms and numbers of players, other options being those of ``rules``."""

    def run(workshop: Workshop) -> Mapping[str, Any]:
        import numpy as np

        jobs = [(form, players) for form in FORMS for players in PLAYERS]
        kept = workshop.load("fields") or {}
        todo = [job for job in jobs if _name(*job) + "-weaker" not in kept]

        def solve(job: tuple[str, int]) -> tuple[np.ndarray, np.ndarray, float]:
            form, players = job
            variants = {name: name == form for name in VARIANTS}
            return solve_field({**rules, **variants}, players, workshop.seed)

        for done, (job, found) in enumerate(zip(todo, workshop.map(solve, todo), strict=True), len(jobs) - len(todo)):
            for part, values in zip(("weaker", "ends", "moved"), found, strict=True):
                kept[f"{_name(*job)}-{part}"] = np.asarray(values)
            workshop.save("fields", **kept)
            workshop.tell(done + 1, len(jobs), f"{_name(*job)}: the last turn moved the field by {found[2]:.4f}")
        fields = {
            form: {
                str(players): {
                    part: [round(float(value), 5) for value in kept[f"{_name(form, players)}-{part}"]]
                    for part in ("weaker", "ends")
                }
                for players in PLAYERS
            }
            for form in FORMS
        }
        text = json.dumps({"rules": dict(rules), "fields": fields}, separators=(",", ":"))
        (workshop.folder / FILE).write_text(text + "\n", "utf-8")
        return {"hands": HANDS, "turns": TURNS, "moved": max(float(kept[f"{_name(*job)}-moved"]) for job in jobs)}

    return (Stage("field", "the hands that the field shows, by variant and players", (FILE,), run),)


def _name(form: str, players: int) -> str:
    return f"{form}-{players}"


def solve_field(
    rules: Mapping[str, Any], players: int, seed: int, *, hands: int = HANDS, turns: int = TURNS
) -> tuple[np.ndarray, np.ndarray, float]:
    """Return ``weaker`` and ``ends`` of the field (see ``policies.Book``), and how far the last turn moved ``weaker``.

    The distance is the largest between two distribution functions.
    """
    import numpy as np

    from analyzer.games.pure_sabacc.kernels.match import field_block
    from analyzer.games.pure_sabacc.kernels.policies import BUCKETS, POLICIES

    rounds = 22
    weaker, ends = np.linspace(0.0, 1.0, BUCKETS), np.full(rounds, START_ENDS)
    policies = np.full(players, POLICIES.index("table"))
    moved = 1.0
    for turn in range(turns):
        strengths, ended, begun = (np.zeros(size, dtype=np.int64) for size in (BUCKETS, rounds, rounds))
        # The first half searches with steps of a half; the second half averages over its turns.
        book = solve_book(rules, players, weaker, ends)
        field_block(np.uint64(seed * 1_000_003 + turn), hands, policies, book, strengths, ended, begun)
        found = (np.cumsum(strengths) - strengths / 2) / max(1, strengths.sum())
        often = np.where(begun > 0, ended / np.maximum(1, begun), 1.0)
        moved = float(np.abs(found - weaker).max())
        late = turn - turns // 2
        step = 0.5 if late < 0 else 1 / (late + 2)
        weaker, ends = weaker + step * (found - weaker), ends + step * (often - ends)
    return weaker, ends, moved
