"""Who sits where: the names of the seats by the number of players (CR-A14)."""

from __future__ import annotations

SEATS = {2: ("dealer", "pone"), 3: ("dealer", "left", "right")}
"""By number of players, from the dealer to the left."""
DEALER, PONE = 0, 1
