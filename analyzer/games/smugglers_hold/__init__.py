"""Smuggler's Hold: two players, 62 cards; sabacc's deck and dice crossed with cribbage's throws, play and show."""

from __future__ import annotations

from analyzer.core.decks import SABACC_62
from analyzer.games.contract import Game, Input, OddsTable, Policy, Question
from analyzer.games.inputs import CardKind, Cards, Choice, Integer, Laid, Score, SuitKind

SEATS = ("dealer", "pone")
PATH = Input("path", CardKind(SABACC_62), "the path card")
TARGET = Input("target", Integer(allowed=(-10, -5, 0, 5, 10)), "the number die")
SUIT = Input("suit", SuitKind(SABACC_62), "the suit die")
POLICIES = (
    Policy("first", "always the first legal action in canonical order", hidden=True),
    Policy("random", "uniform over the legal actions of every decision"),
    Policy("greedy", "the most points now; throws by the best kept four and two"),
    Policy("lookahead", "greedy, less the opponent's best reply, with a value for captures and the Hold"),
    Policy("search", "sampled worlds that agree with what was seen, each played out by lookahead", rolls_out=False),
    Policy("open", "the deal solved with all hands open: a bound and a control, never advice", advises=False),
)
# Who races where nobody is named: the policy of the shipped table, and millions of deals of it are soon played.
RACER = "lookahead"
RACERS = ("default", *(policy.name for policy in POLICIES if not policy.hidden))

GAME = Game(
    name="smugglers-hold",
    title="Smuggler's Hold",
    credit="Smuggler's Hold was designed by Trevor Bartlett (4.5 Cantina).",
    package=__name__,
    players=(2, 2),
    seats=SEATS,
    deck=SABACC_62,
    questions=(
        Question(
            name="discard",
            help="Which two of six cards to send to the Hold.",
            handler="questions:discard",
            example={"cards": "+5C -5F 0 10S -3C 2F"},
            inputs=(
                Input("cards", Cards(SABACC_62, 6), "the six cards dealt", positional=True),
                Input("score", Score(), "the score: ranks by the chance to win the game", required=False),
            ),
            seats=SEATS,
            every_seat=True,
            sampled=True,
        ),
        Question(
            name="play",
            help="Which card to lay now: the position as it stands, in points still to come.",
            handler="play:play",
            example={
                "hand": "-4F +7C +10S", "path": "+3S", "target": "5", "suit": "C", "history": "+5F -6C +2C",
                "thrown": "-9C +1F",
            },
            inputs=(
                Input("hand", Cards(SABACC_62, (1, 4)), "the cards still held"),
                PATH,
                TARGET,
                SUIT,
                Input(
                    "history", Laid(SABACC_62), "what was laid, in order from the pone's first card: cards, and GO",
                    required=False,
                ),
                Input("thrown", Cards(SABACC_62, 2), "the own two cards sent to the Hold", required=False),
                Input(
                    "opponent_thrown", Cards(SABACC_62, 2), "the opponent's two, where the Hold lies open",
                    required=False,
                ),
                Input("score", Score(), "the score now: ranks by the chance to win the game", required=False),
            ),
            seats=SEATS,
        ),
        Question(
            name="spoils",
            help="Which four cards of a pool make the best Spoils, row by row.",
            handler="questions:spoils",
            example={"pool": "0 +4C -4F +1C -9S +10F", "path": "+9S", "target": "10", "suit": "S"},
            inputs=(Input("pool", Cards(SABACC_62, (1, 12)), "the cards to pick from"), PATH, TARGET, SUIT),
        ),
        Question(
            name="count",
            help="What four picks and the path card score, row by row.",
            handler="questions:count",
            example={"hand": "0 +4C -4F +1C", "path": "+9S", "target": "10", "suit": "S"},
            inputs=(Input("hand", Cards(SABACC_62, (0, 4)), "the picks"), PATH, TARGET, SUIT),
        ),
        Question(
            name="race",
            help="The chance to win the game from a score, or from every score, between equal players.",
            handler="race:race",
            example={"score": "90-75"},
            inputs=(
                Input("score", Score(), "the score; without it, all of them", required=False),
                Input("policy", Choice(RACERS), "how both play", required=False, default=RACER),
            ),
            seats=SEATS,
            any_seat=True,
            sampled=True,
        ),
    ),
    policies=POLICIES,
    odds=(
        OddsTable("spoils", "points of every five-card hand under every face of both dice", "odds:spoils", exact=True),
        OddsTable("path", "bonuses at the flip of the path card", "odds:path", exact=True),
        OddsTable(
            "pick",
            "what the best four of a random pool score",
            "odds:pick",
            exact=None,
            inputs=(Input("size", Integer(4, 8), "cards in the pool", required=False, default=4),),
        ),
        OddsTable("skirmish", "points of the skirmish by event and seat", "odds:skirmish", exact=False, played=True),
        OddsTable("claim", "chance of the Hold by cards owned at the claim", "odds:claim", exact=False, played=True),
    ),
    simulate="simulate:simulate",
    benchmarks="benchmarks:benchmarks",
    solve="solve:stages",
    grade="grade:grade",
)
