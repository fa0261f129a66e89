"""The stage of the throws, on its own small workshop, and the shipped tables."""

from __future__ import annotations

import json
from itertools import combinations

import numpy as np
import pytest

from analyzer.core.resources import data_path
from analyzer.games.cribbage import solve_throws, throwing
from analyzer.games.cribbage.book import crib_table
from analyzer.games.cribbage.kernels import replies
from analyzer.games.cribbage.kernels.counting import show_points
from analyzer.games.cribbage.kernels.throws import CLASSES, SPLITS, THROWS
from analyzer.games.cribbage.rules_show import rank

RULES = {"crib_flush": "five", "target": 121, "stakes": "single"}


class Bench:
    """Keeps what a stage saves in memory, and stops it after so many rounds."""

    seed = 1

    def __init__(self, folder, stop=99):
        self.folder, self.stop, self.kept, self.told = folder, stop, {}, []

    def map(self, function, items):
        return map(function, items)

    def tell(self, done, of, words=""):
        self.told.append((done, of, words))
        if done == self.stop:
            raise KeyboardInterrupt

    def load(self, name):
        return self.kept.get(name)

    def save(self, name, **arrays):
        self.kept[name] = arrays


def test_rounds_are_carried_on_and_the_best_ships(tmp_path, monkeypatch):
    """Rounds are played by a game that has the same shape and is solved at a glance."""
    met = [np.full((2, CLASSES, THROWS), value) for value in (1.0, 4.0, 1.0)]
    gaps = [solve_throws.Gap(0.5, 0.5), solve_throws.Gap(0.02, 0.01), solve_throws.Gap(0.03, 0.01)]
    seen = []

    def play_round(cribs, _by_four, _opts, _workshop):
        seen.append(float(cribs[0, 0, 0]))
        return met[len(seen) - 1], gaps[len(seen) - 1]

    monkeypatch.setattr(solve_throws, "play_round", play_round)
    bench = Bench(tmp_path, stop=2)
    with pytest.raises(KeyboardInterrupt):
        solve_throws.solve(RULES, bench, rounds=3, played=1)
    bench.stop = 99
    facts = solve_throws.solve(RULES, bench, rounds=3, played=1)
    # Round 1 takes the cribs met whole, round 2 two thirds of them.
    assert seen == [0.0, 1.0, 3.0]
    assert [done for done, _, _ in bench.told] == [1, 2, 3]
    assert (facts["gap_dealer"], facts["gap_pone"], facts["play_by"]) == (0.02, 0.01, "greedy")
    shipped = np.fromfile(tmp_path / "crib.i16", dtype="<i2")
    assert shipped.shape == (2 * CLASSES * THROWS,)
    assert set(shipped.tolist()) == {1000}
    document = json.loads((tmp_path / "throws.json").read_text("utf-8"))
    assert document["rules"] == RULES
    assert [len(seat) for seat in document["play"]] == [1820, 1820]


def test_a_crib_against_any_throw_is_that_of_all_cribs():
    """The solver's averages over classes of ranks are those of cards: an opponent who throws just anything."""
    profile = np.full((CLASSES, THROWS), 1 / THROWS)
    lists = [np.zeros(CLASSES + 1, np.int64), np.zeros(profile.size, np.int64), np.zeros(profile.size)]
    kept = np.zeros((profile.size, 4), np.int64)
    replies.compress(throwing.classes(), profile, *lists, kept)
    six = [0, 5, 18, 27, 36, 50]
    number = int(np.flatnonzero((throwing.classes() == [rank(card) for card in six]).all(axis=1))[0])
    values = np.zeros((CLASSES, THROWS))
    replies.crib_values(throwing.classes(), number, number + 1, *lists, kept, values)
    unseen = [card for card in range(52) if card not in six]
    throw = 9
    a, b = (six[i] for i in SPLITS[throw, :2])
    assert {a % 4, b % 4} == {2, 3}  # no flush, and no jack of their own
    total = sum(
        show_points(a, b, c, d, starter, 0)
        for c, d in combinations(unseen, 2)
        for starter in unseen
        if starter not in (c, d)
    )
    assert values[number, throw] == pytest.approx(total / (46 * 45 // 2 * 44), abs=1e-9)


def test_the_shipped_cribs_are_those_of_cribbage():
    cribs = crib_table() / 1000
    fives = int(np.flatnonzero((throwing.classes() == [0, 1, 4, 4, 9, 11]).all(axis=1))[0])
    pair = [tuple(split[:2]) for split in SPLITS.tolist()].index((2, 3))
    # Two fives are the best throw to an own crib, near 8.5 points in every author's table.
    assert cribs[0, fives].argmax() == pair
    assert 8 < cribs[0, fives, pair] < 9.3
    assert data_path("cribbage", "crib.i16").stat().st_size == 2 * CLASSES * THROWS * 2
