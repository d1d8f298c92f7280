"""Learning progress: train where success changes fastest, up or down (Matiisen et al. 2017, arXiv:1707.00183).

The teacher-student curriculum with windows: each arm's slope is that of the straight line through its latest pass
rates, and its share is in proportion to the absolute slope; a part of the draws goes to all arms alike, so that an arm
that begins to move is seen. The slope of a rate that does not move at all is never exactly zero, because it is
measured with few rollouts; `Frontier` asks for evidence instead.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from typing import Any

from .base import Arm, Result
from .checks import check_share
from .weighted import Weighted, blend


class Progress(Weighted):
    """Absolute slope of success.

    Args:
        arms: see `Weighted`.
        window: results of an arm that the line goes through; an arm with fewer than two is drawn first.
        explore: share of draws that goes to all arms alike.
    """

    def __init__(self, arms: Sequence[Arm], *, window: int = 20, explore: float = 0.2) -> None:
        super().__init__(arms)
        if window < 2:
            raise ValueError(f"window must be at least 2 results, not {window}")
        self.window, self.explore = window, check_share("explore", explore)
        self._rates: dict[str, deque[float]] = {name: deque(maxlen=window) for name in self.arms}

    def slopes(self) -> dict[str, float]:
        """Change of each arm's pass rate for each result, over its window; 1.0 where it is not known yet."""
        return {name: slope(rates) if len(rates) >= 2 else 1.0 for name, rates in self._rates.items()}

    def weights(self) -> dict[str, float]:
        """In proportion to the absolute slopes."""
        return blend({name: abs(value) for name, value in self.slopes().items()}, self.explore)

    def _learn(self, results: Sequence[Result]) -> None:
        for result in results:
            self._rates[result.draw.arm.name].append(result.rate)

    def _save(self) -> dict[str, Any]:
        return {name: list(rates) for name, rates in self._rates.items()}

    def _restore(self, memory: Mapping[str, Any]) -> None:
        self._rates = {name: deque(memory[name], maxlen=self.window) for name in self.arms}


def slope(values: Sequence[float]) -> float:
    """Slope of the least-squares line through values that are one apart; at least two."""
    middle = (len(values) - 1) / 2
    mean = sum(values) / len(values)
    rise = sum((i - middle) * (value - mean) for i, value in enumerate(values))
    return rise / sum((i - middle) ** 2 for i in range(len(values)))
