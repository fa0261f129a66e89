"""How a hand of Pure Sabacc ends: the reveal, sudden demise, penalties, and who takes which pot."""

from __future__ import annotations

from collections.abc import Sequence

from analyzer.core.decks import SABACC_76
from analyzer.games.pure_sabacc.rules_ranking import Reading, rank, winners
from analyzer.games.pure_sabacc.rules_record import TABLE, HandRecord, Pot
from analyzer.games.pure_sabacc.rules_table import Table

Contest = tuple[tuple[int, ...], str]
"""The seats that win a pot, and by which level."""


class Ending:
    """A hand whose betting is over; ``caller_paid`` says that the caller called while folding and has paid."""

    def __init__(self, table: Table, caller: int | None, caller_paid: bool) -> None:
        self.table, self.rules = table, table.rules
        self.caller, self.caller_paid = caller, caller_paid
        self.readings: dict[int, Reading] = {}
        self.contests: dict[tuple[int, ...], Contest] = {}

    def settle(self, rounds: int) -> HandRecord:
        """Reveal, collect the penalties, give away the pots, and return the record of a hand of ``rounds`` rounds.

        Whatever goes to the sabacc pot is there before the sabacc pot is taken.
        """
        table = self.table
        unshown = len(table.live()) == 1
        if not unshown:
            self.reveal()
        hands = tuple(table.hands)
        parts = side_pots(table.paid, table.live())
        pots = [Pot(amount, eligible, *self.contest(eligible)) for amount, eligible in parts]
        winning = pots[0].winners
        self.penalties(winning)
        for pot in pots:
            if not pot.winners:  # PS-B3, PS-S2
                table.sabacc_pot += pot.amount
                table.note("lost_pot", TABLE, credits=pot.amount)
        for pot in pots:
            self.share("win", pot.amount, pot.winners)
        takers = tuple(seat for seat in winning if self.reading(seat).takes_sabacc_pot)
        if takers:
            self.share("win_sabacc", table.sabacc_pot, takers)
            table.sabacc_pot = 0
        return HandRecord(
            hands=hands,
            fields=tuple(table.fields),
            folded=tuple(table.folded),
            totals=tuple(self.readings[seat].total if seat in self.readings else None for seat in table.seats),
            categories=tuple(self.readings[seat].category if seat in self.readings else None for seat in table.seats),
            caller=self.caller,
            rounds=rounds,
            shifts=table.shifts,
            pots=tuple(pots),
            takers=takers,
            credits=tuple(table.credits),
            sabacc_pot=table.sabacc_pot,
            events=tuple(table.events),
        )

    def reveal(self) -> None:
        """Show all hands that are left, after one more roll under variant 4 (PS-V4)."""
        table = self.table
        if self.rules["variant4"] and table.roll(TABLE):
            table.shift(table.live())
        for seat in table.live():
            self.readings[seat] = rank(table.hands[seat], table.fields[seat], self.rules)
            table.note("reveal", seat, self.readings[seat].cards)

    def reading(self, seat: int) -> Reading:
        """Return what the seat has; the last one left shows it only to take the sabacc pot (PS-B4)."""
        return self.readings.get(seat) or rank(self.table.hands[seat], self.table.fields[seat], self.rules)

    def contest(self, eligible: tuple[int, ...]) -> Contest:
        """Return who of ``eligible`` wins; the same seats tied in two pots meet in sudden demise once."""
        if len(self.table.live()) == 1:
            return eligible, "folds"
        best, level = winners({seat: self.readings[seat] for seat in eligible}, self.rules)
        if level != "sudden demise":
            return best, level
        if best not in self.contests:
            demise = self.single_card if self.readings[best[0]].takes_sabacc_pot else self.sudden_demise
            left = demise(best)
            self.contests[best] = left, "sudden demise" if len(left) < 2 else "split"
        return self.contests[best]

    def sudden_demise(self, tied: tuple[int, ...]) -> tuple[int, ...]:
        """Deal each tied seat a card to its hand, again and again, until one is best or all bomb (PS-S1 to PS-S3).

        Only where fewer cards are left than seats tied do they share.
        """
        table = self.table
        hands = {seat: table.hands[seat] for seat in tied}
        while len(tied) > 1 and table.left_to_draw() >= len(tied):
            for seat in tied:
                hands[seat] += (self._demise_card(seat),)
            readings = {seat: rank(hands[seat], table.fields[seat], self.rules) for seat in tied}
            tied, _ = winners(readings, self.rules)
        return tied

    def single_card(self, tied: tuple[int, ...]) -> tuple[int, ...]:
        """Deal each tied seat one card: the highest wins, and those still tied are dealt another (PS-R7, PS-S4)."""
        while len(tied) > 1 and self.table.left_to_draw() >= len(tied):
            values = {}
            for seat in tied:
                value = SABACC_76.values[self._demise_card(seat)]
                values[seat] = abs(value) if self.rules["demise_card"] == "absolute" else value
            tied = tuple(seat for seat in tied if values[seat] == max(values.values()))
        return tied

    def _demise_card(self, seat: int) -> int:
        card = self.table.take()
        self.table.note("demise", seat, (card,))
        return card

    def penalties(self, winning: tuple[int, ...]) -> None:
        """Collect from those who bombed out and from a caller who did not win, once from each (PS-B2, PS-C3, PS-C4).

        A caller who has folded since has not won either. The larger fee is due from a caller who bombs.
        """
        table = self.table
        for seat in table.seats:
            bombs = seat in self.readings and self.readings[seat].bombs
            fails = seat == self.caller and seat not in winning and not self.caller_paid
            if fails and (not bombs or table.call_fee() >= table.bomb_fee()):
                table.penalize("call_fee", seat, table.call_fee())
            elif bombs:
                table.penalize("bomb_fee", seat, table.bomb_fee())

    def share(self, name: str, amount: int, seats: Sequence[int]) -> None:
        """Give ``amount`` to ``seats`` in equal parts, the odd credits to the first from the dealer's left."""
        for place, seat in enumerate(seats):
            part = amount // len(seats) + (place < amount % len(seats))
            self.table.credits[seat] += part
            self.table.note(name, seat, credits=part)


def side_pots(paid: Sequence[int], live: Sequence[int]) -> list[tuple[int, tuple[int, ...]]]:
    """Return the pots that ``paid`` makes, the main one first, each with the seats that may win it, as in poker."""
    pots = []
    below = 0
    for level in sorted({paid[seat] for seat in live}):
        amount = sum(min(part, level) - min(part, below) for part in paid)
        pots.append((amount, tuple(seat for seat in live if paid[seat] >= level)))
        below = level
    # What those who folded paid beyond every other stake lies in the last pot.
    amount, eligible = pots[-1]
    pots[-1] = amount + sum(max(0, part - below) for part in paid), eligible
    return pots
