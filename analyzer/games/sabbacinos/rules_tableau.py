"""The tableau as it lies on the table: every tile, every open end, the feet to fill and the arms to begin."""

from __future__ import annotations

from dataclasses import dataclass, field

from analyzer.games.sabbacinos.rules_set import RuleSet
from analyzer.games.sabbacinos.rules_tiles import SYLOPS, has, is_double, other_half

KINDS = ("plain", "tip", "side", "opener", "hub", "toe")
"""The kinds of ends in canonical order."""

TOES = 3
"""Branches of a Porg's foot: one branch is a foot of the porg, three make it complete."""


@dataclass(slots=True, eq=False)
class End:
    """An open end: the value to match, its kind, and the laid tile (an index) that it is an edge of.

    ``label`` is the train or the chain that it ends, from 1, where these have owners or pots of their own, else 0.
    """

    value: int
    kind: str
    laid: int
    label: int = 0


@dataclass(frozen=True, slots=True)
class Laid:
    """A tile on the table: who laid it (``None`` for the hub), what value joined it, to which laid tile."""

    tile: int
    seat: int | None
    value: int | None = None
    to: int | None = None


@dataclass(slots=True)
class Foot:
    """An unfilled Porg's foot: the double (an index) and how many toes it still needs."""

    laid: int
    value: int
    left: int


@dataclass(slots=True)
class Tableau:
    """Tiles laid, ends open now, and what restricts them.

    ``feet`` are the unfilled ones; ``waiting`` the outer ends of toes, which open once no foot is unfilled (P6);
    ``arms_owed`` the arms of the cross that must be begun before anything else is joined (C3).
    """

    rules: RuleSet
    laid: list[Laid] = field(default_factory=list)
    ends: list[End] = field(default_factory=list)
    feet: list[Foot] = field(default_factory=list)
    waiting: list[End] = field(default_factory=list)
    arms_owed: int = 0

    def set_hub(self, edges: int) -> None:
        """Set the double Sylop in the centre, with one edge for each train (T1, T5); train n has label n."""
        self.laid.append(Laid(SYLOPS, None))
        self.ends += [End(0, "hub", 0, edge + 1) for edge in range(edges)]

    def open(self, tile: int, seat: int) -> None:
        """Lay the opening tile."""
        self.laid.append(Laid(tile, seat))
        low, high = (value for value in range(7) for _ in range(1 + is_double(tile)) if has(tile, value))
        if not is_double(tile):
            self.ends += [End(low, "plain", 0, 1), End(high, "plain", 0, 2)]
        elif self.rules.doubles == "foot":
            self._add_foot(0, low, self.rules.hub_toes)
        elif self.rules.cross:
            self.arms_owed = 4
            self.ends += [End(low, "opener", 0) for _ in range(4)]
        else:
            # A forking double that opens has its normal two ends, Krayt's eyes one (K4); Muggins' sides come later (M3)
            kind = "opener" if self.rules.tells_doubles else "plain"
            self.ends += [End(low, kind, 0, 1 + edge) for edge in range(self.rules.eyes)]

    def joinable(self) -> list[End]:
        """Return the ends that may be joined now, whoever plays: feet and arms come first (C3, P4)."""
        if self.feet:
            return [end for end in self.ends if end.kind == "toe"]
        if self.arms_owed:
            return [end for end in self.ends if end.kind == "opener"]
        return list(self.ends)

    def fits(self, tile: int, end: End) -> bool:
        """Tell whether ``tile`` may join ``end`` now: equal values (N4), and what feet and arms allow."""
        return has(tile, end.value) and (end in self.joinable() or self._stands_off(tile))

    def _stands_off(self, tile: int) -> bool:
        """P10: directly after a double another double goes on any open end, while exactly one foot is unfilled."""
        return self.rules.standoff and is_double(tile) and is_double(self.laid[-1].tile) and len(self.feet) == 1

    def join(self, tile: int, end: End, seat: int) -> None:
        """Lay ``tile`` on ``end``."""
        index = len(self.laid)
        self.ends.remove(end)
        self.laid.append(Laid(tile, seat, end.value, end.laid))
        if end.kind == "opener" and self.arms_owed:
            self.arms_owed -= 1
        if self.rules.doubles == "spinner":
            self._open_sides(end)
        if is_double(tile):
            self._add_double(index, end)
        elif end.kind == "toe":
            self._add_toe(index, tile, end)
        else:
            self.ends.append(End(other_half(tile, end.value), "plain", index, end.label))

    def _add_double(self, index: int, end: End) -> None:
        if self.rules.doubles == "foot":
            self._add_foot(index, end.value, TOES)
            return
        kind = "tip" if self.rules.tells_doubles else "plain"
        edges = self.rules.branches if self.rules.doubles == "fork" else 1  # G14: in line games one open end
        self.ends += [End(end.value, kind, index, end.label) for _ in range(edges)]

    def _open_sides(self, covered: End) -> None:
        """M3: the side edges of a double open once its far side is covered, of an opening double both its sides."""
        if covered.kind not in ("tip", "opener") or any(end.laid == covered.laid for end in self.ends):
            return
        if self.spins(covered.laid):
            self.ends += [End(covered.value, "side", covered.laid) for _ in range(2)]

    def spins(self, index: int) -> bool:
        """Tell whether the double at ``index`` has side edges: every one, the first one laid, or none (M1)."""
        first = next(place for place, laid in enumerate(self.laid) if is_double(laid.tile))
        return self.rules.spinners == "all" or (self.rules.spinners == "first" and index == first)

    def _add_foot(self, index: int, value: int, toes: int) -> None:
        self.feet.append(Foot(index, value, toes))
        self.ends += [End(value, "toe", index) for _ in range(toes)]

    def _add_toe(self, index: int, tile: int, end: End) -> None:
        foot = next(foot for foot in self.feet if foot.laid == end.laid)
        foot.left -= 1
        self.waiting.append(End(other_half(tile, end.value), "plain", index))
        if not foot.left:
            self.feet.remove(foot)
        if not self.feet:
            self._open_toes()

    def _open_toes(self) -> None:
        """P6: the toes' outer ends open, the doubles are closed."""
        self.ends += self.waiting
        self.waiting = []

    def release(self) -> bool:
        """Lift what restricts the ends where the house rule says so; tell whether anything was lifted (P5, C3)."""
        if self.feet and self.rules.foot_release:
            self.ends = [end for end in self.ends if end.kind != "toe"]
            self.feet = []
            self._open_toes()
            return True
        if self.arms_owed and self.rules.cross_release:
            self.arms_owed = 0
            return True
        return False

    def is_dead(self) -> bool:
        """Tell whether the tiles face up prove that no tile can join: every joinable value lies all out (G6)."""
        shown = [laid.tile for laid in self.laid]
        everywhere = self.rules.highest + 1
        return all(sum(has(tile, end.value) for tile in shown) == everywhere for end in self.joinable())
