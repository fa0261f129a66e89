"""What a person waits for every time imports nothing heavy."""

from __future__ import annotations

import subprocess
import sys

import pytest

COUNT = ("smugglers-hold", "count", "--hand", "+5C -5F 10S 0", "--path", "3C", "--target", "-5", "--suit", "C")
HEAVY = ("numba", "pandas", "numpy", "matplotlib", "scipy", "jinja2")


@pytest.mark.parametrize(
    "args",
    [
        ("--help",),
        ("--version",),
        ("rules",),
        ("games",),
        ("games", "--json"),
        ("hold", "--help"),
        ("hold", "+5C -5F 0 10S -3C 2G"),
        ("hold", "+5C -5F 0 10S -3C 2F", "--dealr"),
        COUNT,
        (*COUNT, "--json"),
        ("smugglers-hold", "rules"),
        ("high-card", "solve", "--help"),
        ("high-card", "grade", "--help"),
        ("smugglers-hold", "race", "--score", "90-75"),
    ],
    ids=" ".join,
)
def test_nothing_heavy_is_imported(args):
    program = (
        "import sys\nfrom analyzer.cli.main import main\n"
        f"main({args!r})\n"
        f"print(sorted(set({HEAVY!r}) & sys.modules.keys()), file=sys.stderr)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=True)
    assert done.stderr.splitlines()[-1] == "[]"


def test_json_needs_no_rich():
    program = (
        "import sys\nfrom analyzer.cli.main import main\n"
        f"main({(*COUNT, '--json')!r})\nsys.exit('rich' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", program], capture_output=True, timeout=60, check=False).returncode == 0


def test_a_game_is_imported_only_where_its_name_is_called():
    program = (
        "import sys\nfrom analyzer.cli.main import main\n"
        f"main({COUNT!r})\nsys.exit('analyzer.games.high_card' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", program], capture_output=True, timeout=60, check=False).returncode == 0
