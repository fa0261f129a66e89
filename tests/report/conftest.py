"""Sample documents of every shape, with numbers that are easy to follow by eye."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

HAND = ["-10C", "-3F", "0", "+2F", "+5C", "+10S"]
LEAD = {"schema": 1, "game": "smugglers-hold", "rules": {"outer_rim_points": 3}}
COMMAND = 'analyzer smugglers-hold discard "-10C -3F 0 +2F +5C +10S" --dealer --seed 1 --samples 12288'


def _option(i: int, action: list[str]) -> dict[str, Any]:
    value = 6.4123 - 0.613 * i
    parts = {"path": 0.041, "skirmish": 8.125, "skirmish_opponent": -9.25, "last_card": 1.5, "last_card_opponent": -1.5}
    parts |= {"hold": 4.75, "hold_opponent": -2.25, "spoils": 14.5}
    return {
        "action": action,
        "rank": i + 1,
        "value": value,
        "low": value - 0.31,
        "high": value + 0.31,
        "gap": 0.613 * i,
        "gap_low": max(0.0, 0.613 * i - 0.8),
        "gap_high": 0.613 * i + 0.8 if i else 0.2,
        "tied_for_best": i < 2,
        "deals": 12288 if i < 9 else 4096,
        "parts": parts | {"spoils_opponent": value - sum(parts.values())},
        "chances": {"claims_hold": {"p": 0.5421 - 0.01 * i, "low": 0.5311 - 0.01 * i, "high": 0.5531 - 0.01 * i}},
    }


def _advice(seat: str) -> dict[str, Any]:
    return LEAD | {
        "question": "discard",
        "inputs": {"cards": HAND, "seat": seat},
        "assumptions": ["outer_rim_points=3 is assumed: the chart is lost", "triple_points=3 is assumed: likewise"],
        "method": "simulated",
        "opponent": "lookahead",
        "me": "lookahead",
        "samples": 12288,
        "seed": 1,
        "level": 0.95,
        "unit": "points per deal",
        "options": [_option(i, list(pair)) for i, pair in enumerate(combinations(HAND, 2))],
        "explanation": ["It keeps a total of zero within reach."],
        "policy_costs": [{"policy": "greedy", "action": ["-3F", "0"], "cost": 1.2, "low": 0.9, "high": 1.5}],
        "sensitivity": [{"option": "outer_rim_points=6", "value": 7.5, "best_action": ["-10C", "0"], "gap": 0.25}],
        "versions": {"analyzer": "0.1.0"},
        "command": COMMAND,
        "elapsed_s": 1.25,
    }


def _step(points: int, p: float) -> dict[str, Any]:
    p = min(1.0, p)
    return {"at_least": points, "p": p, "low": max(0.0, p - 0.01), "high": min(1.0, p + 0.01)}


def _race(k: int) -> dict[str, Any]:
    return {"me": 120 - k, "them": 118, "dealer": k % 2 == 0, "p": 0.5 + 0.01 * k, "se": 0.0012}


def _win_option(action: list[str], rank: int, p: float, gap: float) -> dict[str, Any]:
    bounds = {"value": p, "low": p - 0.012, "high": p + 0.012, "win": p, "win_low": p - 0.012, "win_high": p + 0.012}
    gaps = {"gap": gap, "gap_low": gap / 2, "gap_high": gap * 1.5}
    return {"action": action, "rank": rank, **bounds, **gaps, "tied_for_best": rank == 1, "points": 3.217}


DOCUMENTS: dict[str, dict[str, Any]] = {
    "advice": _advice("dealer"),
    "distribution": LEAD
    | {
        "question": "discard",
        "inputs": {"cards": HAND, "seat": "dealer"},
        "method": "simulated",
        "samples": 12288,
        "seed": 1,
        "level": 0.95,
        "unit": "points per deal",
        "options": [
            _option(i, ["0", card])
            | {"distribution": [_step(points, 0.99 ** (points + i)) for points in range(-20 + 10 * i, 41)]}
            for i, card in enumerate(HAND[:2])
        ],
        "command": COMMAND,
    },
    "both seats": {"schema": 1, "answers": [_advice("dealer"), _advice("pone")]},
    "win probability": LEAD
    | {
        "question": "discard",
        "inputs": {"cards": HAND, "seat": "pone", "score": [100, 95]},
        "method": "simulated",
        "samples": 4000,
        "seed": 1,
        "level": 0.95,
        "unit": "win probability",
        "options": [_win_option(["+2F", "+5C"], 1, 0.6123, 0.0), _win_option([], 2, 0.5678, 0.0445)],
        "command": COMMAND,
    },
    "exact advice": LEAD
    | {
        "question": "spoils",
        "inputs": {"pool": [*HAND, "+1S"], "path": "+1C", "target": -5, "suit": "S"},
        "method": "exact",
        "unit": "points",
        "options": [
            {
                "action": ["-3F", "0", "+2F", "+1S"],
                "rank": rank,
                "value": value,
                "low": value,
                "high": value,
                "gap": 12 - value,
                "gap_low": 12 - value,
                "gap_high": 12 - value,
                "tied_for_best": value == 12,
                "parts": parts,
                "rows": [{"name": "sabacc", "cards": ["-3F", "0", "+2F", "+1S", "+1C"], "points": 6}],
            }
            for rank, value, parts in [(1, 12, {"sabacc": 6, "sum": 6}), (1, 12, {"sum": 12}), (3, 9.5, {"sum": 9.5})]
        ],
        "command": "analyzer smugglers-hold spoils ...",
    },
    "count": LEAD
    | {
        "question": "count",
        "inputs": {"hand": ["-3F", "+2F"], "path": "+1C", "target": -5, "suit": "S"},
        "method": "exact",
        "total": 9,
        "rows": [
            {"name": "sabacc", "cards": ["-3F", "+2F", "+1C"], "points": 6},
            {"name": "sum", "cards": ["-3F", "+2F"], "points": 3},
        ],
    },
    "several hands": {
        "schema": 1,
        "game": "coruscant-shift",
        "question": "count",
        "rows": [
            {"cards": ["+1C", "+2S"], "total": 3, "category": "off by two", "wins": True},
            {"cards": ["-7F"], "total": -7, "category": "off by twelve", "wins": False},
        ],
        "decided_by": "distance",
    },
    "exact odds": LEAD
    | {
        "question": "odds",
        "table": "spoils",
        "method": "exact",
        "rows": [
            {"row": "pure sabacc", "count": 1234, "of": 116478036, "p": 1234 / 116478036},
            {"row": "sabacc", "count": 0, "of": 116478036, "p": 0.0},
        ],
        "means": {"points_per_hand": 4.123456789},
    },
    "sampled odds": LEAD
    | {
        "question": "odds",
        "table": "claim",
        "method": "simulated",
        "samples": 10000,
        "seed": 1,
        "level": 0.95,
        "rows": [
            {"captured": 0, "p": 0.0, "low": 0.0, "high": 0.0007},
            {"captured": 4, "p": 0.4321, "low": 0.4221, "high": 0.4421},
        ],
    },
    "simulate": LEAD
    | {
        "question": "simulate",
        "method": "simulated",
        "samples": 20000,
        "seed": 7,
        "level": 0.95,
        "rows": [
            {
                "seat": seat,
                "policy": policy,
                "metric": metric,
                "n": 20000,
                "mean": m,
                "se": e,
                "low": m - 2 * e,
                "high": m + 2 * e,
            }
            for seat, policy, metric, m, e in [
                ("dealer", "random", "wins", 0.4812, 0.0035),
                ("pone", "greedy", "wins", 0.5188, 0.0035),
                ("dealer", "random", "points.last_card", 1.512, 0.011),
                ("pone", "greedy", "points.last_card", 1.498, 0.011),
                ("all", "", "stuck", 0.00125, 0.00025),
            ]
        ],
        "distributions": [
            {"seat": "dealer", "policy": "random", "metric": "points", "distribution": [_step(0, 1.0), _step(9, 0.4)]},
            {"seat": "pone", "policy": "greedy", "metric": "points", "distribution": [_step(0, 0.9)]},
        ],
    },
    "replay": LEAD
    | {
        "question": "simulate",
        "rows": [
            {
                "seat": "dealer",
                "policy": "first",
                "metric": "points",
                "n": 1,
                "mean": 31,
                "se": None,
                "low": None,
                "high": None,
            }
        ],
        "events": [
            {"event": "zero", "seat": "pone", "cards": ["-5S"], "points": 6},
            {"event": "hold", "seat": "dealer", "cards": [], "points": 7},
        ],
    },
    "rules": LEAD
    | {
        "question": "rules",
        "rows": [
            {
                "name": "outer_rim_points",
                "value": 6,
                "ruling": "SH-C6",
                "default": 3,
                "values": "whole",
                "source": "ruling",
                "meaning": "what a total outside the rim costs, a sentence long enough to be wrapped at the terminal",
            },
            {
                "name": "finish_hand",
                "value": False,
                "ruling": "SH-F2",
                "default": False,
                "values": [False, True],
                "source": "rulebook",
                "meaning": "who reaches the target ends the game",
                "alternatives": "yes: the hand is finished first",
            },
        ],
        "presets": {"rulebook": {"finish_hand": True}, "standard": {}},
    },
    "games": {
        "schema": 1,
        "rows": [
            {
                "name": "smugglers-hold",
                "title": "Smuggler's Hold",
                "players": "2",
                "questions": ["discard", "count"],
                "policies": ["random", "greedy", "lookahead", "open"],
            },
            {"name": "high-card", "title": "High Card", "players": "2", "questions": ["keep"], "policies": ["random"]},
        ],
    },
    "bench": {
        "schema": 1,
        "rows": [
            {"name": "deals", "value": 21.53e6, "low": 21.1e6, "high": 21.9e6, "unit": "deals/s", "method": "measured"},
            {
                "name": "solves",
                "value": 15321.0,
                "low": 15100.0,
                "high": 15500.0,
                "unit": "solves/s",
                "method": "measured",
            },
        ],
    },
    "race": LEAD | {"question": "race", "method": "simulated", "rows": [_race(k) for k in range(4)]},
}


@pytest.fixture(params=DOCUMENTS)
def document(request: pytest.FixtureRequest) -> dict[str, Any]:
    """Each sample document in turn."""
    return DOCUMENTS[request.param]


@pytest.fixture
def documents() -> dict[str, dict[str, Any]]:
    """All sample documents by name."""
    return DOCUMENTS
