"""Finds the files of ``data/`` that ship beside the code."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent.parent


def data_path(*parts: str) -> Path:
    """Return the path of a shipped file: inside the package in a wheel, beside it in a checkout.

    Raises ``FileNotFoundError`` where neither place holds it.
    """
    for root in (_PACKAGE / "data", _PACKAGE.parent / "data"):
        path = root.joinpath(*parts)
        if path.exists():
            return path
    raise FileNotFoundError(f"data file {'/'.join(parts)} is neither in the package nor beside it")
