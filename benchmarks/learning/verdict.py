"""What the runs of a proof show: frontiers, pass@k, and whether the verifier beats each control.

Held-out tasks are the same in all runs of a task, so arms are compared task by task. Two things vary, and each has an
interval of its own:

* **tasks**: within a seed, tasks are redrawn within their levels, for both arms together (`evaluation.paired`). It says
  what other tasks would give for these very weights.
* **seeds**: the mean difference of each seed is one number, and Student's t interval over them says what another seed
  would give. With three seeds it is wide: only a large and steady difference is apart from zero.

The verifier beats a control if both say so: every seed's interval over tasks and the interval over seeds lie above 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import nan, sqrt
from statistics import fmean, stdev

import numpy as np

from rlvr.agents.evaluation.paired import Ledger, differences, ledger
from rlvr.agents.evaluation.passes import pass_at_k
from rlvr.agents.intervals import Estimate, estimate, interval, resampled_means

Passed = Mapping[str, Sequence[int]]
"""For each level, how many samples of each held-out task are right."""

HALF = 0.5
STUDENT = {1: 12.706, 2: 4.303, 3: 3.182, 4: 2.776, 5: 2.571, 6: 2.447, 7: 2.365, 8: 2.306, 9: 2.262}
"""The 97.5% quantile of Student's t by degrees of freedom."""


def levels_of(passed: Passed) -> list[str]:
    """The level of each task, in the order of `flat`."""
    return [label for label, counts in passed.items() for _ in counts]


def flat(passed: Passed) -> list[int]:
    """The right samples of all tasks, level by level."""
    return [count for counts in passed.values() for count in counts]


def beyond(passed: Passed, shown: int) -> dict[str, Sequence[int]]:
    """The levels that the warm-up did not show: all but the `shown` lowest."""
    return {label: passed[label] for label in list(passed)[shown:]}


def pass_rates(passed: Passed, attempts: int, k: int = 1) -> list[float]:
    """pass@k of each task."""
    return [pass_at_k(attempts, count, k) for count in flat(passed)]


def mean_pass(passed: Passed, attempts: int, k: int) -> Estimate:
    """pass@k, the mean over all levels, each weighing the same; the interval is over tasks."""
    return estimate(pass_rates(passed, attempts, k), levels_of(passed))


def level_rates(passed: Passed, attempts: int) -> dict[str, Estimate]:
    """pass@1 of each level; the interval is over tasks."""
    return {label: estimate([count / attempts for count in counts]) for label, counts in passed.items()}


def frontier(passed: Passed, attempts: int) -> Estimate:
    """The highest level with pass@1 of a half or more; 0 if there is none. The interval is over tasks."""
    labels = list(passed)
    rates = [[count / attempts for count in passed[label]] for label in labels]
    drawn = np.stack(
        [resampled_means(rate, [0] * len(rate), seed=number)[:, 0] for number, rate in enumerate(rates)], axis=1
    )
    levels = np.array([float(label) for label in labels])
    value = _highest(np.array([[fmean(rate) for rate in rates]]), levels)[0]
    return interval(float(value), _highest(drawn, levels))


def _highest(rates: np.ndarray, levels: np.ndarray) -> np.ndarray:
    found: np.ndarray = np.where(rates >= HALF, levels, 0.0).max(axis=1)
    return found


def support(before: Passed, after: Passed) -> Ledger:
    """Which held-out tasks the warm-up and the trained policy solve at least once, in as many samples each."""
    return ledger(flat(before), flat(after))


@dataclass(frozen=True)
class Margin:
    """By how much the verifier's pass@1 is above a control's.

    Attributes:
        seeds: for each seed the mean difference, with its interval over tasks.
        overall: the mean over seeds, with its interval over seeds; NaN ends with a single seed.
    """

    seeds: Sequence[Estimate]
    overall: Estimate

    @property
    def apart(self) -> bool:
        """Whether every interval lies above zero, that over seeds too."""
        return self.overall.low > 0 and all(each.low > 0 for each in self.seeds)


def margin(verifier: Sequence[Passed], control: Sequence[Passed], attempts: int) -> Margin:
    """The margin over all levels, each weighing the same; both have one entry for each seed, in the same order."""
    seeds = []
    for one, other in zip(control, verifier, strict=True):
        (found,) = differences(pass_rates(one, attempts), pass_rates(other, attempts), levels_of(one))
        seeds.append(found)
    return Margin(seeds, over_seeds([each.value for each in seeds]))


def over_seeds(values: Iterable[float]) -> Estimate:
    """The mean of one value for each seed, with Student's t interval; its ends are NaN for a single seed."""
    given = list(values)
    mean, freedom = fmean(given), len(given) - 1
    if freedom == 0:
        return Estimate(mean, nan, nan)
    half = STUDENT.get(freedom, STUDENT[9]) * stdev(given) / sqrt(len(given))
    return Estimate(mean, mean - half, mean + half)


def verdict(margins: Mapping[str, Margin]) -> str:
    """What may be said of a task: shown, or not shown and why."""
    held = [name for name, each in margins.items() if not each.apart]
    if not held:
        return "shown: the verifier beats every control"
    return f"not shown: the verifier is not apart from {', '.join(held)}"
