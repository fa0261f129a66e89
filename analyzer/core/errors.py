"""The one error that bad input raises, and the near matches it offers."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


class InputError(ValueError):
    """Input that the asker can mend: one line that names the token, what was expected, and the remedy."""


def near(token: str, known: Iterable[str]) -> str:
    """Return ``"; did you mean a or b?"``, or an empty string where nothing known is near ``token``."""
    found = get_close_matches(token.lower(), list(known), n=2, cutoff=0.6)
    return f"; did you mean {' or '.join(found)}?" if found else ""
