"""High card: a toy whose answers are known in closed form, so that the engine can be checked; hidden from users."""

from __future__ import annotations

from analyzer.core.decks import Deck
from analyzer.games.contract import Game, Input, OddsTable, Policy, Question
from analyzer.games.inputs import CardKind, Cards

THIRTEEN = Deck(
    name="thirteen",
    names=tuple(str(value) for value in range(1, 14)),
    values=tuple(range(1, 14)),
    suits=(-1,) * 13,
    suit_letters="",
    example="7",
)

GAME = Game(
    name="high-card",
    title="High card",
    credit="A toy of this project.",
    package=__name__,
    players=(2, 2),
    seats=("first", "second"),
    deck=THIRTEEN,
    questions=(
        Question(
            name="swap",
            help="Whether to keep a card or to swap it for an unknown one.",
            handler="questions:swap",
            example={"card": "7"},
            inputs=(Input("card", CardKind(THIRTEEN), "the card dealt", positional=True),),
            sampled=True,
        ),
        Question(
            name="reckon",
            help="What keeping and swapping a card are worth, exactly.",
            handler="questions:reckon",
            example={"card": "7"},
            inputs=(Input("card", CardKind(THIRTEEN), "the card dealt", positional=True),),
        ),
        Question(
            name="count",
            help="Which of several hands of one card wins.",
            handler="questions:count",
            example={"hand": "7"},
            inputs=(Input("hand", Cards(THIRTEEN, 1), "a hand, once for each player", repeat=True),),
        ),
    ),
    policies=(
        Policy("random", "keeps or swaps by the toss of a coin"),
        Policy("seven", "keeps a seven or better"),
    ),
    odds=(
        OddsTable("keep", "chance of the higher card when both keep theirs", "odds:keep", exact=True),
        OddsTable("swap", "chance of the higher card after a swap, the other keeping", "odds:swap", exact=False),
    ),
    simulate="simulate:simulate",
    benchmarks="benchmarks:benchmarks",
    solve="solve:stages",
    grade="grade:grade",
    hidden=True,
)
