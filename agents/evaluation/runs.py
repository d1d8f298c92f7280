"""Several runs of one method (seeds of its training) over several arms, as a matrix ``[runs, arms]`` of scores.

The methods of "Deep reinforcement learning at the edge of the statistical precipice" (Agarwal et al. 2021,
arXiv:2108.13264): the interquartile mean in place of means (outliers) and medians (waste), performance profiles, the
probability of improvement and the optimality gap, with intervals from runs redrawn within each arm.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..intervals import DRAWS, Estimate, interval

Floats = NDArray[np.float64]


def interquartile_mean(scores: ArrayLike) -> float:
    """Mean of the scores of all runs and arms without the lowest and the highest quarter of them."""
    ordered = np.sort(_scores(scores), axis=None)
    cut = len(ordered) // 4
    return float(ordered[cut : len(ordered) - cut].mean())


def optimality_gap(scores: ArrayLike, target: float = 1.0) -> float:
    """Mean of how far the scores stay below `target`; what is above counts as the target."""
    return float(target - np.minimum(_scores(scores), target).mean())


def mean_score(scores: ArrayLike) -> float:
    """Mean over runs and arms."""
    return float(_scores(scores).mean())


def profile(scores: ArrayLike, thresholds: ArrayLike) -> Floats:
    """For each threshold, the share of (run, arm) with a score above it."""
    ordered = np.sort(_scores(scores), axis=None)
    return 1 - np.searchsorted(ordered, np.asarray(thresholds), side="right") / len(ordered)


def probability_of_improvement(first: ArrayLike, second: ArrayLike) -> float:
    """Chance that a run of `second` beats one of `first` on an arm, mean over arms; a tie counts a half."""
    one, two = _scores(first), _scores(second)
    if one.shape[1] != two.shape[1]:
        raise ValueError(f"{one.shape[1]} and {two.shape[1]} arms; compare the same arms")
    pairs = two[:, None] - one[None]
    return float(((pairs > 0) + 0.5 * (pairs == 0)).mean())


def over_runs(
    scores: ArrayLike, statistic: Callable[[Floats], float], *, draws: int = DRAWS, seed: int = 0
) -> Estimate:
    """A statistic of the matrix with an interval from runs redrawn within each arm.

    One run shows no spread between runs: its interval is a point, and says nothing about another seed.
    """
    table = _scores(scores)
    rng = np.random.default_rng(seed)
    return interval(statistic(table), [statistic(_redrawn(table, rng)) for _ in range(draws)])


def improvement(first: ArrayLike, second: ArrayLike, *, draws: int = DRAWS, seed: int = 0) -> Estimate:
    """`probability_of_improvement` with an interval from runs of both redrawn within each arm."""
    one, two = _scores(first), _scores(second)
    rng = np.random.default_rng(seed)
    redrawn = [probability_of_improvement(_redrawn(one, rng), _redrawn(two, rng)) for _ in range(draws)]
    return interval(probability_of_improvement(one, two), redrawn)


def profile_band(
    scores: ArrayLike, thresholds: ArrayLike, *, draws: int = DRAWS, seed: int = 0
) -> tuple[Floats, Floats, Floats]:
    """The `profile` with the low and the high ends of its 95% intervals, point by point."""
    table = _scores(scores)
    rng = np.random.default_rng(seed)
    redrawn = np.array([profile(_redrawn(table, rng), thresholds) for _ in range(draws)])
    low, high = np.quantile(redrawn, [0.025, 0.975], axis=0)
    return profile(table, thresholds), low, high


def _redrawn(table: Floats, rng: np.random.Generator) -> Floats:
    rows = rng.integers(0, len(table), size=table.shape)
    return np.take_along_axis(table, rows, axis=0)


def _scores(scores: ArrayLike) -> Floats:
    table = np.asarray(scores, dtype=np.float64)
    if table.ndim != 2 or not table.size or np.isnan(table).any():
        raise ValueError(f"scores must be a full matrix [runs, arms] without NaN, got the shape {table.shape}")
    return table
