"""``rlvr play``: the person at the terminal as the policy."""

from __future__ import annotations

from random import Random
from typing import Annotated, Any

import typer
from rich.markup import escape

from ..agents.policies import Policy, oracle, random_policy
from ..agents.policies import play as play_episode
from ..envs.base import TextEnv
from ..envs.make import make_env
from ..envs.tool import ToolEnv
from ..starting import INTERRUPTED
from .console import console
from .person import GivenUp, human


def play_in_terminal(
    name: Annotated[str, typer.Argument(help="Id or short name.")],
    level: Annotated[int, typer.Option(help="Difficulty level.")] = 1,
    seed: Annotated[int | None, typer.Option(help="Seed of the task; a fresh one if not given.")] = None,
    attempts: Annotated[int, typer.Option(min=1, help="Attempts (not for games).")] = 3,
    policy: Annotated[str, typer.Option(help="Who plays: human, oracle or random.")] = "human",
) -> None:
    """Play an environment in the terminal, with the same rules and the same verifier as a model.

    Answers may be written without the marker. `:hint` shows the first part of the way to the answer, `:quit` gives up.
    An answer of several lines ends with an empty line, a program with a line that is only a dot.

    Where there are tools, a line calls one by its name, such as `search who wrote it` or `read_file main.py start=10`;
    what is left out is asked for, and may have several lines. `answer TEXT` gives the final answer. `:help` lists the
    tools.
    """
    players: dict[str, Policy] = {"human": human, "oracle": oracle, "random": random_policy(Random(seed))}
    if policy not in players:
        raise ValueError(f"unknown policy {policy!r}; there are {', '.join(players)}")
    blank = make_env(name)
    options: dict[str, Any] = {"attempts": attempts} if blank.task_spec.env == "single" else {}
    if policy == "human" and isinstance(blank, ToolEnv):
        options["tools"] = (
            "native"  # how a model writes a call is of no use to a person, who gets other instructions
        )
    env = make_env(name, level=level, feedback="reason", extraction="lenient", **options)
    try:
        record = play_episode(env, shown(players[policy]), seed=seed)
    except (KeyboardInterrupt, EOFError, GivenUp) as ended:
        if env.messages:  # else it was stopped while the task was made
            console.print(f"\nThe answer was:\n{escape(env.task.answer)}")
        if isinstance(ended, KeyboardInterrupt):
            raise typer.Exit(INTERRUPTED) from None
        return
    verdict = record.verdict
    assert verdict is not None  # an episode that ended has one
    style = "green" if verdict.passed else "red"
    paid = "" if verdict.score == verdict.reward else f" (reward {verdict.reward})"
    console.print(f"[{style}]{verdict.reason}[/], score {verdict.score}{paid}: {escape(verdict.message)}")
    if not verdict.passed:
        console.print(f"One right answer is:\n{escape(record.task.answer)}")
    console.print(f"[dim]task {record.task.id}[/]", highlight=False)


def shown(policy: Policy) -> Policy:
    """`policy`, with everything it reads and writes shown."""

    def act(env: TextEnv, observation: str) -> str:
        console.print(escape(observation))
        action = policy(env, observation)
        if policy is not human:
            console.print(f"[cyan]> {escape(action)}[/]")
        return action

    return act
