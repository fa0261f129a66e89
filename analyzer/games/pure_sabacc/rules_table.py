"""The table of a hand of Pure Sabacc: whose cards and credits are where, and how both move."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from analyzer.games.pure_sabacc.rules_ranking import Cards, Rules
from analyzer.games.pure_sabacc.rules_record import TABLE, Deal, Event


class Table:
    """Cards, credits and pots of a hand in progress, by seat; every move leaves its event."""

    def __init__(self, deal: Deal, rules: Rules, credits: Sequence[int], sabacc_pot: int) -> None:
        self.rules = rules
        self.seats = range(len(credits))
        self.credits = list(credits)
        self.paid = [0 for _ in self.seats]  # to the hand pot
        self.sabacc_pot = sabacc_pot
        self.hands = [deal.order[2 * seat : 2 * seat + 2] for seat in self.seats]
        self.fields: list[Cards] = [() for _ in self.seats]
        self.discarded: list[Cards] = [() for _ in self.seats]
        self.folded = [False for _ in self.seats]
        self.deck = list(deal.order[2 * len(credits) :])
        self.discards: list[int] = []
        self.events: list[Event] = []
        self._rolls = iter(deal.rolls)
        self._shuffles = iter(deal.shuffles)
        self.shifts = 0

    @property
    def hand_pot(self) -> int:
        """What has been paid into the hand pot."""
        return sum(self.paid)

    def live(self) -> list[int]:
        """Return the seats that have not folded, in order from the dealer's left."""
        return [seat for seat in self.seats if not self.folded[seat]]

    def note(self, name: str, seat: int = TABLE, cards: Cards = (), credits: int = 0) -> None:
        """Record an event."""
        self.events.append(Event(name, seat, cards, credits))

    # ------------------------------------------------------------------------------------------------ credits

    def stake(self, name: str, seat: int, credits: int) -> None:
        """Move credits of a seat to the hand pot; negative ones come back."""
        self.credits[seat] -= credits
        self.paid[seat] += credits
        self.note(name, seat, credits=abs(credits))

    def penalize(self, name: str, seat: int, fee: int) -> None:
        """Move a fee to the sabacc pot: all that a seat has where that is less (PS-C7, PS-G6)."""
        paid = min(fee, self.credits[seat])
        self.credits[seat] -= paid
        self.sabacc_pot += paid
        self.note(name, seat, credits=paid)

    def bomb_fee(self) -> int:
        """Return what bombing out costs now (PS-B2)."""
        return self.hand_pot if self.rules["bomb_fee"] == "pot" else -(-self.hand_pot // 10)

    def call_fee(self) -> int:
        """Return what calling and not winning costs now (PS-C3)."""
        return self.hand_pot if self.rules["call_fee"] == "pot" else -(-self.hand_pot // 2)

    # -------------------------------------------------------------------------------------------------- cards

    def discard(self, seat: int, cards: Cards) -> None:
        """Move cards of a hand to the discards, face down."""
        self.hands[seat] = tuple(card for card in self.hands[seat] if card not in cards)
        self.discarded[seat] += cards
        self.discards += cards
        self.note("discard", seat, cards)

    def left_to_draw(self) -> int:
        """Return how many cards could be drawn, those of a reshuffle included."""
        return len(self.deck) + len(self.discards)

    def take(self) -> int:
        """Take the top card of the deck; where it is empty, the discards are shuffled first (PS-D4)."""
        if not self.deck:
            order = next(self._shuffles)
            self.deck, self.discards = sorted(self.discards, key=order.index), []
            self.discarded = [() for _ in self.seats]  # nobody knows any longer where they are
            self.note("shuffle", cards=tuple(self.deck))
        return self.deck.pop(0)

    def draw(self, seat: int, count: int = 1) -> None:
        """Draw cards into a hand."""
        cards = tuple(self.take() for _ in range(count))
        self.hands[seat] += cards
        self.note("draw", seat, cards)

    def lock(self, seat: int, card: int) -> None:
        """Put a card of the hand into the interference field, face up."""
        self.hands[seat] = tuple(held for held in self.hands[seat] if held != card)
        self.fields[seat] += (card,)
        self.note("lock", seat, (card,))

    def fetch(self, seat: int, card: int) -> None:
        """Take a card of the interference field into the hand."""
        self.fields[seat] = tuple(locked for locked in self.fields[seat] if locked != card)
        self.hands[seat] += (card,)
        self.note("fetch", seat, (card,))

    def leave(self, seat: int) -> None:
        """Fold a hand: its cards and those of its field go to the discards, unseen."""
        self.folded[seat] = True
        cards = self.hands[seat] + self.fields[seat]
        self.hands[seat], self.fields[seat] = (), ()
        self.discards += cards

    # --------------------------------------------------------------------------------------------------- dice

    def roll(self, seat: int) -> bool:
        """Roll the sabacc dice and return whether they match."""
        matched = next(self._rolls)
        self.shifts += matched
        self.note("roll", seat, credits=int(matched))
        return matched

    def shift(self, seats: Iterable[int]) -> None:
        """Let seats discard their hands and draw as many cards: all discard before anyone draws (PS-D3, PS-D4)."""
        held = {seat: self.hands[seat] for seat in seats}
        for seat, cards in held.items():
            self.discard(seat, cards)
        for seat, cards in held.items():
            self.draw(seat, len(cards))
