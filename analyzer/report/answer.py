"""What a question returns: a document, and every way to show it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from analyzer.core.errors import InputError, near
from analyzer.report.document import Document, to_json
from analyzer.report.formats import PICTURES, SUFFIXES, render

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes


@dataclass(frozen=True, slots=True, repr=False)
class Answer:
    """The answer to one question, as the JSON ``document`` of schema 1.

    ``interrupted`` says that it was stopped before its budget was spent, ``reached`` is false where the precision
    asked was not reached within its ceiling; the document is good for what was finished in both cases.
    """

    document: Document
    interrupted: bool = False
    reached: bool = True

    def __repr__(self) -> str:
        words = [str(self.document[name]) for name in ("game", "question") if name in self.document]
        return f"<{' '.join(['Answer', *words])}>"

    def __str__(self) -> str:
        return self.render("table")

    def render(self, form: str = "table", *, width: int = 80, color: bool = False) -> str:
        """Return the answer as ``table``, ``json``, ``csv``, ``md`` or ``html``, ending in a newline."""
        return render(self.document, form, width=width, color=color, reached=self.reached)

    def to_json(self, *, one_line: bool = False) -> str:
        """Return the document as JSON: the same bytes for the same question, ``elapsed_s`` aside."""
        return to_json(self.document, one_line=one_line)

    def to_frame(self) -> pd.DataFrame:
        """Return a pandas frame with a row for each action (or row of the document) and a column for each member."""
        import pandas as pd

        from analyzer.report.tidy import wide

        return pd.DataFrame(wide(self.document))

    def plot(self, ax: Axes | None = None, kind: str | None = None) -> Axes:
        """Draw the answer on ``ax`` (of a new figure by default: ``answer.plot().figure``), and return it.

        ``kind`` names one of the charts that can show it, such as ``forest``, ``curves``, ``plane`` or ``shares``; by
        default the first. Raises ``InputError`` for one that cannot, and where there is nothing to draw.
        """
        from analyzer.report.charts import draw, figure

        return figure(self.document, kind).axes[0] if ax is None else draw(self.document, ax, kind)

    def save(self, path: str | Path) -> None:
        """Write the answer in the format of the suffix of ``path``; raise ``InputError`` for one that is not known."""
        target = Path(path)
        suffix = target.suffix.lower()
        if suffix in PICTURES:
            from analyzer.report.charts import save

            save(self.document, target)
        elif suffix in SUFFIXES:
            target.write_text(self.render(SUFFIXES[suffix]), encoding="utf-8", newline="\n")
        else:
            known = (*SUFFIXES, *PICTURES)
            hint = near(target.suffix, known)
            raise InputError(f"suffix {target.suffix!r} is not known; expected one of {', '.join(known)}{hint}")

    def _repr_html_(self) -> str:
        return self.render("html")
