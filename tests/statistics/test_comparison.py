"""Estimates and simultaneous intervals of actions tried on common deals."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats

from analyzer.games.contract import Observations
from analyzer.statistics.comparison import Segment, compare, sequence_width, survivors
from analyzer.statistics.tallies import merge, reduce_observations


def segment(values: np.ndarray, *active: int) -> Segment:
    tried = values[:, active]
    parts = np.column_stack([tried.sum(axis=0) - len(tried), np.full(len(active), len(tried))])
    return Segment(active, reduce_observations(Observations(tried, parts, np.zeros((len(active), 0), np.int64))))


def deals(n: int, *means: float, seed: int = 1) -> np.ndarray:
    rng = np.random.default_rng(seed)
    luck = rng.normal(0, 100, (n, 1))
    return np.rint(luck + rng.normal(0, 100, (n, len(means))) + means).astype(np.int64)


def test_values_are_plain_means_while_nothing_is_dropped() -> None:
    values = deals(1000, 0, 30, 60)
    found = compare([segment(values, 0, 1, 2)], 3, 10, 0.95)
    assert found.value == pytest.approx(values.mean(axis=0) / 10)
    assert found.order.tolist() == [2, 1, 0]
    assert found.gap == pytest.approx((values.mean(axis=0)[2] - values.mean(axis=0)) / 10)
    half = stats.t.ppf(0.975, 999) * values.std(axis=0, ddof=1) / math.sqrt(1000) / 10
    assert found.high - found.value == pytest.approx(half)
    assert found.value - found.low == pytest.approx(half)
    assert found.parts.sum(axis=1) == pytest.approx(found.value)


def test_the_gap_is_paired_and_bonferroni() -> None:
    values = deals(1000, 0, 95, 100)
    found = compare([segment(values, 0, 1, 2)], 3, 1, 0.95)
    difference = values[:, 2] - values[:, 1]
    half = stats.t.ppf(1 - 0.04 / 4, 999) * difference.std(ddof=1) / math.sqrt(1000)
    assert found.tied.tolist() == [False, True, True]
    assert found.gap_high[1] == pytest.approx(difference.mean() + half)
    assert found.gap_low[1] == 0
    assert found.half_width == pytest.approx(half)


def test_a_clear_winner_has_no_gap_and_no_tie() -> None:
    found = compare([segment(deals(2000, 0, 50, 100), 0, 1, 2)], 3, 1, 0.95)
    assert found.tied.tolist() == [False, False, True]
    assert (found.gap[2], found.gap_low[2], found.gap_high[2]) == (0, 0, 0)
    assert 0 < found.gap_low[1] < found.gap[1] < found.gap_high[1]


def test_a_dropped_action_is_carried_on_by_its_paired_difference() -> None:
    values = deals(3000, 0, 40, 50)
    early, late = values[:1000], values[1000:]
    found = compare([segment(early, 0, 1, 2), segment(late, 1, 2)], 3, 1, 0.95)
    spreads = [np.var(early[:, other] - early[:, 0], ddof=1) for other in (1, 2)]
    like = 1 + int(spreads[1] < spreads[0])
    whole = values.mean(axis=0)
    assert found.value[1:] == pytest.approx(whole[1:])
    assert found.value[0] == pytest.approx(whole[like] - (early[:, like] - early[:, 0]).mean())
    assert found.deals.tolist() == [1000, 3000, 3000]
    assert found.parts.sum(axis=1) == pytest.approx(found.value)
    # The variance of that estimate: early deals carry the difference, later ones what is left of the reference.
    rest = 2000 / 3000
    spread = np.var(early[:, 0] - rest * early[:, like], ddof=1) / 1000
    spread += rest**2 * np.var(values[:, like], ddof=1) / 2000
    assert found.high[0] - found.value[0] == pytest.approx(stats.t.ppf(0.975, 999) * math.sqrt(spread))


def test_values_gaps_and_ranks_fit_together_after_several_drops() -> None:
    values = deals(4000, 0, 10, 20, 80, 82)
    segments = [segment(values[:1000], 0, 1, 2, 3, 4), segment(values[1000:2000], 1, 2, 3, 4),
                segment(values[2000:], 3, 4)]
    found = compare(segments, 5, 1, 0.95)
    assert np.all(np.diff(found.value[found.order]) <= 0)
    assert found.value[found.order[0]] - found.value == pytest.approx(found.gap)
    assert np.all((found.gap_low <= found.gap) & (found.gap <= found.gap_high))


def test_identical_actions_are_tied_at_any_number_of_deals() -> None:
    one = deals(5000, 7)
    found = compare([segment(np.repeat(one, 3, axis=1), 0, 1, 2)], 3, 1, 0.95)
    assert found.tied.all()
    assert found.order.tolist() == [0, 1, 2]
    assert found.gap_high.tolist() == [0, 0, 0]
    assert survivors([segment(np.repeat(one, 3, axis=1), 0, 1, 2)], (0, 1, 2), 3, 0.95) == (0, 1, 2)


def test_a_constant_difference_is_certain() -> None:
    one = deals(600, 7)
    values = np.column_stack([one, one + 1, one - 1])
    found = compare([segment(values, 0, 1, 2)], 3, 1, 0.95)
    assert found.tied.tolist() == [False, True, False]
    assert (found.gap_low[0], found.gap_high[0]) == (1, 1)


def test_one_action_and_one_deal() -> None:
    alone = compare([segment(deals(100, 5), 0)], 1, 1, 0.95)
    assert (alone.gap[0], alone.half_width, alone.tied[0]) == (0, 0, True)
    single = compare([segment(deals(1, 5, 6), 0, 1)], 2, 1, 0.95)
    assert single.low.tolist() == [-math.inf] * 2
    assert single.high.tolist() == [math.inf] * 2
    assert single.tied.all()
    assert single.half_width == math.inf


def test_survivors_keep_the_two_leaders_and_the_close() -> None:
    values = deals(2000, -100, 99, 100, 97)
    assert survivors([segment(values, 0, 1, 2, 3)], (0, 1, 2, 3), 4, 0.95) == (1, 2, 3)
    far = deals(5000, -100, -50, 100)
    assert survivors([segment(far, 0, 1, 2)], (0, 1, 2), 3, 0.95) == (1, 2)


def test_what_may_be_the_next_is_kept_though_it_is_not_the_best() -> None:
    """Three far behind the leader: the two that are alike stay, the third is neither best nor next."""
    values = deals(4000, 100, 50, 49, 0)
    assert survivors([segment(values, 0, 1, 2, 3)], (0, 1, 2, 3), 4, 0.95) == (0, 1, 2)


def test_the_half_width_is_that_of_the_best_two_still_tried() -> None:
    """An action that was dropped while unlucky may rank second again; its interval could never narrow."""
    values = deals(9000, 100, 55, 50)
    segments = [segment(values[:1000], 0, 1, 2), segment(values[1000:], 0, 2)]
    found = compare(segments, 3, 1, 0.95)
    assert found.order.tolist() == [0, 1, 2]
    assert found.half_width == pytest.approx(found.gap_high[2] - found.gap[2])
    assert found.half_width < found.gap_high[1] - found.gap[1]


def test_survivors_never_bring_an_action_back() -> None:
    values = deals(2000, 0, 100, 50, 40)
    assert survivors([segment(values, 0, 1, 2, 3)], (0, 2, 3), 4, 0.95) == (2, 3)


def test_prefixes_of_segments_are_merged_deals() -> None:
    """Two segments with the same actions say what their union says."""
    values = deals(1500, 0, 10, 20)
    whole = segment(values, 0, 1, 2)
    halves = [segment(values[:600], 0, 1, 2), segment(values[600:], 0, 1, 2)]
    joined = Segment((0, 1, 2), merge(halves[0].tally, halves[1].tally))
    assert compare([joined], 3, 1, 0.9).value.tolist() == compare([whole], 3, 1, 0.9).value.tolist()
    split, single = compare(halves, 3, 1, 0.9), compare([whole], 3, 1, 0.9)
    assert split.value == pytest.approx(single.value)
    assert split.gap_high == pytest.approx(single.gap_high)
    assert split.high == pytest.approx(single.high, rel=0.02)


def test_the_confidence_sequence_is_wider_than_a_fixed_interval_everywhere() -> None:
    for alpha in (0.05, 0.001, 1e-6):
        widths = [sequence_width(n, alpha) for n in (500, 1000, 3000, 10_000, 10**6)]
        assert min(widths) > stats.norm.ppf(1 - alpha)
        assert max(widths) < 2.5 * stats.norm.ppf(1 - alpha)


def beside(n: int, lead: int, ahead: int) -> np.ndarray:
    """Return deals of an action, one that leads it in every deal by the same, and one ahead with luck of its own."""
    rng = np.random.default_rng(n)
    first, second = (np.rint(luck - luck.mean()).astype(np.int64) for luck in rng.normal(0, 1000, (2, n)))
    return np.column_stack([first, first + lead, second + ahead])


def test_an_action_that_is_not_proved_behind_is_tied() -> None:
    """One is behind another surely, but not behind the leader, with which it shares little luck."""
    values = beside(1000, 30, 60)
    found = compare([segment(values, 0, 1, 2)], 3, 1, 0.95)
    assert found.gap[0] > 0
    assert found.gap_low[0] == 0
    assert found.tied[0]


def test_a_dropped_action_is_behind_by_what_dropped_it() -> None:
    """The action that outran it leads by a sure 50; the leader, noisier, has not proved its own lead."""
    early, late = beside(500, 50, 150), beside(2500, 50, 150)
    found = compare([segment(early, 0, 1, 2), segment(late, 1, 2)], 3, 1, 0.95)
    assert found.gap_low[0] == 50 < found.gap[0]
    assert not found.tied[0]


def test_what_was_proved_at_the_decision_still_holds_at_the_drop() -> None:
    values = deals(2000, 0, 20, 21)
    values[1000:, 0] += 40
    segments = [segment(values[:1000], 0, 1, 2), segment(values[1000:1500], 0, 1, 2), segment(values[1500:], 1, 2)]
    first = compare(segments[:1], 3, 1, 0.95)
    assert sequence_width(1000, 0.01 / 6) > 3
    difference = values[:1000, 1:] - values[:1000, :1]
    leads = difference.mean(axis=0) - sequence_width(1000, 0.01 / 6) * difference.std(axis=0, ddof=1) / math.sqrt(1000)
    assert leads.max() > 0
    found = compare(segments, 3, 1, 0.95)
    assert found.gap_low[0] == pytest.approx(min(leads.max(), found.gap[0]))
    assert not first.tied[0]
