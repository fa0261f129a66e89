"""An answer as a plain document: what it may hold, and the bytes that it prints as.

A document is a dictionary of JSON values (schema 1). Several answers to one question (both seats) are one document
with the member ``answers``.
"""

from __future__ import annotations

import json
import math
from numbers import Integral, Real
from typing import Any

SCHEMA = 1
DIGITS = 10
WIDTH = 120

Document = dict[str, Any]


def answers(document: Document) -> list[Document]:
    """Return the answers in ``document``: the document itself, or each of its ``answers``."""
    return list(document["answers"]) if "answers" in document else [document]


def combine(documents: list[Document]) -> Document:
    """Return ``documents`` as one: the only one as it is, several as ``answers``."""
    return documents[0] if len(documents) == 1 else {"schema": SCHEMA, "answers": documents}


def stable(value: Any) -> Any:
    """Return ``value`` with floats of 10 significant digits, ``None`` for what is not finite, and plain Python types.

    The last digits of a sum depend on the order in which a processor adds, so that printing them would make the same
    answer differ between machines.
    """
    if isinstance(value, dict):
        return {str(name): stable(member) for name, member in value.items()}
    if isinstance(value, list | tuple):
        return [stable(member) for member in value]
    if value is None or isinstance(value, bool | str):
        return value
    if isinstance(value, Integral):
        return int(value)
    if isinstance(value, Real):
        rounded = float(f"{float(value):.{DIGITS}g}") + 0.0  # adding 0.0 makes a negative zero positive
        return rounded if math.isfinite(rounded) else None
    raise TypeError(f"a document holds JSON values only, not {type(value).__name__}")


def to_json(document: Document, *, one_line: bool = False) -> str:
    """Return ``document`` as JSON in ASCII, ending in a newline: a row a line, or all of it on one line."""
    value = stable(document)
    text = _dump(value) if one_line else _layout(value, 0)
    return text + "\n"


def printable(value: Any) -> Any:
    """Return ``value`` with every control character of its strings (and other invisible ones) written as an escape."""
    if isinstance(value, dict):
        return {printable(name): printable(member) for name, member in value.items()}
    if isinstance(value, list | tuple):
        return [printable(member) for member in value]
    if isinstance(value, str) and not value.isprintable():
        return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in value)
    return value


def _dump(value: Any) -> str:
    # json escapes everything outside ASCII and every control character but DEL.
    return json.dumps(value, allow_nan=False).replace("\x7f", "\\u007f")


def _layout(value: Any, indent: int) -> str:
    flat = _dump(value)
    holds_rows = isinstance(value, list) and any(isinstance(member, dict) for member in value)
    fits = indent > 0 and indent + len(flat) <= WIDTH and not holds_rows
    if fits or not value or not isinstance(value, dict | list):
        return flat
    inner = " " * (indent + 2)
    if isinstance(value, dict):
        members = [f"{inner}{_dump(name)}: {_layout(member, indent + 2)}" for name, member in value.items()]
        return "{\n" + ",\n".join(members) + "\n" + " " * indent + "}"
    return "[\n" + ",\n".join(inner + _layout(member, indent + 2) for member in value) + "\n" + " " * indent + "]"
