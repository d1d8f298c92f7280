"""Complex numbers: sums, products, quotients, powers, conjugates, squares of the modulus, square roots.

All parts are integers or fractions and every value is exact. A square root is that of a perfect square; which of the
two is meant is stated.

Symmetries: none; the expression as printed is the problem.

Difficulty: the `kinds` of problems; how many `terms` are joined; `largest`, the largest part of a number; the largest
`exponent`. Proxy: multiplications of two digits in the worked solution.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from ..base import Draft, GenerationError
from ..wording import phrase
from .number_checks import Complex, complex_value
from .polynomials import nonzero
from .readers import collected_terms, formula

WORDINGS = (
    "{task}\n{form}",
    "Here i is the imaginary unit. {task}\n{form}",
    "{task} (The imaginary unit is i.)\n{form}",
)
_FORM = "Give the value in the form a + b*i, with a and b integers or fractions in lowest terms."
_REAL_FORM = "Give an integer, or a fraction in lowest terms."
_TASKS = {
    "value": "Compute {expression}.",
    "conjugate": "Find the complex conjugate of {expression}.",
    "modulus": "Find |z|^2, the square of the modulus, for z = {expression}.",
    "root": "Find the square root of {expression} that has a positive real part.",
}
KINDS = ("sum", "product", "quotient", "power", "units", "conjugate", "modulus", "root")
TRIES = 100

Number = tuple[Fraction, Fraction]


def generate(rng: random.Random, *, kinds: str, terms: int, largest: int, exponent: int) -> Draft:
    """Make one problem.

    Args:
        rng: the task's random source.
        kinds: of ``sum product quotient power units conjugate modulus root``, separated by spaces; the first four
            and powers of i (``units``) are joined in an expression.
        terms: how many terms an expression has, 1 to 6.
        largest: the largest real or imaginary part, 2 to 1000.
        exponent: the largest exponent, 2 to 8.

    Raises:
        ValueError: if a parameter is out of its range.
        GenerationError: if no problem was found.
    """
    if not (1 <= terms <= 6 and 2 <= largest <= 1000 and 2 <= exponent <= 8):
        raise ValueError(
            f"need 1 <= terms <= 6, 2 <= largest <= 1000 and 2 <= exponent <= 8; got {terms}, {largest}, {exponent}"
        )
    chosen = kinds.split()
    inner = [kind for kind in chosen if kind in ("sum", "product", "quotient", "power", "units")]
    if not chosen or not set(chosen) <= set(KINDS) or (not inner and set(chosen) != {"root"}):
        raise ValueError(f"kinds must be of {' '.join(KINDS)}, with one of the first five; got {kinds!r}")
    for _ in range(TRIES):
        maker = _Maker(rng, largest, exponent)
        kind = rng.choice(chosen)
        if kind == "root":
            shown, value = maker.root()
        else:
            shown, value = maker.expression(
                inner if kind in ("conjugate", "modulus") else [kind, *inner], terms
            )
        ask = kind if kind in _TASKS else "value"
        if kind == "sum" and terms == 1:
            shown = shown[1:-1]
        if ask == "conjugate":
            value = (value[0], -value[1])
            maker.lines.append("the sign of the imaginary part changes")
        if ask == "modulus":
            maker.lines.append(f"({value[0]})^2 + ({value[1]})^2 = {value[0] ** 2 + value[1] ** 2}")
            value = (value[0] ** 2 + value[1] ** 2, Fraction(0))
        if max(abs(part.numerator) + part.denominator for part in value) < 10**12 and text_of(value) != shown:
            break
    else:
        raise GenerationError(f"no problem in {TRIES} tries; lower 'exponent' or 'largest'")
    real = ask == "modulus"
    return Draft(
        prompt=phrase(
            rng, WORDINGS, task=_TASKS[ask].format(expression=shown), form=_REAL_FORM if real else _FORM
        ),
        payload={
            "problem": {"ask": ask, "expression": shown},
            "gold": {"text": text_of(value), "kind": "complex"},
        },
        answer=text_of(value),
        trace="\n".join(maker.lines),
        canonical=[ask, shown],
        guess_rate=0.001,
        difficulty=float(maker.work),
    )


def text_of(value: Number) -> str:
    """The number as text, such as ``3/5 - 2*i``."""
    real, imaginary = value
    size = abs(imaginary)
    body = "i" if size == 1 else f"{size}*i"
    if not imaginary:
        return str(real)
    if not real:
        return body if imaginary > 0 else f"-{body}"
    return f"{real} {'+' if imaginary > 0 else '-'} {body}"


def times(a: Number, b: Number) -> Number:
    """The product."""
    return a[0] * b[0] - a[1] * b[1], a[0] * b[1] + a[1] * b[0]


class _Maker:
    """Makes expressions with their values, and the lines of a worked solution."""

    def __init__(self, rng: random.Random, largest: int, exponent: int) -> None:
        self.rng, self.largest, self.exponent = rng, largest, exponent
        self.lines: list[str] = []
        self.work = 0

    def number(self, largest: int) -> Number:
        """A number whose imaginary part is not zero."""
        return Fraction(self.rng.randint(-largest, largest)), Fraction(nonzero(self.rng, largest))

    def product(self, a: Number, b: Number) -> Number:
        """The product, with its line."""
        value = times(a, b)
        (p, q), (r, s) = a, b
        self.lines.append(
            f"({text_of(a)})*({text_of(b)}): real ({p})*({r}) - ({q})*({s}) = {value[0]}, "
            f"imaginary ({p})*({s}) + ({q})*({r}) = {value[1]}"
        )
        self.work += (_digits(p) + _digits(q)) * (_digits(r) + _digits(s))
        return value

    def root(self) -> tuple[str, Number]:
        """A square, and its root with a positive real part."""
        value = Fraction(self.rng.randint(1, self.largest)), Fraction(nonzero(self.rng, self.largest))
        square = times(value, value)
        size = value[0] ** 2 + value[1] ** 2
        self.lines += [
            f"(a + b*i)^2 = {text_of(square)}: a^2 - b^2 = {square[0]}, 2*a*b = {square[1]}",
            f"a^2 + b^2 = sqrt(({square[0]})^2 + ({square[1]})^2) = {size}",
            f"a^2 = ({square[0]} + {size})/2 = {value[0] ** 2}, so a = {value[0]}",
            f"b = {square[1]}/(2*{value[0]}) = {value[1]}",
        ]
        self.work += 6 * _digits(square[0]) * _digits(square[1])
        return text_of(square), value

    def expression(self, kinds: list[str], terms: int) -> tuple[str, Number]:
        """A sum of terms of the kinds, the first of which occurs."""
        text = ""
        total: Number = (Fraction(0), Fraction(0))
        values: list[str] = []
        for place in range(terms):
            shown, value = self.term(kinds[0] if place == 0 else self.rng.choice(kinds))
            sign = self.rng.choice((1, -1)) if place else 1
            text += (" - " if sign < 0 else " + ") + shown if text else shown
            total = total[0] + sign * value[0], total[1] + sign * value[1]
            values.append(("- " if sign < 0 else "+ ") + f"({text_of(value)})")
        if terms > 1:
            self.lines.append(f"sum: {' '.join(values)} = {text_of(total)}")
            self.work += terms * 2
        return text, total

    def term(self, kind: str) -> tuple[str, Number]:
        rng = self.rng
        if kind == "sum":
            a = self.number(self.largest)
            b = self.number(self.largest)
            sign = rng.choice((1, -1))
            value = a[0] + sign * b[0], a[1] + sign * b[1]
            shown = f"({text_of(a)}) {'+' if sign > 0 else '-'} ({text_of(b)})"
            self.lines.append(f"{shown} = {text_of(value)}")
            self.work += 2
            return f"({shown})", value
        if kind == "product":
            a, b = self.number(self.largest), self.number(self.largest)
            return f"({text_of(a)})*({text_of(b)})", self.product(a, b)
        if kind == "units":
            factor, n = nonzero(rng, self.largest), rng.randint(5, 20 * self.largest)
            unit = ((1, 0), (0, 1), (-1, 0), (0, -1))[n % 4]
            value = Fraction(factor * unit[0]), Fraction(factor * unit[1])
            self.lines.append(
                f"{n} = 4*{n // 4} + {n % 4}, so i^{n} = {text_of((Fraction(unit[0]), Fraction(unit[1])))}"
            )
            self.work += 2
            if factor == 1:
                return f"i^{n}", value
            return (f"({factor})*i^{n}" if factor < 0 else f"{factor}*i^{n}"), value
        if kind == "power":
            n = rng.randint(2, self.exponent)
            base = self.number(max(2, self.largest // n))
            value = base
            for _ in range(n - 1):
                value = self.product(value, base)
            return f"({text_of(base)})^{n}", value
        below = self.number(self.largest)
        above = self.number(self.largest)
        if rng.random() < 0.5:
            above = times(below, above)  # the quotient comes out even
        conjugate = below[0], -below[1]
        self.lines.append(f"({text_of(above)})/({text_of(below)}): multiply both by {text_of(conjugate)}")
        top = self.product(above, conjugate)
        size = below[0] ** 2 + below[1] ** 2
        value = top[0] / size, top[1] / size
        self.lines.append(
            f"below: ({below[0]})^2 + ({below[1]})^2 = {size}, so the quotient is {text_of(value)}"
        )
        self.work += 4
        return f"({text_of(above)})/({text_of(below)})", value


def _digits(value: Fraction) -> int:
    return len(str(abs(value.numerator)))


# ---- a second check ---------------------------------------------------------------------------------------


def accepts(payload: Mapping[str, Any], answer: str) -> bool:
    """A second check of a bare answer: both values to 80 digits; a root is squared."""
    problem = payload["problem"]
    given, wanted = _written_out(answer), complex_value(problem["expression"])
    if given is None or wanted is None:
        return False
    ask = problem["ask"]
    if ask == "root":
        return given.times(given).equals(wanted) and given.re > 0
    if ask == "conjugate":
        wanted = Complex(wanted.re, wanted.im.copy_negate())
    if ask == "modulus":
        wanted = wanted.times(Complex(wanted.re, wanted.im.copy_negate()))
    return given.equals(wanted)


def _written_out(text: str) -> Complex | None:
    """The value of ``a + b*i`` with numbers in lowest terms; None of other formulas."""
    tree = formula(text, ("i",))
    terms = None if tree is None else collected_terms(tree, ("i",), fractions=True)
    if terms is None or not set(terms) <= {(0,), (1,)}:
        return None
    return complex_value(text)
