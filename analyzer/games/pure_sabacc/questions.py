"""The questions of Pure Sabacc at the table: what to draw, and what to bet."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from analyzer.core.decks import SABACC_76
from analyzer.core.errors import InputError
from analyzer.games.contract import Observations, Request, Trial
from analyzer.games.pure_sabacc.fields import make_book, stand_ins
from analyzer.games.pure_sabacc.rules_hand import full_rounds

if TYPE_CHECKING:
    import numpy as np

DEALS_PER_BLOCK = 64
DECK = len(SABACC_76)
MOST_CARDS = 16
"""Cards of hand and field that a question takes: no more can be held where every subset of them is looked at."""
POLICY = -1
"""In place of the index of a field action: as the policy decides once the card is seen."""


class _Action(NamedTuple):
    words: tuple[str, ...]
    first: int
    second: int


def draw(request: Request) -> Trial:
    """Return the trial of every draw action with each field action that it leaves, in expected credits.

    An action that draws is valued with the field action that the asker's policy chooses once the card is seen; beside
    it stand the locks, fetches and exchanges of cards held before.
    """
    given, rules = request.inputs, request.rules
    hand, field = _cards(request)
    if _ends(request) == given["round"]:
        raise InputError(f"--round: the hand ends with the betting of round {given['round']}: nothing is drawn then")
    names = SABACC_76.names
    actions: list[_Action] = []
    if given["drawn"]:
        moves = _moves(hand, field, rules)
        actions = [_Action(words or ("stand",), POLICY, index) for words, index in moves]
    else:
        moves = _moves(hand, field, rules)
        actions = [_Action(("stand", *words), 0, index) for words, index in moves]
        actions.append(_Action(("draw",), 1, POLICY))
        actions += [_Action((f"swap:{names[card]}",), 2 + place, POLICY) for place, card in enumerate(hand)]
    return _trial(request, hand, field, _unlike(actions), "DRAWN" if given["drawn"] else "DRAWING")


def bet(request: Request) -> Trial:
    """Return the trial of every legal bet, with calling the hand where that is allowed, in expected credits."""
    given, rules = request.inputs, request.rules
    hand, field = _cards(request)
    players, number, owed, raises = given["players"], given["round"], given["to_call"], given["raises"]
    credits = _credits(request)[0]
    free = rules["betting"] == "free"
    if not free and raises > rules["max_raises"]:
        raise InputError(f"--raises: {raises} cannot be: at most {rules['max_raises']} raises a round are allowed")
    if not free and owed > rules["max_raises"] + 1:
        raise InputError(f"--to-call: {owed} cannot be: bets and raises are of 1, and at most {rules['max_raises']} raises are allowed")  # noqa: E501
    if raises and not owed:
        raise InputError("--raises: after a raise there is something to call: give it as --to-call")
    may_call = number > full_rounds(players, rules["min_rounds"]) and not rules["variant1"] and not given["called"]
    if given["called"] and (rules["variant1"] or number <= full_rounds(players, rules["min_rounds"])):
        raise InputError(f"--called: the hand cannot be called in round {number}: leave it out (see --rule min_rounds)")
    if given["called"] and not owed and players == 2 and given["seat"] == 1 + (number - 1) % 2:
        raise InputError("--called: the asker opens this betting, and nobody has bet: nobody can have called the hand")
    bets: list[str] = []
    if free and not credits:
        bets = ["check"]
    elif owed:
        bets = ["call"] if free or credits >= owed else []
        if free or raises < rules["max_raises"]:
            bets += [f"raise:{more}" for more in _sums(credits - owed, free)]
        bets.append("fold")
    else:
        bets = ["check", *(f"bet:{more}" for more in _sums(credits, free)), "fold"]
    twice = 2 if may_call else 1
    actions = [
        _Action((words, "call-hand") if calls else (words,), place * twice + calls, POLICY)
        for place, words in enumerate(bets)
        for calls in range(twice)
    ]
    return _trial(request, hand, field, actions, "BETTING")


# ------------------------------------------------------------------------------------------- shared by the trials


def _sums(credits: int, free: bool) -> range:
    return range(1, 1 + (max(0, credits) if free else max(0, min(1, credits))))


def _moves(hand: Sequence[int], field: Sequence[int], rules: Any) -> list[tuple[tuple[str, ...], int]]:
    """Return each field action in words, with its index in canonical order (PS-F2)."""
    names = SABACC_76.names
    limit = rules["field_limit"]
    found: list[tuple[str, ...]] = [()]
    if len(hand) > 2 and (limit == "none" or len(field) < limit):
        found += [(f"lock:{names[card]}",) for card in hand]
    found += [(f"fetch:{names[card]}",) for card in field]
    found += [(f"lock:{names[out]}", f"fetch:{names[taken]}") for out in hand for taken in field]
    return [(words, index) for index, words in enumerate(found)]


def _unlike(actions: Sequence[_Action]) -> list[_Action]:
    """Return the actions without those that look like an earlier one: of two equal face cards one is enough."""
    return list({action.words: action for action in reversed(actions)}.values())[::-1]


def _cards(request: Request) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return hand and field, sorted; raises ``InputError`` for cards that cannot be where they are said to be."""
    given = request.inputs
    hand, field, seen = (tuple(sorted(given[name] or ())) for name in ("hand", "field", "seen"))
    # Two face cards look alike: the same name in two places is the same card only where the deck has no second one.
    taken = {"hand": hand}
    for name, cards in (("field", field), ("seen", seen)):
        moved: list[int] = []
        for card in cards:
            held = {other for others in taken.values() for other in others} | set(moved)
            free = [copy for copy in SABACC_76.copies(SABACC_76.names[card]) if copy not in held]
            if not free:
                where = next((place for place, others in taken.items() if card in others), name)
                raise InputError(f"--{name}: {SABACC_76.names[card]} is in --{where} already: each card of the deck is in one place")  # noqa: E501
            moved.append(free[0])
        taken[name] = tuple(sorted(moved))
    if len(hand) + len(field) > MOST_CARDS:
        raise InputError(f"--hand: {len(hand) + len(field)} cards in hand and field: at most {MOST_CARDS} are taken")
    if given["seat"] > given["players"]:
        raise InputError(f"--seat: {given['seat']} cannot be: {given['players']} players play")
    if given["round"] > _ends(request):
        raise InputError(f"--round: {given['round']} cannot be: the hand ends after the betting of {_ends(request)}")
    unseen = DECK - sum(map(len, taken.values()))
    if unseen < 4 * given["players"]:
        raise InputError(f"--seen: {unseen} cards are left unseen, too few for {given['players']} players")
    return taken["hand"], taken["field"]


def _seen(request: Request, hand: Sequence[int], field: Sequence[int]) -> set[int]:
    """Return the numbers of the cards seen, twins given to each place as :func:`_cards` does."""
    held = {*hand, *field}
    for card in sorted(request.inputs["seen"] or ()):
        held.add(next(copy for copy in SABACC_76.copies(SABACC_76.names[card]) if copy not in held))
    return held


def _ends(request: Request) -> int:
    """Return the round whose betting is the last at the latest."""
    given, rules = request.inputs, request.rules
    return full_rounds(given["players"], rules["rounds"]) + 1 if rules["variant1"] else int(rules["round_limit"])


def _credits(request: Request) -> tuple[int, ...]:
    """Return the credits of the asker, and of the others leftward."""
    given = request.inputs
    credits = given["credits"] or (request.rules["credits"],) * given["players"]
    if len(credits) != given["players"]:
        raise InputError(f"--credits: {given['players']} numbers were expected, one a player from the asker leftward, not {len(credits)}")  # noqa: E501
    return tuple(credits)


def _trial(
    request: Request, hand: tuple[int, ...], field: tuple[int, ...], actions: Sequence[_Action], stage: str
) -> Trial:
    """Return the trial of ``actions`` at a ``stage`` of the round."""
    import numpy as np

    from analyzer.games.pure_sabacc.kernels import advice
    from analyzer.games.pure_sabacc.kernels.policies import POLICIES

    given, rules = request.inputs, request.rules
    players, seat = given["players"], given["seat"] - 1
    around = _credits(request)
    seen = _seen(request, hand, field)
    asked = advice.Asked(
        stage=getattr(advice, stage),
        players=players,
        seat=seat,
        round=given["round"],
        hand=np.array(hand, dtype=np.int64),
        field=np.array(field, dtype=np.int64),
        rest=np.array([card for card in range(DECK) if card not in seen], dtype=np.int64),
        credits=np.array([around[(other - seat) % players] for other in range(players)], dtype=np.int64),
        hand_pot=players if given["hand_pot"] is None else given["hand_pot"],
        sabacc_pot=players if given["sabacc_pot"] is None else given["sabacc_pot"],
        to_call=given.get("to_call") or 0,
        raises=given.get("raises") or 0,
        called=bool(given.get("called")),
        me=POLICIES.index(request.me),
        opponent=POLICIES.index(request.opponent),
    )
    book = make_book(rules, players, (request.me, request.opponent))
    indices = np.array([(action.first, action.second) for action in actions], dtype=np.int64)

    def block(stream: int, deals: int, active: np.ndarray) -> Observations:
        n = len(active)
        observed = Observations(
            np.zeros((deals, n), dtype=np.int32),
            np.zeros((n, len(advice.PARTS)), dtype=np.int64),
            np.zeros((n, len(advice.CHANCES)), dtype=np.int64),
        )
        advice.advice_block(
            np.uint64(stream), deals, asked, book, indices[active], observed.values, observed.parts, observed.chances
        )
        return observed

    granted = [
        "the others have stayed in the hand so far and have drawn as their policy does, from cards not seen",
        f"the asker sits in seat {seat + 1} from the dealer's left",
    ]
    if given.get("to_call"):
        granted.append("the bet to call is that of the player on the right, and the others still have to answer it")
    return Trial(
        unit="credits",
        actions=tuple(action.words for action in actions),
        parts=advice.PARTS,
        chances=advice.CHANCES,
        scale=1,
        deals_per_block=DEALS_PER_BLOCK,
        block=block,
        assumptions=(*granted, *stand_ins(rules, (request.me, request.opponent))),
    )
