"""Whole processes: start-up, the first run with an empty cache, precision reached, two threads against one, memory.

Run as ``python benchmarks/process.py`` with the package installed. Times are the best of three, and each also stands
as a ratio to a bare ``import numba`` in the same run, since machines differ and drift.
"""

from __future__ import annotations

import json
import os
import re
import resource
import subprocess
import sys
import tempfile
import time

HAND = "+5C -5F 0 10S -3C 2F"
REPEATS = 3


def run(*words: str, **environment: str) -> tuple[float, str, str]:
    """Return the seconds that a process took, and what it printed."""
    began = time.perf_counter()
    done = subprocess.run(
        [sys.executable, *words], capture_output=True, text=True, check=False, env=os.environ | environment
    )
    return time.perf_counter() - began, done.stdout, done.stderr


def ask(*words: str, **environment: str) -> tuple[float, str, str]:
    """Do as `run` for the command ``analyzer``."""
    return run("-m", "analyzer", *words, **environment)


def starting() -> None:
    """Print what the light answers take, and whether they import anything heavy."""
    bare = min(run("-c", "import numba")[0] for _ in range(REPEATS))
    print(f"{'import numba':34} {bare:6.2f} s   ratio 1.00")
    cases = {
        "--help": ["--help"],
        "games": ["games"],
        "a bad card": ["hold", "+11C -5F 0 10S -3C 2F"],
        "count": ["smugglers-hold", "count", "--hand", "0 0 +4C -4F", "--path", "+9S", "--target", "10", "--suit", "S"],
        "hold, 4,000 deals, kernels kept": ["hold", HAND, "--dealer", "--samples", "4000"],
    }
    for name, words in cases.items():
        seconds = min(ask(*words)[0] for _ in range(REPEATS))
        loaded = run("-X", "importtime", "-m", "analyzer", *words)[2]
        heavy = [module for module in ("numpy", "numba", "pandas") if re.search(rf"\| +{module}$", loaded, re.M)]
        print(f"{name:34} {seconds:6.2f} s   ratio {seconds / bare:.2f}   imports {', '.join(heavy) or 'none of them'}")
    with tempfile.TemporaryDirectory() as empty:
        seconds, _, noted = ask("hold", HAND, "--dealer", "--samples", "4000", NUMBA_CACHE_DIR=empty)
    told = noted.strip().splitlines()[-1] if noted.strip() else "nothing was compiled"
    print(f"{'hold, 4,000 deals, empty cache':34} {seconds:6.2f} s   {told}")


def precision() -> None:
    """Print how long the leading gap takes to become known to 0.3 and to 0.1 points."""
    for hand in (HAND, "-3F +5C 10S 0 -10C 2F", "+1C +2C -4F -7S +9F -10C"):
        for half_width in ("0.3", "0.1"):
            seconds, out, _ = ask("hold", hand, "--dealer", "--precision", half_width, "--time", "60", "--json")
            answer = json.loads(out)
            print(f"{hand}  to {half_width}: {answer['samples']:,} deals, {seconds:.1f} s for the whole process")


def threads() -> None:
    """Print how much faster two threads are than one, and the most memory that any of these runs held."""
    words = ["hold", HAND, "--dealer", "--samples", "150000", "--json"]
    rates = {}
    for workers in ("1", "2"):
        rates[workers] = min(json.loads(ask(*words, "--workers", workers)[1])["elapsed_s"] for _ in range(REPEATS))
    short = json.loads(ask("hold", HAND, "--dealer", "--samples", "600", "--json")[1])["elapsed_s"]
    ratio = (rates["1"] - short) / (rates["2"] - short)
    print(f"150,000 deals, what 600 take subtracted: two threads are {ratio:.2f} times as fast as one")
    print(f"most memory: {resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024:.0f} MB")


if __name__ == "__main__":
    starting()
    precision()
    threads()
