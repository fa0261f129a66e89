"""What each card of a hand is worth to keep: the best action that gives it up against the best that keeps it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from analyzer.report.charts.kind import Kind
from analyzer.report.charts.look import FAINT, PALETTE, WIDTH, literal, name_lines
from analyzer.report.document import Document, answers

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def _hand(answer: Document) -> list[str]:
    cards = answer.get("inputs", {}).get("cards")
    return cards if isinstance(cards, list) and len(cards) > 1 else []


def _differences(answer: Document) -> list[tuple[str, float]]:
    """Return for each card what the best action without it in its words has over the best with it, in the unit."""
    found = []
    hand = _hand(answer)
    for i, card in enumerate(hand):
        if card in hand[:i]:
            continue
        named = [option["value"] for option in answer["options"] if card in option["action"]]
        others = [option["value"] for option in answer["options"] if card not in option["action"]]
        if named and others:
            found.append((card, max(others) - max(named)))
    return found


def _draws(document: Document) -> bool:
    return all("options" in answer and len(_differences(answer)) > 1 for answer in answers(document))


def _draw(document: Document, axes: Axes) -> None:
    every = answers(document)
    width = 0.8 / len(every)
    cards = [card for card, _ in _differences(every[0])]
    for i, answer in enumerate(every):
        at = [x + (i - (len(every) - 1) / 2) * width for x in range(len(cards))]
        label = str(answer.get("inputs", {}).get("seat", ""))
        heights = [value for _, value in _differences(answer)]
        axes.bar(at, heights, width, color=PALETTE[i], hatch=("", "//")[i % 2], edgecolor="white", label=label)
    axes.axhline(0, color=FAINT)
    axes.set_xticks(range(len(cards)), [literal(card) for card in cards])
    unit = every[0].get("unit", "")
    axes.set_ylabel(literal(f"best action that does not name the card,\nless the best that does ({unit})"))
    if len(every) > 1:
        name_lines(axes)


KIND = Kind(_draws, lambda _: (WIDTH, 3.8), _draw)
