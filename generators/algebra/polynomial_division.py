"""Polynomials as lists of coefficients: the remainder of a division, interpolation, and where a polynomial is least.

Kinds: ``remainder`` and ``interpolation`` (the coefficients from the constant term up) and ``minimum`` (the place of
the only minimum of a convex polynomial, rounded). All coefficients are integers.

Difficulty: `kinds` drawn from; `size`, by which degrees and coefficients grow. Proxy: digits written in the worked
solution.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import pairwise

from ..decimal_texts import decimal_text
from ..family import Family, Question, digits_written
from ..kernels.count import Facts, row
from ..kernels.optimum import Best, Kind, optimum_family, wordings
from ..limits import Whole
from .polynomials import at, plus, text_of, times

LIMITS = {"size": Whole(1, 24, "how high degrees and how large coefficients are")}


def _polynomial(rng: random.Random, degree: int, most: int, leading: int) -> list[int]:
    return [*(rng.randint(-most, most) for _ in range(degree)), rng.randint(1, leading)]


def _division(rng: random.Random, size: int) -> Facts:
    low, most = 2 + size // 5, 3 + size // 2
    q = _polynomial(rng, low, most, 1 + size // 4)
    quotient = _polynomial(rng, 1 + size // 3, most, most)
    return {"p": plus(times(q, quotient), [rng.randint(-9 - size, 9 + size) for _ in range(low)]), "q": q}


def _division_shown(p: Sequence[int], q: Sequence[int]) -> Mapping[str, object]:
    return {
        "dividend": text_of(p),
        "divisor": text_of(q),
        "count": len(q) - 1,
        "top": len(q) - 2,
        "last": text_of([0] * (len(q) - 2) + [1]),
    }


def _division_best(p: Sequence[int], q: Sequence[int]) -> Best | None:
    rest, lines = list(p), list[str]()
    for place in range(len(p) - len(q), -1, -1):
        factor = rest[place + len(q) - 1] // q[-1]
        rest = plus(rest, times([0] * place + [factor], q), -1) if factor else rest
        rest += [0] * (len(p) - len(rest))
        if factor:
            lines.append(f"less {text_of([0] * place + [factor])} times the divisor: {text_of(rest)}")
    found = rest[: len(q) - 1]
    if sum(map(bool, found)) < 2 or max(map(abs, q[:-1])) < 2:
        return None
    return Best(found, found, lines, digits_written("\n".join(lines)))


def _points(rng: random.Random, size: int) -> Facts:
    degree = 2 + size // 3
    return {
        "coefficients": _polynomial(rng, degree, 5 + size, 5 + size),
        "xs": rng.sample(range(-degree, degree + 1), degree + 1),
    }


def _through(rng: random.Random, size: int) -> Facts:
    drawn = _points(rng, size)
    return {"points": [[x, int(at(drawn["coefficients"], x))] for x in drawn["xs"]]}


def _through_shown(points: list[list[int]]) -> Mapping[str, object]:
    return {
        "degree": len(points) - 1,
        "count": len(points),
        "values": ", ".join(f"f({x}) = {y}" for x, y in points),
        "pairs": ", ".join(f"({x}, {y})" for x, y in points),
    }


def _through_best(points: list[list[int]]) -> Best | None:
    """Newton's divided differences, which are whole numbers here."""
    xs = [x for x, _ in points]
    column = [y for _, y in points]
    firsts, lines = [column[0]], list[str]()
    for order in range(1, len(points)):
        column = [(b - a) // (xs[i + order] - xs[i]) for i, (a, b) in enumerate(pairwise(column))]
        firsts.append(column[0])
        lines.append(row(f"divided differences of order {order}", column))
    found: list[int] = []
    for x, first in zip(reversed(xs), reversed(firsts), strict=True):
        found = plus(times(found, [-x, 1]), [first])
        lines.append(f"times x - ({x}), plus {first}: {text_of(found)}")
    if len(found) < len(points) or sum(map(bool, found)) < 2:
        return None
    return Best(found, found, lines, digits_written("\n".join(lines)))


def _minimum(rng: random.Random, *, size: int) -> Question | None:
    """A sum of even powers of x minus something is convex, and has one minimum; where its slope changes sign."""
    places, degree = 2 + size // 6, 2 + 2 * (size > 2) + 2 * (size > 9)
    f: list[int] = []
    for power in (2, *range(2, degree + 1, 2)):
        f = plus(f, times([rng.randint(1, 4 + size)], *([[-rng.randint(-6 - size, 6 + size), 1]] * power)))
    slope = [k * coefficient for k, coefficient in enumerate(f)][1:]
    scale = 10**places
    below = (-8 - size) * scale
    lines = [f"slope: {text_of(slope)}"]
    for place in range(places, -1, -1):
        while _sign(slope, below + 10**place, scale) <= 0:
            below += 10**place
        x = Fraction(below, scale)
        lines.append(f"the slope at {decimal_text(x)} is {decimal_text(Fraction(at(slope, x)))}, not above 0")
    half = _sign(slope, 2 * below + 1, 2 * scale)
    if half == 0 or _sign(slope, below, scale) == 0:
        return None
    up = half < 0
    place_text = decimal_text(Fraction(2 * below + 1, 2 * scale))
    lines.append(f"at {place_text} it is {'below' if up else 'above'} 0, so round {'up' if up else 'down'}")
    value = below + up
    if value == 0:
        return None
    whole, part = divmod(abs(value), scale)
    answer = f"{'-' if value < 0 else ''}{whole}.{part:0{places}}"
    fields = {"f": text_of(f), "places": places}
    return Question(fields, {"f": f, "places": places}, answer, lines, {"kind": "decimal"}, guess_rate=0.001)


def _sign(poly: Sequence[int], top: int, bottom: int) -> int:
    """A whole number of the sign that a polynomial has at top / bottom, for bottom > 0."""
    value, power = 0, 1
    for coefficient in reversed(poly):
        value = value * top + coefficient * power
        power *= bottom
    return value


MINIMUM = (
    "For which real x is f(x) = {f} least? Round x to {places} decimal places.",
    "The function f(x) = {f} has its minimum at exactly one place. Find this x, rounded to {places} decimal places.",
    "Let f(x) = {f}. Give the x at which f(x) takes its smallest value, with {places} digits after the decimal point, "
    "correctly rounded.",
)
KINDS = {
    "remainder": Kind(
        (
            "Divide P(x) = {dividend} by Q(x) = {divisor}, so that the remainder has a lower degree than Q. Give the "
            "{count} coefficients of the remainder, from the constant term up to that of {last}, zeros included, "
            "separated by commas.",
            "The remainder of the division of {dividend} by {divisor} is a polynomial S of degree at most "
            "{top}. State its "
            "{count} coefficients from the constant term up, with commas between them; write 0 for a power that is "
            "missing.",
            "There are polynomials R and S with {dividend} = ({divisor}) * R(x) + S(x), where the degree of S "
            "is {top} or "
            "less. Find S, and answer with the list of its {count} coefficients in the order of rising powers "
            "(constant "
            "first, zeros too), separated by commas.",
        ),
        _division,
        _division_best,
        _division_shown,
    ),
    "interpolation": Kind(
        (
            "A polynomial f of degree {degree} has {values}. Give its {count} coefficients, from the constant "
            "term up to "
            "that of the highest power, zeros included, separated by commas.",
            "Which polynomial of degree {degree} goes through the points {pairs}? Answer with the list of its {count} "
            "coefficients in the order of rising powers (constant first, zeros too), with commas between them.",
            "It is known that {values}, and that f(x) is a polynomial in x of degree {degree}. State the {count} "
            "coefficients of 1, x and so on in this order, separated by commas; write 0 for a power that is missing.",
        ),
        _through,
        _through_best,
        _through_shown,
    ),
}
WORDINGS = {**wordings(KINDS), "minimum": MINIMUM}
generate = Family(
    {**optimum_family(KINDS, LIMITS).makers, "minimum": _minimum}, WORDINGS, LIMITS, advice="change 'size'"
)
