"""The odds tables: exact ones against counts made in other ways, sampled ones against the rules in plain Python."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from itertools import product
from math import comb, sqrt

import numpy as np
import pytest

from analyzer import games
from analyzer.core.decks import SABACC_62
from analyzer.games.contract import Request
from analyzer.games.options import load_options
from analyzer.games.smugglers_hold import GAME, odds
from analyzer.games.smugglers_hold.kernels import odds as kernels
from analyzer.games.smugglers_hold.kernels.options import pack
from analyzer.games.smugglers_hold.kernels.spoils import spoils_table
from analyzer.games.smugglers_hold.rules_spoils import best_picks, count_spoils

STANDARD = load_options(games.folder(GAME)).resolve()
FACES = (0, 0, 5, -5, 10, -10)
OUTCOMES = 6_471_002 * 18
# Where the rules are played otherwise: each row of the chart is moved by one of these at least.
CHANGES = [
    {},
    {"sum_points": 0, "suit_points": 2},
    {"sylop_factor": "1,2,4", "sabacc_points": 5},
    {"sylop_factor": "1,1,1"},
    {"pairs": "disjoint"},
    {"min_sum_cards": 1},
    {"sum_sylop": "ignored"},
    {"min_sum_cards": 1, "sum_sylop": "ignored"},
    {"spoils_run": "absolute", "spoils_run_points": 2},
    {"pure_sabacc_points": 0, "sylop_pair_points": 1, "spoils_triple_points": 10_000},
]


def asked(table, **changes):
    size = changes.pop("size", None)
    return Request(GAME, f"odds {table}", {} if size is None else {"size": size}, STANDARD | changes)


@cache
def spoils(**changes):
    return odds.spoils(asked("spoils", **changes))


def counts(table, name="total"):
    """Return the outcomes of one row of the chart by points."""
    return {row["points"]: row["count"] for row in table.rows if row["row"] == name}


def rule_id(changes):
    return ",".join(f"{name}={value}" for name, value in changes.items()) or "standard"


every_change = pytest.mark.parametrize("changes", CHANGES, ids=rule_id)


def agree(seen, n, p, others=None):
    """Say whether ``seen`` of ``n`` fits the chance ``p``, itself exact or measured on ``others`` trials."""
    return abs(seen / n - p) <= 4.5 * sqrt(p * (1 - p) * (1 / n + (1 / others if others else 0)))


# ------------------------------------------------------------------------------------------------- five cards


@every_change
def test_the_outcomes_of_every_row_are_all_hands_and_faces(changes):
    table = spoils(**changes)
    by_row = Counter()
    for row in table.rows:
        assert row["count"] > 0
        assert row["of"] == OUTCOMES
        by_row[row["row"]] += row["count"]
    assert by_row == dict.fromkeys(
        ("total", "sabacc", "pure_sabacc", "sylop_pair", "sum", "suit", "run", "triple"), OUTCOMES
    )
    assert len({(row["row"], row["points"]) for row in table.rows}) == len(table.rows)
    for name in by_row:
        mean = sum(points * count for points, count in counts(table, name).items()) / OUTCOMES
        assert table.means[f"mean_points_{name}"] == pytest.approx(mean, rel=1e-12, abs=1e-12)


def suit_row(rules):
    """A suit has twenty cards and two wild Sylops: so many of 22, the rest of the other forty."""
    row = Counter()
    for cards in range(6):
        row[rules["suit_points"] * cards if cards >= 3 else 0] += comb(22, cards) * comb(40, 5 - cards) * 18
    return row


def sylop_row(points):
    """Both Sylops with any three of the other sixty."""
    both = comb(60, 3) * 18
    return Counter({0: OUTCOMES - both}) + Counter({points: both})


def triple_row(rules):
    """One of twenty values whole, with any two of the 59 cards left: five cards hold no second triple."""
    triples = 20 * comb(59, 2) * 18
    return Counter({0: OUTCOMES - triples}) + Counter({rules["spoils_triple_points"]: triples})


def run_row(rules):
    """Every span of values that can be a run, with the cards that neither belong to it nor lengthen it."""
    absolute = rules["spoils_run"] == "absolute"
    copies = (dict.fromkeys(range(1, 11), 6) if absolute else dict.fromkeys(range(-10, 11), 3)) | {0: 2}
    row = Counter()
    for low, length in product(copies, (3, 4, 5)):
        span = range(low, low + length)
        if low + length - 1 > 10:
            continue
        outside = 62 - sum(copies.get(value, 0) for value in range(low - 1, low + length + 1))
        # Each value of the span once or more, five cards in all; the run is multiplied by its duplicates.
        for held in product((1, 2, 3), repeat=length):
            rest = 5 - sum(held)
            if rest >= 0:
                ways, runs = comb(outside, rest), 1
                for value, n in zip(span, held, strict=True):
                    ways, runs = ways * comb(copies[value], n), runs * n
                row[rules["spoils_run_points"] * length * runs] += ways * 18
    row[0] += OUTCOMES - row.total()
    return +row


def pair_points(rules):
    """Points of all outcomes in the row of opposing pairs: one size at a time, with the Sylops beside it."""
    points = 0
    factors = [int(factor) for factor in rules["sylop_factor"].split(",")]
    for plus, minus, sylops in product(range(4), range(4), range(3)):
        if plus + minus + sylops <= 5:
            pairs = min(plus, minus) if rules["pairs"] == "disjoint" else plus * minus
            hands = comb(3, plus) * comb(3, minus) * comb(2, sylops) * comb(54, 5 - plus - minus - sylops)
            points += 10 * pairs * factors[sylops] * rules["sabacc_points"] * hands * 18
    return points


def sum_points(rules):
    """Points of all outcomes in the row of sums: subsets of the deck by size and sum, each in so many hands."""
    subsets = Counter({(0, 0): 1})
    for value in SABACC_62.values:
        if value or rules["sum_sylop"] != "ignored":
            grown = Counter(subsets)
            for (cards, total), ways in subsets.items():
                if cards < 5:
                    grown[cards + 1, total + value] += ways
            subsets = grown
    return rules["sum_points"] * 3 * sum(
        ways * comb(62 - cards, 5 - cards) * FACES.count(total)
        for (cards, total), ways in subsets.items()
        if cards >= rules["min_sum_cards"]
    )


def points_of(row):
    return sum(points * count for points, count in row.items())


@every_change
def test_rows_of_the_chart_are_what_combinatorics_say(changes):
    rules = STANDARD | changes
    table = spoils(**changes)
    assert counts(table, "suit") == suit_row(rules)
    assert counts(table, "pure_sabacc") == sylop_row(rules["pure_sabacc_points"])
    assert counts(table, "sylop_pair") == sylop_row(rules["sylop_pair_points"])
    assert counts(table, "triple") == triple_row(rules)
    assert counts(table, "run") == run_row(rules)
    assert points_of(counts(table, "sabacc")) == pair_points(rules)
    assert points_of(counts(table, "sum")) == sum_points(rules)
    names = {row["row"] for row in table.rows} - {"total"}
    assert points_of(counts(table)) == sum(points_of(counts(table, name)) for name in names)


def test_the_best_hand_is_one_that_can_be_worked_by_hand():
    # 0 0 +1 +1 -1 (or the signs turned) at die 0, the suit die that of a +1 and of the -1. Two pairs at three times 6;
    # 12 and 6 for the Sylops; sums of 0 0, and of each pair with any of the Sylops, nine; -1 0 +1 in four ways; four
    # cards suited, the Sylops wild.
    points = 2 * 18 + 12 + 6 + 9 * 3 + 4 * 3 + 4
    total = counts(spoils())
    assert max(total) == points
    # Either sign is doubled, by two of its three cards, and the third card shares a suit with one of them; two faces 0.
    assert total[points] == 2 * 3 * 2 * 2


def test_points_of_random_hands_are_spread_as_the_table_says():
    draw = random.Random(11)
    n = 15_000
    seen = {name: Counter() for name in {row["row"] for row in spoils().rows}}
    for _ in range(n):
        *picks, path = draw.sample(range(62), 5)
        rows = Counter(dict.fromkeys(seen, 0))
        for row in count_spoils(picks, path, draw.choice(FACES), draw.randrange(3), STANDARD):
            rows[row.name] += row.points
            rows["total"] += row.points
        for name, points in rows.items():
            seen[name][points] += 1
    for name, found in seen.items():
        expected = counts(spoils(), name)
        assert found.keys() <= expected.keys()
        for points, count in expected.items():
            # Where fewer than twenty are expected the normal approximation is of no use.
            if count / OUTCOMES * n >= 20:
                assert agree(found[points], n, count / OUTCOMES), (name, points)


def test_the_dice_are_those_of_the_kernels():
    assert tuple(kernels.NUMBER_FACES) == FACES == odds.NUMBER_FACES
    assert kernels.SUIT_FACES == odds.SUIT_FACES
    assert odds.SPOILS_OUTCOMES == OUTCOMES


# --------------------------------------------------------------------------------------------------- the flip


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        # Two Sylops meet two faces 0 (SH-B2: 6 + 3) and four others; three cards of each of +5, -5, +10, -10 meet
        # one face each; all else scores nothing.
        ({}, {(9, 0): 4, (6, 0): 8, (3, 0): 12, (0, 0): 348}),
        ({"path_die_to": "dealer"}, {(6, 3): 4, (6, 0): 8, (0, 3): 12, (0, 0): 348}),  # SH-B1
        ({"path_match": "absolute"}, {(9, 0): 4, (6, 0): 8, (3, 0): 24, (0, 0): 336}),  # SH-B3: two faces each
        ({"path_die_to": "dealer", "path_match": "absolute"}, {(6, 3): 4, (6, 0): 8, (0, 3): 24, (0, 0): 336}),
        ({"path_sylop_points": 3, "path_die_points": 3}, {(6, 0): 4, (3, 0): 20, (0, 0): 348}),
        ({"path_sylop_points": 0}, {(3, 0): 16, (0, 0): 356}),
        ({"path_die_points": 0}, {(6, 0): 12, (0, 0): 360}),
    ],
)
def test_the_flip_scores_what_can_be_counted_by_hand(changes, expected):
    table = odds.path(asked("path", **changes))
    assert {(row["pone"], row["dealer"]): row["count"] for row in table.rows} == expected
    assert {row["of"] for row in table.rows} == {372}
    for seat, name in enumerate(("pone", "dealer")):
        mean = sum(points[seat] * count for points, count in expected.items()) / 372
        assert table.means[f"mean_points_{name}"] == pytest.approx(mean, rel=1e-12)


# -------------------------------------------------------------------------------------------------- the picks


@every_change
def test_four_cards_leave_nothing_to_pick(changes):
    table = odds.pick(asked("pick", size=4, **changes))
    assert {row["points"]: row["count"] for row in table.rows} == counts(spoils(**changes))
    assert {row["of"] for row in table.rows} == {OUTCOMES}
    assert table.means["mean_points"] == spoils(**changes).means["mean_points_total"]


@pytest.mark.parametrize("changes", [{}, {"sum_points": 0}], ids=rule_id)
def test_the_best_of_five_cards_are_those_of_the_rules(changes):
    rules = STANDARD | changes
    draw = random.Random(12)
    n, others = 3_000 if not changes else 1_000, 100_000
    scores = []
    for _ in range(n):
        *pool, path = draw.sample(range(62), 6)
        number, suit = draw.choice(FACES), draw.randrange(3)
        picks = best_picks(pool, path, number, suit, rules)
        scores.append(sum(row.points for row in count_spoils(picks, path, number, suit, rules)))
    shares = odds.pick(asked("pick", size=5, **changes))
    thresholds = [row["at_least"] for row in shares.rows]
    assert set(scores) <= set(thresholds)
    assert thresholds == sorted(counts(spoils(**changes)))
    compared = 0
    for points, (hits, trials) in zip(thresholds, shares.block(12, others).tolist(), strict=True):
        assert trials == others
        if 20 <= hits / trials * n <= n - 20:
            assert agree(sum(score >= points for score in scores), n, hits / trials, others), points
            compared += 1
    assert compared > 10


def test_a_block_counts_each_pool_once():
    shares = odds.pick(asked("pick", size=8))
    first, again, other = (shares.block(stream, 500) for stream in (3, 3, 4))
    assert first.dtype == np.int64
    assert (first == again).all()
    assert (first != other).any()
    hits, trials = first.T
    assert (trials == 500).all()
    assert hits[0] == 500  # 0 points or more
    assert (np.diff(hits) <= 0).all()
    values = np.zeros(500, dtype=np.int32)
    kernels.pick_block(np.uint64(3), 500, 8, spoils_table(pack(STANDARD)), values)
    assert hits.tolist() == [int((values >= row["at_least"]).sum()) for row in shares.rows]


def test_a_larger_pool_is_worth_more():
    hits = [odds.pick(asked("pick", size=size)).block(5, 20_000)[:, 0] for size in (5, 6, 7, 8)]
    at = [row["at_least"] for row in odds.pick(asked("pick", size=5)).rows].index(12)
    shares = [found[at] for found in hits]
    assert shares == sorted(shares)
    assert shares[0] < shares[-1]


# ------------------------------------------------------------------------------------------------ the session


def test_tables_are_answers_of_the_session():
    session = games.load("smugglers-hold")
    document = session.odds("spoils").document
    assert document["method"] == "exact"
    assert sum(row["count"] for row in document["rows"] if row["row"] == "total") == OUTCOMES
    assert session.odds("pick").document["rows"] == session.odds("pick", size=4).document["rows"]
    sampled = session.odds("pick", size=6, samples=2_000).document["rows"]
    assert sampled[0]["n"] == 2_000
    assert [row["p"] for row in sampled] == sorted((row["p"] for row in sampled), reverse=True)
    web = games.load("smugglers-hold", preset="web-app").odds("path").document
    assert {(row["pone"], row["dealer"]): row["count"] for row in web["rows"]}[6, 3] == 4
