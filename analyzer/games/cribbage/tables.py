"""The solved tables that ship in ``data/cribbage``: what they hold, where, and under which rules they were made.

``throws.json`` holds the rules and the net points of the play by the four ranks kept; ``crib.i16`` the crib of every
class of six and throw against the opponent's solved throws, little-endian int16 in thousandths of a point, by seat,
class and throw; ``playing.npz`` the chances of the cards in play; ``three.json`` what three players throw by.
"""

from __future__ import annotations

import json
from array import array
from collections.abc import Mapping, Sequence
from functools import cache
from math import comb
from sys import byteorder
from typing import Any

from analyzer.core.resources import data_path

CLASSES, THROWS, UNIT = 18_564, 15, 1000
# Options that change what a crib is worth; the others change no value of points.
FELT = ("crib_flush",)


def document(name: str) -> dict[str, Any]:
    """Return one of the shipped documents, ``throws`` or ``three`` or ``race``."""
    found: dict[str, Any] = json.loads(data_path("cribbage", f"{name}.json").read_text("utf-8"))
    return found


@cache
def throws() -> dict[str, Any]:
    """Return ``throws.json``: its ``rules``, and ``play``, a list by seat of 1,820 net points in thousandths."""
    return document("throws")


def class_of(cards: Sequence[int]) -> int:
    """Return the number of the class of the ranks of five or six cards (`kernels.throws.class_of`)."""
    return sum(comb(rank + place, place + 1) for place, rank in enumerate(sorted(card // 4 for card in cards)))


def crib_row(seat: int, six: Sequence[int]) -> list[float]:
    """Return the ranks' part of the crib for the 15 throws of sorted ``six``, in points, read from its place."""
    row = array("h")
    with data_path("cribbage", "crib.i16").open("rb") as file:
        file.seek((seat * CLASSES + class_of(six)) * THROWS * row.itemsize)
        row.frombytes(file.read(THROWS * row.itemsize))
    if byteorder == "big":
        row.byteswap()
    return [value / UNIT for value in row]


def play_value(seat: int, kept: Sequence[int]) -> float:
    """Return the net points of the play of four ``kept`` cards, own minus opponent's."""
    value: int = throws()["play"][seat][class_of(kept)]
    return value / UNIT


def stand_ins(rules: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the sentence that an answer owes where the tables were made under other rules."""
    made = throws()["rules"]
    differ = [name for name in FELT if rules[name] != made[name]]
    if not differ:
        return ()
    return (f"the tables of throws were solved under the standard rules and stand in here: {', '.join(differ)} differs",)  # noqa: E501
