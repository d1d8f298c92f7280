"""What an environment costs on top of making the task: ``reset`` and ``step``, and whole games.

A task is made beforehand and given to ``reset``. In a game, moves are first drawn by a random player; the clock
then runs while they are played again, so that drawing them is not counted.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from random import Random

import rlvr
from rlvr import TaskSpec
from rlvr.envs.base import TextEnv
from rlvr.generators.base import Task

from .tasks import pool, responses
from .timing import Effort, Timing, Work, cycled, measure

_MOVES = 60


@dataclass(frozen=True, slots=True)
class Episodes:
    """The speed of one environment at its middle level.

    Attributes:
        level: the level.
        reset: one ``reset(options={"task": ...})``.
        reset_seeded: the same with ``seed=...`` as well, as vector environments call it.
        episode: a reset and the steps of one episode: one wrong response, or a game of random moves.
        verification: `TaskSpec.verify_response` of the same wrong response; None for a game.
        steps: steps in an episode, on average.
    """

    level: int
    reset: Timing
    reset_seeded: Timing
    episode: Timing
    verification: Timing | None
    steps: float

    @property
    def step_seconds(self) -> float:
        """CPU seconds of one step, verification included."""
        return max(self.episode.typical - self.reset.typical, 0.0) / self.steps

    @property
    def first_step_seconds(self) -> float:
        """CPU seconds of a reset and one step, verification included: what the target is about."""
        return self.reset.typical + self.step_seconds


def measure_episodes(spec: TaskSpec, effort: Effort) -> Episodes:
    """The environment of one registry entry, with default options."""
    env = rlvr.make(spec.id)
    level = spec.levels[len(spec.levels) // 2]
    tasks = pool(spec, level, effort)
    if spec.env == "single":
        wrong = responses(tasks)[1]
        episodes = [(task, [response]) for task, response in wrong]
    else:
        wrong = []
        episodes = [(task, _random_game(env, task, number)) for number, task in enumerate(tasks)]
    works = {
        "reset": Work(partial(_reset, env), cycled([(task,) for task in tasks])),
        "reset seeded": Work(partial(_reset, env, seed=1), cycled([(task,) for task in tasks])),
        "episode": Work(partial(_play, env), cycled(episodes)),
    }
    if wrong:
        works["verification"] = Work(spec.verify_response, cycled(wrong))
    found = measure(works, effort)
    steps = sum(len(moves) for _, moves in episodes) / len(episodes)
    return Episodes(
        level, found["reset"], found["reset seeded"], found["episode"], found.get("verification"), steps
    )


def _reset(env: TextEnv, task: Task, seed: int | None = None) -> None:
    env.reset(seed=seed, options={"task": task})


def _play(env: TextEnv, task: Task, moves: list[str]) -> None:
    env.reset(options={"task": task})
    for move in moves:
        env.step(move)


def _random_game(env: TextEnv, task: Task, number: int) -> list[str]:
    rng = Random(number)
    env.reset(options={"task": task})
    moves: list[str] = []
    over = False
    while not over and len(moves) < _MOVES:
        moves.append(env.random_action(rng))
        _, _, terminated, truncated, _ = env.step(moves[-1])
        over = terminated or truncated
    return moves
