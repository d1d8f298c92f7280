"""Linear systems: sympy's solution set, worked solutions line by line, forms of an answer, near misses."""

from __future__ import annotations

import random
import re
from fractions import Fraction

import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st

import rlvr
from rlvr.generators.linear_algebra.linear_systems import _term, accepts, generate
from rlvr.verifiers.answers.vectors import read_affine, read_rational, read_vector
from rlvr.verifiers.base import Reason
from rlvr.verifiers.linear_algebra.linear_systems import accepted_forms

SPEC = rlvr.get("linear-systems")
SEEDS = st.integers(0, 10**9)
LEVELS = st.sampled_from(SPEC.levels)
GOOD = {"kinds": "solve", "rows": 3, "columns": 3, "largest": 9, "denominator": 2, "free": 1}
X = {
    "kind": "solve",
    "A": [[1, 2, 0], [0, 0, 1]],
    "b": [3, 5],
}  # (3 - 2*t, t, 5)


@settings(max_examples=60)
@given(LEVELS, SEEDS)
def test_sympy_agrees(level, seed):
    task = SPEC.task(level, seed)
    problem = task.payload["problem"]
    k = sympy.Symbol("k")
    a = sympy.Matrix(problem["A"])
    b = sympy.Matrix([k if v == "k" else v for v in problem["b"]])
    flat = task.prompt.replace(" ", "").replace("\n", "")
    assert f"A={problem['A']}".replace(" ", "") in flat
    assert f"b={problem['b']}".replace(" ", "").replace("'", "") in flat
    symbols = sympy.symbols(f"x1:{a.cols + 1}")
    if problem["kind"] == "parameter":
        solution = sympy.solve(list(a * sympy.Matrix(symbols) - b), [*symbols, k], dict=True)
        assert solution[0][k] == sympy.Rational(task.answer)
        return
    solutions = sympy.linsolve((a, b), *symbols)
    if not solutions:
        assert task.answer == ("none" if problem["kind"] == "count" else "no solution")
        return
    (general,) = solutions
    free = set().union(*(value.free_symbols for value in general))
    if problem["kind"] == "count":
        assert task.answer == ("many" if free else "one")
        return
    given = sympy.Matrix(sympy.sympify(task.answer.replace("(", "[").replace(")", "]")))
    assert (a * given - b).expand() == sympy.zeros(a.rows, 1)
    names = sorted(given.free_symbols, key=str)
    assert len(names) == len(free)
    assert (given.jacobian(names).rank() if names else 0) == len(free)


@settings(max_examples=40)
@given(LEVELS, SEEDS)
def test_every_row_operation_of_the_worked_solution_is_true(level, seed):
    task = SPEC.task(level, seed)
    if task.payload["problem"]["kind"] == "parameter":
        return
    problem = task.payload["problem"]
    rows = [sympy.Matrix([[*row, b]]) for row, b in zip(problem["A"], problem["b"], strict=True)]
    for line in task.trace.splitlines()[1:]:
        if swap := re.fullmatch(r"R(\d) <-> R(\d)", line):
            i, j = (int(n) - 1 for n in swap.groups())
            rows[i], rows[j] = rows[j], rows[i]
        elif step := re.fullmatch(r"R(\d) := (.*) = \[(.*) \| (.*)\]", line):
            names = {f"R{i + 1}": row for i, row in enumerate(rows)}
            value = eval(re.sub(r"(?<![R0-9])([0-9]+)", r"sympy.Integer(\1)", step[2]), {"sympy": sympy}, names)
            assert list(value) == [sympy.Rational(v) for v in f"{step[3]}, {step[4]}".split(", ")], line
            rows[int(step[1]) - 1] = value


def test_all_kinds_and_outcomes_occur():
    answers = [SPEC.task(3, seed) for seed in range(200)]
    assert {task.payload["problem"]["kind"] for task in answers} == {"solve", "count", "parameter"}
    texts = [task.answer for task in answers]
    assert {"none", "one", "many", "no solution"} <= set(texts)
    assert sum("t" in text and text.startswith("(") for text in texts) > 20


def test_every_way_to_write_the_family_is_right():
    payload = {"problem": X}
    for right in (
        "(3 - 2*t, t, 5)",
        "(3-2t, t, 5)",
        "(1 + t, 1 - t/2, 5)",
        "[1 + 2a, 1 - a, 5]",
        "3 - 2*t, t, 5",
        "(3 - \\frac{4}{2} t, t, 5)",
        "(-1 + (2/3)s, 2 - 1/3*s, 5.0)",
        "(2t/2, 3/2 - 1/2*t, 5)",
    ):
        assert SPEC.verify_answer(payload, right).passed, right
    for wrong in (
        "(3, 0, 5)",
        "(3 - 2*t, t, t)",
        "(3 - t, t, 5)",
        "(1 - 2*t, t, 5)",
        "(3 - 2*t, t)",
        "(3 - 2*s, t, 5)",
        "no solution",
        "(3 - 2*t, t, 5, 0)",
        "(t, t, t)",
    ):
        assert SPEC.verify_answer(payload, wrong).reason is Reason.WRONG, wrong
        assert not accepts(payload, wrong), wrong
    for unreadable in (
        "(3 - 1/2t, t, 5)",
        "(3 - 2*t*t, t, 5)",
        "(3 2*t, t, 5)",
        "()",
        "(,,)",
        "3 - 2*t, t, 5)",
    ):
        assert SPEC.verify_answer(payload, unreadable).reason is Reason.UNPARSABLE, unreadable
        assert not accepts(payload, unreadable), unreadable


@given(LEVELS, SEEDS)
def test_forms_of_a_right_answer(level, seed):
    task = SPEC.task(level, seed)
    for form in accepted_forms(task.answer):
        assert SPEC.verify_answer(task.payload, form).passed, form


def test_answers_of_other_seeds_are_judged_alike_by_both_checks():
    tasks = [SPEC.task(level, seed) for level in SPEC.levels for seed in range(15)]
    for task in tasks:
        for other in random.Random(task.seed).sample(tasks, 10):
            assert SPEC.verify_answer(task.payload, other.answer).passed == accepts(task.payload, other.answer)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("3/4", Fraction(3, 4)),
        ("-0.25", Fraction(-1, 4)),
        ("\\frac{-1}{2}", Fraction(-1, 2)),
        ("1/0", None),
        ("1/2/3", None),
        ("1e5", None),
        ("٣", None),
        ("", None),
        ("9" * 5000, None),
        ("+7", Fraction(7)),
    ],
)
def test_readers(text, value):
    assert read_rational(text) == value


@given(st.text(alphabet="()[]0123456789/*+-., ts\\frac{}", max_size=40))
def test_readers_never_raise_and_agree(text):
    vector, affine = read_vector(text), read_affine(text)
    if vector is not None and affine is not None:
        assert affine == (vector, [])


def test_the_order_of_the_equations_does_not_change_the_fingerprint():
    draft = generate(random.Random(1), kinds="solve", rows=3, columns=3, largest=9, denominator=1, free=1)
    _kind, pairs = draft.canonical
    assert sorted(pairs, key=str) == pairs
    problem = draft.payload["problem"]
    assert sorted(map(str, pairs)) == sorted(
        str([r, b]) for r, b in zip(problem["A"], problem["b"], strict=True)
    )
    assert len({str(SPEC.task(2, seed).fingerprint) for seed in range(100)}) == 100


@pytest.mark.parametrize(
    "bad",
    [
        {"kinds": "any"},
        {"kinds": ""},
        {"rows": 1},
        {"columns": 9},
        {"largest": 3},
        {"denominator": 0},
        {"free": 3},
        {"free": 0},
    ],
)
def test_bad_parameters(bad):
    params = {key: value for key, value in GOOD.items() if key != "level"} | bad
    with pytest.raises(ValueError, match=r"need|kinds"):
        generate(random.Random(0), **params)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("t/2", (Fraction(1, 2), "t")),
        ("t/3*1", (Fraction(1, 3), "t")),
        ("1/2*3", (Fraction(3, 2), "")),
        ("3 t / 4", (Fraction(3, 4), "t")),
        ("(1/2)t", (Fraction(1, 2), "t")),
        ("1/2t", None),  # read in two ways
        ("3/0", None),
        ("3/t", None),
        ("2*", None),
        ("t t", None),
        ("2 3", None),
    ],
)
def test_terms_of_a_family_of_solutions(text: str, expected: tuple[Fraction, str] | None) -> None:
    assert _term(text) == expected
