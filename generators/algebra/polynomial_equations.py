"""Polynomial equations: all real or all complex solutions, exactly.

A polynomial is a product of linear factors with rational zeros and of at most one quadratic factor, or of quadratics
in x^2; so every solution is rational or has one square root. Solutions are asked for as a set, over the reals or over
the complex numbers.

Symmetries: the name of the unknown, terms moved from one side to the other, the equation multiplied by a number.

Difficulty: the `degree`; the `kinds` of factors; the largest `value` of a numerator and `leading` of a denominator of
a solution; whether there are terms on `both_sides`. Proxy: binary digits of the coefficients, times the degree,
once more for each quadratic factor.
"""

from __future__ import annotations

import random
from typing import Any

from ..family import Family, Question, as_stated
from ..limits import Flag, Whole, Words
from .polynomials import (
    Poly,
    bits,
    divided,
    is_square,
    nonzero,
    plus,
    primitive,
    text_of,
    times,
    trimmed,
)
from .roots import Surd, zeros_of

WORDINGS = (
    "Find all {domain} solutions of {equation}\n{form}",
    "Solve over the {domain} numbers: {equation}\n{form}",
    "{equation}\n\nFor which {domain} numbers {name} is this true? {form}",
)
_FORM = "Give the set of all {domain} solutions, each once, such as {example}, with exact values{more}."
_ROOTS = "; write square roots as sqrt(5)"
_IMAGINARY = " and the imaginary unit as i"
KINDS = ("rational", "radical", "complex", "biquadratic")
_NAMES = "xtzuwy"
TRIES = 200


def _equation(
    rng: random.Random, *, degree: int, kinds: str, value: int, leading: int, both_sides: bool
) -> Question | None:
    chosen = kinds.split()
    linear, quadratic = _factors(rng, rng.choice(chosen), degree, value, leading)
    found = _distinct([zero for factor in (*linear, *quadratic) for zero in zeros_of(factor)])
    real = [zero for zero in found if zero.inside > 0]
    domain = "complex" if rng.random() < (0.75 if len(real) < len(found) else 0.15) else "real"
    solutions = found if domain == "complex" else real
    if not solutions or (len(solutions) == 1 and degree == 2):
        return None
    polynomial = times(*linear, *quadratic)
    name = rng.choice(_NAMES)
    number = rng.choice((1, 1, 1, -1, 2, 3))
    left, right = times([number], polynomial), []
    if both_sides and rng.random() < 0.7:
        right = trimmed([nonzero(rng, 9) if rng.random() < 0.6 else 0 for _ in range(degree)])
        left = plus(left, right)
    equation = f"{text_of(left, name)} = {text_of(right, name)}"
    answer = "{" + ", ".join(zero.text() for zero in solutions) + "}"
    more = (_ROOTS if "sqrt" in answer or chosen != ["rational"] else "") + (
        _IMAGINARY if domain == "complex" else ""
    )
    form = _FORM.format(domain=domain, example="{-1/2, 3}", more=more)
    return Question(
        {"domain": domain, "equation": equation, "name": name, "form": form},
        {"polynomial": polynomial, "domain": domain, "equation": equation},
        answer,
        _lines(equation, polynomial, linear, quadratic, domain, name),
        {"kind": "set"},
        canonical=[domain, primitive(polynomial)],
        guess_rate=0.0,
        difficulty=bits(left) * degree * (1 + len(quadratic)),
    )


def _relation(degree: int, kinds: str, **_: object) -> str:
    return "kinds: biquadratic needs degree 4" if degree < 4 and "biquadratic" in kinds else ""


generate = Family(
    _equation,
    WORDINGS,
    {
        "degree": Whole(2, 8, "the degree"),
        "kinds": Words(KINDS, "the kinds of factors to draw from"),
        "value": Whole(1, 1000, "the largest numerator of a rational solution"),
        "leading": Whole(1, 20, "the largest denominator of one"),
        "both_sides": Flag("whether terms may stand on both sides of the equation"),
    },
    relation=_relation,
    canonical=as_stated,
    advice="change 'kinds' or 'value'",
)


def _factors(
    rng: random.Random, kind: str, degree: int, value: int, leading: int
) -> tuple[list[Poly], list[Poly]]:
    """Linear factors, and quadratic factors without rational zeros."""
    linear: list[Poly] = []
    quadratic: list[Poly] = []
    small = max(2, min(value, 30 if degree == 2 else 12))
    if kind in ("radical", "complex"):
        quadratic.append(_quadratic(rng, kind, small, leading))
    elif kind == "biquadratic":
        for _ in range(2):
            c, a = nonzero(rng, small * small), rng.randint(1, leading)
            factor = primitive([c, 0, a])
            if c < 0 and is_square(-factor[0] * factor[2]):
                linear += [
                    primitive([int(-z.rational.numerator), z.rational.denominator]) for z in zeros_of(factor)
                ]
            else:
                quadratic.append(factor)
    used = len(linear) + 2 * len(quadratic)
    for _ in range(degree - used):
        if linear and rng.random() < 0.1:
            linear.append(linear[-1])
        else:
            linear.append(primitive([rng.randint(-value, value), rng.randint(1, leading)]))
    return linear, quadratic


def _quadratic(rng: random.Random, kind: str, small: int, leading: int) -> Poly:
    for _ in range(TRIES):
        a = rng.randint(1, leading)
        b = rng.randint(-small, small) * (2 if rng.random() < 0.6 else 1)
        factor = primitive([nonzero(rng, small * 2), b, a])
        discriminant = factor[1] ** 2 - 4 * factor[0] * factor[2]
        if (kind == "complex" and discriminant < 0) or (
            kind == "radical" and discriminant > 0 and not is_square(discriminant)
        ):
            return factor
    return [1, 0, 1] if kind == "complex" else [-2, 0, 1]


def _distinct(zeros: list[Surd]) -> list[Surd]:
    """Different zeros: the rational ones in order, then the others in pairs."""
    found: dict[tuple[int, Any, Any], Surd] = {}
    for zero in zeros:
        found.setdefault((zero.inside, zero.rational, zero.factor), zero)
    rational = sorted((z for z in found.values() if z.inside == 1), key=lambda z: z.rational)
    return [*rational, *(z for z in found.values() if z.inside != 1)]


def _lines(
    equation: str, polynomial: Poly, linear: list[Poly], quadratic: list[Poly], domain: str, name: str
) -> list[str]:
    """One zero after another is divided out, then quadratics are solved."""
    lines = []
    shown = f"{text_of(polynomial, name)} = 0"
    if shown != equation:
        lines.append(f"all on one side, over a number: {shown}")
    rest = polynomial
    for factor in sorted(linear, key=lambda f: (abs(f[0]), f[1], f[0])):
        quotient = divided(rest, factor)
        assert quotient is not None
        lines.append(
            f"{name} = {zeros_of(factor)[0].text()} gives 0, so ({text_of(factor, name)})*"
            f"({text_of(quotient, name)}) = 0"
        )
        rest = quotient
    if len(quadratic) == 2:
        lines.append(f"{text_of(rest, name)} = 0 is quadratic in {name}^2")
        lines.append(f"({text_of(quadratic[0], name)})*({text_of(quadratic[1], name)}) = 0")
    for factor in quadratic:
        c, b, a = factor
        inside = b * b - 4 * a * c
        line = f"{text_of(factor, name)} = 0: discriminant ({b})^2 - 4*({a})*({c}) = {inside}"
        if inside < 0 and domain == "real":
            lines.append(f"{line}, no real solution")
        else:
            lines.append(f"{line}, so {name} = {' or '.join(zero.text() for zero in zeros_of(factor))}")
    return lines
