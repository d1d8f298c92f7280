"""Supervised warm-up: learn to write worked solutions, so that there is something for rewards to choose from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from ...generators.base import Task
from .lessons import Lesson
from .likelihood import response_log_probs
from .loss import likelihood_loss
from .model import Decoder
from .optimizer import Optimizer
from .styles import STYLES, written
from .tokenizer import Tokenizer

_POOL = 8


@dataclass(frozen=True)
class WarmUpConfig:
    """How the warm-up goes.

    Attributes:
        steps: gradient steps.
        batch: solutions in a step.
        tasks: different training tasks, shared evenly by the lessons' taught rungs.
        matrix_rate: step size of Muon.
        other_rate: step size of AdamW.
    """

    steps: int = 200
    batch: int = 64
    tasks: int = 4000
    matrix_rate: float = 0.01
    other_rate: float = 0.003


@dataclass(frozen=True)
class WarmUpStep:
    """One gradient step: its loss in nats a token and the tokens that it read, prompts included."""

    step: int
    loss: float
    tokens: int


def solved_tasks(lessons: Sequence[Lesson], count: int, seed: int) -> list[Task]:
    """`count` training tasks with worked solutions, from the taught rungs of all lessons in turn."""
    rungs = [(lesson, rung) for lesson in lessons for rung in range(lesson.taught)]
    return [
        lesson.task(rung, "warm-up", seed, i, split="train")
        for i in range(count)
        for lesson, rung in (rungs[i % len(rungs)],)
    ]


def warm_up(
    model: Decoder, tokenizer: Tokenizer, tasks: Sequence[Task], config: WarmUpConfig, seed: int
) -> Iterator[WarmUpStep]:
    """Train `model` on the traces of `tasks`, step by step."""
    rng = Random(seed)
    examples = [
        (
            tokenizer.encode_prompt(task.prompt),
            tokenizer.encode_response(written(task, rng.choice(tuple(STYLES)))),
        )
        for task in tasks
    ]
    optimizer = Optimizer(
        model,
        matrix_rate=config.matrix_rate,
        other_rate=config.other_rate,
        steps=config.steps,
        warmup=10,
        final=0.1,
    )
    batches = _batches(examples, config.batch, rng)
    for step in range(config.steps):
        batch = next(batches)
        log_probs, mask = response_log_probs(model, [p for p, _ in batch], [r for _, r in batch])
        loss = likelihood_loss(log_probs, mask)
        loss.backward()  # type: ignore[no-untyped-call]
        optimizer.step()
        yield WarmUpStep(step, float(loss.detach()), sum(len(p) + len(r) for p, r in batch))


Example = tuple[list[int], list[int]]


def _batches(examples: Sequence[Example], size: int, rng: Random) -> Iterator[list[Example]]:
    """Random batches for ever, each of similar lengths, so that little of it is filler."""
    while True:
        pool = rng.sample(examples, min(_POOL * size, len(examples)))
        pool.sort(key=lambda example: len(example[0]) + len(example[1]))
        starts = list(range(0, len(pool), size))
        rng.shuffle(starts)
        for start in starts:
            yield pool[start : start + size]
