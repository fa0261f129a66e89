"""Finds the files of ``data/`` that ship beside the code."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent.parent


def data_path(*parts: str) -> Path:
    """Return the path of a shipped file: inside the package in a wheel, beside it in a checkout.

    Raises ``FileNotFoundError`` where neither place holds it.
    """
    path = data_folder().joinpath(*parts)
    if path.exists():
        return path
    raise FileNotFoundError(f"data file {'/'.join(parts)} is neither in the package nor beside it")


def data_folder() -> Path:
    """Return the folder of shipped files itself: inside the package in a wheel, beside it in a checkout."""
    inside = _PACKAGE / "data"
    return inside if inside.is_dir() else _PACKAGE.parent / "data"
