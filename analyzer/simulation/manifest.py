"""The record beside a game's shipped tables: of each stage of `solve`, what made its files, and their hashes."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from analyzer.core.errors import InputError
from analyzer.simulation.files import unusable, write_whole

NAME = "manifest.json"
Record = Mapping[str, Any]


def read_manifest(folder: Path) -> dict[str, Record]:
    """Return the record of every stage that was made in ``folder``; raises ``InputError`` where it cannot be read."""
    path = folder / NAME
    try:
        found = json.loads(path.read_bytes())
        stages: dict[str, Record] = found["stages"]
        for record in stages.values():
            if not all(isinstance(record[name], dict) for name in ("rules", "files", "needs", "facts")):
                raise TypeError
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise unusable(error, path) from error
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise InputError(f"{path} cannot be read as a manifest: delete it and solve all stages again") from error
    return stages


def write_manifest(folder: Path, stages: Mapping[str, Record]) -> None:
    """Write the records of all ``stages``; numpy's numbers become plain ones."""
    text = json.dumps({"stages": stages}, indent=1, allow_nan=False, default=_plain)
    write_whole(folder / NAME, text.encode() + b"\n")


def file_hash(path: Path) -> str:
    """Return the sha256 of a file in hex digits."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def is_whole(folder: Path, record: Record) -> bool:
    """Return whether every file of ``record`` is in ``folder``, and as it was made."""
    return all(
        (folder / name).is_file() and file_hash(folder / name) == made["sha256"]
        for name, made in record["files"].items()
    )


def _plain(value: Any) -> Any:
    if isinstance(value, np.generic | np.ndarray):
        return value.tolist()
    raise TypeError(f"a fact is a JSON value, not {type(value).__name__}")
