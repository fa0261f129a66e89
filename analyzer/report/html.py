"""Pages as a self-contained HTML fragment: no script, nothing fetched, all text escaped."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape

from analyzer.report.table import Cell, Page, TableModel

STYLE = """<style>
.analyzer table { border-collapse: collapse; font-variant-numeric: tabular-nums; margin: 0.8em 0; }
.analyzer th, .analyzer td { padding: 0.15em 0.7em; text-align: left; vertical-align: top; }
.analyzer th { border-bottom: 1px solid currentColor; }
.analyzer caption { text-align: left; font-weight: bold; }
.analyzer .number { text-align: right; white-space: nowrap; }
.analyzer .strong { font-weight: bold; }
</style>"""


def html_text(pages: Iterable[Page]) -> str:
    """Return ``pages`` as one fragment to be put into a notebook, a report or a page of its own."""
    lines = ['<div class="analyzer">', STYLE]
    for page in pages:
        lines += ["<section>", *_page(page), "</section>"]
    return "\n".join([*lines, "</div>"]) + "\n"


def _page(page: Page) -> Iterator[str]:
    if page.title:
        yield f"<h3>{escape(page.title)}</h3>"
    yield from _paragraphs(page.header)
    for table in page.tables:
        yield from _table(table)
        yield from _paragraphs(table.notes)
    yield from _paragraphs(page.footer)
    if page.command:
        yield f"<pre><code>{escape(page.command)}</code></pre>"


def _paragraphs(lines: Iterable[str]) -> Iterator[str]:
    return (f"<p>{escape(line)}</p>" for line in lines)


def _table(table: TableModel) -> Iterator[str]:
    yield "<table>"
    if table.title:
        yield f"<caption>{escape(table.title)}</caption>"
    yield "<thead>"
    yield _row("th", [column.head for column in table.columns], table, strong=False)
    yield "</thead>"
    yield "<tbody>"
    for i, row in enumerate(table.rows):
        yield _row("td", row, table, strong=i in table.strong)
    yield "</tbody>"
    yield "</table>"


def _row(tag: str, cells: Iterable[Cell], table: TableModel, *, strong: bool) -> str:
    written = []
    for column, cell in zip(table.columns, cells, strict=True):
        text = escape("" if cell is None else str(cell))
        written.append(f'<{tag} class="number">{text}</{tag}>' if column.number else f"<{tag}>{text}</{tag}>")
    return ('<tr class="strong">' if strong else "<tr>") + "".join(written) + "</tr>"
