"""Cribbage: two or three players, 52 cards; throws to the crib, the play to 31, and the show."""

from __future__ import annotations

from analyzer.core.decks import PLAYING_52
from analyzer.games.contract import Game, Input, OddsTable, Policy, Question
from analyzer.games.inputs import CardKind, Cards, Choice, Flag, Laid, Score

SEATS = ("dealer", "pone")
POLICIES = (
    Policy("first", "always the first legal action in canonical order", hidden=True),
    Policy("random", "uniform over the legal actions of every decision"),
    Policy("greedy", "keeps and lays what scores most in itself"),
    Policy("tables", "throws by solved tables, and plays by chances learned in millions of deals"),
)
RACERS = ("default", *(policy.name for policy in POLICIES if not policy.hidden))

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
            name="discard",
            help="Which two of six cards to throw to the crib.",
            handler="discard:discard",
            example={"cards": "5H 6H JD QS 2C 9D"},
            inputs=(
                Input("cards", Cards(PLAYING_52, 6), "the six cards dealt", positional=True),
                Input("score", Score(), "the score: ranks by the chance to win the game", required=False),
            ),
            seats=SEATS,
            every_seat=True,
        ),
        Question(
            name="play",
            help="Which card to lay now: the position as it stands, in points of the play still to come.",
            handler="play:play",
            example={"hand": "6H KS", "starter": "3C", "history": "7C 8D 9H 5S GO TD", "thrown": "2D 9C"},
            inputs=(
                Input("hand", Cards(PLAYING_52, (1, 4)), "the cards still held"),
                STARTER,
                Input("history", Laid(PLAYING_52), "what was laid, in order: cards, and GO", required=False),
                Input("thrown", Cards(PLAYING_52, 2), "the own two cards sent to the crib", required=False),
                Input("score", Score(), "the score now: ranks by the chance to win the game", required=False),
            ),
            seats=SEATS,
        ),
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
        Question(
            name="race",
            help="The chance to win the game from a score, or from every score, between equal players.",
            handler="race:race",
            example={"score": "90-75", "policy": "greedy"},
            inputs=(
                Input("score", Score(), "the score; without it, all of them", required=False),
                Input("policy", Choice(RACERS), "how both play", required=False, default="tables"),
            ),
            seats=SEATS,
            any_seat=True,
            sampled=True,
        ),
    ),
    policies=POLICIES,
    odds=(
        OddsTable("show", "points of every hand of four with its starter", "odds:show", exact=True),
        OddsTable("crib", "points of every crib with its starter", "odds:crib", exact=True),
        OddsTable("hold", "the most that four of six cards count before the starter", "odds:hold", exact=True),
    ),
    simulate="simulate:simulate",
    benchmarks="benchmarks:benchmarks",
    solve="solve:stages",
    grade="grade:grade",
    hidden=True,
)
