"""Simulated learners: what curricula do is seen in seconds, where the truth is known.

A learner has an ability for each arm and solves a task with probability ``logistic(ability - difficulty)``. Ability
grows with training in proportion to ``4 p (1 - p)``, which is the variance of the reward and with it the size of a
policy gradient: hopeless and mastered tasks teach nothing. What is learnt transfers to the levels next to it. It is
no language model: it says which curricula are misled, not how fast a network learns.

Kinds of arms:

- ``learnable``: as above;
- ``solved``: always right; ``dead``: never right, whatever the policy does;
- ``coin``: rewards are drawn at random with chance one half: the largest advantages there are, and nothing to learn.

A learnable arm may have a noisy verifier, which calls a share of wrong answers right and of right answers wrong, and
abilities may be forgotten while an arm and its neighbours are not trained.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import exp, sqrt
from random import Random
from statistics import fmean
from typing import Any, Literal

from rlvr.agents.curricula.base import Arm, Curriculum, Draw, Result
from rlvr.agents.intervals import Estimate, interval, resampled_means
from rlvr.generators.base import derive_seed

Kind = Literal["learnable", "solved", "dead", "coin"]


@dataclass(frozen=True)
class SimulatedArm:
    """An arm and how it answers.

    Attributes:
        arm: the arm.
        kind: see the module.
        difficulty: in logits, against an ability of 0 at the start.
        false_positive: share of wrong answers that the verifier calls right.
        false_negative: share of right answers that it calls wrong.
    """

    arm: Arm
    kind: Kind = "learnable"
    difficulty: float = 0.0
    false_positive: float = 0.0
    false_negative: float = 0.0


@dataclass(frozen=True)
class Scenario:
    """A world to learn in.

    Attributes:
        name: for tables.
        arms: what there is.
        rate: logits that a rollout at pass rate one half adds to the ability of its arm.
        transfer: share of that which the next level of the environment gains; its square for the one after, ...
        forgetting: share of an arm's ability that is lost in each step.
        hint_gain: logits that the whole worked solution is worth as a hint. A rollout with a hint teaches less, by the
            fraction that was given away.
        task_spread: standard deviation of difficulty between the tasks of an arm, logits.
        draws: tasks in a step.
        samples: rollouts of a task, unless the draw says otherwise.
        goal: held-out pass rate whose first step is reported.
    """

    name: str
    arms: tuple[SimulatedArm, ...]
    rate: float = 0.004
    transfer: float = 0.5
    forgetting: float = 0.0
    hint_gain: float = 6.0
    task_spread: float = 0.5
    draws: int = 16
    samples: int = 8
    goal: float = 0.6


class Learner:
    """A policy that learns a scenario."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.ability = {sim.arm.name: 0.0 for sim in scenario.arms}
        self._sims = {sim.arm.name: sim for sim in scenario.arms}
        self._near = {sim.arm.name: _neighbours(sim, scenario) for sim in scenario.arms}

    def chance(self, name: str, *, hint: float = 0.0, harder: float = 0.0) -> float:
        """True chance to solve a task of an arm that is `harder` than its mean, given a hint."""
        sim = self._sims[name]
        if sim.kind != "learnable":
            return {"solved": 1.0, "dead": 0.0, "coin": 0.5}[sim.kind]
        return _logistic(self.ability[name] - sim.difficulty - harder + self.scenario.hint_gain * hint)

    def step(self, draws: Sequence[tuple[Draw, str]], rng: Random) -> list[Result]:
        """Play draws, each with the id of its task, and learn from all of them at once."""
        results, gains = [], dict.fromkeys(self.ability, 0.0)
        for draw, task_id in draws:
            name, sim = draw.arm.name, self._sims[draw.arm.name]
            harder = self.scenario.task_spread * Random(task_id).gauss(0.0, 1.0)
            chance = self.chance(name, hint=draw.hint, harder=harder)
            seen = (1 - sim.false_negative) * chance + sim.false_positive * (1 - chance)
            samples = draw.samples or self.scenario.samples
            rewards = tuple(float(rng.random() < seen) for _ in range(samples))
            results.append(Result(draw, task_id, rewards, mean_advantage(rewards)))
            if sim.kind == "learnable":
                signal = (1 - draw.hint) * (1 - sim.false_positive - sim.false_negative)
                gain = self.scenario.rate * samples * signal * 4 * chance * (1 - chance)
                for near, share in self._near[name]:
                    gains[near] += share * gain
        for name, gain in gains.items():
            self.ability[name] = (1 - self.scenario.forgetting) * self.ability[name] + gain
        return results

    def held_out(self) -> float:
        """Mean chance over the learnable arms."""
        return fmean(self.chance(sim.arm.name) for sim in self.scenario.arms if sim.kind == "learnable")


@dataclass
class Run:
    """One run of one curriculum.

    Attributes:
        held_out: mean chance over the learnable arms after each step.
        samples: rollouts spent on each arm.
        weights: the curriculum's weights before each step.
        goal: the first step at which the scenario's goal is met; the number of steps if it never is.
    """

    held_out: list[float] = field(default_factory=list)
    samples: dict[str, int] = field(default_factory=dict)
    weights: list[Mapping[str, float]] = field(default_factory=list)
    goal: int = 0

    def share(self, scenario: Scenario, kind: Kind) -> float:
        """Share of the rollouts that went to arms of a kind."""
        spent = sum(self.samples[sim.arm.name] for sim in scenario.arms if sim.kind == kind)
        return spent / sum(self.samples.values())


def simulate(curriculum: Curriculum, scenario: Scenario, steps: int, seed: int) -> Run:
    """Let a new learner train for `steps` steps; the same for the same seed."""
    learner, run = Learner(scenario), Run(samples={sim.arm.name: 0 for sim in scenario.arms}, goal=steps)
    for step in range(steps):
        rng = Random(derive_seed("simulator", scenario.name, seed, step))
        run.weights.append(dict(curriculum.weights()))
        drawn = curriculum.draw(rng, scenario.draws)
        tasks = [(draw, draw.task_id or f"{draw.arm.name}:{seed}:{step}:{i}") for i, draw in enumerate(drawn)]
        results = learner.step(tasks, rng)
        curriculum.record(results)
        for result in results:
            run.samples[result.draw.arm.name] += len(result.rewards)
        run.held_out.append(learner.held_out())
        if run.goal == steps and run.held_out[-1] >= scenario.goal:
            run.goal = step
    return run


@dataclass(frozen=True)
class Row:
    """One curriculum in one scenario, over seeds, with 95% bootstrap intervals.

    Attributes:
        curriculum: its name.
        scenario: the scenario's.
        final: held-out pass rate after the last step.
        mean: held-out pass rate, mean over the steps.
        goal: step at which the goal was met; runs that never met it count with the number of steps.
        reached: share of runs that met it.
        coin, dead, solved: share of the rollouts spent on such arms.
    """

    curriculum: str
    scenario: str
    final: Estimate
    mean: Estimate
    goal: Estimate
    reached: float
    coin: Estimate
    dead: Estimate
    solved: Estimate


def compare(
    curricula: Mapping[str, Any], scenario: Scenario, steps: int, seeds: Sequence[int]
) -> tuple[list[Row], dict[str, list[Run]]]:
    """Run curricula side by side.

    Args:
        curricula: what makes each from its arms (a class, or a function of the list of arms), by the name to show.
        scenario: the world.
        steps: steps of each run.
        seeds: one run each.

    Returns:
        A row for each curriculum, and its runs.
    """
    arms = [sim.arm for sim in scenario.arms]
    rows, runs = [], {}
    for name, make in curricula.items():
        done = runs[name] = [simulate(make(arms), scenario, steps, seed) for seed in seeds]
        columns = {
            "final": [run.held_out[-1] for run in done],
            "mean": [fmean(run.held_out) for run in done],
            "goal": [float(run.goal) for run in done],
            "coin": [run.share(scenario, "coin") for run in done],
            "dead": [run.share(scenario, "dead") for run in done],
            "solved": [run.share(scenario, "solved") for run in done],
        }
        redrawn = resampled_means(list(zip(*columns.values(), strict=True)), [0] * len(done))
        estimates = {
            column: interval(fmean(values), redrawn[:, i]) for i, (column, values) in enumerate(columns.items())
        }
        reached = fmean(run.goal < steps for run in done)
        rows.append(Row(name, scenario.name, reached=reached, **estimates))
    return rows, runs


def mean_advantage(rewards: Sequence[float]) -> float:
    """Mean absolute advantage of a group over its own mean and deviation; 0.0 where all rewards are equal."""
    mean = fmean(rewards)
    deviation = sqrt(fmean((reward - mean) ** 2 for reward in rewards))
    return fmean(abs(reward - mean) for reward in rewards) / deviation if deviation > 0 else 0.0


def environments(
    count: int, levels: int, *, gap: float = 2.0, false_positive: float = 0.0, false_negative: float = 0.0
) -> tuple[SimulatedArm, ...]:
    """`count` learnable environments whose levels are `gap` logits apart; level 1 starts at pass rate one half."""
    return tuple(
        SimulatedArm(Arm(f"env{env}", level), "learnable", gap * (level - 1), false_positive, false_negative)
        for env in range(1, count + 1)
        for level in range(1, levels + 1)
    )


def alike(kind: Kind, count: int) -> tuple[SimulatedArm, ...]:
    """`count` environments of one level, all of one kind that does not learn."""
    return tuple(SimulatedArm(Arm(f"{kind}{number}"), kind) for number in range(1, count + 1))


SCENARIOS = {
    scenario.name: scenario
    for scenario in (
        Scenario("moving frontier", environments(3, 6)),
        Scenario("with coins", (*environments(3, 6), *alike("coin", 2))),
        Scenario("all kinds", (*environments(3, 6), *alike("coin", 2), *alike("dead", 4), *alike("solved", 4))),
        Scenario(
            "noisy verifier",
            (*environments(3, 6, false_positive=0.1, false_negative=0.2), *alike("coin", 2)),
        ),
        Scenario("forgetting", (*environments(3, 6), *alike("coin", 2)), forgetting=0.002),
        Scenario("cliff", (*environments(3, 2, gap=8.0), *alike("coin", 1)), goal=0.8),
    )
}


def _neighbours(sim: SimulatedArm, scenario: Scenario) -> list[tuple[str, float]]:
    """The arms that gain when this one is trained, with their shares."""
    gains = []
    for other in scenario.arms:
        same = other.arm.env == sim.arm.env and other.kind == "learnable"
        share = scenario.transfer ** abs(other.arm.level - sim.arm.level) if same else 0.0
        if share > 0.0:
            gains.append((other.arm.name, share))
    return gains


def _logistic(x: float) -> float:
    return 1 / (1 + exp(-x)) if x >= 0 else exp(x) / (1 + exp(x))
