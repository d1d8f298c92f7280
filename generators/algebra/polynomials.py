"""Polynomials in one variable with integer coefficients, lowest power first, without zeros at the end.

The zero polynomial is the empty list. Nothing here uses floats.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from fractions import Fraction
from math import gcd, isqrt

Poly = list[int]


def trimmed(poly: Sequence[int]) -> Poly:
    """The same polynomial without zeros at the end."""
    end = len(poly)
    while end and not poly[end - 1]:
        end -= 1
    return list(poly[:end])


def plus(a: Sequence[int], b: Sequence[int], factor: int = 1) -> Poly:
    """``a + factor * b``."""
    size = max(len(a), len(b))
    return trimmed([(a[i] if i < len(a) else 0) + factor * (b[i] if i < len(b) else 0) for i in range(size)])


def times(*factors: Sequence[int]) -> Poly:
    """The product of the polynomials; 1 if there are none."""
    product: Poly = [1]
    for factor in factors:
        longer = [0] * (len(product) + len(factor) - 1) if factor else []
        for i, a in enumerate(product if factor else ()):
            for j, b in enumerate(factor):
                longer[i + j] += a * b
        product = longer
    return product


def composed(outer: Sequence[int], inner: Sequence[int]) -> Poly:
    """``outer(inner(x))``, by Horner's rule."""
    value: Poly = []
    for coefficient in reversed(outer):
        value = plus(times(value, inner), [coefficient])
    return value


def at(poly: Sequence[int], x: Fraction | int) -> Fraction | int:
    """The value at x."""
    value: Fraction | int = 0
    for coefficient in reversed(poly):
        value = value * x + coefficient
    return value


def divided(a: Sequence[int], b: Sequence[int]) -> Poly | None:
    """``a / b`` if that is a polynomial with integer coefficients, else None."""
    rest, quotient = list(a), [0] * max(len(a) - len(b) + 1, 0)
    for place in range(len(a) - len(b), -1, -1):
        digit, over = divmod(rest[place + len(b) - 1], b[-1])
        if over:
            return None
        quotient[place] = digit
        if digit:
            for i, coefficient in enumerate(b):
                rest[place + i] -= digit * coefficient
    return None if any(rest) else trimmed(quotient)


def content(poly: Sequence[int]) -> int:
    """The greatest common divisor of the coefficients, with the sign of the leading one."""
    common = gcd(*poly)
    return -common if poly and poly[-1] < 0 else common


def primitive(poly: Sequence[int]) -> Poly:
    """The polynomial over its content."""
    common = content(poly)
    return [c // common for c in poly]


def common_factor(a: Sequence[int], b: Sequence[int]) -> Poly:
    """The greatest common divisor over the rationals, primitive, by Euclid's algorithm."""
    a, b = trimmed(a), trimmed(b)
    while b:
        rest = list(a)
        while len(rest) >= len(b):
            top = rest[-1]
            rest = [b[-1] * c for c in rest]
            shift = len(rest) - len(b)
            for i, c in enumerate(b):
                rest[shift + i] -= top * c
            rest = trimmed(rest)
        a, b = b, primitive(rest) if rest else []
    return primitive(a) if a else []


def lowest(top: Sequence[int], bottom: Sequence[int]) -> tuple[Poly, Poly]:
    """A fraction of polynomials in lowest terms, the leading coefficient below positive."""
    common = common_factor(top, bottom)
    a, b = divided(top, common), divided(bottom, common)
    assert a is not None
    assert b is not None
    number = gcd(*a, *b) * (-1 if b[-1] < 0 else 1)
    return [c // number for c in a], [c // number for c in b]


def text_of(poly: Sequence[int], name: str = "x", other: str = "") -> str:
    """The polynomial as text, highest power first; with a name for `other` it is made homogeneous with that."""
    degree = len(poly) - 1
    terms = []
    for power in range(degree, -1, -1):
        if poly[power]:
            factors = [
                base if exponent == 1 else f"{base}^{exponent}"
                for base, exponent in ((name, power), (other, degree - power))
                if base and exponent
            ]
            terms.append((poly[power], "*".join(factors)))
    return sum_text(terms)


def sum_text(terms: Sequence[tuple[int, str]]) -> str:
    """A sum of terms, each a coefficient and the product behind it (empty for a plain number)."""
    text = ""
    for coefficient, body in terms:
        size = abs(coefficient)
        shown = str(size) if not body else body if size == 1 else f"{size}*{body}"
        if text:
            text += (" - " if coefficient < 0 else " + ") + shown
        else:
            text = "-" + shown if coefficient < 0 else shown
    return text or "0"


def product_text(constant: int, factors: Sequence[tuple[str, int]]) -> str:
    """A product as text: a number, then factors with their powers; sums among them get brackets."""
    pieces = []
    for body, power in factors:
        shown = f"({body})" if " " in body else body
        pieces.append(shown if power == 1 else f"{shown}^{power}")
    if abs(constant) != 1 or not pieces:
        pieces.insert(0, str(abs(constant)))
    return ("-" if constant < 0 else "") + "*".join(pieces)


def fraction_text(top: Sequence[int], bottom: Sequence[int], name: str = "x") -> str:
    """A fraction of two polynomials as text, without the denominator if that is 1."""
    above, below = text_of(top, name), text_of(bottom, name)
    if below == "1":
        return above
    above = f"({above})" if " " in above else above
    return f"{above}/({below})" if " " in below or "*" in below else f"{above}/{below}"


def nonzero(rng: random.Random, largest: int) -> int:
    """A number from -`largest` to `largest`, not 0."""
    return rng.choice((-1, 1)) * rng.randint(1, largest)


def bits(poly: Sequence[int]) -> int:
    """Binary digits of all coefficients together: a measure of the work to write the polynomial down."""
    return sum(c.bit_length() for c in poly)


# ---- irreducible polynomials ------------------------------------------------------------------------------


def is_square(number: int) -> bool:
    """Whether the number is the square of an integer."""
    return number >= 0 and isqrt(number) ** 2 == number


def divisors(number: int) -> list[int]:
    """The positive divisors of a number other than 0, in order."""
    number = abs(number)
    small = [d for d in range(1, isqrt(number) + 1) if number % d == 0]
    return small + [number // d for d in reversed(small) if d * d != number]


def rational_root(poly: Sequence[int]) -> Fraction | None:
    """A rational zero of a polynomial whose last and first coefficients are not 0, or None."""
    for bottom in divisors(poly[-1]):
        for top in divisors(poly[0]):
            for root in (Fraction(top, bottom), Fraction(-top, bottom)):
                if at(poly, root) == 0:
                    return root
    return None


def proven_irreducible(poly: Sequence[int]) -> bool:
    """Whether a primitive polynomial is proven to be irreducible over the rationals.

    Up to degree 3 the answer is exact. Above, True is a proof: the degrees of its factors modulo some primes fit
    no splitting; False may mean that the primes tried do not tell.
    """
    degree = len(poly) - 1
    if degree <= 1:
        return degree == 1
    if degree == 2:
        return not is_square(poly[1] ** 2 - 4 * poly[0] * poly[2])
    if poly[0] == 0:
        return False
    if degree == 3:
        return rational_root(poly) is None
    possible = (1 << (degree + 1)) - 1  # bit d: a factor of degree d has not been excluded
    for prime in (2, 3, 5, 7, 11, 13, 17, 19, 23, 29):
        degrees = _degrees(poly, prime)
        if degrees is None:
            continue
        sums = 1
        for d in degrees:
            sums |= sums << d
        possible &= sums
        if possible == 1 | 1 << degree:
            return True
    return False


def _degrees(poly: Sequence[int], prime: int) -> list[int] | None:
    """The degrees of the irreducible factors modulo a prime; None if it divides the leading one or is ramified."""
    if poly[-1] % prime == 0:
        return None
    rest = _reduced(poly, prime)
    slope = _reduced([i * c for i, c in enumerate(rest)][1:], prime)
    if not slope or len(_gcd(rest, slope, prime)) > 1:
        return None
    degrees: list[int] = []
    power: Poly = [0, 1]
    degree = 0
    while len(rest) - 1 >= 2 * (degree + 1):
        degree += 1
        power = _power(power, prime, rest, prime)
        found = _gcd(rest, _reduced(plus(power, [0, 1], -1), prime), prime)
        degrees += [degree] * ((len(found) - 1) // degree)
        if len(found) > 1:
            rest = _divmod(rest, found, prime)[0]
            power = _divmod(power, rest, prime)[1]
    return degrees + ([len(rest) - 1] if len(rest) > 1 else [])


def _reduced(poly: Sequence[int], prime: int) -> Poly:
    return trimmed([c % prime for c in poly])


def _divmod(a: Sequence[int], b: Sequence[int], prime: int) -> tuple[Poly, Poly]:
    rest, quotient = list(a), [0] * max(len(a) - len(b) + 1, 0)
    inverse = pow(b[-1], -1, prime)
    for place in range(len(a) - len(b), -1, -1):
        digit = quotient[place] = rest[place + len(b) - 1] * inverse % prime
        for i, c in enumerate(b):
            rest[place + i] = (rest[place + i] - digit * c) % prime
    return trimmed(quotient), trimmed(rest[: len(b) - 1])


def _gcd(a: Poly, b: Poly, prime: int) -> Poly:
    while b:
        a, b = b, _divmod(a, b, prime)[1]
    return a


def _power(base: Poly, exponent: int, modulus: Poly, prime: int) -> Poly:
    value: Poly = [1]
    for digit in bin(exponent)[2:]:
        value = _divmod(_reduced(times(value, value), prime), modulus, prime)[1]
        if digit == "1":
            value = _divmod(_reduced(times(value, base), prime), modulus, prime)[1]
    return value


def known_product(factors: Sequence[tuple[Poly, int]]) -> Poly:
    """The product of polynomials with their powers."""
    return times(*(factor for factor, power in factors for _ in range(power)))
