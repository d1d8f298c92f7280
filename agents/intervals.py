"""How sure a measured rate is: 95% intervals that treat the task, not the sample, as the unit.

Samples of one task are alike, so tasks are redrawn and a task's samples stay together (a bootstrap by clusters; Cameron
and Miller 2015). Arms, which are (environment, level), are strata: their tasks are redrawn within them and each arm
weighs the same. Everything that is compared is computed from the *same* redrawn tasks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isnan, nan, sqrt

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]

DRAWS = 2000
_Z = 1.959964


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number with its 95% interval; all are NaN where there is nothing to estimate it from."""

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        return "–" if isnan(self.value) else f"{self.value:.2f} [{self.low:.2f}, {self.high:.2f}]"


NOTHING = Estimate(nan, nan, nan)


def wilson(rates: Sequence[float]) -> Estimate:
    """Mean of one rate for each task, with Wilson's score interval.

    Several samples of one task are not independent, so the tasks are counted and not the samples: the interval
    is never too narrow, and it does not collapse when all rates are 0 or 1.
    """
    n = len(rates)
    p = float(np.mean(rates))
    centre = (p + _Z**2 / (2 * n)) / (1 + _Z**2 / n)
    half = _Z * sqrt(max(p * (1 - p), 0.0) / n + _Z**2 / (4 * n**2)) / (1 + _Z**2 / n)
    # The ends are exact at 0 and 1, where rounding would put the mean outside by 1e-17.
    return Estimate(p, max(0.0, min(p, centre - half)), min(1.0, max(p, centre + half)))


def stratified_means(values: ArrayLike, strata: Sequence[object]) -> Floats:
    """Mean over strata of the mean over each stratum's tasks, one a column; NaN entries are left out.

    Args:
        values: one row a task, ``[tasks]`` or ``[tasks, columns]``.
        strata: each task's stratum.
    """
    table = _table(values, strata)
    means = [_means(np.ones((1, len(rows))), table[rows]) for rows in _rows(strata)]
    found: Floats = _over_strata(means, [1] * len(means))[0]
    return found


def resampled_means(
    values: ArrayLike, strata: Sequence[object], *, draws: int = DRAWS, seed: int = 0
) -> Floats:
    """`stratified_means` of so many sets of redrawn tasks, ``[draws, columns]``; all columns have the same tasks.

    Strata of a single task, which have nothing to redraw, are redrawn together: else they would look certain.
    """
    table = _table(values, strata)
    rng = np.random.default_rng(seed)
    groups = _rows(strata)
    single = [rows for rows in groups if len(rows) == 1]
    groups = [rows for rows in groups if len(rows) > 1] + ([np.concatenate(single)] if single else [])
    weights = [1] * (len(groups) - bool(single)) + ([len(single)] if single else [])
    means = []
    for rows in groups:
        n = len(rows)
        times = rng.multinomial(n, np.full(n, 1 / n), size=draws).astype(np.float64)
        means.append(_means(times, table[rows]))
    return _over_strata(means, weights)


def interval(value: float, redrawn: ArrayLike) -> Estimate:
    """`value` with the middle 95% of what redrawn tasks gave; draws that gave nothing (NaN) are left out."""
    kept = np.asarray(redrawn, dtype=np.float64)
    kept = kept[~np.isnan(kept)]
    if isnan(value) or not len(kept):
        return NOTHING
    # A percentile between two draws is not interpolated: infinite ends (a crossing never seen) would become NaN.
    low, high = np.quantile(kept, [0.025, 0.975], method="inverted_cdf")
    return Estimate(float(value), float(low), float(high))


def estimates(
    values: ArrayLike, strata: Sequence[object], *, draws: int = DRAWS, seed: int = 0
) -> list[Estimate]:
    """For each column, the mean rate in [0, 1] with an interval from redrawn tasks; NaN entries are left out.

    Where all tasks of all strata have one value, redrawing shows no spread, though a few tasks prove little: there the
    interval is Wilson's.
    """
    table = _table(values, strata)
    means = stratified_means(table, strata)
    redrawn = resampled_means(table, strata, draws=draws, seed=seed)
    found = []
    for column, mean in enumerate(means):
        rates = table[~np.isnan(table[:, column]), column]
        if len(rates) and np.ptp(rates) == 0.0 and 0.0 <= rates[0] <= 1.0:
            found.append(wilson(rates.tolist()))
        else:
            found.append(interval(float(mean), redrawn[:, column]))
    return found


def estimate(
    values: ArrayLike, strata: Sequence[object] | None = None, *, draws: int = DRAWS, seed: int = 0
) -> Estimate:
    """`estimates` of a single column; by default all tasks are of one arm. NaN without any tasks."""
    rates = np.asarray(values, dtype=np.float64)
    if not len(rates):
        return NOTHING
    return estimates(rates, [0] * len(rates) if strata is None else strata, draws=draws, seed=seed)[0]


def _table(values: ArrayLike, strata: Sequence[object]) -> Floats:
    table = np.asarray(values, dtype=np.float64)
    table = table[:, None] if table.ndim == 1 else table
    if len(table) != len(strata) or not len(table):
        raise ValueError(
            f"{len(table)} tasks, but {len(strata)} strata; need one of each for at least one task"
        )
    return table


def _rows(strata: Sequence[object]) -> list[NDArray[np.int64]]:
    """The row numbers of each stratum, in the order in which the strata first come."""
    places: dict[object, list[int]] = {}
    for row, stratum in enumerate(strata):
        places.setdefault(stratum, []).append(row)
    return [np.array(rows) for rows in places.values()]


def _means(times: Floats, table: Floats) -> Floats:
    """Weighted means of the columns, ``[draws, columns]``; NaN where a draw has no known entry."""
    known = ~np.isnan(table)
    weight = times @ known
    total = times @ np.where(known, table, 0.0)
    found: Floats = np.divide(total, weight, out=np.full_like(total, nan), where=weight > 0)
    return found


def _over_strata(means: Sequence[Floats], weights: Sequence[int]) -> Floats:
    """Mean over the strata that have something."""
    stacked = np.stack(means)
    weight = np.array(weights, dtype=np.float64)[:, None, None]
    known = ~np.isnan(stacked)
    number = (known * weight).sum(axis=0)
    total = (np.where(known, stacked, 0.0) * weight).sum(axis=0)
    found: Floats = np.divide(total, number, out=np.full_like(total, nan), where=number > 0)
    return found
