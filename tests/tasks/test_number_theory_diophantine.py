"""Equations in integers: answers by brute force, true worked solutions, every solution accepted, others refused."""

from __future__ import annotations

import json
import random
import re
from itertools import product
from math import gcd

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import rlvr
from rlvr.generators.number_theory.diophantine import generate
from rlvr.generators.number_theory.diophantine_check import accepts
from rlvr.verifiers.base import Reason
from rlvr.verifiers.number_theory.diophantine import accepted_forms, verify

SPEC = rlvr.get("diophantine")
SEEDS = st.integers(0, 10**9)
LEVELS = st.sampled_from(SPEC.levels)
SMALL = {"kinds": "any three least count ways frobenius", "largest": 25, "unsolvable": 30}


def brute(problem):
    """The answer to a small problem by looking at every candidate; None where a solution is asked for."""
    coefficients, kind = problem["coefficients"], problem["kind"]
    if kind == "frobenius":
        a, b = coefficients
        payable = {a * x + b * y for x in range(b + 1) for y in range(a + 1)}
        return max(n for n in range(a * b) if n not in payable)
    total = problem["total"]
    if kind == "least":
        a, b = coefficients
        return next(x for x in range(1, 10**6) if (total - a * x) % b == 0)
    if kind == "count":
        least = 1 if problem["positive"] else 0
        *others, last = coefficients
        count = 0
        for values in product(*(range(least, total // a + 1) for a in others)):
            rest = total - sum(a * value for a, value in zip(others, values, strict=True))
            count += rest % last == 0 and rest >= least * last
        return count
    return None


def value_of(text):
    """The value of sums and products of integers."""
    assert re.fullmatch(r"[0-9 ()*/+-]+", text)
    return eval(text)


@settings(max_examples=200)
@given(SEEDS)
def test_small_problems_against_brute_force(seed):
    task = SPEC.task(1, seed, params=SMALL)
    problem = task.payload["problem"]
    wanted = brute(problem)
    if wanted is not None:
        assert task.answer == str(wanted)
        assert not SPEC.verify_answer(task.payload, str(wanted + 1)).passed
    elif task.answer == "no solution":
        modulus = gcd(*problem["coefficients"])
        sums = {sum(p) % modulus for p in product(*({a % modulus} for a in problem["coefficients"]))}
        assert sums == {0}
        assert problem["total"] % modulus != 0
    else:
        values = list(map(int, re.findall(r"-?\d+", task.answer)))
        assert sum(a * v for a, v in zip(problem["coefficients"], values, strict=True)) == problem["total"]


@settings(max_examples=200)
@given(LEVELS, SEEDS)
def test_every_line_of_the_worked_solution_is_true(level, seed):
    task = SPEC.task(level, seed)
    for line in task.trace.splitlines()[:-1]:
        if re.fullmatch(r"[0-9 ()*/+=-]+", line):
            assert len({value_of(side) for side in line.split("=")}) == 1, line
        for part in re.findall(r"[wxyz] = ([^,;:=a-z]+ = -?\d+)", line):
            left, right = part.split(" = ")
            assert value_of(left) == int(right), line
        if found := re.fullmatch(r"z = (\d+): (\d+) x \+ (\d+) y = (\d+): (.*)", line):
            z, a, b, rest = map(int, found.groups()[:4])
            c = task.payload["problem"]["coefficients"][2]
            assert rest == task.payload["problem"]["total"] - c * z
            pairs = [tuple(map(int, pair)) for pair in re.findall(r"\((\d+), (\d+)\)", found[5])]
            least = 1 if task.payload["problem"]["positive"] else 0
            assert sorted(pairs) == [
                (x, (rest - a * x) // b) for x in range(least, rest // a + 1)
                if (rest - a * x) % b == 0 and rest - a * x >= b * least
            ]  # fmt: skip
    assert any(str(a) in task.trace for a in task.payload["problem"]["coefficients"])


@given(LEVELS, SEEDS)
def test_the_prompt_states_the_equation_and_nothing_is_degenerate(level, seed):
    task = SPEC.task(level, seed)
    problem = task.payload["problem"]
    for a in problem["coefficients"]:
        assert abs(a) >= 2
        assert f"{abs(a)}" in task.prompt
        assert problem.get("total", 1) % a != 0
    if "total" in problem:
        assert f"= {problem['total']}" in task.prompt
    assert task.answer not in task.prompt or len(task.answer) < 6 or task.answer == "no solution"


@given(LEVELS, SEEDS, st.integers(-(10**6), 10**6))
def test_every_solution_is_right_and_neighbours_are_wrong(level, seed, k):
    task = SPEC.task(level, seed)
    problem = task.payload["problem"]
    assume(problem["kind"] == "any" and task.answer != "no solution")
    a, b, *_ = problem["coefficients"]
    values = list(map(int, re.findall(r"-?\d+", task.answer)))
    values[0] += b // gcd(a, b) * k
    values[1] -= a // gcd(a, b) * k
    for shift, right in ((0, True), (1, False)):
        values[0] += shift
        text = ", ".join(f"{name} = {value}" for name, value in zip("xyz", values, strict=False))
        bare = ", ".join(map(str, values))
        for form in (text, bare, f"({bare})"):
            assert SPEC.verify_answer(task.payload, form).passed == right
        assert accepts(task.payload, text) == right
    assert not SPEC.verify_answer(task.payload, "no solution").passed


@given(LEVELS, SEEDS)
def test_forms_of_a_right_answer(level, seed):
    task = SPEC.task(level, seed)
    for form in accepted_forms(task.answer):
        assert verify(task.payload, form).passed, form


ANY = {"problem": {"kind": "any", "coefficients": [3, -5], "total": 7}}
NONE = {"problem": {"kind": "any", "coefficients": [6, -9], "total": 7}}
THREE = {"problem": {"kind": "any", "coefficients": [6, 10, 15], "total": 1}}
LEAST = {"problem": {"kind": "least", "coefficients": [3, -5], "total": 7}}


@pytest.mark.parametrize(
    ("payload", "answer"),
    [
        *((ANY, text) for text in ("x = 4, y = 1", "(4, 1)", "4, 1", "4 1", "y=1, x=4", "x = 9 and y = 4", "-1, -2")),
        *((ANY, text) for text in ("(x, y) = (4, 1)", "x=+4;y=01.", "x = \u22121, y = \u22122", "[4, 1]")),
        *((NONE, text) for text in ("no solution", "No solutions.", "none", "There is no integer solution")),
        *((THREE, text) for text in ("x = 1, y = 1, z = -1", "(1, 1, -1)", "z = -1, x = 1, y = 1", "-14, 1, 5")),
        *((LEAST, text) for text in ("4", "x = 4", "+4", "4.")),
    ],
)  # fmt: skip
def test_accepted(payload, answer):
    assert verify(payload, answer).passed


@pytest.mark.parametrize(
    ("payload", "answer", "reason"),
    [
        *((ANY, text, Reason.WRONG) for text in ("x = 1, y = 4", "no solution", "y = 4, x = 1", "(1, 4)")),
        *((ANY, text, Reason.UNPARSABLE) for text in ("x = 4", "4", "x = 4, x = 1", "4, 1, 0", "x = 4, z = 1")),
        *((ANY, text, Reason.UNPARSABLE) for text in ("x = 4, 1", "4 = x, 1 = y", "x = 8/2, y = 1", "4, 1 or 9, 4")),
        *((ANY, text, Reason.UNPARSABLE) for text in ("x = 4 + 5k, y = 1 + 3k", "", "x = ٤, y = 1", "((4, 1))")),
        *((NONE, text, Reason.WRONG) for text in ("x = 1, y = 0", "0, 0")),
        *((NONE, text, Reason.UNPARSABLE) for text in ("no", "not solvable", "no solution or 1, 1")),
        *((THREE, text, Reason.UNPARSABLE) for text in ("1, 1", "x = 1, y = 1", "x = 1, y = 1, z = -1, z = -1")),
        *((THREE, text, Reason.WRONG) for text in ("1, -1, 1", "1, 1, 1", "none")),
        *((LEAST, text, Reason.WRONG) for text in ("9", "-1", "5")),
        *((LEAST, text, Reason.UNPARSABLE) for text in ("4, 1", "y = 4", "x = 4, y = 1", "no solution")),
    ],
)  # fmt: skip
def test_refused(payload, answer, reason):
    assert verify(payload, answer).reason is reason
    assert not accepts(payload, answer)


@settings(max_examples=200)
@given(LEVELS, SEEDS, st.text("0123456789xyz=,- ", max_size=16))
def test_verifier_and_second_checker_agree(level, seed, text):
    payload = SPEC.task(level, seed).payload
    assert verify(payload, text).passed == accepts(payload, text)


@settings(max_examples=200)
@given(st.text(max_size=40))
def test_no_text_raises(text):
    for payload in (ANY, NONE, THREE, LEAST):
        assert verify(payload, text).passed == accepts(payload, text)


def test_the_share_of_equations_without_a_solution():
    answers = [SPEC.task(1, seed, params=SMALL | {"kinds": "any three"}).answer for seed in range(400)]
    assert 80 < answers.count("no solution") < 160
    assert "no solution" not in [SPEC.task(1, seed).answer for seed in range(200)]


def test_the_canonical_form_forgets_order_and_free_signs():
    seen = {}
    for seed in range(4000):
        draft = generate(random.Random(seed), kinds="any least", largest=10, unsolvable=0)
        problem = draft.payload["problem"]
        a, b = problem["coefficients"]
        sizes = (a, abs(b)) if problem["kind"] == "least" else tuple(sorted((a, abs(b))))
        seen.setdefault((problem["kind"], sizes, problem["total"]), set()).add(json.dumps(draft.canonical))
    assert all(len(forms) == 1 for forms in seen.values())
    assert len(set.union(*seen.values())) == len(seen) > 1000


@pytest.mark.parametrize(
    "change",
    [
        {"kinds": "all"},
        {"kinds": ""},
        {"largest": 9},
        {"largest": 10**6},
        {"unsolvable": -1},
        {"unsolvable": 51},
    ],
)
def test_bad_parameters_are_named(change):
    with pytest.raises(ValueError, match=r"kinds|largest|unsolvable"):
        SPEC.task(3, 0, params=change)
