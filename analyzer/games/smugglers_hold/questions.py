"""The questions of Smuggler's Hold: the throw, the card to lay, the best Spoils of a pool, and a count."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import combinations
from typing import TYPE_CHECKING, Any

import analyzer.games.smugglers_hold.rules as rulebook
from analyzer.core.decks import SABACC_62
from analyzer.games.contract import Choice, Count, Line, Observations, Ranking, Request, Trial
from analyzer.games.smugglers_hold.position import Position, read_position
from analyzer.games.smugglers_hold.race import afterwards, score_of
from analyzer.games.smugglers_hold.rules import DEALER, PONE

if TYPE_CHECKING:
    import numpy as np

    from analyzer.games.smugglers_hold.kernels.playing import Seen

CHANCES = ("claims_hold",)
DEALS_PER_BLOCK = 256
# So many cards a side or fewer: every holding of the opponent is tried in each deal, a block of about so many worlds.
ENUMERATED = 2
WORLDS_PER_BLOCK = 1024


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


def play(request: Request) -> Trial:
    """Return the trial of every legal card in common worlds, in net points still to come (own minus opponent's).

    Both Sylops are one action. Raises ``InputError`` where the inputs describe no position with the seat to move.
    """
    import numpy as np

    from analyzer.games.smugglers_hold.kernels.advice import PARTS
    from analyzer.games.smugglers_hold.kernels.book import make_book, stand_ins
    from analyzer.games.smugglers_hold.kernels.playing import play_block
    from analyzer.games.smugglers_hold.kernels.throws import POLICIES

    assert request.seat is not None, "the question names its seats"
    position = read_position(request.inputs, request.seat, request.rules)
    # A policy too slow for roll-outs is too slow for every hand that the opponent may hold.
    quick = all(policy.rolls_out for policy in request.game.policies if policy.name in (request.me, request.opponent))
    seen = seen_by(position, request.inputs, every=quick)
    cards: dict[tuple[str, ...], int] = {}
    for card in position.legal:
        cards.setdefault(tuple(SABACC_62.words([card])), card)
    card_of_action = np.array(list(cards.values()), dtype=np.int64)
    book = make_book(request.rules)
    me, opponent = POLICIES.index(request.me), POLICIES.index(request.opponent)
    worlds = max(1, len(seen.holdings))

    def block(stream: int, deals: int, active: np.ndarray) -> Observations:
        values = np.zeros((deals, len(active)), dtype=np.int32)
        parts = np.zeros((len(active), len(PARTS)), dtype=np.int64)
        chances = np.zeros((len(active), len(CHANCES)), dtype=np.int64)
        outcomes = np.zeros((deals * worlds, len(active)), dtype=np.int32)
        cards_tried = card_of_action[active]
        play_block(np.uint64(stream), deals, seen, me, opponent, book, cards_tried, values, parts, chances, outcomes)
        return Observations(values, parts[:, 1:], chances, outcomes)

    return Trial(
        unit="points still to come",
        actions=tuple(cards),
        parts=PARTS[1:],  # the path bonus is history
        chances=CHANCES,
        scale=worlds,
        deals_per_block=max(1, WORLDS_PER_BLOCK // worlds) if len(seen.holdings) else DEALS_PER_BLOCK,
        block=block,
        assumptions=(
            *_taken_for_granted(position, request, len(seen.holdings)),
            *stand_ins(request.rules, (request.me, request.opponent)),
        ),
    )


def seen_by(position: Position, given: Mapping[str, Any], *, every: bool = True) -> Seen:
    """Return ``position`` under the dice and the throw ``given``, as the kernel takes it.

    With ``every`` all hands of the opponent are enumerated where few cards are left.
    """
    import numpy as np

    from analyzer.games.smugglers_hold.kernels.playing import Seen

    own = [card for seat, card in position.plays if seat == position.seat]
    holdings: list[int] = []
    if every and max(len(position.hand), position.held) <= ENUMERATED:
        holdings = [_mask(cards) for cards in combinations(position.fitting, position.held)]
    return Seen(
        seat=position.seat,
        number=given["target"],
        path=given["path"],
        suit=given["suit"],
        kept=_mask([*position.hand, *own]),
        shown=_mask([card for seat, card in position.plays if seat != position.seat]),
        thrown=_mask(given["thrown"] or ()),
        plays=np.array([card for _, card in position.plays], dtype=np.int64),
        held=position.held,
        fitting=np.array(position.fitting, dtype=np.int64),
        unseen=np.array(position.unseen, dtype=np.int64),
        holdings=np.array(holdings, dtype=np.int64),
    )


def _mask(cards: Iterable[int]) -> int:
    return sum(1 << card for card in cards)


def _taken_for_granted(position: Position, request: Request, holdings: int) -> list[str]:
    """Return the sentences that say what is assumed of the cards that the asker has not seen."""
    # Where the turns just alternate, nothing was left to be found.
    turns = [(PONE, DEALER)[turn % 2] for turn in range(len(position.history))]
    alternate = [seat for seat, _ in position.history] == turns and len(turns) == len(request.inputs["history"] or ())
    granted = [] if alternate else [f"the history is read as {position.told()}"]
    if holdings and position.held:
        granted.append(f"every sample tries all {holdings:,} hands that the opponent may hold, as equally likely")
    elif position.held:
        fit = " that fit the GOs" if len(position.fitting) < len(position.unseen) else ""
        granted.append(f"the opponent's cards in hand are drawn evenly from the unseen ones{fit}")
    thrown = "both throws (--thrown gives the own one)" if request.inputs["thrown"] is None else "the opponent's throw"
    granted.append(f"{thrown} and the play-off are sampled; nothing is read from how the opponent threw or played")
    return granted


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
