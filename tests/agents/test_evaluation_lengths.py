"""Accuracy by length: chains whose problems fail independently are as good as the product of single rates."""

from math import isnan, prod

import pytest

import rlvr
from rlvr.agents.evaluation.lengths import by_length
from rlvr.agents.evaluation.report import EvaluationReport
from rlvr.agents.evaluation.samples import Sample
from rlvr.agents.evaluation.tables import report_grids

ENV = "rlvr/horizon-v0"
SPEC = rlvr.get(ENV)
CONFIG = {
    "envs": [ENV],
    "samples": 4,
    "split": "test",
    "seed": 0,
    "wordings": False,
    "player": "p",
    "settings": {},
}


def report(levels, right) -> EvaluationReport:
    """An evaluation in which sample number n of a chain has the answers ``right(task, n)`` right."""
    samples = []
    for level in levels:
        for seed in range(40):
            task = SPEC.task(level, seed)
            for number in range(4):
                values = [step["value"] for step in task.payload["problem"]["steps"]]
                said = [v if good else "10000019" for v, good in zip(values, right(task, number), strict=True)]
                verdict = SPEC.verify_answer(
                    task.payload, ", ".join(f"A{n} = {v}" for n, v in enumerate(said, 1))
                )
                samples.append(
                    Sample(
                        task.id, ENV, "composition", level, 0, number, 0.0, True, verdict.passed, verdict.score,
                        str(verdict.reason), None, False, None, None, "terminated", False, 1, 9, [""], "",
                        parts=dict(verdict.parts),
                    )
                )  # fmt: skip
    return EvaluationReport("p", CONFIG, samples)


def environments(task):
    return [step["task"] for step in task.payload["problem"]["steps"]]


def test_product_of_single_rates_and_places_of_mistakes() -> None:
    """Alone, arithmetic is solved in 3 of 4 samples and all else always; in chains the second problem always fails."""

    def right(task, number):
        names = environments(task)
        if len(names) == 1:
            return [number < 3 or names[0] != "rlvr/arithmetic-v0"]
        return [place != 1 for place in range(len(names))]

    found = by_length(report((1, 2, 4), right))[ENV]
    assert [length.problems for length in found] == [1, 2, 4]
    assert [length.tasks for length in found] == [40, 40, 40]
    single, two, four = found
    met = {environments(SPEC.task(1, seed))[0] for seed in range(40)}
    chains = [[n if n in met else "" for n in environments(SPEC.task(4, seed))] for seed in range(40)]
    rates = dict.fromkeys(met, 1.0) | {"rlvr/arithmetic-v0": 0.75, "": single.pass_at_1.value}
    assert single.pass_at_1.value == pytest.approx(single.product)
    assert four.product == pytest.approx(sum(prod(rates[n] for n in names) for names in chains) / 40)
    assert (two.pass_at_1.value, two.prefix, two.last) == (0.0, 0.5, 0.0)
    assert (four.pass_at_1.value, four.prefix, four.last) == (0.0, 0.25, 1.0)


def test_without_single_problems_there_is_no_product() -> None:
    (found,) = by_length(report((2,), lambda task, number: [True, True]))[ENV]
    assert isnan(found.product)
    grid = report_grids(report((2,), lambda task, number: [True, True]))[-1]
    assert grid.title == "horizon by length"
    assert grid.rows[0][0] == "2"
    assert grid.rows[0][3] == "–"
