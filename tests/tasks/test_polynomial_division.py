"""Division and interpolation of polynomials: polynomials and points are read from the prompt, and given to sympy."""

from __future__ import annotations

import re

from chosen import Chosen
from sympy import Integer, Poly, Rational, div, floor, im, interpolate
from sympy import re as real
from sympy.abc import x

from rlvr.verifiers.base import Reason

FORMULA = r"(-?[0-9x][0-9x*^ +-]*[0-9x])"
MARKS = {
    "remainder": r"remainder of the division|the remainder has|R\(x\)",
    "interpolation": "polynomial f of degree|goes through|is a polynomial in x",
    "minimum": "least|minimum|smallest value",
}


def coefficients(text):
    """From the constant term up."""
    found = {}
    for sign, number, named, power in re.findall(r"([+-]?) ?(\d+)?\*?(x)?(?:\^(\d+))?", text):
        if number or named:
            at = int(power or 1) if named else 0
            found[at] = int(number or 1) * (-1 if sign == "-" else 1)
    return [found.get(k, 0) for k in range(max(found) + 1)]


def division(text):
    patterns = (
        rf"P\(x\) = {FORMULA} by Q\(x\) = {FORMULA},",
        rf"division of {FORMULA} by {FORMULA} is",
        rf"with {FORMULA} = \({FORMULA}\) \*",
    )
    p, q = next(found for pattern in patterns if (found := re.search(pattern, text))).groups()
    return {"p": coefficients(p), "q": coefficients(q)}


def points(text):
    pairs = re.findall(r"f\((-?\d+)\) = (-?\d+)", text) or re.findall(r"\((-?\d+), (-?\d+)\)", text)
    degree = int(re.search(r"of degree (\d+)", text)[1])
    assert len(pairs) == degree + 1
    return {"points": [[int(a), int(b)] for a, b in pairs]}


def function(text):
    formula = re.search(rf"f\(x\) = {FORMULA}", text)[1]
    return {
        "f": coefficients(formula),
        "places": int(re.search(r"(\d+) (?:decimal places|digits after)", text)[1]),
    }


def made(listed):
    return Poly(listed[::-1], x)


def listed(poly, size):
    found = [int(c) for c in poly.all_coeffs()[::-1]]
    return found + [0] * (size - len(found))


def remainder(p, q):
    return listed(div(made(p), made(q))[1], len(q) - 1)


def through(points):
    return listed(Poly(interpolate([(Integer(a), Integer(b)) for a, b in points], x), x), len(points))


def least(f, places):
    """The slope of these polynomials has one real root."""
    (root,) = (
        real(root) for root in made(f).diff(x).nroots(n=30, maxsteps=200) if abs(im(root)) < Rational(1, 10**15)
    )
    # `round` of SymPy makes 0 of -0.0055 at two places.
    return Rational(floor(root * 10**places + Rational(1, 2)), 10**places)


EXACT = {"remainder": remainder, "interpolation": through}


class TestPolynomialDivision(Chosen):
    id = "polynomial-division"
    marks = MARKS
    readers = {"remainder": division, "interpolation": points, "minimum": function}  # noqa: RUF012
    values = {"minimum": least}  # noqa: RUF012
    objects = {kind: lambda work=work, **facts: [work(**facts)] for kind, work in EXACT.items()}  # noqa: RUF012
    worth = dict.fromkeys(EXACT, lambda given, **_: given)
    illegal = "0, 0, 0, 0, 0, 0, 0, 0, 0, 0"
    wrong = ("{0}, 999", "{} or 1", "not {}", "", "none", "best: {}")

    def value(self, answer):
        return Rational(answer)

    def test_coefficients_go_from_the_constant_up(self):
        payload = {"kind": "remainder", "p": [5, -7, 0, 1], "q": [1, 0, 1], "best": [5, -8]}
        self.takes(payload, ["5, -8", "5 -8"], ["-8, 5", "5, -8, 0", "5", "5, 8"])
        assert self.spec.verify_answer(payload, "5, -8, 0").reason is Reason.ILLEGAL

    def test_places_are_rounded_and_nothing_near_is_right(self):
        """Elsewhere a value near the minimum was right by the height that it had."""
        payload = {
            "problem": {"kind": "minimum", "f": [247, 2, 7], "places": 2},
            "gold": {"text": "-0.14", "kind": "decimal"},
        }
        self.takes(payload, ["-0.14", "-0.140"], ["-0.15", "-0.13", "0.14", "-0.1429", "-0.1", "0"])
