"""One training step, from tasks to new weights, in the order in which it happens.

    prompts = source.prompts(...)          which tasks, and how often each
    groups  = collector.collect(...)       the policy plays them, token in, token out
    returns = reward(group)                what each trajectory is worth
    learnt  = experience(groups, returns)  its drawn tokens, laid out
    learner.improve(learnt)                advantages, loss, gradient: the policy changes
    engine.load(weights)                   and the sampler gets it

`Trainer.step` is just this. What is trained, on what and by which algorithm is handed in; `rlvr.agents.train` puts it
together. Every random number of a step is drawn from the run's seed and the step's own number, so a run that was
killed goes on from its last checkpoint as if nothing had happened.

With several processes each plays its share of the prompts and differentiates its own trajectories; whatever has to
be known of the others (rewards, totals, gradients) goes through `World`.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from statistics import fmean
from typing import Any

import torch
from torch import Tensor

from ..generators.base import derive_seed
from .config import TrainConfig
from .curricula.base import Result
from .distributed import World
from .engine import Engine
from .experience import Experience, experience, is_valid, left_out
from .language_model import LanguageModel
from .learner import Learner
from .learning.algorithm import Algorithm
from .records import Clock, joined, summary
from .rewards.base import Reward
from .rollouts.collector import Collector, RolloutError
from .rollouts.jobs import EpisodeJob, RolloutStatistics
from .task_source import Prompt, TaskSource
from .trajectory import Group, Trajectory

REFILLS = 8
"""Most times that a step asks for prompts because groups had nothing to tell apart (dynamic sampling)."""

FAILURES = 3
"""Rollouts in a row of which no episode could be scored: so many, and the set-up is taken to be broken."""


class Trainer:
    """Improves a model by the rewards of its own trajectories.

    Args:
        config: sizes and seeds of the run.
        model: what is trained.
        engine: what the policy writes with; it is given the model's weights after each step.
        collector: plays episodes with that engine.
        source: which tasks.
        reward: returns of the trajectories of a group.
        learner: follows the gradient.
        world: the processes that share the work.

    Attributes:
        step_count: finished steps.
        groups: what this process played in the last step, learnt from or not, for whoever wants to keep, show or
            judge it.
    """

    def __init__(
        self,
        config: TrainConfig,
        *,
        model: LanguageModel,
        engine: Engine,
        collector: Collector,
        source: TaskSource,
        reward: Reward,
        learner: Learner,
        world: World,
    ) -> None:
        self.config, self.algorithm = config, config.resolved_algorithm()
        self.model, self.engine, self.collector = model, engine, collector
        self.source, self.reward, self.learner, self.world = source, reward, learner, world
        self.step_count = 0
        self.groups: list[Group] = []
        self.shaped: list[list[float]] = []
        self.failures = 0
        self.learnt: tuple[list[Group], Experience] | None = None

    def step(self) -> dict[str, float]:
        """Roll out, learn, and hand the new weights to the engine.

        Returns:
            The record of the step, over all processes, by the names of `rlvr.agents.monitors.base`.
        """
        clock = Clock()
        self.engine.wake()
        played: list[RolloutStatistics] = []
        groups, returns = self.roll_out(played)
        self.engine.sleep()
        clock.lap("rollout")

        learnt = experience(groups, returns, self.algorithm, self.config.sampling)
        aside = left_out(self.groups, groups, self.algorithm)
        metrics, magnitudes = self.learner.improve(learnt, self.step_count, aside)
        self.learnt = groups, learnt
        clock.lap("train")

        self.step_count += 1
        self.publish()
        clock.lap("sync")
        self.source.played(self.groups)
        return self.record(magnitudes, metrics, clock, played)

    def publish(self) -> None:
        """Give the engine the model's weights."""
        self.engine.load(self.model.stream(), self.step_count)

    # ---- rollouts ------------------------------------------------------------------------------------

    def roll_out(self, played: list[RolloutStatistics]) -> tuple[list[Group], list[list[float]]]:
        """Groups of this process to learn from, and the returns of their trajectories.

        Under dynamic sampling, groups whose returns are all equal are replaced, until the step is full or `REFILLS`
        is reached; the curriculum hears of them all the same, and records count them: the pass rate of those that
        are left says nothing.
        """
        kept: list[tuple[Group, list[float]]] = []
        self.groups, self.shaped = [], []
        missing = self.config.prompts
        for attempt in range(REFILLS if self.algorithm.dynamic_sampling else 1):
            prompts = self.source.prompts(self.step_count, attempt, missing)
            groups = self.play(self.world.share(prompts), attempt, played)
            further = self.source.follow_up(self.step_count, attempt, groups)
            groups += self.play(self.world.share(further), attempt, played)
            self.source.settle(groups)
            returns = [self.returns(group) for group in groups]
            self.tell_source(prompts, groups, returns)
            self.groups += groups
            self.shaped += returns
            pairs = zip(groups, returns, strict=True)
            kept += [
                pair for pair in pairs if not self.algorithm.dynamic_sampling or differ(*pair, self.algorithm)
            ]
            missing = self.config.prompts - sum(self.world.gather(len(kept)))
            if missing <= 0:
                break
        return [group for group, _ in kept], [values for _, values in kept]

    def play(self, prompts: Sequence[Prompt], attempt: int, played: list[RolloutStatistics]) -> list[Group]:
        """All rollouts of the prompts, as groups in their order; without trajectories if none could be scored.

        Raises:
            RolloutError: if that happened `FAILURES` times in a row.
        """
        jobs = [
            EpisodeJob(prompt.task, sample, prompt.env_options, prompt.hint, prompt.arm)
            for prompt in prompts
            for sample in range(prompt.samples)
        ]
        if not jobs:
            return []
        seed = derive_seed("rollout", self.config.seed, self.step_count, attempt, self.world.rank)
        try:
            trajectories = iter(self.collector.collect(jobs, seed=seed))
        except RolloutError:
            self.failures += 1
            if self.failures >= FAILURES:
                raise
            return [Group(prompt.task, [], prompt.arm) for prompt in prompts]
        finally:
            played.append(self.collector.statistics)
        self.failures = 0
        return [
            Group(prompt.task, [next(trajectories) for _ in range(prompt.samples)], prompt.arm)
            for prompt in prompts
        ]

    def returns(self, group: Group) -> list[float]:
        """The shaped return of each trajectory of a group."""
        paid = self.source.returns(group)
        if paid is not None:
            return paid
        return self.reward(
            group, Random(derive_seed("reward", self.config.seed, self.step_count, group.task.id))
        )

    def tell_source(
        self, prompts: Sequence[Prompt], groups: Sequence[Group], returns: Sequence[Sequence[float]]
    ) -> None:
        """Tell the curriculum what became of its draws: the same on every process, in the order of the draws."""
        mine = [
            [group.task.id, [each.reward for each in scored(group)], mean_distance(group, values)]
            for group, values in zip(groups, returns, strict=True)
        ]
        told: list[Any] = self.world.gather(mine)
        results: list[Result] = []
        for i, prompt in enumerate(prompts):
            task_id, rewards, advantage = told[i % self.world.size][i // self.world.size]
            if prompt.draw is not None:
                results.append(Result(prompt.draw, task_id, tuple(rewards), advantage))
        self.source.record(results)

    # ---- what is shown -------------------------------------------------------------------------------

    def note_learning(self) -> None:
        """Note in ``extra`` of the last step's trajectories what was learnt from them, for who keeps them.

        ``return``: what it was worth, shaped and penalised; ``used``: whether it was in the loss; and if it was,
        ``advantages``: the mean advantage of the tokens of each turn.
        """
        for group, values in zip(self.groups, self.shaped, strict=True):
            for trajectory, value in zip(group.trajectories, values, strict=True):
                trajectory.extra |= {"return": value, "used": False}
        if self.learnt is None:
            return
        groups, learnt = self.learnt
        trajectories = [each for group in groups for each in group.trajectories]
        advantages = iter(
            mean_by(learnt.turns, self.learner.advantages, sum(len(t.turns) for t in trajectories))
        )
        for trajectory, value, valid in zip(
            trajectories, learnt.returns.tolist(), learnt.valid.tolist(), strict=True
        ):
            mine = [next(advantages) for _ in trajectory.turns]
            trajectory.extra |= {"return": value, "used": valid}
            if valid:
                trajectory.extra["advantages"] = mine

    def record(
        self,
        magnitudes: Tensor,
        metrics: dict[str, float],
        clock: Clock,
        played: Sequence[RolloutStatistics],
    ) -> dict[str, float]:
        """The record of the step."""
        mine = summary(self.groups, self.shaped, magnitudes, metrics, clock, played)
        return joined(self.world.gather(mine)) | self.source.weights()


def scored(group: Group) -> list[Trajectory]:
    """The trajectories that say something about the policy."""
    return [trajectory for trajectory in group.trajectories if trajectory.scored]


def mean_by(places: Tensor, values: Tensor, count: int) -> list[float]:
    """The mean of the values of each of `count` places; 0 where a place has none."""
    sums = torch.zeros(count).index_add(0, places, values)
    found: list[float] = (sums / torch.bincount(places, minlength=count).clamp(min=1)).tolist()
    return found


def mean_distance(group: Group, values: Sequence[float]) -> float:
    """Mean distance of the returns of scored trajectories from their mean: what a group has to tell."""
    known = [value for value, each in zip(values, group.trajectories, strict=True) if each.scored]
    centre = fmean(known) if known else 0.0
    return fmean(abs(value - centre) for value in known) if known else 0.0


def differ(group: Group, values: Sequence[float], algorithm: Algorithm) -> bool:
    """Whether the returns of the trajectories that are learnt from are not all equal."""
    known = [value for value, each in zip(values, group.trajectories, strict=True) if is_valid(each, algorithm)]
    return len(set(known)) > 1
