"""The race to 121: the shipped table and tables made now, against each other and against games actually played."""

from __future__ import annotations

import os
from functools import cache
from math import sqrt

import numpy as np
import pytest

from analyzer import games
from analyzer.core.errors import InputError
from analyzer.games.contract import Request
from analyzer.games.smugglers_hold import GAME, RACER, race, solve
from analyzer.games.smugglers_hold.kernels import match
from analyzer.games.smugglers_hold.kernels.book import make_book
from analyzer.games.smugglers_hold.kernels.throws import LOOKAHEAD, POLICIES, RANDOM

FULL = bool(os.environ.get("ANALYZER_FULL"))
DEALS = 1_000_000 if FULL else 200_000
GAMES = {RANDOM: 100_000, LOOKAHEAD: 20_000} if FULL else {RANDOM: 20_000, LOOKAHEAD: 2_000}
STARTS = [(0, 0), (60, 60), (100, 90), (118, 118)]
STANDARD = games.load("smugglers-hold").house_rules
SHIPPED = race.shipped(STANDARD, RACER)


def by_score(document):
    return {(row["me"], row["them"], row["dealer"]): (row["p"], row["se"]) for row in document["rows"]}


@cache
def raced(policy, finish="no"):
    """Return the chances of every score from deals played now."""
    session = games.load("smugglers-hold", rules={"finish_hand": finish})
    return by_score(session.race(policy=policy, samples=DEALS, seed=5).document)


def won(policy, me, them, dealer, finish=False):
    """Return how many of how many games the player with ``me`` points wins."""
    played = GAMES[policy]
    rows = np.zeros((played, match.GAME_COLUMNS), dtype=np.int32)
    scores = (me, them) if dealer else (them, me)
    book = make_book(STANDARD | {"finish_hand": finish})
    match.games_block(np.uint64(1000 * me + dealer), played, policy, policy, False, *scores, book, rows)
    return int(rows[:, 2 if dealer else 3].sum()), played


def assert_agree(chance, games_won):
    (p, error), (hits, n) = chance, games_won
    assert abs(hits / n - p) <= 4.5 * sqrt(error**2 + p * (1 - p) / n)


@pytest.mark.parametrize("dealer", [True, False])
@pytest.mark.parametrize("start", STARTS)
def test_random_wins_the_games_that_its_race_promises(start, dealer):
    assert_agree(raced("random")[*start, dealer], won(RANDOM, *start, dealer))


@pytest.mark.parametrize("dealer", [True, False])
@pytest.mark.parametrize("start", STARTS[2:])
def test_a_hand_played_out_is_a_race_of_its_own(start, dealer):
    assert_agree(raced("random", "yes")[*start, dealer], won(RANDOM, *start, dealer, finish=True))


def test_playing_the_hand_out_moves_the_end():
    early, late = raced("random")[118, 118, False], raced("random", "yes")[118, 118, False]
    assert abs(early[0] - late[0]) > 9 * sqrt(early[1] ** 2 + late[1] ** 2)


@pytest.mark.parametrize("dealer", [True, False])
@pytest.mark.parametrize("start", STARTS)
def test_the_shipped_policy_wins_the_games_that_the_shipped_table_promises(start, dealer):
    row = SHIPPED.row(*start, dealer=dealer)
    assert_agree((row["p"], row["se"]), won(LOOKAHEAD, *start, dealer))


# ---------------------------------------------------------------------------------------------------- the shipped


def test_the_shipped_table_is_as_sure_as_promised():
    chance, error = np.array(SHIPPED.chance), np.array(SHIPPED.error)
    assert chance.shape == error.shape == (121, 121)
    assert 0 < error.min() <= error.max() <= 0.001
    assert ((chance >= 0) & (chance <= 1)).all()


def test_more_points_are_never_worse():
    # On the same deals they bring every win that fewer do, so not even sampling may break this.
    chance = np.array(SHIPPED.chance)
    assert (np.diff(chance, axis=0) >= 0).all()
    assert (np.diff(chance, axis=1) <= 0).all()
    assert chance[120, 0] > 0.999
    assert chance[0, 120] < 0.001
    # Near the end the pone counts first; at the start the deal is an advantage.
    assert chance[119, 119] < 0.45
    assert chance[0, 0] > 0.5


def test_one_of_the_two_wins():
    for me, them in (*STARTS, (3, 117)):
        for dealer in (True, False):
            here, there = SHIPPED.row(me, them, dealer=dealer), SHIPPED.row(them, me, dealer=not dealer)
            assert here["p"] + there["p"] == pytest.approx(1, abs=1e-12)
            assert here["se"] == there["se"]


def test_the_shipped_table_is_what_deals_played_now_give():
    found = raced(RACER)
    far = [
        score
        for score, (p, error) in found.items()
        if abs(p - SHIPPED.row(*score[:2], dealer=score[2])["p"])
        > 4.5 * sqrt(error**2 + SHIPPED.row(*score[:2], dealer=score[2])["se"] ** 2) + 2 / DEALS
    ]
    # An error made of twenty batches is itself a guess, and there are 29,282 of them.
    assert len(far) < 0.005 * len(found)


def test_the_shipped_table_was_made_with_the_shipped_lookahead():
    made = race.json.loads(race.data_path("smugglers_hold", "race.json").read_text("utf-8"))["manifest"]
    assert made["lookahead"] == solve.lookahead_hash(race.data_path("smugglers_hold", "lookahead.json"))
    assert {"rules", "policy", "deals", "batches", "seed", "unit"} <= set(made)


@pytest.mark.parametrize("changes", [{"finish_hand": True}, {"outer_rim_points": 5}])
def test_other_rules_are_not_answered_from_the_shipped_table(changes):
    assert race.shipped(STANDARD | changes, RACER) is None


@pytest.mark.parametrize("policy", [policy for policy in POLICIES if policy != RACER])
def test_other_policies_are_not_answered_from_the_shipped_table(policy):
    assert race.shipped(STANDARD, policy) is None


def test_solving_writes_what_is_read_again(workshop, monkeypatch):
    shipped = race.data_path("smugglers_hold", "lookahead.json")
    (workshop.folder / "lookahead.json").write_bytes(shipped.read_bytes())
    facts = solve.measure_race(STANDARD, workshop, batches=4, deals=500)
    written = (workshop.folder / "race.json").read_text("utf-8")
    assert workshop.told[-1] == (4, 4)
    monkeypatch.setattr(race, "data_path", lambda _, name: workshop.folder / name)
    table = race.shipped(STANDARD, RACER)
    assert (table.deals, table.seed, table.policy) == (2000, 1, RACER)
    assert abs(table.chance[60][60] - SHIPPED.chance[60][60]) < 6 * table.error[60][60]
    assert facts["largest_error"] == pytest.approx(max(max(row) for row in table.error), abs=1e-6)
    # The first two of four batches are there already, and the file comes out the same.
    workshop.kept["batches"] = {name: arrays[:2] for name, arrays in workshop.kept["batches"].items()}
    solve.measure_race(STANDARD, workshop, batches=4, deals=500)
    assert workshop.told[4:] == [(3, 4), (4, 4)]
    assert (workshop.folder / "race.json").read_text("utf-8") == written


# ------------------------------------------------------------------------------------------------- the question


@pytest.fixture(scope="module")
def session():
    return games.load("smugglers-hold")


def test_a_score_is_answered_for_both_seats_or_for_one(session):
    both = session.race(score="90-75").document
    assert [(row["me"], row["them"], row["dealer"]) for row in both["rows"]] == [(90, 75, True), (90, 75, False)]
    assert session.race(score="90-75", pone=True).document["rows"] == both["rows"][1:]
    assert session.race(score="90-75", dealer=True).document["rows"] == both["rows"][:1]
    assert (both["method"], both["samples"], both["seed"]) == ("simulated", SHIPPED.deals, SHIPPED.seed)
    assert both["me"] == both["opponent"] == RACER
    assert both["command"] == "analyzer smugglers-hold race --score 90-75"


def test_without_a_score_every_one_is_answered(session):
    rows = session.race().document["rows"]
    assert len(rows) == len({(row["me"], row["them"], row["dealer"]) for row in rows}) == 2 * 121 * 121
    assert len(session.race(dealer=True).document["rows"]) == 121 * 121


def test_default_is_the_policy_of_the_shipped_table(session):
    assert session.race(score="7-9", policy="default").document["rows"] == session.race(score="7-9").document["rows"]


def test_a_race_played_now_says_so_and_repeats_itself(session):
    asked = {"score": "90-75", "policy": "greedy", "samples": 400, "seed": 3}
    first = session.race(**asked, workers=1).document
    assert (first["samples"], first["seed"], first["me"]) == (400, 3, "greedy")
    assert first["rows"] == session.race(**asked, workers=2).document["rows"]
    assert first["command"].endswith("race --score 90-75 --policy greedy --samples 400 --seed 3")
    other = games.load("smugglers-hold", rules={"outer_rim_points": 5}).race(score="90-75", samples=400).document
    assert any("stand in" in sentence for sentence in other["assumptions"])


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"score": "121-5"}, "--score: 121 cannot be"),
        ({"samples": 39}, "--samples: a race needs 40 deals"),
        ({"time": 2.0}, "--time: a race is played from a number of deals"),
        ({"precision": 0.1}, "--precision: a race is played"),
        ({"me": "random"}, "--me: a race is between equal players"),
        ({"exact": True}, "--exact: race has no exact answer"),
        ({"policy": "opne"}, "--policy: 'opne' cannot be.*did you mean open"),
        ({"dealer": True, "pone": True}, "--dealer and --pone contradict each other.*both are answered"),
    ],
)
def test_what_a_race_refuses(session, given, told):
    with pytest.raises(InputError, match=told):
        session.race(**given)


def test_where_nothing_scores_there_is_no_race():
    nothing = {name: 0 for name in STANDARD if name.endswith("_points")}
    with pytest.raises(InputError, match="hardly anything scores"):
        games.load("smugglers-hold", rules=nothing).race(samples=100)


def test_the_handler_needs_no_kernels_for_the_shipped_table():
    request = Request(GAME, "race", {"score": (90, 75), "policy": "default"}, STANDARD)
    found = race.race(request)
    assert found.shipped is not None
    assert found.assumptions == ()
