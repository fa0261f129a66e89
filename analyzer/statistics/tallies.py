"""Integer tallies of blocks: merging is addition, so neither the order nor the number of blocks changes a result.

A tally is a dictionary of int64 arrays. ``n`` counts independent observations. A key that ends in ``counts`` is a
sparse histogram: rows of (column, value, count), sorted.

No sum may pass ``LIMIT``, which is checked at every addition. A sum of squared differences of two columns is at most
four times the larger sum of squares, so what is computed from a tally still fits 64 bits. Observations of up to 30,000
units leave room for 2.5 thousand million deals.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from analyzer.games.contract import Observations

IntArray = npt.NDArray[np.int64]
Tally = dict[str, IntArray]

LIMIT = 2**61
EXACT = 2**53
"""The bound for the sums of products of one block, which pass through doubles."""


def reduce_observations(seen: Observations, distribution: bool = False, scale: int = 1) -> Tally:
    """Return the tally of one block of advice, over its active actions only.

    ``sum`` (actions,), ``gram`` (actions, actions): sums of products over the common deals, ``parts``, ``chances`` and
    ``squares``, if any, as observed, and with ``distribution`` the ``counts`` of outcomes in units of ``1 / scale``,
    column by action.
    """
    values = seen.values.astype(np.int64)
    tally = {
        "n": np.array([len(values)], dtype=np.int64),
        "sum": values.sum(axis=0),
        "gram": _products(values),
        "parts": seen.parts.astype(np.int64),
        "chances": seen.chances.astype(np.int64),
    }
    if seen.squares is not None:
        tally["squares"] = seen.squares.astype(np.int64)
    if distribution:
        outcomes = values if seen.outcomes is None else seen.outcomes.astype(np.int64) * scale
        tally["counts"] = count_values(outcomes, range(values.shape[1]))
    return tally


def reduce_rows(rows: npt.NDArray[np.integer], rows_each: int = 1, distribution: Sequence[int] = ()) -> Tally:
    """Return the tally of one block of a simulation: ``n``, ``sum`` and ``square`` by column.

    ``rows_each`` neighbouring rows are one observation, whose value is their sum. ``distribution`` lists the columns
    that are also counted value by value, each row for itself.
    """
    single = rows.astype(np.int64)
    each = single.reshape(-1, rows_each, single.shape[1]).sum(axis=1)
    _check_products(each)
    tally = {
        "n": np.array([len(each)], dtype=np.int64),
        "sum": each.sum(axis=0),
        "square": np.einsum("ij,ij->j", each, each),
    }
    if distribution:
        tally["counts"] = count_values(single, distribution)
    return tally


def reduce_hits(hits: npt.NDArray[np.integer], n: int) -> Tally:
    """Return the tally of one block of chances: ``hits`` (rows, 2) holds hits and trials."""
    return {"n": np.array([n], dtype=np.int64), "hits": hits.astype(np.int64)}


def merge(total: Tally, part: Tally) -> Tally:
    """Return the sum of two tallies of the same shape; ``OverflowError`` where a sum could pass ``LIMIT``."""
    return {
        key: _merge_counts(array, part[key]) if key.endswith("counts") else _add(array, part[key])
        for key, array in total.items()
    }


def count_values(values: IntArray, columns: Sequence[int]) -> IntArray:
    """Return the sparse histogram of the ``columns`` of ``values``: rows of (column, value, count)."""
    found = [np.empty((0, 3), dtype=np.int64)]
    for column in columns:
        value, count = np.unique(values[:, column], return_counts=True)
        found.append(np.column_stack([np.full(len(value), column), value, count]))
    return np.concatenate(found)


def _merge_counts(first: IntArray, second: IntArray) -> IntArray:
    rows = np.concatenate([first, second])
    keys, place = np.unique(rows[:, :2], axis=0, return_inverse=True)
    counts = np.zeros(len(keys), dtype=np.int64)
    np.add.at(counts, place.reshape(-1), rows[:, 2])
    return np.column_stack([keys, counts])


def _add(first: IntArray, second: IntArray) -> IntArray:
    if _peak(first) + _peak(second) > LIMIT:
        raise OverflowError(f"a tally must stay below 2**61, got {_peak(first)} and {_peak(second)} to add")
    total: IntArray = first + second
    return total


def _products(values: IntArray) -> IntArray:
    _check_products(values)
    # Doubles multiply several times as fast as integers, and below 2**53 every sum of them is exact in any order.
    rows = np.ascontiguousarray(values.T, dtype=np.float64)
    products: IntArray = np.einsum("id,jd->ij", rows, rows).astype(np.int64)
    return products


def _check_products(values: IntArray) -> None:
    if _peak(values) ** 2 * len(values) > EXACT:
        raise OverflowError(f"observations of up to {_peak(values)} are too large for a block of {len(values)}")


def _peak(array: IntArray) -> int:
    return max(int(array.max(initial=0)), -int(array.min(initial=0)))
