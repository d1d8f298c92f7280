"""How sure a measured pass rate is: 95% intervals that treat the task, not the sample, as the unit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb, sqrt
from random import Random
from statistics import fmean

_Z = 1.959964


@dataclass(frozen=True, slots=True)
class Estimate:
    """A rate with its 95% interval, all in [0, 1]."""

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.value:.2f} [{self.low:.2f}, {self.high:.2f}]"


def wilson(rates: Sequence[float]) -> Estimate:
    """Mean of one rate for each task, with Wilson's score interval.

    Several samples of one task are not independent, so the tasks are counted and not the samples: the interval
    is never too narrow, and it does not collapse when all rates are 0 or 1.
    """
    n = len(rates)
    p = fmean(rates)
    centre = (p + _Z**2 / (2 * n)) / (1 + _Z**2 / n)
    half = _Z * sqrt(p * (1 - p) / n + _Z**2 / (4 * n**2)) / (1 + _Z**2 / n)
    # The ends are exact at 0 and 1, where rounding would put the mean outside by 1e-17.
    return Estimate(p, max(0.0, min(p, centre - half)), min(1.0, max(p, centre + half)))


def stratified_bootstrap(strata: Sequence[Sequence[float]], *, draws: int = 2000, seed: int = 0) -> Estimate:
    """Mean of the strata's means, with a percentile bootstrap that redraws the tasks within each stratum."""
    rng = Random(seed)
    means = sorted(fmean(fmean(rng.choices(rates, k=len(rates))) for rates in strata) for _ in range(draws))
    value = fmean(fmean(rates) for rates in strata)
    return Estimate(value, means[int(0.025 * draws)], means[int(0.975 * draws)])


def pass_at_k(samples: int, passed: int, k: int) -> float:
    """Chance that at least one of `k` samples passes, from `passed` of `samples` (Chen et al. 2021).

    Raises:
        ValueError: if there are fewer than `k` samples.
    """
    if not 0 < k <= samples:
        raise ValueError(f"need 1 <= k <= samples, got k={k} of {samples} samples")
    return 1 - comb(samples - passed, k) / comb(samples, k)
