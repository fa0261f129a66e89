"""Which two of six cards to throw: hand and crib averaged over all that is unseen, and the play from a table.

This path imports neither numpy nor numba. The hand is exact. Against ``random`` the crib is exact too: any two of the
unseen cards join the throw. Against ``tables`` its ranks are those of the shipped table, in which the opponent throws
by the solved strategy from every six that the unseen cards deal; there the opponent's suits are those of any cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement
from typing import Any

from analyzer.core.errors import InputError
from analyzer.games.contract import Choice, Line, Ranking, Request, Trial
from analyzer.games.cribbage import tables
from analyzer.games.cribbage.rules_show import DECK_SIZE, JACK, rank, suit
from analyzer.games.cribbage.seats import DEALER

METHOD = "exact given the opponent model"
UNIT = "points per deal"
RANKS, UNSEEN = 13, 46
OPPONENTS = ("tables", "random")
"""The policies whose crib is known."""
FIVE_FLUSH = 5


def discard(request: Request) -> Ranking | Trial:
    """Return the 15 throws of six cards in points a deal, own less the opponent's, or with a score in chances to win.
    """
    if request.inputs["score"] is not None:
        from analyzer.games.cribbage.discard_at_score import trial

        return trial(request)
    return ranking(request)


def ranking(request: Request) -> Ranking:
    """Return the 15 throws in points a deal."""
    six, seat = sorted(request.inputs["cards"]), request.seat
    assert seat is not None
    if request.opponent not in OPPONENTS:
        raise InputError(
            f"--opponent: the crib against {request.opponent!r} is in no table: take {' or '.join(OPPONENTS)}"
        )
    cribs = crib_values(six, seat, request.opponent, request.rules)
    deck = request.game.deck
    choices = []
    for thrown, crib in zip(combinations(six, 2), cribs, strict=True):
        kept = [card for card in six if card not in thrown]
        shows = {card: hand_points(kept, card) for card in range(DECK_SIZE) if card not in six}
        best, worst = (choose(shows, key=lambda card: shows[card]) for choose in (max, min))
        parts = {
            "hand": sum(shows.values()) / len(shows),
            "crib": crib if seat == DEALER else -crib,
            "pegging": tables.play_value(seat, kept),
        }
        lines = (
            Line("hand with the best starter", tuple(deck.words([best])), shows[best]),
            Line("hand with the worst starter", tuple(deck.words([worst])), shows[worst]),
        )
        choices.append(Choice(tuple(deck.words(thrown)), sum(parts.values()), parts, lines))
    assumptions = (
        "pegging is the net points of the play by the four ranks kept, own less the opponent's, sampled beforehand",
        *(
            (
                "the opponent throws by the solved tables, its suits taken as those of any unseen cards",
                *tables.stand_ins(request.rules),
            )
            if request.opponent == "tables"
            else ("the opponent throws any two of the unseen cards",)
        ),
    )
    greedy = tuple(deck.words(greedy_throw(six, seat)))
    return Ranking(UNIT, tuple(choices), METHOD, assumptions, (("greedy", greedy),))


def crib_values(six: Sequence[int], seat: int, opponent: str, rules: Mapping[str, Any]) -> list[float]:
    """Return what the crib comes to on average for each of the 15 throws of sorted ``six``, nobs and flush among it."""
    by_ranks = tables.crib_row(seat, six) if opponent == "tables" else random_cribs(six)
    of_suit = Counter(map(suit, six))
    values = []
    for thrown, value in zip(combinations(six, 2), by_ranks, strict=True):
        nobs = sum(RANKS - of_suit[suit(card)] for card in thrown if rank(card) == JACK) / UNSEEN
        a, b = thrown
        flush = flush_value(RANKS - of_suit[suit(a)], rules) if suit(a) == suit(b) else 0.0
        values.append(value + nobs + flush)
    return values


def flush_value(unseen: int, rules: Mapping[str, Any]) -> float:
    """Return what the flush of a suited throw adds to the crib on average, with ``unseen`` cards of its suit left."""
    four = unseen * (unseen - 1) / (UNSEEN * (UNSEEN - 1))
    five = four * (unseen - 2) / (UNSEEN - 2)
    return FIVE_FLUSH * five + (4 * (four - five) if rules["crib_flush"] == "four" else 0.0)


def random_cribs(six: Sequence[int]) -> list[float]:
    """Return the crib's fifteens, pairs, runs and nobs of jacks met, any two unseen cards joining each throw."""
    left = [4 - sum(rank(card) == each for card in six) for each in range(RANKS)]
    of_suit = Counter(map(suit, six))
    jacks = [card for card in range(JACK * 4, JACK * 4 + 4) if card not in six]
    nobs = sum(2 / UNSEEN * (RANKS - of_suit[suit(card)] - 1) / (UNSEEN - 1) for card in jacks)
    ways = UNSEEN * (UNSEEN - 1) // 2 * (UNSEEN - 2)
    values: dict[tuple[int, int], float] = {}
    throws = [(rank(a), rank(b)) for a, b in combinations(six, 2)]
    for low, high in set(throws):
        total = 0
        for a, b in combinations_with_replacement(range(RANKS), 2):
            pairs = left[a] * left[b] if a != b else left[a] * (left[a] - 1) // 2
            if pairs:
                for starter in range(RANKS):
                    cards = left[starter] - (starter == a) - (starter == b)
                    if cards > 0:
                        total += pairs * cards * rank_points((low, high, a, b, starter))
        values[low, high] = total / ways + nobs
    return [values[throw] for throw in throws]


@cache
def rank_points(ranks: tuple[int, ...]) -> int:
    """Return fifteens, pairs and runs of two to five ranks (CR-A5)."""
    sums = [0]
    for each in ranks:
        sums += [total + min(each + 1, 10) for total in sums]
    copies = [ranks.count(each) for each in range(RANKS)]
    points = 2 * sums.count(15) + sum(number * (number - 1) for number in copies)
    length, ways = 0, 1
    for number in [*copies, 0]:
        if number:
            length, ways = length + 1, ways * number
        else:
            points += length * ways if length >= 3 else 0
            length, ways = 0, 1
    return points


def hand_points(kept: Sequence[int], starter: int) -> int:
    """Return what four cards of a hand show with ``starter``: the sum of `rules_show.count_show`, without its rows."""
    points = rank_points((*(card // 4 for card in kept), starter // 4))
    if len({card % 4 for card in kept}) == 1:
        points += 5 if suit(starter) == suit(kept[0]) else 4
    return points + (JACK * 4 + suit(starter) in kept)


def greedy_throw(six: Sequence[int], seat: int) -> tuple[int, int]:
    """Return what the policy that counts the cards alone throws: the kept four, and the two for or against it."""

    def points(thrown: tuple[int, int]) -> int:
        kept = [card for card in six if card not in thrown]
        pair = rank_points(tuple(map(rank, thrown)))
        flush = 4 if len(set(map(suit, kept))) == 1 else 0
        return rank_points(tuple(map(rank, kept))) + flush + (pair if seat == DEALER else -pair)

    return max(combinations(six, 2), key=points)
