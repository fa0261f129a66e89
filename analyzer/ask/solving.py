"""Makes the tables that a game ships, or some stages of them, and says what was made."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from analyzer.ask.header import House
from analyzer.ask.inputs import chosen
from analyzer.ask.settings import LONGEST_PATH, Settings
from analyzer.core.errors import InputError
from analyzer.core.notation import quoted
from analyzer.core.resources import data_folder
from analyzer.games import handler
from analyzer.report.document import Document

USED = ("seed", "workers", "store")


def solve(house: House, values: Mapping[str, object], settings: Settings) -> tuple[Document, bool]:
    """Run the stages that ``values`` name (all by default) into its folder ``out``; the document, and if interrupted.

    Raises ``InputError`` for an unknown stage, and for a folder or a disk that cannot be used.
    """
    from analyzer.simulation.executors import threads
    from analyzer.simulation.solving import KEPT, Solving

    settings.refuse_all_but(USED, "solve has no use for it: leave it out")
    stages = handler(house.game, house.game.solve)(house.rules)
    wanted = chosen(stages, values.get("stage") or (), "STAGE")
    out = _path(values.get("out"))
    name = house.game.name.replace("-", "_")
    folder = out or data_folder() / name
    seeded = ["--seed", str(settings.seed)]
    solving = Solving(
        house.game,
        house.rules,
        stages,
        folder,
        Path(settings.store) / name if settings.store else folder / KEPT,
        settings.seed,
        lambda stage: house.command("solve", [stage, *seeded]),
        settings.step,
        settings.note,
    )
    rows, interrupted = [], False
    try:
        with threads(settings.workers) as pool:
            for stage, record in solving.run(wanted, pool):
                rows.append(_row(stage.name, record))
    except KeyboardInterrupt:
        interrupted = True
    names = [stage.name for stage in wanted]
    inputs = {"stages": names} | ({"out": str(out)} if out else {})
    words = [*(names if values.get("stage") else ()), *(["--out", str(out)] if out else ()), *seeded]
    document = house.opening("solve", inputs) | {"seed": settings.seed, "rows": rows}
    return document | {"command": house.command("solve", words)}, interrupted


def _row(stage: str, record: Mapping[str, Any]) -> dict[str, Any]:
    files = record["files"]
    return {
        "stage": stage,
        "files": list(files),
        "bytes": sum(made["bytes"] for made in files.values()),
        "seconds": record["seconds"],
        "facts": record["facts"],
    }


def _path(given: object) -> Path | None:
    if given is None:
        return None
    path = os.fspath(given) if isinstance(given, str | os.PathLike) else None
    if not isinstance(path, str) or not path.isprintable() or not 0 < len(path) <= LONGEST_PATH:
        raise InputError(f"--out: {quoted(given)} cannot be: expected the name of a folder")
    return Path(path)
