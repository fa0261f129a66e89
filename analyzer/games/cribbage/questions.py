"""The light questions of cribbage: a count, and what every starter would give."""

from __future__ import annotations

from analyzer.games.contract import Count, Line, Request, Table
from analyzer.games.cribbage.rules_show import DECK_SIZE, count_show, show_points


def count(request: Request) -> Count:
    """Return what four cards and the starter score, row by row in the order of announcing."""
    given, deck = request.inputs, request.game.deck
    rows = count_show(given["hand"], given["starter"], request.rules, crib=bool(given["crib"]))
    lines = tuple(Line(row.name, tuple(deck.words(row.cards)), row.points) for row in rows)
    return Count(sum(line.points for line in lines), lines)


def cuts(request: Request) -> Table:
    """Return a row for each N: the starters that give just N points, and the chance of N or more.

    Every card that the asker has not seen is as likely a starter: those kept and thrown are out. N runs from the most
    points that a starter gives down to the fewest, which are certain.
    """
    given, deck = request.inputs, request.game.deck
    seen = {*given["hand"], *(given["thrown"] or ())}
    points = {
        card: show_points(given["hand"], card, request.rules, crib=bool(given["crib"]))
        for card in range(DECK_SIZE)
        if card not in seen
    }
    rows = tuple(
        {
            "points": level,
            "starters": deck.words(card for card in points if points[card] == level),
            "count": sum(each >= level for each in points.values()),
            "of": len(points),
        }
        for level in range(max(points.values()), min(points.values()) - 1, -1)
    )
    return Table("cuts", ("points",), rows, {"mean_points": sum(points.values()) / len(points)})
