"""Stages of `solve`: carried on after every kind of end, refused where they do not fit, nothing finished lost."""

from __future__ import annotations

import dataclasses
import io
import json
import pickle
import resource
import signal
import subprocess
import sys
import time
import zipfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from analyzer.core.errors import InputError
from analyzer.games import find
from analyzer.games.contract import Stage, Workshop
from analyzer.simulation.checkpoint import Checkpoint, read_arrays
from analyzer.simulation.executors import Threads, threads
from analyzer.simulation.manifest import file_hash, is_whole, read_manifest
from analyzer.simulation.solving import KEPT, Solving
from analyzer.simulation.workshop import StageWorkshop, Step

ROUNDS = 5


def count_up(workshop: Workshop, rounds: int = ROUNDS) -> dict[str, Any]:
    """Add what the workers return for each round, keeping the sum after every one."""
    kept = workshop.load("sum")
    done, total = (int(kept["done"]), kept["total"]) if kept else (0, np.zeros(3, dtype=np.int64))
    for number in range(done, rounds):
        for part in workshop.map(lambda item: np.full(3, item), range(number, number + 4)):
            total = total + part
        workshop.save("sum", done=np.array(number + 1), total=total)
        workshop.tell(number + 1, rounds, f"sum {total[0]}")
    (workshop.folder / "sum.json").write_text(json.dumps([workshop.seed, total.tolist()]))
    return {"total": total[0]}


def double(workshop: Workshop) -> dict[str, Any]:
    """Double what the other stage made."""
    _, total = json.loads((workshop.folder / "sum.json").read_text())
    np.savez(workshop.folder / "double.npz", total=2 * np.array(total))
    return {}


SUM = Stage("sum", "adds", ("sum.json",), count_up)
DOUBLE = Stage("double", "doubles", ("double.npz",), double, needs=("sum",))


@pytest.fixture
def pool() -> Iterator[Threads]:
    with threads(2) as opened:
        yield opened


@pytest.fixture
def checkpoint(tmp_path: Path) -> Iterator[Checkpoint]:
    with closing(Checkpoint(tmp_path / "kept", {})) as opened:
        yield opened


@pytest.fixture
def solving(tmp_path: Path) -> Solving:
    folder = tmp_path / "tables"
    return Solving(find("high-card"), {"swap_from": "rest"}, (SUM, DOUBLE), folder, folder / KEPT, 1, "solve {}".format)


def with_run(solving: Solving, run: Callable[[Workshop], Mapping[str, Any]]) -> Solving:
    return dataclasses.replace(solving, stages=(dataclasses.replace(SUM, run=run), DOUBLE))


def solve(solving: Solving, pool: Threads, *names: str) -> list[str]:
    wanted = [stage for stage in solving.stages if not names or stage.name in names]
    return [stage.name for stage, _ in solving.run(wanted, pool)]


def stopped_after(rounds: int) -> Callable[[Workshop], Mapping[str, Any]]:
    """Return a run that is interrupted once so many rounds are kept."""

    def run(workshop: Workshop) -> Mapping[str, Any]:
        count_up(workshop, rounds)
        raise KeyboardInterrupt

    return run


def test_stages_ship_their_files_with_a_record_and_leave_nothing_else(solving: Solving, pool: Threads) -> None:
    assert solve(solving, pool) == ["sum", "double"]
    assert {path.name for path in solving.folder.iterdir()} == {"sum.json", "double.npz", "manifest.json"}
    assert json.loads((solving.folder / "sum.json").read_text()) == [1, [70, 70, 70]]
    with np.load(solving.folder / "double.npz") as made:
        assert made["total"].tolist() == [140, 140, 140]
    made = read_manifest(solving.folder)
    assert made["sum"]["facts"] == {"total": 70}
    assert made["sum"]["made_by"] == "solve sum"
    assert made["double"]["needs"] == {"sum.json": file_hash(solving.folder / "sum.json")}
    assert all(is_whole(solving.folder, record) for record in made.values())


def test_an_interrupted_stage_carries_on_from_its_last_round(solving: Solving, pool: Threads) -> None:
    with pytest.raises(KeyboardInterrupt):
        solve(with_run(solving, stopped_after(3)), pool)
    assert not list(solving.folder.glob("*.json"))
    told: list[Step] = []
    assert solve(dataclasses.replace(solving, report=told.append), pool) == ["sum", "double"]
    steps = [(step.name, step.done, step.of, step.words) for step in told]
    assert steps == [("sum", 4, 5, "sum 48"), ("sum", 5, 5, "sum 70")]
    assert json.loads((solving.folder / "sum.json").read_text()) == [1, [70, 70, 70]]


def test_a_finished_stage_of_an_interrupted_run_is_not_made_again(solving: Solving, pool: Threads) -> None:
    ran: list[str] = []

    def counted(workshop: Workshop) -> Mapping[str, Any]:
        ran.append("sum")
        return count_up(workshop)

    counting = with_run(solving, counted)
    stages = (counting.stages[0], dataclasses.replace(DOUBLE, run=stopped_after(1)))
    with pytest.raises(KeyboardInterrupt):
        solve(dataclasses.replace(counting, stages=stages), pool)
    assert solve(counting, pool) == ["sum", "double"]
    assert ran == ["sum"]
    # The run is over: asked once more, everything is made anew.
    assert solve(counting, pool) == ["sum", "double"]
    assert ran == ["sum", "sum"]


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"seed": 2}, "seed (1, now 2)"),
        ({"rules": {"swap_from": "pile"}}, "rules (swap_from (rest, now pile))"),
    ],
)
def test_what_was_begun_otherwise_is_refused(
    change: dict[str, Any], told: str, solving: Solving, pool: Threads
) -> None:
    with pytest.raises(KeyboardInterrupt):
        solve(with_run(solving, stopped_after(2)), pool)
    with pytest.raises(InputError) as caught:
        solve(dataclasses.replace(solving, **change), pool)
    assert f"was begun with other {told}: delete " in str(caught.value)
    assert "--store" in str(caught.value)


def test_what_other_code_began_is_refused(
    solving: Solving, pool: Threads, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(KeyboardInterrupt):
        solve(with_run(solving, stopped_after(2)), pool)
    monkeypatch.setattr("analyzer.simulation.solving.code_hash", lambda _: "0" * 16)
    with pytest.raises(InputError, match=r"was begun with other code \([0-9a-f]{16}, now 0{16}\): delete"):
        solve(solving, pool)


def test_a_stage_needs_what_was_made_under_the_same_rules_and_is_whole(solving: Solving, pool: Threads) -> None:
    with pytest.raises(InputError, match=r"stage double needs sum, which .* no whole record of: solve sum double"):
        solve(solving, pool, "double")
    solve(solving, pool, "sum")
    assert solve(solving, pool, "double") == ["double"]
    with pytest.raises(InputError, match=r"made under other rules, swap_from \(rest, now pile\): solve sum double"):
        solve(dataclasses.replace(solving, rules={"swap_from": "pile"}), pool, "double")
    (solving.folder / "sum.json").write_text("[1, [0]]")
    with pytest.raises(InputError, match="no whole record of"):
        solve(solving, pool, "double")


def test_a_failing_stage_leaves_the_shipped_table_alone(solving: Solving, pool: Threads) -> None:
    solve(solving, pool)
    before = {path.name: path.read_bytes() for path in solving.folder.iterdir()}

    def half(workshop: Workshop) -> Mapping[str, Any]:
        (workshop.folder / "sum.json").write_text("[1, [")
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        solve(with_run(solving, half), pool)
    assert {path.name: path.read_bytes() for path in solving.folder.iterdir() if path.is_file()} == before


@pytest.mark.parametrize(
    ("write", "told"),
    [
        (lambda folder: None, "declares ['sum.json'] and wrote []"),
        (lambda folder: (folder / "more.json").write_text("1"), "wrote ['more.json']"),
    ],
)
def test_a_stage_must_write_what_it_declares(
    write: Callable[[Path], object], told: str, solving: Solving, pool: Threads
) -> None:
    def run(workshop: Workshop) -> Mapping[str, Any]:
        write(workshop.folder)
        return {}

    with pytest.raises(ValueError, match="stage sum") as caught:
        solve(with_run(solving, run), pool, "sum")
    assert told in str(caught.value)


def test_pickles_do_not_ship(solving: Solving, pool: Threads) -> None:
    def pickled(workshop: Workshop) -> Mapping[str, Any]:
        np.savez(workshop.folder / "sum.npz", total=np.array([{}], dtype=object))
        return {}

    stage = dataclasses.replace(SUM, files=("sum.npz",), run=pickled)
    with pytest.raises(ValueError, match="allow_pickle"):
        solve(dataclasses.replace(solving, stages=(stage,)), pool)


def test_folders_that_cannot_be_used_are_one_line(solving: Solving, pool: Threads, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for change in ({"folder": tmp_path / "file"}, {"store": tmp_path / "file" / "below"}):
        with pytest.raises(InputError, match=r"cannot be used: .*; make room, or name another folder") as caught:
            solve(dataclasses.replace(solving, **change), pool)
        assert "\n" not in str(caught.value)


def test_a_manifest_that_cannot_be_read_is_one_line(solving: Solving, pool: Threads) -> None:
    solving.folder.mkdir()
    for text in ("", "[]", '{"stages": {"sum": 1}}', '{"stages": {"sum": {"rules": {}}}}', "[" * 100_000):
        (solving.folder / "manifest.json").write_text(text)
        with pytest.raises(InputError, match=r"manifest\.json cannot be read as a manifest"):
            solve(solving, pool)


def test_a_full_disk_is_one_line_and_loses_nothing_finished(solving: Solving, pool: Threads, tmp_path: Path) -> None:
    def filling(workshop: Workshop) -> Mapping[str, Any]:
        count_up(workshop, 2)
        soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        before = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        try:
            resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 16, hard))
            workshop.save("large", noise=np.zeros(1 << 20))
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
            signal.signal(signal.SIGXFSZ, before)
        return {}

    with pytest.raises(InputError, match="File too large; make room"):
        solve(with_run(solving, filling), pool)
    told: list[Step] = []
    solve(dataclasses.replace(solving, report=told.append), pool)
    assert [step.done for step in told] == [3, 4, 5]
    assert not list(tmp_path.rglob("*.part"))


def test_another_process_at_work_is_told(solving: Solving, pool: Threads) -> None:
    def twice(workshop: Workshop) -> Mapping[str, Any]:
        with pytest.raises(InputError, match="another process works in"):
            solve(dataclasses.replace(solving, note=None), pool)
        return count_up(workshop)

    assert solve(with_run(solving, twice), pool, "sum") == ["sum"]


def test_workers_return_in_order_and_take_few_items_ahead(
    pool: Threads, checkpoint: Checkpoint, tmp_path: Path
) -> None:
    workshop = StageWorkshop("x", tmp_path, 1, checkpoint, pool)
    taken: list[int] = []

    def items() -> Iterator[int]:
        for item in range(40):
            taken.append(item)
            yield item

    made = workshop.map(lambda item: item * item, items())
    assert next(made) == 0
    assert len(taken) <= 5
    assert list(made) == [item * item for item in range(1, 40)]


def bomb() -> bytes:
    data = io.BytesIO()
    np.savez_compressed(data, a=np.zeros(1 << 20))
    return data.getvalue()


def claiming(shape: str, body: bytes = b"") -> bytes:
    """Return an archive whose only array claims ``shape``."""
    head = f"{{'descr': '<f8', 'fortran_order': False, 'shape': {shape}}}".encode().ljust(117) + b"\n"
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        archive.writestr("a.npy", b"\x93NUMPY\x01\x00" + len(head).to_bytes(2, "little") + head + body)
    return data.getvalue()


def pickled() -> bytes:
    data = io.BytesIO()
    np.savez(data, a=np.array([print], dtype=object))
    return data.getvalue()


@pytest.mark.parametrize(
    "data",
    [b"", b"PK", pickle.dumps(print), bomb(), claiming(f"({1 << 40},)"), claiming("(-1,)"), claiming("(2,)", b"8" * 8),
     pickled(), claiming("(1,)", b"8" * 8)[:-30]],
    ids=["empty", "two bytes", "pickle", "bomb", "huge", "negative", "short", "objects", "cut"],
)  # fmt: skip
def test_damaged_and_hostile_arrays_are_refused(data: bytes, checkpoint: Checkpoint, tmp_path: Path) -> None:
    (tmp_path / "kept" / "sum.npz").write_bytes(data)
    with pytest.raises(InputError, match=r"sum\.npz is damaged .*delete it, and it is computed again"):
        checkpoint.load("sum")


def test_arrays_come_back_as_they_were(checkpoint: Checkpoint) -> None:
    given = {
        "a": np.arange(6).reshape(2, 3), "b": np.asfortranarray(np.arange(6.0).reshape(2, 3)), "c": np.array(7),
        "d": np.zeros((0, 3), dtype=np.uint8), "e": np.array(["one", "two"]),
    }  # fmt: skip
    checkpoint.save("x", given)
    back = checkpoint.load("x")
    assert back is not None
    for name, array in given.items():
        np.testing.assert_array_equal(back[name], array)
        assert back[name].dtype == array.dtype
        assert back[name].flags.writeable


@pytest.mark.parametrize("text", ["", "[]", "{", "[" * 100_000])
def test_a_damaged_origin_is_told(text: str, tmp_path: Path) -> None:
    (tmp_path / "origin.json").write_text(text)
    with pytest.raises(InputError, match=r"origin\.json is damaged: delete"):
        Checkpoint(tmp_path, {"seed": 1})


SCRIPT = """
import dataclasses, sys, time
from pathlib import Path
sys.path.insert(0, sys.argv[1])
import test_solving as toy
from analyzer.games import find
from analyzer.simulation.executors import threads
from analyzer.simulation.solving import Solving

def slowly(workshop):
    time.sleep(0.05)
    tell = workshop.tell
    workshop.tell = lambda *words: (tell(*words), time.sleep(0.05))
    return toy.count_up(workshop, 40)

folder = Path(sys.argv[2])
stages = (dataclasses.replace(toy.SUM, run=slowly), toy.DOUBLE)
with threads(2) as pool:
    list(Solving(find("high-card"), {}, stages, folder, folder / "kept", 1, str).run(stages, pool))
"""


def test_killed_without_warning_and_carried_on_it_makes_the_same_files(tmp_path: Path) -> None:
    def start(folder: str) -> subprocess.Popen[bytes]:
        return subprocess.Popen([sys.executable, "-c", SCRIPT, str(Path(__file__).parent), str(tmp_path / folder)])

    whole = start("whole")
    for wanted in (5, 15):
        process = start("killed")
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline and rounds_kept(tmp_path / "killed/kept/sum/sum.npz") < wanted:
            time.sleep(0.01)
        process.send_signal(signal.SIGKILL)
        assert process.wait() == -signal.SIGKILL
        assert wanted <= rounds_kept(tmp_path / "killed/kept/sum/sum.npz") < 40
        assert not (tmp_path / "killed/sum.json").exists()
    assert start("killed").wait() == whole.wait() == 0
    for name in ("sum.json", "double.npz"):
        assert (tmp_path / "killed" / name).read_bytes() == (tmp_path / "whole" / name).read_bytes()
    assert {path.name for path in (tmp_path / "killed").iterdir()} == {"sum.json", "double.npz", "manifest.json"}


def rounds_kept(path: Path) -> int:
    return int(read_arrays(path.read_bytes())["done"]) if path.exists() else 0
