"""What distinguishes one game of the family from another: a rule set, in the words of the rulings' table of parameters.

Each game's own ``rules.py`` fixes what its text fixes; every house rule of its ``options.toml`` is a field of the same
name, so the rules in force are the game's rule set with the options written over it (``rule_set``).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from importlib import import_module
from typing import Any


@dataclass(frozen=True, slots=True)
class RuleSet:
    """The rules in force of one game; the defaults are those of basic Sabbacinos."""

    # The deal. `hand` is `standard` (7 with two players, else 5; G15), a number, or `die` (each rolls its own size).
    hand: str | int = "standard"
    die: str = "d6"
    one_roll: bool = False
    highest: int = 6
    hub: bool = False

    # The lead: lowest_double, highest_double, low_roll_double, high_roll or double_four.
    lead: str = "lowest_double"
    opening: str = "forced"
    leader: str = "hands"
    no_double: str = "lowest_tile"
    redraw: str = "out"
    discards: str = "back"

    # The tableau: what a double does where it is laid (inline, fork, spinner or foot), and what must be joined first.
    doubles: str = "inline"
    eyes: int = 2
    fork: bool | int = False
    spinners: str = "none"
    cross: bool = False
    cross_release: bool = False
    hub_toes: int = 3
    foot_release: bool = False
    standoff: bool = False
    hub_edges: str | int = "players"
    strict_train: bool = False
    private: bool = False

    # A player without a move: pass, one, until, choice or die. `draw` and `holonet` are the variants that change it.
    no_move: str = "pass"
    draw: bool = False
    holonet: bool = False
    keep: int = 0
    first_turn_draw: bool = False
    locks: bool = False
    wrap: bool = False

    # Points of a play: none, fives, match, sum or pot.
    in_play: str = "none"
    double_count: str = "single"
    opening_scores: bool = True
    big_ranch: bool = False
    double_bonus: bool = False
    pot: str = "one"
    double_in_pot: bool = False
    pot_to_last: bool = False

    # The end of a round: its points are the others' pips, a round won (`win`) or nothing.
    points: str = "pips"
    out_bonus: str | int = "none"
    doubles_bonus: bool = False
    bonus: str = "both"
    dead_end: str = "passes"
    blocked: str = "fewest_pips"
    blocked_points: str = "opponents"
    blocked_tie: str = "nobody"

    # The match: to `target` points where there is one, else `rounds` rounds.
    rounds: int = 3
    target: int = 0
    tiebreak: str = "shared"
    finish_round: bool = False

    @property
    def drawing(self) -> str:
        """What a player without a move does: pass, one, until, choice, die, or gate (a die decides on the draw)."""
        if self.holonet:
            return "gate"
        return "until" if self.draw else self.no_move

    @property
    def branches(self) -> int:
        """How many ends a forking double opens where it is joined (K5, L1)."""
        return 1 + self.fork if isinstance(self.fork, bool) else self.fork

    @property
    def tells_doubles(self) -> bool:
        """Whether an end that is a double is worth something else than a plain end, and so another kind of end."""
        return self.in_play == "fives" or self.double_count == "whole" or self.double_bonus

    @property
    def sum_to(self) -> int:
        """The sum of the two ends that scores in Nerf Herder (N5)."""
        return 9 if self.big_ranch else 7

    @property
    def faces(self) -> int:
        """The faces of the die."""
        return int(self.die.removeprefix("d"))


def rule_set(game: str, options: Mapping[str, Any]) -> RuleSet:
    """Return the rules of ``game`` (``rule-of-two``) with ``options``, a value for every option that it has."""
    module = import_module(f"{__package__}.{game.replace('-', '_')}.rules")
    fixed: RuleSet = module.RULES
    return replace(fixed, **options)
