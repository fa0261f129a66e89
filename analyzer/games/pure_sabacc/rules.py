"""The rules of Pure Sabacc in plain Python, in the rulebook's order, each ruling named where it applies.

Slow and obvious: the reference that the kernels are tested against. A whole game, or a hand of it, is played from
given deals. What hands are worth stands in ``rules_ranking``, one hand in ``rules_hand`` (its table in
``rules_table``, its end in ``rules_ending``), what it is made of in ``rules_record``, the simple players in
``rules_policies``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from analyzer.games.pure_sabacc.rules_ending import side_pots
from analyzer.games.pure_sabacc.rules_hand import full_rounds, legal_draws, legal_moves, play_hand
from analyzer.games.pure_sabacc.rules_policies import Cautious, First, Random
from analyzer.games.pure_sabacc.rules_ranking import (
    ARRAY,
    BEST_PURE,
    BOMB,
    CATEGORIES,
    FULL,
    PLAIN,
    PURE,
    Cards,
    Reading,
    Rules,
    levels,
    rank,
    read_cards,
    totals,
    winners,
)
from analyzer.games.pure_sabacc.rules_record import (
    TABLE,
    Bet,
    Deal,
    Draw,
    Event,
    FieldMove,
    HandRecord,
    Player,
    Pot,
    View,
    random_deal,
)

__all__ = [
    "ARRAY",
    "BEST_PURE",
    "BOMB",
    "CATEGORIES",
    "FULL",
    "PLAIN",
    "PURE",
    "TABLE",
    "Bet",
    "Cards",
    "Cautious",
    "Deal",
    "Draw",
    "Event",
    "FieldMove",
    "First",
    "GameRecord",
    "HandRecord",
    "Player",
    "Pot",
    "Random",
    "Reading",
    "Rules",
    "View",
    "full_rounds",
    "legal_draws",
    "legal_moves",
    "levels",
    "play_game",
    "play_hand",
    "random_deal",
    "rank",
    "read_cards",
    "side_pots",
    "totals",
    "winners",
]


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A whole game; ``seating[h][s]`` is the player on seat ``s`` of hand ``h``, players numbered by their first seats.

    ``credits`` and ``sabacc_pot`` are those at the end, ``shares`` what part of the game each player won.
    """

    hands: tuple[HandRecord, ...]
    seating: tuple[tuple[int, ...], ...]
    credits: tuple[int, ...]
    sabacc_pot: int
    shares: tuple[Fraction, ...]


def play_game(
    deals: Iterable[Deal],
    players: Sequence[Player],
    rules: Rules,
    credits: Sequence[int] = (),
    sabacc_pot: int = 0,
) -> GameRecord:
    """Play hands, one of ``deals`` each, until one player has credits or enough hands were played (PS-G8).

    The last of ``players`` deals first; then the deal passes left, to the next player with credits (PS-G3).
    ``credits`` are the house's unless given. Whoever has most at the end wins; equals share, and where nobody has any
    left, those who were dealt the last hand. Raises ``ValueError`` where the deals give out first.
    """
    count = len(players)
    purse = list(credits or [rules["credits"]] * count)
    limit = None if rules["hands"] == "unlimited" else rules["hands"]
    source = iter(deals)
    hands: list[HandRecord] = []
    seating: list[tuple[int, ...]] = []
    dealer = count - 1
    while sum(map(bool, purse)) > 1 and len(hands) != limit:
        around = [(dealer + place) % count for place in range(1, count + 1)]
        seated = tuple(player for player in around if purse[player])
        deal = next(source, None)
        if deal is None:
            raise ValueError(f"the game needs more deals: credits {purse} after {len(hands)}")
        record = play_hand(
            deal, [players[player] for player in seated], rules, [purse[player] for player in seated], sabacc_pot
        )
        for player, left in zip(seated, record.credits, strict=True):
            purse[player] = left
        sabacc_pot = record.sabacc_pot
        hands.append(record)
        seating.append(seated)
        dealer = next(player for player in around if purse[player] or player == dealer)

    most = max(purse)
    last = seating[-1] if seating else tuple(range(count))
    best = [player for player in range(count) if purse[player] == most and (most or player in last)]
    shares = tuple(Fraction(player in best, len(best)) for player in range(count))
    return GameRecord(tuple(hands), tuple(seating), tuple(purse), sabacc_pot, shares)
