"""Factoring: sympy factors the polynomial of the prompt; near misses by name, proofs of irreducibility."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction

import sympy
from formulas import FormulaPromises, value
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy.polys.rings import ring

from rlvr.conformance.promises import SEEDS
from rlvr.generators.algebra import polynomials
from rlvr.verifiers.base import Reason

WORDINGS = (
    r"^Factor completely over the integers: (.+)\n"
    r"|^Write (.+) as a product of irreducible polynomials with integer coefficients\.\n"
    r"|^(.+)\n\nFind the complete factorization of this polynomial over the integers\. "
)
FORM = (
    "Take out the greatest common integer factor, and split every other factor until none can be written as a product "
    "of polynomials of lower degree with integer coefficients. Use * for products and ^ for powers.\n"
)
WHY = r"linear|discriminant -?[0-9]+ is no square|no rational zero|no zero and no quadratic factor"
LINE = re.compile(
    r"= .+|common integer: -?[0-9]+|zero at \w = \S+, so divide by .+"
    rf"|(?:divide by .+|the last factor): (?:{WHY}), irreducible"
)
RING, X, Y = ring("x,y", sympy.ZZ)
ONE, Z = ring("z", sympy.ZZ)
IN_TWO = dict.fromkeys("xaump", X) | dict.fromkeys("ybvnq", Y)
IN_ONE = dict.fromkeys("xaump", Z) | dict.fromkeys("ybvnq", 1)
"""Where the second name is 1, homogeneous polynomials have the same factors, and sympy finds them ten times as fast."""


def polynomial(text):
    """The polynomial that a formula is, multiplied out by sympy."""
    return RING(value(text, int, **IN_TWO))


def of(polynomial, gold, *names):
    return {"problem": {"polynomial": polynomial, "variables": list(names)}, "gold": {"text": gold}}


SQUARES, TWO_NAMES = (
    of("6*x^2 - 6", "6*(x - 1)*(x + 1)", "x"),
    of("4*a^2 + 4*a*b + b^2", "(2*a + b)^2", "a", "b"),
)
GERMAIN = of("x^4 + 4", "(x^2 - 2*x + 2)*(x^2 + 2*x + 2)", "x")


class TestPolynomialFactoring(FormulaPromises):
    id = "polynomial-factoring"
    alphabet = "0123456789xyab+-*/^(){}, sqrti"
    wrong = ("2*{}", "-1*{}", "{}^2", "{} + 0", "{} or 2", "{}, 2", "({})/1", "")
    calculates = False  # the lines hold polynomials: see below
    cases = (
        (SQUARES, Reason.CORRECT, ("6(x+1)(x-1)", "-6*(1 - x)*(x + 1)", "2*3*(x - 1)*(x + 1)", "(x-1)*6*(1+x)",
          "((x + 1)*6)*(x - 1)")),
        (SQUARES, Reason.ILLEGAL, ("6*(x^2 - 1)",)),
        (SQUARES, None, ("6*x^2 - 6", "(6*x - 6)*(x + 1)", "2*(3*x - 3)*(x + 1)", "12*(x - 1)*(x/2 + 1/2)",
          "6*(x - 1)*(x - 1)", "-6*(x - 1)*(x + 1)", "6*(x - 1)", "6*(x^4 - 1)/(x^2 + 1)", "", "6*(x-1)*(x+1")),
        (TWO_NAMES, Reason.CORRECT, ("(2a+b)(2a+b)", "(b + 2*a)^2", "(-2*a - b)^2", "(2*a+b)**2")),
        (TWO_NAMES, None, ("(2*a + b)", "(2*a - b)^2", "(2*a + b)^3", "4*a^2 + 4*a*b + b^2", "(2*a+b)^2.0",
          "(2*a + b)^(1/1)")),
        (GERMAIN, Reason.CORRECT, ("(2+x^2+2x)(x^2-2x+2)",)),
        (GERMAIN, None, ("x^4+4", "(x^2+2)^2-4*x^2")),
    )  # fmt: skip

    def oracle(self, prompt):
        (shown,) = filter(None, re.search(WORDINGS, prompt).groups())
        assert FORM in prompt
        number, factors = ONE(value(shown, int, **IN_ONE)).factor_list()
        return polynomial(shown), number, {str(factor): power for factor, power in factors}

    def agrees(self, found, task):
        pieces = re.findall(r"(\([^()]+\)|[a-z]|[0-9]+)(?:\^([0-9]+))?(?:\*|$)", task.answer.removeprefix("-"))
        assert "*".join(
            piece + f"^{power}" * bool(power) for piece, power in pieces
        ) == task.answer.removeprefix("-")
        number, factors = -1 if task.answer.startswith("-") else 1, Counter()
        for piece, power in pieces:
            if piece.isdigit():
                number *= int(piece)
            else:
                factors[str(ONE(value(piece, int, **IN_ONE)))] += int(power or 1)
        return found == (polynomial(task.answer), number, factors)

    @settings(max_examples=30)
    @given(SEEDS)
    def test_every_product_in_the_worked_solution_is_the_polynomial(self, seed):
        for level in self.spec.levels:
            task = self.spec.task(level, seed)
            lines = task.trace.splitlines()[:-1]
            assert all(map(LINE.fullmatch, lines)), lines
            for factor, number in re.findall(r"divide by (.+): discriminant (.+) is", task.trace):
                assert ONE(value(factor, int, **IN_ONE)).discriminant() == int(number), factor
            products = [line[2:] for line in lines if line.startswith("= ")]
            assert products[-1] == task.answer
            assert all(
                polynomial(product) == polynomial(task.payload["problem"]["polynomial"]) for product in products
            )
            for name, zero, factor in re.findall(r"zero at (\w) = (.+), so divide by (.+)", task.trace):
                others = dict.fromkeys(IN_TWO, Fraction(7))
                at_zero = {**others, name: value(zero, Fraction, **others)}
                assert value(factor, Fraction, **at_zero) == 0

    def test_names_do_not_count(self):
        small = {"kinds": "roots", "constant": 3, "content": 2, "variables": 2}
        self.same_problems(
            lambda p: (
                len(p["variables"]),
                re.sub("[a-z]", lambda m: "xy"[p["variables"].index(m[0])], p["polynomial"]),
            ),
            **small,
        )

    def test_kinds_of_too_high_a_degree_are_passed_over(self):
        task = self.spec.task(7, 0, params={"degree": 2, "kinds": "higher roots"})
        assert self.spec.verify_answer(task.payload, task.answer).passed


@settings(max_examples=200)
@given(st.lists(st.integers(-9, 9), min_size=2, max_size=7).filter(lambda c: c[-1] and c[0]))
def test_proofs_of_irreducibility(coefficients):
    poly = polynomials.primitive(coefficients)
    proven, irreducible = (
        polynomials.proven_irreducible(poly),
        sympy.Poly(poly[::-1], sympy.Symbol("x")).is_irreducible,
    )
    assert proven <= irreducible if len(poly) > 4 else proven == irreducible
