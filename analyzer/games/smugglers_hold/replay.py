"""One given deal followed: the policies decide in the kernels, and the plain rules tell what each play scores."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from analyzer.core.decks import SABACC_62
from analyzer.core.errors import InputError, near
from analyzer.core.notation import parse_cards, quoted
from analyzer.games.contract import Column, Replay, Request
from analyzer.games.smugglers_hold.rules import (
    DEALER,
    PATH_POSITION,
    PONE,
    Deal,
    DealRecord,
    path_bonus,
    play_deal,
    start_skirmish,
)

EVENTS = ("path", "zero", "die", "rim", "run", "flush", "triple", "kessel", "last_card", "hold", "spoils")
MEMBERS = ("order", "number", "suit", "coin")
NUMBER_FACES = (-10, -5, 0, 5, 10)
SUIT_FACES = ("C", "F", "S")
# What the policy `random` draws from, so that the same deal is followed in the same way.
STREAM = 1


def replay(request: Request, given: Mapping[str, Any]) -> Replay:
    """Return a given deal told from the cards dealt to the Spoils, and its metrics.

    ``given`` holds ``order`` (13 cards or more: twelve dealt in turn, the pone's first, then the path card), the dice
    ``number`` and ``suit``, and ``coin``, the seat that wins a play-off. Raises ``InputError`` for anything else.
    """
    deal = _deal(given, request.game.seats)
    thrown, plays = _decisions(request, deal)
    record = play_deal(deal, request.rules, lambda seat, _: thrown[seat], lambda _: next(plays))
    seats = request.game.seats
    metrics = []
    for seat in (DEALER, PONE):
        mine, theirs = record.points[seat], record.points[1 - seat]
        values: dict[str, float] = {"wins": mine > theirs, "ties": mine == theirs, "points": mine}
        for name in EVENTS:
            values[f"points.{name}"] = sum(e.points for e in record.events if e.seat == seat and e.name == name)
        values |= {"claims_hold": record.claimant == seat, "captures": record.captures[seat]}
        metrics += [(Column(seats[seat], request.policies[seat], name), float(value)) for name, value in values.items()]
    metrics.append((Column("all", "", "stuck"), float(record.stuck)))
    return Replay(tuple(_told(record, request)), tuple(metrics))


def _told(record: DealRecord, request: Request) -> Iterator[dict[str, Any]]:
    """Tell the whole deal in order: what each seat does with which cards, the total it makes, and what it scores.

    A play stands once, followed by a row for each thing that it scores.
    """
    deal, seats, words = record.deal, request.game.seats, SABACC_62.words

    def row(seat: int, event: str, cards: Sequence[int], total: int | None = None, points: int = 0) -> dict[str, Any]:
        return {
            "seat": seats[seat], "event": event, "cards": words(cards), "total": total, "points": points
        }

    for seat in (PONE, DEALER):
        yield row(seat, "dealt", deal.six(seat))
    for seat in (PONE, DEALER):
        yield row(seat, "throws", record.throws[seat])
    yield row(PONE, "flip", [deal.path], SABACC_62.values[deal.path])
    for event in path_bonus(deal.path, deal.number, request.rules):
        yield row(event.seat, event.name, [], points=event.points)
    kept = [tuple(card for card in deal.six(seat) if card not in record.throws[seat]) for seat in (DEALER, PONE)]
    skirmish = start_skirmish(kept, deal.path, deal.number, request.rules)
    before = skirmish.total
    said = len(skirmish.history)
    for seat, _ in skirmish.history:
        yield row(seat, "GO", [], before)
    for seat, card in record.history:
        if card is None:
            continue
        total = skirmish.total + SABACC_62.values[card]
        scored = skirmish.lay(card)
        yield row(seat, "lays", [card], total)
        for event in scored:
            yield row(event.seat, event.name, [], points=event.points)
        for other, gone in skirmish.history[said:]:
            if gone is None:
                yield row(other, "GO", [], skirmish.total)
        said = len(skirmish.history)
    for seat in (DEALER, PONE):
        yield row(seat, "owns", record.own[seat])
    taker = record.claimant
    yield row(taker, f"claims the Hold by {record.level.replace('_', ' ')}", record.pools[taker])
    if request.rules["hold_points"]:
        yield row(taker, "hold", [], points=request.rules["hold_points"])
    for seat in (taker, 1 - taker):
        points = sum(scoring.points for scoring in record.spoils[seat])
        yield row(seat, "spoils", record.picks[seat], points=points)


def _deal(given: Mapping[str, Any], seats: tuple[str, ...]) -> Deal:
    for name in given:
        if name not in MEMBERS:
            raise InputError(
                f"deal: {quoted(name)} is unknown: expected {', '.join(MEMBERS)}{near(str(name), MEMBERS)}"
            )
    for name in MEMBERS:
        if name not in given:
            raise InputError(f"deal: {name} is missing: expected {', '.join(MEMBERS)}")
    order = parse_cards(given["order"], SABACC_62, "deal, order")
    if len(order) <= PATH_POSITION:
        raise InputError(f"deal, order: {len(order)} cards were given: expected {PATH_POSITION + 1} or more")
    for name, allowed in (("number", NUMBER_FACES), ("suit", SUIT_FACES), ("coin", seats)):
        if given[name] not in allowed:
            expected = ", ".join(map(str, allowed))
            raise InputError(f"deal, {name}: {quoted(given[name])} cannot be: expected one of {expected}")
    return Deal(order, given["number"], SUIT_FACES.index(given["suit"]), seats.index(given["coin"]))


def _decisions(request: Request, deal: Deal) -> tuple[list[tuple[int, int]], Any]:
    """Return the throws of both seats and an iterator over the cards laid, as the policies decide them."""
    import numpy as np

    from analyzer.core.rng import seed_stream
    from analyzer.games.smugglers_hold.kernels.book import make_book
    from analyzer.games.smugglers_hold.kernels.deal import ENDING, TALLIES, THROW, TRACE, TRACE_CARD, whole_deal
    from analyzer.games.smugglers_hold.kernels.open import DEAL_SIZE
    from analyzer.games.smugglers_hold.kernels.throws import POLICIES

    state = np.zeros(4, dtype=np.uint64)
    seed_stream(state, np.uint64(STREAM))
    trace, ending = np.zeros(TRACE, dtype=np.int64), np.zeros(ENDING, dtype=np.int64)
    dealer, pone = (POLICIES.index(name) for name in request.policies)
    whole_deal(
        np.array(deal.order), deal.number, deal.suit, deal.coin, dealer, pone, make_book(request.rules), state,
        np.zeros(DEAL_SIZE, dtype=np.int64), np.zeros((2, TALLIES), dtype=np.int64), trace, ending,
    )
    thrown = []
    for seat in (DEALER, PONE):
        first, second = (card for card in range(len(SABACC_62)) if int(ending[THROW + seat]) >> card & 1)
        thrown.append((first, second))
    return thrown, (int(card) & 63 for card in trace[TRACE_CARD : TRACE_CARD + trace[0]])
