"""The question which card to lay: sampled worlds, or with few cards left all of them."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING, Any

from analyzer.core.decks import SABACC_62
from analyzer.core.errors import InputError
from analyzer.games.contract import Choice, Observations, Ranking, Request, Trial
from analyzer.games.smugglers_hold.position import Position, read_position
from analyzer.games.smugglers_hold.race import afterwards, score_of
from analyzer.games.smugglers_hold.rules import DEALER, PONE

if TYPE_CHECKING:
    import numpy as np

    from analyzer.games.smugglers_hold.kernels.playing import Seen, Table

CHANCES = ("claims_hold",)
GIVEN_MODEL = "exact given the opponent model"
DEALS_PER_BLOCK = 256
# So many cards a side or fewer: every holding of the opponent is tried in each deal, a block of about so many worlds.
ENUMERATED = 2
WORLDS_PER_BLOCK = 1024
# Chances to win that are summed over all holdings are kept in thousandths, or their squares would outgrow a tally.
COARSE = 1_000
# What an exact answer may count: under a minute on two cores.
MOST_WORLDS = 4_000_000
HOLDINGS_PER_BLOCK = 16
# These draw lots when they choose a card, so that a world of theirs has many ends.
DRAW_LOTS = ("random", "search")


def play(request: Request) -> Trial | Ranking:
    """Return every legal card with the net points still to come (own minus opponent's), or with the chance to win.

    The worlds that fit what was seen are sampled; when asked to be exact they are counted. Both Sylops are one action.
    Raises ``InputError`` where the inputs describe no position with the seat to move, or more worlds than can be
    counted.
    """
    import numpy as np

    from analyzer.games.smugglers_hold.kernels.advice import PARTS, WIN_UNIT
    from analyzer.games.smugglers_hold.kernels.playing import play_block

    position, given = _position(request)
    cards: dict[tuple[str, ...], int] = {}
    for card in position.legal:
        cards.setdefault(tuple(SABACC_62.words([card])), card)
    if request.exact:
        return _exact(request, position, cards)
    # A policy too slow for roll-outs is too slow for every hand that the opponent may hold.
    quick = all(policy.rolls_out for policy in request.game.policies if policy.name in (request.me, request.opponent))
    seen = seen_by(position, given, every=quick)
    table, assumed = _table(request, seen, list(cards.values()))
    every = len(seen.holdings)
    worlds, scored = max(1, every), table.score_me >= 0
    unit = (COARSE if every else WIN_UNIT) if scored else 1

    def block(stream: int, deals: int, active: np.ndarray) -> Observations:
        tried = table._replace(cards=table.cards[active])
        values = np.zeros((deals, len(active)), dtype=np.int64)
        parts = np.zeros((len(active), len(PARTS)), dtype=np.int64)
        chances, squares = np.zeros((2, len(active), len(CHANCES)), dtype=np.int64)
        outcomes = np.zeros((deals * worlds, len(active)), dtype=np.int32)
        play_block(np.uint64(stream), deals, tried, values, parts, chances, squares, outcomes)
        if scored and every:
            values = (values + WIN_UNIT // COARSE // 2) // (WIN_UNIT // COARSE)
        return Observations(values, parts[:, 1:] * unit, chances * unit, outcomes, squares * unit**2)

    return Trial(
        unit="win probability" if scored else "points still to come",
        actions=tuple(cards),
        parts=PARTS[1:],  # the path bonus is history
        chances=CHANCES,
        scale=worlds * unit,
        deals_per_block=max(1, WORLDS_PER_BLOCK // worlds) if every else DEALS_PER_BLOCK,
        block=block,
        assumptions=(*_taken_for_granted(position, request, every), *assumed),
        spread_chances=True,
    )


def _exact(request: Request, position: Position, cards: Mapping[tuple[str, ...], int]) -> Ranking:
    """Return the ranking over every hand of the opponent, every throw not known, and both sides of the play-off."""
    import numpy as np

    from analyzer.games.smugglers_hold.kernels.advice import PARTS, WIN_UNIT
    from analyzer.games.smugglers_hold.kernels.playing import enumerate_block

    given = request.inputs
    for option, policy in (("me", request.me), ("opponent", request.opponent)):
        if policy in DRAW_LOTS:
            raise InputError(f"--exact: {policy} draws lots, so its play cannot be counted: name another --{option}")
    hidden = (given["thrown"] is None) + (given["opponent_thrown"] is None)
    left, worlds = len(position.unseen) - position.held, comb(len(position.fitting), position.held)
    for throw in range(hidden):
        worlds *= comb(left - 2 * throw, 2)
    if worlds > MOST_WORLDS:
        remedy = "give --thrown, and ask once the opponent holds no more than two cards"
        raise InputError(f"--exact: {worlds:,} worlds are too many to count (at most {MOST_WORLDS:,}): {remedy}")
    seen = seen_by(position, given, every=False)
    table, assumed = _table(request, seen, list(cards.values()))
    holdings = np.array([_mask(held) for held in combinations(position.fitting, position.held)], dtype=np.int64)

    def count(first: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        values = np.zeros(len(cards), dtype=np.int64)
        parts = np.zeros((len(cards), len(PARTS)), dtype=np.int64)
        chances = np.zeros((len(cards), len(CHANCES)), dtype=np.int64)
        enumerate_block(table, holdings[first : first + HOLDINGS_PER_BLOCK], values, parts, chances)
        return values, parts, chances

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        blocks = list(pool.map(count, range(0, len(holdings), HOLDINGS_PER_BLOCK)))
    values, parts, chances = (np.sum(column, axis=0) for column in zip(*blocks, strict=True))
    scored, times = table.score_me >= 0, 2 * worlds
    ranked = [
        Choice(
            action,
            value / times / (WIN_UNIT if scored else 1),
            dict(zip(PARTS[1:], (row[1:] / times).tolist(), strict=True)),
            chances=dict(zip(CHANCES, (claims / times).tolist(), strict=True)),
        )
        for action, value, row, claims in zip(cards, values.tolist(), parts, chances, strict=True)
    ]
    return Ranking(
        "win probability" if scored else "points still to come",
        tuple(ranked),
        GIVEN_MODEL,
        (*_read_as(position, request), *_all_counted(position, worlds), *assumed),
    )


def _position(request: Request) -> tuple[Position, Mapping[str, Any]]:
    """Return the position described, and the inputs; raises ``InputError`` where there is none."""
    given = request.inputs
    if given["opponent_thrown"] is not None and request.rules["hold_pile"] != "open":
        raise InputError("--opponent-thrown is seen only where the Hold lies open: add --rule hold_pile=open")
    assert request.seat is not None, "the question names its seats"
    return read_position(given, request.seat, request.rules), given


def _table(request: Request, seen: Seen, cards: list[int]) -> tuple[Table, tuple[str, ...]]:
    """Return what every world is played on with, and what is assumed of the play and of the game after this deal."""
    import numpy as np

    from analyzer.games.smugglers_hold.kernels.book import make_book, stand_ins
    from analyzer.games.smugglers_hold.kernels.playing import Table
    from analyzer.games.smugglers_hold.kernels.throws import POLICIES

    score = score_of(request)
    assumed = stand_ins(request.rules, (request.me, request.opponent))
    chance = np.empty((0, 0))
    if score is not None:
        chance, more = afterwards(request.rules)
        assumed += more
    me, opponent = POLICIES.index(request.me), POLICIES.index(request.opponent)
    by_seat = (me, opponent) if request.seat == DEALER else (opponent, me)
    tried = np.array(cards, dtype=np.int64)
    return Table(seen, *by_seat, make_book(request.rules), tried, *(score or (-1, -1)), chance), assumed


def seen_by(position: Position, given: Mapping[str, Any], *, every: bool = True) -> Seen:
    """Return ``position`` under the dice and the throws ``given``, as the kernel takes it.

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
        others_thrown=_mask(given["opponent_thrown"] or ()),
        plays=np.array([card for _, card in position.plays], dtype=np.int64),
        held=position.held,
        fitting=np.array(position.fitting, dtype=np.int64),
        unseen=np.array(position.unseen, dtype=np.int64),
        holdings=np.array(holdings, dtype=np.int64),
    )


def _mask(cards: Iterable[int]) -> int:
    return sum(1 << card for card in cards)


def _read_as(position: Position, request: Request) -> list[str]:
    """Return the sentence that says who laid what, where that had to be found."""
    # Where the turns just alternate, nothing was left to be found.
    turns = [(PONE, DEALER)[turn % 2] for turn in range(len(position.history))]
    alternate = [seat for seat, _ in position.history] == turns and len(turns) == len(request.inputs["history"] or ())
    return [] if alternate else [f"the history is read as {position.told()}"]


def _all_counted(position: Position, worlds: int) -> list[str]:
    fit = " that fit the GOs" if len(position.fitting) < len(position.unseen) else ""
    return [
        f"all {worlds:,} hands and throws that are hidden{fit} are counted as equally likely, and both sides of a "
        "play-off; nothing is read from how the opponent threw or played"
    ]


def _taken_for_granted(position: Position, request: Request, holdings: int) -> list[str]:
    """Return the sentences that say what is assumed of the cards that the asker has not seen."""
    granted = _read_as(position, request)
    if holdings and position.held:
        granted.append(f"every sample tries all {holdings:,} hands that the opponent may hold, as equally likely")
    elif position.held:
        fit = " that fit the GOs" if len(position.fitting) < len(position.unseen) else ""
        granted.append(f"the opponent's cards in hand are drawn evenly from the unseen ones{fit}")
    own, others = (request.inputs[name] is None for name in ("thrown", "opponent_thrown"))
    sampled = "the play-off is"
    if own or others:
        thrown = "both throws (--thrown gives the own one)" if own and others else "the opponent's throw"
        if own and not others:
            thrown = "the own throw (--thrown gives it)"
        sampled = f"{thrown} and the play-off are"
    granted.append(f"{sampled} sampled; nothing is read from how the opponent threw or played")
    return granted
