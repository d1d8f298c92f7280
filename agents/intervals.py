"""The interval over a ladder of levels; the others are in `rlvr.agents.evaluation`."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from statistics import fmean

from .evaluation.intervals import Estimate, wilson
from .evaluation.passes import pass_at_k

__all__ = ["Estimate", "pass_at_k", "stratified_bootstrap", "wilson"]


def stratified_bootstrap(strata: Sequence[Sequence[float]], *, draws: int = 2000, seed: int = 0) -> Estimate:
    """Mean of the strata's means, with a percentile bootstrap that redraws the tasks within each stratum."""
    rng = Random(seed)
    means = sorted(fmean(fmean(rng.choices(rates, k=len(rates))) for rates in strata) for _ in range(draws))
    value = fmean(fmean(rates) for rates in strata)
    return Estimate(value, means[int(0.025 * draws)], means[int(0.975 * draws)])
