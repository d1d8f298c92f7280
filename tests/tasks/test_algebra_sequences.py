"""Sequences and recurrences: every rule of the stated kind gives the answer, recurrences are followed as printed."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import pairwise

import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st

import rlvr
from rlvr.generators.algebra.rational_systems import solve
from rlvr.generators.algebra.recurrences_check import accepts as accepts_value
from rlvr.generators.algebra.sequences_check import accepts

NEXT, FAR = rlvr.get("sequences"), rlvr.get("recurrences")
SEEDS = st.integers(0, 10**9)
N = sympy.Symbol("n")


def equations(problem, terms):
    """The linear equations that the terms are for the unknowns of a recurrence, as a matrix and a right-hand side."""
    order = problem["order"]
    rows = [
        [terms[i - k] for k in range(1, order + 1)] + [i + 1] * problem["index"] + [1] * problem["constant"]
        for i in range(order, len(terms))
    ]
    return sympy.Matrix(rows), sympy.Matrix(terms[order:])


def polynomial_next(points, at, degree):
    """What the polynomials up to the degree through the points have at a place: one value, or none."""
    assert len(points) > degree
    found = sympy.interpolate(points, N)
    assert sympy.degree(found, N) <= degree if found.has(N) else True
    return found.subs(N, at) if found.has(N) else found


@pytest.mark.parametrize("level", NEXT.levels)
def test_exactly_one_continuation_fits_the_stated_kind_of_rule(level):
    for seed in range(14):
        task = NEXT.task(level, seed)
        problem = task.payload["problem"]
        terms, kind = problem["terms"], problem["kind"]
        following = [int(word) for word in task.answer.split(", ")]
        assert len(following) == problem["ask"] == NEXT.params(level)["ask"]
        assert ", ".join(map(str, terms)) in task.prompt
        whole = terms + following
        if kind == "polynomial":
            points = list(enumerate(terms, 1))
            for i, value in enumerate(following, len(terms) + 1):
                assert polynomial_next(points, i, problem["degree"]) == value
        elif kind == "interleaved":
            strands = problem["strands"]
            for i, value in enumerate(following, len(terms)):
                points = [(j, terms[j]) for j in range(i % strands, len(terms), strands)]
                assert polynomial_next(points, i, problem["degree"]) == value
        elif kind == "periodic":
            steps = [b - a for a, b in pairwise(terms)]
            fitting = [
                t
                for t in range(1, problem["longest"] + 1)
                if all(steps[i] == steps[i % t] for i in range(len(steps)))
            ]
            assert fitting
            for t in fitting:
                at = terms[-1]
                for i, value in enumerate(following, len(steps)):
                    at += steps[i % t]
                    assert at == value
        else:
            matrix, right = equations(problem, terms)
            assert matrix.rank() == matrix.cols, task.id  # one rule
            rule = matrix.gauss_jordan_solve(right)[0]
            more, values = equations(problem, whole)
            assert more * rule == values


def test_all_kinds_of_rules_occur():
    kinds = {NEXT.task(level, seed).payload["problem"]["kind"] for level in NEXT.levels for seed in range(30)}
    assert kinds == {"polynomial", "affine", "recurrence", "constant", "index", "interleaved", "periodic"}


@settings(max_examples=60)
@given(st.sampled_from(NEXT.levels), SEEDS, st.data())
def test_nearby_answers_are_wrong(level, seed, data):
    task = NEXT.task(level, seed)
    values = [int(word) for word in task.answer.split(", ")]
    at = data.draw(st.integers(0, len(values) - 1))
    values[at] += data.draw(st.integers(-3, 3).filter(bool))
    text = ", ".join(map(str, values))
    assert not NEXT.verify_answer(task.payload, text).passed
    assert not accepts(task.payload, text)
    assert accepts(task.payload, task.answer)


@settings(max_examples=60)
@given(
    st.lists(st.lists(st.integers(-4, 4), min_size=3, max_size=3), min_size=3, max_size=5),
    st.lists(st.integers(-9, 9), min_size=5, max_size=5),
)
def test_systems_have_the_solution_that_sympy_finds(rows, right):
    right = right[: len(rows)]
    found = solve(rows, right)
    matrix, vector = sympy.Matrix(rows), sympy.Matrix(right)
    unique = matrix.rank() == 3 == matrix.row_join(vector).rank()
    assert (found is not None) == unique
    if found is not None:
        assert matrix * sympy.Matrix([sympy.Rational(v.numerator, v.denominator) for v in found]) == vector


@pytest.mark.parametrize("level", [4, 5, 6, 7])
def test_the_lines_of_a_linear_rule_are_true(level):
    seen = 0
    for seed in range(30):
        task = NEXT.task(level, seed)
        for line in task.trace.splitlines():
            if match := re.fullmatch(r"([-0-9+*() ]+) = (-?[0-9]+)", line):
                assert eval(match[1]) == int(match[2])
                seen += 1
    assert seen > 15


def follow(prompt, n):
    """The terms of a recurrence as the prompt prints it, up to number n."""
    text = prompt.replace("^", "**")
    start = {int(i): Fraction(v) for i, v in re.findall(r"a\(([01])\) = (-?[0-9/]+)", text)}
    step, rule = re.search(r"a\(n\+([12])\) = (.*?) for n >=", text).groups()
    step, first = int(step), min(start)
    f = re.search(r"f\(n\) = ([^.]*)\.", text)
    code = compile(re.sub(r"\b([0-9]+)\b(?!\))", r"\1", rule), "rule", "eval")
    slope = compile(f[1], "f", "eval") if f else None
    terms = dict(start)
    for i in range(first, n - step + 1):
        names = {"n": i, "a": lambda k: terms[k], "f": lambda k: eval(slope, {"n": k})}
        terms[i + step] = eval(code, names)
    return terms[n]


@pytest.mark.parametrize("level", FAR.levels)
def test_following_what_the_prompt_says_gives_the_answer(level):
    followed = 0
    for seed in range(25):
        task = FAR.task(level, seed)
        prompt, n = task.prompt, task.payload["problem"]["n"]
        answer = Fraction(task.answer)
        if found := re.search(r"sum of (.*) over all integers i from ([0-9]+) to ([0-9]+)\?", prompt):
            term = compile(found[1].replace("^", "**"), "term", "eval")
            assert sum(eval(term, {"i": i}) for i in range(int(found[2]), int(found[3]) + 1)) == answer, task.id
        elif found := re.search(
            r"An? (arithmetic|geometric) progression begins with (-?[0-9]+), (-?[0-9]+)", prompt
        ):
            a, b = int(found[2]), int(found[3])
            terms = [a + i * (b - a) if found[1] == "arithmetic" else a * Fraction(b, a) ** i for i in range(n)]
            assert str(n) in prompt
            assert (sum(terms) if "sum of its first" in prompt else terms[-1]) == answer
        elif "remainder" in prompt:
            m = int(re.search(r"by ([0-9]+)\?", prompt)[1])
            p, q = task.payload["problem"]["factors"]
            near = follow(prompt, 40)
            power = pow_matrix(p, q, 39)
            assert (
                power[0][0] * task.payload["problem"]["first"][1]
                + power[0][1] * task.payload["problem"]["first"][0]
                == near
            )
            a, b = task.payload["problem"]["first"]
            power = pow_matrix(p, q, n - 1, m)
            assert (power[0][0] * b + power[0][1] * a) % m == answer
        else:
            assert follow(prompt, n) == answer, task.id
            followed += 1
    assert followed or level in (1, 2, 7)


def pow_matrix(p, q, n, m=None):
    """The n-th power of the companion matrix, by repeated halves."""
    if n == 0:
        return [[1, 0], [0, 1]]
    half = pow_matrix(p, q, n // 2, m)
    pairs = [(half, half)] if n % 2 == 0 else [(half, half), (None, [[p, q], [1, 0]])]
    for a, b in pairs:
        left = half if a is None else a
        half = [[sum(left[i][k] * b[k][j] for k in range(2)) for j in range(2)] for i in range(2)]
        if m:
            half = [[v % m for v in row] for row in half]
    return half


def test_named_forms_of_far_terms():
    payload = {
        "problem": {"kind": "reciprocal", "start": "1/2", "matrix": [1, 0, 3, 1], "n": 4},
        "gold": {"text": "1/11", "kind": "rational", "require": ["reduced"]},
    }
    for answer, right in (
        ("1/11", True),
        (" 1 / 11.", True),
        ("2/22", False),
        ("1/12", False),
        ("0.0909", False),
        ("", False),
        ("-1/11", False),
    ):
        assert FAR.verify_answer(payload, answer).passed is right, answer
        assert accepts_value(payload, answer) is right, answer


@settings(max_examples=60)
@given(st.sampled_from(FAR.levels), SEEDS)
def test_the_checker_agrees_with_the_formula(level, seed):
    task = FAR.task(level, seed)
    assert accepts_value(task.payload, task.answer)
    assert not accepts_value(task.payload, str(Fraction(task.answer) + 1))


@pytest.mark.parametrize(
    ("spec", "change"),
    [
        (NEXT, {"kinds": "primes"}),
        (NEXT, {"order": 7}),
        (NEXT, {"largest": 2}),
        (NEXT, {"ask": 0}),
        (FAR, {"kinds": ""}),
        (FAR, {"largest": 1001}),
        (FAR, {"far": 9}),
    ],
)
def test_bad_parameters_are_named(spec, change):
    with pytest.raises(ValueError, match=next(iter(change))):
        spec.task(2, 0, params=change)
