"""A command whose values may begin with a minus sign: ``-3F``, ``-5``, ``-10C 2F``.

No option is one letter or begins with a digit, so a token that begins with a minus sign and a digit is a value. It is
hidden from the option parser behind a blank, which numbers and cards ignore, and restored afterwards. A misspelt
option is still an error.
"""

from __future__ import annotations

import re
from typing import Any

from typer.core import TyperCommand

NEGATIVE = re.compile(r"-\.?\d")
SHIELD = " "


class ShieldedCommand(TyperCommand):
    """A command that reads values such as ``-3F`` without a ``--`` before them."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse ``args`` into the parameters of ``ctx``."""
        rest = super().parse_args(ctx, [SHIELD + arg if NEGATIVE.match(arg) else arg for arg in args])
        ctx.params = {name: _restored(value) for name, value in ctx.params.items()}
        return rest


def _restored(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return [_restored(member) for member in value]
    if isinstance(value, str) and NEGATIVE.match(value.removeprefix(SHIELD)):
        return value.removeprefix(SHIELD)
    return value
