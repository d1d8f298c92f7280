"""Prioritised replay: tasks with mixed outcomes come back (Jiang et al. 2021, arXiv:2010.03934).

Prioritized Level Replay keeps the levels that were worth the most at their last visit. Worth is here what a
verifiable reward allows to say exactly, the variance p (1 - p) of the outcomes, times the weight that the inner
curriculum gives to the task's arm now: tasks whose rewards are noise have mixed outcomes too, and where the inner
curriculum has seen through them they are not to come back by this door. A task leaves when all its rollouts agree.
Replays are drawn by rank of worth, with a part by staleness, because a worth of long ago may be out of date.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from .base import Arm, Curriculum, Draw, Result
from .checks import check_positive, check_share
from .wrapper import Wrapper


class Replay(Wrapper):
    """Replays of tasks with mixed outcomes among the draws of another curriculum.

    Args:
        arms: see `Wrapper`.
        inner: see `Wrapper`; it sees fresh tasks only.
        share: chance of each draw to be a replay, as soon as there is something to replay.
        staleness: share of the replay distribution that is in proportion to the time since the last visit.
        temperature: of the ranks: chances are in proportion to ``(1 / rank) ** (1 / temperature)``.
        capacity: tasks that are kept; those of least variance go first, of equal variance the older.
    """

    def __init__(
        self,
        arms: Sequence[Arm],
        inner: Curriculum,
        *,
        share: float = 0.25,
        staleness: float = 0.1,
        temperature: float = 0.5,
        capacity: int = 256,
    ) -> None:
        super().__init__(arms, inner)
        self.share, self.staleness = check_share("share", share), check_share("staleness", staleness)
        self.temperature, self.capacity = check_positive("temperature", temperature), capacity
        check_positive("capacity", capacity)
        self._clock = 0
        self._tasks: dict[str, tuple[str, float, int]] = {}
        """Arm, variance and time of the last visit (the count of results then), by task id."""

    def chances(self) -> dict[str, float]:
        """The distribution of replays, by task id."""
        weights = self.inner.weights()
        worth = {task_id: variance * weights[name] for task_id, (name, variance, _) in self._tasks.items()}
        ranked = sorted(self._tasks, key=lambda task_id: (-worth[task_id], task_id))
        ranks = {task_id: (1 / rank) ** (1 / self.temperature) for rank, task_id in enumerate(ranked, 1)}
        ages = {task_id: self._clock - self._tasks[task_id][2] for task_id in ranked}
        by_rank, by_age = sum(ranks.values()), sum(ages.values())
        stale = self.staleness if by_age else 0.0
        return {
            task_id: (1 - stale) * ranks[task_id] / by_rank
            + (stale * ages[task_id] / by_age if by_age else 0.0)
            for task_id in ranked
        }

    def weights(self) -> dict[str, float]:
        """Those of the inner curriculum and of the replays together."""
        weights = super().weights()
        if self._tasks:
            weights = {name: (1 - self.share) * weight for name, weight in weights.items()}
            for task_id, chance in self.chances().items():
                weights[self._tasks[task_id][0]] += self.share * chance
        return weights

    def draw(self, rng: Random, count: int) -> list[Draw]:
        """`count` draws; no task is replayed twice in one call."""
        chances = self.chances() if self._tasks else {}
        replays = []
        for _ in range(sum(rng.random() < self.share for _ in range(count))):
            if not chances:
                break
            (task_id,) = rng.choices(list(chances), list(chances.values()))
            del chances[task_id]
            replays.append(Draw(self.arms[self._tasks[task_id][0]], task_id))
        return [*replays, *self.inner.draw(rng, count - len(replays))]

    def _learn(self, results: Sequence[Result]) -> list[Result]:
        fresh = []
        for result in results:
            self._clock += 1
            draw, variance = result.draw, result.rate * (1 - result.rate)
            if draw.hint == 0.0 and draw.samples is None:
                self._tasks.pop(result.task_id, None)
                if variance > 0.0:
                    self._tasks[result.task_id] = (draw.arm.name, variance, self._clock)
            if draw.task_id is None or draw.samples is not None:
                fresh.append(result)
        if len(self._tasks) > self.capacity:
            best = sorted(self._tasks.items(), key=lambda item: (item[1][1], item[1][2]), reverse=True)
            self._tasks = dict(best[: self.capacity])
        return fresh

    def _save(self) -> dict[str, Any]:
        return {"clock": self._clock, "tasks": [[task_id, *kept] for task_id, kept in self._tasks.items()]}

    def _restore(self, memory: Mapping[str, Any]) -> None:
        self._clock = memory["clock"]
        self._tasks = {task_id: (name, variance, seen) for task_id, name, variance, seen in memory["tasks"]}
