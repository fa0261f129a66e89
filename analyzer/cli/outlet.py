"""Where answers go: the terminal, a pipe or a file, in one of the formats."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass, field
from pathlib import Path
from shutil import get_terminal_size

from analyzer.core.errors import InputError, near
from analyzer.core.notation import quoted
from analyzer.report.answer import Answer
from analyzer.report.document import answers, combine
from analyzer.report.formats import FORMATS, PICTURES, SUFFIXES

CHART = "chart"
"""The form of an answer that is drawn to its file."""


@dataclass(slots=True)
class Outlet:
    """Takes the answers to one command, and writes them once it is :meth:`closed <close>`, ``chart`` beside them.

    With ``lines`` set there is one answer for each line of the input: JSON is then written a line at a time, as the
    answers come.
    """

    form: str
    path: Path | None
    lines: bool = False
    chart: Path | None = None
    _answers: list[Answer] = field(default_factory=list)

    def take(self, answer: Answer) -> None:
        """Accept the next answer."""
        self._answers.append(answer)
        if self._streams:
            _print(answer.to_json(one_line=True))

    def close(self) -> None:
        """Write what was taken and not written yet; raises ``InputError`` where the file cannot be written."""
        if not self._answers:
            return
        if self.path is not None:
            self._write(self.path, "--output", self.form)
        elif not self._streams:
            _print(self._text(width=get_terminal_size().columns, color=_colorful()))
        if self.chart is not None:
            self._write(self.chart, "--chart", CHART)

    def _write(self, path: Path, option: str, form: str) -> None:
        try:
            if form == CHART:
                self._whole().save(path)
            else:
                path.write_text(self._text(width=80, color=False), encoding="utf-8", newline="\n")
        except OSError as error:
            raise InputError(f"{option}: cannot write {quoted(str(path))}: {error.strerror}") from None

    @property
    def _streams(self) -> bool:
        return self.lines and self.form == "json" and self.path is None

    def _text(self, *, width: int, color: bool) -> str:
        if self.lines and self.form == "json":
            return "".join(answer.to_json(one_line=True) for answer in self._answers)
        return self._whole().render(self.form, width=width, color=color)

    def _whole(self) -> Answer:
        each = [single for answer in self._answers for single in answers(answer.document)]
        return Answer(combine(each), reached=all(answer.reached for answer in self._answers))


def open_outlet(
    form: str | None, json: bool | None, output: str | None, *, chart: str | None = None, lines: bool = False
) -> Outlet:
    """Return the outlet that the options name; raises ``InputError`` where they contradict each other.

    Without ``--format`` or ``--json`` the suffix of the file chooses the format: a table where it has none, a chart
    for that of a picture.
    """
    if json and form not in (None, "json"):
        raise InputError(f"--json and --format {form} contradict each other: give one of them")
    if form is not None and form not in FORMATS:
        raise InputError(f"--format: {quoted(form)} is unknown: expected {', '.join(FORMATS)}{near(form, FORMATS)}")
    named = "json" if json else form
    path = None if output is None else Path(output)
    drawing = None if chart is None else Path(chart)
    found = "table"
    if path is not None:
        _check(path, "--output")
        found = _form(path, named)
    if drawing is not None:
        _check(drawing, "--chart")
        if drawing.suffix.lower() not in PICTURES:
            raise _unknown(drawing, "--chart", PICTURES)
    return Outlet(named or found, path, lines, drawing)


def _form(path: Path, named: str | None) -> str:
    """Return the form that the suffix of ``path`` chooses, ``named`` being the one that was asked for, if any."""
    suffix = path.suffix.lower()
    if suffix in PICTURES:
        if named is not None:
            raise InputError(f"--output {quoted(str(path))} is a chart and --format {named} is not: give one of them")
        return CHART
    if named is None and suffix and suffix not in SUFFIXES:
        raise _unknown(path, "--output", (*SUFFIXES, *PICTURES))
    return SUFFIXES.get(suffix, "table")


def _unknown(path: Path, option: str, known: tuple[str, ...]) -> InputError:
    hint = near(path.suffix, known)
    return InputError(f"{option}: the suffix of {quoted(str(path))} is unknown: expected {', '.join(known)}{hint}")


def turn_stdout_away() -> None:
    """Point stdout to nowhere, so that Python does not fail again at its last flush."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _print(text: str) -> None:
    """Write to stdout; ``BrokenPipeError`` says that nobody reads on, ``InputError`` that it cannot be written."""
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        turn_stdout_away()
        raise InputError(f"cannot write the answer to stdout: {error.strerror}") from None


def _check(path: Path, option: str) -> None:
    """Find out before the work whether the answer can be written after it."""
    folder = path.parent
    if path.is_dir() or not folder.is_dir() or not os.access(path if path.exists() else folder, os.W_OK):
        raise InputError(f"{option}: cannot write {quoted(str(path))}: expected a file in a folder that can be written")


def _colorful() -> bool:
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
