"""Products, determinants, inverses, ranks and eigenvalues: sympy's own, worked solutions, forms, near misses."""

from __future__ import annotations

import importlib
import random
import re

import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st

import rlvr
from rlvr.generators import constant_values
from rlvr.generators.linear_algebra import readers

NAMES = ("matrix-product", "determinant", "matrix-inverse", "matrix-rank", "eigenvalues")
SPECS = {name: rlvr.get(name) for name in NAMES}
SEEDS = st.integers(0, 10**9)
LEVELS = st.integers(1, 7)
ANY = st.sampled_from(NAMES)


def module_of(name):
    return importlib.import_module(f"rlvr.generators.linear_algebra.{name.replace('-', '_')}")


def matrix(rows):
    """A sympy matrix of a list of rows, of its text, or of a column's text."""
    if isinstance(rows, str) and rows.startswith("("):
        rows = [[a] for a in rows.strip("()").split(",")]
    elif isinstance(rows, str):
        rows = [row.split(",") for row in re.findall(r"\[([^\[\]]+)\]", rows)]
    return sympy.Matrix([[sympy.Rational(str(a).strip()) for a in row] for row in rows])


def is_true(equation):
    """Whether all sides of a line of arithmetic are equal."""
    values = {sympy.sympify(re.sub(r"\b([0-9]+)\b", r"Integer(\1)", side)) for side in equation.split(" = ")}
    return len(values) == 1


@settings(max_examples=50)
@given(LEVELS, SEEDS)
def test_products_against_sympy(level, seed):
    task = SPECS["matrix-product"].task(level, seed)
    problem = task.payload["problem"]
    values = {name: matrix(rows) for name, rows in problem["matrices"].items()}
    for name, rows in problem["matrices"].items():
        assert f"{name} = {rows}".replace("'", "") in task.prompt
    assert problem["expression"] in task.prompt
    code = re.sub(r"\^T", ".T", problem["expression"]).replace("^", "**")
    assert eval(code, {}, values) == matrix(task.answer)


@settings(max_examples=50)
@given(LEVELS, SEEDS)
def test_every_sum_in_the_worked_products_is_true(level, seed):
    task = SPECS["matrix-product"].task(level, seed)
    lines = [line for line in task.trace.splitlines() if line.startswith("row")]
    assert lines
    for line in lines[-3:]:
        assert all(is_true(equation) for equation in line.partition(": ")[2].split(", "))


@settings(max_examples=60)
@given(LEVELS, SEEDS)
def test_determinants_against_sympy(level, seed):
    task = SPECS["determinant"].task(level, seed)
    problem = task.payload["problem"]
    rows = matrix(problem["matrix"])
    if problem["kind"] == "value":
        assert rows.det() == sympy.Rational(task.answer)
    else:
        i, j = problem["place"]
        rows[i, j] = k = sympy.Symbol("k")
        polynomial = sympy.expand(rows.det() - sympy.Rational(problem["determinant"]))
        assert sympy.solve(polynomial, k) == [sympy.Rational(task.answer)]
        assert f"the determinant {problem['determinant']}?" in task.prompt
    last = task.trace.splitlines()[-2]
    assert last.endswith(f"= {task.answer}")
    for line in re.findall(r"^(?:det A|det M|k) = [-+*/() 0-9=]+$", task.trace, re.M):
        assert is_true(line.partition(" = ")[2])


@settings(max_examples=50)
@given(LEVELS, SEEDS)
def test_inverses_and_matrix_equations_against_sympy(level, seed):
    task = SPECS["matrix-inverse"].task(level, seed)
    problem = task.payload["problem"]
    a, x = matrix(problem["A"]), matrix(task.answer)
    if problem["kind"] == "inverse":
        assert x == a.inv()
    elif problem["kind"] == "left":
        assert x == a.LUsolve(matrix(problem["B"]))
    else:
        assert x == matrix(problem["B"]) * a.inv()


@settings(max_examples=50)
@given(LEVELS, SEEDS)
def test_ranks_and_echelon_forms_against_sympy(level, seed):
    task = SPECS["matrix-rank"].task(level, seed)
    problem = task.payload["problem"]
    rows = matrix(problem["matrix"])
    assert str(problem["matrix"]) in task.prompt
    form, pivots = rows.rref()
    if problem["kind"] == "pair":
        assert task.answer == f"({rows.rank()}, {len(rows.nullspace())})"
    elif problem["kind"] == "pivots":
        assert task.answer == ", ".join(str(i + 1) for i in pivots)
    else:
        assert matrix(task.answer) == form


@settings(max_examples=40)
@given(LEVELS, SEEDS)
def test_eigenvalues_against_sympy(level, seed):
    task = SPECS["eigenvalues"].task(level, seed)
    problem = task.payload["problem"]
    rows = matrix(problem["matrix"])
    if problem["kind"] == "vector":
        vector = sympy.Matrix([sympy.Rational(v) for v in task.answer.strip("()").split(",")])
        assert any(vector)
        assert rows * vector == sympy.Rational(problem["eigenvalue"]) * vector
        return
    x = sympy.Symbol("x")
    parts = task.answer.strip("{}").split(", ")
    roots = [sympy.sympify(re.sub(r"(\d*)i\b", lambda m: f"{m[1] or 1}*I", part)) for part in parts]
    polynomial = sympy.expand(sympy.prod(x - root for root in roots))
    assert sympy.expand(polynomial - rows.charpoly(x).as_expr()) == 0
    stated = re.search(r"p\(x\) = (.*)", task.trace)[1]
    assert sympy.expand(sympy.sympify(stated.replace("^", "**")) - polynomial) == 0


@settings(max_examples=60)
@given(ANY, LEVELS, SEEDS)
def test_reference_passes_and_other_answers_are_judged_alike(name, level, seed):
    spec, accepts = SPECS[name], module_of(name).accepts
    task = spec.task(level, seed)
    assert spec.verify_answer(task.payload, task.answer).passed
    assert accepts(task.payload, task.answer)
    for other in (spec.task(level, seed + i).answer for i in range(1, 6)):
        assert spec.verify_answer(task.payload, other).passed == accepts(task.payload, other)


def test_any_multiple_of_an_eigenvector_is_right_and_nothing_else():
    payload = {"problem": {"kind": "vector", "matrix": [[2, 1], [0, 3]], "eigenvalue": "3"}}
    spec = SPECS["eigenvalues"]
    for right in ("(1, 1)", "[-2, -2]", "0.5, 1/2", "(\\frac{1}{3}, 1/3)"):
        assert spec.verify_answer(payload, right).passed, right
    for wrong in ("(0, 0)", "(1, 0)", "(1, 2)", "(1, 1, 1)", "(1)", "1", "(x, x)", "(1, 1"):
        assert not spec.verify_answer(payload, wrong).passed, wrong


def test_multiplicity_and_conjugates_count():
    spec = SPECS["eigenvalues"]
    payload = {
        "problem": {"kind": "values", "matrix": [[2, 0, 0], [0, 2, 0], [0, 0, 5]]},
        "gold": {"text": "{2, 2, 5}", "kind": "multiset"},
    }
    assert spec.verify_answer(payload, "{2, 5, 2}").passed
    for wrong in ("{2, 5}", "{2, 5, 5}", "{2, 2, 5, 5}", "{-2, -2, 5}"):
        assert not spec.verify_answer(payload, wrong).passed, wrong
    payload["problem"]["matrix"] = [[1, -4], [1, 1]]
    payload["gold"]["text"] = "{1 + 2i, 1 - 2i}"
    assert spec.verify_answer(payload, "{1 - 2i, 1 + 2i}").passed
    for wrong in ("{1 + 2i, 1 + 2i}", "{1 + 2i}", "{1 + i, 1 - i}"):
        assert not spec.verify_answer(payload, wrong).passed, wrong


def test_a_determinant_must_be_in_lowest_terms():
    spec = SPECS["determinant"]
    task = next(t for t in (spec.task(4, s) for s in range(50)) if "/" in t.answer)
    top, bottom = map(int, task.answer.split("/"))
    assert not spec.verify_answer(task.payload, f"{2 * top}/{2 * bottom}").passed
    assert not module_of("determinant").accepts(task.payload, f"{2 * top}/{2 * bottom}")


@given(SEEDS)
def test_transposed_matrices_are_one_problem_for_determinants_and_eigenvalues(seed):
    for name in ("determinant", "eigenvalues"):
        draft = module_of(name).generate(random.Random(seed), **SPECS[name].params(1))
        rows = draft.payload["problem"]["matrix"]
        turned = [list(column) for column in zip(*rows, strict=True)]
        assert draft.canonical[1] == min(rows, turned, key=str)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("[[1, 2], [3/4, -0.5]]", "[[1, 2], [3/4, -1/2]]"),
        ("[[1,2],[3,4]]", "[[1, 2], [3, 4]]"),
        *(
            (bad, None)
            for bad in ("[[1, 2], [3]]", "[1, 2]", "[[1 2]]", "[[]]", "", "[", "[[1, 2]", "[[1/0]]", "[[٣]]")
        ),
    ],
)
def test_the_reader_of_matrices(text, value):
    found = readers.read_matrix(text)
    assert found is None if value is None else sympy.Matrix(found) == matrix(value)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("2sqrt(3)", 2 * sympy.sqrt(3)),
        ("pi/2 - 1", sympy.pi / 2 - 1),
        ("(1 + sqrt(5))/2", sympy.GoldenRatio),
        ("3 - 2i", 3 - 2 * sympy.I),
        ("-2^2", -4),
        ("(2)(3)", 6),
        ("sqrt(2)^2", 2),
        ("1/(1 + i)", (1 - sympy.I) / 2),
    ],
)
def test_values_of_constants(text, value):
    found = constant_values.value_of(text)
    real, imaginary = sympy.sympify(value).as_real_imag()
    assert abs(sympy.Float(str(found[0]), 45) - real.evalf(45)) < 1e-40
    assert abs(sympy.Float(str(found[1]), 45) - imaginary.evalf(45)) < 1e-40


@given(st.text(alphabet="0123456789+-*/^()sqrtpi. ", max_size=30))
def test_values_of_constants_never_raise(text):
    constant_values.value_of(text)


@pytest.mark.parametrize(
    "text",
    ["", "1/0", "sqrt(-1)", "2 3", "sqrt 2", "1/2pi", "(1", "1)", "e", "9^999", "(" * 300, "1/(pi - pi)"],
)
def test_no_values(text):
    assert constant_values.value_of(text) is None


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("bad", [{"kinds": "none of them"}, {"kinds": ""}, {"largest": 0}, {"size": 1}])
def test_bad_parameters(name, bad):
    params = SPECS[name].params(3)
    if name == "matrix-rank" and "size" in bad:
        bad = {"rows": 1}
    with pytest.raises(ValueError, match=r"need|kinds"):
        module_of(name).generate(random.Random(0), **(params | bad))
