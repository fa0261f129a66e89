"""Files that are there whole or not at all, whenever the process dies and however many write the same one."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

from analyzer.core.errors import InputError


def write_whole(path: Path, data: bytes) -> None:
    """Write ``data`` under another name and rename it to ``path``; raises ``OSError`` and leaves no rest."""
    # Not a file of `tempfile`: that nobody else may read, which would go on to what is shipped.
    part = path.with_name(f"{path.stem}-{secrets.token_hex(8)}.part")
    try:
        with open(part, "xb") as file:
            file.write(data)
        os.replace(part, path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


def unusable(error: OSError, path: Path) -> InputError:
    """Return the line that says that ``path`` cannot be written or read."""
    return InputError(f"{path} cannot be used: {error.strerror or error}; make room, or name another folder")
