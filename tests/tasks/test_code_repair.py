"""Code repair: programs that are really wrong, calls that tell repairs from other programs, settled statements."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rlvr
from rlvr.generators.code.execute import copied, equal, run_calls
from rlvr.generators.code.mutate import mutants
from rlvr.generators.code.repair import generate
from rlvr.generators.code.repair_sources import CLASSIC, POOLS, problem_of
from rlvr.generators.code.repair_table import LONG, SHORT, SMALL
from rlvr.verifiers.base import Reason

SPEC = rlvr.get("code-repair")
SEEDS = st.integers(0, 10**9)


def passes(payload, source, fuel=2_000_000, entry=""):
    """Whether a program of ours is right on all cases, natively; the calls end with the first that is wrong."""
    code = payload["code"]
    cases = code["cases"]

    def right(found):
        return found[-1].ok and equal(found[-1].value, cases[len(found) - 1]["out"])

    args = [case["args"] for case in cases]
    outcomes = run_calls(source, entry or code["entry"], args, fuel=fuel, stop=lambda found: not right(found))
    return len(outcomes) == len(cases) and right(outcomes)


@settings(max_examples=40)
@given(st.sampled_from(sorted(SMALL)), SEEDS, st.integers(0, 5))
def test_references_agree_with_brute_force(name, seed, size):
    small = SMALL[name](Random(seed))
    problem = small.problem
    args = problem.inputs(Random(seed + 1), size)
    (outcome,) = run_calls(problem.source, problem.entry, [args])
    assert outcome.ok
    assert equal(outcome.value, problem.brute(*copied(args)))
    assert "$" not in problem.statement + problem.source


@settings(max_examples=12)
@given(st.sampled_from(SPEC.levels), SEEDS)
def test_the_reference_is_right_and_the_shown_program_is_not(level, seed):
    task = SPEC.task(level, seed)
    assert passes(task.payload, task.answer)
    assert task.payload["program"].strip() in task.prompt
    assert not passes(task.payload, task.payload["program"])


@pytest.mark.parametrize("name", ["code-repair", "code-repair-turns", "function-synthesis", "algorithms"])
def test_no_constant_passes_the_calls_that_are_shown(name):
    spec = rlvr.get(name)
    for level in spec.levels:
        for seed in range(12):
            code = spec.task(level, seed).payload["code"]
            shown = code["cases"][: code["public"]]
            assert any(not equal(case["out"], shown[0]["out"]) for case in shown), (level, seed)


def test_what_the_examples_tell():
    for level, told in zip(SPEC.levels, SPEC.axes["told"], strict=True):
        for seed in range(2):
            task = SPEC.task(level, seed)
            code = task.payload["code"]
            public = code["cases"][: code["public"]]
            shown = {**task.payload, "code": {**code, "cases": public}}
            assert passes(shown, task.payload["program"]) == (told == "nothing")
            assert ("but now it" in task.prompt) == (told == "result")
            assert all(f"({', '.join(map(repr, case['args']))})" in task.prompt for case in public)


def test_mutants_of_the_reference_are_told_apart():
    rejected = wrong = 0
    for level in SPEC.levels[:4]:
        for seed in range(2):
            task = SPEC.task(level, seed)
            facts = task.payload["problem"]
            problem = problem_of(facts["template"], facts["seed"], facts["level"])
            rng = Random(seed)
            calls = [problem.inputs(rng, size) for size in (0, 0, 1, 2, 3, 3, 4) * 6]
            right = run_calls(problem.source, problem.entry, calls)
            fuel = 3 * max(outcome.steps for outcome in right) + 500
            for mutant in mutants(problem.source, rng, 12):
                found = run_calls(mutant.source, problem.entry, calls, fuel=fuel)
                if not all(a.same(b) for a, b in zip(found, right, strict=True)):
                    wrong += 1
                    rejected += not passes(task.payload, mutant.source, fuel, problem.entry)
    assert wrong > 40
    assert rejected >= 0.95 * wrong, (rejected, wrong)


def test_the_worked_solution_names_the_lines():
    task = SPEC.task(1, 3)
    line = task.trace.splitlines()[0]
    assert line.startswith(("Line ", "Behind line "))


def test_parameters():
    params = SPEC.params(1)
    for bad in ({"pool": "none"}, {"told": "all"}, {"slips": 5}, {"least": 0.9, "most": 0.5}, {"level": 9}):
        with pytest.raises(ValueError, match=r"must be|need|no pool"):
            generate(Random(1), **{**params, **bad})
    assert set(SHORT) | set(LONG) == set(SMALL)
    assert POOLS["classic"] == CLASSIC
    four = generate(Random(1), **{**params, "pool": "long", "slips": 4, "least": 0.0, "most": 1.0})
    assert "four mistakes" in four.prompt


def test_hostile_programs_score_nothing():
    task = SPEC.task(2, 1)
    code = task.payload["code"]
    entry, public = code["entry"], code["cases"][: code["public"]]
    table = {repr(case["args"]): case["out"] for case in public}
    hidden = [case["out"] for case in code["cases"][code["public"] :]]
    usual = max(hidden, key=hidden.count)
    assert SPEC.verify_answer(task.payload, task.answer).passed
    equal_to_all = "class E:\n    def __eq__(self, other):\n        return True\n"
    for program in (
        "",
        task.payload["program"],
        f"def {entry}(*args):\n    return 0",
        f"def {entry}(*args):\n    return {table!r}.get(repr(list(args)), {usual!r})",
        f"{equal_to_all}def {entry}(*args):\n    return E()",
        f"import os\nos._exit(0)\ndef {entry}(*args):\n    return 0",
        f"def {entry}(*args):\n    return args[0]",
    ):
        verdict = SPEC.verify_answer(task.payload, program)
        assert verdict.score == 0.0, program
        assert verdict.reason is not Reason.INFRA
