"""The schedule of looks."""

from __future__ import annotations

from itertools import islice, pairwise

import pytest

from analyzer.statistics.stopping import FIRST_LOOK, looks


@pytest.mark.parametrize("per_block", [1, 64, 256, 500, 4096])
def test_looks_start_late_enough_and_thin_out(per_block: int) -> None:
    ends = list(islice(looks(per_block), 200))
    assert ends[0] * per_block >= FIRST_LOOK > (ends[0] - 1) * per_block
    assert all(2 <= later - earlier <= max(2, earlier // 8) for earlier, later in pairwise(ends))
