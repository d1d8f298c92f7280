"""Factoring, expanding and solving polynomials: against sympy, line by line, and near misses by name."""

from __future__ import annotations

import re

import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st

import rlvr
from rlvr.generators.algebra import polynomials
from rlvr.verifiers.base import Reason

FACTORING, EXPANSION, EQUATIONS = map(
    rlvr.get, ("polynomial-factoring", "polynomial-expansion", "polynomial-equations")
)
ALL = pytest.mark.parametrize("spec", [FACTORING, EXPANSION, EQUATIONS], ids=lambda spec: spec.id)
SEEDS = st.integers(0, 10**9)
LEVELS = st.sampled_from(FACTORING.levels)


def value_of(text):
    """Sympy's reading of a formula that a generator made."""
    assert re.fullmatch(r"[-+*/^() a-z0-9]+", text)
    names = {name: sympy.Symbol(name) for name in "abcdefghjklmnopqrstuvwxyz"}
    return sympy.parse_expr(text.replace("^", "**"), local_dict={**names, "i": sympy.I, "sqrt": sympy.sqrt})


def lines_of(task):
    *lines, marked = task.trace.splitlines()
    assert marked == f"<answer>{task.answer}</answer>"
    return lines


@settings(max_examples=30)
@given(LEVELS, SEEDS)
def test_factorizations_are_those_of_sympy(level, seed):
    task = FACTORING.task(level, seed)
    polynomial = value_of(task.payload["problem"]["polynomial"])
    assert task.payload["problem"]["polynomial"] in task.prompt
    assert sympy.expand(value_of(task.answer) - polynomial) == 0
    constant, factors = sympy.factor_list(polynomial)
    product = sympy.Mul(constant, *(factor**power for factor, power in factors))
    assert FACTORING.verify_answer(task.payload, str(product).replace("**", "^")).passed


@settings(max_examples=30)
@given(LEVELS, SEEDS)
def test_every_product_in_the_worked_factorization_is_the_polynomial(level, seed):
    task = FACTORING.task(level, seed)
    polynomial = value_of(task.payload["problem"]["polynomial"])
    products = [line[2:] for line in lines_of(task) if line.startswith("= ")]
    assert products
    assert all(sympy.expand(value_of(product) - polynomial) == 0 for product in products)
    assert products[-1] == task.answer


def factoring(polynomial, gold, *names):
    return {"problem": {"polynomial": polynomial, "variables": list(names)}, "gold": {"text": gold}}


@pytest.mark.parametrize(
    ("payload", "right", "wrong"),
    [
        (
            factoring("6*x^2 - 6", "6*(x - 1)*(x + 1)", "x"),
            [
                "6(x+1)(x-1)",
                "-6*(1 - x)*(x + 1)",
                "2*3*(x - 1)*(x + 1)",
                "(x-1)*6*(1+x)",
                "((x + 1)*6)*(x - 1)",
            ],
            [
                "6*x^2 - 6",
                "6*(x^2 - 1)",
                "(6*x - 6)*(x + 1)",
                "2*(3*x - 3)*(x + 1)",
                "12*(x - 1)*(x/2 + 1/2)",
                "6*(x - 1)*(x - 1)",
                "-6*(x - 1)*(x + 1)",
                "6*(x - 1)",
                "6*(x^4 - 1)/(x^2 + 1)",
                "",
                "6*(x-1)*(x+1",
            ],
        ),
        (
            factoring("4*a^2 + 4*a*b + b^2", "(2*a + b)^2", "a", "b"),
            ["(2a+b)(2a+b)", "(b + 2*a)^2", "(-2*a - b)^2", "(2*a+b)**2"],
            [
                "(2*a + b)",
                "(2*a - b)^2",
                "(2*a + b)^3",
                "4*a^2 + 4*a*b + b^2",
                "(2*a+b)^2.0",
                "(2*a + b)^(1/1)",
            ],
        ),
        (
            factoring("x^4 + 4", "(x^2 - 2*x + 2)*(x^2 + 2*x + 2)", "x"),
            ["(2+x^2+2x)(x^2-2x+2)"],
            ["x^4+4", "(x^2+2)^2-4*x^2"],
        ),
    ],
)
def test_complete_factorizations_by_name(payload, right, wrong):
    for answer in right:
        assert FACTORING.verify_answer(payload, answer).passed, answer
        assert FACTORING.confirms(payload, answer), answer
    for answer in wrong:
        assert FACTORING.verify_answer(payload, answer).score == 0.0, answer
        assert not FACTORING.confirms(payload, answer), answer


def test_half_done_factorizations_are_told_what_is_missing():
    verdict = FACTORING.verify_answer(factoring("6*x^2 - 6", "6*(x - 1)*(x + 1)", "x"), "6*(x^2 - 1)")
    assert verdict.reason is Reason.ILLEGAL
    assert "completely" in verdict.message


@settings(max_examples=200)
@given(st.lists(st.integers(-9, 9), min_size=2, max_size=7).filter(lambda c: c[-1] and c[0]))
def test_proofs_of_irreducibility(coefficients):
    poly = polynomials.primitive(coefficients)
    if polynomials.proven_irreducible(poly):
        assert sympy.Poly(poly[::-1], sympy.Symbol("x")).is_irreducible
    elif len(poly) <= 4:
        assert not sympy.Poly(poly[::-1], sympy.Symbol("x")).is_irreducible


@settings(max_examples=30)
@given(LEVELS, SEEDS)
def test_expansions_and_all_lines_are_right(level, seed):
    task = EXPANSION.task(level, seed)
    problem = value_of(task.payload["problem"]["expression"])
    x = task.payload["problem"]["variables"]
    point = dict(
        zip(
            map(sympy.Symbol, x), (sympy.Rational(7, 3), sympy.Integer(-5), sympy.Rational(11, 2)), strict=False
        )
    )
    assert problem.subs(point) == value_of(task.answer).subs(point)
    if level <= 3:
        assert sympy.expand(problem) == value_of(task.answer)
    for line in lines_of(task):
        values = {value_of(side).subs(point) for side in line.removeprefix("product: ").split(" = ")}
        assert len(values) == 1
    assert "(" not in task.answer


@pytest.mark.parametrize(
    ("answer", "passed"),
    [
        *(("2*x^2 + x*y - 3*y^2", True), ("x*y - 3y^2 + 2x^2", True), ("-3*y^2 + x*y + 2*x*2", False)),
        *(
            ("(x - y)*(2*x + 3*y)", False),
            ("2*x*x + x*y - 3*y^2", False),
            ("2*x^2 + 2*x*y - x*y - 3*y^2", False),
        ),
        *(("x^2 + x^2 + x*y - 3*y^2", False), ("2*x^2 + x*y - 3*y^2 + 0", False), ("2*x^2 + x*y - 3*y", False)),
        *(("2*x^2 + y*(x - 3*y)", False), ("4/2*x^2 + x*y - 3*y^2", False), ("2*x^2 + x*y - 3*y^2 = 0", False)),
    ],
)
def test_the_expanded_form_is_demanded(answer, passed):
    payload = {"problem": {"expression": "(x - y)*(2*x + 3*y)", "variables": ["x", "y"]}, "gold": {}}
    assert EXPANSION.verify_answer(payload, answer).passed == EXPANSION.confirms(payload, answer) == passed


@settings(max_examples=25)
@given(LEVELS, SEEDS)
def test_solution_sets_are_those_of_sympy(level, seed):
    task = EQUATIONS.task(level, seed)
    left, right = (value_of(side) for side in task.payload["problem"]["equation"].split(" = "))
    (name,) = (left - right).free_symbols
    domain = task.payload["problem"]["domain"]
    wanted = sympy.roots(sympy.Poly(left - right, name))
    assert sum(wanted.values()) == sympy.degree(left - right, name)
    given = [value_of(text) for text in task.answer.strip("{}").split(", ")]
    found = [root for root in wanted if domain == "complex" or sympy.im(root.evalf(40)) == 0]
    assert len(given) == len(found)
    for value in given:
        assert min(abs((value - root).evalf(40)) for root in found) < 1e-30
    lines_of(task)


@given(LEVELS, SEEDS)
def test_sets_in_other_orders_and_forms(level, seed):
    task = EQUATIONS.task(level, seed)
    members = task.answer.strip("{}").split(", ")
    name = re.search(r"[a-z]", task.payload["problem"]["equation"])[0]
    for answer in (
        "{" + ", ".join(reversed(members)) + "}",
        ", ".join(members),
        " or ".join(f"{name} = {m}" for m in members),
    ):
        assert EQUATIONS.verify_answer(task.payload, answer).passed
    for i in range(len(members)):
        for other in (
            [*members[:i], *members[i + 1 :]],
            [*members[:i], f"-({members[i]})", *members[i + 1 :], "12345"],
        ):
            assert not EQUATIONS.verify_answer(task.payload, "{" + ", ".join(other) + "}").passed


def test_both_domains_and_all_kinds_of_solutions_occur():
    tasks = [EQUATIONS.task(5, seed) for seed in range(80)]
    assert {task.payload["problem"]["domain"] for task in tasks} == {"real", "complex"}
    assert any("i*sqrt" in task.answer for task in tasks)
    assert any(re.search(r"[^*]sqrt", task.answer) for task in tasks)
    assert any(re.search(r"[0-9]\*i[ ,}]", task.answer) for task in tasks)


def test_names_of_variables_do_not_count():
    fingerprints = {}
    for seed in range(4000):
        task = EXPANSION.task(1, seed, params={"largest": 2})
        names = task.payload["problem"]["variables"]
        shown = re.sub(
            r"[a-z]", lambda m, names=names: "xyz"[names.index(m[0])], task.payload["problem"]["expression"]
        )
        assert fingerprints.setdefault(shown, task.fingerprint) == task.fingerprint
    assert len(set(fingerprints.values())) == len(fingerprints)


@ALL
@settings(max_examples=60)
@given(LEVELS, SEEDS, st.text("0123456789xyabi+-*/^(){}, sqrt", max_size=30))
def test_verifier_and_second_checker_agree_on_any_text(spec, level, seed, text):
    task = spec.task(level, seed)
    assert spec.verify_answer(task.payload, text).passed == spec.confirms(task.payload, text)
    mutant = task.answer[: len(text)] + text[:2] + task.answer[len(text) :]
    if spec is not EQUATIONS:
        assert spec.verify_answer(task.payload, mutant).passed == spec.confirms(task.payload, mutant)


@ALL
@pytest.mark.parametrize(
    "text",
    [
        "x^" * 2000 + "x",
        "(x+1)^64*" * 400 + "x",
        "(" * 4000,
        "((x^9)^9)^9",
        "9^9^9^9",
        "1/" * 2000 + "1",
        "-" * 4000 + "x",
        "(((9^60)^60)^60)^60",
        "x+" * 2000 + "x",
        "\x00",
        "\ud800",
        "x" * 10**6,
    ],
)
def test_hostile_formulas(spec, text):
    assert spec.verify_answer(spec.task(3, 1).payload, text).score == 0.0
    if len(text) <= 4096:
        assert not spec.confirms(spec.task(3, 1).payload, text)


@ALL
@pytest.mark.parametrize(
    "change", [{"degree": 0}, {"degree": 99}, {"kinds": "other"}, {"leading": 0}, {"terms": 1}, {"power": 0}]
)
def test_bad_parameters_are_named(spec, change):
    if set(change) <= set(spec.params(3)):
        with pytest.raises(ValueError, match="|".join(change)):
            spec.task(3, 0, params=change)
