"""The question of halcyon and holo: stay or fold, in chips."""

from __future__ import annotations

from typing import TYPE_CHECKING

from analyzer.core.errors import InputError
from analyzer.games.contract import Observations, Request, Trial
from analyzer.games.coruscant_shift.fields import make_book, stand_ins
from analyzer.games.coruscant_shift.questions import HAND, ask, blank, packed, whole_hand

if TYPE_CHECKING:
    import numpy as np

DEALS_PER_BLOCK = 256
STAGES = ("select", "improve")


def bet(request: Request) -> Trial:
    """Return the trial of staying and folding, in chips from now on: folding brings 0.

    In standard, which has no bets, it answers as for halcyon and says so.

    Raises ``InputError`` where the asker is short, or the inputs are not those of one hand.
    """
    import numpy as np

    from analyzer.games.coruscant_shift.kernels.bet_advice import CHANCES, PARTS, AtBet, bet_block
    from analyzer.games.coruscant_shift.kernels.hand import WHOLE
    from analyzer.games.coruscant_shift.kernels.selections import total_of

    given, rules = request.inputs, request.rules
    assumed = rules["form"] == "standard"
    if assumed:
        # Nothing is paid in standard (CS-D6); a bet can only be one of the other forms, which bet alike.
        rules = {**rules, "form": "halcyon"}
    _check(request)
    players, folded, target, suit = given["players"], given["folded"], given["target"], given["suit"]
    stage, live = STAGES.index(given["stage"]), players - folded
    seat = given["seat"] or players
    before = max(0, seat - 1 - folded)
    drew = given["opponents_drew"] or ()
    chips = given["chips"]
    # From the asker's left to the order of the seats.
    in_order = drew[live - 1 - before :] + drew[: live - 1 - before]
    left = chips[1:][live - 1 - before :] + chips[:1] + chips[1:][: live - 1 - before]
    selection = tuple(sorted(given["selection"]))
    if stage:
        gone = tuple(sorted(given["discarded"] + given["hand"]))
        hand, first, new, drawn = selection, 0, gone, len(selection) + len(gone) - HAND
    else:
        hand, new, drawn = whole_hand(given, rules), (), HAND - len(selection)
        first = sum(1 << hand.index(card) for card in selection)
    book = make_book(rules, players, (request.me, request.opponent, "reply"), (abs(target),))
    asked = ask(request, hand=hand, first=first, new=new, drew=in_order, seat=before)._replace(players=live)
    size = len(selection)
    at = AtBet(
        asked, stage, players, drawn, int(total_of(packed(selection), size, suit)), size, given["pot"],
        np.array(left, dtype=np.int64),
    )  # fmt: skip

    def block(stream: int, deals: int, active: np.ndarray) -> Observations:
        observed = blank(deals, active, len(PARTS), len(CHANCES))
        found = bet_block(
            np.uint64(stream), deals, at, book, active, observed.values, observed.parts, observed.chances
        )
        if found < deals:
            raise InputError(
                f"--opponents-drew: no deal was found in which players of {request.opponent} draw so and stay"
            )
        return observed

    granted = ["chips are worth alike, however many one has; from here on, so folding brings 0"]
    if assumed:
        granted.append("in standard nothing is paid and nobody folds: the bet is answered by the rules of halcyon")
    if given["seat"] is None:
        granted.append("the asker sits last of those still in: --seat K says otherwise")
    if folded:
        granted.append("those who folded sat before the asker, as far as seats were there; their cards are any")
    return Trial(
        unit="chips",
        actions=(("stay",), ("fold",)),
        parts=PARTS,
        chances=CHANCES,
        scale=WHOLE,
        deals_per_block=DEALS_PER_BLOCK,
        block=block,
        assumptions=(*granted, *stand_ins(rules, (request.me, request.opponent))),
        policy_costs=(("reply", 0),),
    )


def _check(request: Request) -> None:
    given, rules = request.inputs, request.rules
    if rules["check"]:
        raise InputError("--rule check=yes: bet values stay and fold alone: leave the option out")
    players, folded = given["players"], given["folded"]
    live = players - folded
    if live < 2:
        raise InputError(f"--folded: at most {players - 2} of {players} players can have folded, not {folded}")
    if len(given["chips"]) != live:
        raise InputError(
            f"--chips: {live} numbers were expected, the asker's first and one for each opponent still in, "
            f"not {len(given['chips'])}"
        )
    if given["chips"][0] < rules["bet"]:
        raise InputError(f"--chips: the asker has {given['chips'][0]}, a bet is {rules['bet']}: only folding is left")
    if given["seat"] is not None and given["seat"] > players:
        raise InputError(f"--seat: 1 to {players} was expected, not {given['seat']}")
    drew = given["opponents_drew"] or ()
    if len(drew) not in (0, live - 1):
        raise InputError(
            f"--opponents-drew: {live - 1} numbers were expected, one for each opponent still in, not {len(drew)}"
        )
    selection, hand, discarded = given["selection"], given["hand"], given["discarded"]
    if not selection:
        raise InputError("--selection: at least one card is selected (CS-S2)")
    named = [*selection, *hand, *discarded]
    twice = {card for card in named if named.count(card) > 1}
    if twice:
        raise InputError("--discarded: a card was named twice among --selection, --hand and --discarded")
    if given["stage"] == "select" and hand:
        raise InputError("--hand: there are no new cards before the shift: name the rest as --discarded")
    drawn = len(named) - HAND
    if given["stage"] == "improve" and not (len(selection) <= HAND and 0 <= drawn < HAND):
        raise InputError(
            f"--discarded: with --selection and --hand 5 to {2 * HAND - 1} cards were expected, all that were held "
            f"before and after the shift, not {len(named)}"
        )
