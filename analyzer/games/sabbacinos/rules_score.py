"""What is scored: by a tile laid, by going out, by a blocked round."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from analyzer.games.sabbacinos.rules_set import RuleSet
from analyzer.games.sabbacinos.rules_tableau import End, Tableau
from analyzer.games.sabbacinos.rules_tiles import PIPS, is_double

Hand = Sequence[int]


def spinner_sum(tableau: Tableau) -> int:
    """Return the sum of the open ends of Muggins (M2).

    ``whole``: a double is worth both halves while it is a bare tip, or an opening double with a side free, and bare
    side edges nothing. ``edges``: every edge that is free, or will be, counts its value. ``single``: as whole, but one
    half.
    """
    count = tableau.rules.double_count
    total = sum(end.value for end in tableau.ends if end.kind == "plain")
    bare = {end.laid: end.value for end in tableau.ends if end.kind in ("tip", "opener")}
    if count != "edges":
        return total + (2 if count == "whole" else 1) * sum(bare.values())
    total += sum(end.value for end in tableau.ends if end.kind != "plain")
    return total + sum(2 * value for laid, value in bare.items() if tableau.spins(laid))


def line_sum(tableau: Tableau) -> int:
    """Return the sum of the two ends of Nerf Herder (N2); with ``whole`` a double at an end counts both halves."""
    if tableau.rules.double_count == "single":
        return sum(end.value for end in tableau.ends)
    plain = sum(end.value for end in tableau.ends if end.kind == "plain")
    return plain + sum(2 * value for value in {end.value for end in tableau.ends if end.kind != "plain"})


def match_points(tableau: Tableau) -> int:
    """Return the points of Bergamor: 1 where both ends show the same (B2); house rule: 2, and 3 with a double there."""
    first, second = tableau.ends
    if first.value != second.value:
        return 0
    if not tableau.rules.double_bonus:
        return 1
    return 3 if (first.kind == "plain") != (second.kind == "plain") else 2


@dataclass(slots=True)
class Pots:
    """The pips that wait for a double in Rule of Two: one pot, or one an end beside what both chains share (R5)."""

    rules: RuleSet
    pot: list[int]
    shared: int = 0

    @property
    def total(self) -> int:
        """All that waits."""
        return sum(self.pot) + self.shared

    def of(self, end: End) -> int:
        """Return the number of the pot that ``end`` feeds."""
        return end.label - 1 if self.rules.pot == "per_end" else 0

    def take(self, tile: int, end: End | None) -> int:
        """Return what laying ``tile`` on ``end`` (``None`` at the opening) scores: a double takes the pot (R4)."""
        if is_double(tile):
            taken = PIPS[tile] if self.rules.double_in_pot else 0
            if end is not None:
                taken += self.pot[self.of(end)] + self.shared
                self.pot[self.of(end)] = self.shared = 0
            return taken
        if end is not None:
            self.pot[self.of(end)] += PIPS[tile]
        elif self.rules.pot == "per_end":
            self.shared = PIPS[tile]
        else:
            self.pot[0] = PIPS[tile]
        return 0


def play_points(tableau: Tableau) -> int:
    """Return what the tile just laid scores by the ends that are open now (M4, M5, B1, N3)."""
    rules = tableau.rules
    if len(tableau.laid) == 1 and not rules.opening_scores:
        return 0
    if rules.in_play == "fives":
        total = spinner_sum(tableau)
        return total if total % 5 == 0 else 0
    if rules.in_play == "match":
        return match_points(tableau)
    if rules.in_play == "sum":
        return int(line_sum(tableau) == rules.sum_to)
    return 0


def hand_pips(hand: Hand, rules: RuleSet, *, compared: bool = False) -> int:
    """Return the pips of a hand, doubles twice with the Doubles Bonus; ``compared`` for a blocked round (P8)."""
    doubled = rules.doubles_bonus and not (compared and rules.bonus == "score_only")
    return sum(PIPS[tile] * (2 if doubled and is_double(tile) else 1) for tile in hand)


def fewest(hands: Sequence[Hand], rules: RuleSet) -> tuple[int, ...]:
    """Return the seats that a blocked round is won by, all of them where they are equal (G7)."""
    if rules.blocked == "void":
        return ()
    if rules.blocked == "fewest_tiles":
        left = [len(hand) for hand in hands]
    else:
        left = [hand_pips(hand, rules, compared=True) for hand in hands]
    return tuple(seat for seat, found in enumerate(left) if found == min(left))


def round_points(hands: Sequence[Hand], seat: int, rules: RuleSet, *, out: bool) -> int:
    """Return what ``seat`` gets for winning the round alone, by going ``out`` or in a blocked one (G8, M7, B3)."""
    others = sum(hand_pips(hand, rules) for holder, hand in enumerate(hands) if holder != seat)
    if rules.points == "win":
        return 1
    if rules.points == "none":
        if rules.out_bonus == "pips5":
            return (others + 2) // 5 * 5 if out else 0
        return rules.out_bonus if isinstance(rules.out_bonus, int) else 0
    own = hand_pips(hands[seat], rules)
    return others + {"opponents": 0, "net": -own, "all": own}[rules.blocked_points]


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a round ended: ``winners`` by seat (several where a tie is shared), what the end added to each seat."""

    winners: tuple[int, ...]
    added: tuple[Fraction, ...]


def settle(hands: Sequence[Hand], out: int | None, scored: Sequence[int], rules: RuleSet) -> Outcome:
    """Return the outcome of a round that ``out`` finished, or that is blocked (``None``).

    Rule of Two is won by the points scored in it, however it ended (R8).
    """
    added = [Fraction(0) for _ in hands]
    if rules.in_play == "pot":
        best = tuple(seat for seat, points in enumerate(scored) if points == max(scored))
        return Outcome(best, tuple(added))
    winners = (out,) if out is not None else fewest(hands, rules)
    if len(winners) > 1 and rules.blocked_tie != "split":
        winners = ()
    for seat in winners:
        added[seat] = Fraction(round_points(hands, seat, rules, out=out is not None), len(winners))
    return Outcome(winners, tuple(added))
