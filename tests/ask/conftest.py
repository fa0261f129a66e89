"""Sessions that several files ask."""

from __future__ import annotations

from dataclasses import replace

import pytest

from analyzer import games
from analyzer.ask.session import Session
from analyzer.games.contract import Game


@pytest.fixture(scope="session")
def high_card() -> Session:
    """Return the toy that can be asked everything."""
    return games.load("high-card")


@pytest.fixture(scope="session")
def smugglers_hold() -> Session:
    """Return Smuggler's Hold, of which these tests ask only what is exact."""
    return games.load("smugglers-hold")


@pytest.fixture(scope="session")
def seated() -> Game:
    """Return high card with a question that is answered for both seats."""
    game = games.find("high-card")
    return replace(game, questions=(replace(game.questions[0], seats=game.seats, every_seat=True),))
