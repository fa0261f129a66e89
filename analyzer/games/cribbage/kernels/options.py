"""The options in force as one int64 array, with a named index for each."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

CRIB_FLUSH, TARGET, STAKES = range(3)
STAKES_OF = {"single": 0, "skunk": 1}


def pack(rules: Mapping[str, object]) -> np.ndarray:
    """Return ``rules``, every option by name, as int64[3].

    `CRIB_FLUSH` is what four of a suit count in the crib without the starter (CR-A1), `TARGET` the score that wins
    (CR-A11), and `STAKES` whether a skunk is more than one game (CR-A13).
    """
    crib_flush = {"five": 0, "four": 4}[str(rules["crib_flush"])]
    return np.array([crib_flush, int(str(rules["target"])), STAKES_OF[str(rules["stakes"])]], dtype=np.int64)
