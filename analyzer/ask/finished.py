"""The members of a document that a finished result gives: nothing of it is left to sample."""

from __future__ import annotations

from typing import Any

from analyzer.games.contract import EXACT, Count, Ranking, Replay, Showdown, Table


def finished_members(result: Count | Showdown | Ranking | Table | Replay) -> dict[str, Any]:
    """Return ``result`` as it stands in its document."""
    match result:
        case Ranking():
            from analyzer.advice.ranking import exact_advice

            return exact_advice(result)
        case Count():
            rows = [{"name": line.name, "cards": list(line.cards), "points": line.points} for line in result.rows]
            return {"method": EXACT, "total": result.total, "rows": rows}
        case Showdown():
            return {"method": EXACT, "rows": _hands(result), "decided_by": result.decided_by}
        case Table():
            rows = [dict(row) | {"p": row["count"] / row["of"]} for row in result.rows]
            return {"method": EXACT, "rows": rows} | ({"means": dict(result.means)} if result.means else {})
    empty = {"se": None, "low": None, "high": None}
    rows = [
        {"seat": column.seat, "policy": column.policy, "metric": column.metric, "n": 1, "mean": value} | empty
        for column, value in result.metrics
    ]
    return {"method": EXACT, "rows": rows, "events": [dict(event) for event in result.events]}


def _hands(showdown: Showdown) -> list[dict[str, Any]]:
    return [
        {"cards": list(hand.cards), "total": hand.total, "category": hand.category, **hand.facts, "wins": hand.wins}
        for hand in showdown.hands
    ]
