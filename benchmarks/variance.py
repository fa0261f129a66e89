"""What pairing, conditioning on the suit die, and dropping clear losers save in `discard`, as variance ratios.

Run as ``python benchmarks/variance.py [HANDS] [DEALS]`` with the package installed. For random hands, every throw is
tried on the same deals; the two best throws are then compared in four ways: on deals of their own or on common ones,
with one face of the suit die or averaged over all three.
"""

from __future__ import annotations

import random
import sys

import numpy as np

from analyzer import games
from analyzer.core.decks import SABACC_62
from analyzer.games.smugglers_hold.kernels.advice import PARTS, discard_block
from analyzer.games.smugglers_hold.kernels.book import make_book
from analyzer.games.smugglers_hold.kernels.deal import SUIT_FACES
from analyzer.games.smugglers_hold.kernels.throws import LOOKAHEAD, THROWS


def main(hands: int = 40, deals: int = 10_000) -> None:
    """Print the mean variances and their ratios."""
    session = games.load("smugglers-hold")
    book = make_book(session.house_rules)
    picker = random.Random(1)
    rows, gaps, spent = [], [], []
    for number in range(hands):
        six = np.array(sorted(picker.sample(range(62), 6)))
        values = np.zeros((deals, THROWS), np.int32)
        outcomes = np.zeros((deals * SUIT_FACES, THROWS), np.int32)
        parts, chances = np.zeros((THROWS, len(PARTS)), np.int64), np.zeros((THROWS, 1), np.int64)
        discard_block(
            np.uint64(number), deals, six, number % 2, LOOKAHEAD, LOOKAHEAD, book, np.arange(THROWS), values, parts,
            chances, outcomes,
        )
        averaged = values / SUIT_FACES
        # One face of each deal, which face by turns: what a simulation sees that rolls the suit die.
        rolled = outcomes[np.arange(deals) * SUIT_FACES + np.arange(deals) % SUIT_FACES]
        second, first = np.argsort(averaged.mean(axis=0))[-2:]
        gaps.append(averaged.mean(axis=0)[first] - averaged.mean(axis=0)[second])
        rows.append(
            [
                rolled[:, first].var(),
                rolled[:, first].var() + rolled[:, second].var(),
                (rolled[:, first] - rolled[:, second]).var(),
                averaged[:, first].var() + averaged[:, second].var(),
                (averaged[:, first] - averaged[:, second]).var(),
            ]
        )
        answer = session.discard(SABACC_62.words(six), **{("dealer", "pone")[number % 2]: True}, samples=deals).document
        spent.append(sum(option["deals"] for option in answer["options"]) / (THROWS * deals))
    one, naive, paired, conditioned, both = np.mean(rows, axis=0)
    print(f"{hands} random hands, {deals:,} deals each, both seats; variances in points squared")
    print(f"one deal's net score, standard deviation    {one**0.5:8.1f}")
    print(f"gap between the two best throws             {np.mean(gaps):8.2f}")
    print(f"difference, deals of their own, die rolled  {naive:8.0f}   ratio 1.00")
    print(f"  paired on common deals                    {paired:8.0f}   ratio {paired / naive:.2f}")
    print(f"  averaged over the faces                   {conditioned:8.0f}   ratio {conditioned / naive:.2f}")
    print(f"  paired and averaged                       {both:8.0f}   ratio {both / naive:.2f}")
    print(f"deals played with clear losers dropped, of all throws on all deals: {np.mean(spent):.2f}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
