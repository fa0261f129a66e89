"""Reads ``--input``: the arguments of one question a line, as JSON lines, CSV, or typed as on the command line."""

from __future__ import annotations

import csv
import io
import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from analyzer.core.errors import InputError, near
from analyzer.core.notation import quoted

Values = Mapping[str, Any]
Line = tuple[int, Values | InputError]
"""The number of a line with its values, or with what is wrong with it."""
SWITCH = {"": False, "no": False, "false": False, "0": False, "yes": True, "true": True, "1": True}


Typed = Callable[[str], Values]
"""Reads arguments as they are typed on the command line, or raises ``InputError``."""


def read_lines(source: str, names: Sequence[str], flags: Sequence[str], typed: Typed) -> Iterator[Line]:
    """Yield what ``source``, a file or ``-`` for stdin, asks line by line.

    ``names`` are the question's inputs and ``flags`` its seats. CSV has a line of names on top; otherwise a line that
    begins with a brace is JSON, and any other is ``typed``. Empty lines and empty cells are left out. Raises
    ``InputError`` where nothing can be read at all.
    """
    text, known = _text(source), [*names, *flags]
    if _has_heads(text, known):
        return _csv_lines(text, known, flags)
    return _typed_lines(text, known, typed)


def _has_heads(text: str, known: Sequence[str]) -> bool:
    """Return whether the first line that is not empty names inputs, even if one is misspelt."""
    first = next((line for line in text.split("\n") if line.strip()), "")
    cells = [cell.strip().strip('"') for cell in first.split(",")]
    return not first.lstrip().startswith("{") and any(cell in known or near(cell, known) for cell in cells)


def _text(source: str) -> str:
    try:
        data = sys.stdin.buffer.read() if source == "-" else Path(source).read_bytes()
        return data.decode("utf-8-sig")
    except OSError as error:
        raise InputError(f"--input: cannot read {quoted(source)}: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise InputError(f"--input: {quoted(source)} is no UTF-8 text: byte {error.start} cannot be read") from None


def _typed_lines(text: str, known: Sequence[str], typed: Typed) -> Iterator[Line]:
    # Not splitlines(), which also breaks at characters that a JSON string may hold.
    for number, line in enumerate(text.split("\n"), start=1):
        if line.lstrip().startswith(("{", "[")):
            yield number, _json_line(line, known)
        elif line.strip():
            try:
                yield number, typed(line.strip())
            except InputError as error:
                yield number, error


def _json_line(line: str, known: Sequence[str]) -> Values | InputError:
    try:
        values = json.loads(line)
    except (ValueError, RecursionError):
        return InputError(f"{quoted(line.strip())} is no JSON object on one line")
    if not isinstance(values, dict):
        return InputError(f"expected a JSON object such as {{{known[0]!r}: ...}}".replace("'", '"'))
    for name in values:
        if name not in known:
            return _unknown(name, known)
    return values


def _csv_lines(text: str, known: Sequence[str], flags: Sequence[str]) -> Iterator[Line]:
    rows = csv.reader(io.StringIO(text, newline=""), strict=True, skipinitialspace=True)
    heads: list[str] = []
    while True:
        try:
            cells = next(rows)
        except StopIteration:
            return
        except csv.Error as error:
            yield rows.line_num, InputError(f"not CSV: {error}")
            continue
        if not any(cell.strip() for cell in cells):
            continue
        if not heads:
            heads = [cell.strip() for cell in cells]
            for head in heads:
                if head not in known:
                    raise InputError(f"--input, line {rows.line_num}: {_unknown(head, known)}")
        else:
            yield rows.line_num, _csv_line(heads, cells, flags)


def _csv_line(heads: list[str], cells: list[str], flags: Sequence[str]) -> Values | InputError:
    if len(cells) > len(heads):
        return InputError(f"{len(cells)} cells, but {len(heads)} names on top; a cell with commas needs quotes")
    values: dict[str, Any] = {}
    for head, cell in zip(heads, cells, strict=False):
        word = cell.strip()
        if head in flags:
            if word.lower() not in SWITCH:
                return InputError(f"{head}: {quoted(word)} cannot be: expected yes or no")
            if SWITCH[word.lower()]:
                values[head] = True
        elif word:
            values[head] = word
    return values


def _unknown(name: str, known: Sequence[str]) -> InputError:
    hint = near(name, known) or f": expected {', '.join(known)}"
    return InputError(f"{quoted(name)} is no input of this question{hint}")
