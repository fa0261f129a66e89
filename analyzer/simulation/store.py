"""Finished blocks on disk: a folder for each plan, a file for each block, so that a killed run carries on.

A file is there whole or not at all; two processes may write the same block, since they write the same bytes.
"""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path
from typing import Any

import numpy as np

from analyzer.core.errors import InputError
from analyzer.simulation.files import write_whole
from analyzer.simulation.plan import Plan
from analyzer.statistics.tallies import LIMIT, Tally

_LARGEST_FILE = 1 << 28


class Store:
    """The blocks of one plan under ``directory``; ``InputError`` where the folder or a file in it cannot be used."""

    def __init__(self, directory: str | os.PathLike[str], plan: Plan) -> None:
        self._folder = Path(directory) / plan.identity()[:16]
        self._per_block = plan.per_block
        described = json.dumps(json.loads(plan.canonical()), indent=1, sort_keys=True) + "\n"
        path = self._folder / "plan.json"
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            if not path.exists():
                write_whole(path, described.encode())
            found = path.read_bytes()
        except OSError as error:
            raise _unusable(error, path) from error
        if found != described.encode():
            raise InputError(f"{path} does not describe the run of its folder: delete the folder {self._folder}")

    def read(self, block: int, active: tuple[int, ...], empty: Tally) -> Tally | None:
        """Return the stored tally of ``block``, shaped as ``empty`` is, or ``None`` where there is none."""
        path = self._path(block)
        try:
            if path.stat().st_size > _LARGEST_FILE:
                raise _damaged(path)
            text = path.read_bytes()
        except FileNotFoundError:
            return None
        except OSError as error:
            raise _unusable(error, path) from error
        try:
            document = json.loads(text)
            body = document["body"]
            if document["checksum"] != _checksum(body) or body["block"] != block or body["active"] != list(active):
                raise _damaged(path)
            tally = {key: _array(body["tally"][key], like, key) for key, like in empty.items()}
            if tally["n"].tolist() != [self._per_block]:
                raise _damaged(path)
            return tally
        except (ValueError, KeyError, TypeError, OverflowError, RecursionError) as error:
            raise _damaged(path) from error

    def write(self, block: int, active: tuple[int, ...], tally: Tally) -> None:
        """Keep the tally of ``block``."""
        body = {"block": block, "active": list(active), "tally": {key: array.tolist() for key, array in tally.items()}}
        path = self._path(block)
        try:
            write_whole(path, json.dumps({"checksum": _checksum(body), "body": body}, separators=(",", ":")).encode())
        except OSError as error:
            raise _unusable(error, path) from error

    def _path(self, block: int) -> Path:
        return self._folder / f"{block:08d}.json"


def _array(rows: Any, like: Any, key: str) -> Any:
    array = np.array(rows)
    if array.size == 0:
        array = array.astype(np.int64).reshape(-1, 3) if key.endswith("counts") else array.astype(np.int64)
    shape = (len(array), 3) if key.endswith("counts") else like.shape
    if array.dtype != np.int64 or array.shape != shape:
        raise ValueError(key)
    if array.max(initial=0) > LIMIT or array.min(initial=0) < -LIMIT:
        raise OverflowError(key)
    return array


def _checksum(body: Any) -> str:
    return hashlib.sha256(json.dumps(body, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def _damaged(path: Path) -> InputError:
    return InputError(f"{path} is damaged or not a block of this run: delete it, and it is computed again")


def _unusable(error: OSError, path: Path) -> InputError:
    return InputError(f"the store cannot be used: {error.strerror or error} ({path}); choose another folder")
