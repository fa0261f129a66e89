"""A real scheduler and two workers on loopback: the same bytes, a worker killed, the scheduler killed."""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("distributed", reason="the cluster tests need dask: pip install distributed")
pytestmark = pytest.mark.skipif("ANALYZER_FULL" not in os.environ, reason="set ANALYZER_FULL to run it")

DASK = [sys.executable, "-m", "dask"]
ASK = [sys.executable, "-m", "analyzer"]
SIMULATE = ["high-card", "simulate", "--policy", "seven,random", "--seed", "3", "--json", "--quiet"]
LONG = 6_000_000


class Cluster:
    """Processes of dask on a free port of this machine."""

    def __init__(self, folder: Path) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.address = f"tcp://127.0.0.1:{port}"
        self._folder = folder
        at = ["--host", "127.0.0.1", "--port", str(port), "--no-dashboard", "--no-show"]
        self.scheduler = self._start("scheduler", *at)
        self.workers = [self._start("worker", self.address, "--nthreads", "1", "--no-nanny", "--no-dashboard")
                        for _ in range(2)]  # fmt: skip

    def _start(self, *words: str) -> subprocess.Popen[bytes]:
        quiet = subprocess.DEVNULL
        return subprocess.Popen([*DASK, *words], cwd=self._folder, stdout=quiet, stderr=quiet)

    def close(self) -> None:
        for process in [*self.workers, self.scheduler]:
            process.kill()
            process.wait()


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    found = Cluster(tmp_path)
    yield found
    found.close()


def answer(*words: str) -> dict[str, Any]:
    done = subprocess.run([*ASK, *SIMULATE, *words], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    document: dict[str, Any] = json.loads(done.stdout)
    return document | {"elapsed_s": 0}


def stored(folder: Path) -> int:
    return len(list(folder.glob("*/0*.json")))


def after_some_blocks(folder: Path, running: subprocess.Popen[str], act: Callable[[], None]) -> None:
    """Do ``act`` while the run is well under way, and fail where it has ended already."""
    until = time.monotonic() + 60
    while stored(folder) < 20 and time.monotonic() < until:
        time.sleep(0.01)
    assert running.poll() is None, "the run was over before anything could be broken"
    act()


def test_a_killed_worker_loses_nothing_and_changes_no_byte(cluster: Cluster, tmp_path: Path) -> None:
    store = tmp_path / "store"
    words = ["--hands", str(LONG), "--scheduler", cluster.address, "--store", str(store)]
    running = subprocess.Popen([*ASK, *SIMULATE, *words], stdout=subprocess.PIPE, text=True)
    after_some_blocks(store, running, cluster.workers[0].kill)
    out, _ = running.communicate(timeout=120)
    assert running.returncode == 0
    assert json.loads(out) | {"elapsed_s": 0} == answer("--hands", str(LONG))


def test_a_lost_scheduler_is_one_line_and_the_store_carries_on(cluster: Cluster, tmp_path: Path) -> None:
    store = tmp_path / "store"
    words = ["--hands", str(LONG), "--scheduler", cluster.address, "--store", str(store)]
    running = subprocess.Popen([*ASK, *SIMULATE, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    after_some_blocks(store, running, cluster.scheduler.kill)
    out, told = running.communicate(timeout=120)
    assert (running.returncode, out) == (2, "")
    assert re.fullmatch(r"error: --scheduler: lost 'tcp://\S+' .*--store DIR it carries on.*\n", told)
    kept = stored(store)
    assert kept >= 20
    assert answer("--hands", str(LONG), "--store", str(store)) == answer("--hands", str(LONG))


def test_nobody_at_the_address_is_one_line() -> None:
    done = subprocess.run([*ASK, *SIMULATE, "--hands", "10", "--scheduler", "tcp://127.0.0.1:9"],
                          capture_output=True, text=True, timeout=60)  # fmt: skip
    assert done.returncode == 2
    assert re.fullmatch(r"error: --scheduler: nothing answers at 'tcp://127\.0\.0\.1:9': see analyzer cluster\n",
                        done.stderr)  # fmt: skip


def test_an_address_that_is_none_is_refused() -> None:
    done = subprocess.run([*ASK, *SIMULATE, "--hands", "10", "--scheduler", "host"], capture_output=True, text=True)
    assert done.returncode == 2
    assert done.stderr == "error: --scheduler: 'host' cannot be: expected an address such as tcp://HOST:8786\n"
