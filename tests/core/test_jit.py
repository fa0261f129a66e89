"""The cache of compiled kernels: watched while it fills, and pruned only where nobody uses it."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from analyzer.core import jit

WATCHED = """
from analyzer.core.jit import compilation_watch
from analyzer.core.rng import below, seed_stream
import numpy as np
state = np.zeros(4, np.uint64)
with compilation_watch(print):
    seed_stream(state, np.uint64(1))
    below(state, 6)
seed_stream(state, 1)
"""


def test_compiling_is_told_once_and_loading_is_not(tmp_path: Path) -> None:
    environment = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path)}
    cold, warm = (
        subprocess.run([sys.executable, "-c", WATCHED], env=environment, capture_output=True, text=True, check=True)
        for _ in range(2)
    )
    lines = cold.stdout.splitlines()
    # Three are compiled, and a line stands for eight.
    assert [line.rpartition(" ")[2] for line in lines] == ["seed_stream"]
    assert lines[0].startswith("compiling kernels (once): 1 of at most ")
    assert warm.stdout == ""


@pytest.fixture
def caches(tmp_path: Path) -> dict[str, Path]:
    """Return folders of caches: all but ``current`` and ``recent`` were last used long ago."""
    folders = {name: tmp_path / name for name in ("current", "recent", "old", "running")}
    for name, folder in folders.items():
        folder.mkdir()
        (folder / "kernel.nbc").write_bytes(b"x")
        if name in ("old", "running"):
            long_ago = time.time() - jit.KEPT_SECONDS - 60
            os.utime(folder, (long_ago, long_ago))
    return folders


def test_pruning_spares_the_recent_and_the_running(caches: dict[str, Path]) -> None:
    script = "import sys; from pathlib import Path; from analyzer.core.jit import claim; import os\n" \
        "lock = claim(Path(sys.argv[1])); os.utime(sys.argv[1], (1, 1)); print(flush=True); sys.stdin.read()"
    process = subprocess.Popen(
        [sys.executable, "-c", script, str(caches["running"])], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert process.stdout is not None
    process.stdout.readline()
    jit.prune(caches["current"])
    assert {name for name, folder in caches.items() if folder.exists()} == {"current", "recent", "running"}
    process.communicate(b"")
    os.utime(caches["running"], (1, 1))
    jit.prune(caches["current"])
    assert not caches["running"].exists()


def test_a_claim_brings_a_pruned_folder_back(tmp_path: Path) -> None:
    claimed = jit.claim(tmp_path / "new")
    assert claimed is not None
    assert (tmp_path / "new").is_dir()
    claimed.close()
