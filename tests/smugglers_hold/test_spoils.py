"""The Spoils kernels against the rules in plain Python, and the exact odds against direct counts."""

from __future__ import annotations

import os
import random
import tomllib
from importlib import resources
from itertools import combinations
from operator import itemgetter

import numpy as np
import pytest

from analyzer.core.enumeration import lowest, size
from analyzer.core.jit import jit
from analyzer.games.smugglers_hold import rules_spoils
from analyzer.games.smugglers_hold.kernels.odds import (
    NUMBER_FACES,
    SPOILS_BLOCKS,
    most_points,
    pick_block,
    spoils_block,
)
from analyzer.games.smugglers_hold.kernels.options import pack
from analyzer.games.smugglers_hold.kernels.spoils import (
    ROWS,
    best_spoils,
    best_spoils_suits,
    score_hand,
    score_rows,
    spoils_table,
)

FULL = bool(os.environ.get("ANALYZER_FULL"))
NUMBERS = (-10, -5, 0, 5, 10)
OPTIONS = tomllib.loads(
    (resources.files("analyzer.games.smugglers_hold") / "options.toml").read_text(encoding="utf-8")
)["options"]
STANDARD = {name: option["default"] for name, option in OPTIONS.items()}
# Every option that the Spoils know, away from its default; odd points show up where rows are mixed up.
SPOILS_RULES = [
    {},
    {"pairs": "disjoint"},
    {"min_sum_cards": 1},
    {"sum_sylop": "ignored"},
    {"min_sum_cards": 1, "sum_sylop": "ignored"},
    {"sylop_factor": "1,2,4"},
    {"sylop_factor": "1,1,1"},
    {"spoils_run": "absolute"},
    {
        "pure_sabacc_points": 13,
        "sylop_pair_points": 5,
        "sabacc_points": 7,
        "sum_points": 2,
        "suit_points": 4,
        "spoils_run_points": 3,
        "spoils_triple_points": 11,
    },
    {"pairs": "disjoint", "sylop_factor": "1,2,4", "spoils_run": "absolute", "sum_points": 0, "suit_points": 0},
]


def all_cards(picked):
    return sum(1 << card for card in picked)


def near_cards(draw, n):
    """Return ``n`` cards, half of the time from few values, so that pairs, runs and triples are common."""
    deck = range(62) if draw.random() < 0.5 else range(23, 41)
    return draw.sample(deck, n)


def rule_id(changes):
    return ",".join(f"{name}={value}" for name, value in changes.items()) or "standard"


every_rule = pytest.mark.parametrize("changes", SPOILS_RULES, ids=rule_id)


def test_masks_count_and_find_their_cards():
    draw = random.Random(1)
    for n in range(1, 63):
        cards = draw.sample(range(62), n)
        assert size(all_cards(cards)) == n
        assert lowest(all_cards(cards)) == min(cards)
    assert size(0) == 0


@every_rule
def test_rows_are_those_of_the_rules(changes):
    rules = STANDARD | changes
    opts = pack(rules)
    draw = random.Random(2)
    for _ in range(20_000 if FULL else 500):
        n = draw.choice((4, 4, 4, 4, 3, 2, 1, 0))
        *picks, path = near_cards(draw, n + 1)
        if draw.random() < 0.1:
            path = None
        number, suit = draw.choice(NUMBERS), draw.randrange(3)
        expected = dict.fromkeys(ROWS, 0)
        for row in rules_spoils.count_spoils(picks, path, number, suit, rules):
            expected[row.name] += row.points
        given = (*picks, *[-1] * (4 - n), -1 if path is None else path, number, suit, opts)
        assert dict(zip(ROWS, score_rows(*given), strict=True)) == expected
        assert score_hand(*given) == sum(expected.values())


@every_rule
def test_best_picks_are_those_of_the_rules(changes):
    rules = STANDARD | changes
    table = spoils_table(pack(rules))
    draw = random.Random(3)
    for _ in range(500 if FULL else 20):
        n = draw.choice((0, 1, 2, 3, 4, 5, 6, 7, 8))
        *pool, path = near_cards(draw, n + 1)
        if draw.random() < 0.2:
            path = None
        number, suit = draw.choice(NUMBERS), draw.randrange(3)
        best = rules_spoils.best_picks(pool, path, number, suit, rules)
        points = sum(row.points for row in rules_spoils.count_spoils(best, path, number, suit, rules))
        got = best_spoils(all_cards(pool), -1 if path is None else path, number, suit, table)
        assert got == (points, all_cards(best))


@every_rule
def test_the_table_agrees_with_the_hands_it_stands_for(changes):
    # Pools of twelve against all 495 hands, which `test_rows_are_those_of_the_rules` ties to the rules.
    opts = pack(STANDARD | changes)
    table = spoils_table(opts)
    draw = random.Random(4)
    for _ in range(500 if FULL else 25):
        n = draw.choice((9, 12))
        *pool, path = near_cards(draw, n + 1)
        number = draw.choice(NUMBERS)
        best = []
        for suit in range(3):
            # max keeps the first of equals, so ties are canonical (SH-E8).
            points, *hand = max(
                ((score_hand(*picks, path, number, suit, opts), *picks) for picks in combinations(sorted(pool), 4)),
                key=itemgetter(0),
            )
            best.append(points)
            assert best_spoils(all_cards(pool), path, number, suit, table) == (points, all_cards(hand))
        assert best_spoils_suits(all_cards(pool), path, number, table) == tuple(best)


def test_best_of_all_suits_at_once_with_small_pools_and_no_path():
    table = spoils_table(pack(STANDARD))
    draw = random.Random(5)
    for _ in range(1000):
        *pool, path = near_cards(draw, draw.randrange(9) + 1)
        path, number = draw.choice((path, -1)), draw.choice(NUMBERS)
        expected = tuple(best_spoils(all_cards(pool), path, number, suit, table)[0] for suit in range(3))
        assert best_spoils_suits(all_cards(pool), path, number, table) == expected


def spoils_histogram(opts):
    histogram = np.zeros((len(ROWS) + 1, most_points(spoils_table(opts)) + 1), dtype=np.int64)
    for block in range(SPOILS_BLOCKS):
        spoils_block(block, opts, histogram)
    return histogram


@jit
def count_hands(opts, histogram):
    """Count the score of every hand of five, hand by hand, under all 18 faces."""
    for a in range(62):
        for b in range(a + 1, 62):
            for c in range(b + 1, 62):
                for d in range(c + 1, 62):
                    for e in range(d + 1, 62):
                        for number in NUMBER_FACES:
                            for suit in range(3):
                                rows = score_rows(a, b, c, d, e, number, suit, opts)
                                total = 0
                                for i in range(7):
                                    histogram[i, rows[i]] += 1
                                    total += rows[i]
                                histogram[7, total] += 1


@every_rule
def test_odds_add_up_and_agree_with_sampled_hands(changes):
    opts = pack(STANDARD | changes)
    histogram = spoils_histogram(opts)
    assert (histogram.sum(axis=1) == 6_471_002 * 18).all()
    exact = histogram[-1] / histogram[-1].sum()
    points = np.arange(len(exact))
    mean = exact @ points
    deviation = np.sqrt(exact @ (points - mean) ** 2)
    values = np.zeros(200_000, dtype=np.int32)
    pick_block(np.uint64(6), len(values), 4, spoils_table(opts), values)
    assert abs(values.mean() - mean) < 5 * deviation / np.sqrt(len(values))
    assert abs((values == 0).mean() - exact[0]) < 5 * np.sqrt(exact[0] * (1 - exact[0]) / len(values))


def test_flat_rows_of_the_odds_are_known_counts():
    histogram = spoils_histogram(pack(STANDARD))
    faces = dict(zip(ROWS, histogram, strict=False))
    # Both Sylops and any three of the sixty others; a triple is one of twenty values with any two of the 59 others.
    assert faces["pure_sabacc"][12] == 34_220 * 18
    assert faces["triple"][3] == 20 * 1_711 * 18


@pytest.mark.skipif(not FULL, reason="all 6,471,002 hands, one by one: set ANALYZER_FULL=1")
@every_rule
def test_odds_are_the_count_of_all_hands(changes):
    opts = pack(STANDARD | changes)
    histogram = spoils_histogram(opts)
    counted = np.zeros_like(histogram)
    count_hands(opts, counted)
    assert (histogram == counted).all()
