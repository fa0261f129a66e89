"""The odds of the show against published counts and the rules."""

from __future__ import annotations

import csv
from itertools import combinations, pairwise
from math import comb

import numpy as np
import pytest

from analyzer import games
from analyzer.core.resources import data_path
from analyzer.games.cribbage.kernels.odds import best_held
from analyzer.games.cribbage.rules_show import pips, rank, suit

CRIBBAGE = games.load("cribbage")


@pytest.mark.parametrize(
    ("table", "column", "mean"), [("show", "hand_count", 4.769152), ("crib", "crib_count", 4.734819)]
)
def test_every_row_is_that_of_the_reference(table, column, mean):
    document = CRIBBAGE.odds(table).document
    with data_path("cribbage", "show_histogram.csv").open(encoding="utf-8", newline="") as file:
        expected = [(int(row["score"]), int(row[column])) for row in csv.DictReader(file)]
    assert [(row["points"], row["count"]) for row in document["rows"]] == expected
    assert {row["of"] for row in document["rows"]} == {12_994_800}
    assert document["method"] == "exact"
    assert round(document["means"]["mean_points"], 6) == mean


def test_four_crib_cards_of_a_suit_are_worth_more_where_the_house_says_so():
    four = games.load("cribbage", rules={"crib_flush": "four"}).odds("crib").document
    # A crib is then counted as a hand.
    assert round(four["means"]["mean_points"], 6) == 4.769152


def held(four):
    """Return what four cards count before the starter, by the rulebook's words."""
    points = 2 * sum(sum(map(pips, some)) == 15 for size in (2, 3, 4) for some in combinations(four, size))
    points += 2 * sum(rank(a) == rank(b) for a, b in combinations(four, 2))
    for size in (4, 3):
        runs = [
            some
            for some in combinations(sorted(map(rank, four)), size)
            if all(b == a + 1 for a, b in pairwise(some))
        ]
        if runs:
            points += size * len(runs)
            break
    return points + 4 * (len(set(map(suit, four))) == 1)


def test_the_best_four_of_six():
    rows = CRIBBAGE.odds("hold").document["rows"]
    assert sum(row["count"] for row in rows) == comb(52, 6) == 20_358_520
    source = np.random.default_rng(5)
    found = np.zeros(30, dtype=np.int64)
    for number in range(3000):
        six = np.sort(source.choice(52, 6, replace=False))
        if number < 300:
            assert best_held(six) == max(held(four) for four in combinations(six.tolist(), 4))
        found[best_held(six)] += 1
    for row in rows:
        expected = 3000 * row["p"]
        assert abs(found[row["points"]] - expected) <= 5 * max(1.0, expected) ** 0.5
