"""The questions of the tile games."""

from __future__ import annotations

from analyzer.games.contract import Count, Line, Request
from analyzer.games.sabbacinos.rules_score import hand_pips
from analyzer.games.sabbacinos.rules_set import rule_set
from analyzer.games.sabbacinos.rules_tiles import NAMES, is_double


def count(request: Request) -> Count:
    """Return the pips of a hand, a row for each tile in canonical order, as an opponent who wins scores them."""
    rules = rule_set(request.game.name, request.rules)
    hand = sorted(request.inputs["hand"])
    lines = [Line("double" if is_double(tile) else "tile", (NAMES[tile],), hand_pips([tile], rules)) for tile in hand]
    return Count(hand_pips(hand, rules), tuple(lines))
