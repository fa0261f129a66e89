"""The questions of Smuggler's Hold: the throw, the best Spoils of a pool, and a count; see `play` for the card."""

from __future__ import annotations

from itertools import combinations

import analyzer.games.smugglers_hold.rules as rulebook
from analyzer.core.decks import SABACC_62
from analyzer.games.contract import Choice, Count, Line, Observations, Ranking, Request, Trial
from analyzer.games.smugglers_hold.race import afterwards, score_of

CHANCES = ("claims_hold",)
DEALS_PER_BLOCK = 256


def discard(request: Request) -> Trial:
    """Return the trial of every throw on common deals, in net points of the deal (own minus opponent's).

    With a score it is in chances to win the game, the parts staying in points. Throws that look alike, with one Sylop
    or the other, are one action.
    """
    import numpy as np

    from analyzer.games.smugglers_hold.kernels.advice import PARTS, WIN_UNIT, discard_block
    from analyzer.games.smugglers_hold.kernels.book import make_book, stand_ins
    from analyzer.games.smugglers_hold.kernels.deal import SUIT_FACES
    from analyzer.games.smugglers_hold.kernels.throws import POLICIES

    six = sorted(request.inputs["cards"])
    throws: dict[tuple[str, ...], int] = {}
    for index, pair in enumerate(combinations(six, 2)):
        throws.setdefault(tuple(SABACC_62.words(pair)), index)
    throw_of_action = np.array(list(throws.values()), dtype=np.int64)
    hand = np.array(six, dtype=np.int64)
    book = make_book(request.rules)
    me, opponent = POLICIES.index(request.me), POLICIES.index(request.opponent)
    seat, score = request.seat, score_of(request)
    assumed = stand_ins(request.rules, (request.me, request.opponent))
    chance = np.empty((0, 0))
    if score is not None:
        chance, more = afterwards(request.rules)
        assumed += more
    my_score, their_score = score or (-1, -1)
    unit = 1 if score is None else WIN_UNIT

    def block(stream: int, deals: int, active: np.ndarray) -> Observations:
        values = np.zeros((deals, len(active)), dtype=np.int32)
        parts = np.zeros((len(active), len(PARTS)), dtype=np.int64)
        chances = np.zeros((len(active), len(CHANCES)), dtype=np.int64)
        outcomes = np.zeros((deals * SUIT_FACES, len(active)), dtype=np.int32)
        throws_tried = throw_of_action[active]
        discard_block(
            np.uint64(stream), deals, hand, seat, me, opponent, book, throws_tried, my_score, their_score, chance,
            values, parts, chances, outcomes,
        )
        return Observations(values, parts * unit, chances * unit, outcomes)

    return Trial(
        unit="points per deal" if score is None else "win probability",
        actions=tuple(throws),
        parts=PARTS,
        chances=CHANCES,
        scale=SUIT_FACES * unit,
        deals_per_block=DEALS_PER_BLOCK,
        block=block,
        assumptions=assumed,
    )


def spoils(request: Request) -> Ranking:
    """Return every four of the pool with its exact points, in parts by row of the chart (SH-E8)."""
    pool = sorted(request.inputs["pool"])
    ranked: dict[tuple[str, ...], Choice] = {}
    for picks in combinations(pool, min(4, len(pool))):
        lines = _lines(picks, request)
        action = tuple(SABACC_62.words(picks))
        parts: dict[str, float] = {}
        for line in lines:
            parts[line.name] = parts.get(line.name, 0) + line.points
        ranked.setdefault(action, Choice(action, sum(line.points for line in lines), parts, lines))
    # sorted() is stable and the picks come in canonical order, so ties stay canonical.
    return Ranking("points", tuple(sorted(ranked.values(), key=lambda choice: -choice.value)))


def count(request: Request) -> Count:
    """Return the Spoils of a hand and the path card, row by row in the order of announcing."""
    lines = _lines(tuple(sorted(request.inputs["hand"])), request)
    return Count(sum(line.points for line in lines), lines)


def _lines(picks: tuple[int, ...], request: Request) -> tuple[Line, ...]:
    given = request.inputs
    rows = rulebook.count_spoils(picks, given["path"], given["target"], given["suit"], request.rules)
    return tuple(Line(row.name, tuple(SABACC_62.words(row.cards)), row.points) for row in rows)
