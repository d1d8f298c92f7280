"""Accuracy by length, against what the accuracy of single problems would give (R-Horizon, arXiv:2510.08189).

For environments whose levels are lengths of chains (`horizon`). If the problems of a chain failed independently, and as
often as they do alone, a chain would be right as often as the product of the rates of its problems says. What is below
that is what length costs: attention that wanders, budgets that run out, mistakes that are carried on.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import nan, prod

import numpy as np

from ... import registry
from ...task_ids import task
from ..intervals import Estimate
from .report import EvaluationReport, Problem

ENVIRONMENT = "rlvr/horizon"
"""The environments whose levels are lengths, without their version."""


@dataclass(frozen=True)
class Length:
    """Chains of one length.

    Attributes:
        problems: in a chain.
        tasks: chains with a scored sample.
        pass_at_1: how often all answers are right.
        product: mean over chains of the product of its problems' rates, each measured alone, at length 1, over all
            problems of the same environment, or over all if that was not met; NaN where length 1 was not played.
        prefix: mean share of a chain before the first wrong answer.
        last: how often the last answer is right.
    """

    problems: int
    tasks: int
    pass_at_1: Estimate
    product: float
    prefix: float
    last: float


def by_length(report: EvaluationReport) -> dict[str, list[Length]]:
    """For each environment whose levels are lengths, the lengths that were played, shortest first."""
    return {env: _lengths(report, env) for env in report.envs if env.rpartition("-v")[0] == ENVIRONMENT}


def _lengths(report: EvaluationReport, env: str) -> list[Length]:
    levels: dict[int, list[Problem]] = {}
    for problem in report.problems:
        if problem.env == env and problem.samples:
            levels.setdefault(problem.level, []).append(problem)
    made_of = {problem.task: _environments(problem) for problems in levels.values() for problem in problems}
    alone: dict[str, list[float]] = {}
    for problem in (problem for problems in levels.values() for problem in problems):
        if len(made_of[problem.task]) == 1:
            alone.setdefault(made_of[problem.task][0], []).append(problem.pass_at(1))
    rates = {name: float(np.mean(found)) for name, found in alone.items()}
    overall = float(np.mean([rate for found in alone.values() for rate in found])) if alone else nan
    found = []
    for level, problems in sorted(levels.items()):
        found.append(
            Length(
                problems=int(registry.get(env).params(level)["steps"]),
                tasks=len(problems),
                pass_at_1=report.arms[env, level].pass_at[1],
                product=float(
                    np.mean([_product(made_of[problem.task], rates, overall) for problem in problems])
                ),
                prefix=_part(problems, "prefix"),
                last=_part(problems, "last"),
            )
        )
    return sorted(found, key=lambda length: length.problems)


def _environments(problem: Problem) -> list[str]:
    """The environments of a chain's problems."""
    return [step["task"] for step in task(problem.task).payload["problem"]["steps"]]


def _product(names: Sequence[str], rates: Mapping[str, float], overall: float) -> float:
    return prod(rates.get(name, overall) for name in names)


def _part(problems: Sequence[Problem], name: str) -> float:
    """The mean over chains of a part of the verdict; an answer that could not be read has none, which counts 0."""
    return float(np.mean([np.mean([s.parts.get(name, 0.0) for s in problem.samples]) for problem in problems]))
