"""The Spoils of Smuggler's Hold in plain Python: what four picks and the path card score, row by row.

Slow and obvious: the reference that the kernels are tested against.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, product

from analyzer.games.smugglers_hold.rules_skirmish import SUITS, SYLOPS, VALUES, Rules

PICKS = 4


@dataclass(frozen=True, slots=True)
class SpoilsRow:
    """One combination that scores: its name, its cards in canonical order, its points."""

    name: str
    cards: tuple[int, ...]
    points: int


def count_spoils(picks: Sequence[int], path: int | None, number: int, suit: int, rules: Rules) -> list[SpoilsRow]:
    """Return every combination of ``picks`` and the path card that scores, in the order in which they are announced.

    ``path`` is ``None`` where a capture took the path card (SH-C2): the hand is the picks alone. ``number`` and
    ``suit`` are the dice. Names: sabacc (opposing pairs), pure_sabacc, sylop_pair, sum, suit, run, triple.
    """
    hand = sorted(picks if path is None else [*picks, path])
    rows = [
        *_opposing_pairs(hand, rules),
        *_sylops(hand, rules),
        *_sums(hand, number, rules),
        *_suit(hand, suit, rules),
        *_runs(hand, rules),
        *_triples(hand, rules),
    ]
    return [row for row in rows if row.points]


def best_picks(pool: Sequence[int], path: int | None, number: int, suit: int, rules: Rules) -> tuple[int, ...]:
    """Return the four cards of ``pool`` that score most, ties by the lower card order (SH-E8).

    A smaller pool is taken whole (SH-D2).
    """

    def points(picks: Sequence[int]) -> int:
        return sum(row.points for row in count_spoils(picks, path, number, suit, rules))

    # Combinations of sorted cards come in canonical order, and max keeps the first of equals.
    return max(combinations(sorted(pool), min(PICKS, len(pool))), key=points)


def _opposing_pairs(hand: Sequence[int], rules: Rules) -> Iterator[SpoilsRow]:
    """SH-E2: every +n with every -n, or as many disjoint pairs as there are; SH-E4: Sylops multiply each pair."""
    factor = int(rules["sylop_factor"].split(",")[sum(card in SYLOPS for card in hand)])
    for size in range(1, 11):
        minus = [card for card in hand if VALUES[card] == -size]
        plus = [card for card in hand if VALUES[card] == size]
        pairs = zip(minus, plus, strict=False) if rules["pairs"] == "disjoint" else product(minus, plus)
        for pair in pairs:
            yield SpoilsRow("sabacc", pair, rules["sabacc_points"] * factor)


def _sylops(hand: Sequence[int], rules: Rules) -> Iterator[SpoilsRow]:
    """SH-E1: both Sylops score twice over and are not multiplied."""
    if all(sylop in hand for sylop in SYLOPS):
        yield SpoilsRow("pure_sabacc", SYLOPS, rules["pure_sabacc_points"])
        yield SpoilsRow("sylop_pair", SYLOPS, rules["sylop_pair_points"])


def _sums(hand: Sequence[int], number: int, rules: Rules) -> Iterator[SpoilsRow]:
    """SH-E3: every set of enough cards that adds up to the number die."""
    # Ignored Sylops belong to no set: one added to a sum makes nothing new, and 5 with a Sylop is a single 5.
    cards = [card for card in hand if card not in SYLOPS] if rules["sum_sylop"] == "ignored" else hand
    for size in range(rules["min_sum_cards"], len(cards) + 1):
        for chosen in combinations(cards, size):
            if sum(VALUES[card] for card in chosen) == number:
                yield SpoilsRow("sum", chosen, rules["sum_points"])


def _suit(hand: Sequence[int], suit: int, rules: Rules) -> Iterator[SpoilsRow]:
    """SH-E5: three or more cards of the suit die, Sylops wild."""
    cards = tuple(card for card in hand if SUITS[card] == suit or card in SYLOPS)
    if len(cards) >= 3:
        yield SpoilsRow("suit", cards, rules["suit_points"] * len(cards))


def _runs(hand: Sequence[int], rules: Rules) -> Iterator[SpoilsRow]:
    """SH-E6: three or more values in a row, 0 only as a Sylop; a value held twice makes two runs."""
    held: dict[int, list[int]] = {}
    for card in hand:
        value = abs(VALUES[card]) if rules["spoils_run"] == "absolute" else VALUES[card]
        held.setdefault(value, []).append(card)
    for low in held:
        if low - 1 in held:
            continue
        length = 1
        while low + length in held:
            length += 1
        if length >= 3:
            for run in product(*(held[value] for value in range(low, low + length))):
                yield SpoilsRow("run", tuple(sorted(run)), rules["spoils_run_points"] * length)


def _triples(hand: Sequence[int], rules: Rules) -> Iterator[SpoilsRow]:
    """Three cards of one sign and size: all that the deck holds of a value."""
    for cards in combinations(hand, 3):
        if len({VALUES[card] for card in cards}) == 1:
            yield SpoilsRow("triple", cards, rules["spoils_triple_points"])
