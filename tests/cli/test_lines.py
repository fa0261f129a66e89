"""``--input``: one question's arguments a line, answered in order; a bad line costs only itself."""

from __future__ import annotations

import csv
import io
import json

import pytest

from analyzer.report.answer import Answer

DICE = ("--target", "5", "--suit", "C")
COUNT = ("smugglers-hold", "count", *DICE)
GOOD = '{"hand": "+5C -5F 10S 0", "path": "3C"}'


def documents(text: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in text.splitlines()]


def hands(text: str) -> list[list[str]]:
    return [document["inputs"]["hand"] for document in documents(text)]


def test_json_lines_are_answered_in_order(run, tmp_path):
    (tmp_path / "hands").write_text(f'{GOOD}\n\n{{"hand": ["-3F"], "path": "0", "target": -5}}\n', encoding="utf-8")
    told = run(*COUNT, "--input", str(tmp_path / "hands"), "--json")
    assert (told.code, told.err) == (0, "")
    assert hands(told.out) == [["+5C", "-5F", "+10S", "0"], ["-3F"]]
    # What a line leaves out is taken from the command.
    assert [document["inputs"]["target"] for document in documents(told.out)] == [5, -5]


@pytest.mark.parametrize("start", ["", "\ufeff"])
def test_csv_names_its_columns(run, tmp_path, start):
    text = f'{start}path, hand,target\n3C,"-3F,2S",\n4C,-3F 2S,-10\n'
    (tmp_path / "hands.csv").write_text(text, encoding="utf-8")
    told = run(*COUNT, "--input", str(tmp_path / "hands.csv"), "--json")
    assert (told.code, told.err) == (0, "")
    assert hands(told.out) == [["-3F", "+2S"]] * 2
    assert [document["inputs"]["target"] for document in documents(told.out)] == [5, -10]


@pytest.mark.parametrize("start", ["", "\ufeff", "\n"])
def test_a_line_may_be_as_typed(run, tmp_path, monkeypatch, start):
    asked = record(monkeypatch)
    cards, bare = "-3F +5C 10S 0 -10C 2F", ["-3F", "+5C", "10S", "0", "-10C", "2F"]
    lines = [cards, f'"{cards}" --dealer', f"--pone {cards}", "-3F,+5C,10S,0,-10C,2F", f'{{"cards": "{cards}"}}']
    (tmp_path / "hands").write_text(start + "\n".join(lines), encoding="utf-8")
    assert run("hold", "--input", str(tmp_path / "hands"), "--json").code == 0
    assert [values["cards"] for values in asked] == [bare, [cards], bare, ["-3F,+5C,10S,0,-10C,2F"], cards]
    assert [sorted(values.keys() - {"cards"}) for values in asked] == [[], ["dealer"], ["pone"], [], []]


def test_a_typed_line_takes_the_inputs_that_have_names(run, tmp_path):
    (tmp_path / "hands").write_text('--hand "+5C -5F 10S 0" --path 3C\n--hand=-3F --path 0 --target -5\n')
    told = run(*COUNT, "--input", str(tmp_path / "hands"), "--json")
    assert (told.code, told.err) == (0, "")
    assert hands(told.out) == [["+5C", "-5F", "+10S", "0"], ["-3F"]]
    assert [document["inputs"]["target"] for document in documents(told.out)] == [5, -5]


@pytest.mark.parametrize(
    ("line", "word"),
    [("7 --samples 5", "--samples"), ("it's", "closing quotation"), ("--help", "--help"), ("14", "14")],
)
def test_a_bad_typed_line_costs_only_itself(run, tmp_path, line, word):
    (tmp_path / "cards").write_text(f"7\n{line}\n9\n")
    # Quietly, since a first run would also say that it compiles.
    told = run("high-card", "swap", "--input", str(tmp_path / "cards"), "--samples", "500", "--json", "--quiet")
    assert (told.code, len(told.out.splitlines())) == (2, 2)
    assert told.err.count("\n") == 1
    assert "line 2: " in told.err
    assert word.lower() in told.err.lower()


def test_one_answer_is_the_same_alone_and_in_a_line(run, tmp_path):
    (tmp_path / "hands").write_text(GOOD)
    [inside] = documents(run(*COUNT, "--input", str(tmp_path / "hands"), "--json").out)
    alone = json.loads(run(*COUNT, "--hand", "+5C -5F 10S 0", "--path", "3C", "--json").out)
    inside.pop("elapsed_s"), alone.pop("elapsed_s")
    assert inside == alone


def test_a_bad_line_is_reported_with_its_number_and_the_rest_is_answered(run, tmp_path):
    bad = [
        '{"hand": "11C", "path": "3C"}', "[1]", '{"hand"', '{"had": "2C"}',
        '{"path": "3C"}', '{"hand": "", "path": 3}',
    ]
    (tmp_path / "hands").write_text("\n".join([GOOD, *bad, GOOD]))
    told = run(*COUNT, "--input", str(tmp_path / "hands"), "--json")
    assert told.code == 2
    assert len(documents(told.out)) == 2
    lines = told.err.splitlines()
    assert [line.partition(": line ")[2].partition(":")[0] for line in lines] == ["2", "3", "4", "5", "6", "7"]
    assert "11C" in lines[0]
    assert "hand" in lines[3]


def test_bad_csv_lines(run, tmp_path):
    (tmp_path / "hands.csv").write_text('hand,path\n2C,3C,4C\n12C,3C\n2C,3C\n"2C,3C\n')
    told = run(*COUNT, "--input", str(tmp_path / "hands.csv"), "--json")
    assert told.code == 2
    assert hands(told.out) == [["+2C"]]
    first, second, third = told.err.splitlines()
    assert "line 2:" in first
    assert "3 cells" in first
    assert "line 3:" in second
    assert "12C" in second
    assert "CSV" in third


def test_an_unknown_column_ends_it(run, tmp_path):
    (tmp_path / "hands.csv").write_text("hnad,path\n2C,3C\n")
    told = run(*COUNT, "--input", str(tmp_path / "hands.csv"), "--json")
    assert (told.code, told.out) == (2, "")
    assert "mean hand" in told.err


@pytest.mark.parametrize(("cell", "seat"), [("yes", "dealer"), ("TRUE", "dealer"), ("1", "dealer")])
def test_a_seat_is_yes_or_no(run, tmp_path, monkeypatch, cell, seat):
    asked = record(monkeypatch)
    (tmp_path / "hands.csv").write_text(f"cards,{seat}\n2C 3C 4C 5C 6C 7C,{cell}\n2C 3C 4C 5C 6C 7C,no\n2C,maybe\n")
    told = run("hold", "--input", str(tmp_path / "hands.csv"), "--json")
    assert told.code == 2
    assert "line 4: dealer: 'maybe'" in told.err
    assert [values.get(seat) for values in asked] == [True, None]


def test_csv_out_has_one_head(run, tmp_path):
    (tmp_path / "hands").write_text(f"{GOOD}\n{GOOD}\n")
    told = run(*COUNT, "--input", str(tmp_path / "hands"), "--format", "csv")
    rows = list(csv.reader(io.StringIO(told.out)))
    assert rows.count(rows[0]) == 1
    single = run(*COUNT, "--hand", "+5C -5F 10S 0", "--path", "3C", "--format", "csv")
    assert len(rows) - 1 == 2 * (len(list(csv.reader(io.StringIO(single.out)))) - 1)


def test_a_file_takes_json_lines(run, tmp_path):
    (tmp_path / "hands").write_text(f"{GOOD}\n{GOOD}\n")
    told = run(*COUNT, "--input", str(tmp_path / "hands"), "--output", str(tmp_path / "answers.json"))
    assert (told.code, told.out, told.err) == (0, "", "")
    assert len(documents((tmp_path / "answers.json").read_text())) == 2


def test_bytes_that_are_no_text(run, tmp_path):
    (tmp_path / "hands").write_bytes(b"hand,path\n\xff,3C\n")
    told = run(*COUNT, "--input", str(tmp_path / "hands"))
    assert told.code == 2
    assert "UTF-8" in told.err


def test_stdin(spawn):
    done = spawn(*COUNT, "--input", "-", "--json", input=GOOD)
    assert (done.returncode, done.stderr) == (0, "")
    assert hands(done.stdout) == [["+5C", "-5F", "+10S", "0"]]


def record(monkeypatch) -> list[dict[str, object]]:
    asked = []

    def ask(session, question, values, settings):
        asked.append(values)
        return Answer({"schema": 1, "rows": [{"name": "asked", "value": 1}]})

    monkeypatch.setattr("analyzer.ask.session.Session.ask", ask)
    return asked


def test_an_input_without_a_line_is_refused(run, tmp_path):
    (tmp_path / "nothing").write_text("")
    told = run(*COUNT, "--input", str(tmp_path / "nothing"))
    assert (told.code, told.out) == (2, "")
    assert "--input: no line was found" in told.err
