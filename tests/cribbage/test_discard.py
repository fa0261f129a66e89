"""`discard` against counting by the rules, and against the kernels that made the tables."""

from __future__ import annotations

import subprocess
import sys
from itertools import combinations

import numpy as np
import pytest

from analyzer import games
from analyzer.core.decks import PLAYING_52
from analyzer.core.errors import InputError
from analyzer.games.cribbage import discard, tables
from analyzer.games.cribbage.kernels import throws
from analyzer.games.cribbage.kernels.book import blank_book
from analyzer.games.cribbage.kernels.counting import show_points
from analyzer.games.cribbage.rules_show import show_points as plain_points

CRIBBAGE = games.load("cribbage")
RULES = {"crib_flush": "five", "target": 121, "stakes": "single"}


def cards(text):
    return [PLAYING_52.names.index(word) for word in text.split()]


def some_sixes(number, seed=3):
    source = np.random.default_rng(seed)
    return [np.sort(source.choice(52, 6, replace=False)) for _ in range(number)]


def test_hands_count_as_in_the_rules():
    for six in [*some_sixes(20), np.array(cards("2H 4H 5H JH KH 6C"))]:
        for kept in combinations(six.tolist(), 4):
            for starter in set(range(0, 52, 5)) - {*six.tolist()}:
                assert discard.hand_points(kept, starter) == plain_points(kept, starter, RULES)


@pytest.mark.parametrize("crib_flush", ["five", "four"])
@pytest.mark.parametrize("six", ["5C JH QS AC 8D 9D", "4H JH 2H 9H 7C KC"])
def test_a_crib_against_random_throws_is_that_of_all_cribs(six, crib_flush):
    six = sorted(cards(six))
    unseen = [card for card in range(52) if card not in six]
    rules = RULES | {"crib_flush": crib_flush}
    values = discard.crib_values(six, 0, "random", rules)
    for throw in (0, 7, 14):
        a, b = list(combinations(six, 2))[throw]
        total = sum(
            show_points(a, b, c, d, starter, 4 if crib_flush == "four" else 0)
            for c, d in combinations(unseen, 2)
            for starter in unseen
            if starter not in (c, d)
        )
        assert values[throw] == pytest.approx(total / (46 * 45 // 2 * 44))


def test_parts_add_up_and_what_the_opponent_gets_is_lost():
    both = CRIBBAGE.discard("5H 6H JD QS 2C 9D").document["answers"]
    for answer, sign in zip(both, (1, -1), strict=True):
        options = answer["options"]
        assert len(options) == 15
        assert answer["method"] == "exact given the opponent model"
        assert all(option["value"] == pytest.approx(sum(option["parts"].values())) for option in options)
        assert all(sign * option["parts"]["crib"] > 0 for option in options)


def test_the_kernel_throws_what_the_answer_ranks_first():
    from analyzer.games.cribbage.book import two_player_table

    book = blank_book(RULES)._replace(throwing=two_player_table())
    state = np.zeros(4, dtype=np.uint64)
    for six in some_sixes(12):
        for seat, name in enumerate(("dealer", "pone")):
            words = " ".join(PLAYING_52.words(six.tolist()))
            options = CRIBBAGE.discard(words, **{name: True}).document["options"]
            throw = int(throws.choose_throw(throws.TABLES, six, seat, state, book))
            chosen = list(PLAYING_52.words([int(six[i]) for i in throws.SPLITS[throw, :2]]))
            (found,) = [option for option in options if option["action"] == chosen]
            # Tables are kept in thousandths of a point, and so are the sums that the kernel compares.
            assert found["gap"] < 0.003


def test_greedy_is_the_greedy_of_the_simulation():
    book, state = blank_book(RULES), np.zeros(4, dtype=np.uint64)
    for six in some_sixes(200):
        for seat in (0, 1):
            throw = int(throws.choose_throw(throws.GREEDY, six, seat, state, book))
            assert discard.greedy_throw(six.tolist(), seat) == tuple(int(six[i]) for i in throws.SPLITS[throw, :2])


def test_suits_of_the_throw_matter_a_little():
    apart, alike = (
        {tuple(option["action"]): option for option in CRIBBAGE.discard(six, pone=True).document["options"]}
        for six in ("5C 6D 7H 8S TC KD", "5C 6D 7H 8S TC KC")
    )
    # Two clubs may help the opponent to a flush of five.
    assert 0 < apart["TC", "KD"]["parts"]["crib"] - alike["TC", "KC"]["parts"]["crib"] < 0.1


def test_an_opponent_without_a_table_is_refused():
    with pytest.raises(InputError, match="--opponent: the crib against 'greedy' is in no table: take tables or random"):
        CRIBBAGE.discard("5H 6H JD QS 2C 9D", dealer=True, opponent="greedy")


def test_other_rules_are_told():
    four = games.load("cribbage", rules={"crib_flush": "four"}).discard("5H 6H JD QS 2C 9D", dealer=True).document
    assert any("crib_flush differs" in sentence for sentence in four["assumptions"])


def test_the_path_is_light():
    code = (
        "import sys; from analyzer import games;"
        "games.load('cribbage').discard('5H 6H JD QS 2C 9D', dealer=True).document;"
        "print([name for name in ('numpy', 'numba', 'pandas') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_classes_are_numbered_as_in_the_kernels():
    for six in some_sixes(200):
        assert tables.class_of(six.tolist()) == throws.class_of(six)
