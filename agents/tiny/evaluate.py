"""Held-out evaluation: how often the model solves test-split tasks of every rung."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import fmean

import torch

from ..intervals import Estimate, pass_at_k, stratified_bootstrap, wilson
from .lessons import Lesson
from .model import Decoder
from .rollout import roll_out
from .tokenizer import Tokenizer


@dataclass(frozen=True)
class EvaluationConfig:
    """How much is measured.

    Attributes:
        tasks: held-out tasks of each rung; the same ones each time.
        samples: responses to each task at temperature 1.
        max_tokens: a longer response is cut off.
    """

    tasks: int = 32
    samples: int = 4
    max_tokens: int = 400


@dataclass(frozen=True)
class RungResult:
    """What was measured at one rung of one lesson.

    Attributes:
        sampled: pass rate of each task at temperature 1.
        greedy: 1.0 or 0.0 for each task, at temperature 0.
        samples: responses behind each sampled rate.
    """

    sampled: tuple[float, ...]
    greedy: tuple[float, ...]
    samples: int

    @property
    def pass_at_1(self) -> Estimate:
        """Sampled pass@1."""
        return wilson(self.sampled)

    @property
    def greedy_pass(self) -> Estimate:
        """Pass rate of the likeliest response."""
        return wilson(self.greedy)

    @property
    def pass_at_all(self) -> float:
        """Pass@k for as many samples as there are: the share of tasks solved at least once."""
        return fmean(pass_at_k(self.samples, round(rate * self.samples), self.samples) for rate in self.sampled)


def evaluate(
    model: Decoder, tokenizer: Tokenizer, lessons: Sequence[Lesson], config: EvaluationConfig, seed: int
) -> Iterator[tuple[int, RungResult]]:
    """Results for every rung of every lesson, each with the lesson's number, from easy to hard."""
    generator = torch.Generator().manual_seed(seed)
    for number, lesson in enumerate(lessons):
        for rung in range(len(lesson.rungs)):
            tasks = [lesson.task(rung, "held out", i, split="test") for i in range(config.tasks)]
            sampled = roll_out(
                model,
                tokenizer,
                tasks,
                samples=config.samples,
                max_tokens=config.max_tokens,
                generator=generator,
            )
            greedy = roll_out(model, tokenizer, tasks, samples=1, max_tokens=config.max_tokens, temperature=0.0)
            rates = (sampled.rewards == 1.0).float().view(len(tasks), -1).mean(1)
            passed = (greedy.rewards == 1.0).float()
            yield number, RungResult(tuple(rates.tolist()), tuple(passed.tolist()), config.samples)


def over_ladder(results: Sequence[RungResult], *, greedy: bool = False) -> Estimate:
    """Mean pass rate over all rungs of a lesson, each rung weighing the same."""
    return stratified_bootstrap([result.greedy if greedy else result.sampled for result in results])
