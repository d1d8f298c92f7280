"""DARS: more rollouts for hard tasks, in a second stage (Yang et al. 2025, arXiv:2508.13755).

With group-relative advantages a task's weight in the update is the sum of its absolute advantages, N S(p) for N
rollouts at pass rate p, which is small for hard tasks just where exploration is needed. After a first stage of N
rollouts a task with p below one half gets as many more as bring its weight to the largest that N rollouts can have
(*equal treatment*), or to 2 (1 - p) times that (*hardness weighted*). Here the second stage comes with the next
draws, as a group of its own and so only if it has two rollouts or more; a trainer that can add to a group within the
step calls `extra_samples` itself.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil, sqrt
from random import Random
from typing import Any, Literal

from .base import Arm, Curriculum, Draw, Result
from .checks import check_share
from .wrapper import Wrapper

Schedule = Literal["equal", "hardness"]


def extra_samples(
    passed: int, samples: int, *, schedule: Schedule = "equal", limit: int = 32, normalised: bool = True
) -> int:
    """Rollouts that a task gets in the second stage.

    Args:
        passed: right ones of the first stage; none counts as half a one.
        samples: rollouts of the first stage.
        schedule: see the module.
        limit: rollouts of both stages together at the most (the paper's: 32, and 64 for ``hardness``).
        normalised: whether advantages are divided by the group's deviation: S = 2 sqrt(p (1 - p)), else 2 p (1 - p).
    """
    rate = max(passed, 0.5) / samples
    if rate >= 0.5:
        return 0
    size = 2 * sqrt(rate * (1 - rate)) if normalised else 2 * rate * (1 - rate)
    peak = samples * (1.0 if normalised else 0.5)
    wanted = peak if schedule == "equal" else 2 * (1 - rate) * peak
    # Rounded first: 8.000000000000002 rollouts are 8.
    extra = ceil(round((wanted - samples * size) / size, 9))
    return max(0, min(extra, limit - samples))


class Dars(Wrapper):
    """A second stage for hard tasks, around another curriculum.

    Args:
        arms: see `Wrapper`.
        inner: see `Wrapper`; it sees first stages only.
        schedule, limit, normalised: see `extra_samples`.
        share: part of the draws that second stages may take; what does not fit waits, the latest first.
        waiting: second stages that wait at the most; the oldest are given up.
    """

    def __init__(
        self,
        arms: Sequence[Arm],
        inner: Curriculum,
        *,
        schedule: Schedule = "equal",
        limit: int = 32,
        normalised: bool = True,
        share: float = 0.5,
        waiting: int = 64,
    ) -> None:
        super().__init__(arms, inner)
        if schedule not in ("equal", "hardness"):
            raise ValueError(f"schedule must be 'equal' or 'hardness', not {schedule!r}")
        self.schedule: Schedule = schedule
        self.limit, self.normalised, self.waiting = limit, normalised, waiting
        self.share = check_share("share", share)
        self._queue: list[tuple[str, str, int, float]] = []
        """Arm, task id, samples and hint of the second stages that wait, the latest last."""

    def draw(self, rng: Random, count: int) -> list[Draw]:
        """`count` draws, second stages first."""
        second: list[Draw] = []
        while self._queue and len(second) < int(self.share * count):
            name, task_id, samples, hint = self._queue.pop()
            second.append(Draw(self.arms[name], task_id, samples, hint))
        return [*second, *self.inner.draw(rng, count - len(second))]

    def _learn(self, results: Sequence[Result]) -> list[Result]:
        first = []
        for result in results:
            draw = result.draw
            if draw.task_id is not None and draw.samples is not None:
                continue
            first.append(result)
            extra = extra_samples(
                result.passed,
                len(result.rewards),
                schedule=self.schedule,
                limit=self.limit,
                normalised=self.normalised,
            )
            if extra > 1:  # a group of its own, and a single rollout is compared with nothing
                self._queue.append((draw.arm.name, result.task_id, extra, draw.hint))
        self._queue = self._queue[-self.waiting :]
        return first

    def _save(self) -> dict[str, Any]:
        return {"queue": [list(entry) for entry in self._queue]}

    def _restore(self, memory: Mapping[str, Any]) -> None:
        self._queue = [(name, task_id, samples, hint) for name, task_id, samples, hint in memory["queue"]]
