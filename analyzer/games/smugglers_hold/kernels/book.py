"""What is fixed for a whole run: the options, the Spoils table made from them, and what `lookahead` has measured."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from analyzer.core.resources import data_path
from analyzer.games.smugglers_hold.kernels.options import pack
from analyzer.games.smugglers_hold.kernels.spoils import spoils_table
from analyzer.games.smugglers_hold.kernels.throws import Throwing, blank_throwing
from analyzer.games.smugglers_hold.shipped import differing

LEFT, EXPECTED = 9, 9
# The policies that throw, or lay too, by what `lookahead` has measured.
MEASURED = {"lookahead", "search", "open"}
# An option that changes when a game ends changes nothing in the points of a deal.
NEVER_FELT = ("finish_hand",)


class Book(NamedTuple):
    """What the kernels look up.

    ``opts`` are the packed options and ``spoils`` the table of `spoils_table`. ``holding``, float64[9, 9], is the
    mean net Hold and Spoils of a seat by cards left to lay and by the number of cards that it will own.
    ``throwing`` is what a throw is worth: see `Throwing`.
    """

    opts: np.ndarray
    spoils: np.ndarray
    holding: np.ndarray
    throwing: Throwing


def make_book(rules: Mapping[str, object], measured: Path | None = None) -> Book:
    """Return the book of these options with the measurements of `lookahead` in ``measured``, else the shipped ones."""
    opts = pack(rules)
    found = _shipped() if measured is None else json.loads(measured.read_text("utf-8"))
    throwing = Throwing(*(np.array(found[name]) for name in Throwing._fields))
    return Book(opts, spoils_table(opts), np.array(found["holding"]), throwing)


def stand_ins(rules: Mapping[str, object], policies: Iterable[str]) -> tuple[str, ...]:
    """Return the sentence that an answer owes where somebody plays by measurements made under other rules."""
    others = differing(_shipped()["manifest"]["rules"], rules, NEVER_FELT)
    if not others or not {*policies} & MEASURED:
        return ()
    return (
        "lookahead's values of throws and captures were measured under the standard rules and stand in here: "
        f"{', '.join(others)} differ",
    )


def _shipped() -> dict[str, Any]:
    shipped: dict[str, Any] = json.loads(data_path("smugglers_hold", "lookahead.json").read_text("utf-8"))
    return shipped


def blank_book(rules: Mapping[str, object]) -> Book:
    """Return the book of these options before anything was measured."""
    opts = pack(rules)
    return Book(opts, spoils_table(opts), np.zeros((LEFT, EXPECTED)), blank_throwing())
