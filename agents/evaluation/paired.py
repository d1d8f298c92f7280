"""Two policies on the same tasks: the difference, who solves what, and where their pass@k curves cross.

* Difference: the mean over tasks of the second's rate minus the first's, with an interval from redrawn tasks.
* Exact test: among the tasks on which their rates differ, who is ahead is a fair coin if they are equally good. With
  one sample a task this is McNemar's exact test (McNemar 1947).
* Ledger of support ("The invisible leash", Wu et al. 2025, arXiv:2507.14843): a task is solved if one of its samples
  is right.
* Crossing: the k from which the first policy's pass@k is above the second's, though the second began above it
  ("Does reinforcement learning really incentivize reasoning capacity", Yue et al. 2025, arXiv:2504.13837).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb, hypot, inf, isnan, nan

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..intervals import DRAWS, Estimate, interval, resampled_means, stratified_means, wilson

Floats = NDArray[np.float64]

_LEVEL = 1e-12
"""Differences below this are rounding."""


@dataclass(frozen=True, slots=True)
class Ledger:
    """How many tasks each policy solved at least once, from as many samples of each.

    Attributes:
        kept: solved by both.
        gained: solved by the second only.
        lost: solved by the first only.
        never: solved by neither.
    """

    kept: int
    gained: int
    lost: int
    never: int

    @property
    def retention(self) -> float:
        """Of what the first solves, the share that the second still does; NaN if it solves nothing."""
        return self.kept / (self.kept + self.lost) if self.kept + self.lost else nan

    @property
    def discovery(self) -> float:
        """Of what the second solves, the share that is new; NaN if it solves nothing."""
        return self.gained / (self.kept + self.gained) if self.kept + self.gained else nan

    @property
    def net(self) -> float:
        """Gained minus lost, of all that either solves; NaN if neither solves anything."""
        either = self.kept + self.gained + self.lost
        return (self.gained - self.lost) / either if either else nan


@dataclass(frozen=True, slots=True)
class Sign:
    """The exact test of who is ahead on more tasks.

    Attributes:
        ahead: tasks on which the second has the higher rate.
        behind: tasks on which the first has.
        p_value: chance of a split at least as uneven if they are equally good; two-sided.
    """

    ahead: int
    behind: int
    p_value: float


def differences(
    first: ArrayLike, second: ArrayLike, strata: Sequence[object], *, draws: int = DRAWS, seed: int = 0
) -> list[Estimate]:
    """For each column, the mean of `second` minus `first`; tasks where either is NaN are left out.

    Args:
        first: one row a task, ``[tasks]`` or ``[tasks, columns]``.
        second: of the same tasks.
        strata: each task's arm.
        draws: sets of redrawn tasks.
        seed: for them.

    Raises:
        ValueError: if they are not of the same tasks.
    """
    change = _same(first, second)
    redrawn = resampled_means(change, strata, draws=draws, seed=seed)
    one, two = (np.asarray(part, dtype=np.float64).reshape(len(change), -1) for part in (first, second))
    found = []
    for column, mean in enumerate(stratified_means(change, strata)):
        pairs = np.stack([one[:, column], two[:, column]], axis=1)
        pairs = pairs[~np.isnan(pairs).any(axis=1)]
        if len(pairs) and (np.ptp(pairs, axis=0) == 0).all():
            found.append(_of_constants(pairs))
        else:
            found.append(interval(float(mean), redrawn[:, column]))
    return found


def _of_constants(pairs: Floats) -> Estimate:
    """Newcombe's interval (1998), from Wilson's of both: redrawing tasks that are all alike would show no spread."""
    one, two = (wilson(rates) for rates in pairs.T.tolist())
    change = two.value - one.value
    low = hypot(two.value - two.low, one.high - one.value)
    high = hypot(two.high - two.value, one.value - one.low)
    return Estimate(change, change - low, change + high)


def difference(
    first: ArrayLike, second: ArrayLike, strata: Sequence[object], *, draws: int = DRAWS, seed: int = 0
) -> Estimate:
    """`differences` of a single column."""
    return differences(first, second, strata, draws=draws, seed=seed)[0]


def sign_test(first: ArrayLike, second: ArrayLike) -> Sign:
    """Whether the second is ahead on more tasks than the first, by more than a fair coin would be."""
    change = _same(first, second)
    ahead, behind = int((change > _LEVEL).sum()), int((change < -_LEVEL).sum())
    n, few = ahead + behind, min(ahead, behind)
    tail = Fraction(sum(comb(n, i) for i in range(few + 1)), 2**n)
    return Sign(ahead, behind, float(min(Fraction(1), 2 * tail)))


def ledger(first: ArrayLike, second: ArrayLike) -> Ledger:
    """Who solves what, from the number of right samples of each task; draw equally many for both."""
    one, two = np.asarray(first) > 0, np.asarray(second) > 0
    if one.shape != two.shape:
        raise ValueError(f"{len(one)} tasks of the first, {len(two)} of the second; compare the same tasks")
    return Ledger(*(int(part.sum()) for part in (one & two, ~one & two, one & ~two, ~one & ~two)))


def crossing(
    first: ArrayLike,
    second: ArrayLike,
    ks: Sequence[int],
    strata: Sequence[object],
    *,
    draws: int = DRAWS,
    seed: int = 0,
) -> Estimate:
    """The k at which the first's curve comes to lie above the second's.

    Args:
        first: pass@k of the first policy, ``[tasks, ks]``.
        second: pass@k of the second, of the same tasks.
        ks: rising numbers of samples.
        strata: each task's arm.
        draws: sets of redrawn tasks.
        seed: for them.

    Returns:
        infinity (also as an end of the interval) where it does not happen up to the largest k: it may yet beyond;
        0 where the first is above from the smallest k on. NaN if the tasks show no difference at any k.
    """
    gap = _same(first, second)
    if gap.ndim != 2 or gap.shape[1] != len(ks) or list(ks) != sorted(set(ks)):
        raise ValueError(f"need one column for each of the rising ks {list(ks)}, got the shape {gap.shape}")
    redrawn = resampled_means(gap, strata, draws=draws, seed=seed)
    value = _crossings(stratified_means(gap, strata)[None], ks)[0]
    return interval(float(value), _crossings(redrawn, ks))


def _crossings(gaps: Floats, ks: Sequence[int]) -> Floats:
    """For each row of gaps (second minus first), where it first falls below zero, between two ks in log k."""
    places, rows = np.arange(len(ks)), np.arange(len(gaps))
    below, above = gaps < -_LEVEL, gaps > _LEVEL
    at = below.argmax(axis=1)
    earlier = above & (places < at[:, None])
    before = np.where(earlier, places, 0).max(axis=1)
    high, low = gaps[rows, before], gaps[rows, at]
    logs = np.log(np.asarray(ks, dtype=np.float64))
    with np.errstate(divide="ignore", invalid="ignore"):  # rows without a crossing are overwritten below
        found = np.exp(logs[before] + high / (high - low) * (logs[at] - logs[before]))
    found = np.where(earlier.any(axis=1), found, 0.0)
    found = np.where(below.any(axis=1), found, inf)
    nothing = np.isnan(gaps).any(axis=1) | ~(below | above).any(axis=1)
    return np.where(nothing, nan, found)


def _same(first: ArrayLike, second: ArrayLike) -> Floats:
    one, two = np.asarray(first, dtype=np.float64), np.asarray(second, dtype=np.float64)
    if one.shape != two.shape:
        raise ValueError(f"values of the shapes {one.shape} and {two.shape}; compare the same tasks")
    return two - one


def crossing_text(crossed: Estimate, largest: int) -> str:
    """A crossing in words."""

    def point(k: float) -> str:
        return "none" if isnan(k) else f"above {largest}" if k == inf else "below 1" if k == 0 else f"{k:.3g}"

    if isnan(crossed.value):
        return "no difference"
    if crossed.low == crossed.high:
        return point(crossed.value)
    return f"{point(crossed.value)} [{point(crossed.low)}, {point(crossed.high)}]"
