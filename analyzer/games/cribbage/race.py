"""The race to the target: what a score is worth between equal players, from deals in scoring order (CR-A11)."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from analyzer.core.errors import InputError
from analyzer.core.resources import data_folder
from analyzer.games.contract import Race, RaceTable, Request, Stage, Workshop
from analyzer.games.cribbage.tables import FELT

if TYPE_CHECKING:
    import numpy as np

RACER = "tables"
DEALS = 400_000
SOLVED_DEALS, BATCHES = 1_000_000, 10
UNIT = 1e-6
"""What the whole numbers of the shipped table count."""
STREAM = 7_919


def race(request: Request) -> Race:
    """Return the race of a policy against itself, with the shipped table where that was made under these rules."""
    asked = request.inputs["policy"]
    policy = RACER if asked == "default" else asked
    target, score = int(request.rules["target"]), score_of(request)
    table = shipped(request.rules, policy)
    assumed: tuple[str, ...] = ()
    if table is None and policy == RACER:
        from analyzer.games.cribbage.tables import stand_ins

        assumed = stand_ins(request.rules)
    return Race(policy, target, DEALS, lambda: player(request.rules, policy), score, table, assumed)


def score_of(request: Request) -> tuple[int, int] | None:
    """Return the score asked about, if any; raises ``InputError`` where the game is over at it."""
    score, target = request.inputs["score"], int(request.rules["target"])
    for points in score or ():
        if points >= target:
            raise InputError(f"--score: {points} cannot be: a game still on has scores from 0 to {target - 1}")
    return score and (score[0], score[1])


def chances(rules: Mapping[str, Any]) -> tuple[np.ndarray, tuple[str, ...]]:
    """Return whoever deals next's chance to win, float64[target, target], own score first, and what is assumed in it.

    Only the target moves the chances much: under other rules the table of the standard ones stands in.
    """
    import numpy as np

    made = _document()
    if made is None or made["rules"]["target"] != rules["target"]:
        from analyzer.games.cribbage.afterwards import ASSUMED, chance_of_dealer

        return chance_of_dealer(rules), (ASSUMED,)
    assumed = [f"later deals are won as between {RACER} players, by {made['deals']:,} deals of seed {made['seed']}"]
    differ = [name for name in FELT if made["rules"][name] != rules[name]]
    if differ:
        named = ", ".join(differ)
        assumed.append(f"these chances were made under the standard rules and stand in here: {named} differs")
    return np.array(made["chance"]) * UNIT, tuple(assumed)


def player(rules: Mapping[str, Any], policy: str) -> Callable[[int, int], tuple[np.ndarray, np.ndarray]]:
    """Return the function that plays ``(stream, deals)`` and gives the counts of `solvers.race`."""
    import numpy as np

    from analyzer.games.cribbage.book import make_book
    from analyzer.games.cribbage.kernels.race import race_block
    from analyzer.games.cribbage.kernels.throws import POLICIES
    from analyzer.solvers.race import blank

    book, number = make_book(rules, (policy,))[0], POLICIES.index(policy)

    def batch(stream: int, deals: int) -> tuple[np.ndarray, np.ndarray]:
        ahead, joint = blank(int(rules["target"]))
        race_block(np.uint64(stream), deals, number, book, ahead, joint)
        return ahead, joint

    return batch


def shipped(rules: Mapping[str, Any], policy: str) -> RaceTable | None:
    """Return the shipped table, or ``None`` where there is none, or it is of other rules or another policy."""
    document = _document()
    if document is None or document["policy"] != policy or document["rules"] != dict(rules):
        return None
    chance, error = ([[number * UNIT for number in row] for row in document[name]] for name in ("chance", "error"))
    return RaceTable(policy, document["deals"], document["seed"], chance, error)


def _document() -> dict[str, Any] | None:
    """Return ``race.json``, or ``None`` before it was made."""
    file = data_folder() / "cribbage" / "race.json"
    if not file.exists():
        return None
    document: dict[str, Any] = json.loads(file.read_text("utf-8"))
    return document


def stages(rules: Mapping[str, Any]) -> tuple[Stage, ...]:
    """Return the stage ``race``, which plays by the shipped tables of throws and play."""
    return (
        Stage(
            "race", "the chance to win from every score", ("race.json",), partial(solve, rules), ("throws", "playing")
        ),
    )


def solve(rules: Mapping[str, Any], workshop: Workshop, deals: int = SOLVED_DEALS) -> dict[str, Any]:
    """Play ``deals`` deals between players of `RACER` and write ``race.json``: chances and errors in millionths."""
    import numpy as np

    from analyzer.solvers.race import estimate

    batch, each = player(rules, RACER), deals // BATCHES
    counted = []
    for number, (ahead, joint) in enumerate(
        workshop.map(lambda i: batch(workshop.seed * STREAM + i, each), range(BATCHES))
    ):
        counted.append((ahead, joint, each))
        workshop.tell(number + 1, BATCHES, f"{(number + 1) * each:,} deals")
    # By distance from the target, turned round to be by score; row and column 0 mean nothing.
    chance, error = (table[:0:-1, :0:-1] for table in estimate(counted, workshop.map))
    rows = {name: np.rint(table / UNIT).astype(int).tolist() for name, table in (("chance", chance), ("error", error))}
    document = {"rules": dict(rules), "policy": RACER, "deals": each * BATCHES, "seed": workshop.seed, **rows}
    (workshop.folder / "race.json").write_text(json.dumps(document, separators=(",", ":")) + "\n", "utf-8")
    return {"deals": each * BATCHES, "first_dealer_wins": float(chance[0, 0]), "error": float(error[0, 0])}
