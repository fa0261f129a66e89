"""One given deal followed: the policies decide in the kernels, and the plain rules tell what each play scores."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from analyzer.core.decks import SABACC_62
from analyzer.core.errors import InputError, near
from analyzer.core.notation import parse_cards, quoted
from analyzer.games.contract import Column, Replay, Request
from analyzer.games.smugglers_hold.rules import DEALER, PATH_POSITION, PONE, Deal, play_deal

EVENTS = ("path", "zero", "die", "rim", "run", "flush", "triple", "kessel", "last_card", "hold", "spoils")
MEMBERS = ("order", "number", "suit", "coin")
NUMBER_FACES = (-10, -5, 0, 5, 10)
SUIT_FACES = ("C", "F", "S")
# What the policy `random` draws from, so that the same deal is followed in the same way.
STREAM = 1


def replay(request: Request, given: Mapping[str, Any]) -> Replay:
    """Return the events of a given deal in scoring order, and its metrics.

    ``given`` holds ``order`` (13 cards or more: twelve dealt in turn, the pone's first, then the path card), the dice
    ``number`` and ``suit``, and ``coin``, the seat that wins a play-off. Raises ``InputError`` for anything else.
    """
    deal = _deal(given, request.game.seats)
    thrown, plays = _decisions(request, deal)
    record = play_deal(deal, request.rules, lambda seat, _: thrown[seat], lambda _: next(plays))
    seats = request.game.seats
    events = tuple(
        {"seat": seats[event.seat], "event": event.name, "points": event.points} for event in record.events
    )
    metrics = []
    for seat in (DEALER, PONE):
        mine, theirs = record.points[seat], record.points[1 - seat]
        values: dict[str, float] = {"wins": mine > theirs, "ties": mine == theirs, "points": mine}
        for name in EVENTS:
            values[f"points.{name}"] = sum(e.points for e in record.events if e.seat == seat and e.name == name)
        values |= {"claims_hold": record.claimant == seat, "captures": record.captures[seat]}
        metrics += [(Column(seats[seat], request.policies[seat], name), float(value)) for name, value in values.items()]
    metrics.append((Column("all", "", "stuck"), float(record.stuck)))
    return Replay(events, tuple(metrics))


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
