"""Sabbacinos: twelve tile games on one tableau engine.

Each game is a folder here: its rule set, options and positions. The engine, the questions and the simulation are the
family's, and so is this declaration: all games of the family are asked alike.
"""

from __future__ import annotations

from analyzer.core.decks import DOUBLE_SIX
from analyzer.games.contract import Game, Input, Policy, Question
from analyzer.games.inputs import Cards

CREDIT = "Sabbacinos were created by Seykahr Amrod (Amrod's Armory)."
HAND = Input("hand", Cards(DOUBLE_SIX, (1, 28)), "the tiles held")
POLICIES = (
    Policy("first", "always the first legal move in canonical order", hidden=True),
    Policy("random", "uniform over the legal moves"),
    Policy("heaviest", "the tile with the most pips"),
)


def declare(name: str, title: str, credit: str = CREDIT) -> Game:
    """Return the declaration of one game of the family."""
    return Game(
        name=name,
        title=title,
        credit=credit,
        package=__name__,
        players=(2, 4),
        seats=(),
        deck=DOUBLE_SIX,
        questions=(
            Question(
                name="count",
                help="The pips of a hand, tile by tile.",
                handler="questions:count",
                example={"hand": "3-5 6-6 0-1"},
                inputs=(HAND,),
            ),
        ),
        policies=POLICIES,
        odds=(),
        simulate="simulate:simulate",
        benchmarks="benchmarks:benchmarks",
        hidden=True,
    )
