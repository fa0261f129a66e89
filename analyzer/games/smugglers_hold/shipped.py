"""What ships in ``data/smugglers_hold``, and whether it was measured under the rules in force."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from analyzer.games import find, folder
from analyzer.games.options import load_options

# The first dealer is named in every question, or both are answered.
NEVER_FELT = ("first_dealer",)


def differing(made: Mapping[str, Any], rules: Mapping[str, Any], never_felt: Collection[str] = ()) -> list[str]:
    """Return the names of ``rules`` whose values differ from those of ``made``, the rules of a manifest.

    An option that came after the table had its default's way when it was measured. Those that nobody can feel in what
    was measured (``never_felt``, and `NEVER_FELT`) do not count.
    """
    then = {**standard(), **made}
    return [name for name, value in rules.items() if value != then[name] and name not in {*never_felt, *NEVER_FELT}]


def standard() -> dict[str, Any]:
    """Return every option at its default."""
    return load_options(folder(find("smugglers-hold"))).resolve({}, None)
