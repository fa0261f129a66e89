"""How often the best throw changes with the policy that plays on behind it, and what that costs.

Run as ``python benchmarks/rollouts.py [HANDS] [DEALS] [SEARCHED]`` with the package installed. For random hands the
throws are tried with `greedy` and with `lookahead` playing on, each on deals of its own. What `lookahead` calls best on
one half of its deals is valued on the other half, and so is what `greedy` calls best. Of hands on which they differ,
SEARCHED are played on with `search`, after both throws.
"""

from __future__ import annotations

import random
import sys

import numpy as np

from analyzer import games
from analyzer.games.smugglers_hold.grade import CONTENDERS, SIFTED, try_throws
from analyzer.games.smugglers_hold.kernels.book import make_book
from analyzer.games.smugglers_hold.kernels.deal import SUIT_FACES
from analyzer.games.smugglers_hold.kernels.throws import THROWS

SEARCH_DEALS = 200


def main(hands: int = 500, deals: int = 3_000, searched: int = 60) -> None:
    """Print the shares of hands with another best throw, and the losses in points a deal."""
    book = make_book(games.load("smugglers-hold").house_rules)
    picker = random.Random(1)
    differ, by_chance, losses, search_losses = [], [], [], []
    for number in range(hands):
        six, seat = np.array(sorted(picker.sample(range(62), 6))), number % 2
        stream = iter(range(10 * number, 10 * number + 10))
        contenders: set[int] = set()
        for policy in ("greedy", "lookahead"):
            sifted = try_throws(book, six, seat, policy, range(THROWS), SIFTED, next(stream))
            contenders |= set(np.argsort(-sifted.sum(axis=0), kind="stable")[:CONTENDERS].tolist())
        throws = sorted(contenders)
        greedy = try_throws(book, six, seat, "greedy", throws, deals, next(stream)).sum(axis=0)
        values = try_throws(book, six, seat, "lookahead", throws, deals, next(stream)) / SUIT_FACES
        one, other = values[: deals // 2].mean(axis=0), values[deals // 2 :].mean(axis=0)
        theirs, mine = greedy.argmax(), values.mean(axis=0).argmax()
        differ.append(theirs != mine)
        by_chance.append(one.argmax() != other.argmax())
        losses.append((other[one.argmax()] - other[theirs] + one[other.argmax()] - one[theirs]) / 2)
        if theirs != mine and len(search_losses) < searched:
            pair = [throws[mine], throws[theirs]]
            played = try_throws(book, six, seat, "search", pair, SEARCH_DEALS, next(stream)) / SUIT_FACES
            search_losses.append((played[:, 0] - played[:, 1]).mean())
    print(f"{hands} random hands, both seats; throws tried on {deals:,} deals by each policy")
    print(f"greedy and lookahead call different throws best     {np.mean(differ):6.1%} of hands")
    print(f"  two halves of lookahead's own deals do            {np.mean(by_chance):6.1%}")
    print(f"greedy's best loses, with lookahead playing on      {told(losses)} points a deal")
    print(f"  where they differ, with search playing on         {told(search_losses)} ({len(search_losses)} hands)")


def told(values: list[float]) -> str:
    """Return a mean with the half-width of its 95 % interval."""
    return f"{np.mean(values):.2f} ± {1.96 * np.std(values, ddof=1) / len(values) ** 0.5:.2f}"


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
