"""One given deal followed: the policies decide in the kernels, and the plain rules tell what each play scores."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from analyzer.core.errors import InputError, near
from analyzer.core.notation import parse_cards, quoted
from analyzer.games.contract import Column, Replay, Request
from analyzer.games.cribbage.rules import DEALER, Deal, DealRecord, heels, pips, play_deal, start_pegging
from analyzer.games.cribbage.seats import SEATS

EVENTS = ("heels", "fifteen", "thirty_one", "go", "pair", "run", "hand", "crib")
MEMBERS = ("order",)
# What the policies that draw lots draw from, so that the same deal is followed in the same way.
STREAM = 1


def replay(request: Request, given: Mapping[str, Any]) -> Replay:
    """Return a given deal told from the cards dealt to the crib, and its metrics.

    ``given`` holds ``order``: the cards dealt in turn, from the dealer's left, with three players the one for the crib,
    then the starter (13 cards or more, 17 with three). Raises ``InputError`` for anything else.
    """
    players = request.players or 2
    deal = _deal(given, request, players)
    policies = request.policies if len(request.policies) == players else request.policies[:1] * players
    thrown, laid = _decisions(request, deal, policies)
    record = play_deal(deal, request.rules, lambda seat, _: thrown[seat], lambda _: next(laid))
    metrics = []
    for seat in range(players):
        others = [points for other, points in enumerate(record.points) if other != seat]
        mine = record.points[seat]
        values: dict[str, float] = {"wins": mine > max(others), "ties": mine == max(others), "points": mine}
        for name in EVENTS:
            values[f"points.{name}"] = sum(e.points for e in record.events if e.seat == seat and e.name == name)
        metrics += [
            (Column(SEATS[players][seat], policies[seat], name), float(value)) for name, value in values.items()
        ]
    return Replay(tuple(_told(record, request)), tuple(metrics))


def _told(record: DealRecord, request: Request) -> Iterator[dict[str, Any]]:
    """Tell the whole deal in order; a card laid stands once, followed by a row for each thing that it scores."""
    deal, words = record.deal, request.game.deck.words
    seats = SEATS[deal.players]
    in_turn = (*range(1, deal.players), DEALER)

    def row(seat: int, event: str, cards: Sequence[int], count: int | None = None, points: int = 0) -> dict[str, Any]:
        return {"seat": seats[seat], "event": event, "cards": words(cards), "count": count, "points": points}

    for seat in in_turn:
        yield row(seat, "dealt", deal.cards(seat))
    for seat in in_turn:
        yield row(seat, "throws", record.throws[seat])
    yield row(DEALER, "starter", [deal.starter])
    for event in heels(deal.starter):
        yield row(event.seat, event.name, [], points=event.points)
    pegging = start_pegging(record.hands)
    said = 0
    for seat, card in record.history:
        if card is None:
            continue
        count = pegging.count + pips(card)
        scored = pegging.lay(card)
        yield row(seat, "lays", [card], count)
        for event in scored:
            yield row(event.seat, event.name, [], points=event.points)
        for other, gone in pegging.history[said:]:
            if gone is None:
                yield row(other, "GO", [], count)
        said = len(pegging.history)
    for seat in in_turn:
        yield row(seat, "hand", record.hands[seat], points=sum(show.points for show in record.shows[seat]))
    yield row(DEALER, "crib", record.crib, points=sum(show.points for show in record.crib_show))


def _deal(given: Mapping[str, Any], request: Request, players: int) -> Deal:
    for name in given:
        if name not in MEMBERS:
            raise InputError(f"deal: {quoted(name)} is unknown: expected order{near(str(name), MEMBERS)}")
    if "order" not in given:
        raise InputError("deal: order is missing: it holds the cards in the order of the deck")
    order = parse_cards(given["order"], request.game.deck, "deal, order")
    needed = 13 if players == 2 else 17
    if len(order) < needed:
        raise InputError(f"deal, order: {len(order)} cards were given: expected {needed} or more")
    return Deal(order, players)


def _decisions(request: Request, deal: Deal, policies: tuple[str, ...]) -> tuple[list[tuple[int, ...]], Iterator[int]]:
    """Return the throws of all seats and an iterator over the cards laid, as the policies decide them."""
    import numpy as np

    from analyzer.core.rng import seed_stream
    from analyzer.games.cribbage.book import make_book
    from analyzer.games.cribbage.kernels import deal as kernel
    from analyzer.games.cribbage.kernels.throws import POLICIES

    book, _ = make_book(request.rules, policies, deal.players)
    state = np.zeros(4, dtype=np.uint64)
    seed_stream(state, np.uint64(STREAM))
    tally, steps = np.zeros((3, kernel.TALLIES), np.int64), np.zeros((kernel.LONGEST, 3), np.int64)
    ending = np.zeros(kernel.ENDING, dtype=np.int64)
    numbers = [POLICIES.index(name) for name in policies]
    by_seat = (numbers[0], numbers[1], numbers[-1])
    length = kernel.whole_deal(
        np.array(deal.order), deal.players, by_seat, book, state, tally, steps, ending,
        np.zeros(6 if deal.players == 2 else 5, dtype=np.int64), np.zeros(4, dtype=np.int64),
    )
    kept = [int(mask) for mask in ending[kernel.KEPT : kernel.KEPT + deal.players]]
    thrown = [
        tuple(card for card in deal.cards(seat) if not kept[seat] >> card & 1) for seat in range(deal.players)
    ]
    return thrown, (int(card) for card in steps[:length, 2] if card >= 0)
