"""``rlvr play``: the person at the terminal as the policy."""

from __future__ import annotations

from random import Random
from typing import Annotated

import typer
from rich.markup import escape

from ..agents.policies import Policy, oracle, random_policy
from ..agents.policies import play as play_episode
from ..envs.base import TextEnv
from ..envs.make import make_env
from ..spec import mark
from .console import console


def play_in_terminal(
    name: Annotated[str, typer.Argument(help="Id or short name.")],
    level: Annotated[int, typer.Option(help="Difficulty level.")] = 1,
    seed: Annotated[int | None, typer.Option(help="Seed of the task; a fresh one if not given.")] = None,
    attempts: Annotated[int, typer.Option(min=1, help="Attempts (not for games).")] = 3,
    policy: Annotated[str, typer.Option(help="Who plays: human, oracle or random.")] = "human",
) -> None:
    """Play an environment in the terminal, with the same rules and the same verifier as a model.

    Answers may be written without the marker. `:hint` shows the first part of the solution, `:quit` gives up.
    An answer of several lines ends with an empty line.
    """
    players: dict[str, Policy] = {"human": human, "oracle": oracle, "random": random_policy(Random(seed))}
    if policy not in players:
        raise ValueError(f"unknown policy {policy!r}; there are {', '.join(players)}")
    options = {"attempts": attempts} if make_env(name).task_spec.env == "single" else {}
    env = make_env(name, level=level, feedback="reason", extraction="lenient", **options)
    try:
        record = play_episode(env, shown(players[policy]), seed=seed)
    except (KeyboardInterrupt, EOFError, GivenUp):
        console.print(f"\nThe answer was:\n{escape(env.task.answer)}")
        return
    verdict = record.verdict
    assert verdict is not None  # an episode that ended has one
    style = "green" if verdict.passed else "red"
    console.print(f"[{style}]{verdict.reason}[/], score {verdict.score}: {escape(verdict.message)}")
    if not verdict.passed:
        console.print(f"One right answer is:\n{escape(record.task.answer)}")
    console.print(f"[dim]task {record.task.id}[/]", highlight=False)


class GivenUp(Exception):
    """The player asked to stop."""


def shown(policy: Policy) -> Policy:
    """`policy`, with everything it reads and writes shown."""

    def act(env: TextEnv, observation: str) -> str:
        console.print(escape(observation))
        action = policy(env, observation)
        if policy is not human:
            console.print(f"[cyan]> {escape(action)}[/]")
        return action

    return act


def human(env: TextEnv, observation: str) -> str:
    """The person at the terminal: answers may be written without the marker; see `play_in_terminal`."""
    several_lines = "\n" in env.task.answer and env.task_spec.env == "single"
    lines: list[str] = []
    while True:
        line = console.input("[cyan]> [/]")
        if line.strip() == ":quit":
            raise GivenUp
        if line.strip() == ":hint":
            console.print(f"[dim]{escape(env.hint(min(1.0, 0.25 + 0.25 * env_hints(env))))}[/]")
            continue
        if not several_lines:
            return mark(line, env.task.marker)
        if not line.strip() and lines:
            return mark("\n".join(lines), env.task.marker)
        lines.append(line)


def env_hints(env: TextEnv) -> int:
    """How many hints were given in this episode."""
    return sum(message["content"].startswith("Hint: ") for message in env.messages)
