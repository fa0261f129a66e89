"""Runs the notebooks' text twins from top to bottom and writes them as .ipynb with their outputs.

``python notebooks/build.py [NAME ...]``: needs the packages of the extra ``notebooks``. Execution counts, times and
identifiers are left out, so that the same outputs are the same file.
"""

from __future__ import annotations

import sys
from pathlib import Path

import jupytext
import nbformat
from nbclient import NotebookClient

HERE = Path(__file__).parent
SECONDS = 600


def twins() -> list[Path]:
    """Return the text twin of every notebook."""
    return sorted(path for path in HERE.glob("*.py") if path != Path(__file__))


def executed(twin: Path) -> nbformat.NotebookNode:
    """Return the notebook of ``twin`` with the outputs of a fresh run; an error in a cell raises."""
    notebook = jupytext.read(twin)
    NotebookClient(notebook, timeout=SECONDS, resources={"metadata": {"path": str(HERE)}}).execute()
    for number, cell in enumerate(notebook.cells):
        cell["id"] = f"cell-{number}"
        cell["metadata"] = {}
    notebook.metadata.pop("language_info", None)
    return notebook


def build(twin: Path) -> Path:
    """Run ``twin`` and write the notebook beside it."""
    target = twin.with_suffix(".ipynb")
    nbformat.write(executed(twin), target)
    return target


if __name__ == "__main__":
    for path in twins():
        if not sys.argv[1:] or path.stem in sys.argv[1:]:
            print(build(path).name)
