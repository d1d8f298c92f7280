"""Expressions to simplify: like terms in brackets, quotients of powers, fractions that cancel."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import gcd

from .polynomials import (
    Poly,
    common_factor,
    divided,
    fraction_text,
    lowest,
    nonzero,
    primitive,
    sum_text,
    text_of,
    times,
)

_NAMES = ("x", "y", "z"), ("a", "b", "c"), ("u", "v", "w"), ("p", "q", "r"), ("m", "n", "k")


@dataclass(frozen=True, slots=True)
class Simplified:
    """An expression and its simplest form as text, the lines between them, and the names of its variables."""

    shown: str
    answer: str
    lines: list[str]
    names: tuple[str, ...] = ()


# ---- like terms -----------------------------------------------------------------------------------------


def like(
    rng: random.Random, *, size: int, largest: int, exponent: int, depth: int, **_: int
) -> Simplified | None:
    """Terms in up to three variables, some in brackets with a number in front."""
    names = rng.choice(_NAMES)[: rng.randint(1, 3)]
    bodies = [*names, ""]
    if len(names) == 1 and exponent > 2:
        bodies = [f"{names[0]}^2", *bodies]
    sums = dict.fromkeys(bodies, 0)
    shown, opened = _nest(rng, size, largest, depth, 1, bodies)
    for coefficient, body in opened:
        sums[body] += coefficient
    if sum(map(bool, sums.values())) < 2 or (
        len(opened) == len({body for _, body in opened}) and "(" not in shown
    ):
        return None  # one term is left, or there is nothing to collect
    lines = ["without brackets: " + sum_text(opened)] if depth else []
    for body, total in sums.items():
        found = [c for c, b in opened if b == body]
        if len(found) > 1:
            lines.append(f"{body or 'numbers'}: {' '.join(map(_signed, found))} = {total}")
    return Simplified(shown, sum_text([(c, body) for body, c in sums.items() if c]), lines, names)


def _nest(
    rng: random.Random, size: int, largest: int, depth: int, factor: int, bodies: list[str]
) -> tuple[str, list[tuple[int, str]]]:
    """A sum with so many terms as text, and its terms times `factor` without brackets."""
    pieces: list[tuple[int, str]] = []
    opened: list[tuple[int, str]] = []
    places = rng.sample(range(size), min(size, rng.randint(1, 2))) if depth else []
    for i in range(size):
        number = nonzero(rng, largest)
        if i in places:
            number = rng.choice((-1, 1)) * rng.randint(1 if rng.random() < 0.3 else 2, min(9, largest))
            text, inner = _nest(rng, rng.randint(2, 3), largest, depth - 1, factor * number, bodies)
            pieces.append((number, f"({text})"))
            opened += inner
        else:
            body = rng.choice(bodies)
            pieces.append((number, body))
            opened.append((factor * number, body))
    return sum_text(pieces), opened


def _signed(number: int) -> str:
    return f"- {-number}" if number < 0 else f"+ {number}"


# ---- powers ---------------------------------------------------------------------------------------------


def monomial(
    rng: random.Random, *, size: int, largest: int, exponent: int, negative: bool, **_: int
) -> Simplified | None:
    """A quotient of products of powers of monomials."""
    names = rng.choice(_NAMES)[: rng.randint(1, 2 if size < 4 else 3)]
    total = dict.fromkeys(names, 0)
    number = Fraction(1)
    sides: tuple[list[str], list[str]] = ([], [])
    lines: list[str] = []
    for place in range(size):
        below = place >= max(1, size - size // 2)
        coefficient = rng.randint(1, min(largest, 12)) * (-1 if rng.random() < 0.2 else 1)
        powers = {
            name: rng.randint(-exponent if negative and rng.random() < 0.4 else 1, exponent)
            for name in names
            if rng.random() < 0.8
        }
        powers = {name: n for name, n in powers.items() if n}
        outer = rng.choice((1, 1, 2, 3)) if powers else 1
        if not powers and abs(coefficient) == 1:
            coefficient *= 2  # nobody writes a factor of 1
        if negative and outer > 1 and rng.random() < 0.3:
            outer = -outer
        body = sum_text([(coefficient, _monomial(powers))])
        if outer != 1:
            body = f"({body})^{_exponent(outer)}"
            inner = _monomial({n: e * outer for n, e in powers.items()})
            lines.append(f"{body} = {_power_text(coefficient, outer)}*{inner}")
        elif coefficient < 0:
            body = f"({body})"
        sides[below].append(body)
        sign = -1 if below else 1
        number *= Fraction(coefficient) ** (outer * sign)
        for name, n in powers.items():
            total[name] += n * outer * sign
    top, bottom = "*".join(sides[0]), "*".join(sides[1])
    closed = len(sides[1]) == 1 and bottom.startswith("(") and bottom.endswith(")")
    if max(abs(number.numerator), number.denominator) > 10**6 or not any(total.values()):
        return None
    lines += [f"number: {number}", *(f"exponent of {name}: {n}" for name, n in total.items())]
    answer = sum_text([(number.numerator, _monomial({n: e for n, e in total.items() if e > 0}))])
    over = sum_text([(number.denominator, _monomial({n: -e for n, e in total.items() if e < 0}))])
    if over != "1":
        answer += f"/({over})" if "*" in over else f"/{over}"
    shown = f"{top}/{bottom if closed else f'({bottom})'}" if bottom else top
    return Simplified(shown, answer, lines, names)


def _exponent(n: int) -> str:
    return str(n) if n > 0 else f"({n})"


def _power_text(number: int, exponent: int) -> str:
    value = Fraction(number) ** exponent
    return f"({value})" if value.denominator > 1 or value < 0 else str(value)


def _monomial(powers: Mapping[str, int]) -> str:
    return "*".join(name if n == 1 else f"{name}^{_exponent(n)}" for name, n in powers.items() if n)


# ---- fractions ------------------------------------------------------------------------------------------


def fraction(rng: random.Random, *, size: int, largest: int, **_: int) -> Simplified | None:
    """A quotient of polynomials with common factors, of degree up to 2 for small sizes, else more."""
    name = rng.choice("xtzuw")
    degree = 2 if size < 5 else 3
    small = min(largest, 12)
    factors: list[Poly] = [
        primitive([rng.randint(-small, small), rng.randint(1, 1 + size // 3)]) for _ in range(2 * degree)
    ]
    shared = factors[: degree - 1]
    numbers = rng.randint(1, 6), rng.randint(1, 6)
    above = times([numbers[0]], *shared, factors[degree])
    below = times([numbers[1]], *shared, factors[degree + 1])
    if rng.random() < 0.2:
        above = times([numbers[0] * rng.choice((1, -1))], *shared)
    top, bottom = lowest(above, below)
    if len(top) == 1 and len(bottom) == 1:
        return None
    common = times(common_factor(above, below), [gcd(*above, *below)])
    lines: list[str] = []
    for poly in (above, below):
        part = divided(poly, common)
        assert part is not None
        lines.append(f"{text_of(poly, name)} = ({text_of(common, name)})*({text_of(part, name)})")
    shown = f"({text_of(above, name)})/({text_of(below, name)})"
    return Simplified(shown, fraction_text(top, bottom, name), lines, (name,))
