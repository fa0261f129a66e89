"""What shell completion offers for a value: a word, and what it means."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from analyzer.games import folder, handler
from analyzer.games.contract import Game, Policy, Request
from analyzer.games.options import Options, load_options, spell

Complete = Callable[..., Any]
"""Returns the words that the shell may put in place of an unfinished one."""


def words(known: Iterable[str]) -> Complete:
    """Complete one of ``known``."""
    return lambda: list(known)


def kind_words(kind: Any) -> Complete | None:
    """Complete the values of a kind that has few; ``None`` for one that has many."""
    few = getattr(kind, "allowed", ()) or getattr(kind, "values", ())
    if few:
        return words([str(value) for value in few])
    alternatives = kind.metavar.split("|")
    return words(alternatives) if len(alternatives) > 1 else None


def policy_words(game: Game, *, simulated: bool) -> Complete:
    """Complete the policies of ``game``, without those that only a simulation may use unless ``simulated`` is set."""
    return lambda: [(policy.name, policy.help) for policy in usable(game, simulated=simulated)]


def usable(game: Game, *, simulated: bool) -> list[Policy]:
    """Return the policies of ``game`` that people may name, from the weakest to the strongest."""
    return [policy for policy in game.policies if (simulated or policy.advises) and not policy.hidden]


def preset_words(game: Game) -> Complete:
    """Complete the presets of ``game``."""
    return lambda: list(load_options(folder(game)).presets)


def option_words(game: Game) -> Complete:
    """Complete the house rules of ``game``: the name first, then its values."""

    def complete(incomplete: str) -> list[tuple[str, str]]:
        options: Options = load_options(folder(game))
        name, equals, _ = incomplete.partition("=")
        if not equals:
            return [(f"{name}=", spec.meaning) for name, spec in options.specs.items()]
        spec = options.specs.get(name)
        values = spec.values if spec is not None and not isinstance(spec.values, str) else ()
        return [(f"{name}={spell(value)}", spec.meaning if spec else "") for value in values]

    return complete


def stage_words(game: Game) -> Complete:
    """Complete the stages that make the tables of ``game``."""
    return lambda: [(stage.name, stage.help) for stage in handler(game, game.solve)(_defaults(game))]


def measure_words(game: Game) -> Complete:
    """Complete the measures of the strategy of ``game``."""

    def complete() -> list[tuple[str, str]]:
        grade = handler(game, game.grade)(Request(game, "grade", {}, _defaults(game)))
        return [(measure.name, measure.method) for measure in grade.measures]

    return complete


def _defaults(game: Game) -> dict[str, Any]:
    return load_options(folder(game)).resolve()
