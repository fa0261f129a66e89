"""The rules of Coruscant Shift in plain Python, in the rulebook's order, each ruling named where it applies.

Slow and obvious: the reference that the kernels are tested against. A whole game, or a hand of it, is played from
given deals. What may be selected and whose selection wins stands in ``rules_selection``, one hand in ``rules_hand``,
what it is made of in ``rules_record``, the simple players in ``rules_policies``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from analyzer.games.coruscant_shift.rules_hand import play_hand, pots
from analyzer.games.coruscant_shift.rules_policies import Closest, First, Random
from analyzer.games.coruscant_shift.rules_record import (
    GOLD_DIE,
    SILVER_DIE,
    TABLE,
    Deal,
    Event,
    HandRecord,
    Player,
    Pot,
    View,
)
from analyzer.games.coruscant_shift.rules_selection import (
    Cards,
    Rules,
    closest,
    compare,
    distance,
    improves_freely,
    legal_additions,
    legal_selections,
    overshoots,
    strength,
    subsets,
    suit_count,
    total,
    winner,
)

__all__ = [
    "GOLD_DIE",
    "SILVER_DIE",
    "TABLE",
    "Cards",
    "Closest",
    "Deal",
    "Event",
    "First",
    "GameRecord",
    "HandRecord",
    "Player",
    "Pot",
    "Random",
    "Rules",
    "View",
    "closest",
    "compare",
    "distance",
    "improves_freely",
    "legal_additions",
    "legal_selections",
    "overshoots",
    "play_game",
    "play_hand",
    "pots",
    "strength",
    "subsets",
    "suit_count",
    "total",
    "winner",
]


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A whole game; ``seating[h][s]`` is the player on seat ``s`` of hand ``h``, players numbered by their first seats.

    ``score`` is hands won, or chips at the end; ``shares`` what part of the game each player won. Hands of a play-off
    (CS-D7) stand last and count for no score.
    """

    hands: tuple[HandRecord, ...]
    seating: tuple[tuple[int, ...], ...]
    score: tuple[Fraction, ...]
    shares: tuple[Fraction, ...]


def play_game(deals: Iterable[Deal], players: Sequence[Player], rules: Rules) -> GameRecord:
    """Play until each player has dealt once and return the record (CS-D7, CS-H7).

    The last of ``players`` deals first, then the deal moves left. ``deals`` gives one deal for each hand played: as
    many as players, and more only for ``game_tie=play_off``.
    """
    staked = rules["form"] != "standard"
    count = len(players)
    source = iter(deals)
    score = [Fraction(rules["chips"] if staked else 0) for _ in players]
    hands: list[HandRecord] = []
    seating: list[tuple[int, ...]] = []

    def play(seated: tuple[int, ...]) -> HandRecord:
        chips = [int(score[player]) for player in seated] if staked else []
        record = play_hand(next(source), [players[player] for player in seated], rules, chips)
        hands.append(record)
        seating.append(seated)
        return record

    for turn in range(count):
        # The first seat is left of the dealer; one without the ante sits out, and deals all the same (CS-H6b).
        around = [(turn + seat) % count for seat in range(count)]
        seated = tuple(player for player in around if not staked or score[player] >= rules["ante"])
        if len(seated) < 2:
            continue  # Nobody is left to play against.
        record = play(seated)
        for player, paid, won in zip(seated, record.paid, record.won, strict=True):
            score[player] += won - paid

    best = tuple(player for player in range(count) if score[player] == max(score))
    while not staked and rules["game_tie"] == "play_off" and len(best) > 1:
        # The deal is back at the first dealer, so the tied players sit as in the first hand.
        record = play(best)
        best = tuple(player for player, won in zip(best, record.won, strict=True) if won == max(record.won))
    shares = tuple(Fraction(player in best, len(best)) for player in range(count))
    return GameRecord(tuple(hands), tuple(seating), tuple(score), shares)
