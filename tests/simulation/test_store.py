"""The store: resumed, killed, shared by two processes, damaged, full."""

from __future__ import annotations

import errno
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from analyzer.advice.ranking import sampled_advice
from analyzer.core.errors import InputError
from analyzer.simulation.engine import run_means, run_shares, run_trial
from analyzer.simulation.executors import Threads
from analyzer.simulation.plan import Plan
from analyzer.simulation.store import Store
from analyzer.statistics.stopping import Budget


def blocks(folder: Path) -> list[Path]:
    return sorted(path for path in folder.glob("*/*.json") if path.name != "plan.json")


def played(toy: Any) -> int:
    return sum(deals > 0 for _, deals, _ in toy.played)


def test_a_stored_run_is_extended_and_equals_one_in_one_go(
    toy: Any, make_plan: Callable[..., Plan], workers: Threads, tmp_path: Path
) -> None:
    plan = make_plan(distribution=("value",))
    whole = sampled_advice(run_trial(toy.trial, plan, Budget(samples=6_050), workers))
    toy.played.clear()
    run_trial(toy.trial, plan, Budget(samples=2_030), workers, Store(tmp_path, plan))
    assert len(blocks(tmp_path)) == 20
    again = sampled_advice(run_trial(toy.trial, plan, Budget(samples=6_050), workers, Store(tmp_path, plan)))
    assert json.dumps(again) == json.dumps(whole)
    # Twenty blocks and the short one, then forty more and another short one: no block is played twice.
    assert played(toy) == 21 + 41


def test_means_and_shares_resume_too(
    toy: Any, make_plan: Callable[..., Plan], pair: Threads, tmp_path: Path
) -> None:
    for name, run, result in (("m", run_means, toy.means), ("s", run_shares, toy.shares)):
        plan = make_plan(question=name, distribution=("points",))
        whole = run(result, plan, Budget(samples=3_000), pair).rows()
        run(result, plan, Budget(samples=1_000), pair, Store(tmp_path, plan))
        assert run(result, plan, Budget(samples=3_000), pair, Store(tmp_path, plan)).rows() == whole


def test_another_plan_is_another_folder(
    toy: Any, make_plan: Callable[..., Plan], pair: Threads, tmp_path: Path
) -> None:
    for seed in (1, 2):
        plan = make_plan(seed=seed)
        run_trial(toy.trial, plan, Budget(samples=500), pair, Store(tmp_path, plan))
    assert len(list(tmp_path.iterdir())) == 2
    assert json.loads((tmp_path / plan.identity()[:16] / "plan.json").read_text())["seed"] == 2


def damage(text: str, change: Callable[[dict[str, Any]], object]) -> str:
    """Return a block with a right checksum and a wrong body."""
    from analyzer.simulation.store import _checksum

    document = json.loads(text)
    change(document["body"])
    return json.dumps({"checksum": _checksum(document["body"]), "body": document["body"]})


DAMAGES: dict[str, Callable[[str], str]] = {
    "empty": lambda text: "",
    "cut short": lambda text: text[: len(text) // 2],
    "another number": lambda text: text.replace("100", "101", 1),
    "no object": lambda text: "[]",
    "a bare number": lambda text: "7",
    "not a number": lambda text: text.replace("[100]", "[NaN]"),
    "nested without end": lambda text: "[" * 100_000,
    "no checksum": lambda text: json.dumps({"body": json.loads(text)["body"]}),
    "other actions": lambda text: damage(text, lambda body: body.update(active=[0, 1])),
    "another block": lambda text: damage(text, lambda body: body.update(block=3)),
    "a missing key": lambda text: damage(text, lambda body: body["tally"].pop("sum")),
    "another shape": lambda text: damage(text, lambda body: body["tally"].update(sum=[1, 2])),
    "ragged": lambda text: damage(text, lambda body: body["tally"].update(gram=[[1], [1, 2]])),
    "words": lambda text: damage(text, lambda body: body["tally"].update(sum=["a"] * 6)),
    "fractions": lambda text: damage(text, lambda body: body["tally"].update(sum=[0.5] * 6)),
    "truths": lambda text: damage(text, lambda body: body["tally"].update(sum=[True] * 6)),
    "huge": lambda text: damage(text, lambda body: body["tally"].update(sum=[10**30] * 6)),
    "the lowest": lambda text: damage(text, lambda body: body["tally"].update(sum=[-(2**63)] * 6)),
    "more deals": lambda text: damage(text, lambda body: body["tally"].update(n=[10**6])),
}


@pytest.mark.parametrize("name", DAMAGES)
def test_a_damaged_block_is_named_in_one_line(name: str, toy: Any, plan: Plan, pair: Threads, tmp_path: Path) -> None:
    run_trial(toy.trial, plan, Budget(samples=500), pair, Store(tmp_path, plan))
    victim = blocks(tmp_path)[2]
    victim.write_text(DAMAGES[name](victim.read_text()))
    with pytest.raises(InputError) as caught:
        run_trial(toy.trial, plan, Budget(samples=500), pair, Store(tmp_path, plan))
    assert str(victim) in str(caught.value)
    assert "delete it" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_plan_that_does_not_fit_its_folder_is_named(plan: Plan, tmp_path: Path) -> None:
    Store(tmp_path, plan)
    (tmp_path / plan.identity()[:16] / "plan.json").write_text("{}")
    with pytest.raises(InputError, match=r"plan\.json does not describe"):
        Store(tmp_path, plan)


def test_a_folder_that_cannot_be_made_is_one_line(plan: Plan, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match="the store cannot be used: Not a directory"):
        Store(tmp_path / "file", plan)


def test_a_full_disk_is_one_line_and_leaves_no_rest(
    toy: Any, plan: Plan, pair: Threads, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = Store(tmp_path, plan)

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(InputError, match="No space left on device"):
        run_trial(toy.trial, plan, Budget(samples=500), pair, store)
    pair.close(wait=True)  # another block may still be failing in the same way
    assert not list(tmp_path.glob("*/*.part"))


SCRIPT = """
import json, sys, time
import numpy as np
from analyzer.advice.ranking import sampled_advice
from analyzer.games.contract import Observations, Trial
from analyzer.simulation.engine import run_trial
from analyzer.simulation.executors import threads
from analyzer.simulation.plan import Plan
from analyzer.simulation.store import Store
from analyzer.statistics.stopping import Budget

def block(stream, deals, active):
    time.sleep(0.002 if deals else 0)
    rng = np.random.Generator(np.random.PCG64(stream))
    values = (rng.integers(-99, 100, (deals, 5)) + np.array([0, 40, 41, 42, 43]))[:, active]
    return Observations(values, values.sum(axis=0)[:, None], np.zeros((len(active), 0), dtype=np.int64))

trial = Trial("points", tuple((c,) for c in "abcde"), ("all",), (), 1, 50, block)
plan = Plan("toy", "killed", {}, {}, ("x",), 50, code="1")
store = Store(sys.argv[1], plan) if len(sys.argv) > 1 else None
with threads(2) as pool:
    print(json.dumps(sampled_advice(run_trial(trial, plan, Budget(samples=20_000), pool, store))))
"""


def start(*arguments: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, "-c", SCRIPT, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def finish(process: subprocess.Popen[bytes]) -> bytes:
    out, error = process.communicate(timeout=60)
    assert (process.returncode, error) == (0, b"")
    return out


def test_killed_without_warning_and_carried_on_it_gives_the_same_bytes(tmp_path: Path) -> None:
    whole = start()
    for wanted in (60, 180):
        process = start(str(tmp_path))
        deadline = time.monotonic() + 30
        while len(blocks(tmp_path)) < wanted and time.monotonic() < deadline:
            time.sleep(0.005)
        process.send_signal(signal.SIGKILL)
        process.communicate()
        assert process.returncode == -signal.SIGKILL
        assert wanted <= len(blocks(tmp_path)) < 400
    assert finish(start(str(tmp_path))) == finish(whole)
    assert len(blocks(tmp_path)) == 400


def test_two_processes_share_a_store(tmp_path: Path) -> None:
    both = [start(str(tmp_path)) for _ in range(2)]
    one, two = (finish(process) for process in both)
    assert one == two
    assert len(blocks(tmp_path)) == 400
    assert not list(tmp_path.glob("*/*.part"))
