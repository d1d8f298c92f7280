"""Reinforcement learning: let the model try tasks around its frontier, and make what was paid more likely.

Every step plays fresh training tasks, compares the responses to each task with one another, and takes one
gradient step. What the rest of this folder provides is put together here, in the order in which it happens.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

import torch

from ...generators.base import Task
from ..ladder import Ladder
from .advantages import group_relative
from .lessons import Lesson
from .likelihood import response_log_probs
from .loss import policy_loss
from .model import Decoder
from .optimizer import Optimizer
from .rollout import Rollouts, roll_out
from .tokenizer import Tokenizer


@dataclass(frozen=True)
class ReinforceConfig:
    """How the reinforcement learning goes.

    Attributes:
        steps: gradient steps.
        prompts: tasks in a step, shared evenly by the lessons.
        samples: responses to each task.
        max_tokens: a longer response is cut off, and so has no answer.
        rate: step size of AdamW.
        chunk: responses that are differentiated at once; it bounds memory and changes nothing else.
    """

    steps: int = 60
    prompts: int = 32
    samples: int = 8
    max_tokens: int = 200
    rate: float = 2e-4
    chunk: int = 64


@dataclass(frozen=True)
class ReinforceStep:
    """What happened in one step.

    Attributes:
        step: counted from 0.
        reward: mean reward of all responses.
        rewards: mean reward of each lesson's responses.
        frontiers: each lesson's rung after the step.
        entropy: mean entropy of the policy in nats a token.
        length: mean length of a response in tokens.
        used: share of the responses whose group had both right and wrong ones.
        clipped: share of tokens whose gradient was clipped.
        divergence: estimated KL(sampler, policy) in nats a token; how well the two agree.
        tokens: tokens written.
        seconds: wall-clock time of the step.
    """

    step: int
    reward: float
    rewards: tuple[float, ...]
    frontiers: tuple[int, ...]
    entropy: float
    length: float
    used: float
    clipped: float
    divergence: float
    tokens: int
    seconds: float


def reinforce(
    model: Decoder,
    tokenizer: Tokenizer,
    lessons: Sequence[Lesson],
    ladders: Sequence[Ladder],
    config: ReinforceConfig,
    seed: int,
) -> Iterator[ReinforceStep]:
    """Train `model` by the rewards of the lessons' environments, step by step; `ladders` rise as it learns."""
    rng = Random(seed)
    generator = torch.Generator().manual_seed(seed)
    # No Muon here: it gives every direction of a gradient the same size, and in these few are more than noise.
    optimizer = Optimizer(
        model, matrix_rate=None, other_rate=config.rate, steps=config.steps, warmup=min(5, config.steps // 4)
    )
    each = config.prompts // len(lessons)
    for step in range(config.steps):
        started = time.perf_counter()
        rungs = [ladder.draw(rng) for ladder in ladders for _ in range(each)]
        tasks: list[Task] = [
            lessons[i // each].task(rung, "learn", seed, step, i, split="train") for i, rung in enumerate(rungs)
        ]
        rollouts = roll_out(
            model,
            tokenizer,
            tasks,
            samples=config.samples,
            max_tokens=config.max_tokens,
            generator=generator,
        )
        used, clipped, divergence = improve(model, optimizer, rollouts, config.chunk)

        by_lesson = rollouts.rewards.view(len(lessons), -1)
        for ladder, climbed, rewards in zip(ladders, _split(rungs, each), by_lesson, strict=True):
            outcomes = zip(
                (rung for rung in climbed for _ in range(config.samples)), rewards.tolist(), strict=True
            )
            ladder.record((rung, reward == 1.0) for rung, reward in outcomes)
        tokens = int(rollouts.samples.lengths.sum())
        yield ReinforceStep(
            step=step,
            reward=float(rollouts.rewards.mean()),
            rewards=tuple(by_lesson.mean(1).tolist()),
            frontiers=tuple(ladder.frontier for ladder in ladders),
            entropy=float(rollouts.samples.entropies.sum() / tokens),
            length=tokens / len(rollouts.rewards),
            used=used,
            clipped=clipped,
            divergence=divergence,
            tokens=tokens,
            seconds=time.perf_counter() - started,
        )


def improve(model: Decoder, optimizer: Optimizer, rollouts: Rollouts, chunk: int) -> tuple[float, float, float]:
    """Take one gradient step; returns the shares of responses used and of tokens clipped, and the divergence.

    Responses without an advantage have no gradient, so they are left out, from the mean over tokens too.
    """
    advantages = group_relative(rollouts.rewards, rollouts.groups)
    written = rollouts.samples
    # Neighbours of similar length make chunks with little filler.
    used = sorted(advantages.nonzero()[:, 0].tolist(), key=lambda i: int(written.lengths[i]))
    if not used:
        return 0.0, 0.0, 0.0
    total = int(written.lengths[used].sum())
    clipped = divergence = 0.0
    for start in range(0, len(used), chunk):
        rows = used[start : start + chunk]
        responses = [written.tokens[i, : written.lengths[i]].tolist() for i in rows]
        log_probs, mask = response_log_probs(model, [rollouts.prompts[i] for i in rows], responses)
        sampled = written.log_probs[rows, : log_probs.shape[1]]
        result = policy_loss(log_probs, sampled, advantages[rows], mask)
        share = int(mask.sum()) / total
        (result.loss * share).backward()  # type: ignore[no-untyped-call]
        clipped += result.clipped * share
        divergence += result.divergence * share
    optimizer.step()
    return len(used) / len(rollouts.rewards), clipped, divergence


def _split(items: Sequence[int], size: int) -> list[Sequence[int]]:
    return [items[i : i + size] for i in range(0, len(items), size)]
