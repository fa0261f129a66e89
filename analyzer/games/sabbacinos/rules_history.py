"""A history replayed as one player saw it: whose turn it is now, and the first word that the rules do not allow.

Nobody says who asks: it is whoever moves after the history. So the history is first followed with all hands hidden,
which tells the seat and the tiles that were the asker's, and then again with these known, where every word is held
against the rules.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from copy import deepcopy
from dataclasses import dataclass

from analyzer.core.errors import InputError
from analyzer.games.sabbacinos.rules_deal import EYES, lowest_rank, may_open, set_tiles, standard_size
from analyzer.games.sabbacinos.rules_moves import DISCARD, DRAW, LAY, PASS
from analyzer.games.sabbacinos.rules_round import DISCARDING, OPENING, OVER, PLAYING, TURNING, Round
from analyzer.games.sabbacinos.rules_set import RuleSet
from analyzer.games.sabbacinos.rules_tiles import DOUBLES, NAMES, is_double, words
from analyzer.games.sabbacinos.rules_walk import Step, Walk, WrongWordError
from analyzer.games.sabbacinos.rules_words import Word, read_words

LEFT_OUT = 2
"""How many forced passes may be left out of a history before it must be written better."""


@dataclass(frozen=True, slots=True)
class Situation:
    """What a history comes to, seen by ``asker``; seats are numbered from 0, the first mover's.

    ``state`` knows the asker's tiles and how many the others hold; ``dealt`` are the tiles that the asker was dealt.
    ``steps`` hold forced passes, draws after a roll and declined turns too, written or not.
    """

    state: Round
    asker: int
    dealt: tuple[int, ...]
    steps: tuple[Step, ...]

    @property
    def words(self) -> tuple[str, ...]:
        """The history in canonical words."""
        return tuple(step.word for step in self.steps)


def read_history(
    typed: Sequence[str], hand: Sequence[int], players: int, rules: RuleSet, sizes: Sequence[int] = ()
) -> Situation:
    """Return the situation after the words ``typed``, asked by who holds ``hand`` now.

    ``sizes`` are the tiles that each seat was dealt, the first mover's first; needed where dice decide, else the
    game's. Raises ``InputError`` for sizes that cannot be, and ``WrongWordError`` at the first wrong move.
    """
    said = read_words(typed, players)
    dealt = _sizes(players, rules, sizes)
    _check_hand(hand, said, rules)
    first_error: InputError | None = None
    for left_out in range(LEFT_OUT + 1):
        found: dict[tuple[str, ...], Situation] = {}
        for passing in _readings(said, dealt, rules, left_out):
            try:
                situation = _situation(passing, hand, dealt, rules)
                found.setdefault(situation.words, situation)
            except InputError as error:
                first_error = first_error or error
        if len(found) == 1:
            return next(iter(found.values()))
        if found:
            raise InputError("history: it can be read in several ways: write PASS wherever a player could not lay")
        if not left_out:
            first_error = first_error or _first_fault(said, dealt, rules)
    assert first_error is not None
    raise first_error


def _sizes(players: int, rules: RuleSet, given: Sequence[int]) -> tuple[int, ...]:
    size = standard_size(players, rules)
    if not given:
        if size is None:
            raise InputError("--sizes is missing: expected the tiles that each seat was dealt, such as 4,6")
        return (size,) * players
    text = ",".join(map(str, given))
    if len(given) != players:
        raise InputError(f"--sizes: {text} cannot be: expected {players} numbers, one a seat")
    if size is not None and set(given) != {size}:
        raise InputError(f"--sizes: {text} cannot be: every seat is dealt {size} tiles")
    if size is None and not all(1 <= one <= rules.faces for one in given):
        raise InputError(f"--sizes: {text} cannot be: the die shows 1 to {rules.faces}")
    if sum(given) > len(set_tiles(rules)):
        raise InputError(f"--sizes: {sum(given)} tiles cannot be dealt: the set holds {len(set_tiles(rules))}")
    return tuple(given)


def _check_hand(hand: Sequence[int], said: Sequence[Word], rules: RuleSet) -> None:
    for one in said:
        if one.verb in (LAY, DISCARD) and one.tile is not None and one.tile in hand:
            raise WrongWordError(one.place, f"{one.where} cannot be: {NAMES[one.tile]} is in the hand still")
    for tile in hand:
        if tile not in set_tiles(rules):
            raise InputError(f"--hand: {NAMES[tile]} cannot be held: it lies in the centre before the deal")


def _start(dealt: Sequence[int], rules: RuleSet, known: dict[int, set[int]]) -> Round:
    """Return the round before its first move, the first mover on seat 0, ``known`` the tiles of seats by seat."""
    boneyard = len(set_tiles(rules)) - sum(dealt)
    phase = PLAYING if rules.hub else DISCARDING if rules.lead == "double_four" else OPENING
    return Round(
        rules=rules,
        hands=[set(known.get(seat, ())) for seat in range(len(dealt))],
        boneyard=[None] * boneyard,
        turn=0,
        phase=phase,
        hidden=[0 if seat in known else size for seat, size in enumerate(dealt)],
    )


def _hidden(dealt: Sequence[int], rules: RuleSet) -> Walk:
    """Return the start of a walk with all hands hidden, the asker's too: any tile may open, any may be held."""
    walk = Walk(_start(dealt, rules, {}))
    walk.state.leads = set_tiles(rules)
    return walk


def _readings(
    said: Sequence[Word], dealt: Sequence[int], rules: RuleSet, left_out: int
) -> Iterator[tuple[Word, ...]]:
    """Yield the words with ``left_out`` passes put in where a player may have been unable to lay a tile."""
    walk = _hidden(dealt, rules)

    def go_on(walk: Walk, index: int, missing: int, so_far: tuple[Word, ...]) -> Iterator[tuple[Word, ...]]:
        if missing:
            passing = Word(so_far[-1].place if so_far else 1, PASS, PASS)
            branch = deepcopy(walk)
            with suppress(WrongWordError):
                branch.take(passing, None)
                yield from go_on(branch, index, missing - 1, (*so_far, passing))
        if index == len(said):
            if not missing:
                yield so_far
            return
        following = said[index + 1] if index + 1 < len(said) else None
        try:
            walk.take(said[index], following)
        except WrongWordError:
            return
        yield from go_on(walk, index + 1, missing, (*so_far, said[index]))

    yield from go_on(walk, 0, left_out, ())


def _first_fault(said: Sequence[Word], dealt: Sequence[int], rules: RuleSet) -> InputError:
    """Return the error of the first word that could not be followed even with all hands hidden."""
    walk = _hidden(dealt, rules)
    try:
        for place, one in enumerate(said):
            walk.take(one, said[place + 1] if place + 1 < len(said) else None)
    except WrongWordError as error:
        return error
    raise AssertionError("a history that can be followed was expected to be read")


def _situation(said: Sequence[Word], hand: Sequence[int], dealt: Sequence[int], rules: RuleSet) -> Situation:
    """Return the situation of words that can be followed with all hands hidden."""
    hidden = _hidden(dealt, rules)
    owners = []
    for place, one in enumerate(said):
        hidden.take(one, said[place + 1] if place + 1 < len(said) else None)
        owners.append(hidden.steps[-1].seat)
    hidden.end(declined=False)
    if hidden.state.phase == OVER:
        raise InputError(f"history: the round is over ({hidden.state.ended_by}): nobody is to move")
    faults = []
    for declined in (False, True) if hidden.state.phase == TURNING else (False,):
        hidden.end(declined=declined)
        if hidden.state.phase == DISCARDING and EYES in hand:
            hidden.find_eyes()
        asker = hidden.state.turn
        known = _dealt_to(asker, said, owners, hand)
        if len(known) == dealt[asker] and len(hand) == hidden.state.size(asker):
            return _checked(said, asker, known, dealt, rules, declined=declined)
        faults.append(f"seat {asker + 1} is to move and holds {hidden.state.size(asker)}")
        if len(hand) == hidden.state.size(asker):
            faults[-1] += ", among them tiles drawn: write DRAW:3-5 for each draw of its own"
    raise InputError(f"--hand: {len(hand)} tiles were given, but {' or '.join(faults)}")


def _dealt_to(
    asker: int, said: Sequence[Word], owners: Sequence[int], hand: Sequence[int]
) -> set[int]:
    """Return the tiles that the asker was dealt: those held and laid or discarded since, without those drawn."""
    mine = [one for one, seat in zip(said, owners, strict=True) if seat == asker]
    gone = {one.tile for one in mine if one.verb in (LAY, DISCARD) and one.tile is not None}
    drawn = {one.tile for one in mine if one.verb == DRAW and one.tile is not None}
    return (set(hand) | gone) - drawn


def _checked(
    said: Sequence[Word], asker: int, known: set[int], dealt: Sequence[int], rules: RuleSet, *, declined: bool
) -> Situation:
    """Follow the words again with the asker's tiles known, every word held against the rules."""
    walk = Walk(_start(dealt, rules, {asker: known}), asker)
    walk.state.leads = _leads(walk.state, asker, known)
    for place, one in enumerate(said):
        walk.take(one, said[place + 1] if place + 1 < len(said) else None)
    walk.end(declined=declined)
    if walk.state.phase == DISCARDING and EYES in walk.state.hands[asker]:
        walk.find_eyes()
    if walk.state.phase == OPENING and not walk.state.leads:
        raise InputError(f"--hand: none of {words(known)} may open the round")
    return Situation(walk.state, asker, tuple(sorted(known)), tuple(walk.steps))


def _leads(state: Round, asker: int, known: set[int]) -> tuple[int, ...]:
    """Return the tiles that the first mover may have opened with, as far as the asker's tiles tell (G1, C2, P2)."""
    rules = state.rules
    mine = sorted(known)
    found = asker == 0
    if rules.lead == "low_roll_double" or (rules.cross and rules.no_double == "redeal"):
        candidates = [tile for tile in DOUBLES if tile in (known if found else state.unseen)]
    else:
        candidates = mine if found else sorted(state.unseen)
    if rules.lead != "lowest_double" or rules.leader != "hands":
        return tuple(candidates)
    if found:
        won_by = min(mine, key=lowest_rank)
        return may_open(mine, won_by, rules) if is_double(won_by) or rules.no_double != "redeal" else ()
    lower = [tile for tile in sorted(state.unseen) if lowest_rank(tile) < min(map(lowest_rank, mine))]
    if rules.no_double == "redeal":
        lower = [tile for tile in lower if is_double(tile)]
    return tuple(candidates if rules.opening == "free" and lower else lower)
