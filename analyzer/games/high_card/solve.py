"""Makes the tables of high card: the thresholds that answer each other best, and how cards fare after a swap."""

from __future__ import annotations

import json
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import numpy as np

from analyzer.games.contract import Stage, Workshop
from analyzer.games.high_card.rules import CARDS, endings
from analyzer.games.high_card.shipped import THRESHOLDS

MOST_ROUNDS = 10
BLOCKS, DEALS_PER_BLOCK = 8, 4096


def stages(rules: Mapping[str, Any]) -> tuple[Stage, ...]:
    """Return both stages for ``rules``."""
    return (
        Stage(
            "thresholds",
            "the lowest card that each player keeps, each the best reply to the other",
            (THRESHOLDS,),
            lambda workshop: make_thresholds(workshop, rules),
        ),
        Stage(
            "fates",
            "how often a card wins after its swap, sampled, for the cards below the first player's threshold",
            ("fates.npz",),
            lambda workshop: make_fates(workshop, rules),
            needs=("thresholds",),
        ),
    )


def make_thresholds(workshop: Workshop, rules: Mapping[str, Any]) -> dict[str, Any]:
    """Reply in turn, exactly, until neither player gains by another threshold; raises ``ValueError`` if they go on."""
    kept = workshop.load("replies")
    pair = (0, 0) if kept is None else (int(kept["first"]), int(kept["second"]))
    for number in range(MOST_ROUNDS):
        second = best_threshold(workshop, pair[0], rules, seat=1)
        first = best_threshold(workshop, second, rules, seat=0)
        settled, pair = pair == (first, second), (first, second)
        workshop.save("replies", first=np.array(first), second=np.array(second))
        workshop.tell(number + 1, MOST_ROUNDS, f"thresholds {first + 1} and {second + 1}")
        if settled:
            document = {"rules": dict(rules), "first": first, "second": second}
            (workshop.folder / THRESHOLDS).write_text(json.dumps(document) + "\n", "utf-8")
            return {"first": first + 1, "second": second + 1}
    raise ValueError("the best replies go round in a circle")


def best_threshold(workshop: Workshop, threshold: int, rules: Mapping[str, Any], seat: int) -> int:
    """Return the number of the lowest card that ``seat`` should keep where the other keeps from ``threshold`` on."""
    gains = workshop.map(lambda card: gain_of_swapping(card, threshold, rules, seat), CARDS)
    return sum(gain > 0 for gain in gains)


def gain_of_swapping(card: int, threshold: int, rules: Mapping[str, Any], seat: int) -> Fraction:
    """Return the gain in chances to win, times twelve, if ``seat`` swaps ``card`` instead of keeping it."""
    gain = Fraction(0)
    for other in CARDS:
        if other == card:
            continue
        for swapped in (True, False):
            cards = (card, other) if seat == 0 else (other, card)
            swaps = (swapped, other < threshold) if seat == 0 else (other < threshold, swapped)
            ways = endings(*cards, swaps, rules)
            won = sum(share for share, first, second in ways if (first > second) == (seat == 0))
            gain += won if swapped else -won
    return gain


def make_fates(workshop: Workshop, rules: Mapping[str, Any]) -> dict[str, Any]:
    """Swap random cards against an opponent who keeps; the hits and trials of those below the threshold."""
    from analyzer.games.high_card import kernels

    first = json.loads((workshop.folder / THRESHOLDS).read_text("utf-8"))["first"]
    pile = int(rules["swap_from"] == "pile")

    def block(number: int) -> np.ndarray:
        hits = np.zeros((13, 2), dtype=np.int64)
        kernels.swapped_block(np.uint64((workshop.seed << 32) + number), DEALS_PER_BLOCK, pile, hits)
        return hits

    total = np.zeros((13, 2), dtype=np.int64)
    for number, hits in enumerate(workshop.map(block, range(BLOCKS)), start=1):
        total += hits
        workshop.tell(number, BLOCKS)
    np.savez(workshop.folder / "fates.npz", hits=total[:first])
    return {"deals": BLOCKS * DEALS_PER_BLOCK}
