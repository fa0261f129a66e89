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
from analyzer.report.document import Document, answers, combine
from analyzer.report.formats import FORMATS, SUFFIXES


@dataclass(slots=True)
class Outlet:
    """Takes the answers to one command, and writes them once it is :meth:`closed <close>`.

    With ``lines`` set there is one answer for each line of the input: JSON is then written a line at a time, as the
    answers come.
    """

    form: str
    path: Path | None
    lines: bool = False
    _documents: list[Document] = field(default_factory=list)

    def take(self, answer: Answer) -> None:
        """Accept the next answer."""
        self._documents.append(answer.document)
        if self._streams:
            _print(answer.to_json(one_line=True))

    def close(self) -> None:
        """Write what was taken and not written yet; raises ``InputError`` where the file cannot be written."""
        if not self._documents or self._streams:
            return
        if self.path is None:
            _print(self._text(width=get_terminal_size().columns, color=_colorful()))
            return
        try:
            self.path.write_text(self._text(width=80, color=False), encoding="utf-8", newline="\n")
        except OSError as error:
            raise InputError(f"--output: cannot write {quoted(str(self.path))}: {error.strerror}") from None

    @property
    def _streams(self) -> bool:
        return self.lines and self.form == "json" and self.path is None

    def _text(self, *, width: int, color: bool) -> str:
        if self.lines and self.form == "json":
            return "".join(Answer(document).to_json(one_line=True) for document in self._documents)
        each = [single for document in self._documents for single in answers(document)]
        return Answer(combine(each)).render(self.form, width=width, color=color)


def open_outlet(form: str | None, json: bool | None, output: str | None, *, lines: bool = False) -> Outlet:
    """Return the outlet that the options name; raises ``InputError`` where they contradict each other.

    Without ``--format`` or ``--json`` the suffix of the file chooses the format.
    """
    if json and form not in (None, "json"):
        raise InputError(f"--json and --format {form} contradict each other: give one of them")
    if form is not None and form not in FORMATS:
        raise InputError(f"--format: {quoted(form)} is unknown: expected {', '.join(FORMATS)}{near(form, FORMATS)}")
    path = Path(output) if output is not None else None
    if path is not None:
        _check(path)
    suffix = SUFFIXES.get(path.suffix.lower()) if path is not None else None
    return Outlet("json" if json else form or suffix or "table", path, lines)


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


def _check(path: Path) -> None:
    """Find out before the work whether the answer can be written after it."""
    folder = path.parent
    if path.is_dir() or not folder.is_dir() or not os.access(path if path.exists() else folder, os.W_OK):
        raise InputError(f"--output: cannot write {quoted(str(path))}: expected a file in a folder that can be written")


def _colorful() -> bool:
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
