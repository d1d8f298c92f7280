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
RING, X, Y = ring("x,y", sympy.ZZ)
ONE, Z = ring("z", sympy.ZZ)
IN_TWO = dict.fromkeys("xaump", X) | dict.fromkeys("ybvnq", Y)
IN_ONE = dict.fromkeys("xaump", Z) | dict.fromkeys("ybvnq", 1)
"""Where the second name is 1, homogeneous polynomials have the same factors, and sympy finds them ten times as fast."""


def polynomial(text):
    """The polynomial that a formula is, multiplied out by sympy."""
    return RING(value(text, int, **IN_TWO))


def why(factor):
    """Why a factor splits no further."""
    poly = ONE(value(factor, int, **IN_ONE))
    reasons = ("linear", f"discriminant {poly.discriminant()} is no square", "no rational zero")
    return (*reasons, "no zero and no quadratic factor")[poly.degree() - 1] + ", irreducible"


def is_zero(x):
    others = dict.fromkeys(IN_TWO, Fraction(7))
    at_zero = {**others, x.name: value(str(x.zero), Fraction, **others)}
    return value(x.factor, Fraction, **at_zero) == 0 and why(x.factor).startswith("linear")


def last_factor(x):
    """The line above is the answer, and ends with this factor."""
    last = re.search(
        r"\(?([^()]+?)\)?(?:\^[0-9]+)?$", re.sub(r"^.*\*(?=\(|[a-z](?:\^[0-9]+)?$)", "", x.answer)
    )[1]
    return x.before[-1] == f"= {x.answer}" and x.why == why(last)


LINES = {
    "common integer: {c}": lambda x: x.c == x.found[1] != 1 and not x.before,
    "= {product:.+}": lambda x: polynomial(str(x.product)) == x.found[0],
    r"zero at {name:[a-z]} = {zero:\S+}, so divide by {factor:.+}": is_zero,
    "divide by {factor:[^:]+}: {why:.+}": lambda x: x.why == why(x.factor) and not x.why.startswith("linear"),
    "the last factor: {why:.+}": last_factor,
}
ANY = range(13)
SHAPES = {
    "roots": (2, ANY, ([1, 1],)),
    "squares": (2, (0, 2), ([1, 1],)),
    "quadratic": (3, ANY, ([1, 2],)),
    "repeated": (2, ANY, ([1, 1],)),
    "cubes": (3, (0, 3), ([1, 2],)),
    "biquadratic": (4, (0, 2, 4), ([1, 1, 1, 1], [1, 1, 2], [2, 2])),
    "germain": (4, (0, 4), ([2, 2],)),
    "cyclotomic": (4, (0, 4), ([1, 1, 2],)),
    "higher": (6, ANY, ([3, 3],)),
}
"""For each kind its least degree, the powers that its polynomials of this degree have, and the degrees of factors."""


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
    calculates = False  # the lines hold polynomials
    lines = {"": LINES}  # noqa: RUF012
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

    def test_the_last_product_of_the_worked_solution_is_the_answer(self):
        for level in self.spec.levels:
            for seed in range(30):
                task = self.spec.task(level, seed)
                products = [line[2:] for line in task.trace.splitlines()[:-1] if line.startswith("= ")]
                assert products[-1] == task.answer

    def test_each_kind_is_what_it_names(self):
        assert SHAPES.keys() == self.spec.generate.makers.keys()
        for kind, (degree, powers, degrees) in SHAPES.items():
            for seed in range(4):
                task = self.spec.task(3, seed, params={"kinds": kind, "degree": degree})
                poly = ONE(value(task.payload["problem"]["polynomial"], int, **IN_ONE))
                factors = poly.factor_list()[1]
                assert {power for (power,) in poly} <= {*powers}, task.prompt
                assert sorted(f.degree() for f, n in factors for _ in range(n)) in degrees, task.prompt
                assert kind != "repeated" or len(factors) == 1

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
