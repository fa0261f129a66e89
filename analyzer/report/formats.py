"""The output formats by name."""

from __future__ import annotations

from analyzer.core.errors import InputError, near
from analyzer.report.document import Document, to_json

FORMATS = ("table", "json", "csv", "md", "html")
PICTURES = (".svg", ".png", ".pdf")
"""The suffixes of a chart."""
SUFFIXES = {".txt": "table", ".json": "json", ".csv": "csv", ".md": "md", ".html": "html"}


def render(document: Document, form: str, *, width: int = 80, color: bool = False, reached: bool = True) -> str:
    """Return ``document`` as text ending in a newline; ``width`` and ``color`` matter to ``table`` only.

    What people read says below the tables where the precision asked was not ``reached``.

    Raises ``InputError`` for a format that is not one of :data:`FORMATS`. Each writer is imported when it is used:
    a JSON answer loads nothing else.
    """
    match form:
        case "json":
            return to_json(document)
        case "csv":
            from analyzer.report.csv_text import csv_text
            from analyzer.report.tidy import tidy

            return csv_text(tidy(document))
    from analyzer.report.view import pages

    match form:
        case "table":
            from analyzer.report.terminal import terminal_text

            return terminal_text(pages(document, reached=reached), width=width, color=color)
        case "md":
            from analyzer.report.markdown import markdown_text

            return markdown_text(pages(document, reached=reached))
        case "html":
            from analyzer.report.html import html_text

            return html_text(pages(document, reached=reached))
    raise InputError(f"format {form!r} is not known; expected one of {', '.join(FORMATS)}{near(form, FORMATS)}")
