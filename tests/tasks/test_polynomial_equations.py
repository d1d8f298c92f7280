"""Polynomial equations: solutions of the prompt's equation are counted by sympy and put in with 40 digits."""

from __future__ import annotations

import re

import mpmath
import pytest
import sympy
from formulas import FormulaPromises, value
from hypothesis import given, settings
from hypothesis import strategies as st

from rlvr.conformance.worked_lines import calculated

X = sympy.Poly(sympy.Symbol("x"))
ROOTS, IMAGINARY = "; write square roots as sqrt(5)", " and the imaginary unit as i"
ASKED = (
    r"Find all (?P<d>real|complex) solutions of (?P<l>.+) = (?P<r>.+)\nGive",
    r"Solve over the (?P<d>real|complex) numbers: (?P<l>.+) = (?P<r>.+)\nGive",
    r"(?P<l>.+) = (?P<r>.+)\n\nFor which (?P<d>real|complex) numbers (?P<name>[a-z]) is this true\? Give",
)
FORM = r"Give the set of all (real|complex) solutions, each once, such as \{-1/2, 3\}, with exact values(.*)\."
SEEDS = st.integers(0, 10**9)


def read(equation):
    """Left side less right side, and the name of the unknown."""
    (name,) = set(re.findall("[a-z]", equation))
    left, right = (X * 0 + value(side, int, **{name: X}) for side in equation.split(" = "))
    return left - right, name


def numbers(texts):
    return [value(text, mpmath.mpf, i=mpmath.mpc(0, 1), sqrt=mpmath.sqrt) for text in texts]


class TestPolynomialEquations(FormulaPromises):
    id = "polynomial-equations"
    alphabet = "0123456789xi+-*/^(){}, sqrt"
    wrong = ("", "{{1234567}}", "about {}", "{} or 12345")
    calculates = False  # with a name in each line: see below

    def oracle(self, prompt):
        asked = next(filter(None, (re.match(pattern, prompt) for pattern in ASKED)))
        polynomial, name = read(f"{asked['l']} = {asked['r']}")
        domain, more = re.search(FORM, prompt).groups()
        assert asked["d"] == domain
        assert asked.groupdict().get("name", name) == name
        assert more in (ROOTS * roots + IMAGINARY * (domain == "complex") for roots in (0, 1))
        simple = polynomial.quo(polynomial.gcd(polynomial.diff()))
        return polynomial, domain, simple.degree() if domain == "complex" else simple.count_roots(), more

    def agrees(self, found, task):
        polynomial, domain, count, more = found
        assert ROOTS in more or "sqrt" not in task.answer
        assert count > 1 or polynomial.degree() > 2
        coefficients = [int(c) for c in polynomial.all_coeffs()]
        with mpmath.workdps(40):
            values = numbers(task.answer.strip("{}").split(", "))
            vanish = all(
                abs(mpmath.polyval(coefficients, v)) < 1e-15 * sum(map(abs, coefficients)) for v in values
            )
            apart = all(abs(a - b) > 1e-15 for i, a in enumerate(values) for b in values[:i])
            real = all(abs(mpmath.im(v)) < 1e-30 for v in values)
            return len(values) == count and apart and vanish and (real or domain == "complex")

    @settings(max_examples=30)
    @given(SEEDS)
    def test_every_step_of_the_worked_solution(self, seed):
        for level in self.spec.levels:
            task = self.spec.task(level, seed)
            rest, name = read(task.payload["problem"]["equation"])
            rest = rest.primitive()[1] * (1 if rest.LC() > 0 else -1)
            domain = task.payload["problem"]["domain"]
            for line in task.trace.splitlines()[:-1]:
                if shown := re.fullmatch(r"all on one side, over a number: (.*)", line):
                    assert read(shown[1])[0] == rest
                elif split := re.fullmatch(rf"(?:{name} = (\S+) gives 0, so )?\((.*)\)\*\((.*)\) = 0", line):
                    first, second = (X * 0 + value(text, int, **{name: X}) for text in split.groups()[1:])
                    assert first * second == rest
                    if split[1]:
                        assert first.eval(sympy.Rational(split[1])) == 0
                        rest = second
                elif whole := re.fullmatch(rf"(.* = 0) is quadratic in {name}\^2", line):
                    assert read(whole[1])[0] == rest
                else:
                    solved = re.fullmatch(
                        rf"(.* = 0): discriminant (.*) = (-?\d+), (so {name} = |no real )(.*)", line
                    )
                    factor = read(solved[1])[0]
                    assert calculated(solved[2]) == int(solved[3]) == factor.discriminant()
                    assert (solved[5] == "solution") == (int(solved[3]) < 0 and domain == "real")
                    zeros = numbers(solved[5].split(" or ")) if "so" in solved[4] else []
                    coefficients = [int(c) for c in factor.all_coeffs()]
                    assert all(abs(mpmath.polyval(coefficients, zero)) < 1e-6 for zero in zeros)

    @settings(max_examples=30)
    @given(st.integers(1, 7), SEEDS)
    def test_sets_in_other_orders_and_without_a_member(self, level, seed):
        task = self.spec.task(level, seed)
        members = task.answer.strip("{}").split(", ")
        name = read(task.payload["problem"]["equation"])[1]
        others = ("{" + ", ".join(reversed(members)) + "}", " or ".join(f"{name} = {m}" for m in members))
        assert all(self.spec.verify_answer(task.payload, answer).passed for answer in others)
        for i in range(len(members)):
            fewer = [*members[:i], *members[i + 1 :]]
            for other in (fewer, [*fewer, f"-({members[i]})", "12345"]):
                assert not self.spec.verify_answer(task.payload, "{" + ", ".join(other) + "}").passed

    def test_both_domains_and_all_kinds_of_solutions_occur(self):
        tasks = [self.spec.task(5, seed) for seed in range(80)]
        assert {task.payload["problem"]["domain"] for task in tasks} == {"real", "complex"}
        for kind in (r"i\*sqrt", r"[^*]sqrt", r"[0-9]\*i[ ,}]"):
            assert any(re.search(kind, task.answer) for task in tasks), kind

    @pytest.mark.parametrize("kind", ["rational", "radical", "complex", "biquadratic"])
    def test_each_kind_alone(self, kind):
        for seed in range(15):
            task = self.spec.task(4, seed, params={"kinds": kind, "degree": 4})
            polynomial = read(task.payload["problem"]["equation"])[0]
            found = [
                factor.discriminant() > 0 for factor, _ in polynomial.factor_list()[1] if factor.degree() == 2
            ]
            if kind == "biquadratic":
                assert all(degree % 2 == 0 for (degree,) in polynomial.as_dict())
            else:
                assert found == {"rational": [], "radical": [True], "complex": [False]}[kind]

    def test_equations_are_the_same_over_a_number_and_in_another_unknown(self):
        def key(p):
            polynomial = read(p["equation"])[0].primitive()[1]
            return p["domain"], max(tuple(polynomial.all_coeffs()), tuple((-polynomial).all_coeffs()))

        self.same_problems(key, value=4)
