"""What a person sees on stderr: errors, notes, and how far the sampling has come."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.status import Status

    from analyzer.simulation.engine import Progress
    from analyzer.simulation.workshop import Step


def complain(error: object) -> None:
    """Print one line that names the fault and the fix."""
    print(f"error: {error}", file=sys.stderr, flush=True)


class Watch:
    """Shows notes and, on a terminal, how far a run has come; silent where it is ``quiet``."""

    def __init__(self, *, quiet: bool) -> None:
        self.quiet = quiet
        self._status: Status | None = None

    def note(self, line: str) -> None:
        """Print ``line`` to stderr."""
        if not self.quiet:
            print(line, file=sys.stderr, flush=True)

    def progress(self, now: Progress) -> None:
        """Draw where the run stands in place of where it stood."""
        self._draw(lambda: described(now))

    def step(self, now: Step) -> None:
        """Draw how far a stage or a measure is."""
        self._draw(lambda: described_step(now))

    def _draw(self, line: Callable[[], str]) -> None:
        if self.quiet or not sys.stderr.isatty():
            return
        if self._status is None:
            # rich is imported only where something is drawn.
            from rich.console import Console

            self._status = Console(stderr=True).status("")
            self._status.start()
        self._status.update(line())

    def close(self) -> None:
        """Wipe the line off the terminal."""
        if self._status is not None:
            self._status.stop()
            self._status = None


def described(now: Progress) -> str:
    """Return the line that tells of ``now``: samples, their rate, how close the leading choices are known."""
    words = [f"{now.samples:,} samples"]
    if now.elapsed > 0:
        words.append(f"{now.samples / now.elapsed:,.0f}/s")
    if now.half_width is not None:
        words.append(f"± {now.half_width:.2g}")
    if now.active > 1:
        words.append(f"{now.active} choices left")
    words.append(f"{now.elapsed:.0f} s")
    return ", ".join(words)


def described_step(now: Step) -> str:
    """Return the line that tells of ``now``: what is made or measured, how far it is, and what was reached."""
    done = f"{now.done:,} of {now.of:,}" if now.of else f"{now.done:,}"
    return ", ".join([f"{now.name}: {done}", *([now.words] if now.words else []), f"{now.elapsed:.0f} s"])
