"""SEC, the self-evolving curriculum: a Boltzmann bandit on absolute advantages (Chen et al. 2025, arXiv:2505.14970).

After each step the value of every arm that was played moves towards the mean absolute advantage of its rollouts,
``Q <- (1 - a) Q + a r`` (TD(0)), and the next step draws arms by the softmax of the values. With rewards of 0 and 1
and advantages over the group's deviation the mean is 2 sqrt(p (1 - p)), largest at pass rate 0.5; so it shares DUMP's
weakness for arms whose rewards are noise.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .base import Arm, Result
from .checks import check_positive, check_share
from .dump import softmax
from .weighted import Weighted


class Sec(Weighted):
    """Softmax of values that follow the absolute advantages.

    Args:
        arms: see `Weighted`.
        rate: weight of the newest step in an arm's value (the paper's runs: 0.5).
        temperature: of the softmax (the paper's runs: 0.2, 0.4 and 1.0).
    """

    reads_hinted = True

    def __init__(self, arms: Sequence[Arm], *, rate: float = 0.5, temperature: float = 0.2) -> None:
        super().__init__(arms)
        self.rate = check_share("rate", rate)
        self.temperature = check_positive("temperature", temperature)
        self._values = dict.fromkeys(self.arms, 0.0)

    def values(self) -> dict[str, float]:
        """The value Q of each arm."""
        return dict(self._values)

    def weights(self) -> dict[str, float]:
        """Softmax of `values`; all alike at the start."""
        return softmax(self._values, self.temperature)

    def _learn(self, results: Sequence[Result]) -> None:
        sums: dict[str, tuple[float, int]] = {}
        for result in results:
            total, rollouts = sums.get(result.draw.arm.name, (0.0, 0))
            size = len(result.rewards)
            sums[result.draw.arm.name] = (total + abs(result.advantage) * size, rollouts + size)
        for name, (total, rollouts) in sums.items():
            self._values[name] += self.rate * (total / rollouts - self._values[name])

    def _save(self) -> dict[str, Any]:
        return dict(self._values)

    def _restore(self, memory: Mapping[str, Any]) -> None:
        self._values = {name: memory[name] for name in self.arms}
