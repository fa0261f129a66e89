"""When a run is looked at, and when it has had enough."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

FIRST_LOOK = 500
"""Observations before the first look: intervals and elimination rest on the central limit theorem."""


@dataclass(frozen=True, slots=True)
class Budget:
    """How long a run goes on: to ``samples`` observations, to a half-width of ``precision``, or for ``time`` seconds.

    With a precision, the other two are ceilings. Without any, a run goes on until it is interrupted.
    """

    samples: int | None = None
    precision: float | None = None
    time: float | None = None


def looks(per_block: int) -> Iterator[int]:
    """Yield the numbers of whole blocks after which a run is looked at: every two at first, then an eighth more.

    They depend on the size of a block alone, never on workers, time or budget, so that what is dropped at a look is
    the same in every run of a plan.
    """
    blocks = max(1, -(-FIRST_LOOK // per_block))
    while True:
        yield blocks
        blocks += max(2, blocks // 8)
