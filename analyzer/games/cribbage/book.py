"""Makes the book of a run: the options, and the shipped tables where somebody throws or plays by them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import cache

import numpy as np

from analyzer.core.resources import data_path
from analyzer.games.cribbage import tables, throwing
from analyzer.games.cribbage.kernels.book import Book, blank_book
from analyzer.games.cribbage.kernels.throws import CLASSES, FIVE_CLASSES, SINGLE_THROWS, THROWS

TABLED = frozenset({"tables"})
"""The policies that go by the shipped tables."""


def make_book(rules: Mapping[str, object], policies: Iterable[str], players: int = 2) -> tuple[Book, tuple[str, ...]]:
    """Return the book that ``policies`` need under ``rules``, and the sentences that an answer by it owes."""
    book = blank_book(rules)
    if not TABLED.intersection(policies):
        return book, ()
    book, owed = book._replace(playing=playing_table()), stand_ins(rules)
    if players == 2:
        return book._replace(throwing=two_player_table()), owed
    return book._replace(single_throwing=three_player_table()), owed


def stand_ins(rules: Mapping[str, object]) -> tuple[str, ...]:
    """Return the sentence that an answer owes where the tables were made under other rules."""
    made = json.loads(str(_shipped()["rules"]))
    differ = [name for name in tables.FELT if rules[name] != made[name]]
    if not differ:
        return ()
    named = ", ".join(differ)
    return (f"the tables of throws and play were made under the standard rules and stand in here: {named} differs",)


@cache
def _shipped() -> dict[str, np.ndarray]:
    with np.load(data_path("cribbage", "playing.npz")) as shipped:
        return {name: shipped[name] for name in shipped.files}


@cache
def crib_table() -> np.ndarray:
    """Return the shipped cribs, int16[2, 18564, 15] in thousandths of a point."""
    raw = np.fromfile(data_path("cribbage", "crib.i16"), dtype="<i2")
    return raw.astype(np.int16).reshape(2, CLASSES, THROWS)


@cache
def two_player_table() -> np.ndarray:
    """Return `Book.throwing` from the shipped tables: the ranks of hand, crib and play together."""
    hand, by_four = throwing.hand_values(), np.array(tables.throws()["play"]) / tables.UNIT
    crib = crib_table() / tables.UNIT
    return np.stack([
        throwing.as_table(hand + throwing.TO_CRIB[seat] * crib[seat] + throwing.play_values(by_four[seat]))
        for seat in range(2)
    ])


@cache
def three_player_table() -> np.ndarray:
    """Return `Book.single_throwing` from the shipped tables of three players."""
    shipped = tables.document("three")
    table = np.zeros((3, FIVE_CLASSES, SINGLE_THROWS), dtype=np.int16)
    for seat in range(3):
        play, crib = (np.array(shipped[name][seat]) / tables.UNIT for name in ("play", "crib"))
        table[seat] = throwing.as_table(throwing.single_values(play, crib))
    return table


def playing_table() -> np.ndarray:
    """Return `Book.playing` from the shipped table."""
    return _shipped()["table"]
