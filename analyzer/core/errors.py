"""The one error that bad input raises, and the near matches it offers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from difflib import get_close_matches

LONGEST_TOKEN = 60
"""No word of any notation is as long."""


class InputError(ValueError):
    """Input that the asker can mend: one line that names the token, what was expected, and the remedy."""


def near(token: str, known: Iterable[str], printed: Mapping[str, str] | None = None) -> str:
    """Return ``"; did you mean a or b?"``, or an empty string where nothing known is near ``token``.

    ``printed`` gives the name to offer for each word of ``known``, where that is only one of several spellings.
    """
    if len(token) > LONGEST_TOKEN:  # it would only be compared for a long time
        return ""
    names = {word.lower(): printed[word] if printed else word for word in known}
    found = dict.fromkeys(names[word] for word in get_close_matches(token.lower(), names, n=12, cutoff=0.6))
    return f"; did you mean {' or '.join(list(found)[:2])}?" if found else ""
