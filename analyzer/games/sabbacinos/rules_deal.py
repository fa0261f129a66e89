"""Before the first tile: chance, the deal, and who opens with what."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from analyzer.games.sabbacinos.rules_set import RuleSet
from analyzer.games.sabbacinos.rules_tiles import DOUBLES, HALVES, NUMBER, PIPS, SYLOPS, is_double, tiles_up_to

EYES = NUMBER[4, 4]
"""The Krayt Dragon's eyes, 4-4."""


class Chance(Protocol):
    """Where shuffles, dice and blind picks come from."""

    def shuffle(self, tiles: Sequence[int]) -> tuple[int, ...]:
        """Return ``tiles`` in a random order."""
        ...

    def roll(self, faces: int) -> int:
        """Return a number from 1 to ``faces``."""
        ...

    def pick(self, count: int) -> int:
        """Return a number from 0 to ``count - 1``: one of so many tiles, in canonical order, taken blindly (L8)."""
        ...


@dataclass(frozen=True, slots=True)
class Shuffled:
    """Chance from a random source."""

    source: random.Random

    def shuffle(self, tiles: Sequence[int]) -> tuple[int, ...]:
        return tuple(self.source.sample(list(tiles), len(tiles)))

    def roll(self, faces: int) -> int:
        return self.source.randint(1, faces)

    def pick(self, count: int) -> int:
        return self.source.randrange(count)


class Given:
    """A given deal: orders of all tiles, one a shuffle (of some tiles: in this order), rolls and picks as they fall.

    A roll or pick that cannot be is a ``ValueError``; one too few a ``StopIteration``.
    """

    def __init__(self, orders: Iterable[Sequence[int]], rolls: Iterable[int] = (), picks: Iterable[int] = ()) -> None:
        self._orders: Iterator[Sequence[int]] = iter(orders)
        self._rolls = iter(rolls)
        self._picks = iter(picks)

    def shuffle(self, tiles: Sequence[int]) -> tuple[int, ...]:
        return tuple(tile for tile in next(self._orders) if tile in tiles)

    def roll(self, faces: int) -> int:
        return _within(next(self._rolls), 1, faces)

    def pick(self, count: int) -> int:
        return _within(next(self._picks), 0, count - 1)


def _within(given: int, low: int, high: int) -> int:
    if not low <= given <= high:
        raise ValueError(f"a number from {low} to {high} was expected, and not {given}")
    return given


@dataclass(frozen=True, slots=True)
class Deal:
    """Hands by seat, from the dealer's left (G17); the boneyard, its top first; who opens, and with which tiles.

    ``leader`` is ``None`` where the opening tile must first be drawn (Krayt). ``leads`` are the tiles that may open,
    empty in a game whose hub lies already. ``redeals`` counts the deals thrown in before this one.
    """

    hands: tuple[tuple[int, ...], ...]
    boneyard: tuple[int, ...]
    leader: int | None
    leads: tuple[int, ...]
    redeals: int


def set_tiles(rules: RuleSet) -> tuple[int, ...]:
    """Return the tiles that are shuffled: the hub is taken out before (T1)."""
    return tuple(tile for tile in tiles_up_to(rules.highest) if not (rules.hub and tile == SYLOPS))


def standard_size(players: int, rules: RuleSet) -> int | None:
    """Return how many tiles each player is dealt, ``None`` where dice decide (G15)."""
    if rules.hand == "die":
        return None
    return (7 if players == 2 else 5) if rules.hand == "standard" else int(rules.hand)


def roll_sizes(chance: Chance, players: int, rules: RuleSet) -> tuple[int, ...]:
    """Return how many tiles each player is to draw: each rolls, from the dealer's left (S1)."""
    size = standard_size(players, rules)
    if size is not None:
        return (size,) * players
    if rules.one_roll:
        return (chance.roll(rules.faces),) * players
    return tuple(chance.roll(rules.faces) for _ in range(players))


def deal_tiles(order: Sequence[int], sizes: Sequence[int]) -> tuple[tuple[tuple[int, ...], ...], tuple[int, ...]]:
    """Return hands and boneyard: each player in turn draws all his tiles, until the set is used up (G17, G18)."""
    hands, rest = [], tuple(order)
    for size in sizes:
        hands.append(tuple(sorted(rest[:size])))
        rest = rest[size:]
    return tuple(hands), rest


def by_dice(chance: Chance, players: int) -> tuple[int, ...]:
    """Return the seats from the lowest roll to the highest; the tied roll again among themselves (G16)."""

    def ordered(seats: Sequence[int]) -> tuple[int, ...]:
        if len(seats) == 1:
            return tuple(seats)
        rolls = {seat: chance.roll(6) for seat in seats}
        groups = [[seat for seat in seats if rolls[seat] == face] for face in range(1, 7)]
        return tuple(seat for group in groups if group for seat in ordered(group))

    return ordered(range(players))


def lowest_rank(tile: int) -> tuple[bool, int, int]:
    """Return what the lowest tile has least of: doubles before others, then the sum, then the lower half (G2, G3)."""
    return (not is_double(tile), PIPS[tile], HALVES[tile][0])


def highest_rank(tile: int) -> int:
    """Return the rank of a double in Sleemo: the double Sylop beats 6-6 (L3)."""
    return 7 if tile == SYLOPS else HALVES[tile][0]


def _holder(hands: Sequence[Sequence[int]], tile: int) -> int | None:
    return next((seat for seat, hand in enumerate(hands) if tile in hand), None)


def may_open(hand: Sequence[int], won_by: int | None, rules: RuleSet) -> tuple[int, ...]:
    """Return what the leader may open with, where tile ``won_by`` won the lead (``None``: no tile did) (G1, L4, R3)."""
    if rules.hub:
        return ()
    if rules.lead == "low_roll_double":
        return tuple(tile for tile in hand if is_double(tile))  # P2
    if won_by is None or rules.lead == "highest_double":
        return tuple(hand)
    if rules.opening == "forced" or rules.lead == "double_four":
        return (won_by,)
    # The cross tile is a double wherever there is one to open with (C2).
    return tuple(tile for tile in hand if is_double(tile) or not (rules.cross and is_double(won_by)))


def find_leader(
    hands: Sequence[Sequence[int]], chance: Chance, rules: RuleSet
) -> tuple[int | None, tuple[int, ...]] | None:
    """Return who opens and with which tiles; ``None`` where the deal is thrown in (P3, C2, S)."""
    dealt = [tile for hand in hands for tile in hand]
    doubles = [tile for tile in dealt if is_double(tile)]
    if rules.lead == "double_four":
        leader = _holder(hands, EYES)
        return leader, (EYES,)
    if rules.lead == "high_roll":
        leader = by_dice(chance, len(hands))[-1]
        return leader, tuple(hands[leader])
    if rules.lead == "low_roll_double":
        if not doubles:
            return None
        order = by_dice(chance, len(hands))
        leader = next(seat for seat in order if any(tile in DOUBLES for tile in hands[seat]))
        return leader, may_open(hands[leader], None, rules)
    if rules.lead == "highest_double":
        if not doubles:
            leader = by_dice(chance, len(hands))[-1]
            return leader, tuple(hands[leader])
        won_by = max(doubles, key=highest_rank)
    else:
        if not doubles and rules.no_double == "redeal":
            return None
        won_by = min(dealt, key=lowest_rank)
    leader = _holder(hands, won_by)
    assert leader is not None
    return leader, may_open(hands[leader], won_by, rules)


def deal_round(chance: Chance, players: int, rules: RuleSet, leader: int | None = None) -> Deal:
    """Deal until a deal stands, and find who opens; ``leader`` has the lead already and opens with any tile (G4)."""
    redeals = 0
    while True:
        sizes = roll_sizes(chance, players, rules)
        hands, boneyard = deal_tiles(chance.shuffle(set_tiles(rules)), sizes)
        if leader is not None:
            return Deal(hands, boneyard, leader, may_open(hands[leader], None, rules), redeals)
        found = find_leader(hands, chance, rules)
        if found is not None:
            return Deal(hands, boneyard, *found, redeals)
        redeals += 1
