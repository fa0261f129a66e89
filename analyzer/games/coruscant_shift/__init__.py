"""Coruscant Shift: two to eight players, sabacc's deck and dice; select, shift, improve, reveal."""

from __future__ import annotations

from analyzer.core.decks import SABACC_62
from analyzer.games.contract import Game, Input, OddsTable, Policy, Question
from analyzer.games.inputs import Cards, Choice, Integer, Integers, SuitKind

TARGET = Input("target", Integer(allowed=(-10, -5, 0, 5, 10)), "the gold die")
SUIT = Input("suit", SuitKind(SABACC_62), "the silver die")
PLAYERS = Input("players", Integer(2, 8), "players of the hand, the asker among them")
DREW = Input(
    "opponents_drew",
    Integers(0, 5),
    "cards that each opponent was seen to draw, in order from the asker's left",
    required=False,
)

GAME = Game(
    name="coruscant-shift",
    title="Coruscant Shift",
    credit="The rules are those of the insert of Sabacc: Coruscant Shift, and of the Halcyon tournament.",
    package=__name__,
    players=(2, 8),
    seats=(),
    deck=SABACC_62,
    questions=(
        Question(
            name="select",
            help="Which of five cards to select before the shift.",
            handler="questions:select",
            example={"cards": "+7C -3F 10S 0 -4C", "target": "5", "suit": "C", "players": "4"},
            inputs=(
                Input("cards", Cards(SABACC_62, 5), "the five cards dealt", positional=True),
                TARGET,
                SUIT,
                PLAYERS,
                Input(
                    "opponents_drew",
                    Integers(0, 5),
                    "cards that those before the asker will draw, in order from the dealer's left",
                    required=False,
                ),
            ),
            sampled=True,
        ),
        Question(
            name="improve",
            help="Which new cards to add to the selection after the shift (halcyon, holo: which of all five to keep).",
            handler="questions:improve",
            example={
                "selection": "+4S -5S", "hand": "+1C +6F -6S", "discarded": "+9C +8F -10F", "target": "0", "suit": "S",
                "players": "2",
            },
            inputs=(
                Input("selection", Cards(SABACC_62, (0, 5)), "the cards selected before the shift"),
                Input("hand", Cards(SABACC_62, (0, 5)), "the cards drawn", required=False, default=()),
                Input(
                    "discarded", Cards(SABACC_62, (0, 5)), "the cards discarded for them", required=False, default=()
                ),
                TARGET,
                SUIT,
                PLAYERS,
                DREW,
            ),
            sampled=True,
        ),
        Question(
            name="bet",
            help="Stay or fold, in chips (halcyon, holo).",
            handler="questions_bet:bet",
            example={
                "selection": "+4S -4S", "discarded": "+9C +8F -10F", "stage": "select", "target": "0", "suit": "S",
                "players": "2", "pot": "2", "chips": "9,9",
            },
            inputs=(
                Input("selection", Cards(SABACC_62, (1, 5)), "the cards selected, at the second bet the final ones"),
                Input("hand", Cards(SABACC_62, (0, 5)), "further cards still held", required=False, default=()),
                Input(
                    "discarded", Cards(SABACC_62, (0, 9)), "all own cards discarded so far", required=False, default=()
                ),
                DREW,
                Input("stage", Choice(("select", "improve")), "after which selection the bet is"),
                TARGET,
                SUIT,
                PLAYERS,
                Input("pot", Integer(0), "chips in the pot, bets made before the asker's included"),
                Input("chips", Integers(0), "chips of those still in, the asker's first, then leftward"),
                Input("folded", Integer(0, 6), "players who have folded", required=False, default=0),
                Input("seat", Integer(1, 8), "the asker's seat from the dealer's left", required=False),
            ),
            sampled=True,
        ),
        Question(
            name="count",
            help="Whose of several selections wins, and by which level.",
            handler="questions:count",
            example={"selection": "+7C -3F", "target": "5", "suit": "C"},
            inputs=(
                Input("selection", Cards(SABACC_62, (0, 5)), "a selection, once for each player", repeat=True),
                TARGET,
                SUIT,
            ),
        ),
    ),
    policies=(
        Policy("first", "always the first legal action in canonical order", hidden=True),
        Policy("random", "uniform over the legal selections and additions; never folds"),
        Policy("closest", "the sum closest to the die, then most of its suit, fewest cards, canonical order"),
        Policy("reply", "the selection that wins most often, draws and all, against players who select so too"),
        Policy("bettor", "selects as reply does; in halcyon and holo folds what regret matching would fold"),
    ),
    odds=(
        OddsTable(
            "selection", "distance and suit count of the best selection of five cards", "odds:selection", exact=True
        ),
        OddsTable("ways", "how many selections of five cards are equally the best", "odds:ways", exact=True),
        OddsTable(
            "exact", "chance of an exact hit by cards kept, before the shift and after it", "odds:hits", exact=True
        ),
        OddsTable(
            "kept", "chance of an exact hit when the best N cards of each hand are kept", "odds:kept", exact=True
        ),
    ),
    simulate="simulate:simulate",
    benchmarks="benchmarks:benchmarks",
    solve="solve:stages",
    grade="grade:grade",
    hidden=True,
)
