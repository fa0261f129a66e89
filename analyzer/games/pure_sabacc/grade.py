"""How good the table policy is: matches on mirrored deals against each policy, with the seats turned."""

from __future__ import annotations

from analyzer.games.contract import Grade, Means, Measure, Request
from analyzer.games.pure_sabacc.fields import stand_ins
from analyzer.games.pure_sabacc.simulate import simulate

RIVALS = ("random", "cautious")
PLAYERS = range(2, 9)
DEALS = 2_048


def grade(request: Request) -> Grade:
    """Return the matches of one `table` player against a table of each other policy, for two to eight players.

    Each deal is played once on every turn of the seats; the figures are credits a hand.
    """
    measures = tuple(_match(request, rival, players) for rival in RIVALS for players in PLAYERS)
    return Grade(measures, stand_ins(request.rules, ("table",)))


def _match(request: Request, rival: str, players: int) -> Measure:
    policies = ("table", *[rival] * (players - 1))
    name = f"table against {players - 1} {rival}"

    def means() -> Means:
        from dataclasses import replace

        found = simulate(replace(request, policies=policies, players=players, mirror=True, games=False))
        assert isinstance(found, Means)
        return found

    names = _names(players, name)
    return Measure(name, "credits a hand", "mirrored deals", means=means, observations=DEALS, names=names)


def _names(players: int, name: str) -> tuple[str, ...]:
    """Return the name of each column that is shown, the credits of `table` by seat, and "" for all others."""
    from analyzer.games.pure_sabacc.simulate import BY_SEAT, OF_TABLE

    shown: list[str] = []
    for seat in [f", seat {seat}" for seat in range(1, players + 1)] + [""]:
        for policy in range(2):
            shown += [name + seat if metric == "credits" and policy == 0 else "" for metric, _, _ in BY_SEAT]
    return (*shown, *("" for _ in OF_TABLE))
