"""Odds of Coruscant Shift, counted over all 6,471,002 hands of five under every face of the dice."""

from __future__ import annotations

from collections.abc import Iterator
from math import comb
from typing import TYPE_CHECKING, Any

from analyzer.games.contract import Request, Table

if TYPE_CHECKING:
    import numpy as np

HANDS = comb(62, 5)
TARGETS = (-10, -5, 0, 5, 10)
HAND = 5


def selection(_request: Request) -> Table:
    """Return how often the closest selection has each distance and suit count, by target; all suits are alike."""
    best, _, _ = count_all()
    rows = [
        {"target": target, "distance": distance, "suit_count": suited, "count": int(best[face, distance, suited])}
        for target, face in _faces()
        for distance in range(best.shape[1])
        for suited in range(best.shape[2])
        if best[face, distance, suited]
    ]
    means = {}
    for target, face in _faces():
        away = sum(distance * int(best[face, distance].sum()) for distance in range(best.shape[1]))
        means[f"mean_distance_{target:+d}"] = away / HANDS
    return Table("selection", ("target", "distance", "suit_count"), tuple(row | {"of": HANDS} for row in rows), means)


def ways(_request: Request) -> Table:
    """Return how often N selections are equally close with equally many cards of the suit, none being better."""
    _, equals, _ = count_all()
    rows = [
        {"target": target, "ways": number, "count": int(equals[face, number]), "of": HANDS}
        for target, face in _faces()
        for number in range(equals.shape[1])
        if equals[face, number]
    ]
    return Table("ways", ("target", "ways"), tuple(rows))


def hits(_request: Request) -> Table:
    """Return the chance of an exact hit where the closest selection is kept, before the shift and after it.

    Rows are by the number of cards kept; ``any`` are all hands. After the shift, what counts are hands with draws.
    """
    _, _, found = count_all()
    rows: list[dict[str, Any]] = []
    for target, face in _faces():
        drawn = [comb(57, HAND - size) for size in range(HAND + 1)]
        for size in range(1, HAND + 1):
            hands, before, after = (int(n) for n in found[face, size])
            row: dict[str, Any] = {"target": target, "kept": size}
            rows.append(row | {"shift": "before", "count": before, "of": hands})
            rows.append(row | {"shift": "after", "count": after, "of": hands * drawn[size]})
        # All hands alike: draws of fewer cards are counted as often as those of four.
        row = {"target": target, "kept": "any"}
        whole = drawn[1] * drawn[2] * drawn[3] * drawn[4]
        after = sum(int(found[face, size, 2]) * (whole // drawn[size]) for size in range(1, HAND + 1))
        rows.append(row | {"shift": "before", "count": int(found[face, :, 1].sum()), "of": HANDS})
        rows.append(row | {"shift": "after", "count": after, "of": HANDS * whole})
    return Table("exact", ("target", "kept", "shift"), tuple(rows))


def kept(_request: Request) -> Table:
    """Return the chance of an exact hit after the shift when the best N cards of each hand are kept.

    ``means`` tell for what share of the hands N is the best number.
    """
    import numpy as np

    from analyzer.games.coruscant_shift.kernels.odds import count_kept, hitting_draws

    counts = np.zeros((3, HAND + 1, 2), dtype=np.int64)
    count_kept(hitting_draws(), counts)
    rows, means = [], {}
    for target, face in _faces():
        for size in range(1, HAND + 1):
            of = HANDS * comb(57, HAND - size)
            rows.append({"target": target, "kept": size, "count": int(counts[face, size, 0]), "of": of})
            means[f"share_of_hands_{target:+d}_best_kept_{size}"] = int(counts[face, size, 1]) / HANDS
    return Table("kept", ("target", "kept"), tuple(rows), means)


def _faces() -> Iterator[tuple[int, int]]:
    """Yield each target with its place in the counts: hands for targets below 0 are mirror images."""
    return ((target, abs(target) // 5) for target in TARGETS)


def count_all() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return what `kernels.odds.count_hands` counts."""
    import numpy as np

    from analyzer.games.coruscant_shift.kernels.odds import DISTANCES, count_hands, hitting_draws

    best = np.zeros((3, DISTANCES, HAND + 1), dtype=np.int64)
    equals = np.zeros((3, 32), dtype=np.int64)
    found = np.zeros((3, HAND + 1, 3), dtype=np.int64)
    count_hands(hitting_draws(), best, equals, found)
    return best, equals, found
