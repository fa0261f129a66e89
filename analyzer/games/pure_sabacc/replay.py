"""One given deal followed: the policies decide in the kernel, and the plain rules tell what happens."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from analyzer.core.decks import SABACC_76
from analyzer.core.errors import InputError, near
from analyzer.core.notation import parse_cards, quoted
from analyzer.games.contract import Column, Replay, Request
from analyzer.games.pure_sabacc.fields import make_book
from analyzer.games.pure_sabacc.rules import Bet, Deal, Draw, FieldMove, View, play_hand

MEMBERS = ("order", "rolls")
DECK = len(SABACC_76)
# What the policy `random` draws from, so that the same deal is followed in the same way.
STREAM = 1
MOST_ROLLS = 256


def replay(request: Request, given: Mapping[str, Any]) -> Replay:
    """Return a given deal told from the antes to the pots won, and its metrics.

    ``given`` holds ``order`` (the deck: two cards a seat from the dealer's left, then the draw pile; cards left out
    follow in canonical order, as in a reshuffle) and may hold ``rolls``, one letter a roll, ``x`` where the dice match;
    none matches after the last. Raises ``InputError`` for anything else.
    """
    order, rolls = _deal(given, request.players)
    decided = _Decided(request, order, rolls)
    deal = Deal(order, rolls, [tuple(range(DECK))] * DECK)
    credits = [request.rules["credits"]] * request.players
    record = play_hand(deal, [decided] * request.players, request.rules, credits)
    events = [
        {
            "seat": "all" if event.seat < 0 else str(event.seat + 1),
            "event": event.name,
            "cards": SABACC_76.words(event.cards),
            "credits": event.credits,
        }
        for event in record.events
    ]
    metrics = []
    winners = record.pots[0].winners
    for seat, policy in enumerate(request.policies):
        values: dict[str, float] = {
            "wins": winners == (seat,),
            "ties": len(winners) > 1 and seat in winners,
            "credits": record.credits[seat] - credits[seat],
            "bombs": record.categories[seat] == 0,
            "takes_sabacc_pot": seat in record.takers,
            "folds": record.folded[seat],
            "calls": record.caller == seat,
        }
        metrics += [(Column(str(seat + 1), policy, name), float(value)) for name, value in values.items()]
    metrics += [
        (Column("all", "", "rounds"), float(record.rounds)),
        (Column("all", "", "shifts"), float(record.shifts)),
        (Column("all", "", "sabacc_pot"), float(record.sabacc_pot)),
    ]
    return Replay(tuple(events), tuple(metrics))


class _Decided:
    """Plays in the rules what the policies chose in the kernel, choice by choice."""

    def __init__(self, request: Request, order: tuple[int, ...], rolls: list[bool]) -> None:
        import numpy as np

        from analyzer.core.rng import seed_stream
        from analyzer.games.pure_sabacc.kernels import table as tables
        from analyzer.games.pure_sabacc.kernels.hand import play_hand as play_in_kernel
        from analyzer.games.pure_sabacc.kernels.policies import POLICIES

        table, state = tables.new_table(tables.NOTES), np.zeros(4, dtype=np.uint64)
        seed_stream(state, np.uint64(STREAM))
        table.order[:], table.rolls[:], table.given[0] = order, rolls, 1
        table.seats[tables.CREDITS, :] = request.rules["credits"]
        policies = np.array([POLICIES.index(policy) for policy in request.policies])
        book = make_book(request.rules, request.players, request.policies)
        play_in_kernel(table, request.players, policies, book, state)
        notes = table.notes[: table.numbers[tables.NOTED]].tolist()
        self._chosen: list[int] = [note >> 20 & 0xFFFFF for note in notes if note >> 40 == tables.CHOICE]

    def choose_bet(self, view: View) -> Bet:
        return view.bets[self._chosen.pop(0)]

    def choose_draw(self, view: View) -> Draw:
        return view.draws[self._chosen.pop(0)]

    def choose_move(self, view: View) -> FieldMove:
        return view.moves[self._chosen.pop(0)]


def _deal(given: Mapping[str, Any], players: int) -> tuple[tuple[int, ...], list[bool]]:
    for name in given:
        if name not in MEMBERS:
            raise InputError(f"deal: {quoted(name)} is unknown: expected order or rolls{near(str(name), MEMBERS)}")
    if "order" not in given:
        raise InputError("deal: order is missing: expected the deck from its top")
    front = parse_cards(given["order"], SABACC_76, "deal, order")
    if len(front) < 2 * players:
        raise InputError(f"deal, order: {len(front)} cards were given: expected {2 * players} or more")
    order = front + tuple(card for card in range(DECK) if card not in front)
    said = str(given.get("rolls", ""))
    if set(said) - set("x.") or len(said) > MOST_ROLLS:
        raise InputError(f"deal, rolls: {quoted(said)} cannot be read: expected at most {MOST_ROLLS} of x and .")
    return order, [letter == "x" for letter in said.ljust(MOST_ROLLS, ".")]
