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

With several processes each plays the prompts that it gets to and differentiates its own trajectories; whatever has to
be known of the others (rewards, totals, gradients) goes through `World`. In lockstep it is fixed which prompts these
are, so that a run repeats itself; what is drawn for a prompt is the same whoever plays it.

**One step late** (``sampling.staleness=1``). While a step is learnt from, the next one is rolled out in a thread, with
the weights before the update:

    learn 0 | learn 1 | learn 2      on what was drawn by weights 0 | 0 | 1
    play  1 | play  2 | play  3      with weights                   0 | 1 | 2

Which weights draw what is fixed, so such a run repeats itself in lockstep, too, and goes on from a checkpoint, which
keeps what was played ahead.
"""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random
from statistics import fmean
from typing import Any

from torch import Tensor

from ..generators.base import derive_seed
from .ahead import Ahead, Played, mean_age, unpack
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
from .rollouts.config import RolloutStatistics
from .rollouts.jobs import EpisodeJob
from .second_stage import SecondStage, play_second_stage
from .task_source import Prompt, TaskSource
from .trajectory import Group, Trajectory

REFILLS = 8
"""Most times that a step asks for prompts because groups had nothing to tell apart (dynamic sampling)."""

CLOSING = 30.0
"""Seconds that a run which ends waits for what it plays ahead."""

FAILURES = 3
"""Rollouts in a row of which no episode could be scored: so many, and the set-up is taken to be broken."""


@dataclass(frozen=True)
class TrainerConfig:
    """What a step is, apart from how it is played and learnt from: settings of `TrainConfig`, described there."""

    algorithm: Algorithm
    seed: int = 0
    steps: int = 1
    prompts: int = 32
    staleness: int = 0


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
        second_stage: what is played again within the step.

    Attributes:
        step_count: finished steps.
        groups: what this process played in the last step, learnt from or not, for whoever wants to keep, show or
            judge it.
    """

    def __init__(
        self,
        config: TrainerConfig,
        *,
        model: LanguageModel,
        engine: Engine,
        collector: Collector,
        source: TaskSource,
        reward: Reward,
        learner: Learner,
        world: World,
        second_stage: SecondStage | None = None,
    ) -> None:
        self.config, self.algorithm = config, config.algorithm
        self.model, self.engine, self.collector = model, engine, collector
        self.source, self.reward, self.learner, self.world = source, reward, learner, world
        self.second_stage = second_stage
        self.step_count = 0
        self.groups: list[Group] = []
        self.shaped: list[list[float]] = []
        self.failures = 0
        self.learnt: tuple[list[Group], Experience] | None = None
        self.ahead: Ahead | None = None

    def step(self) -> dict[str, float]:
        """Roll out, learn, and hand the new weights to the engine.

        Returns:
            The record of the step, over all processes, by the names of `rlvr.agents.monitors.base`.
        """
        clock = Clock()
        if self.ahead is None:  # else it is at work
            self.engine.wake()
        played: list[RolloutStatistics] = []
        groups, returns = self.roll_out(played)
        self.source.played(self.groups)
        version = self.step_count
        if self.config.staleness:
            self.go_ahead()
        else:
            self.engine.sleep()
        clock.lap("rollout")

        learnt = experience(groups, returns, self.algorithm, self.collector.config)
        aside = left_out(self.groups, groups, self.algorithm)
        metrics, magnitudes = self.learner.improve(learnt, self.step_count, aside)
        self.learnt = groups, learnt
        clock.lap("train")

        self.step_count += 1
        if not self.config.staleness:
            self.publish()
        clock.lap("sync")
        mine = summary(self.groups, self.shaped, magnitudes, metrics, clock, played)
        record = joined(self.world.gather(mine)) | self.source.weights()
        if self.config.staleness:
            record["rollout/staleness"] = mean_age(self.groups, version, self.world)
        return record

    # ---- one step late -------------------------------------------------------------------------------

    def go_ahead(self) -> None:
        """Begin to play the next step, with the weights that the engine has; nothing behind the last one."""
        step = self.step_count + 1
        if step >= self.config.steps:
            return
        state = copy.deepcopy(self.source.state())
        prompts = self.source.prompts(step, 0, self.config.prompts)
        self.ahead = Ahead(prompts, state, partial(self.play, prompts, step, 0))

    def settle(self) -> None:
        """Wait for what is played ahead, and give the engine the weights as they are, for who else wants to play."""
        if self.ahead is not None:
            self.ahead.wait()
        self.publish()

    def source_state(self) -> Mapping[str, Any]:
        """State of the source of tasks as a run goes on from it: before the prompts that are played ahead."""
        return self.source.state() if self.ahead is None else self.ahead.source

    def ahead_state(self) -> Tensor | None:
        """What all processes have played ahead, for a checkpoint; waits for it."""
        return None if self.ahead is None else self.ahead.pack(self.world)

    def load_ahead(self, state: Tensor) -> None:
        """Go on with what `ahead_state` gave; the source and the number of steps are restored already."""
        source = copy.deepcopy(self.source.state())
        prompts = self.source.prompts(self.step_count, 0, self.config.prompts)
        self.ahead = Ahead(prompts, source, partial(unpack, state, prompts, self.world))

    def close(self) -> None:
        """End what is played ahead, and the processes of environments and of tasks."""
        self.collector.stop()
        if self.ahead is not None:
            self.ahead.give_up(CLOSING)
        self.collector.close()
        self.source.close()

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
            if self.ahead is not None:
                prompts, found, self.ahead = self.ahead.prompts, self.ahead.wait(), None
                self.publish()  # what else is played in this step is drawn with the weights as they are
            else:
                prompts = self.source.prompts(self.step_count, attempt, missing)
                found = self.play(prompts, self.step_count, attempt)
            first = self.noted(found, played)
            mine = [prompts[place] for place in found.places]
            groups, replaced = list(first), list[Group]()
            if self.second_stage is not None:
                again = partial(self.play_again, attempt, played)
                groups, replaced = play_second_stage(self.second_stage, mine, first, again)
            further = self.source.follow_up(self.step_count, attempt, groups)
            if further:
                groups += self.noted(self.play(further, self.step_count, attempt, "further"), played)
            self.source.settle(groups)
            returns = [self.returns(group) for group in groups]
            self.tell_source(prompts, found.places, first, groups, returns)
            self.groups += [*groups, *replaced]
            self.shaped += [*returns, *map(self.returns, replaced)]
            any_will_do = not self.algorithm.dynamic_sampling
            pairs = zip(groups, returns, strict=True)
            kept += [pair for pair in pairs if any_will_do or differ(*pair, self.algorithm)]
            missing = self.config.prompts - sum(self.world.gather(len(kept)))
            if missing <= 0:
                break
        return [group for group, _ in kept], [values for _, values in kept]

    def play_again(
        self, attempt: int, played: list[RolloutStatistics], prompts: Sequence[Prompt]
    ) -> list[Group]:
        """More rollouts of this process in the same step."""
        return self.noted(self.play(prompts, self.step_count, attempt, mine=True), played)

    def play(
        self, prompts: Sequence[Prompt], step: int, attempt: int, part: str = "", *, mine: bool = False
    ) -> Played:
        """Play what this process gets to of the prompts of all. Nothing else is changed, so a thread may do it.

        With `mine`, the prompts are those of this process alone.
        """
        world, places, count = self.world, list[int](), Counter[str]()
        repeats = []
        for prompt in prompts:
            situation = EpisodeJob(prompt.task, 0, prompt.env_options, prompt.hint).situation
            repeats.append(count[situation])
            count[situation] += 1
        turns: Iterable[int] = range(len(prompts)) if mine else world.share(range(len(prompts)))
        ahead = None
        if world.size > 1 and not (mine or self.collector.config.lockstep):
            turns = world.take_turns(len(prompts), f"{step}-{attempt}-{part}")
            # A process that took more than its share before it has room would leave the others idle.
            ahead = -(-len(prompts) // world.size) * max((prompt.samples for prompt in prompts), default=1)

        def jobs() -> Iterator[EpisodeJob]:
            for place in turns:
                places.append(place)
                prompt = prompts[place]
                for sample in range(prompt.first, prompt.first + prompt.samples):
                    options, repeat = prompt.env_options, repeats[place]
                    yield EpisodeJob(prompt.task, sample, options, prompt.hint, prompt.arm, repeat)

        made = jobs()
        error = None
        trajectories: Iterator[Trajectory] = iter(())
        try:
            seed = derive_seed("rollout", self.config.seed, step, attempt, 0)
            trajectories = iter(self.collector.collect(made, seed=seed, concurrent=ahead))
        except RolloutError as raised:
            error = raised
            for _ in made:  # what it has not taken is lost as well
                pass
        samples = [0 if error else prompts[place].samples for place in places]
        groups = [
            Group(prompts[place].task, [next(trajectories) for _ in range(number)], prompts[place].arm)
            for place, number in zip(places, samples, strict=True)
        ]
        return Played(places, groups, self.collector.statistics, error)

    def noted(self, found: Played, played: list[RolloutStatistics]) -> list[Group]:
        """The groups of what was played.

        Raises:
            RolloutError: if `FAILURES` times in a row no episode could be scored.
        """
        played.append(found.statistics)
        if found.error is not None:
            self.failures += 1
            if self.failures >= FAILURES:
                raise found.error
        elif found.groups:
            self.failures = 0
        return list(found.groups)

    def returns(self, group: Group) -> list[float]:
        """The shaped return of each trajectory of a group."""
        paid = self.source.returns(group)
        if paid is not None:
            return paid
        seed = derive_seed("reward", self.config.seed, self.step_count, group.task.id)
        return self.reward(group, Random(seed))

    def tell_source(
        self,
        prompts: Sequence[Prompt],
        places: Sequence[int],
        first: Sequence[Group],
        groups: Sequence[Group],
        returns: Sequence[Sequence[float]],
    ) -> None:
        """Tell the curriculum what became of its draws: the same on every process, in the order of the draws.

        The first groups are those of the prompts at `places`; those behind them come of no draw. Rewards are those of
        the first stage, what the policy can do unaided; advantages are of what is learnt from.
        """
        mine = [
            [place, group.task.id, [each.reward for each in scored(alone)], mean_distance(group, values)]
            for place, alone, group, values in zip(places, first, groups, returns, strict=False)
        ]
        gathered = {place: rest for part in self.world.gather(mine) for place, *rest in part}
        results: list[Result] = []
        for place, prompt in enumerate(prompts):
            task_id, rewards, advantage = gathered[place]
            if prompt.draw is not None:
                results.append(Result(prompt.draw, task_id, tuple(rewards), advantage))
        self.source.record(results)


def scored(group: Group) -> list[Trajectory]:
    """The trajectories that say something about the policy."""
    return [trajectory for trajectory in group.trajectories if trajectory.scored]


def mean_distance(group: Group, values: Sequence[float]) -> float:
    """Mean distance of the returns of scored trajectories from their mean: what a group has to tell."""
    known = [value for value, each in zip(values, group.trajectories, strict=True) if each.scored]
    centre = fmean(known) if known else 0.0
    return fmean(abs(value - centre) for value in known) if known else 0.0


def differ(group: Group, values: Sequence[float], algorithm: Algorithm) -> bool:
    """Whether the returns of the trajectories that are learnt from are not all equal."""
    known = [value for value, each in zip(values, group.trajectories, strict=True) if is_valid(each, algorithm)]
    return len(set(known)) > 1
