"""Online difficulty filtering: train where the pass rate lies in a band (Bae et al. 2025, arXiv:2504.03380).

The improvement that a task can give is bounded below by the variance of its outcomes, p (1 - p), so tasks that are
always or never solved are left out. With endless generators there is nothing to reject: arms in the band are drawn.
Where tasks recur (a fixed data set), `admits` says the same of a single task, so that it need not be rolled out again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .base import Arm, Result
from .checks import check_share
from .weighted import Weighted, blend


class Band(Weighted):
    """Arms whose pass rate lies in a band, all alike; the arms nearest to it where none does.

    Pass rates are those of the latest rollouts: counts of passes and attempts fade by `memory` with each result of
    their arm or task, on top of one pass and one failure to begin with. So what was never tried counts as 0.5.

    Args:
        arms: see `Weighted`.
        low: lowest pass rate of the band.
        high: highest.
        memory: weight of what was known when a new result comes.
        explore: share of draws that goes to all arms alike, so that an arm that enters the band is seen.
        tasks: how many tasks are remembered for `admits`; those not played for longest are forgotten first.
    """

    def __init__(
        self,
        arms: Sequence[Arm],
        *,
        low: float = 0.2,
        high: float = 0.8,
        memory: float = 0.8,
        explore: float = 0.1,
        tasks: int = 10_000,
    ) -> None:
        super().__init__(arms)
        self.low, self.high = check_share("low", low), check_share("high", high)
        if low > high:
            raise ValueError(f"low must not be above high, but {low} > {high}")
        self.memory, self.explore = check_share("memory", memory), check_share("explore", explore)
        self.tasks = tasks
        self._arm_counts = dict.fromkeys(self.arms, (0.0, 0.0))
        self._task_counts: dict[str, tuple[float, float]] = {}

    def rates(self) -> dict[str, float]:
        """The estimated pass rate of each arm."""
        return {name: _rate(counts) for name, counts in self._arm_counts.items()}

    def admits(self, task_id: str) -> bool:
        """Whether a task is in the band, or was not played yet."""
        return self._distance(_rate(self._task_counts.get(task_id, (0.0, 0.0)))) == 0.0

    def weights(self) -> dict[str, float]:
        """All alike in the band."""
        distances = {name: self._distance(rate) for name, rate in self.rates().items()}
        nearest = min(distances.values())
        return blend({name: float(d == nearest) for name, d in distances.items()}, self.explore)

    def _distance(self, rate: float) -> float:
        return max(self.low - rate, rate - self.high, 0.0)

    def _learn(self, results: Sequence[Result]) -> None:
        for result in results:
            name, task_id = result.draw.arm.name, result.task_id
            passed, tried = result.passed, len(result.rewards)
            self._arm_counts[name] = self._faded(self._arm_counts[name], passed, tried)
            # Put last: the dictionary is in the order of the latest play.
            known = self._task_counts.pop(task_id, (0.0, 0.0))
            self._task_counts[task_id] = self._faded(known, passed, tried)
        while len(self._task_counts) > self.tasks:
            del self._task_counts[next(iter(self._task_counts))]

    def _faded(self, counts: tuple[float, float], passed: int, tried: int) -> tuple[float, float]:
        return self.memory * counts[0] + passed, self.memory * counts[1] + tried

    def _save(self) -> dict[str, Any]:
        # Tasks as a list: their order says which is forgotten first, and that of a JSON object may be lost.
        return {
            "arms": {name: list(counts) for name, counts in self._arm_counts.items()},
            "tasks": [[task_id, *counts] for task_id, counts in self._task_counts.items()],
        }

    def _restore(self, memory: Mapping[str, Any]) -> None:
        self._arm_counts = {name: (memory["arms"][name][0], memory["arms"][name][1]) for name in self.arms}
        self._task_counts = {task_id: (passed, tried) for task_id, passed, tried in memory["tasks"]}


def _rate(counts: tuple[float, float]) -> float:
    passed, tried = counts
    return (passed + 1) / (tried + 2)
