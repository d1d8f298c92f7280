"""Inequalities in one unknown: linear, double, with absolute values, quadratic, polynomial, rational, two at once.

Every inequality is brought to the form ``product / product < 0`` with known zeros, rational or with one square root;
the signs between them give the solution, a union of intervals and single points. It is never empty and never the
whole line.

Symmetries: the name of the unknown.

Difficulty: the `kinds` of inequalities; the largest `value` of a zero and `leading` of a factor; the `degree` of
polynomial and rational ones. Proxy: binary digits of the coefficients, times the number of sign changes to look at.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any

from ..base import Draft, GenerationError
from ..wording import phrase
from .interval_checks import same_solutions
from .polynomials import Poly, at, bits, is_square, nonzero, plus, primitive, product_text, text_of, times
from .roots import Surd, zeros_of

WORDINGS = (
    "Solve for {name}: {inequality}\n{form}",
    "Find the set of all real numbers {name} with {inequality}\n{form}",
    "{inequality}\n\nFor which real numbers {name} is this true? {form}",
)
FORM = (
    "Give the solution set in interval notation with exact ends, such as (-oo, -2) U [1/2, 3) U {{5}}: oo stands for "
    "infinity, U for union, {{5}} for a single point, sqrt(2) for a root."
)
KINDS = ("linear", "double", "absolute", "quadratic", "surd", "polynomial", "rational", "both")
RELATIONS = ("<", "<=", ">", ">=")
_FLIPPED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}
_NAMES = "xtzuwy"
TRIES = 200

Atom = dict[str, Any]
"""One inequality as a JSON object: ``top``, ``bottom`` (polynomials) and ``relation`` of top / bottom to 0."""


def generate(rng: random.Random, *, kinds: str, value: int, leading: int, degree: int) -> Draft:
    """Make one inequality, or two that are joined.

    Args:
        rng: the task's random source.
        kinds: of ``linear double absolute quadratic surd polynomial rational both``, separated by spaces.
        value: the largest constant, 2 to 1000.
        leading: the largest leading coefficient, 1 to 50.
        degree: the largest degree of a polynomial or rational inequality, 2 to 6.

    Raises:
        ValueError: if a parameter is out of its range.
        GenerationError: if no inequality was found.
    """
    if not (2 <= value <= 1000 and 1 <= leading <= 50 and 2 <= degree <= 6):
        raise ValueError(
            f"need 2 <= value <= 1000, 1 <= leading <= 50 and 2 <= degree <= 6; got {value}, {leading}, {degree}"
        )
    chosen = kinds.split()
    if not chosen or not set(chosen) <= set(KINDS):
        raise ValueError(f"kinds must be of {' '.join(KINDS)}, not {kinds!r}")
    for _ in range(TRIES):
        maker = _Maker(rng, value, leading, degree)
        kind = rng.choice(chosen)
        getattr(maker, kind)()
        answer = maker.solve()
        # A point in front would look like the beginning of a finite set.
        if (
            answer not in ("", "(-oo, oo)")
            and not answer.startswith("{")
            and len(maker.points) > (kind in ("both", "quadratic", "surd"))
        ):
            break
    else:
        raise GenerationError(f"no inequality in {TRIES} tries; raise 'value'")
    return Draft(
        prompt=phrase(rng, WORDINGS, name=maker.name, inequality=maker.shown, form=FORM.format()),
        payload={
            "problem": {"inequality": maker.shown, "join": maker.join, "parts": maker.atoms},
            "gold": {"text": answer, "kind": "interval"},
        },
        answer=answer,
        trace="\n".join(maker.lines),
        canonical=[maker.join, maker.shown.replace("sqrt", "\\").replace(maker.name, "x")],
        difficulty=float(
            sum(bits(a["top"]) + bits(a["bottom"]) for a in maker.atoms)
            * (len(maker.points) + len(maker.atoms))
        ),
    )


class _Maker:
    """Makes one problem: its text, its parts with their zeros, the lines of a worked solution."""

    def __init__(self, rng: random.Random, value: int, leading: int, degree: int) -> None:
        self.rng, self.value, self.leading, self.degree = rng, value, leading, degree
        self.name = rng.choice(_NAMES)
        self.relation = rng.choice(RELATIONS)
        self.shown, self.join = "", "and"
        self.atoms: list[Atom] = []
        self.zeros: list[list[Surd]] = []  # of each atom
        self.points: list[Surd] = []
        self.lines: list[str] = []

    def text(self, poly: Sequence[int]) -> str:
        return text_of(poly, self.name)

    def line(self) -> Poly:
        """A polynomial of degree 1."""
        return [self.rng.randint(-self.value, self.value), nonzero(self.rng, self.leading)]

    def factor(self) -> Poly:
        """A polynomial of degree 1, primitive."""
        return primitive([self.rng.randint(-self.value, self.value), self.rng.randint(1, self.leading)])

    def add(self, tops: Sequence[Poly], bottoms: Sequence[Poly], relation: str) -> None:
        """One inequality, from factors whose zeros are known."""
        self.atoms.append({"top": times(*tops), "bottom": times(*bottoms), "relation": relation})
        zeros = [zero for factor in (*tops, *bottoms) if len(factor) > 1 for zero in zeros_of(factor)]
        self.zeros.append([zero for zero in zeros if zero.inside > 0])

    # ---- kinds ------------------------------------------------------------------------------------------

    def linear(self) -> None:
        left, right = self.line(), self.line()
        if self.rng.random() < 0.4:
            right = [right[0]]
        shown = self.text(left)
        if self.rng.random() < 0.3:
            number = self.rng.choice((-1, 1)) * self.rng.randint(2, 9)
            shown = f"{number}*({shown})"
            left = times([number], left)
        difference = plus(left, right, -1)
        if len(difference) != 2:
            return
        self.shown = f"{shown} {self.relation} {self.text(right)}"
        self.lines.append(f"{self.text([0, difference[1]])} {self.relation} {-difference[0]}")
        self.add([difference], [], self.relation)

    def double(self) -> None:
        line = self.line()
        low, high = sorted(self.rng.sample(range(-3 * self.value, 3 * self.value + 1), 2))
        first, second = self.rng.choice(("<", "<=")), self.rng.choice(("<", "<="))
        self.shown = f"{low} {first} {self.text(line)} {second} {high}"
        self.lines.append(f"{low - line[0]} {first} {self.text([0, line[1]])} {second} {high - line[0]}")
        self.add([plus(line, [low], -1)], [], _FLIPPED[first])
        self.add([plus(line, [high], -1)], [], second)

    def absolute(self) -> None:
        line = self.line()
        if self.rng.random() < 0.65:
            other = [self.rng.randint(1, 2 * self.value)]
            shown = self.text(other)
        else:
            other = self.line()
            shown = f"|{self.text(other)}|"
        first, second = plus(line, other, -1), plus(line, other)
        if not first or not second:
            return
        self.shown = f"|{self.text(line)}| {self.relation} {shown}"
        self.lines.append(f"squares: ({self.text(first)})*({self.text(second)}) {self.relation} 0")
        self.add([first, second], [], self.relation)

    def quadratic(self) -> None:
        self.polynomial_of([self.factor(), self.factor()])

    def surd(self) -> None:
        b = self.rng.randint(-self.value, self.value)
        c, a = nonzero(self.rng, self.value), self.rng.randint(1, self.leading)
        inside = b * b - 4 * a * c
        if inside > 0 and not is_square(inside):
            self.polynomial_of([[c, b, a]])

    def polynomial(self) -> None:
        factors = [self.factor() for _ in range(self.rng.randint(2, self.degree))]
        if len(factors) > 2 and self.rng.random() < 0.5:
            factors[-1] = factors[0]
        if len(factors) < self.degree - 1 and self.rng.random() < 0.3:
            b = self.rng.randint(-4, 4)
            factors.append([b * b // 4 + self.rng.randint(1, 9), b, 1])
        self.polynomial_of(factors)

    def polynomial_of(self, factors: list[Poly]) -> None:
        """The product of the factors, written as such or multiplied out, compared with something."""
        number = self.rng.choice((1, 1, 1, -1, 2, -3))
        product = times([number], *factors)
        distinct = [f for i, f in enumerate(factors) if f not in factors[:i]]
        factored = product_text(number, [(self.text(f), factors.count(f)) for f in distinct])
        right: Poly = []
        if len(factors) > 2 and self.rng.random() < 0.4:
            shown = factored
        else:
            if self.rng.random() < 0.5:
                right = self.line()
            shown = self.text(plus(product, right))
            self.lines.append(f"{factored} {self.relation} 0")
        self.shown = f"{shown} {self.relation} {self.text(right)}"
        self.add([[number], *factors], [], self.relation)

    def rational(self) -> None:
        rng = self.rng
        tops = [self.factor() for _ in range(rng.randint(1, max(1, self.degree // 2)))]
        bottoms = [self.factor() for _ in range(rng.randint(1, max(1, self.degree - len(tops) - 1)))]
        if any(f in bottoms for f in tops):
            return
        if rng.random() < 0.25:
            bottoms.append(bottoms[0])
        number = rng.choice((1, 1, -1, 2, 3))
        above, below = times([number], *tops), times(*bottoms)
        right = rng.choice((0, 0, nonzero(rng, 5)))
        shown = plus(above, times([right], below)) if right else above
        if not shown:
            return
        sides = [
            f"({self.text(poly)})" if " " in self.text(poly) else self.text(poly) for poly in (shown, below)
        ]
        if "*" in sides[1] and not sides[1].startswith("("):
            sides[1] = f"({sides[1]})"
        self.shown = f"{sides[0]}/{sides[1]} {self.relation} {right}"
        top_text = product_text(
            number, [(self.text(f), tops.count(f)) for i, f in enumerate(tops) if f not in tops[:i]]
        )
        bottom_text = product_text(
            1, [(self.text(f), bottoms.count(f)) for i, f in enumerate(bottoms) if f not in bottoms[:i]]
        )
        if len(set(map(tuple, bottoms))) > 1:
            bottom_text = f"({bottom_text})"
        self.lines.append(f"{top_text}/{bottom_text} {self.relation} 0")
        self.add([[number], *tops], bottoms, self.relation)

    def both(self) -> None:
        """Two inequalities joined by "and" or "or"."""
        parts: list[str] = []
        for _ in range(2):
            self.shown = ""
            self.relation = self.rng.choice(RELATIONS)
            getattr(self, self.rng.choice(("linear", "absolute", "quadratic", "rational", "surd")))()
            if not self.shown:
                self.atoms, self.zeros = [], []
                return
            parts.append(self.shown)
        self.join = self.rng.choice(("and", "or"))
        self.shown = f" {self.join} ".join(parts)

    # ---- solving ----------------------------------------------------------------------------------------

    def solve(self) -> str:
        """The solution as text, from the signs between and at the zeros; empty if there is none."""
        if not self.atoms:
            return ""
        found: dict[Fraction, Surd] = {zero.near(): zero for zeros in self.zeros for zero in zeros}
        order = sorted(found)
        self.points = [found[near] for near in order]
        gaps = _between(order)
        inside = [self.holds(x, None) for x in gaps]
        on = [self.holds(near, found[near]) for near in order]
        names = [zero.text() for zero in self.points]
        self.lines.append("zeros in order: " + (", ".join(names) or "none"))
        for i, (x, true) in enumerate(zip(gaps, inside, strict=True)):
            self.lines.append(f"at {self.name} = {x}: {'true' if true else 'false'}")
            if i < len(names):
                self.lines.append(f"at {self.name} = {names[i]}: {'true' if on[i] else 'false'}")
        pieces: list[str] = []
        start = "(-oo" if inside[0] else None
        for i, name in enumerate(names):
            if start and not (on[i] and inside[i + 1]):
                pieces.append(f"{start}, {name}{']' if on[i] else ')'}")
                start = None
                if inside[i + 1]:
                    start = f"({name}"
            elif not start and inside[i + 1]:
                start = f"{'[' if on[i] else '('}{name}"
            elif not start and on[i]:
                pieces.append(f"{{{name}}}")
        if start:
            pieces.append(f"{start}, oo)")
        return " U ".join(pieces)

    def holds(self, x: Fraction, zero: Surd | None) -> bool:
        """Whether the problem is true at x; at a zero its atoms' signs are known where they vanish."""
        results = []
        for atom, zeros in zip(self.atoms, self.zeros, strict=True):
            if zero is not None and any(zero.near() == other.near() for other in zeros):
                vanishes = abs(Fraction(at(atom["bottom"], x))) < Fraction(1, 10**20)
                results.append(not vanishes and "=" in atom["relation"])
            else:
                sign = at(atom["top"], x) * at(atom["bottom"], x)
                results.append(sign < 0 if "<" in atom["relation"] else sign > 0)
        return all(results) if self.join == "and" else any(results)


def _between(order: list[Fraction]) -> list[Fraction]:
    """A simple number below the first point, between neighbours, and above the last."""
    if not order:
        return [Fraction(0)]
    gaps = [Fraction(order[0].__floor__() - 1)]
    for low, high in pairwise(order):
        bottom = 1
        while not (low * bottom).__floor__() + 1 < high * bottom:
            bottom += 1
        gaps.append(Fraction((low * bottom).__floor__() + 1, bottom))
    return [*gaps, Fraction(order[-1].__floor__() + 1)]


def accepts(payload: Mapping[str, Any], answer: str) -> bool:
    """A second check of a bare answer: both sides are compared at and between all ends and zeros."""
    problem = payload["problem"]
    return same_solutions(problem["parts"], problem["join"], answer)
