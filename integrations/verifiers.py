"""Prime's verifiers (0.4, interface v1): a taskset of any environments, and the env that plays them; imports verifiers.

verifiers looks for a taskset in a top-level module, so give yours a name in a file of your own, ``rlvr_sudoku.py``:

    from rlvr.integrations.verifiers import RlvrEnv, RlvrTaskset

    __all__ = ["RlvrEnv", "RlvrTaskset"]

and run ``vf-eval rlvr-sudoku --env.taskset.names '["sudoku"]' ...``. See docs/trainers/verifiers.md.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any, Literal

import verifiers.v1 as vf

from ..envs.chat import text_of
from ..envs.make import make_env
from ..export.trainers import task_of
from ..generators.base import Task
from ..scoring import verify
from .datasets import rows
from .episode import Episode
from .workers import BUDGET

__all__ = ["RlvrEnv", "RlvrTaskset"]


class RlvrConfig(vf.TasksetConfig):  # type: ignore[misc]
    """Which problems: see `rlvr.integrations.datasets.rows`."""

    names: list[str] = ["sudoku"]  # noqa: RUF012 - pydantic copies it
    count: int = 100
    lowest_level: int | None = None
    highest_level: int | None = None
    difficulty: float | tuple[float, float] | None = None
    seed: int = 0
    split: Literal["train", "test"] | None = "train"
    options: dict[str, Any] = {}  # noqa: RUF012 - pydantic copies it


class RlvrData(vf.TaskData):  # type: ignore[misc]
    """A row of `rlvr.export.rows`; ``prompt`` and ``id`` are verifiers' own fields."""

    task: str
    """The task as JSON text."""

    def whole(self) -> Task:
        """The task."""
        return task_of({"task": self.task, "prompt": self.prompt})


class RlvrTask(vf.Task[RlvrData, vf.State, vf.TaskConfig]):  # type: ignore[misc]
    """One problem."""

    @property
    def key(self) -> str:
        """The task's id, which rebuilds it anywhere."""
        return str(self.data.id or self.hash)

    async def validate(self, runtime: Any) -> bool:
        """Whether a perfect player is paid 1.0."""
        return await asyncio.to_thread(_is_winnable, self.data.whole())


class RlvrTaskset(vf.Taskset[RlvrTask, RlvrConfig]):  # type: ignore[misc]
    """Distinct problems of some environments, mixed."""

    def load(self) -> Iterator[RlvrTask]:
        """The tasks, in an order that depends on the settings alone."""
        chosen = self.config
        low, high = chosen.lowest_level, chosen.highest_level
        levels = None if low is None and high is None else (low or 1, high or low or 1)
        made = rows(
            chosen.names,
            chosen.count,
            format=None,
            levels=levels,
            seed=chosen.seed,
            split=chosen.split,
            difficulty=chosen.difficulty,
            **chosen.options,
        )
        for row in made:
            data = RlvrData(
                id=row["id"],
                name=row["id"],
                prompt=row["prompt"],
                system_prompt=chosen.options.get("system"),
                task=row["task"],
            )
            yield RlvrTask(data, chosen.task)


class RlvrEnvConfig(vf.EnvConfig):  # type: ignore[misc]
    """The one seat, and the seconds that a step of the environment may take."""

    player: vf.AgentConfig = vf.AgentConfig()
    budget: float = BUDGET


class RlvrEnv(vf.Env[RlvrEnvConfig]):  # type: ignore[misc]
    """Plays a task: one response, several attempts, a game, or tools that are called in text."""

    async def run(self, task: RlvrTask, agents: Any) -> None:
        """One episode.

        Raises:
            TaskError: if it has no score; then the episode is an error, and prime-rl leaves it out.
        """
        episode = Episode(task.data.whole(), native=False, budget=self.config.budget)
        await asyncio.to_thread(episode.reset)
        async with agents.player.interaction(task) as interaction:
            if not episode.done:
                segment = await interaction.turn()
                while not segment.terminated:
                    answers = await asyncio.to_thread(episode.act, segment.last_reply)
                    if episode.done or not answers:
                        break
                    segment = await interaction.turn("\n\n".join(map(text_of, answers)))
        verdict = episode.score()
        if verdict.reward is None:
            error = vf.TaskError(f"no score: {verdict.message}")
            interaction.trace.record_error(error)
            raise error
        interaction.trace.record_reward("rlvr", verdict.reward)
        interaction.trace.record_metrics(
            {"passed": float(verdict.passed), "turns": float(len(episode.actions))}
        )
        interaction.trace.info["reason"] = str(verdict.reason)


def _is_winnable(task: Task) -> bool:
    env = make_env(task.env, **task.options)
    env.reset(options={"task": task})
    actions: list[str] = []
    over = False
    while not over:
        actions.append(env.oracle_action())
        over = any(env.step(actions[-1])[2:4])
    return verify(task, actions).passed
