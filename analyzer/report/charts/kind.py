"""What a kind of chart is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from analyzer.report.document import Document

if TYPE_CHECKING:
    from matplotlib.axes import Axes


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of chart: whether it can draw a document, how large (in inches), and the drawing itself."""

    draws: Callable[[Document], bool]
    size: Callable[[Document], tuple[float, float]]
    draw: Callable[[Document, Axes], None]
