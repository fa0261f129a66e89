"""One hand of Pure Sabacc, from the antes to the pots won, in the rulebook's order."""

from __future__ import annotations

from collections.abc import Sequence

from analyzer.games.pure_sabacc.rules_ending import Ending
from analyzer.games.pure_sabacc.rules_ranking import Rules
from analyzer.games.pure_sabacc.rules_record import Bet, Deal, Draw, FieldMove, HandRecord, Player, View
from analyzer.games.pure_sabacc.rules_table import Table

MOST_ROUNDS = 4
"""Full rounds before a hand may be called or ends, where the players are not fewer."""


def play_hand(
    deal: Deal, players: Sequence[Player], rules: Rules, credits: Sequence[int], sabacc_pot: int = 0
) -> HandRecord:
    """Play one hand of two to eight players and return its record.

    ``players`` are by seat, and so are ``credits``, what each has before the ante, at least 1. Raises ``ValueError``
    for a choice that is not legal.
    """
    if not 2 <= len(players) <= 8:
        raise ValueError(f"two to eight players, not {len(players)}")
    if len(credits) != len(players) or min(credits) < 1:
        raise ValueError(f"each of {len(players)} players needs a credit or more: {tuple(credits)}")
    hand = _Hand(Table(deal, rules, credits, sabacc_pot), players)
    hand.ante()
    while not hand.bet():
        hand.shift_and_draw()
    return Ending(hand.table, hand.caller, hand.caller_paid).settle(hand.round)


def full_rounds(players: int, given: int | str) -> int:
    """Return how many full rounds an option asks for, ``auto`` being the players, four at most (PS-C1, PS-V1)."""
    return min(MOST_ROUNDS, players) if given == "auto" else int(given)


class _Hand:
    """A hand in progress: whose turn it is, and what may be done."""

    def __init__(self, table: Table, players: Sequence[Player]) -> None:
        self.table, self.players, self.rules = table, players, table.rules
        self.round = 1
        self.caller: int | None = None
        self.caller_paid = False  # who calls while folding pays at once
        self._new_betting()

    def _new_betting(self) -> None:
        self.stake, self.raises = 0, 0
        self.staked = [0 for _ in self.players]  # in this betting round
        self.acted = [False for _ in self.players]

    def ante(self) -> None:
        """Each player pays 1 credit to the hand pot, and 1 to the sabacc pot if that is empty (PS-G3)."""
        table = self.table
        empty = table.sabacc_pot == 0
        for seat in table.seats:
            table.stake("ante", seat, 1)
            if empty and table.credits[seat]:
                table.penalize("sabacc_ante", seat, 1)

    def in_turn(self) -> list[int]:
        """Return the seats still in, in this round's order: it begins one seat further each round (PS-G4)."""
        first = (self.round - 1) % len(self.players)
        around = [*self.table.seats[first:], *self.table.seats[:first]]
        return [seat for seat in around if not self.table.folded[seat]]

    # ------------------------------------------------------------------------------------------- betting phase

    def bet(self) -> bool:
        """Play a betting round; return whether it was the hand's last."""
        self._new_betting()
        asked = self.in_turn()
        while asked and len(self.table.live()) > 1:
            seat = asked.pop(0)
            legal = self.legal_bets(seat)
            chosen = self.players[seat].choose_bet(self._view(seat, bets=legal)) if len(legal) > 1 else legal[0]
            if chosen not in legal:
                raise ValueError(f"seat {seat} cannot do {chosen.words}")
            self._do(seat, chosen)
            if chosen.name in ("bet", "raise"):
                # All others must match the new stake, fold or raise again; with free bets who is all in has done so.
                at_turn = self.in_turn()
                place = at_turn.index(seat)
                after = at_turn[place + 1 :] + at_turn[:place]
                asked = [other for other in after if self.rules["betting"] == "fixed" or self.table.credits[other]]
        if self.rules["betting"] == "free":
            self._return_unmatched()
        return len(self.table.live()) == 1 or self.caller is not None or self._is_last_round()

    def legal_bets(self, seat: int) -> tuple[Bet, ...]:
        """Return what the seat may do at its turn, in canonical order (PS-G5); with calling the hand where it may."""
        owed, credits = self.stake - self.staked[seat], self.table.credits[seat]
        free = self.rules["betting"] == "free"
        bets: list[Bet] = []
        if free and not credits:
            bets = [Bet("check")]  # All in: there is nothing to pay or to give up, but the hand may be called.
        elif owed:
            if free or credits >= owed:
                bets.append(Bet("call"))
            if free or self.raises < self.rules["max_raises"]:
                bets += [Bet("raise", more) for more in self._sums(credits - owed)]
            bets.append(Bet("fold"))
        else:
            bets = [Bet("check"), *(Bet("bet", more) for more in self._sums(credits)), Bet("fold")]
        if not self._may_call_hand(seat):
            return tuple(bets)
        return tuple(Bet(bet.name, bet.credits, calls) for bet in bets for calls in (False, True))

    def _sums(self, credits: int) -> range:
        """Return what may be bet of ``credits``, or raised of what a call would leave."""
        return range(1, 1 + (credits if self.rules["betting"] == "free" else min(1, credits)))

    def _may_call_hand(self, seat: int) -> bool:
        """Return whether the hand may be called: once, after the minimum of rounds, at this turn (PS-C1, PS-C2)."""
        if self.rules["variant1"] or self.caller is not None:
            return False
        if self.rules["call"] == "first_action" and self.acted[seat]:
            return False
        return self.round > full_rounds(len(self.players), self.rules["min_rounds"])

    def _is_last_round(self) -> bool:
        """Return whether the hand ends with this betting though nobody calls it (PS-V1)."""
        if self.rules["variant1"]:
            return self.round > full_rounds(len(self.players), self.rules["rounds"])
        return bool(self.round >= self.rules["round_limit"])

    def _do(self, seat: int, bet: Bet) -> None:
        table = self.table
        self.acted[seat] = True
        if bet.calls_hand:
            self.caller = seat
            table.note("call_hand", seat)
        if bet.name == "fold":
            if bet.calls_hand:  # before the 1 credit (PS-C5)
                self.caller_paid = True
                table.penalize("call_fee", seat, table.call_fee())
            table.note("fold", seat)
            table.penalize("fold_fee", seat, 1)  # PS-G6
            table.leave(seat)
        elif bet.name == "check":
            table.note("check", seat)
        else:
            self.raises += bet.name == "raise"
            self.stake += bet.credits
            paid = min(self.stake - self.staked[seat], table.credits[seat])  # less where a free call is all in
            self.staked[seat] += paid
            table.stake(bet.name, seat, paid)

    def _return_unmatched(self) -> None:
        """Give back what nobody could match of the highest stake, as in poker."""
        second, highest = sorted(self.staked)[-2:]
        if highest > second:
            self.table.stake("returned", self.staked.index(highest), second - highest)

    # ---------------------------------------------------------------------------------- shifting and draw phases

    def shift_and_draw(self) -> None:
        """Roll for the sabacc shift, let each player draw, and go on to the next round (PS-D2, PS-V3)."""
        table = self.table
        order = self.in_turn()
        if not self.rules["variant3"] and table.roll(order[0]):
            table.shift(order)
        for seat in order:
            if self.rules["variant3"] and table.roll(seat):
                table.shift(order if self.rules["shift_scope"] == "all" else [seat])
            self._draw(seat)
            self._move(seat)
        self.round += 1

    def _draw(self, seat: int) -> None:
        legal = legal_draws(self.table, seat)
        chosen = self.players[seat].choose_draw(self._view(seat, draws=legal))
        if chosen not in legal:
            raise ValueError(f"seat {seat} cannot do {chosen.words}")
        if chosen.name == "stand":
            self.table.note("stand", seat)
            return
        if chosen.name == "swap":
            self.table.discard(seat, (chosen.card,))
        self.table.draw(seat)

    def _move(self, seat: int) -> None:
        legal = legal_moves(self.table, seat)
        chosen = self.players[seat].choose_move(self._view(seat, moves=legal)) if len(legal) > 1 else legal[0]
        if chosen not in legal:
            raise ValueError(f"seat {seat} cannot do {chosen.words}")
        if chosen.lock is not None:
            self.table.lock(seat, chosen.lock)
        if chosen.fetch is not None:
            self.table.fetch(seat, chosen.fetch)

    def _view(
        self,
        seat: int,
        bets: tuple[Bet, ...] = (),
        draws: tuple[Draw, ...] = (),
        moves: tuple[FieldMove, ...] = (),
    ) -> View:
        table = self.table
        return View(
            seat=seat,
            round=self.round,
            hand=table.hands[seat],
            discarded=table.discarded[seat],
            fields=tuple(table.fields),
            sizes=tuple(len(cards) for cards in table.hands),
            folded=tuple(table.folded),
            credits=tuple(table.credits),
            hand_pot=table.hand_pot,
            sabacc_pot=table.sabacc_pot,
            to_call=self.stake - self.staked[seat] if bets else 0,
            raises=self.raises if bets else 0,
            last=self.caller is not None or self._is_last_round(),
            rules=self.rules,
            bets=bets,
            draws=draws,
            moves=moves,
        )


def legal_draws(table: Table, seat: int) -> tuple[Draw, ...]:
    """Return what the seat may do about drawing, in canonical order (PS-G1)."""
    swaps = (Draw("swap", card) for card in sorted(table.hands[seat]))
    draw = [Draw("draw")] if table.left_to_draw() else []
    return (Draw("stand"), *draw, *swaps)


def legal_moves(table: Table, seat: int) -> tuple[FieldMove, ...]:
    """Return what the seat may do about its field, in canonical order (PS-F2): nothing, put, take, exchange."""
    hand, field = sorted(table.hands[seat]), sorted(table.fields[seat])
    limit = table.rules["field_limit"]
    has_room = limit == "none" or len(field) < limit
    locks = [FieldMove(lock=card) for card in hand] if len(hand) > 2 and has_room else []
    fetches = [FieldMove(fetch=card) for card in field]
    exchanges = [FieldMove(lock, fetch) for lock in hand for fetch in field]
    return (FieldMove(), *locks, *fetches, *exchanges)
