"""Pure Sabacc: two to eight players, 76 cards, two pots; draw, lock, bet, call the hand."""

from __future__ import annotations

from analyzer.core.decks import SABACC_76
from analyzer.games.contract import Game, Input, OddsTable, Policy, Question
from analyzer.games.inputs import Cards, Flag, Integer, Integers

MOST = len(SABACC_76)
EXAMPLE = (SABACC_76.copies("11C")[0], SABACC_76.copies("9T")[0])
HAND = Input("hand", Cards(SABACC_76, (2, MOST)), "the cards in hand")
TABLE = (
    Input("field", Cards(SABACC_76, (0, MOST)), "the cards in the own interference field", required=False, default=()),
    Input("players", Integer(2, 8), "players still in the hand, the asker among them"),
    Input("round", Integer(1, 20), "the round that is being played"),
    Input("hand_pot", Integer(0, 1_000_000), "credits in the hand pot (an ante each if left out)", required=False),
    Input("sabacc_pot", Integer(0, 1_000_000), "credits in the sabacc pot (an ante each if left out)", required=False),
    Input("credits", Integers(0, 1_000_000), "credits of each player, the asker first (those of a game's start if left out)", required=False),  # noqa: E501
    Input("seat", Integer(1, 8), "the asker's seat, counted from the dealer's left", required=False, default=1),
    Input("seen", Cards(SABACC_76, (0, MOST)), "others' field cards and own discards", required=False, default=()),
)

GAME = Game(
    name="pure-sabacc",
    title="Pure Sabacc",
    credit="The rules are those of Pure Sabacc: The Poker of the Star Wars Universe.",
    package=__name__,
    players=(2, 8),
    seats=(),
    deck=SABACC_76,
    questions=(
        Question(
            name="draw",
            help="Whether to stand, draw or swap a card, and what to do with the interference field.",
            handler="questions:draw",
            example={"hand": "11C 9T", "players": "3", "round": "2", "hand_pot": "6", "sabacc_pot": "9"},
            inputs=(HAND, *TABLE, Input("drawn", Flag(), "the card has been drawn: only the field is open", required=False, default=False)),  # noqa: E501
            sampled=True,
        ),
        Question(
            name="bet",
            help="Whether to check, bet, call, raise or fold, and whether to call the hand.",
            handler="questions:bet",
            example={
                "hand": "11C 9T", "players": "3", "round": "2", "hand_pot": "6", "sabacc_pot": "9", "to_call": "0",
                "raises": "0",
            },
            inputs=(
                HAND,
                *TABLE,
                Input("to_call", Integer(0, 1_000_000), "credits that the asker must add to stay"),
                Input("raises", Integer(0, 1_000), "raises so far in this betting round"),
                Input("called", Flag(), "somebody has called the hand in this round", required=False, default=False),
            ),
            sampled=True,
        ),
        Question(
            name="count",
            help="What hands count, which of them wins, and why.",
            handler="counting:count",
            example={"hand": "11C 12F"},
            inputs=(
                Input("hand", Cards(SABACC_76, (2, MOST)), "a hand, once for each player", repeat=True),
                Input("field", Cards(SABACC_76, (0, MOST)), "the interference field of the first hand", required=False, default=()),  # noqa: E501
            ),
        ),
    ),
    policies=(
        Policy("random", "uniform over the legal actions of every decision"),
        Policy("cautious", "draws up to a size and stands on it; never bets, locks a card or calls the hand"),
        Policy("table", "values of hands against the field's own, by dynamic programming"),
        Policy("first", "always the first legal action in canonical order", hidden=True, advises=False),
    ),
    odds=(
        OddsTable(
            "categories", "how often hands of 2 to 6 cards are of each category", "odds:categories", True,
            (Input("cards", Integer(2, 6), "the number of cards (2 and 3 if left out)", required=False),),
        ),
        OddsTable("shift", "the chance of a shift by round", "odds:shift", True,
                  (Input("players", Integer(2, 8), "players of the hand", required=False, default=3),)),
        OddsTable(
            "draws", "what each draw action makes of a hand (11C 9T if left out)", "odds:draws", True,
            (Input("hand", HAND.kind, HAND.help, required=False, default=EXAMPLE),),
        ),
    ),
    simulate="simulate:simulate",
    benchmarks="benchmarks:benchmarks",
    solve="solve:stages",
    grade="grade:grade",
    hidden=True,
)  # fmt: skip
