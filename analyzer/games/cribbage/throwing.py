"""The throwing game of two players: values of hand, crib and play by class of six, and replies to a profile."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from typing import Any

import numpy as np

from analyzer.games.cribbage.kernels import replies as kernel
from analyzer.games.cribbage.kernels.throws import CLASSES, FIVE_CLASSES, SINGLE_THROWS, THROWS, UNIT

HANDS = 20_358_520
CLASSES_PER_BLOCK = 774
BLOCKS = [(first, min(first + CLASSES_PER_BLOCK, CLASSES)) for first in range(0, CLASSES, CLASSES_PER_BLOCK)]
TO_CRIB = (1, -1)
"""How the crib counts for the dealer and for the pone."""
Apply = Callable[[Callable[[Any], Any], Iterable[Any]], Iterable[Any]]


@cache
def classes() -> np.ndarray:
    """Return the sorted ranks of every class, int64[18564, 6]."""
    return kernel.sorted_classes(6)


@cache
def hand_values() -> np.ndarray:
    """Return what the ranks of the kept four show on average, float64[18564, 15]."""
    values = np.zeros((CLASSES, THROWS))
    kernel.hand_values(classes(), values)
    return values


def play_values(by_four: np.ndarray) -> np.ndarray:
    """Return the net points of the play by class and throw, float64[18564, 15], from those by the four kept."""
    values = np.zeros((CLASSES, THROWS))
    kernel.play_values_of(classes(), by_four, values)
    return values


def crib_values(profile: np.ndarray, apply: Apply = map) -> np.ndarray:
    """Return what the crib comes to by class and throw against an opponent who throws by ``profile``.

    Both are float64[18564, 15]. ``apply`` is ``map``, or one that uses several threads.
    """
    entries = int((profile > 0).sum())
    lists = (
        np.zeros(CLASSES + 1, dtype=np.int64),
        np.zeros(entries, dtype=np.int64),
        np.zeros(entries),
        np.zeros((entries, 4), dtype=np.int64),
    )
    kernel.compress(classes(), profile, *lists)
    values = np.zeros((CLASSES, THROWS))
    for _ in apply(lambda block: kernel.crib_values(classes(), *block, *lists, values), BLOCKS):
        pass
    return values


def best_throws(
    table: np.ndarray, seat: int, opts: np.ndarray, paid: np.ndarray | None = None, apply: Apply = map
) -> tuple[np.ndarray, float, float]:
    """Return how a player of ``seat`` throws by ``table`` (int16[18564, 15]), what that gains a deal, and the best.

    The profile is float64[18564, 15]. Points are those of ``paid`` (float64[18564, 15], by default of the table
    itself) and of the suits, averaged over all hands of six; the best is what the best throw of each hand gains.
    """
    pay = table / UNIT if paid is None else paid
    profile = np.zeros((CLASSES, THROWS))
    sums = list(
        apply(
            lambda block: kernel.best_throws(classes(), *block, table, TO_CRIB[seat], opts, pay, profile), BLOCKS
        )
    )
    return profile, sum(got for got, _ in sums) / HANDS, sum(most for _, most in sums) / HANDS


def single_values(by_four: np.ndarray, by_rank: np.ndarray) -> np.ndarray:
    """Return what the single throws of three players are worth by ranks, float64[6188, 5].

    ``by_four`` (float64[1820]) are net points of the play, ``by_rank`` (float64[13]) those of the card in the crib.
    """
    values = np.zeros((FIVE_CLASSES, SINGLE_THROWS))
    kernel.single_throw_values(kernel.sorted_classes(5), by_four, by_rank, values)
    return values


def as_table(values: np.ndarray) -> np.ndarray:
    """Return ``values`` in whole thousandths, int16."""
    return np.asarray(np.rint(values * UNIT), dtype=np.int16)
