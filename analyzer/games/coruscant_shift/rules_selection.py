"""Selections of Coruscant Shift: which are legal, how far they are from the die, and whose wins.

A selection is a tuple of card numbers of ``SABACC_62``; a hand may hold one card twice only under
``exhaustion=fresh_deck``. ``target`` is the gold die, ``suit`` the silver die (0 coins, 1 flasks, 2 sabers).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import Any

from analyzer.core.decks import SABACC_62

Cards = tuple[int, ...]
Rules = Mapping[str, Any]
"""Every option of ``options.toml`` by name."""

LEVELS = ("two_sylops", "distance", "distance", "suit")
"""The level of each place of a :func:`strength`; where all are equal the level is ``draw_off`` (CS-T3)."""


def total(selection: Iterable[int]) -> int:
    """Return the sum of the signed values of ``selection``; 0 where it is empty (CS-S2)."""
    return sum(SABACC_62.values[card] for card in selection)


def distance(selection: Iterable[int], target: int) -> int:
    """Return how far the sum is from the gold die, above and below alike (CS-T1)."""
    return abs(total(selection) - target)


def suit_count(selection: Iterable[int], suit: int) -> int:
    """Return the number of cards of the silver die's suit; each Sylop is one (CS-T2)."""
    return sum(SABACC_62.suits[card] in (suit, -1) for card in selection)


def overshoots(selection: Iterable[int], target: int) -> bool:
    """Return whether the sum is beyond ``target`` on the side away from 0 (CS-T1, ``overshoot=bust``).

    A target of 0 has no such side, so nothing goes beyond it.
    """
    reached = total(selection)
    return reached > target > 0 or reached < target < 0


# ------------------------------------------------------------------------------------------------- what is legal


def subsets(cards: Iterable[int]) -> list[Cards]:
    """Return every subset of ``cards``, the empty one first, in canonical order: by their cards, lowest first."""
    ordered = sorted(cards)
    return sorted(chosen for size in range(len(ordered) + 1) for chosen in combinations(ordered, size))


def legal_selections(hand: Cards, target: int, suit: int, rules: Rules) -> list[Cards]:
    """Return what may be selected of the cards dealt, in canonical order (CS-S1, CS-S2)."""
    choices = subsets(hand)
    if not rules["empty_selection"]:
        choices.remove(())
    return _allowed(choices, (), target, suit, rules)


def improves_freely(rules: Rules) -> bool:
    """Return whether cards selected before the shift may be given up after it (CS-S3, CS-H4)."""
    return bool(rules["form"] != "standard" and rules["improve"] == "free")


def legal_additions(selection: Cards, hand: Cards, target: int, suit: int, rules: Rules) -> list[Cards]:
    """Return what may be done after the shift with the new cards ``hand``, in canonical order.

    Standard (and ``improve=locked``): the new cards that join ``selection``, none among them (CS-S3, CS-S5).
    Halcyon and holo: what is kept of all cards held, at least one (CS-H4).
    """
    if improves_freely(rules):
        return _allowed(subsets(selection + hand)[1:], (), target, suit, rules)
    return _allowed(subsets(hand), selection, target, suit, rules)


def _allowed(choices: list[Cards], kept: Cards, target: int, suit: int, rules: Rules) -> list[Cards]:
    """Return ``choices``, or under ``selection=closest`` those that come closest and then have most of the suit.

    Sums equally far above and below the target are equal here, as they are at the reveal. The house rules of the
    reveal (``overshoot``, ``two_sylops``) do not bend what "closest" means.
    """
    if rules["selection"] == "free":
        return choices
    ranks = [(distance(kept + choice, target), -suit_count(kept + choice, suit)) for choice in choices]
    return [choice for choice, rank in zip(choices, ranks, strict=True) if rank == min(ranks)]


def closest(choices: Sequence[Cards], kept: Cards, target: int, suit: int) -> Cards:
    """Return the choice that, joined to ``kept``, is closest; then most of the suit, fewest cards, canonical order."""
    return min(
        choices,
        key=lambda cards: (
            distance(kept + cards, target),
            -suit_count(kept + cards, suit),
            len(cards),
            tuple(sorted(cards)),
        ),
    )


# ---------------------------------------------------------------------------------------------------- who wins


def strength(selection: Cards, target: int, suit: int, rules: Rules) -> tuple[int, int, int, int]:
    """Return what is compared at the reveal, first things first; less is better.

    Places: not two Sylops alone (CS-T5), a bust (CS-T1: it loses to all but other busts), distance, cards of the suit.
    """
    # Two Sylops alone beat an exact hit too: a weaker reading would not be a win.
    two_sylops = rules["two_sylops"] == "wins" and [SABACC_62.suits[card] for card in selection] == [-1, -1]
    bust = rules["overshoot"] == "bust" and overshoots(selection, target)
    return int(not two_sylops), int(bust), distance(selection, target), -suit_count(selection, suit)


def compare(one: Cards, other: Cards, target: int, suit: int, rules: Rules) -> int:
    """Return 1 where ``one`` beats ``other``, -1 where it loses, 0 where only a draw-off can tell."""
    mine, theirs = strength(one, target, suit, rules), strength(other, target, suit, rules)
    return (mine < theirs) - (mine > theirs)


def winner(selections: Mapping[int, Cards], target: int, suit: int, rules: Rules) -> tuple[tuple[int, ...], str]:
    """Return the seats that are best of ``selections`` (seat to cards), and the level that left them alone.

    Several seats come with the level ``draw_off``: they are equal at all others.
    """
    tied = tuple(selections)
    strengths = {seat: strength(selections[seat], target, suit, rules) for seat in tied}
    for place, level in enumerate(LEVELS):
        best = min(strengths[seat][place] for seat in tied)
        tied = tuple(seat for seat in tied if strengths[seat][place] == best)
        if len(tied) == 1:
            return tied, level
    return tied, "draw_off"
