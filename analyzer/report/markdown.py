"""Pages as GitHub-flavoured Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from analyzer.report.table import Cell, Page, TableModel

SPECIAL = re.compile(r"[\\`*\[\]|~$#]|(?<!\w)_|_(?!\w)")
ENTITIES = {"&": "&amp;", "<": "&lt;", ">": "&gt;"}


def markdown_text(pages: Iterable[Page]) -> str:
    """Return ``pages`` as Markdown in which no cell can end its column, open a tag or start a list."""
    return "\n\n".join("\n\n".join(_page(page)) for page in pages) + "\n"


def escape(cell: Cell) -> str:
    """Return ``cell`` so that Markdown shows it as it is."""
    text = "" if cell is None else str(cell)
    text = "".join(ENTITIES.get(character, character) for character in text)
    return SPECIAL.sub(r"\\\g<0>", text)


def _page(page: Page) -> Iterator[str]:
    if page.title:
        yield f"## {escape(page.title)}"
    if page.header:
        yield _list(page.header)
    for table in page.tables:
        if table.title:
            yield f"### {escape(table.title)}"
        yield _table(table)
        if table.notes:
            yield _list(table.notes)
    if page.footer:
        yield _list(page.footer)
    if page.command:
        # A fence longer than any run of backticks in the command cannot be closed by it.
        fence = "`" * (1 + max(2, *map(len, re.findall("`*", page.command))))
        yield f"{fence}\n{page.command}\n{fence}"


def _list(lines: Iterable[str]) -> str:
    return "\n".join(f"- {escape(line)}" for line in lines)


def _table(table: TableModel) -> str:
    lines = [[escape(column.head) for column in table.columns]]
    lines.append(["---:" if column.number else "---" for column in table.columns])
    for i, row in enumerate(table.rows):
        cells = [escape(cell) for cell in row]
        lines.append([f"**{cell}**" if cell and i in table.strong else cell for cell in cells])
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)
