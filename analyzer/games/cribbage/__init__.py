"""Cribbage: two or three players, 52 cards; throws to the crib, the play to 31, and the show."""

from __future__ import annotations

from analyzer.core.decks import PLAYING_52
from analyzer.games.contract import Game, Input, Policy, Question
from analyzer.games.inputs import CardKind, Cards, Flag

SEATS = ("dealer", "pone")
POLICIES = (
    Policy("first", "always the first legal action in canonical order", hidden=True),
    Policy("random", "uniform over the legal actions of every decision"),
    Policy("greedy", "keeps and lays what scores most in itself"),
)

STARTER = Input("starter", CardKind(PLAYING_52), "the card turned from the deck")
CRIB = Input("crib", Flag(), "the four cards are a crib, whose flush needs all five", required=False)

GAME = Game(
    name="cribbage",
    title="Cribbage",
    credit="A traditional game, credited to Sir John Suckling.",
    package=__name__,
    players=(2, 3),
    seats=SEATS,
    deck=PLAYING_52,
    questions=(
        Question(
            name="count",
            help="What four cards and the starter score, row by row.",
            handler="questions:count",
            example={"hand": "4C 4D 5H 5S", "starter": "6C"},
            inputs=(Input("hand", Cards(PLAYING_52, 4), "the four cards"), STARTER, CRIB),
        ),
        Question(
            name="cuts",
            help="Every starter with the points it gives the four cards, and the chance of N or more.",
            handler="questions:cuts",
            example={"hand": "6C 7D 8H JS", "thrown": "2C KD"},
            inputs=(
                Input("hand", Cards(PLAYING_52, 4), "the four cards kept"),
                Input("thrown", Cards(PLAYING_52, (1, 2)), "the own cards sent to the crib", required=False),
                CRIB,
            ),
        ),
    ),
    policies=POLICIES,
    odds=(),
    simulate="simulate:simulate",
    benchmarks="benchmarks:benchmarks",
    hidden=True,
)
