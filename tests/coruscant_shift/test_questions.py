"""The answers of `select` against hands counted with the readable rules."""

from __future__ import annotations

import os
import random
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from analyzer import games
from analyzer.core.decks import SABACC_62
from analyzer.core.errors import InputError
from analyzer.games.coruscant_shift import rules as rulebook
from analyzer.games.options import load_options

GAME = games.load("coruscant-shift")
RULES = load_options(Path(rulebook.__file__).parent).resolve()
FULL = bool(os.environ.get("ANALYZER_FULL"))
# Selections of this many cards and more are counted: all draws of one card, or of two.
FEWEST, OPPONENTS, SAMPLES = (3, 400, 20_000) if FULL else (4, 150, 4_000)


def share_won(kept, target, suit, rest, opponent):
    """Return the exact share won by ``kept`` over all own draws from ``rest``, the strongest addition made."""
    found, draws = 0.0, list(combinations(rest, 5 - len(kept)))
    for new in draws:
        own = min(rulebook.strength(kept + added, target, suit, RULES) for added in rulebook.subsets(new))
        found += 1.0 if own < opponent else 0.5 if own == opponent else 0.0
    return found / len(draws)


@pytest.mark.parametrize("number", range(10))
def test_selections_of_two_players_are_worth_what_the_rules_count(number):
    draw = random.Random(number)
    hand = tuple(sorted(draw.sample(range(62), 5)))
    target, suit = rulebook.GOLD_DIE[number % 6], rulebook.SILVER_DIE[number % 3]
    tried = [kept for kept in rulebook.subsets(hand) if len(kept) >= FEWEST]
    won = {kept: [] for kept in tried}
    others = [card for card in range(62) if card not in hand]
    for _ in range(OPPONENTS):
        cards = tuple(draw.sample(others, 10))
        legal = rulebook.legal_selections(tuple(sorted(cards[:5])), target, suit, RULES)
        first = rulebook.closest(legal, (), target, suit)
        used = cards[: 10 - len(first)]
        new = used[5:]
        final = first + rulebook.closest(rulebook.legal_additions(first, new, target, suit, RULES), first, target, suit)
        opponent = rulebook.strength(final, target, suit, RULES)
        rest = [card for card in others if card not in used]
        for kept in tried:
            won[kept].append(share_won(kept, target, suit, rest, opponent))
    answer = GAME.select(
        " ".join(SABACC_62.words(hand)), target=target, suit="CFS"[suit], players=2, opponent="closest",
        me="closest", samples=SAMPLES,
    )  # fmt: skip
    values = {tuple(option["action"]): option for option in answer.document["options"]}
    for kept in tried:
        option, counted = values[tuple(SABACC_62.words(kept))], np.array(won[kept])
        error = counted.std(ddof=1) / len(counted) ** 0.5
        # Clear losers are dropped early, so each has an error of its own; the interval is at 95 %.
        own = (option["high"] - option["low"]) / 2 / 1.96
        assert abs(option["value"] - counted.mean()) < 4.5 * (error**2 + own**2) ** 0.5


@pytest.mark.parametrize(
    ("inputs", "said"),
    [
        ({"cards": "+7C -3F 10S 0"}, "5 cards were expected"),
        ({"cards": "+7C +7C 10S 0 -4C"}, "+7C"),
        ({"cards": "0 0 0 10S -4C"}, "0"),
        ({"players": 9}, "9"),
        ({"players": 1}, "1"),
        ({"target": 7}, "7"),
        ({"suit": "H"}, "H"),
        ({"opponents_drew": "1,2,3,4"}, "3 opponents play"),
        ({"opponents_drew": "6"}, "6"),
    ],
    ids=str,
)
def test_bad_input_of_select_is_named(inputs, said):
    given = {"cards": "+7C -3F 10S 0 -4C", "target": 5, "suit": "C", "players": 4} | inputs
    with pytest.raises(InputError) as error:
        GAME.select(given.pop("cards"), **given)
    assert said in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("inputs", "said"),
    [
        ({"hand": "+1C +6F"}, "3 new cards were expected"),
        ({"discarded": "+9C"}, "3 cards were expected"),
        ({"discarded": "+9C +8F +4S"}, "+4S"),
        ({"opponents_drew": "1,2"}, "1 numbers were expected"),
        ({"selection": "", "discarded": "+9C +8F -10F +4S -5S", "hand": "+1C +6F -6S +2C +3C"}, "at least one card"),
    ],
    ids=str,
)
def test_bad_input_of_improve_is_named(inputs, said):
    given = {
        "selection": "+4S -5S", "hand": "+1C +6F -6S", "discarded": "+9C +8F -10F", "target": 0, "suit": "S",
        "players": 2,
    } | inputs  # fmt: skip
    with pytest.raises(InputError) as error:
        GAME.improve(**given)
    assert said in str(error.value)
