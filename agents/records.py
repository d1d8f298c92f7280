"""What a step leaves to be shown: plain numbers by the names that monitors know."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from statistics import fmean

from torch import Tensor

from .rollouts.config import RolloutStatistics
from .trajectory import Group


@dataclass
class Clock:
    """Wall-clock seconds of each part of a step."""

    seconds: dict[str, float] = field(default_factory=dict)
    _last: float = field(default_factory=time.perf_counter)

    def lap(self, part: str) -> None:
        """Count the time since the last lap for `part`."""
        now = time.perf_counter()
        self.seconds[part] = self.seconds.get(part, 0.0) + now - self._last
        self._last = now


def summary(
    groups: Sequence[Group],
    returns: Sequence[Sequence[float]],
    magnitudes: Tensor,
    metrics: dict[str, float],
    clock: Clock,
    played: Iterable[RolloutStatistics],
) -> dict[str, dict[str, float]]:
    """Sums and counts of one process, which `joined` makes one record of.

    Args:
        groups: all that it played.
        returns: the return of each trajectory of each group, before any penalty on length.
        magnitudes: mean absolute advantage of each trajectory that was learnt from.
        metrics: of learning, the same on every process.
        clock: what the parts of the step took.
        played: what the rollouts took.

    ``{"sums": ..., "counts": ...}``: a value of the record is the sum over processes of its sums by that of its
    counts.
    """
    sums: dict[str, float] = {}
    counts: dict[str, float] = {}

    def add(name: str, values: Iterable[float]) -> None:
        listed = list(values)
        sums[name] = sums.get(name, 0.0) + sum(listed)
        counts[name] = counts.get(name, 0.0) + len(listed)

    trajectories = [each for group in groups for each in group.trajectories]
    known = [each for each in trajectories if each.scored]
    shaped = (value for values in returns for value in values)
    add("reward/mean", (value for value, each in zip(shaped, trajectories, strict=True) if each.scored))
    add("reward/paid", (each.reward for each in known))
    add("reward/pass_rate", (each.passed for each in known))
    for group in groups:
        if group.arm:
            add(f"pass_rate/{group.arm}", (each.passed for each in group.trajectories if each.scored))
    add("rollout/length", (each.length for each in trajectories))
    add("rollout/turns", (len(each.turns) for each in trajectories))
    add("rollout/cut", (each.cut for each in trajectories))
    add("rollout/masked", (not each.scored for each in trajectories))
    unused = [0.0] * (len(trajectories) - len(magnitudes))
    add("rollout/used", [*(float(value) > 0 for value in magnitudes), *unused])
    for name, value in metrics.items():
        add(name, [value])
    statistics = list(played)
    add("time/environment", [sum(each.environment_seconds for each in statistics)])
    for part, seconds in clock.seconds.items():
        add(f"time/{part}", [seconds])
    add("time/step", [sum(clock.seconds.values())])
    # Processes work at the same time, so their tokens add up while their seconds do not.
    sums["speed/tokens_per_second"] = sum(each.tokens for each in statistics)
    counts["speed/tokens_per_second"] = max(clock.seconds.get("rollout", 0.0), 1e-9)
    return {"sums": sums, "counts": counts}


def joined(parts: Sequence[dict[str, dict[str, float]]]) -> dict[str, float]:
    """One record of the summaries of all processes."""
    names = sorted({name for part in parts for name in part["sums"]})
    record: dict[str, float] = {}
    for name in names:
        total = sum(part["sums"].get(name, 0.0) for part in parts)
        count = sum(part["counts"].get(name, 0.0) for part in parts)
        if name == "speed/tokens_per_second":
            count = fmean(part["counts"][name] for part in parts)
        if count:
            record[name] = total / count
    return record
