"""Division and interpolation of polynomials: polynomials and points are read from the prompt, and given to sympy."""

from __future__ import annotations

import re

from chosen import Chosen, numbers
from sympy import Integer, Poly, Rational, Symbol, div, floor, im, interpolate
from sympy import re as real

from rlvr.verifiers.base import Reason

X = Symbol("x")
POLY = "[-0-9x*^ +]+"
P, Q, F = (f"{{{name}:{POLY}}}" for name in "pqf")
SENTENCES = {
    "remainder": [
        (
            f"Divide P(x) = {P} by Q(x) = {Q} … remainder … lower degree than Q. Give … {{count}} "
            "coefficients of … remainder, from … constant term up to that of {last:[x0-9^]+}, zeros "
            "included, separated by commas.",
            f"The remainder of … division of {P} by {Q} … polynomial S of degree at most {{top}}. State … "
            f"{{count}} coefficients from … constant term up, with commas between …; write 0 … power … "
            "missing.",
            f"… polynomials R and S with {P} = ({Q}) * R(x) + S(x), where … degree of S … {{top}} or less. "
            f"Find S, and answer with … list of … {{count}} coefficients in … order of rising powers "
            "(constant first, zeros too), separated by commas.",
        )
    ],
    "interpolation": [
        (
            "A polynomial f of degree {degree} has {told:[-0-9f()=, ]+}. Give … {count} coefficients, "
            "from … constant term up to that of … highest power, zeros included, separated by commas.",
            "Which polynomial of degree {degree} goes through … points {told:[-0-9(), ]+}? Answer with … "
            "list of … {count} coefficients in … order of rising powers (constant first, zeros too), with "
            "commas between ….",
            "It … known that {told:[-0-9f()=, ]+}, and … f(x) … polynomial in x of degree {degree}. State "
            "… {count} coefficients of 1, x and so on in this order, separated by commas; write 0 … power "
            "… missing.",
        )
    ],
    "minimum": [
        (
            f"For which real x … f(x) = {F} least? Round x to {{places}} decimal places.",
            f"The function f(x) = {F} … minimum at exactly one place. Find this x, rounded to {{places}} "
            "decimal places.",
            f"Let f(x) = {F}. Give … x at which f(x) … smallest value, with {{places}} digits after … "
            "decimal point … rounded.",
        )
    ],
}


def coefficients(text):
    """From the constant term up."""
    found = {}
    for sign, number, named, power in re.findall(r"([+-]?) ?(\d+)?\*?(x)?(?:\^(\d+))?", str(text)):
        if number or named:
            at = int(power or 1) if named else 0
            found[at] = int(number or 1) * (-1 if sign == "-" else 1)
    return [found.get(k, 0) for k in range(max(found) + 1)]


def division(said):
    p, q = coefficients(said["p"]), coefficients(said["q"])
    assert said["count"] == said.get("top", len(q) - 2) + 1 == len(q) - 1
    assert "last" not in said or len(coefficients(said["last"])) == len(q) - 1
    return {"p": p, "q": q}


def points(said):
    pairs = [numbers(pair) for pair in re.findall(r"\(-?\d+\) = -?\d+|\(-?\d+, -?\d+\)", said["told"])]
    assert len(pairs) == said["count"] == said["degree"] + 1
    return {"points": pairs}


def function(said):
    return {"f": coefficients(said["f"]), "places": said["places"]}


def made(listed):
    return Poly(listed[::-1], X)


def listed(poly, size):
    found = [int(c) for c in poly.all_coeffs()[::-1]]
    return found + [0] * (size - len(found))


def remainder(p, q):
    return listed(div(made(p), made(q))[1], len(q) - 1)


def through(points):
    return listed(Poly(interpolate([(Integer(a), Integer(b)) for a, b in points], X), X), len(points))


def least(f, places):
    """The slope of these polynomials has one real root."""
    (root,) = (
        real(root) for root in made(f).diff(X).nroots(n=30, maxsteps=200) if abs(im(root)) < Rational(1, 10**15)
    )
    # `round` of SymPy makes 0 of -0.0055 at two places.
    return Rational(floor(root * 10**places + Rational(1, 2)), 10**places)


def shown_last(x):
    """The polynomial behind the colon of the line above."""
    return made(coefficients(x.before[-1].partition(": ")[2]))


def subtracted(x):
    before = shown_last(x) if x.before else made(x.p)
    return before - made(coefficients(x.term)) * made(x.q) == made(coefficients(x.rest))


def differences(points):
    """Newton's columns of divided differences, the values first."""
    xs, columns = [a for a, _ in points], [[Rational(b) for _, b in points]]
    while len(columns[-1]) > 1:
        k, last = len(columns), columns[-1]
        columns.append([(last[i + 1] - last[i]) / (xs[i + k] - xs[i]) for i in range(len(last) - 1)])
    return columns


def built(x):
    """From the highest difference on: times x minus a place, plus the difference before it."""
    at = sum(line.startswith("times") for line in x.before)
    before = shown_last(x) if at else made([0])
    first = differences(x.points)[-1 - at][0]
    place = x.points[-1 - at][0]
    return (x.a, x.b) == (place, first) and before * made([-place, 1]) + first == made(coefficients(x.poly))


def slope_at(x, place):
    return made(x.f).diff(X).eval(Rational(str(place)))


def rounds(x):
    half, up = Rational(str(x.a)), x.way == "up"
    right = (x.how == "below") is up is bool(slope_at(x, x.a) < 0)
    return right and half + Rational(1 if up else -1, 2 * 10**x.places) == Rational(x.answer)


LINES = {
    "remainder": {f"less {{term:{POLY}}} times the divisor: {{rest:{POLY}}}": subtracted},
    "interpolation": {
        "divided differences of order {k}: {column:[-0-9 ]+}": lambda x: (
            x.k == len(x.before) + 1 and numbers(x.column) == differences(x.points)[x.k]
        ),
        f"times x - ({{a}}), plus {{b}}: {{poly:{POLY}}}": built,
    },
    "minimum": {
        f"slope: {{slope:{POLY}}}": lambda x: made(coefficients(x.slope)) == made(x.f).diff(X),
        "the slope at {a:[-0-9.]+} is {v:[-0-9.]+}, not above 0": lambda x: (
            slope_at(x, x.a) == Rational(str(x.v)) <= 0
        ),
        "at {a:[-0-9.]+} it is {how:below|above} 0, so round {way:up|down}": rounds,
    },
}
EXACT = {"remainder": remainder, "interpolation": through}


class TestPolynomialDivision(Chosen):
    id = "polynomial-division"
    sentences, lines, single = SENTENCES, LINES, frozenset(SENTENCES)
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
