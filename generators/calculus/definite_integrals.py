"""Definite integrals: exact values between two bounds.

Most integrands are sums of the kinds of `primitives`, between whole numbers or multiples of pi where the value is made
of rational numbers, e, pi, logarithms and square roots. Others have an absolute value, a quarter or half of a circle,
or an infinite bound; those converge.

Symmetries: none; integrand and bounds are the problem.

Difficulty: `terms` summands of the `kinds` given, with coefficients up to `largest`, powers up to `exponent` and bounds
up to `reach`. Proxy: symbols in the integrand and in its antiderivative, and characters of the value.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import factorial

from ..expressions_of_x import add, divide, multiply, power
from ..family import Family, Question, as_stated, attempts
from ..limits import Whole, Words
from .answers import FORM, RATIONAL_FORM, gold
from .constants import Constant, Key, NoConstant, evaluate, pi_times, plus, rational, size, text_of
from .primitives import KINDS as SUMS
from .primitives import Part, Summands, X, line, polynomial, scaled, shown, symbols

WORDINGS = (
    "Work out the definite integral of {function} with respect to x from x = {low} to x = {high}. {form}",
    "f(x) = {function}\n\nWhat is the integral of f(x) dx from {low} to {high}? {form}",
    "Integrate {function} dx between the bounds {low} (lower) and {high} (upper).\n{form}",
)
MAX_POWER_OF_E = 12
"""Beyond it the terms of an answer differ so much in size that the small ones do not matter to anybody."""


@dataclass(frozen=True)
class Integral:
    """An integral with its value and the lines that lead there; `breaks` are points where it is not smooth."""

    function: str
    low: str
    high: str
    exact: Constant
    lines: list[str]
    symbols: int
    breaks: tuple[int, ...] = ()


def _integral(
    rng: random.Random, *, terms: int, kinds: str, largest: int, exponent: int, reach: int
) -> Question:
    names = kinds.split()
    summands = Summands(rng, largest, exponent)
    kind = rng.choice(names)  # once: what is drawn in vain more often is not to become rarer
    for _ in attempts(400):
        try:
            integral = (
                OTHERS[kind](rng, largest, reach) if kind in OTHERS else _sum(summands, names, terms, reach)
            )
        except NoConstant:
            continue
        exact = integral.exact
        answer = text_of(exact) if exact and size(exact) <= 10 ** (terms + 4) else ""
        if answer and all(int(power) <= MAX_POWER_OF_E for power in re.findall(r"e\^\(?-?([0-9]+)", answer)):
            break
    function, low, high = integral.function, integral.low, integral.high
    plain = "(" not in function.replace("^(", "") and "pi" not in high
    form = RATIONAL_FORM if names == ["powers"] and plain else FORM.format(names="pi, e, ln and sqrt")
    return Question(
        {"function": function, "low": low, "high": high, "form": form},
        {"function": function, "low": low, "high": high, "breaks": list(integral.breaks)},
        answer,
        integral.lines,
        gold=gold(exact),
        canonical=[function, low, high],
        guess_rate=0.05 if kind in OTHERS else 0.02,
        difficulty=integral.symbols + len(answer),
    )


def _sum(summands: Summands, names: list[str], terms: int, reach: int) -> Integral:
    """A sum of terms that have antiderivatives."""
    rng = summands.rng
    sums = [name for name in names if name in SUMS]
    kinds = [rng.choice(sums)]
    drawn = [summands.make(kinds[0])]
    for _ in range(8 * terms):  # waves go with multiples of pi, all others with whole numbers
        if len(drawn) == terms:
            break
        kind = rng.choice(sums)
        part = summands.make(kind)
        if _is_wave(part) == _is_wave(drawn[0]):
            drawn.append(part)
            kinds.append(kind)
    shapes = {shown(part.integrand).lstrip("-0123456789*") for part in drawn}
    if len(shapes) < terms or len(drawn) < terms:
        raise NoConstant
    integrand, primitive = add(*(p.integrand for p in drawn)), add(*(p.primitive for p in drawn))
    function = shown(integrand)
    for turn in range(4):
        low, high = _bounds(rng, function, reach, set(kinds) == {"arctan"})
        try:
            evaluate(integrand, low)  # it must have values at the bounds, too
            evaluate(integrand, high)
            at_low, at_high = evaluate(primitive, low), evaluate(primitive, high)
            break
        except NoConstant:
            if turn == 3:
                raise
    exact = plus(at_high, at_low, -1)
    lows, highs = text_of(low), text_of(high)
    lines = list(map(line, drawn))
    if len(drawn) > 1:
        lines.append(f"F(x) = {shown(primitive)}")
    lines += [
        f"F({highs}) = {text_of(at_high)}",
        f"F({lows}) = {text_of(at_low)}",
        f"F({highs}) - F({lows}) = {text_of(exact)}",
    ]
    return Integral(function, lows, highs, exact, lines, symbols(integrand) + symbols(primitive))


def _is_wave(part: Part) -> bool:
    text = shown(part.integrand)
    return "sin(" in text or "cos(" in text


def _bounds(rng: random.Random, function: str, reach: int, smooth: bool) -> tuple[Constant, Constant]:
    """Multiples of pi where there are sines or cosines of multiples of x, else whole numbers."""
    if "sin(" in function or "cos(" in function:
        step = Fraction(1, rng.choice((1, 2, 3, 4, 6, 8, 12)))
        first = rng.choice((0, 0, 0, rng.randint(1, 3)))
        return pi_times(first * step), pi_times((first + rng.randint(1, 4 if step < 1 else 2)) * step)
    anywhere = not any(sign in function for sign in ("(", "/"))
    low = rng.randint(-reach if anywhere else 0, reach - 1)
    if smooth:  # there is no pole on either side of zero
        low -= rng.randint(0, 4)
    return rational(low), rational(rng.randint(low + 1, max(reach, low + 1)))


def _absolute(rng: random.Random, largest: int, reach: int) -> Integral:
    """The absolute value of a polynomial that changes its sign at whole numbers within the bounds."""
    roots = sorted(rng.sample(range(-reach, reach + 1), rng.choice((1, 2, 2))))
    k = rng.randint(1, max(2, largest // 3))
    poly = [Fraction(k)]
    for root in roots:
        shifted = [Fraction(0), *poly]
        poly = [a - root * b for a, b in zip(shifted, [*poly, Fraction(0)], strict=True)]
    low, high = roots[0] - rng.randint(1, 4), roots[-1] + rng.randint(1, 4)
    primitive = [Fraction(0), *(c / (n + 1) for n, c in enumerate(poly))]
    values = [
        sum((c * Fraction(x) ** n for n, c in enumerate(primitive)), Fraction(0)) for x in (low, *roots, high)
    ]
    pieces = [abs(b - a) for a, b in pairwise(values)]
    total = sum(pieces, Fraction(0))
    inside = shown(polynomial(poly))
    points = [low, *roots, high]
    lines = [
        f"{inside} changes its sign at {' and '.join(map(str, roots))}",
        f"F(x) = {shown(polynomial(primitive))} is an antiderivative of {inside}",
        "; ".join(f"F({x}) = {v}" for x, v in zip(points, values, strict=True)),
        "sizes of the pieces: " + ", ".join(map(str, pieces)),
        f"their sum: {total}",
    ]
    return Integral(
        f"|{inside}|", str(low), str(high), rational(total), lines, 20 + 20 * len(roots), tuple(roots)
    )


def _circle(rng: random.Random, largest: int, reach: int) -> Integral:
    """A quarter or half of a disc, or a sector with a triangle, plus a straight line."""
    r, k, c = (
        rng.randint(1, largest),
        rng.choice((-1, 1)) * rng.randint(1, largest),
        rng.randint(-largest, largest),
    )
    function = shown(add(multiply(k, ("sqrt", add(multiply(-1, power(X, 2)), r * r))), c))
    function = function.replace(f"(-x^2 + {r * r})", f"({r * r} - x^2)")
    part = rng.choice(("quarter", "half", "sector"))
    low, high = {"quarter": (0, r), "half": (-r, r), "sector": (0, r)}[part]
    share = Fraction(1, 2) if part == "half" else Fraction(1, 4)
    area = pi_times(share * r * r)
    how = f"the graph of sqrt({r * r} - x^2) is a half circle of radius {r}: from {low} to {high} its area is "
    if part == "sector" and r % 2 == 0:
        # up to r/2: a sector of 30 degrees and a triangle with legs r/2 and r*sqrt(3)/2
        high = r // 2
        area = plus(pi_times(Fraction(r * r, 12)), {Key(root=3): Fraction(r * r, 8)})
        how = f"the area below sqrt({r * r} - x^2) from 0 to {high} is a sector of pi/6 and a triangle: "
    exact = plus(plus({}, area, k), rational(c * (high - low)))
    lines = [how + text_of(area), f"times {k}: {text_of(plus({}, area, k))}"]
    if c:
        lines.append(f"the constant {c} adds {c}*{high - low} = {c * (high - low)}: {text_of(exact)}")
    return Integral(function, str(low), str(high), exact, lines, 45)


def _improper(rng: random.Random, largest: int, reach: int) -> Integral:
    """From some point to infinity."""
    k = rng.choice((-1, 1)) * rng.randint(1, largest)
    m = rng.randint(1, largest)
    kind = rng.choice(("gamma", "power", "arctan", "wave"))
    low, n = 0, rng.randint(1, 5)
    exact: Constant
    if kind == "gamma":
        exact = rational(Fraction(k * factorial(n), m ** (n + 1)))
        integrand = multiply(k, power(X, n), ("exp", multiply(-m, X)))
        how = f"by parts {n} times: the integral of x^n*exp(-m*x) from 0 to oo is n!/m^(n+1), with n = {n} and m = {m}"
    elif kind == "power":
        low, n = rng.randint(1, reach), n + 1
        integrand = divide(k, power(add(X, m), n))
        exact = rational(Fraction(k, (n - 1) * (low + m) ** (n - 1)))
        how = f"F(x) = {shown(divide(-k, multiply(n - 1, power(add(X, m), n - 1))))} goes to 0"
    elif kind == "arctan":
        integrand = divide(k, add(power(X, 2), m * m))
        exact = pi_times(Fraction(k, 2 * m))
        how = f"F(x) = {shown(scaled(Fraction(k, m), ('arctan', divide(X, m))))} goes to {text_of(exact)}, and F(0) = 0"
    else:
        b, name = rng.randint(1, largest), rng.choice(("sin", "cos"))
        exact = rational(Fraction(k * (b if name == "sin" else m), m * m + b * b))
        integrand = multiply(k, ("exp", multiply(-m, X)), (name, multiply(b, X)))
        top = b if name == "sin" else m
        how = f"by parts twice: the integral of exp(-{m}*x)*{name}({b}*x) from 0 to oo is {top}/({m}^2 + {b}^2)"
    return Integral(shown(integrand), str(low), "oo", exact, [how, f"in all {text_of(exact)}"], 50)


OTHERS: dict[str, Callable[[random.Random, int, int], Integral]] = {
    "absolute": _absolute,
    "circle": _circle,
    "improper": _improper,
}

generate = Family(
    _integral,
    WORDINGS,
    {
        "terms": Whole(1, 4, "summands"),
        "kinds": Words((*SUMS, *OTHERS), "the kinds of summands, and of other integrands"),
        "largest": Whole(2, 30, "the largest coefficient"),
        "exponent": Whole(1, 9, "the largest power"),
        "reach": Whole(2, 12, "how far from zero bounds may be"),
    },
    canonical=as_stated,
)
