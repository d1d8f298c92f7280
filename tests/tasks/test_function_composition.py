"""Compositions of functions: the functions of the prompt are run by Python, on exact fractions."""

from __future__ import annotations

import re
from fractions import Fraction
from math import gcd

import pytest
import sympy
from formulas import FormulaPromises, value
from hypothesis import given, settings
from hypothesis import strategies as st

NUMBER = "Give an integer, or a fraction in lowest terms such as -3/4."
POLYNOMIAL = "Give it as a polynomial in x, multiplied out and with like terms collected."
FRACTION = (
    "Give it as one fraction in lowest terms: two polynomials in x with integer coefficients and without a common "
    "factor, numbers included; a polynomial alone if the denominator is 1."
)
POINTS = [
    Fraction(n, 1009) for n in (-7301, -4012, -511, -97, 88, 640, 1730, 3301, 5225, 9917)
]  # no pole of small numbers
X = sympy.Poly(sympy.Symbol("x"))


def tables(prompt):
    """The pairs of each function that is given by a table, such as ``f(1) = 4, f(2) = 7``."""
    found = {}
    for name, x, y in re.findall(r"([fg])\(([0-9]+)\) = ([0-9]+)", prompt):
        found.setdefault(name, []).append((int(x), int(y)))
    return found


def by_cases(x, prompt):
    """The value at the integer x of a function that is given by cases."""
    cases = re.findall(r"f\(x\) = ([^;]*?) if x (?:is (even|odd)|= ([0-9]) modulo ([0-9]))[;.]", prompt)
    met = [
        text
        for text, parity, rest, modulus in cases
        if (parity and x % 2 == (parity == "odd")) or (modulus and x % int(modulus) == int(rest))
    ]
    assert len(met) == 1, "each integer is one case"
    return value(met[0], x=x)


def functions(prompt):
    """Each function as a call, by name; ``f^(-1)`` as ``F``."""
    if "For integers x" in prompt:
        return {"f": lambda x: by_cases(x, prompt)}
    if found := tables(prompt):
        forward = {name: dict(pairs) for name, pairs in found.items()}
        back = {name.upper(): {y: x for x, y in pairs} for name, pairs in found.items()}
        if "^(-1)" in prompt:
            assert all(len(table) == len(forward["f"]) for table in back.values()), "one-to-one"
        return {name: table.__getitem__ for name, table in (forward | back).items()}
    given = re.findall(r"^([fgh])\(x\) = (.*)$", prompt, re.MULTILINE)
    return {name: lambda x, text=text: value(text, x=x) for name, text in given}


def run(applied, prompt, x):
    """What ``g(f(x))`` is, from the text of it and a number in the place of what is inside."""
    known = functions(prompt)
    for name in reversed(applied.replace("^(-1)", "'").rstrip("(").split("(")):
        x = known[name[0].upper() if "'" in name else name](x)
    return x


class TestFunctionComposition(FormulaPromises):
    id = "function-composition"
    alphabet = "0123456789x+-*/^(), "
    wrong = ("", "about {}", "{} or 2", "({})/2", "{} = 0", "{} + 0", "({})*2/2")
    calculates = False  # with names of functions: see below

    def oracle(self, prompt):
        note = "Here f^(-1) and g^(-1) are the inverse functions." in prompt
        assert note == (re.search(r"\^\(-1\)\([fg0-9]", prompt) is not None)
        if found := re.search(r"Find (?:a formula for )?((?:[fgh](?:\^\(-1\))?\()+)(-?[0-9]+|x)\)+\.", prompt):
            if found[2] != "x":
                assert NUMBER in prompt
                return Fraction(run(found[1], prompt, Fraction(found[2])))
            assert (FRACTION if "/" in "".join(re.findall(r"\(x\) = (.*)", prompt)) else POLYNOMIAL) in prompt
            return lambda answer: all(value(answer, x=x) == run(found[1], prompt, x) for x in POINTS)
        if found := re.search(r"for which ((?:[fgh]\()+)x\)+ = (-?[0-9]+)\.", prompt):
            assert NUMBER in prompt
            return lambda answer: run(found[1], prompt, Fraction(answer)) == int(found[2])
        assert "Find a formula for the inverse function f^(-1)(x)." in prompt
        assert FRACTION in prompt
        return lambda answer: all(run("f(", prompt, value(answer, x=x)) == x for x in POINTS)

    def agrees(self, found, task):
        if isinstance(found, Fraction):
            return str(found) == task.answer
        return self.in_form(task.answer, POLYNOMIAL in task.prompt) and found(task.answer)

    def kind(self, task):
        slashes = "/" in "".join(re.findall(r"\(x\) = (.*)", task.prompt))
        kinds = {
            "inverse function f^(-1)(x)": "inverse",
            "for which ": "preimage",
            "For integers x": "cases",
            "(1) = ": "table",
            "formula for": "compose_fractions" if slashes else "compose",
            "g(x) = ": "fraction_value" if slashes else "value",
        }
        return next((kind for text, kind in kinds.items() if text in task.prompt), "iterate")

    def in_form(self, answer, polynomial):
        """Whether a formula is multiplied out, and a fraction of such in lowest terms."""
        sides = [text.strip("()") for text in answer.split("/")]
        polys = [X * 0 + value(side, int, x=X) for side in sides]
        collected = all(
            len(re.split(" [+-] ", side)) == len(poly.terms()) for side, poly in zip(sides, polys, strict=True)
        )
        if not collected or any("(" in side for side in sides) or (polynomial and "(" in answer):
            return False
        if len(polys) == 1 or polynomial:
            return len(polys) == 1
        top, bottom = polys
        numbers = [int(c) for poly in polys for c in poly.all_coeffs()]
        return (top.gcd(bottom).degree() < 1 or not bottom.degree()) and gcd(*numbers) == 1

    def test_groups_of_thousands_may_stand_in_a_polynomial(self):
        problem = {
            "kind": "formula",
            "variables": ["x"],
            "functions": [[[0, 1452], [1]], [[1, 0, 1], [1]]],
            "order": [1, 0],
        }
        payload = {"problem": problem, "gold": {"kind": "polynomial", "text": "1452*x^2 + 1452"}}
        right = ("1,452*x^2 + 1,452", "1,452x^2+1452", "1452*x^2 + 1,452")
        self.takes(
            payload, right, ("1,45*x^2 + 1452", "1 452*x^2 + 1452", "1,4520*x^2 + 1452", "1,452,0*x^2 + 1452")
        )

    @settings(max_examples=30)
    @given(st.integers(0, 10**9))
    def test_every_step_of_the_worked_solution(self, seed):
        for level in self.spec.levels:
            task = self.spec.task(level, seed)
            *lines, _ = task.trace.splitlines()
            for line in lines:
                if found := re.fullmatch(r"([fgh](?:\^\(-1\))?\()(-?[0-9/]+)\) = (-?[0-9/]+)", line):
                    assert run(found[1], task.prompt, Fraction(found[2])) == Fraction(found[3])
                elif found := re.fullmatch(r"([fgh])\(x\) = (\S+) for x = (.*) = (\S+)", line):
                    assert value(found[3]) == Fraction(found[4])
                    assert run(found[1], task.prompt, Fraction(found[4])) == Fraction(found[2])
                elif found := re.fullmatch(r"([fgh])\((.*)\) = (.*) = (.*)", line):
                    for x in POINTS[:3]:
                        wanted = run(found[1], task.prompt, value(found[2], x=x))
                        assert value(found[3], x=x) == value(found[4], x=x) == wanted
                elif found := re.fullmatch(r"put (.*) for x and multiply above and below by (.*): (.*)", line):
                    outer = re.search(r"formula for ([fgh])", task.prompt)[1]
                    top = re.search(rf"^{outer}\(x\) = ([^/\n]*)", task.prompt, re.MULTILINE)[1]
                    for x in POINTS[:3]:
                        assert value(found[3], x=x) == value(task.answer, x=x)
                        above = value(found[3].split("/")[0], x=x)
                        assert above == value(top, x=value(found[1], x=x)) * value(found[2], x=x)
                    assert re.search(rf"\(x\) = {re.escape(found[1])}$", task.prompt, re.MULTILINE)
                else:
                    left, right = re.fullmatch(r"(?:x = f\(y\)|collect y): (.*) = (.*)", line).groups()
                    for x in POINTS[:3]:
                        y = value(task.answer, x=x)
                        assert value(left, x=x, y=y) == value(right, x=x, y=y)

    def test_problems_are_the_same_if_all_numbers_are(self):
        def key(p):
            return repr(sorted(p.items()))

        self.same_problems(key, kinds="iterate inverse", coefficient=2, degree=1)

    @pytest.mark.parametrize(
        ("answer", "passed"),
        [("-3/4", True), ("-6/8", False), ("-0.75", False), ("3/-4", False), ("-3/4 + 0", False)],
    )
    def test_numbers_must_be_worked_out(self, answer, passed):
        facts = {"kind": "value", "functions": [[[-1, 1], [4]]], "order": [0], "start": -2, "variables": ["x"]}
        payload = {"problem": facts, "gold": {"text": "-3/4", "kind": "number"}}
        assert self.spec.verify_answer(payload, answer).passed == self.spec.confirms(payload, answer) == passed
