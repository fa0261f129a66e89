"""What hands count, which of them wins, and why: by the plain rules, without numba."""

from __future__ import annotations

from analyzer.core.decks import SABACC_76
from analyzer.core.errors import InputError
from analyzer.games.contract import Hand, Request, Showdown
from analyzer.games.pure_sabacc.rules_ranking import rank, winners


def count(request: Request) -> Showdown:
    """Return the category and size of each hand, which wins, and by which level (PS-R1 to PS-R7)."""
    given, rules = request.inputs, request.rules
    hands, field = given["hand"], given["field"] or ()
    if len(hands) > 8:
        raise InputError(f"--hand: {len(hands)} hands were given, and 2 to 8 players play")
    readings = {seat: rank(cards, field if seat == 0 else (), rules) for seat, cards in enumerate(hands)}
    won, level = winners(readings, rules)
    rows = tuple(
        Hand(
            tuple(SABACC_76.words(sorted(cards))),
            readings[seat].total,
            readings[seat].name,
            seat in won,
            {
                "counting": SABACC_76.words(sorted(readings[seat].cards)),
                "takes_sabacc_pot": readings[seat].takes_sabacc_pot,
            },
        )
        for seat, cards in enumerate(hands)
    )
    return Showdown(rows, "nobody else" if level == "alone" else level)
