"""Two players on the same tasks, several runs of each, and what training on one family does for others."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from ..intervals import NOTHING, Estimate, estimates
from . import runs
from .initial import Gain, gains
from .paired import Ledger, Sign, crossing, difference, differences, ledger, sign_test
from .report import EvaluationReport, Problem

Floats = NDArray[np.float64]
K = TypeVar("K")


@dataclass(frozen=True)
class Pairing:
    """Two players on a set of tasks that both played; each arm weighs the same.

    Attributes:
        tasks: tasks that both have scored samples of.
        base_at: pass@k of the first.
        trained_at: pass@k of the second.
        change: pass@1 of the second minus that of the first.
        change_at: the same for each k.
        sign: who is ahead on more tasks.
        ledger: who solves what, from equally many samples of each task.
        crossing: the k from which the first is above; see `paired.crossing`.
    """

    tasks: int
    base_at: dict[int, Estimate]
    trained_at: dict[int, Estimate]
    change: Estimate
    change_at: dict[int, Estimate]
    sign: Sign
    ledger: Ledger
    crossing: Estimate


@dataclass(frozen=True)
class Comparison:
    """Two players compared, by environment and in all.

    Attributes:
        base: name of the first.
        trained: name of the second.
        total: over all arms.
        envs: by environment.
        arms: by (environment, level).
        gained: ids of tasks that only the second solves.
        lost: ids of tasks that only the first solves.
        gains: by how often the first solved a task; see `initial`.
        left_out: tasks that only one of them played, or that have no scored sample of one.
    """

    base: str
    trained: str
    total: Pairing
    envs: dict[str, Pairing]
    arms: dict[tuple[str, int], Pairing]
    gained: list[str]
    lost: list[str]
    gains: list[Gain]
    left_out: int


@dataclass(frozen=True)
class RunSummary:
    """Runs of one method over arms, by rliable's methods; the score of an arm is its pass@1.

    Attributes:
        runs: how many.
        interquartile_mean: see `runs.interquartile_mean`.
        mean: over runs and arms.
        optimality_gap: how far from always right.
        improvement: chance of beating the first method on an arm; None for the first.
        scores: the matrix, ``[runs, arms]``.
    """

    runs: int
    interquartile_mean: Estimate
    mean: Estimate
    optimality_gap: Estimate
    improvement: Estimate | None
    scores: Floats


def compare(base: EvaluationReport, trained: EvaluationReport) -> Comparison:
    """Compare two evaluations of the same tasks; the ks are those that both have samples for.

    Raises:
        ValueError: if they have no task in common, or were asked in other wordings.
    """
    if base.config.get("wordings") != trained.config.get("wordings"):
        raise ValueError(f"of {base.name} and {trained.name} one was asked in all wordings and one was not")
    ks = tuple(k for k in base.ks if k in trained.ks)
    second = {problem.task: problem for problem in trained.problems}
    pairs = [
        (problem, second[problem.task])
        for problem in base.problems
        if problem.task in second and problem.samples and second[problem.task].samples
    ]
    if not pairs:
        raise ValueError(
            f"{base.name} and {trained.name} have no task in common: take the same seed, split and levels"
        )
    every = {problem.task for problem in base.problems} | set(second)
    solved = [_solved(one, two) for one, two in pairs]
    tasks = [problem.task for problem, _ in pairs]
    return Comparison(
        base=base.name,
        trained=trained.name,
        total=_pairing(pairs, ks),
        envs=_grouped(pairs, ks, lambda problem: problem.env),
        arms=_grouped(pairs, ks, lambda problem: (problem.env, problem.level)),
        gained=[task for task, (one, two) in zip(tasks, solved, strict=True) if two and not one],
        lost=[task for task, (one, two) in zip(tasks, solved, strict=True) if one and not two],
        gains=gains(pairs),
        left_out=len(every) - len(pairs),
    )


def summarise(methods: Mapping[str, Sequence[EvaluationReport]]) -> dict[str, RunSummary]:
    """Each method's runs in a few numbers; the first method is the one that others are to improve on.

    Raises:
        ValueError: if the runs have no arm in common.
    """
    matrices = score_matrices(methods)
    first = next(iter(matrices.values()))
    return {
        name: RunSummary(
            runs=len(scores),
            interquartile_mean=runs.over_runs(scores, runs.interquartile_mean),
            mean=runs.over_runs(scores, runs.mean_score),
            optimality_gap=runs.over_runs(scores, runs.optimality_gap),
            improvement=None if scores is first else runs.improvement(first, scores),
            scores=scores,
        )
        for name, scores in matrices.items()
    }


def score_matrices(methods: Mapping[str, Sequence[EvaluationReport]]) -> dict[str, Floats]:
    """Pass@1 of each method's runs on each arm that all of them have a rate of, ``[runs, arms]``."""
    every = [report for reports in methods.values() for report in reports]
    arms = [
        arm for arm in every[0].arms if all(arm in report.arms and report.arms[arm].samples for report in every)
    ]
    if not arms:
        raise ValueError("the runs have no environment and level in common that all have scored samples of")
    return {
        name: np.array([[report.arms[arm].pass_at[1].value for arm in arms] for report in reports])
        for name, reports in methods.items()
    }


def transfer(base: EvaluationReport, trained: Mapping[str, EvaluationReport]) -> dict[str, dict[str, Estimate]]:
    """What training on one family changes on each family: the gain in pass@1 over the same base, on the same tasks.

    Args:
        base: before training.
        trained: after training on each family, by its name.

    Returns:
        By family trained on, by family tested on.
    """
    families = list(dict.fromkeys(problem.family for problem in base.problems))
    matrix: dict[str, dict[str, Estimate]] = {}
    for name, report in trained.items():
        second = {problem.task: problem for problem in report.problems}
        matrix[name] = {}
        for family in families:
            pairs = [
                (problem, second[problem.task])
                for problem in base.problems
                if problem.family == family and problem.task in second
            ]
            matrix[name][family] = _change(pairs, 1) if pairs else NOTHING
    return matrix


def _grouped(
    pairs: Sequence[tuple[Problem, Problem]], ks: Sequence[int], key: Callable[[Problem], K]
) -> dict[K, Pairing]:
    groups: dict[K, list[tuple[Problem, Problem]]] = {}
    for pair in pairs:
        groups.setdefault(key(pair[0]), []).append(pair)
    return {name: _pairing(group, ks) for name, group in groups.items()}


def _pairing(pairs: Sequence[tuple[Problem, Problem]], ks: Sequence[int]) -> Pairing:
    arms = [problem.arm for problem, _ in pairs]
    base = np.array([[one.pass_at(k) for k in ks] for one, _ in pairs])
    trained = np.array([[two.pass_at(k) for k in ks] for _, two in pairs])
    base = np.where(
        np.isnan(trained), np.nan, base
    )  # a k that one has too few samples for says nothing of the pair
    trained = np.where(np.isnan(base), np.nan, trained)
    changes = dict(zip(ks, differences(base, trained, arms), strict=True))
    solved = np.array([_solved(one, two) for one, two in pairs])
    return Pairing(
        tasks=len(pairs),
        base_at=dict(zip(ks, estimates(base, arms), strict=True)),
        trained_at=dict(zip(ks, estimates(trained, arms), strict=True)),
        change=changes[ks[0]],
        change_at=changes,
        sign=sign_test(base[:, 0], trained[:, 0]),
        ledger=ledger(solved[:, 0], solved[:, 1]),
        crossing=crossing(base, trained, ks, arms),
    )


def _change(pairs: Sequence[tuple[Problem, Problem]], k: int) -> Estimate:
    arms = [problem.arm for problem, _ in pairs]
    return difference([one.pass_at(k) for one, _ in pairs], [two.pass_at(k) for _, two in pairs], arms)


def _solved(one: Problem, two: Problem) -> tuple[int, int]:
    """Right samples of both, of the first as many as both have: more tries solve more tasks."""
    number = min(len(one.samples), len(two.samples))
    return tuple(sum(sample.passed for sample in problem.samples[:number]) for problem in (one, two))  # type: ignore[return-value]
