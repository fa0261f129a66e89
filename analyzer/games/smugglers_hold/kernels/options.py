"""The options in force as one int64 array, with a named index for each.

An option that is a number stands as that number, a switch as 0 or 1, and any other choice as its place in
:data:`CHOICES`, where the default comes first.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

NUMBERS = (
    "zero_points",
    "die_points",
    "outer_rim_points",
    "run_points",
    "flush_points",
    "triple_points",
    "path_sylop_points",
    "path_die_points",
    "last_card_points",
    "kessel_points",
    "pure_sabacc_points",
    "sylop_pair_points",
    "sabacc_points",
    "sum_points",
    "suit_points",
    "spoils_run_points",
    "spoils_triple_points",
    "hold_points",
    "min_sum_cards",
)
CHOICES: dict[str, tuple[object, ...]] = {
    "hold_pile": ("face_down", "open"),
    "path_die_to": ("pone", "dealer"),
    "path_match": ("signed", "absolute"),
    "capture_path": (False, True),
    "restart": ("zero", "path"),
    "play_again": ("chain", "off", "once"),
    "stacking": ("all", "highest"),
    "go": ("alternate", "cribbage"),
    "last_card_on_rim": (False, True),
    "sylop_flush": ("wild", "break"),
    "sylop_run": ("zero", "break"),
    "stuck": ("end", "restart"),
    "kessel_run": ("off", "after_sylop", "any_sylop"),
    "sylop_skirmish": ("plain", "double"),
    "uncaptured": ("layer", "last_player", "hold", "out"),
    "playoff": ("coin", "dealer", "pone"),
    "pairs": ("all", "disjoint"),
    "sum_sylop": ("distinct", "ignored"),
    "spoils_run": ("signed", "absolute"),
    "finish_hand": (False, True),
}
_NAMES = (*NUMBERS, *CHOICES, "sylop_factor_1", "sylop_factor_2")
_INDEX = {name: index for index, name in enumerate(_NAMES)}

ZERO_POINTS = _INDEX["zero_points"]
DIE_POINTS = _INDEX["die_points"]
OUTER_RIM_POINTS = _INDEX["outer_rim_points"]
RUN_POINTS = _INDEX["run_points"]
FLUSH_POINTS = _INDEX["flush_points"]
TRIPLE_POINTS = _INDEX["triple_points"]
PATH_SYLOP_POINTS = _INDEX["path_sylop_points"]
PATH_DIE_POINTS = _INDEX["path_die_points"]
LAST_CARD_POINTS = _INDEX["last_card_points"]
KESSEL_POINTS = _INDEX["kessel_points"]
PURE_SABACC_POINTS = _INDEX["pure_sabacc_points"]
SYLOP_PAIR_POINTS = _INDEX["sylop_pair_points"]
SABACC_POINTS = _INDEX["sabacc_points"]
SUM_POINTS = _INDEX["sum_points"]
SUIT_POINTS = _INDEX["suit_points"]
SPOILS_RUN_POINTS = _INDEX["spoils_run_points"]
SPOILS_TRIPLE_POINTS = _INDEX["spoils_triple_points"]
HOLD_POINTS = _INDEX["hold_points"]
MIN_SUM_CARDS = _INDEX["min_sum_cards"]
HOLD_PILE = _INDEX["hold_pile"]
PATH_DIE_TO = _INDEX["path_die_to"]
PATH_MATCH = _INDEX["path_match"]
CAPTURE_PATH = _INDEX["capture_path"]
RESTART = _INDEX["restart"]
PLAY_AGAIN = _INDEX["play_again"]
STACKING = _INDEX["stacking"]
GO = _INDEX["go"]
LAST_CARD_ON_RIM = _INDEX["last_card_on_rim"]
SYLOP_FLUSH = _INDEX["sylop_flush"]
SYLOP_RUN = _INDEX["sylop_run"]
STUCK = _INDEX["stuck"]
KESSEL_RUN = _INDEX["kessel_run"]
SYLOP_SKIRMISH = _INDEX["sylop_skirmish"]
UNCAPTURED = _INDEX["uncaptured"]
PLAYOFF = _INDEX["playoff"]
PAIRS = _INDEX["pairs"]
SUM_SYLOP = _INDEX["sum_sylop"]
SPOILS_RUN = _INDEX["spoils_run"]
FINISH_HAND = _INDEX["finish_hand"]
SYLOP_FACTOR_1 = _INDEX["sylop_factor_1"]
SYLOP_FACTOR_2 = _INDEX["sylop_factor_2"]


def pack(rules: Mapping[str, object]) -> np.ndarray:
    """Return ``rules``, every option by name, as int64[number of options].

    Raises ``KeyError`` for a missing option and ``ValueError`` for a value that is not allowed.
    """
    numbers = [int(str(rules[name])) for name in NUMBERS]
    choices = [values.index(rules[name]) for name, values in CHOICES.items()]
    _, one, two = (int(factor) for factor in str(rules["sylop_factor"]).split(","))
    return np.array([*numbers, *choices, one, two], dtype=np.int64)
