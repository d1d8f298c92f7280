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
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise
from typing import Any

from ..family import Family, Question, as_stated
from ..limits import Whole, Words
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
RELATIONS = ("<", "<=", ">", ">=")
_FLIPPED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}
_NAMES = "xtzuwy"


@dataclass(frozen=True)
class Atom:
    """A product over a product, compared with 0, and its real zeros, those of the bottom included."""

    top: Poly
    bottom: Poly
    relation: str
    zeros: list[Surd]

    def facts(self) -> dict[str, Any]:
        """It as a JSON object."""
        return {"top": self.top, "bottom": self.bottom, "relation": self.relation}

    def holds(self, x: Fraction, zero: Surd | None) -> bool:
        """Whether it is true at x, which may be near one of its zeros: there the sign is known."""
        if zero is not None and any(zero.near() == other.near() for other in self.zeros):
            vanishes = abs(Fraction(at(self.bottom, x))) < Fraction(1, 10**20)
            return not vanishes and "=" in self.relation
        sign = at(self.top, x) * at(self.bottom, x)
        return sign < 0 if "<" in self.relation else sign > 0


@dataclass(frozen=True)
class Inequality:
    """As it is printed, as atoms that are joined by "and" or "or", and lines of the worked solution."""

    shown: str
    atoms: list[Atom]
    lines: list[str]
    join: str = "and"


@dataclass(frozen=True)
class Draw:
    """What is drawn from: the random source, the limits, the name of the unknown and the relation."""

    rng: random.Random
    value: int
    leading: int
    degree: int
    name: str
    relation: str

    def text(self, poly: Sequence[int]) -> str:
        """The polynomial in the unknown."""
        return text_of(poly, self.name)

    def line(self) -> Poly:
        """A polynomial of degree 1."""
        return [self.rng.randint(-self.value, self.value), nonzero(self.rng, self.leading)]

    def factor(self) -> Poly:
        """A polynomial of degree 1, primitive."""
        return primitive([self.rng.randint(-self.value, self.value), self.rng.randint(1, self.leading)])

    def product(self, number: int, factors: Sequence[Poly]) -> str:
        """The product as text, equal factors as a power."""
        distinct = [f for i, f in enumerate(factors) if f not in factors[:i]]
        return product_text(number, [(self.text(f), factors.count(f)) for f in distinct])


def _atom(tops: Sequence[Poly], bottoms: Sequence[Poly], relation: str) -> Atom:
    """One inequality, from factors whose zeros are known."""
    zeros = [zero for factor in (*tops, *bottoms) if len(factor) > 1 for zero in zeros_of(factor)]
    return Atom(times(*tops), times(*bottoms), relation, [zero for zero in zeros if zero.inside > 0])


def _inequality(rng: random.Random, *, kinds: str, value: int, leading: int, degree: int) -> Question | None:
    draw = Draw(rng, value, leading, degree, rng.choice(_NAMES), rng.choice(RELATIONS))
    kind = rng.choice(kinds.split())
    made = KINDS[kind](draw)
    if made is None:
        return None
    points, lines, answer = _solved(made, draw.name)
    # A point in front would look like the beginning of a finite set.
    if answer in ("", "(-oo, oo)") or answer.startswith("{"):
        return None
    if len(points) <= (kind in ("both", "quadratic", "surd")):
        return None
    return Question(
        {"name": draw.name, "inequality": made.shown, "form": FORM.format()},
        {"inequality": made.shown, "join": made.join, "parts": [atom.facts() for atom in made.atoms]},
        answer,
        [*made.lines, *lines],
        {"kind": "interval"},
        canonical=[made.join, made.shown.replace(draw.name, "x")],
        guess_rate=0.0,
        difficulty=sum(bits(a.top) + bits(a.bottom) for a in made.atoms) * (len(points) + len(made.atoms)),
    )


# ---- kinds ------------------------------------------------------------------------------------------------


def _linear(draw: Draw) -> Inequality | None:
    rng, left, right = draw.rng, draw.line(), draw.line()
    if rng.random() < 0.4:
        right = [right[0]]
    shown = draw.text(left)
    if rng.random() < 0.3:
        number = rng.choice((-1, 1)) * rng.randint(2, 9)
        shown = f"{number}*({shown})"
        left = times([number], left)
    difference = plus(left, right, -1)
    if len(difference) != 2:
        return None
    return Inequality(
        f"{shown} {draw.relation} {draw.text(right)}",
        [_atom([difference], [], draw.relation)],
        [f"{draw.text([0, difference[1]])} {draw.relation} {-difference[0]}"],
    )


def _double(draw: Draw) -> Inequality:
    line = draw.line()
    low, high = sorted(draw.rng.sample(range(-3 * draw.value, 3 * draw.value + 1), 2))
    first, second = draw.rng.choice(("<", "<=")), draw.rng.choice(("<", "<="))
    return Inequality(
        f"{low} {first} {draw.text(line)} {second} {high}",
        [_atom([plus(line, [low], -1)], [], _FLIPPED[first]), _atom([plus(line, [high], -1)], [], second)],
        [f"{low - line[0]} {first} {draw.text([0, line[1]])} {second} {high - line[0]}"],
    )


def _absolute(draw: Draw) -> Inequality | None:
    line = draw.line()
    if draw.rng.random() < 0.65:
        other = [draw.rng.randint(1, 2 * draw.value)]
        shown = draw.text(other)
    else:
        other = draw.line()
        shown = f"|{draw.text(other)}|"
    first, second = plus(line, other, -1), plus(line, other)
    if not first or not second:
        return None
    return Inequality(
        f"|{draw.text(line)}| {draw.relation} {shown}",
        [_atom([first, second], [], draw.relation)],
        [f"squares: ({draw.text(first)})*({draw.text(second)}) {draw.relation} 0"],
    )


def _quadratic(draw: Draw) -> Inequality:
    return _product(draw, [draw.factor(), draw.factor()])


def _surd(draw: Draw) -> Inequality | None:
    b = draw.rng.randint(-draw.value, draw.value)
    c, a = nonzero(draw.rng, draw.value), draw.rng.randint(1, draw.leading)
    inside = b * b - 4 * a * c
    return _product(draw, [[c, b, a]]) if inside > 0 and not is_square(inside) else None


def _polynomial(draw: Draw) -> Inequality:
    rng = draw.rng
    factors = [draw.factor() for _ in range(rng.randint(2, draw.degree))]
    if len(factors) > 2 and rng.random() < 0.5:
        factors[-1] = factors[0]
    if len(factors) < draw.degree - 1 and rng.random() < 0.3:
        b = rng.randint(-4, 4)
        factors.append([b * b // 4 + rng.randint(1, 9), b, 1])
    return _product(draw, factors)


def _product(draw: Draw, factors: list[Poly]) -> Inequality:
    """The product of the factors, written as such or multiplied out, compared with something."""
    rng = draw.rng
    number = rng.choice((1, 1, 1, -1, 2, -3))
    factored = draw.product(number, factors)
    right: Poly = []
    lines = []
    if len(factors) > 2 and rng.random() < 0.4:
        shown = factored
    else:
        if rng.random() < 0.5:
            right = draw.line()
        shown = draw.text(plus(times([number], *factors), right))
        lines.append(f"{factored} {draw.relation} 0")
    return Inequality(
        f"{shown} {draw.relation} {draw.text(right)}", [_atom([[number], *factors], [], draw.relation)], lines
    )


def _rational(draw: Draw) -> Inequality | None:
    rng = draw.rng
    tops = [draw.factor() for _ in range(rng.randint(1, max(1, draw.degree // 2)))]
    bottoms = [draw.factor() for _ in range(rng.randint(1, max(1, draw.degree - len(tops) - 1)))]
    if any(f in bottoms for f in tops):
        return None
    if rng.random() < 0.25:
        bottoms.append(bottoms[0])
    number = rng.choice((1, 1, -1, 2, 3))
    above, below = times([number], *tops), times(*bottoms)
    right = rng.choice((0, 0, nonzero(rng, 5)))
    shown = plus(above, times([right], below)) if right else above
    if not shown:
        return None
    sides = [f"({draw.text(poly)})" if " " in draw.text(poly) else draw.text(poly) for poly in (shown, below)]
    if "*" in sides[1] and not sides[1].startswith("("):
        sides[1] = f"({sides[1]})"
    bottom = draw.product(1, bottoms)
    if len(set(map(tuple, bottoms))) > 1:
        bottom = f"({bottom})"
    return Inequality(
        f"{sides[0]}/{sides[1]} {draw.relation} {right}",
        [_atom([[number], *tops], bottoms, draw.relation)],
        [f"{draw.product(number, tops)}/{bottom} {draw.relation} 0"],
    )


def _both(draw: Draw) -> Inequality | None:
    """Two inequalities joined by "and" or "or"."""
    parts: list[Inequality] = []
    for _ in range(2):
        again = replace(draw, relation=draw.rng.choice(RELATIONS))
        part = draw.rng.choice((_linear, _absolute, _quadratic, _rational, _surd))(again)
        if part is None:
            return None
        parts.append(part)
    join = draw.rng.choice(("and", "or"))
    first, second = parts
    return Inequality(
        f"{first.shown} {join} {second.shown}", first.atoms + second.atoms, first.lines + second.lines, join
    )


KINDS: dict[str, Callable[[Draw], Inequality | None]] = {
    "linear": _linear,
    "double": _double,
    "absolute": _absolute,
    "quadratic": _quadratic,
    "surd": _surd,
    "polynomial": _polynomial,
    "rational": _rational,
    "both": _both,
}
generate = Family(
    _inequality,
    WORDINGS,
    {
        "kinds": Words(tuple(KINDS), "the kinds of inequalities to draw from"),
        "value": Whole(2, 1000, "the largest constant"),
        "leading": Whole(1, 50, "the largest leading coefficient of a factor"),
        "degree": Whole(2, 6, "the largest degree of a polynomial or rational inequality"),
    },
    canonical=as_stated,
    advice="raise 'value'",
)


# ---- solving ----------------------------------------------------------------------------------------------


def _solved(made: Inequality, name: str) -> tuple[list[Surd], list[str], str]:
    """The zeros in order, the lines and the solution as text, from the signs between and at the zeros."""

    def holds(x: Fraction, zero: Surd | None) -> bool:
        results = [atom.holds(x, zero) for atom in made.atoms]
        return all(results) if made.join == "and" else any(results)

    found: dict[Fraction, Surd] = {zero.near(): zero for atom in made.atoms for zero in atom.zeros}
    order = sorted(found)
    points = [found[near] for near in order]
    gaps = _between(order)
    inside = [holds(x, None) for x in gaps]
    on = [holds(near, found[near]) for near in order]
    names = [zero.text() for zero in points]
    lines = ["zeros in order: " + (", ".join(names) or "none")]
    for i, (x, true) in enumerate(zip(gaps, inside, strict=True)):
        lines.append(f"at {name} = {x}: {'true' if true else 'false'}")
        if i < len(names):
            lines.append(f"at {name} = {names[i]}: {'true' if on[i] else 'false'}")
    pieces: list[str] = []
    start = "(-oo" if inside[0] else None
    for i, end in enumerate(names):
        if start and not (on[i] and inside[i + 1]):
            pieces.append(f"{start}, {end}{']' if on[i] else ')'}")
            start = None
            if inside[i + 1]:
                start = f"({end}"
        elif not start and inside[i + 1]:
            start = f"{'[' if on[i] else '('}{end}"
        elif not start and on[i]:
            pieces.append(f"{{{end}}}")
    if start:
        pieces.append(f"{start}, oo)")
    return points, lines, " U ".join(pieces)


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
