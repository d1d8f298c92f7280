"""How often a verifier errs, measured: the rates that a trainer needs to correct its rewards.

With a share r0 of wrong answers accepted and r1 of right answers refused, (reward - r0) / (1 - r0 - r1) is the
unbiased reward (Cai et al. 2025, arXiv:2510.00915). Wrong answers are near misses: mutations of right ones and the
answers of other tasks, as far as the solver (or their difference, where there is one right answer) shows that
they are wrong. Right answers are the reference in every surface form, and the mutations that the solver confirms.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

from ..agents.intervals import Estimate, wilson
from ..answer_mutations import mutants, normal
from ..generators.base import Task
from ..spec import TaskSpec, resolve


@dataclass(frozen=True)
class Rates:
    """Measured error rates of one verifier, with 95% intervals over tasks.

    Attributes:
        r0: share of wrong answers that are accepted.
        r1: share of right answers that are refused.
        wrong: how many wrong answers were judged.
        right: how many right answers were judged.
    """

    r0: Estimate
    r1: Estimate
    wrong: int
    right: int


def measure(
    spec: TaskSpec, draws: int = 20, more: Callable[[Task, Random], Sequence[str]] | None = None
) -> Rates:
    """The error rates over `draws` tasks of each level (the seeds from 1,000 on).

    Args:
        spec: whose verifier is measured.
        draws: tasks of each level.
        more: further near misses of a task's answer, such as programs with a fault; they count if the solver
            shows that they are wrong, and need one.
    """
    resolve(spec.verifier)
    forms = getattr(sys.modules[resolve(spec.verifier).__module__], "accepted_forms", None)
    rng = Random(0)
    accepted: list[float] = []
    refused: list[float] = []
    wrong_total = right_total = 0
    for level in spec.levels:
        tasks = [spec.task(level, 1000 + seed) for seed in range(draws)]
        for task in tasks:
            # What stands before a program's first word is taken off with the tags, not by its verifier.
            before = "" if spec.form == "code" else " "
            right = [task.answer, f"{before}{task.answer}\n", *(forms(task.answer) if forms else ())]
            wrong: list[str] = []
            others = [other.answer for other in rng.sample(tasks, min(5, draws))]
            further = more(task, rng) if more is not None and spec.confirms is not None else ()
            for text in [*mutants(task.answer, rng, 20), *others, *further]:
                if normal(text) == normal(task.answer):
                    continue
                is_right = spec.confirms(task.payload, text) if spec.confirms else False
                if spec.confirms is None and text in others and spec.verify_answer(task.payload, text).passed:
                    continue  # nobody can say; the conformance suite bounds how often that may happen
                (right if is_right else wrong).append(text)
            passed = [spec.verify_answer(task.payload, text).passed for text in (*wrong, *right)]
            if wrong:
                accepted.append(sum(passed[: len(wrong)]) / len(wrong))
            refused.append(1 - sum(passed[len(wrong) :]) / len(right))
            wrong_total, right_total = wrong_total + len(wrong), right_total + len(right)
    return Rates(wilson(accepted or [0.0]), wilson(refused), wrong_total, right_total)
