"""One given deal followed: the policies decide in the kernel, and the plain rules tell what happens."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from analyzer.core.decks import SABACC_62
from analyzer.core.errors import InputError, near
from analyzer.core.notation import parse_cards, quoted
from analyzer.games.contract import Column, Replay, Request
from analyzer.games.coruscant_shift.fields import make_book
from analyzer.games.coruscant_shift.rules import Deal, View, distance, play_hand, total

MEMBERS = ("order", "target", "suit", "shift_order", "draw_off_order")
TARGETS = (-10, -5, 0, 5, 10)
# What the policy `random` draws from, so that the same deal is followed in the same way.
STREAM = 1


def replay(request: Request, given: Mapping[str, Any]) -> Replay:
    """Return a given deal told from the cards dealt to the hand won, and its metrics.

    ``given`` holds ``order`` (the deck: five cards a seat from the dealer's left, then the draw pile), the dice
    ``target`` and ``suit``, and may hold ``shift_order`` and ``draw_off_order``, in which discards are shuffled. Cards
    left out follow in canonical order. Raises ``InputError`` for anything else.
    """
    deal = _deal(given, request.players)
    staked = request.rules["form"] != "standard"
    chips = [max(request.rules["chips"], request.rules["ante"])] * request.players if staked else []
    record = play_hand(deal, [_Decided(request, deal, chips)] * request.players, request.rules, chips)
    events = [
        {
            "seat": "all" if event.seat < 0 else str(event.seat + 1),
            "event": event.name,
            "cards": SABACC_62.words(event.cards),
            "chips": float(event.chips),
        }
        for event in record.events
    ]
    metrics = []
    for seat, policy in enumerate(request.policies):
        final = record.final[seat]
        winners = record.pots[0].winners
        values: dict[str, float] = {
            "wins": winners == (seat,),
            "ties": len(winners) > 1,
            "points": float(record.won[seat] - record.paid[seat]),
            "exact_hit_first": total(record.first[seat]) == deal.target,
        }
        if final is not None:
            values |= {"distance": distance(final, deal.target), "exact_hit": total(final) == deal.target}
        metrics += [(Column(str(seat + 1), policy, name), float(value)) for name, value in values.items()]
    metrics.append((Column("all", "", f"decided_by.{record.pots[0].level}"), 1.0))
    return Replay(tuple(events), tuple(metrics))


class _Decided:
    """Plays in the rules what the policies decided in the kernel."""

    def __init__(self, request: Request, deal: Deal, chips: list[int]) -> None:
        import numpy as np

        from analyzer.core.rng import seed_stream
        from analyzer.games.coruscant_shift.kernels.hand import play_hand as play_in_kernel
        from analyzer.games.coruscant_shift.kernels.policies import POLICIES
        from analyzer.games.coruscant_shift.kernels.table import (
            ACTIONS,
            CHIPS,
            FIRST,
            FIRST_SIZE,
            SELECTION,
            SIZE,
            new_table,
        )

        table, state = new_table(), np.zeros(4, dtype=np.uint64)
        seed_stream(state, np.uint64(STREAM))
        table.order[:], table.shift_order[:] = deal.order, deal.shift_order
        table.draw_off_order[:] = deal.draw_off_order
        table.fresh[0] = 0
        table.seats[CHIPS, : len(chips)] = chips
        policies = np.array([POLICIES.index(policy) for policy in request.policies])
        book = make_book(request.rules, request.players, request.policies, (abs(deal.target),))
        play_in_kernel(table, request.players, deal.target, deal.suit, policies, book, state)
        seats = table.seats.tolist()
        self._first = [_cards(*of) for of in zip(seats[FIRST], seats[FIRST_SIZE], strict=True)]
        self._final = [_cards(*of) for of in zip(seats[SELECTION], seats[SIZE], strict=True)]
        self._actions = [[("check", "stay", "fold")[digit - 1] for digit in _digits(n)] for n in seats[ACTIONS]]

    def choose_selection(self, view: View) -> tuple[int, ...]:
        return self._first[view.seat]

    def choose_stay(self, view: View) -> str:
        # Nobody folds in standard, so the kernel does not ask (CS-D6).
        return self._actions[view.seat].pop(0) if view.chips else "stay"

    def choose_addition(self, view: View) -> tuple[int, ...]:
        added = list(self._final[view.seat])
        for card in view.selection:
            added.remove(card)
        return tuple(added)


def _cards(packed: int, n: int) -> tuple[int, ...]:
    return tuple(packed >> 6 * i & 63 for i in range(n))


def _digits(packed: int) -> list[int]:
    """Return the digits of ``packed`` to the base four, the first first."""
    return [packed >> 2 * i & 3 for i in reversed(range((packed.bit_length() + 1) // 2))]


def _deal(given: Mapping[str, Any], players: int) -> Deal:
    for name in given:
        if name not in MEMBERS:
            hint = near(str(name), MEMBERS)
            raise InputError(f"deal: {quoted(name)} is unknown: expected {', '.join(MEMBERS)}{hint}")
    for name in MEMBERS[:3]:
        if name not in given:
            raise InputError(f"deal: {name} is missing: expected {', '.join(MEMBERS[:3])}")
    letters = tuple(SABACC_62.suit_letters)
    for name, allowed in (("target", TARGETS), ("suit", letters)):
        if given[name] not in allowed:
            expected = ", ".join(map(str, allowed))
            raise InputError(f"deal, {name}: {quoted(given[name])} cannot be: expected one of {expected}")
    orders = []
    for name in ("order", "shift_order", "draw_off_order"):
        front = parse_cards(given[name], SABACC_62, f"deal, {name}") if given.get(name) else ()
        orders.append(front + tuple(card for card in range(len(SABACC_62)) if card not in front))
        if name == "order" and len(front) < 5 * players:
            raise InputError(f"deal, order: {len(front)} cards were given: expected {5 * players} or more")
    return Deal(orders[0], given["target"], letters.index(given["suit"]), orders[1], orders[2])
