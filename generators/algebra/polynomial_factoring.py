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
from collections.abc import Mapping
from functools import lru_cache
from math import gcd
from typing import Any

from ..base import Draft, GenerationError
from ..wording import phrase
from . import readers
from .polynomials import (
    Poly,
    at,
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
KINDS = ("roots", "squares", "quadratic", "repeated", "cubes", "biquadratic", "germain", "cyclotomic", "higher")
_PAIRS = (("x", "y"), ("a", "b"), ("u", "v"), ("m", "n"), ("p", "q"))
MAX_DEGREE = 12
TRIES = 200


def generate(
    rng: random.Random, *, degree: int, kinds: str, leading: int, constant: int, content: int, variables: int
) -> Draft:
    """Make one polynomial with at least two factors that are not numbers.

    Args:
        rng: the task's random source.
        degree: the degree, 2 to 12.
        kinds: of ``roots squares quadratic repeated cubes biquadratic germain cyclotomic higher``, separated by
            spaces; those that need a higher degree than there is are passed over, and ``roots`` always fits.
        leading: the largest leading coefficient of a linear factor, 1 to 50.
        constant: the largest constant of a linear factor, 1 to 1000.
        content: the largest common integer, 1 to 1000; it may be negative where it is above 1.
        variables: 1 or 2; with 2 about half of the polynomials are homogeneous in two variables.

    Raises:
        ValueError: if a parameter is out of its range.
        GenerationError: if no such polynomial was found.
    """
    if not (2 <= degree <= MAX_DEGREE and variables in (1, 2)):
        raise ValueError(f"need 2 <= degree <= {MAX_DEGREE} and 1 or 2 variables; got {degree}, {variables}")
    if not (1 <= leading <= 50 and 1 <= constant <= 1000 and 1 <= content <= 1000):
        raise ValueError(
            "need 1 <= leading <= 50, 1 <= constant <= 1000 and 1 <= content <= 1000; "
            f"got {leading}, {constant}, {content}"
        )
    fitting = [kind for kind in kinds.split() if _least_degree(kind) <= degree]
    if not fitting:
        raise ValueError(f"kinds holds none that fits degree {degree}")
    for _ in range(TRIES):
        found = _factors(rng, rng.choice(fitting), degree, leading, constant)
        if found is not None:
            break
    else:
        raise GenerationError(f"no polynomial in {TRIES} tries; change 'kinds' or 'degree'")
    number = rng.randint(1, content) * (rng.choice((-1, 1)) if content > 1 else 1)
    first, second = rng.choice(_PAIRS)
    if variables == 1 or rng.random() < 0.5:
        second = ""
    factors = _collected(found)
    polynomial = times([number], known_product(factors))
    shown = text_of(polynomial, first, second)
    answer = product_text(number, [(text_of(f, first, second), n) for f, n in factors])
    names = [first, second] if second else [first]
    return Draft(
        prompt=phrase(rng, WORDINGS, polynomial=shown, form=FORM),
        payload={
            "problem": {"polynomial": shown, "variables": names},
            "gold": {"text": answer, "kind": "factorization"},
        },
        answer=answer,
        trace=_trace(number, polynomial, factors, first, second),
        canonical=[len(names), polynomial],
        difficulty=float(bits(polynomial) * sum(n for _, n in factors)),
    )


def _least_degree(kind: str) -> int:
    if kind not in KINDS:
        raise ValueError(f"kinds must be of {' '.join(KINDS)}, not {kind!r}")
    return {"cubes": 3, "biquadratic": 4, "germain": 4, "cyclotomic": 4, "quadratic": 3, "higher": 6}.get(
        kind, 2
    )


def _factors(rng: random.Random, kind: str, degree: int, leading: int, constant: int) -> list[Poly] | None:
    """Irreducible factors of one kind, then linear ones up to the degree; None if this try failed."""
    small = max(1, min(constant, 12))
    found: list[Poly] = []
    if kind == "squares":
        a, b = rng.randint(1, leading), rng.randint(1, constant)
        found = [primitive([b, a]), primitive([-b, a])]
    elif kind == "repeated":
        linear = _linear(rng, leading, constant)
        found = [linear] * rng.randint(2, min(3, degree))
    elif kind == "quadratic":
        found = _random_irreducible(rng, 2, leading, small)
    elif kind == "cubes":
        a, b = rng.randint(1, leading), nonzero(rng, small)
        a, b = primitive([a, b]) if b > 0 else [-c for c in primitive([-a, b])]
        a = abs(a)
        found = [[b, a], [b * b, -a * b, a * a]]
    elif kind == "biquadratic":
        for _ in range(2):
            c = nonzero(rng, small**2 if rng.random() < 0.5 else small)
            d = rng.randint(1, leading)
            found += _split_even(primitive([c, 0, d]))
    elif kind == "germain":
        a, b = rng.randint(1, leading), rng.randint(1, small)
        found = [primitive([2 * b * b, 2 * a * b, a * a]), primitive([2 * b * b, -2 * a * b, a * a])]
    elif kind == "cyclotomic":
        b, a = primitive([rng.randint(1, small), rng.randint(1, leading)])
        n = rng.choice([n for n in (4, 6, 8) if n <= degree])
        if n == 8:
            a, b = 1, min(b, 6)
        found = [[b, a], [-b, a], [b * b, 0, a * a]]
        if n == 6:
            found[2:] = [[b * b, a * b, a * a], [b * b, -a * b, a * a]]
        if n == 8:
            found.append([b**4, 0, 0, 0, 1])
    elif kind == "higher":
        size = rng.choice((3, 4)) if degree >= 7 else 3
        found = _random_irreducible(rng, size, max(1, leading // 2), small)
        found += _random_irreducible(rng, 3, max(1, leading // 2), small)
    missing = degree - sum(len(f) - 1 for f in found)
    if missing < 0:
        return None
    if missing == 0 and len(found) < 2:
        return None
    if kind != "roots" and missing >= 2 and rng.random() < 0.3:
        found += _random_irreducible(rng, 2, leading, small)
        missing -= 2
    for _ in range(missing):
        found.append([0, 1] if rng.random() < 0.08 else _linear(rng, leading, constant))
    for factor in found:
        # x^4 + b^4 splits for no prime into less than two factors; that it is irreducible is known.
        known = len(factor) == 5 and not any(factor[1:4]) and kind == "cyclotomic" and _fourth(factor[0])
        if not known and not proven_irreducible(factor):
            return None
    return found


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


def _trace(number: int, polynomial: Poly, factors: list[tuple[Poly, int]], first: str, second: str) -> str:
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
    return "\n".join(lines)


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


# ---- a second check ---------------------------------------------------------------------------------------


def accepts(payload: Mapping[str, Any], answer: str) -> bool:
    """A second check of a bare answer: its value against the polynomial's, and Kronecker's test of each factor."""
    names: list[str] = payload["problem"]["variables"]
    tree = readers.formula(answer, names)
    if tree is None or not readers.same_value(tree, _read(payload["problem"]["polynomial"], *names), names):
        return False
    return all(_irreducible_or_number(factor, names) for factor in _written_factors(tree))


@lru_cache(maxsize=256)
def _read(text: str, *names: str) -> Any:
    return readers.formula(text, names)


def _written_factors(tree: Any) -> list[Any]:
    _, tree = readers.signed(tree)
    if isinstance(tree, tuple) and tree[0] == "*":
        return [inner for part in tree[1:] for inner in _written_factors(part)]
    if isinstance(tree, tuple) and tree[0] == "^":
        return _written_factors(tree[1]) if isinstance(tree[2], int) and 1 <= tree[2] <= 60 else [("/", 0, 0)]
    return [tree]


def _irreducible_or_number(tree: Any, names: list[str]) -> bool:
    if isinstance(tree, int) or tree in names:
        return True
    plain = readers.coefficients(_with_one(tree, names[1:]), names[0], MAX_DEGREE)
    if not plain or any(c.denominator > 1 for c in plain):
        return False
    if (
        len(names) == 2
    ):  # homogeneous of the degree that is left where the second name is 1: no such factor is lost
        prime = readers.PRIMES[0]
        one = readers.modulo(tree, {names[0]: 12345, names[1]: 6789}, prime)
        two = readers.modulo(tree, {names[0]: 24690, names[1]: 13578}, prime)
        if one is None or two != one * 2 ** (len(plain) - 1) % prime:
            return False
    return len(plain) == 1 or _irreducible(tuple(int(c) for c in plain))


def _with_one(tree: Any, names: list[str]) -> Any:
    """The tree with 1 for each of the names."""
    if isinstance(tree, str):
        return 1 if tree in names else tree
    return (tree[0], *(_with_one(part, names) for part in tree[1:])) if isinstance(tree, tuple) else tree


@lru_cache(maxsize=4096)
def _irreducible(poly: tuple[int, ...]) -> bool:
    """Kronecker's test, for the degrees that irreducible factors have here: up to 4."""
    degree = len(poly) - 1
    if gcd(*poly) > 1 or degree > 4:
        return False
    if degree == 1:
        return True
    if poly[0] == 0 or any(
        sum(c * p**i * q ** (degree - i) for i, c in enumerate(poly)) == 0
        for q in divisors(poly[-1])
        for d in divisors(poly[0])
        for p in (d, -d)
    ):
        return False
    return degree < 4 or not _has_quadratic_factor(list(poly))


def _has_quadratic_factor(poly: Poly) -> bool:
    """Whether some a*x^2 + b*x + c divides a polynomial; its values at 0, 1 and -1 divide those of the polynomial."""
    ahead, behind = int(at(poly, 1)), int(at(poly, -1))
    values = [sign * d for d in divisors(ahead) for sign in (1, -1)]
    for a in divisors(poly[-1]):
        for d in divisors(poly[0]):
            for c in (d, -d):
                for value in values:
                    before = 2 * (a + c) - value
                    if before and behind % before == 0 and divided(poly, [c, value - a - c, a]):
                        return True
    return False
