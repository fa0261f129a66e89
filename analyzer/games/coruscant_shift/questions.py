"""The questions of Coruscant Shift: what to select, what to add after the shift, and whose selection wins."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import analyzer.games.coruscant_shift.rules as rulebook
from analyzer.core.decks import SABACC_62
from analyzer.core.errors import InputError
from analyzer.games.contract import Hand, Observations, Request, Showdown, Trial
from analyzer.games.coruscant_shift.fields import make_book, stand_ins

if TYPE_CHECKING:
    import numpy as np

    from analyzer.games.coruscant_shift.kernels.advice import Asked

UNIT = "win probability"
DEALS_PER_BLOCK = 512
HAND = 5
# The kernels take a suit and a target as they are, and cards packed six bits each in canonical order.
UNSEEN = -1


def select(request: Request) -> Trial:
    """Return the trial of every selection of the five cards dealt, in the chance to win the hand."""
    import numpy as np

    from analyzer.games.coruscant_shift.kernels.advice import CHANCES, PARTS, select_block
    from analyzer.games.coruscant_shift.kernels.policies import REPLY, choose_selection

    given, rules = request.inputs, request.rules
    hand = tuple(sorted(given["cards"]))
    target, suit, players = given["target"], given["suit"], given["players"]
    drew = given["opponents_drew"] or ()
    if len(drew) >= players:
        raise InputError(f"--opponents-drew: {len(drew)} numbers were given, and {players - 1} opponents play")
    legal = rulebook.legal_selections(hand, target, suit, rules)
    masks = masks_by_words(hand, legal)
    book = make_book(rules, players, (request.me, request.opponent, "reply"), (abs(target),))
    asked = ask(request, hand=hand, first=0, new=(), drew=drew, seat=len(drew) if drew else UNSEEN)
    reply = choose_selection(REPLY, asked.hand, target, suit, book, np.zeros(4, dtype=np.uint64))
    best = rulebook.closest(legal, (), target, suit)
    chosen = {"closest": best, "reply": tuple(card for i, card in enumerate(hand) if int(reply) >> i & 1)}
    tried = np.array(list(masks.values()), dtype=np.int64)
    granted = []
    if 2 * HAND * players > len(SABACC_62):
        seat = f"seat {len(drew) + 1} from the dealer's left" if drew else "any seat"
        granted.append(f"the asker sits in {seat}: who draws late may draw what others discarded")

    def block(stream: int, deals: int, active: np.ndarray) -> Observations:
        observed = blank(deals, active, len(PARTS), len(CHANCES))
        found = select_block(
            np.uint64(stream), deals, asked, book, tried[active], observed.values, observed.parts, observed.chances
        )
        return checked(observed, found, request)

    return trial(request, tuple(masks), block, chosen, granted)


def improve(request: Request) -> Trial:
    """Return the trial of everything that may be done with the cards drawn, in the chance to win the hand.

    Raises ``InputError`` where the cards given are not those of a hand of five.
    """
    import numpy as np

    from analyzer.games.coruscant_shift.kernels.advice import CHANCES, PARTS, improve_block

    given, rules = request.inputs, request.rules
    target, suit, players = given["target"], given["suit"], given["players"]
    selection, new = tuple(sorted(given["selection"])), tuple(sorted(given["hand"]))
    hand = whole_hand(given, rules)
    if len(new) != HAND - len(selection):
        raise InputError(
            f"--hand: {HAND - len(selection)} new cards were expected, as many as were discarded, not {len(new)}"
        )
    drew = given["opponents_drew"] or ()
    if len(drew) not in (0, players - 1):
        raise InputError(
            f"--opponents-drew: {players - 1} numbers were expected, one an opponent from the asker's left, "
            f"not {len(drew)}"
        )
    free = rulebook.improves_freely(rules)
    cards = tuple(sorted(selection + new)) if free else new
    kept = () if free else selection
    legal = rulebook.legal_additions(selection, new, target, suit, rules)
    masks = masks_by_words(cards, legal)
    book = make_book(rules, players, (request.opponent,), (abs(target),))
    first = sum(1 << hand.index(card) for card in selection)
    asked = ask(request, hand=hand, first=first, new=new, drew=drew, seat=UNSEEN)
    tried = np.array(list(masks.values()), dtype=np.int64)

    def block(stream: int, deals: int, active: np.ndarray) -> Observations:
        observed = blank(deals, active, len(PARTS), len(CHANCES))
        found = improve_block(
            np.uint64(stream), deals, asked, book, tried[active], free,
            observed.values, observed.parts, observed.chances,
        )  # fmt: skip
        return checked(observed, found, request)

    return trial(request, tuple(masks), block, {"closest": rulebook.closest(legal, kept, target, suit)}, [])


def count(request: Request) -> Showdown:
    """Return whose of the selections wins, and by which level (CS-T1 to CS-T5)."""
    given, rules = request.inputs, request.rules
    target, suit = given["target"], given["suit"]
    selections = dict(enumerate(given["selection"]))
    for cards in selections.values():
        if not cards and not rules["empty_selection"]:
            raise InputError("--selection: at least one card is selected (CS-S2): see --rule empty_selection=yes")
    winners, level = rulebook.winner(selections, target, suit, rules)
    hands = []
    for seat, cards in selections.items():
        not_two_sylops, bust, away, _ = rulebook.strength(cards, target, suit, rules)
        category = "two Sylops" if not not_two_sylops else "bust" if bust else "off" if away else "exact"
        hands.append(
            Hand(
                tuple(SABACC_62.words(sorted(cards))),
                rulebook.total(cards),
                category,
                seat in winners,
                {"distance": away, "suit_count": rulebook.suit_count(cards, suit)},
            )
        )
    return Showdown(tuple(hands), level if len(hands) > 1 else "nobody else")


# ------------------------------------------------------------------------------------------- shared by the trials


def ask(
    request: Request, *, hand: Sequence[int], first: int, new: Sequence[int], drew: Sequence[int], seat: int
) -> Asked:
    """Return what the kernels of advice take; ``hand`` are the five cards dealt and ``new`` those drawn, sorted."""
    import numpy as np

    from analyzer.games.coruscant_shift.kernels.advice import ANY, Asked
    from analyzer.games.coruscant_shift.kernels.policies import POLICIES

    given = request.inputs
    seen = {*hand, *new}
    opponents = given["players"] - 1
    return Asked(
        target=given["target"],
        suit=given["suit"],
        players=given["players"],
        hand=packed(hand),
        first=first,
        new=packed(new),
        news=len(new),
        rest=np.array([card for card in range(len(SABACC_62)) if card not in seen], dtype=np.int64),
        drew=np.array([*drew, *[ANY] * (opponents - len(drew))], dtype=np.int64),
        seat=seat,
        me=POLICIES.index(request.me),
        opponent=POLICIES.index(request.opponent),
    )


def packed(cards: Iterable[int]) -> int:
    """Return sorted cards as one integer, six bits each, the lowest first."""
    return sum(card << 6 * i for i, card in enumerate(cards))


def whole_hand(given: Mapping[str, Any], rules: Mapping[str, Any]) -> tuple[int, ...]:
    """Return the five cards dealt: those selected and those discarded.

    Raises ``InputError`` where they are not five.
    """
    selection, discarded = given["selection"], given["discarded"]
    if not selection and not rules["empty_selection"]:
        raise InputError("--selection: at least one card is selected (CS-S2): see --rule empty_selection=yes")
    if len(selection) + len(discarded) != HAND:
        wanted = HAND - len(selection)
        raise InputError(
            f"--discarded: {wanted} cards were expected, since {len(selection)} of five were selected, "
            f"not {len(discarded)}"
        )
    return tuple(sorted(selection + discarded))


def masks_by_words(cards: Sequence[int], legal: Iterable[Sequence[int]]) -> dict[tuple[str, ...], int]:
    """Return the mask over ``cards`` of each of ``legal``; what looks alike, with one Sylop or the other, is one."""
    masks: dict[tuple[str, ...], int] = {}
    for chosen in legal:
        masks.setdefault(tuple(SABACC_62.words(chosen)), sum(1 << cards.index(card) for card in chosen))
    return masks


def blank(deals: int, active: np.ndarray, parts: int, chances: int) -> Observations:
    """Return observations to be filled."""
    import numpy as np

    return Observations(
        np.zeros((deals, len(active)), dtype=np.int32),
        np.zeros((len(active), parts), dtype=np.int64),
        np.zeros((len(active), chances), dtype=np.int64),
    )


def checked(observed: Observations, found: bool, request: Request) -> Observations:
    """Return ``observed``, or raise ``InputError`` where the opponents never do what they were seen to do."""
    if not found:
        drew = ",".join(map(str, request.inputs["opponents_drew"]))
        raise InputError(
            f"--opponents-drew: {drew} cannot be from opponents who play {request.opponent}: "
            "it never draws one of these"
        )
    return observed


def trial(
    request: Request,
    actions: tuple[tuple[str, ...], ...],
    block: Any,
    chosen: Mapping[str, Sequence[int]],
    granted: Sequence[str],
) -> Trial:
    """Return the trial of ``actions`` by ``block``; ``chosen`` is what each policy named would do."""
    from analyzer.games.coruscant_shift.kernels.advice import CHANCES, PARTS
    from analyzer.games.coruscant_shift.kernels.hand import WHOLE

    unfolding = () if request.rules["form"] == "standard" else ("nobody folds before the reveal",)
    return Trial(
        unit=UNIT,
        actions=actions,
        parts=PARTS,
        chances=CHANCES,
        scale=WHOLE,
        deals_per_block=DEALS_PER_BLOCK,
        block=block,
        assumptions=(*granted, *unfolding, *stand_ins(request.rules, (request.me, request.opponent))),
        policy_costs=tuple(
            (policy, actions.index(tuple(SABACC_62.words(sorted(cards))))) for policy, cards in chosen.items()
        ),
    )
