"""Where an answer goes, and in which format."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from contextlib import suppress

import pytest

COUNT = ("smugglers-hold", "count", "--hand", "+5C -5F 10S 0", "--path", "3C", "--target", "-5", "--suit", "C")


def timeless(text: str) -> str:
    return "\n".join(line for line in text.splitlines() if "elapsed_s" not in line)


@pytest.mark.parametrize("form", ["table", "json", "csv", "md", "html"])
@pytest.mark.parametrize("named", [True, False])
def test_a_file_gets_what_stdout_would(run, tmp_path, form, named):
    suffix = {"table": "txt"}.get(form, form)
    path = tmp_path / (f"answer.{suffix}" if not named else "answer")
    words = ("--format", form) if named else ()
    told = run(*COUNT, "--output", str(path), *words)
    assert (told.code, told.out, told.err) == (0, "", "")
    assert timeless(path.read_text(encoding="utf-8")) == timeless(run(*COUNT, "--format", form).out).rstrip("\n")


def test_json_is_short_for_its_format(run):
    assert timeless(run(*COUNT, "--json").out) == timeless(run(*COUNT, "--format", "json").out)


def test_nothing_is_written_where_the_question_is_bad(run, tmp_path):
    path = tmp_path / "answer.json"
    assert run("hold", "+5C", "--output", str(path)).code == 2
    assert not path.exists()


def test_a_folder_is_no_file(run, tmp_path):
    told = run(*COUNT, "--output", str(tmp_path))
    assert told.code == 2
    assert str(tmp_path)[:20] in told.err


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs a device that is always full")
def test_a_full_disk_is_one_line(spawn):
    with open("/dev/full", "w") as full:
        done = spawn(*COUNT, stdout=full)
    assert done.returncode == 2
    assert done.stderr.startswith("error: cannot write")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    "args", [COUNT, (*COUNT, "--json"), ("games",), ("--help",), ("hold", "--help"), ("hold", "2C")], ids=" ".join
)
def test_a_closed_pipe_is_no_error(args):
    read, write = os.pipe()
    os.close(read)
    try:
        line = [sys.executable, "-m", "analyzer", *args]
        done = subprocess.run(line, stdout=write, stderr=subprocess.PIPE, text=True, timeout=60, check=False)
    finally:
        os.close(write)
    if args == ("hold", "2C"):
        assert done.returncode == 2
        assert done.stderr.count("\n") == 1
    else:
        assert (done.returncode, done.stderr) == (0, "")


def test_no_escape_codes_in_a_pipe(run):
    assert "\x1b" not in run(*COUNT).out


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
@pytest.mark.parametrize(("given", "colorful"), [({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False)])
def test_color_on_a_terminal_only_where_it_is_wanted(given, colorful):
    environment = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
    environment |= {"TERM": "xterm", **given}
    ours, theirs = os.openpty()
    with subprocess.Popen([sys.executable, "-m", "analyzer", *COUNT], stdout=theirs, env=environment) as process:
        os.close(theirs)
        text = b""
        with suppress(OSError):  # how a terminal ends when its last writer is gone
            while read := os.read(ours, 65536):
                text += read
    os.close(ours)
    assert process.returncode == 0
    assert (b"\x1b[" in text) is colorful
    assert b"total" in text


def test_a_terminal_that_lacks_a_sign_gets_another(spawn):
    words = ("high-card", "swap", "7", "--samples", "1000")
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    done = spawn(*words, env=environment)
    assert done.returncode == 0
    assert "?" in done.stdout
    assert json.loads(spawn(*words, "--json", env=environment).stdout)["samples"] == 1000


@pytest.mark.parametrize("option", ["--output", "--chart"])
@pytest.mark.parametrize(("suffix", "magic"), [(".svg", b"<?xml"), (".png", b"\x89PNG"), (".PDF", b"%PDF")])
def test_the_suffix_of_a_picture_draws_the_chart(run, tmp_path, option, suffix, magic):
    path = tmp_path / f"chart{suffix}"
    told = run(*COUNT, option, str(path))
    assert (told.code, told.err) == (0, "")
    assert told.out == ("" if option == "--output" else run(*COUNT).out)
    assert path.read_bytes().startswith(magic)


def test_answers_to_lines_are_one_chart(run, tmp_path):
    (tmp_path / "cards").write_text('{"card": "7"}\n{"card": "9"}\n')
    words = ("high-card", "swap", "--samples", "1000", "--input", str(tmp_path / "cards"), "--json")
    told = run(*words, "--chart", str(tmp_path / "chart.svg"))
    assert (told.code, len(told.out.splitlines())) == (0, 2)
    assert (tmp_path / "chart.svg").exists()


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--output", "x.xlsx"), (".xlsx", ".csv", ".svg")),
        (("--output", "x.jsn"), ("mean .json",)),
        (("--output", "x.png", "--format", "csv"), ("x.png", "csv")),
        (("--output", "x.png", "--json"), ("x.png", "json")),
        (("--chart", "x.csv"), ("--chart", "x.csv", ".svg")),
        (("--chart", "x"), ("--chart", ".svg")),
        (("--chart", "/nowhere/at/all.svg"), ("--chart", "/nowhere/at/all.svg")),
    ],
)
def test_a_file_that_cannot_be_written_is_refused_before_the_work(run, monkeypatch, tmp_path, words, told):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("analyzer.ask.session.Session.ask", lambda *_: pytest.fail("asked"))
    ended = run(*COUNT, *words)
    assert (ended.code, ended.out) == (2, "")
    assert ended.err.count("\n") == 1
    assert all(word in ended.err for word in told), ended.err
    assert not list(tmp_path.iterdir())


def test_a_named_format_needs_no_known_suffix(run, tmp_path):
    assert run(*COUNT, "--format", "csv", "--output", str(tmp_path / "answer.dat")).code == 0
    assert (tmp_path / "answer.dat").read_text() == run(*COUNT, "--format", "csv").out


def test_an_answer_without_numbers_is_not_drawn(run, tmp_path):
    told = run("games", "--output", str(tmp_path / "games.svg"))
    assert told.code == 2
    assert "no numbers" in told.err
