"""Validates what was asked against what the game declares."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol, TypeVar

from analyzer.core.decks import Deck
from analyzer.core.errors import InputError, near
from analyzer.core.notation import as_text, quoted
from analyzer.games.contract import Game, Input, Question
from analyzer.games.inputs import CardKind, Cards, Flag, Integers, Laid


def parse_inputs(
    inputs: Sequence[Input], values: Mapping[str, object], further: Iterable[str] = (), seats: Sequence[str] = ()
) -> dict[str, Any]:
    """Return the parsed value of each of ``inputs``; ``values`` are text, or lists and numbers that stand for it.

    ``further`` are the other names that the question takes, for near matches, and ``seats`` its flags. Raises
    ``InputError`` for a missing, unknown or unreadable value, and for a card named in two places.
    """
    known = {declared.name: declared for declared in inputs}
    for name in values:
        if name not in known:
            # As Python writes them: the command line knows its options before it comes here.
            words = [f"{word}=" for word in (*known, *seats)]
            expected = f"expected {', '.join(words)}" if words else "it takes none"
            hint = near(name, [*known, *seats, *further])
            if seats and name == "seat":
                hint = f"; say {' or '.join(f'{seat}=True' for seat in seats)}"
            raise InputError(f"input {quoted(name)} is unknown: {expected}{hint}")
    parsed = {}
    for name, declared in known.items():
        given = values.get(name)
        where = _place(declared)
        if given is None:
            if declared.required:
                raise InputError(f"{where} is missing: {declared.help}, as {declared.kind.metavar}")
            parsed[name] = declared.default
        elif declared.repeat:
            several = given if isinstance(given, list | tuple) else [given]
            parsed[name] = tuple(declared.kind.parse(as_text(one), where) for one in several)
        else:
            parsed[name] = declared.kind.parse(as_text(given), where)
    _each_card_once(known, parsed)
    return parsed


def show_inputs(inputs: Sequence[Input], parsed: Mapping[str, Any]) -> dict[str, Any]:
    """Return ``parsed`` as JSON, without the inputs that were left out."""
    shown = {}
    for declared in inputs:
        value = parsed[declared.name]
        if value is None:
            continue
        show = declared.kind.show
        shown[declared.name] = [show(one) for one in value] if declared.repeat else show(value)
    return shown


def words_of_inputs(inputs: Sequence[Input], parsed: Mapping[str, Any]) -> list[str]:
    """Return the command-line words that give ``parsed`` again."""
    words = []
    for declared in inputs:
        if parsed[declared.name] is None or (parsed[declared.name] == declared.default and not declared.required):
            continue
        if isinstance(declared.kind, Flag):
            words += [f"--{declared.name.replace('_', '-')}"] if parsed[declared.name] else []
            continue
        several = parsed[declared.name] if declared.repeat else [parsed[declared.name]]
        for value in several:
            shown = declared.kind.show(value)
            between = "," if isinstance(declared.kind, Integers) else " "
            text = between.join(map(str, shown)) if isinstance(shown, list) else str(shown)
            words += [text] if declared.positional else [f"--{declared.name.replace('_', '-')}", text]
    return words


def chosen_seats(question: Question, values: Mapping[str, object]) -> tuple[dict[str, object], list[int | None]]:
    """Return the values without the seat flags, and the seats to answer for."""
    rest = {name: value for name, value in values.items() if name not in question.seats}
    both = question.every_seat or question.any_seat
    named = named_seat(question.seats, values, "; without either, both are answered" if both else "")
    if named is not None or not question.seats or question.any_seat:
        return rest, [named]
    if not question.every_seat:
        raise InputError(f"the seat is missing: add {' or '.join('--' + seat for seat in question.seats)}")
    return rest, list(range(len(question.seats)))


def named_seat(seats: Sequence[str], values: Mapping[str, object], without: str = "") -> int | None:
    """Return the index of the only one of ``seats`` whose flag is set; ``without`` is the way out of naming two."""
    for seat in seats:
        if not isinstance(values.get(seat), bool | None):
            raise InputError(f"--{seat}: {quoted(values[seat])} cannot be: expected True or False")
    named = [index for index, seat in enumerate(seats) if values.get(seat)]
    if len(named) > 1:
        first, second = (seats[index] for index in named[:2])
        raise InputError(f"--{first} and --{second} contradict each other: name one seat{without}")
    return named[0] if named else None


class Named(Protocol):
    """What is known by a name, such as a stage or a measure."""

    @property
    def name(self) -> str:
        """The name that people type."""
        ...


Found = TypeVar("Found", bound=Named)


def chosen(known: Sequence[Found], names: object, place: str) -> list[Found]:
    """Return those of ``known`` that are called ``names``, in their own order; all where none is named."""
    words = [names] if isinstance(names, str) else names
    if not isinstance(words, list | tuple):
        raise InputError(f"{place}: {quoted(names)} cannot be: expected names")
    listed = [each.name for each in known]
    for word in words:
        if word not in listed:
            hint = near(as_text(word), listed)
            raise InputError(f"{place}: {quoted(word)} is unknown: expected {', '.join(listed)}{hint}")
    return [each for each in known if not words or each.name in words]


def find_question(game: Game, name: str, builtin: Sequence[str]) -> Question | None:
    """Return the declared question called ``name``, or ``None`` for one of the ``builtin`` ones every game has."""
    for question in game.questions:
        if question.name == name:
            return question
    if name in builtin:
        return None
    known = [*(question.name for question in game.questions), *builtin]
    expected = f"expected {', '.join(known)}{near(name, known)}"
    raise InputError(f"question {quoted(name)} is unknown to {game.name}: {expected}")


def find_policy(game: Game, name: str | None, option: str, *, advises: bool = True) -> str:
    """Return the policy called ``name``, the default one for ``None`` or ``default``.

    With ``advises`` it plays on behind the actions of advice: one that sees more than its seat is refused, and the
    default is the strongest that is fast enough.
    """
    default = game.default_policy(rolls_out=advises).name
    if name is None or name == "default":
        return default
    for policy in game.policies:
        if policy.name == name:
            if advises and not policy.advises:
                raise InputError(
                    f"--{option}: {name} sees what its seat cannot see, so it can only be simulated: "
                    f"choose {default}"
                )
            return name
    offered = [policy for policy in game.policies if not policy.hidden and (policy.advises or not advises)]
    known = ["default", *(policy.name for policy in offered)]
    raise InputError(f"--{option}: {quoted(name)} is no policy: expected {', '.join(known)}{near(name, known)}")


def _place(declared: Input) -> str:
    return declared.name.upper() if declared.positional else f"--{declared.name.replace('_', '-')}"


def _each_card_once(inputs: Mapping[str, Input], parsed: dict[str, Any]) -> None:
    """Refuse a card that two inputs hold, and give equal-looking cards of two inputs the deck's several copies."""
    taken: set[int] = set()

    def distinct(card: int, place: str, deck: Deck) -> int:
        word = deck.names[card]
        free = [copy for copy in deck.copies(word) if copy not in taken]
        if not free:
            copies = len(deck.copies(word))
            often = "in two places, and the deck holds no other" if copies == 1 else f"more than {copies} times in all"
            raise InputError(f"{place}: {quoted(word)} is named {often}")
        taken.add(free[0])
        return free[0]

    def apart(value: Any, declared: Input) -> Any:
        match declared.kind:
            case Cards(deck=deck):
                return tuple(distinct(card, _place(declared), deck) for card in value)
            case Laid(deck=deck):
                return tuple(card if card is None else distinct(card, _place(declared), deck) for card in value)
            case CardKind(deck=deck):
                return distinct(value, _place(declared), deck)
        return value

    for name, declared in inputs.items():
        if parsed[name] is not None:
            value = parsed[name]
            parsed[name] = tuple(apart(one, declared) for one in value) if declared.repeat else apart(value, declared)
