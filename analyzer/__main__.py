"""``python -m analyzer``: the same as the command ``analyzer``."""

from __future__ import annotations

from analyzer.cli.main import run

if __name__ == "__main__":
    run()
