"""One hand of Coruscant Shift, from the cards dealt to the pots won, in the rulebook's order."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from analyzer.core.decks import SABACC_62
from analyzer.games.coruscant_shift.rules_record import HAND, TABLE, Deal, Event, HandRecord, Player, Pot, View
from analyzer.games.coruscant_shift.rules_selection import (
    Cards,
    Rules,
    improves_freely,
    legal_additions,
    legal_selections,
    winner,
)


def play_hand(deal: Deal, players: Sequence[Player], rules: Rules, chips: Sequence[int] = ()) -> HandRecord:
    """Play one hand of two to eight players and return its record.

    ``players`` are by seat, and so are ``chips``, what each has before the ante: needed in halcyon and holo, each at
    least the ante. Raises ``ValueError`` for a choice that is not legal.
    """
    if not 2 <= len(players) <= 8:
        raise ValueError(f"two to eight players, not {len(players)}")
    hand = _Hand(deal, players, rules, chips)
    standard = rules["form"] == "standard"
    # Standard asks who stays between the draw and the IMPROVE, halcyon and holo (CS-O1) after it.
    steps = (
        hand.select,
        hand.stay_or_fold,
        hand.shift,
        hand.stay_or_fold if standard else hand.improve,
        hand.improve if standard else hand.stay_or_fold,
    )
    for step in steps:
        if len(hand.live()) > 1:  # The last one who stays wins unseen (CS-D8).
            step()
    return hand.settle()


class _Hand:
    """A hand in progress, everything on the table by seat."""

    def __init__(self, deal: Deal, players: Sequence[Player], rules: Rules, chips: Sequence[int]) -> None:
        self.deal, self.players, self.rules = deal, players, rules
        self.seats = range(len(players))
        self.staked = rules["form"] != "standard"
        self.stage = "select"
        self.events: list[Event] = []
        # Each player gets five cards at once, the dealer last.
        self.dealt = [deal.order[HAND * seat : HAND * (seat + 1)] for seat in self.seats]
        self.pile = list(deal.order[HAND * len(players) :])
        self.discards: list[int] = []
        self.hands = list(self.dealt)
        self.selections: list[Cards] = [() for _ in self.seats]
        self.first: list[Cards] = [() for _ in self.seats]
        self.drawn: list[Cards] = [() for _ in self.seats]
        self.discarded: list[Cards] = [() for _ in self.seats]
        self.drew: list[int | None] = [None for _ in self.seats]
        self.dropped: list[int | None] = [None for _ in self.seats]
        self.folded = [False for _ in self.seats]
        self.paid = [0 for _ in self.seats]
        self.chips = list(chips)
        if self.staked:
            for seat in self.seats:  # before the dice are seen (CS-H3)
                self._pay(seat, rules["ante"], "ante")

    def live(self) -> list[int]:
        """Return the seats that have not folded, in order."""
        return [seat for seat in self.seats if not self.folded[seat]]

    def select(self) -> None:
        """Each player lays the first selection face down; halcyon and holo discard the rest at once."""
        for seat in self.seats:
            choices = legal_selections(self.hands[seat], self.deal.target, self.deal.suit, self.rules)
            view = self._view(seat, choices=choices)
            self._lay(seat, "select", self.players[seat].choose_selection(view), view)
            self.first[seat] = self.selections[seat]
            self.drew[seat] = HAND - len(self.first[seat])
            if self.staked:
                self._discard_hand(seat)

    def stay_or_fold(self) -> None:
        """Ask in order who stays, at the price of one bet in halcyon and holo (CS-H1) and for nothing in standard.

        With ``check`` staying is free until somebody pays, as at poker; those who checked before are then asked again.
        """
        checking = self.staked and self.rules["check"]
        asked = self.live()
        checked: list[int] = []
        while asked and len(self.live()) > 1:
            seat = asked.pop(0)
            bet = min(self.rules["bet"], self.chips[seat]) if self.staked else 0
            short = self.staked and bet < self.rules["bet"]
            # Who is short must fold, unless that is staying for what is left (CS-H6); staying for nothing is a check.
            can_stay = (not short or self.rules["short"] == "all_in") and not (checking and bet == 0)
            actions = ["check"] * checking + ["stay"] * can_stay + ["fold"]
            action = "fold"
            if len(actions) > 1:
                action = self.players[seat].choose_stay(self._view(seat, actions=actions))
                if action not in actions:
                    raise ValueError(f"seat {seat} can {' or '.join(actions)}, not {action}")
            if action == "stay":
                self._pay(seat, bet, "stay")
                if checking:
                    checking = False
                    asked += checked
            elif action == "check":
                self.events.append(Event("check", seat))
                checked.append(seat)
            else:
                self._fold(seat)

    def shift(self) -> None:
        """Cards not selected are discarded by all before anyone draws; none may be held (CS-S4, CS-D1)."""
        self.stage = "improve"
        if not self.staked:
            for seat in self.live():
                self._discard_hand(seat)
        for seat in self.live():
            cards = []
            for _ in range(self.drew[seat] or 0):
                if not self.pile:
                    self._refill()
                cards.append(self.pile.pop(0))
            self.hands[seat] = self.drawn[seat] = tuple(cards)
            self.events.append(Event("draw", seat, tuple(cards)))

    def improve(self) -> None:
        """New cards join the selection, or the best of all five is kept (CS-S3, CS-H4); the rest is discarded."""
        for seat in self.live():
            if improves_freely(self.rules):
                self.hands[seat], self.selections[seat] = self.selections[seat] + self.hands[seat], ()
            choices = legal_additions(
                self.selections[seat], self.hands[seat], self.deal.target, self.deal.suit, self.rules
            )
            view = self._view(seat, choices=choices)
            self._lay(seat, "improve", self.players[seat].choose_addition(view), view)
            self.dropped[seat] = len(self.hands[seat])
            self._discard_hand(seat)

    def settle(self) -> HandRecord:
        """Reveal what is left, give each pot to whose selection wins it, and return the record."""
        live = self.live()
        won = [Fraction(0) for _ in self.seats]
        settled = []
        for amount, eligible in pots(self.paid, live) if self.staked else [(1, tuple(live))]:
            winners, level = self._showdown(eligible)
            settled.append(Pot(amount, eligible, winners, level))
            for place, seat in enumerate(winners):
                share = Fraction(amount, len(winners))
                if self.staked:
                    # Chips are not cut: as at poker the odd ones go to the first from the dealer's left.
                    share = Fraction(amount // len(winners) + (place < amount % len(winners)))
                won[seat] += share
                self.events.append(Event("win", seat, chips=share))
        return HandRecord(
            deal=self.deal,
            dealt=tuple(self.dealt),
            first=tuple(self.first),
            drawn=tuple(self.drawn),
            final=tuple(None if self.folded[seat] else self.selections[seat] for seat in self.seats),
            paid=tuple(self.paid),
            won=tuple(won),
            pots=tuple(settled),
            events=tuple(self.events),
        )

    def _showdown(self, eligible: tuple[int, ...]) -> tuple[tuple[int, ...], str]:
        if len(eligible) == 1:
            return eligible, "folds"
        revealed = {seat: self.selections[seat] for seat in eligible}
        tied, level = winner(revealed, self.deal.target, self.deal.suit, self.rules)
        if level != "draw_off":
            return tied, level
        if self.rules["draw_off"] == "draw":
            tied = self._draw_off(tied)
        return tied, "draw_off" if len(tied) == 1 else "split"

    def _draw_off(self, tied: tuple[int, ...]) -> tuple[int, ...]:
        """Let each tied seat draw a card, in order, until one has the highest signed value (CS-T3, CS-H8).

        Cards drawn stay out until the hand ends, so that the draw-off ends: where fewer cards are left than players,
        a case that needs a dozen ties in a row, those still tied share.
        """
        while len(tied) > 1 and len(self.pile) + len(self.discards) >= len(tied):
            values = {}
            for seat in tied:
                if not self.pile:
                    # All cards but those selected and still alive, and those drawn in this draw-off (CS-T4).
                    self._shuffle_discards(self.deal.draw_off_order)
                card = self.pile.pop(0)
                values[seat] = SABACC_62.values[card]
                self.events.append(Event("draw_off", seat, (card,)))
            tied = tuple(seat for seat in tied if values[seat] == max(values.values()))
        return tied

    def _refill(self) -> None:
        if self.rules["exhaustion"] == "fresh_deck":
            self.pile = list(self.deal.shift_order)
            self.events.append(Event("shuffle", TABLE, tuple(self.pile)))
        else:
            self._shuffle_discards(self.deal.shift_order)

    def _shuffle_discards(self, order: Cards) -> None:
        self.pile = sorted(self.discards, key=order.index)
        self.discards = []
        self.events.append(Event("shuffle", TABLE, tuple(self.pile)))

    def _view(self, seat: int, choices: Iterable[Cards] = (), actions: Iterable[str] = ()) -> View:
        return View(
            seat=seat,
            stage=self.stage,
            target=self.deal.target,
            suit=self.deal.suit,
            hand=self.hands[seat],
            selection=self.selections[seat],
            discarded=self.discarded[seat],
            drew=tuple(self.drew),
            dropped=tuple(self.dropped),
            folded=tuple(self.folded),
            pot=sum(self.paid),
            chips=tuple(self.chips) if self.staked else (),
            choices=tuple(choices),
            actions=tuple(actions),
        )

    def _lay(self, seat: int, name: str, cards: Cards, view: View) -> None:
        """Move ``cards`` from the hand to the selection."""
        chosen = tuple(sorted(cards))
        if chosen not in view.choices:
            raise ValueError(f"seat {seat} cannot {name} {SABACC_62.words(chosen)}")
        left = list(self.hands[seat])
        for card in chosen:
            left.remove(card)
        self.hands[seat] = tuple(left)
        self.selections[seat] = tuple(sorted(self.selections[seat] + chosen))
        self.events.append(Event(name, seat, chosen))

    def _discard_hand(self, seat: int) -> None:
        """Put the cards of ``seat`` that are not selected on the discards."""
        self.events.append(Event("discard", seat, self.hands[seat]))
        self.discards += self.hands[seat]
        self.discarded[seat] += self.hands[seat]
        self.hands[seat] = ()

    def _fold(self, seat: int) -> None:
        """Take ``seat`` out of the hand; all of its cards go to the discards unseen (CS-D5)."""
        self.folded[seat] = True
        self.events.append(Event("fold", seat))
        self.discards += self.selections[seat] + self.hands[seat]
        self.selections[seat] = self.hands[seat] = ()

    def _pay(self, seat: int, amount: int, name: str) -> None:
        if self.staked:
            self.chips[seat] -= amount
            self.paid[seat] += amount
        self.events.append(Event(name, seat, chips=Fraction(amount)))


def pots(paid: Sequence[int], live: Sequence[int]) -> list[tuple[int, tuple[int, ...]]]:
    """Return the pots of a hand as (chips, seats that can win them), the main pot first.

    There is one, unless somebody stayed without the chips for a bet (CS-H6, ``all_in``): such a player wins of each
    other's chips as many as they paid themselves, as at poker. Chips of seats that folded belong to the pots that they
    were paid into, or to the last one. ``paid`` is by seat, ``live`` are the seats that have not folded.
    """
    found: list[tuple[int, tuple[int, ...]]] = []
    covered = 0
    levels = sorted({paid[seat] for seat in live})
    for level in levels:
        # The last pot takes what folded seats paid above every level.
        top = max(paid) if level == levels[-1] else level
        amount = sum(min(chips, top) - min(chips, covered) for chips in paid)
        if amount or level == levels[-1]:
            found.append((amount, tuple(seat for seat in live if paid[seat] >= level)))
        covered = level
    return found
