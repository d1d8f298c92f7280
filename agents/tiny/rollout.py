"""Episodes in real environments: the model writes, `env.step` pays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import torch
from torch import Tensor

from ...envs.base import TextEnv
from ...envs.make import make_env
from ...generators.base import Task
from ...verifiers.base import Verdict
from .model import Decoder
from .sampler import Samples, sample
from .tokenizer import Tokenizer


@dataclass(frozen=True)
class Rollouts:
    """Responses to tasks and what they earned; all samples of the first task, then of the second.

    Attributes:
        tasks: one for each prompt.
        prompts: token ids of each response's prompt, ``B`` lists.
        samples: the responses.
        rewards: ``[B]``; what the environment paid.
        groups: ``[B]``; responses to one task share a number. A response that could not be scored is a group
            of its own, which makes its advantage zero.
    """

    tasks: list[Task]
    prompts: list[list[int]]
    samples: Samples
    rewards: Tensor
    groups: Tensor


def roll_out(
    model: Decoder,
    tokenizer: Tokenizer,
    tasks: Sequence[Task],
    *,
    samples: int,
    max_tokens: int,
    temperature: float = 1.0,
    generator: torch.Generator | None = None,
) -> Rollouts:
    """Play every task `samples` times; see `sample` for the options."""
    prompts = [tokenizer.encode_prompt(task.prompt) for task in tasks]
    written = sample(
        model, prompts, samples=samples, max_tokens=max_tokens, temperature=temperature, generator=generator
    )
    rewards: list[float] = []
    groups: list[int] = []
    for i, ids in enumerate(written.rows()):
        reward, verdict = play(tasks[i // samples], tokenizer.decode(ids))
        rewards.append(reward)
        groups.append(i // samples if verdict.scored else len(tasks) + i)
    return Rollouts(
        list(tasks),
        [prompt for prompt in prompts for _ in range(samples)],
        written,
        torch.tensor(rewards),
        torch.tensor(groups),
    )


def play(task: Task, response: str) -> tuple[float, Verdict]:
    """One single-turn episode of `task` in its Gymnasium environment: the reward and the verdict."""
    env = _environment(task.env)
    env.reset(options={"task": task})
    _, reward, _, _, info = env.step(response)
    return float(reward), info["verdict"]


@cache
def _environment(env: str) -> TextEnv:
    return make_env(env)
