"""Reads the thresholds that ship with high card."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from analyzer.core.resources import data_path

THRESHOLDS = "thresholds.json"


def thresholds() -> dict[str, Any]:
    """Return the numbers of the lowest cards kept, ``first`` and ``second``, and the ``rules`` they were made for."""
    found: dict[str, Any] = json.loads(data_path("high_card", THRESHOLDS).read_text("utf-8"))
    return found


def stand_ins(rules: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the sentence that says that the thresholds were made for other rules, where they were."""
    made = thresholds()["rules"]
    if made == dict(rules):
        return ()
    return (f"thresholds: those for swap_from={made['swap_from']} stand in; solve makes others",)
