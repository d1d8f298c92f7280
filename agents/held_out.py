"""How well a policy does on problems that it never trained on: every arm's test split, the same tasks each time."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..generators.base import derive_seed
from .curricula.base import Arm
from .distributed import World
from .intervals import NOTHING, Estimate, estimate, interval, resampled_means
from .rollouts.collector import Collector, RolloutError
from .rollouts.jobs import EpisodeJob
from .task_source import task_of


@dataclass(frozen=True)
class HeldOut:
    """Pass rates on held-out tasks.

    Attributes:
        rates: for each arm's name the pass rate of each task; tasks without a scored response are left out.
        masked: responses that could not be scored.
    """

    rates: Mapping[str, Sequence[float]]
    masked: int

    @property
    def mean(self) -> Estimate:
        """Mean over arms of the pass rate, each arm weighing the same, with its interval; NaN if there is none."""
        pairs = [(rate, name) for name, rates in self.rates.items() for rate in rates]
        return estimate([rate for rate, _ in pairs], [name for _, name in pairs])

    def of_environment(self) -> dict[str, Estimate]:
        """The same for each environment alone."""
        names = sorted({name.split(":")[0] for name in self.rates})
        return {
            env: HeldOut(
                {name: rates for name, rates in self.rates.items() if name.split(":")[0] == env}, 0
            ).mean
            for env in names
        }

    def record(self) -> dict[str, float]:
        """By the names of monitors."""
        found = {f"evaluation/{name}": sum(rates) / len(rates) for name, rates in self.rates.items() if rates}
        if not math.isnan(self.mean.value):
            found["evaluation/mean"] = self.mean.value
        return found


def change(before: HeldOut, after: HeldOut) -> Estimate:
    """Difference of the means over the arms that both have, with its interval.

    The tasks are the same, so they are redrawn together: what makes one of them hard is in both rates and cancels.
    Where responses were lost, rates cannot be matched by their places any more, and both are redrawn alone.
    """
    arms = [name for name, rates in before.rates.items() if rates and after.rates.get(name)]
    old, new = ({name: found.rates[name] for name in arms} for found in (before, after))
    whole = not before.masked and not after.masked
    if whole and all(len(old[name]) == len(new[name]) for name in arms):
        pairs = [(b - a, name) for name in arms for a, b in zip(old[name], new[name], strict=True)]
        # Within [0, 1], where `estimate` knows how little it proves that a few tasks all changed alike.
        halved = estimate([(each + 1) / 2 for each, _ in pairs], [name for _, name in pairs])
        return Estimate(2 * halved.value - 1, 2 * halved.low - 1, 2 * halved.high - 1)
    if not arms:
        return NOTHING
    drawn = [
        resampled_means([r for name in arms for r in rates[name]], _strata(rates), seed=seed)[:, 0]
        for seed, rates in enumerate((old, new))
    ]
    means = [HeldOut(rates, 0).mean.value for rates in (old, new)]
    return interval(means[1] - means[0], drawn[1] - drawn[0])


def _strata(rates: Mapping[str, Sequence[float]]) -> list[str]:
    return [name for name, each in rates.items() for _ in each]


def measure(
    collector: Collector,
    arms: Sequence[Arm],
    *,
    tasks: int,
    samples: int,
    seed: int,
    env_options: Mapping[str, Any],
    world: World,
) -> HeldOut:
    """Play `tasks` held-out tasks of every arm, `samples` times each; processes share them out. Hints are off.

    Where machinery failed everywhere, nothing is measured, and the run goes on.
    """
    options = {**env_options, "hints": False}
    asked = [
        (arm.name, task_of(arm, "held out", number, split="test")) for arm in arms for number in range(tasks)
    ]
    mine = world.share(asked)
    jobs = [EpisodeJob(task, sample, options) for _, task in mine for sample in range(samples)]
    try:
        episodes = collector.collect(jobs, seed=derive_seed("held out", seed)) if jobs else []
    except RolloutError:
        episodes = []
    measured: list[list[Any]] = []
    for number, (name, _) in enumerate(mine):
        responses = episodes[number * samples : (number + 1) * samples]
        outcomes = [(each.scored, each.passed) for each in responses]
        passed = [right for scored, right in outcomes if scored]
        measured.append([name, sum(passed) / len(passed) if passed else None, samples - len(passed)])
    rates: dict[str, list[float]] = {arm.name: [] for arm in arms}
    masked = 0
    for name, rate, lost in (each for part in world.gather(measured) for each in part):
        masked += lost
        if rate is not None:
            rates[name].append(rate)
    return HeldOut(rates, masked)
