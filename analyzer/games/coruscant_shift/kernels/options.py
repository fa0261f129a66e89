"""The options in force as one int64 array, with a named index for each.

An option that is a number stands as that number, and any other as its place in :data:`CHOICES`, where the default
comes first.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

CHOICES: dict[str, tuple[object, ...]] = {
    "form": ("standard", "halcyon", "holo"),
    "selection": ("free", "closest"),
    "empty_selection": (False, True),
    "overshoot": ("none", "bust"),
    "draw_off": ("draw", "split"),
    "two_sylops": ("plain", "wins"),
    "exhaustion": ("reshuffle", "fresh_deck"),
    "game_tie": ("share", "play_off"),
    "check": (False, True),
    "improve": ("free", "locked"),
    "short": ("fold", "all_in"),
}
NUMBERS = ("chips", "ante", "bet")
_INDEX = {name: index for index, name in enumerate((*CHOICES, *NUMBERS))}

FORM = _INDEX["form"]
SELECTION = _INDEX["selection"]
EMPTY_SELECTION = _INDEX["empty_selection"]
OVERSHOOT = _INDEX["overshoot"]
DRAW_OFF = _INDEX["draw_off"]
TWO_SYLOPS = _INDEX["two_sylops"]
EXHAUSTION = _INDEX["exhaustion"]
GAME_TIE = _INDEX["game_tie"]
CHECK = _INDEX["check"]
IMPROVE = _INDEX["improve"]
SHORT = _INDEX["short"]
CHIPS = _INDEX["chips"]
ANTE = _INDEX["ante"]
BET = _INDEX["bet"]


def pack(rules: Mapping[str, object]) -> np.ndarray:
    """Return ``rules``, every option by name, as int64[number of options].

    Raises ``KeyError`` for a missing option and ``ValueError`` for a value that is not allowed.
    """
    choices = [values.index(rules[name]) for name, values in CHOICES.items()]
    return np.array([*choices, *(int(str(rules[name])) for name in NUMBERS)], dtype=np.int64)
