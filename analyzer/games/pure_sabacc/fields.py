"""What the table policy plays by: the field's own hands as solved before, and the values that follow from them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

from analyzer.core.resources import data_path

if TYPE_CHECKING:
    import numpy as np

    from analyzer.games.pure_sabacc.kernels.policies import Book

FILE = "field.json"
FORMS = ("standard", "variant1", "variant2", "variant3")
"""The rules under which a field was solved, each by its preset."""
VARIANTS = ("variant1", "variant2", "variant3", "variant4")
# Options that decide nothing of how a field plays.
NEVER_FELT = ("credits", "hands", "field_limit", "full_tie", "demise_card", *VARIANTS)


def form_of(rules: Mapping[str, Any]) -> str:
    """Return the form whose field stands in for ``rules``; of several variants the one that moves hands most."""
    return next((name for name in ("variant2", "variant1", "variant3") if rules[name]), "standard")


def make_book(rules: Mapping[str, Any], players: int, policies: Iterable[str]) -> Book:
    """Return what ``policies`` look up in a hand of ``players``."""
    import numpy as np

    if "table" not in policies:
        return blank_book(rules)
    field = _shipped()["fields"][form_of(rules)][str(players)]
    weaker = np.zeros(blank_book(rules).weaker.shape)
    weaker[:] = field["weaker"]
    return solve_book(rules, players, weaker, np.array(field["ends"]))


def blank_book(rules: Mapping[str, Any]) -> Book:
    """Return a book of the options alone."""
    import numpy as np

    from analyzer.games.pure_sabacc.kernels.options import pack
    from analyzer.games.pure_sabacc.kernels.policies import BUCKETS, Book

    empty = np.zeros((1, 1, 1, 1, 1))
    return Book(pack(rules), np.zeros(BUCKETS), np.zeros(1), empty, empty, empty)


def solve_book(rules: Mapping[str, Any], players: int, weaker: np.ndarray, ends: np.ndarray) -> Book:
    """Return the book of values against a field; ``weaker`` and ``ends`` are those of ``policies.Book``."""
    import numpy as np

    from analyzer.games.pure_sabacc.kernels.options import pack
    from analyzer.games.pure_sabacc.kernels.policies import MOST_ACES, MOST_CARDS, RATIOS, TOTALS, Book
    from analyzer.games.pure_sabacc.kernels.values import fill_values

    opts = pack(rules)
    shape = (len(RATIOS), len(ends), MOST_CARDS + 1, MOST_ACES + 1, TOTALS)
    after, drawing, begins = np.zeros(shape), np.zeros(shape), np.zeros(shape)
    fill_values(opts, players, weaker, ends, after, drawing, begins)
    return Book(opts, weaker, ends, after, drawing, begins)


def stand_ins(rules: Mapping[str, Any], policies: Iterable[str]) -> tuple[str, ...]:
    """Return the sentence that an answer owes where `table` plays for a field solved under other rules."""
    if "table" not in policies:
        return ()
    form = form_of(rules)
    solved = _shipped()["rules"]
    others = [name for name, value in rules.items() if name not in NEVER_FELT and value != solved[name]]
    others += [name for name in VARIANTS if rules[name] and name != form]
    if not others:
        return ()
    return (f"the field that table plays for was solved under the rules of {form}: {', '.join(others)} differ",)


@cache
def _shipped() -> dict[str, Any]:
    shipped: dict[str, Any] = json.loads(data_path("pure_sabacc", FILE).read_text("utf-8"))
    return shipped
