"""Every hand that can be shown, counted in whole arrays: against the published table, and against the plain rules.

The counting here shares nothing with the game's: neither its rules nor its kernels nor its lookup tables.
"""

from __future__ import annotations

import csv
import random
from itertools import chain, combinations
from math import comb

import numpy as np
import pytest

from analyzer.core.resources import data_path
from analyzer.games.cribbage import rules as cr

HANDS = comb(52, 4) * 48
DEFAULTS = {"crib_flush": "five"}


@pytest.fixture(scope="module")
def fives():
    """All sets of five cards, uint8 (2598960, 5)."""
    flat = np.fromiter(chain.from_iterable(combinations(range(52), 5)), np.uint8, 5 * comb(52, 5))
    return flat.reshape(-1, 5)


@pytest.fixture(scope="module")
def alike(fives):
    """What the five make whichever of them is the starter: fifteens, pairs and runs, int8 (2598960,)."""
    ranks = fives // 4
    values = np.minimum(ranks + 1, 10)
    points = np.zeros(len(fives), np.int8)
    for size in range(2, 6):
        for chosen in combinations(range(5), size):
            points += 2 * (values[:, chosen].sum(axis=1, dtype=np.uint8) == 15).astype(np.int8)
    for one, other in combinations(range(5), 2):
        points += 2 * (ranks[:, one] == ranks[:, other]).astype(np.int8)
    copies = np.zeros((13, len(fives)), np.int8)
    for rank in range(13):
        copies[rank] = (ranks == rank).sum(axis=1)
    found = np.zeros(len(fives), bool)
    for length in (5, 4, 3):
        runs = sum(np.prod(copies[low : low + length], axis=0, dtype=np.int8) for low in range(14 - length))
        points += np.where(found, 0, length * runs).astype(np.int8)
        found |= runs > 0
    return points


def shown(fives, alike, place, *, crib):
    """Return the points, int8 (2598960,), where the card at ``place`` is the starter and the others are shown."""
    suits = fives % 4
    starter, four = suits[:, place], np.delete(suits, place, axis=1)
    flush = (four == four[:, :1]).all(axis=1)
    five = flush & (four[:, 0] == starter)
    jacks = np.delete(fives // 4 == 10, place, axis=1) & (four == starter[:, None])
    points = alike + 5 * five + jacks.any(axis=1)
    return points if crib else points + 4 * (flush & ~five)


@pytest.mark.parametrize("crib", [False, True])
def test_all_hands_are_spread_as_published(fives, alike, crib):
    found = sum(np.bincount(shown(fives, alike, place, crib=crib), minlength=30) for place in range(5))
    with data_path("cribbage", "show_histogram.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert found.tolist() == [int(row["crib_count" if crib else "hand_count"]) for row in rows]
    assert found.sum() == HANDS == 12_994_800
    mean = (found * np.arange(30)).sum() / HANDS
    assert round(float(mean), 6) == (4.734819 if crib else 4.769152)


@pytest.mark.parametrize("crib", [False, True])
def test_the_plain_rules_count_the_same(fives, alike, crib):
    source = random.Random(crib)
    good = np.flatnonzero(alike >= 12).tolist()
    suited = np.flatnonzero((fives % 4 == fives[:, :1] % 4).sum(axis=1) >= 4).tolist()
    for place in range(5):
        points = shown(fives, alike, place, crib=crib)
        chosen = source.sample(range(len(fives)), 300) + source.sample(good, 100) + source.sample(suited, 100)
        for row in chosen:
            five = fives[row].tolist()
            starter = five.pop(place)
            assert cr.show_points(five, starter, DEFAULTS, crib=crib) == points[row]


