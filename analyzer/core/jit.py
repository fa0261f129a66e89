"""The one numba decorator, and a disk cache that an edit in any kernel makes stale.

numba's own cache looks only at the file of the kernel that is called, so a change in a kernel that it calls would
serve the old result. The cache folder is therefore named by a hash over the sources of all kernels.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

PACKAGE = Path(__file__).resolve().parent.parent
# Layers that may hold kernels; everything above them is plain Python.
KERNEL_LAYERS = ("core", "solvers", "games")
# A cache folder of older sources is kept so long after its last use: branches and installs may take turns.
KEPT_SECONDS = 7 * 24 * 3600


def source_hash(folders: tuple[str, ...] = KERNEL_LAYERS) -> str:
    """Return 16 hex digits over the text of every module of ``folders`` that may hold a kernel."""
    digest = hashlib.sha256()
    for folder in folders:
        for path in sorted((PACKAGE / folder).rglob("*.py")):
            text = path.read_bytes()
            if b"core.jit" in text or b"core import jit" in text:
                digest.update(path.relative_to(PACKAGE).as_posix().encode() + b"\0" + text + b"\0")
    return digest.hexdigest()[:16]


def cache_folder() -> Path:
    """Return the folder for compiled kernels: the user's cache, or a temporary one where that cannot be written."""
    root = os.environ.get("NUMBA_CACHE_DIR") or os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    user = os.getuid() if hasattr(os, "getuid") else "user"
    for base in (Path(root), Path(tempfile.gettempdir()) / f"analyzer-{user}"):
        folder = base / "sabacc-analyzer" / source_hash()
        try:
            folder.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=folder):
                return folder
        except OSError:
            continue
    return Path(tempfile.mkdtemp(prefix="analyzer-"))


def claim(folder: Path) -> IO[bytes] | None:
    """Mark ``folder`` as used by this process for as long as the returned file is open.

    ``None`` where the system has no such locks; folders are not pruned there either.
    """
    try:
        import fcntl

        while True:
            folder.mkdir(parents=True, exist_ok=True)
            file = open(folder / "in-use", "ab")  # noqa: SIM115  (it holds the lock for the life of the process)
            fcntl.flock(file, fcntl.LOCK_SH)
            # Somebody may have pruned the folder while we waited for the lock.
            if (folder / "in-use").exists():
                os.utime(folder)
                return file
            file.close()
    except (ImportError, OSError):
        return None


def prune(folder: Path) -> None:
    """Delete the caches of older sources beside ``folder`` that no process uses and none has used for a week."""
    try:
        import fcntl
    except ImportError:
        return
    for other in folder.parent.iterdir():
        try:
            if other == folder or time.time() - other.stat().st_mtime < KEPT_SECONDS:
                continue
            with open(other / "in-use", "ab") as file:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                shutil.rmtree(other, ignore_errors=True)
        except OSError:  # in use, gone already, or not ours: leave it
            continue


CACHE_FOLDER = cache_folder()
_CLAIM = claim(CACHE_FOLDER)
prune(CACHE_FOLDER)
os.environ["NUMBA_CACHE_DIR"] = str(CACHE_FOLDER)

import numba  # noqa: E402  (the cache folder must be named before numba is first imported)
from numba.core import event  # noqa: E402

numba.config.CACHE_DIR = str(CACHE_FOLDER)  # type: ignore[attr-defined]  # where somebody imported numba before us

_kernels: list[str] = []


def jit(function: Callable[..., Any] | None = None, *, signature: Any = None) -> Any:
    """Compile ``function`` without the GIL and with the disk cache; a recursive kernel must state its ``signature``."""
    if function is None:
        return lambda wrapped: jit(wrapped, signature=signature)
    _kernels.append(function.__qualname__)
    options: dict[str, Any] = {"cache": True, "nogil": True, "error_model": "numpy"}
    if signature is None:
        return numba.njit(**options)(function)
    return numba.njit(signature, **options)(function)


NOTED = 8
"""A line for so many kernels, so that a first run is told of and not buried."""


@contextmanager
def compilation_watch(note: Callable[[str], None]) -> Iterator[None]:
    """Tell ``note`` how far compiling is, every `NOTED` kernels of ours that are really compiled in the context.

    A kernel loaded from the disk cache does not count. The number of kernels is that of all that were imported, of
    which a question may need fewer.
    """
    listener = _Listener(note)
    event.register("numba:compile", listener)  # type: ignore[no-untyped-call]
    try:
        yield
    finally:
        event.unregister("numba:compile", listener)  # type: ignore[no-untyped-call]


class _Listener(event.Listener):
    def __init__(self, note: Callable[[str], None]) -> None:
        self._note = note
        self._count = 0

    def on_start(self, event: Any) -> None:
        function = event.data["dispatcher"].py_func
        if function.__module__.startswith("analyzer."):
            self._count += 1
            if self._count % NOTED == 1:
                kernels = max(len(_kernels), self._count)
                self._note(f"compiling kernels (once): {self._count} of at most {kernels}, {function.__qualname__}")

    def on_end(self, event: Any) -> None:
        """Compiling ends silently: the next line of ``note`` says as much."""
