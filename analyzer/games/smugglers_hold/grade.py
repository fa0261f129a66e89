"""How good the policies, their throws and the table of the race are: measured, each time anew."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from analyzer.core.dealing import deal as shuffle
from analyzer.core.rng import next_word, seed_stream
from analyzer.games.contract import Column, Grade, Means, Measure, Request
from analyzer.games.smugglers_hold import RACER, SEATS
from analyzer.games.smugglers_hold.kernels import match
from analyzer.games.smugglers_hold.kernels.advice import PARTS, discard_block
from analyzer.games.smugglers_hold.kernels.book import Book, make_book, stand_ins
from analyzer.games.smugglers_hold.kernels.deal import SUIT_FACES
from analyzer.games.smugglers_hold.kernels.throws import POLICIES, THROWS, choose_throw
from analyzer.games.smugglers_hold.race import UNIT, shipped

# Deals of a hand on which all its throws are tried, how many of them are tried further, and on how many deals more.
SIFTED, CONTENDERS, DEALS = 500, 4, 4_000
HANDS_PER_BLOCK = 8
# Scores from which games are played to see whether the race table keeps its promise: the dealer's first.
STARTS = ((0, 0), (60, 60), (75, 90), (118, 118))
GAMES_PER_BLOCK = 64
DEALS_PER_BLOCK = 256
# Matches by pair of policies, with how many deals and games are played unless the asker says otherwise.
MATCHES = (
    ("greedy", "random", 50_000, 10_000),
    ("lookahead", "greedy", 50_000, 10_000),
    ("search", "lookahead", 4_000, 1_000),
    ("search", "greedy", 4_000, 1_000),
    ("open", "search", 2_000, 500),
)
HANDS, PROMISES = 400, 10_000


def grade(request: Request) -> Grade:
    """Return the measures: mirrored matches, a searched best reply, the throws, and the race against games played."""
    rules = request.rules
    measures = []
    for one, other, deals, games in MATCHES:
        name = f"{one} over {other}, net points"
        if (one, other) == ("search", RACER):
            # `search` takes its opponent to be exactly lookahead, and against lookahead that is so.
            name += ": a best reply to lookahead's play gains at least this"
        measures.append(
            _measure(f"{one}-{other}-deals", "points a deal", deals_of(rules, one, other), deals, (name,))
        )
        name = f"{one} beats {other}"
        measures.append(_measure(f"{one}-{other}-games", "share of games", games_of(rules, one, other), games, (name,)))
    reply = "a best reply to lookahead's throws in the throw alone"
    bounds = (f"{reply} gains at least", f"{reply} gains at most")
    measures.append(_measure("throws", "points a deal", throwing(rules, (RACER,)), HANDS, bounds))
    if shipped(rules, RACER) is not None:
        names = tuple(f"games won by the dealer from {me}-{them}, less the race table's promise" for me, them in STARTS)
        measures.append(_measure("race", "share of games", promised(rules), PROMISES, names))
    return Grade(tuple(measures), stand_ins(rules, (RACER,)))


def _measure(name: str, unit: str, means: Means, observations: int, names: tuple[str, ...]) -> Measure:
    method = f"simulated, {means.unit}"
    return Measure(name, unit, method, means=lambda: means, observations=observations, names=names)


def deals_of(rules: Mapping[str, Any], one: str, other: str) -> Means:
    """Return the mean net points that ``one`` makes against ``other`` a deal, on mirrored deals."""
    book, first, second = make_book(rules), POLICIES.index(one), POLICIES.index(other)

    def block(stream: int, deals: int) -> np.ndarray:
        rows = np.zeros((2 * deals, match.DEAL_COLUMNS), dtype=np.int32)
        match.simulate_block(np.uint64(stream), deals, first, second, True, book, rows)
        net = rows[:, match.DEALER_POINTS].astype(np.int64) - rows[:, match.PONE_POINTS]
        return (net[::2] - net[1::2])[:, np.newaxis]

    return Means("mirrored deals", (Column("all", one, "net", scale=2),), DEALS_PER_BLOCK, block)


def games_of(rules: Mapping[str, Any], one: str, other: str) -> Means:
    """Return the share of mirrored games that ``one`` wins against ``other``."""
    book, first, second = make_book(rules), POLICIES.index(one), POLICIES.index(other)

    def block(stream: int, games: int) -> np.ndarray:
        rows = np.zeros((2 * games, match.GAME_COLUMNS), dtype=np.int32)
        match.games_block(np.uint64(stream), games, first, second, True, 0, 0, book, rows)
        won = rows[:, 2].astype(np.int64)
        return (won[::2] + 1 - won[1::2])[:, np.newaxis]

    return Means("mirrored games", (Column("all", one, "wins", share=True, scale=2),), GAMES_PER_BLOCK, block)


def try_throws(
    book: Book, six: np.ndarray, seat: int, policy: str, throws: Sequence[int], deals: int, stream: int
) -> np.ndarray:
    """Return what each of ``throws`` of ``six`` nets on common deals, int32[deals, throws], in thirds of a point.

    ``policy`` plays on for both, and throws for the opponent.
    """
    played, n = POLICIES.index(policy), len(throws)
    values, outcomes = np.zeros((deals, n), dtype=np.int32), np.zeros((deals * SUIT_FACES, n), dtype=np.int32)
    discard_block(
        np.uint64(stream), deals, six, seat, played, played, book, np.array(throws, dtype=np.int64), -1, -1,
        np.empty((0, 0)), values, np.zeros((n, len(PARTS)), dtype=np.int64), np.zeros((n, 1), dtype=np.int64), outcomes,
    )
    return values


def throwing(rules: Mapping[str, Any], policies: Sequence[str]) -> Means:
    """Return the means, over random hands, of what a best reply in the throw alone would gain a deal.

    The opponent throws as `lookahead` does, which plays on for both. Of each hand the best throw is looked for by
    trying it. ``gains`` finds it on one half of the deals and values it on the other, both ways round, so that luck
    does not flatter it: a best reply gains at least that. ``gains_at_most`` finds and values it on the same deals.
    """
    book = make_book(rules)
    columns = [
        Column("all", policy, metric, scale=SUIT_FACES * DEALS)
        for policy in policies
        for metric in ("gains", "gains_at_most")
    ]

    def block(stream: int, hands: int) -> np.ndarray:
        state = np.zeros(4, dtype=np.uint64)
        seed_stream(state, np.uint64(stream))
        deck = np.arange(62)
        rows = np.empty((hands, len(columns)), dtype=np.int64)
        for hand in range(hands):
            shuffle(deck, state, 6)
            rows[hand] = _gains(book, np.sort(deck[:6]), int(hand + stream) % 2, policies, state)
        return rows

    return Means("hands", tuple(columns), HANDS_PER_BLOCK, block)


def _gains(book: Book, six: np.ndarray, seat: int, policies: Sequence[str], state: np.ndarray) -> list[int]:
    """Return both gains over the throw of each of ``policies``, summed over `DEALS` deals in thirds of a point."""
    own = [int(choose_throw(POLICIES.index(policy), six, seat, state, book)) for policy in policies]
    first = try_throws(book, six, seat, RACER, range(THROWS), SIFTED, int(next_word(state)))
    throws = sorted({*np.argsort(-first.sum(axis=0), kind="stable")[:CONTENDERS].tolist(), *own})
    values = try_throws(book, six, seat, RACER, throws, DEALS, int(next_word(state)))
    one, other = values[: DEALS // 2].sum(axis=0), values[DEALS // 2 :].sum(axis=0)
    both = one + other
    gains = []
    for throw in map(throws.index, own):
        apart = one[other.argmax()] - one[throw] + other[one.argmax()] - other[throw]
        gains += [int(apart), int(both.max() - both[throw])]
    return gains


def promised(rules: Mapping[str, Any]) -> Means:
    """Return the means of what the dealer wins of games really played, less what the race table promises, by `STARTS`.

    Raises ``ValueError`` where no table is shipped for ``rules``.
    """
    table = shipped(rules, RACER)
    if table is None:
        raise ValueError("no race table is shipped for these rules")
    book, player, whole = make_book(rules), POLICIES.index(RACER), round(1 / UNIT)
    chances = [round(table.row(*start, dealer=True)["p"] / UNIT) for start in STARTS]
    columns = [Column(SEATS[0], RACER, f"wins_from_{me}_{them}", scale=whole) for me, them in STARTS]

    def block(stream: int, games: int) -> np.ndarray:
        state = np.zeros(4, dtype=np.uint64)
        seed_stream(state, np.uint64(stream))
        excess = np.empty((games, len(STARTS)), dtype=np.int64)
        for start, scores in enumerate(STARTS):
            rows = np.zeros((games, match.GAME_COLUMNS), dtype=np.int32)
            match.games_block(np.uint64(next_word(state)), games, player, player, False, *scores, book, rows)
            excess[:, start] = rows[:, 2].astype(np.int64) * whole - chances[start]
        return excess

    return Means("games", tuple(columns), GAMES_PER_BLOCK, block)
