"""DUMP: upper confidence bounds on the mean absolute advantage (Wang et al. 2025, arXiv:2504.09710).

An arm scores the mean absolute advantage of its latest rollouts, plus a bonus for arms that were tried rarely,
``sqrt(2 ln(n_total + 1) / (n_arm + 1))`` in rollouts; weights are the softmax of the scores. Large advantages mean
mixed outcomes, which is where a policy can learn, *if the outcomes depend on the policy*. An arm whose rewards are
noise has large advantages for ever, and this curriculum spends most of its samples there; see docs/curricula.md.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import exp, log, sqrt
from typing import Any

from .base import Arm, Result
from .checks import check_positive
from .weighted import Weighted


@dataclass
class _Seen:
    rollouts: int = 0
    recent: deque[tuple[float, int]] = field(default_factory=deque)

    def mean(self) -> float:
        return sum(a * n for a, n in self.recent) / sum(n for _, n in self.recent) if self.recent else 0.0


class Dump(Weighted):
    """Distribution-level UCB.

    Args:
        arms: see `Weighted`.
        window: rollouts of an arm that its mean is over; the oldest groups go as long as this many remain.
        temperature: of the softmax.
    """

    reads_hinted = True

    def __init__(self, arms: Sequence[Arm], *, window: int = 300, temperature: float = 0.1) -> None:
        super().__init__(arms)
        self.window = int(check_positive("window", window))
        self.temperature = check_positive("temperature", temperature)
        self._seen = {name: _Seen() for name in self.arms}

    def scores(self) -> dict[str, float]:
        """The upper confidence bound of each arm."""
        total = sum(seen.rollouts for seen in self._seen.values())
        return {
            name: seen.mean() + sqrt(2 * log(total + 1) / (seen.rollouts + 1))
            for name, seen in self._seen.items()
        }

    def weights(self) -> dict[str, float]:
        """Softmax of `scores`; all alike at the start."""
        return softmax(self.scores(), self.temperature)

    def _learn(self, results: Sequence[Result]) -> None:
        for result in results:
            seen = self._seen[result.draw.arm.name]
            seen.rollouts += len(result.rewards)
            seen.recent.append((abs(result.advantage), len(result.rewards)))
            held = sum(n for _, n in seen.recent)
            while held - seen.recent[0][1] >= self.window:
                held -= seen.recent.popleft()[1]

    def _save(self) -> dict[str, Any]:
        return {
            name: [seen.rollouts, [list(pair) for pair in seen.recent]] for name, seen in self._seen.items()
        }

    def _restore(self, memory: Mapping[str, Any]) -> None:
        self._seen = {
            name: _Seen(memory[name][0], deque((a, n) for a, n in memory[name][1])) for name in self.arms
        }


def softmax(scores: Mapping[str, float], temperature: float) -> dict[str, float]:
    """Weights in proportion to ``exp(score / temperature)``."""
    top = max(scores.values())
    shares = {name: exp((score - top) / temperature) for name, score in scores.items()}
    total = sum(shares.values())
    return {name: share / total for name, share in shares.items()}
