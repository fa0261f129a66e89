"""What an unfinished stage of `solve` keeps, so that it carries on after it was killed.

Arrays only, in numpy's own files without pickles; a file that was damaged or forged is refused before anything in it
is believed.
"""

from __future__ import annotations

import io
import json
import math
import os
import shutil
import time
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import IO, Any

import numpy as np
import numpy.typing as npt

from analyzer.core.errors import InputError
from analyzer.simulation.files import unusable, write_whole

Arrays = dict[str, npt.NDArray[Any]]
_ORIGIN, _SPENT, _LOCK = "origin.json", "spent.json", "in-use"
_LARGEST_FILE = 1 << 30


class Checkpoint:
    """The arrays of one stage in ``folder``, made from ``origin`` (JSON values: rules, seed, code, tables needed).

    Only one process at a time holds it. Raises ``InputError`` where another one does, where the folder cannot be used,
    and where it holds what was made from another origin, saying what differs.
    """

    def __init__(self, folder: Path, origin: Mapping[str, Any]) -> None:
        self._folder = folder
        self._began = time.monotonic()
        try:
            self._lock = _claim(folder)
        except OSError as error:
            raise unusable(error, folder) from error
        try:
            self._begin(json.loads(json.dumps(origin)))
            self._before = self._spent()
        except BaseException:
            self.close()
            raise

    @property
    def seconds(self) -> float:
        """How long the stage has run, earlier runs up to their last save included."""
        return self._before + time.monotonic() - self._began

    def load(self, name: str) -> Arrays | None:
        """Return the arrays kept as ``name``, or ``None``; raises ``InputError`` for a file that cannot be right."""
        path = self._path(name)
        try:
            if not path.exists():
                return None
            if path.stat().st_size > _LARGEST_FILE:
                raise _damaged(path)
            return read_arrays(path.read_bytes())
        except OSError as error:
            raise unusable(error, path) from error
        except ValueError as error:
            raise _damaged(path) from error

    def save(self, name: str, arrays: Mapping[str, npt.ArrayLike]) -> None:
        """Keep ``arrays`` as ``name``."""
        data = io.BytesIO()
        np.savez(data, allow_pickle=False, **{key: np.asarray(array) for key, array in arrays.items()})
        path = self._path(name)
        try:
            write_whole(path, data.getvalue())
            write_whole(self._folder / _SPENT, json.dumps({"seconds": self.seconds}).encode())
        except OSError as error:
            raise unusable(error, path) from error

    def close(self) -> None:
        """Let another process have it."""
        if self._lock is not None:
            self._lock.close()

    def discard(self) -> None:
        """Delete everything that was kept."""
        shutil.rmtree(self._folder, ignore_errors=True)
        self.close()

    def _path(self, name: str) -> Path:
        if not name.replace("-", "_").isidentifier():
            raise ValueError(f"{name!r} cannot be the name of kept arrays: expected letters, digits, - and _")
        return self._folder / f"{name}.npz"

    def _begin(self, origin: dict[str, Any]) -> None:
        """Note ``origin`` down, or compare it with the one noted before."""
        path = self._folder / _ORIGIN
        remedy = f"delete {self._folder} to begin anew, or keep this run elsewhere with --store DIR"
        try:
            if not path.exists():
                write_whole(path, json.dumps(origin, indent=1).encode())
                return
            kept = json.loads(path.read_bytes())
        except OSError as error:
            raise unusable(error, path) from error
        except (ValueError, RecursionError):
            kept = None
        if not isinstance(kept, dict):
            raise InputError(f"{path} is damaged: {remedy}")
        if kept != origin:
            raise InputError(f"{self._folder} was begun with other {differences(kept, origin)}: {remedy}")

    def _spent(self) -> float:
        try:
            seconds = json.loads((self._folder / _SPENT).read_bytes())["seconds"]
            return float(seconds) if 0 <= seconds < 1e9 else 0.0
        except FileNotFoundError:
            return 0.0
        except OSError as error:
            raise unusable(error, self._folder / _SPENT) from error
        except (ValueError, KeyError, TypeError, RecursionError) as error:
            raise _damaged(self._folder / _SPENT) from error


def differences(kept: Mapping[str, Any], now: Mapping[str, Any]) -> str:
    """Return in words what differs between two origins: each member with its value then and now."""
    told = []
    for name in dict.fromkeys((*kept, *now)):
        then, value = kept.get(name), now.get(name)
        if then == value:
            continue
        if isinstance(then, dict) and isinstance(value, dict):
            told.append(f"{name} ({differences(then, value)})")
        else:
            told.append(f"{name} ({_short(then)}, now {_short(value)})")
    return ", ".join(told)


def read_arrays(data: bytes) -> Arrays:
    """Return the arrays of an uncompressed npz file; raises ``ValueError`` for anything but plain numbers in it.

    No size that the file only claims is believed, so that a small file cannot ask for much memory.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            members = archive.infolist()
            sizes = sum(member.file_size for member in members)
            if sizes > len(data) or any(member.compress_type != zipfile.ZIP_STORED for member in members):
                raise ValueError("compressed")
            return {member.filename.removesuffix(".npy"): _array(archive.read(member)) for member in members}
    except (zipfile.BadZipFile, EOFError, NotImplementedError, RuntimeError) as error:
        raise ValueError("no archive") from error


def _array(data: bytes) -> npt.NDArray[Any]:
    file = io.BytesIO(data)
    if np.lib.format.read_magic(file) != (1, 0):
        raise ValueError("another version of the format")
    shape, fortran, dtype = np.lib.format.read_array_header_1_0(file)
    if dtype.hasobject or any(side < 0 for side in shape):
        raise ValueError("objects")
    rest = data[file.tell() :]
    if math.prod(shape) * dtype.itemsize != len(rest):
        raise ValueError("another size than its header says")
    return np.frombuffer(rest, dtype).reshape(shape, order="F" if fortran else "C").copy()


def _damaged(path: Path) -> InputError:
    return InputError(f"{path} is damaged or not of this stage: delete it, and it is computed again")


def _short(value: Any) -> str:
    text = "nothing" if value is None else str(value)
    return text if len(text) <= 40 else text[:37] + "..."


def _claim(folder: Path) -> IO[bytes] | None:
    """Hold ``folder`` for as long as the returned file is open; ``None`` where the system has no such locks."""
    try:
        import fcntl
    except ImportError:
        folder.mkdir(parents=True, exist_ok=True)
        return None
    while True:
        folder.mkdir(parents=True, exist_ok=True)
        file = open(folder / _LOCK, "ab")  # noqa: SIM115  (it holds the lock until it is closed)
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            # Whoever held it before us may have deleted the folder when its stage was done.
            if os.path.samestat(os.fstat(file.fileno()), os.stat(folder / _LOCK)):
                return file
        except FileNotFoundError:
            pass
        except BlockingIOError:
            file.close()
            raise InputError(f"another process works in {folder}: wait for it, or name another --store") from None
        file.close()
