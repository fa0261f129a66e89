"""The options in force as one int64 array, with a named index for each.

An option that is a number stands as that number, and any other as its place in :data:`CHOICES`, where the default
comes first.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import numpy as np

from analyzer.games.pure_sabacc.rules_hand import full_rounds

CHOICES: dict[str, tuple[object, ...]] = {
    "ace": ("either", "15"),
    "array": ("strict", "loose"),
    "idiot_suit": ("none", "any"),
    "size": ("absolute", "signed"),
    "tie_order": ("idiot_first", "cards_first"),
    "sign": ("plus_first", "minus_first"),
    "full_tie": ("demise", "split"),
    "zero": ("bombs", "plain"),
    "bomb_fee": ("pot", "tenth"),
    "demise_card": ("signed", "absolute"),
    "call": ("any_turn", "first_action"),
    "call_fee": ("pot", "half"),
    "field_counts": ("none", "all", "best"),
    "betting": ("fixed", "free"),
    "variant1": (False, True),
    "variant2": (False, True),
    "ace_negative": (False, True),
    "variant3": (False, True),
    "shift_scope": ("all", "roller"),
    "variant4": (False, True),
}
# `min_rounds` and `rounds` stand as the full rounds that they ask for with the players at the table's beginning.
NUMBERS = (
    "min_rounds", "rounds", "round_limit", "field_limit", "max_raises", "credits", "shift_of", "shift_in", "hands",
)  # fmt: skip
NO_LIMIT = 1 << 20
_INDEX = {name: index for index, name in enumerate((*CHOICES, *NUMBERS))}

ACE = _INDEX["ace"]
ARRAY = _INDEX["array"]
IDIOT_SUIT = _INDEX["idiot_suit"]
SIZE = _INDEX["size"]
TIE_ORDER = _INDEX["tie_order"]
SIGN = _INDEX["sign"]
FULL_TIE = _INDEX["full_tie"]
ZERO = _INDEX["zero"]
BOMB_FEE = _INDEX["bomb_fee"]
DEMISE_CARD = _INDEX["demise_card"]
CALL = _INDEX["call"]
CALL_FEE = _INDEX["call_fee"]
FIELD_COUNTS = _INDEX["field_counts"]
BETTING = _INDEX["betting"]
VARIANT1 = _INDEX["variant1"]
VARIANT2 = _INDEX["variant2"]
ACE_NEGATIVE = _INDEX["ace_negative"]
VARIANT3 = _INDEX["variant3"]
SHIFT_SCOPE = _INDEX["shift_scope"]
VARIANT4 = _INDEX["variant4"]
MIN_ROUNDS = _INDEX["min_rounds"]
ROUNDS = _INDEX["rounds"]
ROUND_LIMIT = _INDEX["round_limit"]
FIELD_LIMIT = _INDEX["field_limit"]
MAX_RAISES = _INDEX["max_raises"]
CREDITS = _INDEX["credits"]
SHIFT_OF = _INDEX["shift_of"]
SHIFT_IN = _INDEX["shift_in"]
HANDS = _INDEX["hands"]
AUTO = -1
"""``min_rounds`` or ``rounds`` that are the players, four at most."""


def pack(rules: Mapping[str, object]) -> np.ndarray:
    """Return ``rules``, every option by name, as int64[number of options].

    Raises ``KeyError`` for a missing option and ``ValueError`` for a value that is not allowed.
    """
    choices = [values.index(rules[name]) for name, values in CHOICES.items()]
    chance = Fraction(str(rules["shift_chance"]))
    numbers = {
        **{name: _number(rules[name], AUTO, "auto") for name in ("min_rounds", "rounds")},
        **{name: _number(rules[name], NO_LIMIT, "none") for name in ("field_limit",)},
        **{name: _number(rules[name], NO_LIMIT, "unlimited") for name in ("hands",)},
        **{name: int(str(rules[name])) for name in ("round_limit", "max_raises", "credits")},
        "shift_of": chance.numerator,
        "shift_in": chance.denominator,
    }
    return np.array([*choices, *(numbers[name] for name in NUMBERS)], dtype=np.int64)


def _number(value: object, instead: int, word: str) -> int:
    return instead if value == word else int(str(value))


def rounds_before(rules: Mapping[str, object], players: int) -> int:
    """Return the full rounds before the hand can end."""
    given = rules["rounds" if rules["variant1"] else "min_rounds"]
    return full_rounds(players, given if given == "auto" else int(str(given)))
