"""Factor polynomials completely over the integers.

A polynomial is the product of an integer and irreducible factors, multiplied out; every factor is known to be
irreducible (up to degree 3 by its rational roots, above by its splittings modulo primes), so the factorization is
complete and, up to order and signs, the only one.

Symmetries: the names of the variables.

Difficulty: the `degree`; the `kinds` of products; `leading` and `constant`, the largest coefficients of linear
factors; `content`, the largest common integer; `variables`, 2 for homogeneous polynomials among them. Proxy: binary
digits of the coefficients, times the number of factors.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial

from ..family import Family, Question, as_stated
from ..limits import Whole
from .polynomials import (
    Poly,
    bits,
    divided,
    divisors,
    known_product,
    nonzero,
    primitive,
    product_text,
    proven_irreducible,
    text_of,
    times,
)

WORDINGS = (
    "Factor completely over the integers: {polynomial}\n{form}",
    "Write {polynomial} as a product of irreducible polynomials with integer coefficients.\n{form}",
    "{polynomial}\n\nFind the complete factorization of this polynomial over the integers. {form}",
)
FORM = (
    "Take out the greatest common integer factor, and split every other factor until none can be written as a "
    "product of polynomials of lower degree with integer coefficients. Use * for products and ^ for powers."
)
_PAIRS = (("x", "y"), ("a", "b"), ("u", "v"), ("m", "n"), ("p", "q"))


def _polynomial(
    kind: str, rng: random.Random, *, degree: int, leading: int, constant: int, content: int, variables: int
) -> Question | None:
    least, factors_of_kind = _KINDS[kind]
    if degree < least:
        return None
    found = _completed(rng, kind, factors_of_kind(rng, degree, leading, constant), degree, leading, constant)
    if found is None:
        return None
    number = rng.randint(1, content) * (rng.choice((-1, 1)) if content > 1 else 1)
    first, second = rng.choice(_PAIRS)
    if variables == 1 or rng.random() < 0.5:
        second = ""
    factors = _collected(found)
    polynomial = times([number], known_product(factors))
    shown = text_of(polynomial, first, second)
    answer = product_text(number, [(text_of(f, first, second), n) for f, n in factors])
    names = [first, second] if second else [first]
    return Question(
        {"polynomial": shown, "form": FORM},
        {"polynomial": shown, "variables": names},
        answer,
        _lines(number, polynomial, factors, first, second),
        {"kind": "factorization"},
        canonical=[len(names), polynomial],
        guess_rate=0.0,
        difficulty=bits(polynomial) * sum(n for _, n in factors),
    )


# ---- factors of one kind, not yet known to be irreducible -----------------------------------------------


def _squares(rng: random.Random, degree: int, leading: int, constant: int) -> list[Poly]:
    a, b = rng.randint(1, leading), rng.randint(1, constant)
    return [primitive([b, a]), primitive([-b, a])]


def _repeated(rng: random.Random, degree: int, leading: int, constant: int) -> list[Poly]:
    linear = _linear(rng, leading, constant)
    return [linear] * rng.randint(2, min(3, degree))


def _cubes(rng: random.Random, degree: int, leading: int, constant: int) -> list[Poly]:
    a, b = rng.randint(1, leading), nonzero(rng, _small(constant))
    a, b = primitive([a, b]) if b > 0 else [-c for c in primitive([-a, b])]
    a = abs(a)
    return [[b, a], [b * b, -a * b, a * a]]


def _biquadratic(rng: random.Random, degree: int, leading: int, constant: int) -> list[Poly]:
    small, found = _small(constant), []
    for _ in range(2):
        c = nonzero(rng, small**2 if rng.random() < 0.5 else small)
        d = rng.randint(1, leading)
        found += _split_even(primitive([c, 0, d]))
    return found


def _germain(rng: random.Random, degree: int, leading: int, constant: int) -> list[Poly]:
    a, b = rng.randint(1, leading), rng.randint(1, _small(constant))
    return [primitive([2 * b * b, 2 * a * b, a * a]), primitive([2 * b * b, -2 * a * b, a * a])]


def _cyclotomic(rng: random.Random, degree: int, leading: int, constant: int) -> list[Poly]:
    b, a = primitive([rng.randint(1, _small(constant)), rng.randint(1, leading)])
    n = rng.choice([n for n in (4, 6, 8) if n <= degree])
    if n == 8:
        a, b = 1, min(b, 6)
    found = [[b, a], [-b, a], [b * b, 0, a * a]]
    if n == 6:
        found[2:] = [[b * b, a * b, a * a], [b * b, -a * b, a * a]]
    if n == 8:
        found.append([b**4, 0, 0, 0, 1])
    return found


def _higher(rng: random.Random, degree: int, leading: int, constant: int) -> list[Poly]:
    size = rng.choice((3, 4)) if degree >= 7 else 3
    found = _random_irreducible(rng, size, max(1, leading // 2), _small(constant))
    return found + _random_irreducible(rng, 3, max(1, leading // 2), _small(constant))


_KINDS: dict[str, tuple[int, Callable[[random.Random, int, int, int], list[Poly]]]] = {
    "roots": (2, lambda rng, degree, leading, constant: []),
    "squares": (2, _squares),
    "quadratic": (
        3,
        lambda rng, degree, leading, constant: _random_irreducible(rng, 2, leading, _small(constant)),
    ),
    "repeated": (2, _repeated),
    "cubes": (3, _cubes),
    "biquadratic": (4, _biquadratic),
    "germain": (4, _germain),
    "cyclotomic": (4, _cyclotomic),
    "higher": (6, _higher),
}
"""The least degree of each kind, and what draws its factors."""

generate = Family(
    {kind: partial(_polynomial, kind) for kind in _KINDS},
    WORDINGS,
    {
        "degree": Whole(2, 12, "the degree; kinds that need a higher one are passed over"),
        "leading": Whole(1, 50, "the largest leading coefficient of a linear factor"),
        "constant": Whole(1, 1000, "the largest constant of a linear factor"),
        "content": Whole(1, 1000, "the largest common integer; above 1 it may be negative"),
        "variables": Whole(1, 2, "how many; with 2 about half of the polynomials are homogeneous in two"),
    },
    relation=lambda degree, kinds, **_: (
        "" if any(_KINDS[kind][0] <= degree for kind in kinds.split()) else f"no kind fits degree {degree}"
    ),
    kind_in_facts=False,
    redraw_kind=True,
    canonical=as_stated,
    tries=200,
    advice="change 'kinds' or 'degree'",
)


def _completed(
    rng: random.Random, kind: str, found: list[Poly], degree: int, leading: int, constant: int
) -> list[Poly] | None:
    """The factors, and more of them up to the degree; None if they are too many, or not known to be irreducible."""
    missing = degree - sum(len(f) - 1 for f in found)
    if missing < 0:
        return None
    if missing == 0 and len(found) < 2:
        return None
    if kind != "roots" and missing >= 2 and rng.random() < 0.3:
        found += _random_irreducible(rng, 2, leading, _small(constant))
        missing -= 2
    for _ in range(missing):
        found.append([0, 1] if rng.random() < 0.08 else _linear(rng, leading, constant))
    for factor in found:
        # x^4 + b^4 splits for no prime into less than two factors; that it is irreducible is known.
        known = len(factor) == 5 and not any(factor[1:4]) and kind == "cyclotomic" and _fourth(factor[0])
        if not known and not proven_irreducible(factor):
            return None
    return found


def _small(constant: int) -> int:
    return min(constant, 12)


def _fourth(number: int) -> bool:
    return any(number == b**4 for b in range(1, 20))


def _linear(rng: random.Random, leading: int, constant: int) -> Poly:
    return primitive([nonzero(rng, constant), rng.randint(1, leading)])


def _split_even(poly: Poly) -> list[Poly]:
    """The factors of a*x^2 + c."""
    c, _, a = poly
    for q in divisors(a):
        for p in divisors(c):
            if q * q == a and -p * p == c:
                return [[p, q], [-p, q]]
    return [poly]


def _random_irreducible(rng: random.Random, degree: int, leading: int, constant: int) -> list[Poly]:
    """One irreducible polynomial in a list; an empty list if a few draws gave none."""
    for _ in range(20):
        inner = [rng.randint(-constant, constant) for _ in range(degree - 1)]
        poly = [nonzero(rng, constant), *inner, rng.randint(1, leading)]
        if primitive(poly) == poly and proven_irreducible(poly):
            return [poly]
    return []


def _collected(found: list[Poly]) -> list[tuple[Poly, int]]:
    """Equal factors joined; those of lower degree and with smaller coefficients first."""
    order = sorted(found, key=lambda f: (len(f), [abs(c) for c in reversed(f)], f))
    return [(f, order.count(f)) for i, f in enumerate(order) if i == 0 or order[i - 1] != f]


def _lines(
    number: int, polynomial: Poly, factors: list[tuple[Poly, int]], first: str, second: str
) -> list[str]:
    """One factor after another is divided out; every line that begins with ``=`` equals the polynomial."""
    lines: list[str] = []
    done: list[tuple[str, int]] = []
    rest = primitive(polynomial)
    if number != 1:
        lines += [f"common integer: {number}", "= " + product_text(number, [(text_of(rest, first, second), 1)])]
    singles = [f for f, n in factors for _ in range(n)]
    for factor in singles[:-1]:
        name = text_of(factor, first, second)
        if len(factor) == 2:
            below = f"/{factor[1]}" if factor[1] > 1 else ""
            along = f"*{second}" if second and factor[0] else ""
            at_zero = text_of([0, -factor[0]], second) if along and not below else f"{-factor[0]}{below}{along}"
            lines.append(f"zero at {first} = {at_zero}, so divide by {name}")
        else:
            lines.append(f"divide by {name}: {_why(factor)}")
        quotient = divided(rest, factor)
        assert quotient is not None
        rest = quotient
        if done and done[-1][0] == name:
            done[-1] = (name, done[-1][1] + 1)
        else:
            done.append((name, 1))
        shown = text_of(rest, first, second)
        following = [*done[:-1], (name, done[-1][1] + 1)] if shown == name else [*done, (shown, 1)]
        lines.append("= " + product_text(number, following))
    lines.append(f"the last factor: {_why(singles[-1])}")
    return lines


def _why(factor: Poly) -> str:
    """Why a factor splits no further."""
    if len(factor) == 2:
        return "linear, irreducible"
    if len(factor) == 3:
        c, b, a = factor
        return f"discriminant {b * b - 4 * a * c} is no square, irreducible"
    if len(factor) == 4:
        return "no rational zero, irreducible"
    return "no zero and no quadratic factor, irreducible"
