"""Runs the stages that make a game's tables, each to its end or to where it carries on.

A stage writes into a folder of its own; its files take their place among the shipped ones, and its record in the
manifest, only when all of it is done. So nothing finished is lost, whenever the process dies.
"""

from __future__ import annotations

import errno
import json
import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from analyzer.core.errors import InputError
from analyzer.core.jit import compilation_watch, source_hash
from analyzer.games.contract import Game, Stage
from analyzer.simulation.checkpoint import Checkpoint, differences
from analyzer.simulation.executors import Threads
from analyzer.simulation.files import unusable, write_whole
from analyzer.simulation.manifest import Record, file_hash, is_whole, read_manifest, write_manifest
from analyzer.simulation.plan import code_hash
from analyzer.simulation.workshop import StageWorkshop, Step

KEPT = ".solve"
"""The folder, among the tables, of what unfinished stages keep."""
# What the disk or the folder did wrong, not the stage.
_DISK_FAULTS = {getattr(errno, name) for name in ("ENOSPC", "EDQUOT", "EROFS", "EACCES", "EPERM", "EFBIG", "EIO")}
_PICKLES = (".pkl", ".pickle", ".joblib")


@dataclass(frozen=True, slots=True)
class Solving:
    """What the stages of one command have in common.

    Tables go to ``folder``; what an unfinished stage keeps goes below ``store``. ``command`` returns the line that
    makes one stage again.
    """

    game: Game
    rules: Mapping[str, Any]
    stages: Sequence[Stage]
    folder: Path
    store: Path
    seed: int
    command: Callable[[str], str]
    report: Callable[[Step], None] | None = None
    note: Callable[[str], None] | None = None

    def run(self, chosen: Sequence[Stage], pool: Threads) -> Iterator[tuple[Stage, Record]]:
        """Run the stages ``chosen`` in order and yield each with its record as it is done.

        One that an interrupted run of the same command has finished is not run again. Raises ``InputError`` where a
        stage lacks what it needs, where a folder or the disk cannot be used, and where what is kept is of another run.
        """
        self._prepare(chosen)
        for stage in chosen:
            yield stage, self._finished(stage) or self._make(stage, pool)
        for stage in chosen:
            self._mark(stage).unlink(missing_ok=True)
        for folder in {self.store, self.folder / KEPT}:
            if folder.is_dir() and not any(folder.iterdir()):
                folder.rmdir()

    def _prepare(self, chosen: Sequence[Stage]) -> None:
        made = read_manifest(self.folder)
        for number, stage in enumerate(chosen):
            for need in stage.needs:
                if need not in {earlier.name for earlier in chosen[:number]}:
                    self._check_need(stage, need, made.get(need))
        try:
            for folder in (self.folder, self.store, self.folder / KEPT):
                folder.mkdir(parents=True, exist_ok=True)
            write_whole(self.folder / KEPT / "probe", b"")
            (self.folder / KEPT / "probe").unlink()
        except OSError as error:
            raise unusable(error, self.folder) from error

    def _check_need(self, stage: Stage, need: str, record: Record | None) -> None:
        remedy = f"solve {need} {stage.name} makes both"
        if record is None or not is_whole(self.folder, record):
            raise InputError(f"stage {stage.name} needs {need}, which {self.folder} has no whole record of: {remedy}")
        if record["rules"] != dict(self.rules):
            other = differences(record["rules"], dict(self.rules))
            raise InputError(f"stage {stage.name} needs {need}, which was made under other rules, {other}: {remedy}")

    def _origin(self, stage: Stage) -> dict[str, Any]:
        """Return all that decides what ``stage`` makes."""
        needed = {name: file_hash(self.folder / name) for name in self._needed(stage)}
        origin = {"game": self.game.name, "stage": stage.name, "rules": dict(self.rules), "seed": self.seed}
        return origin | {"code": code_hash(self._code()), "tables": needed}

    def _needed(self, stage: Stage) -> list[str]:
        return [name for other in self.stages if other.name in stage.needs for name in other.files]

    def _code(self) -> tuple[str, ...]:
        return ("core", "solvers", "/".join(self.game.package.split(".")[1:]))

    def _finished(self, stage: Stage) -> Record | None:
        """Return the record of ``stage`` where the same command, interrupted later, has made it already."""
        record = read_manifest(self.folder).get(stage.name)
        mark = self._mark(stage)
        try:
            same = record is not None and mark.exists() and json.loads(mark.read_bytes()) == self._origin(stage)
        except (OSError, ValueError, RecursionError):
            same = False
        return record if same and record is not None and is_whole(self.folder, record) else None

    def _mark(self, stage: Stage) -> Path:
        return self.store / f"{stage.name}.done"

    def _make(self, stage: Stage, pool: Threads) -> Record:
        origin = self._origin(stage)
        checkpoint = Checkpoint(self.store / stage.name, origin)
        bench = self.folder / KEPT / f"{stage.name}-made"
        try:
            shutil.rmtree(bench, ignore_errors=True)
            bench.mkdir()
            for name in origin["tables"]:
                shutil.copyfile(self.folder / name, bench / name)
            workshop = StageWorkshop(stage.name, bench, self.seed, checkpoint, pool, self.report)
            with compilation_watch(self.note or (lambda _: None)):
                facts = stage.run(workshop)
            record = self._record(stage, origin, facts, checkpoint.seconds, pool.workers, bench)
            self._ship(stage, record, bench)
            write_whole(self._mark(stage), json.dumps(origin).encode())
        except OSError as error:
            if error.errno not in _DISK_FAULTS:
                raise
            raise unusable(error, Path(error.filename or bench)) from error
        finally:
            checkpoint.close()
            shutil.rmtree(bench, ignore_errors=True)
        checkpoint.discard()
        return record

    def _record(
        self,
        stage: Stage,
        origin: Mapping[str, Any],
        facts: Mapping[str, Any],
        seconds: float,
        workers: int,
        bench: Path,
    ) -> Record:
        """Return what the manifest says of ``stage``; raises ``ValueError`` where it did not make what it declares."""
        written = {path.name for path in bench.iterdir()} - set(origin["tables"])
        if written != set(stage.files):
            raise ValueError(f"stage {stage.name} declares {sorted(stage.files)} and wrote {sorted(written)}")
        for name in stage.files:
            _refuse_pickles(bench / name)
        files = {
            name: {"sha256": file_hash(bench / name), "bytes": (bench / name).stat().st_size} for name in stage.files
        }
        return {
            "made_by": self.command(stage.name),
            "rules": origin["rules"],
            "seed": self.seed,
            "seconds": round(seconds, 1),
            "workers": workers,
            "kernels": source_hash(self._code()),
            "needs": origin["tables"],
            "facts": dict(facts),
            "files": files,
        }

    def _ship(self, stage: Stage, record: Record, bench: Path) -> None:
        for name in stage.files:
            (bench / name).replace(self.folder / name)
        made = dict(read_manifest(self.folder)) | {stage.name: record}
        known = [other.name for other in self.stages]
        # In the order of the declaration; a stage that is declared no more leaves the manifest.
        write_manifest(self.folder, {name: made[name] for name in known if name in made})


def _refuse_pickles(path: Path) -> None:
    """Raise ``ValueError`` where ``path`` cannot be read without running code."""
    if path.suffix in _PICKLES:
        raise ValueError(f"{path.name} is a pickle: tables are JSON, arrays or plain bytes")
    if path.suffix in (".npz", ".npy"):
        loaded = np.load(path, allow_pickle=False)
        if path.suffix == ".npz":
            with loaded:
                for name in loaded:
                    loaded[name]
