"""Complex numbers: sums, products, quotients, powers, conjugates, squares of the modulus, square roots.

All parts are integers or fractions and every value is exact. A square root is that of a perfect square; which of the
two is meant is stated.

Symmetries: none; the expression as printed is the problem.

Difficulty: the `kinds` of problems; how many `terms` are joined; `largest`, the largest part of a number; the largest
`exponent`. Proxy: multiplications of two digits in the worked solution.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from ..family import Family, Question, as_stated
from ..limits import Whole, Words
from .polynomials import nonzero

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

Number = tuple[Fraction, Fraction]


@dataclass(frozen=True)
class Term:
    """An expression with its value, the lines of its worked solution, and how much work they are."""

    shown: str
    value: Number
    lines: list[str]
    work: int


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


def _problem(rng: random.Random, *, kinds: str, terms: int, largest: int, exponent: int) -> Question | None:
    chosen = kinds.split()
    joined = [kind for kind in chosen if kind in TERMS]
    kind = rng.choice(chosen)
    if kind == "root":
        made = _root(rng, largest)
    else:
        made = _sum_of(
            rng, joined if kind in ("conjugate", "modulus") else [kind, *joined], terms, largest, exponent
        )
    shown, value, lines = made.shown, made.value, made.lines
    ask = kind if kind in _TASKS else "value"
    if kind == "sum" and terms == 1:
        shown = shown[1:-1]
    if ask == "conjugate":
        value = (value[0], -value[1])
        lines = [*lines, "the sign of the imaginary part changes"]
    if ask == "modulus":
        lines = [*lines, f"({value[0]})^2 + ({value[1]})^2 = {value[0] ** 2 + value[1] ** 2}"]
        value = (value[0] ** 2 + value[1] ** 2, Fraction(0))
    if max(abs(part.numerator) + part.denominator for part in value) >= 10**12 or text_of(value) == shown:
        return None
    return Question(
        {"task": _TASKS[ask].format(expression=shown), "form": _REAL_FORM if ask == "modulus" else _FORM},
        {"ask": ask, "expression": shown},
        text_of(value),
        lines,
        {"kind": "complex"},
        canonical=[ask, shown],
        guess_rate=0.001,
        difficulty=made.work,
    )


# ---- expressions ------------------------------------------------------------------------------------------


def _number(rng: random.Random, largest: int) -> Number:
    """A number whose imaginary part is not zero."""
    return Fraction(rng.randint(-largest, largest)), Fraction(nonzero(rng, largest))


def _multiplied(a: Number, b: Number) -> Term:
    """The product of two numbers."""
    value = times(a, b)
    (p, q), (r, s) = a, b
    shown = f"({text_of(a)})*({text_of(b)})"
    line = f"{shown}: real ({p})*({r}) - ({q})*({s}) = {value[0]}, imaginary ({p})*({s}) + ({q})*({r}) = {value[1]}"
    return Term(shown, value, [line], (_digits(p) + _digits(q)) * (_digits(r) + _digits(s)))


def _root(rng: random.Random, largest: int) -> Term:
    """A square; the value is its root with a positive real part."""
    value = Fraction(rng.randint(1, largest)), Fraction(nonzero(rng, largest))
    square = times(value, value)
    size = value[0] ** 2 + value[1] ** 2
    lines = [
        f"(a + b*i)^2 = {text_of(square)}: a^2 - b^2 = {square[0]}, 2*a*b = {square[1]}",
        f"a^2 + b^2 = sqrt(({square[0]})^2 + ({square[1]})^2) = {size}",
        f"a^2 = ({square[0]} + {size})/2 = {value[0] ** 2}, so a = {value[0]}",
        f"b = {square[1]}/(2*{value[0]}) = {value[1]}",
    ]
    return Term(text_of(square), value, lines, 6 * _digits(square[0]) * _digits(square[1]))


def _sum_of(rng: random.Random, kinds: list[str], terms: int, largest: int, exponent: int) -> Term:
    """A sum of terms of the kinds, the first of which occurs."""
    shown, total = "", (Fraction(0), Fraction(0))
    values: list[str] = []
    lines: list[str] = []
    work = terms * 2 if terms > 1 else 0
    for place in range(terms):
        term = TERMS[kinds[0] if place == 0 else rng.choice(kinds)](rng, largest, exponent)
        sign = rng.choice((1, -1)) if place else 1
        shown += (" - " if sign < 0 else " + ") + term.shown if shown else term.shown
        total = total[0] + sign * term.value[0], total[1] + sign * term.value[1]
        values.append(("- " if sign < 0 else "+ ") + f"({text_of(term.value)})")
        lines += term.lines
        work += term.work
    if terms > 1:
        lines.append(f"sum: {' '.join(values)} = {text_of(total)}")
    return Term(shown, total, lines, work)


def _sum(rng: random.Random, largest: int, exponent: int) -> Term:
    a, b = _number(rng, largest), _number(rng, largest)
    sign = rng.choice((1, -1))
    value = a[0] + sign * b[0], a[1] + sign * b[1]
    shown = f"({text_of(a)}) {'+' if sign > 0 else '-'} ({text_of(b)})"
    return Term(f"({shown})", value, [f"{shown} = {text_of(value)}"], 2)


def _product(rng: random.Random, largest: int, exponent: int) -> Term:
    return _multiplied(_number(rng, largest), _number(rng, largest))


def _units(rng: random.Random, largest: int, exponent: int) -> Term:
    """A power of i."""
    factor, n = nonzero(rng, largest), rng.randint(5, 20 * largest)
    real, imaginary = ((1, 0), (0, 1), (-1, 0), (0, -1))[n % 4]
    line = f"{n} = 4*{n // 4} + {n % 4}, so i^{n} = {text_of((Fraction(real), Fraction(imaginary)))}"
    times_it = "" if factor == 1 else f"({factor})*" if factor < 0 else f"{factor}*"
    return Term(f"{times_it}i^{n}", (Fraction(factor * real), Fraction(factor * imaginary)), [line], 2)


def _power(rng: random.Random, largest: int, exponent: int) -> Term:
    n = rng.randint(2, exponent)
    base = value = _number(rng, max(2, largest // n))
    lines: list[str] = []
    work = 0
    for _ in range(n - 1):
        step = _multiplied(value, base)
        value, lines, work = step.value, lines + step.lines, work + step.work
    return Term(f"({text_of(base)})^{n}", value, lines, work)


def _quotient(rng: random.Random, largest: int, exponent: int) -> Term:
    below, above = _number(rng, largest), _number(rng, largest)
    if rng.random() < 0.5:
        above = times(below, above)  # the quotient comes out even
    conjugate = below[0], -below[1]
    shown = f"({text_of(above)})/({text_of(below)})"
    top = _multiplied(above, conjugate)
    size = below[0] ** 2 + below[1] ** 2
    value = top.value[0] / size, top.value[1] / size
    lines = [
        f"{shown}: multiply both by {text_of(conjugate)}",
        *top.lines,
        f"below: ({below[0]})^2 + ({below[1]})^2 = {size}, so the quotient is {text_of(value)}",
    ]
    return Term(shown, value, lines, top.work + 4)


def _digits(value: Fraction) -> int:
    return len(str(abs(value.numerator)))


TERMS: dict[str, Callable[[random.Random, int, int], Term]] = {
    "sum": _sum,
    "product": _product,
    "quotient": _quotient,
    "power": _power,
    "units": _units,
}
KINDS = (*TERMS, "conjugate", "modulus", "root")


def _relation(kinds: str, **_: object) -> str:
    named = set(kinds.split())
    return "" if named & set(TERMS) or named == {"root"} else f"kinds: one of {' '.join(TERMS)} is needed"


generate = Family(
    _problem,
    WORDINGS,
    {
        "kinds": Words(KINDS, "the kinds of problems; the first five are joined in an expression"),
        "terms": Whole(1, 6, "how many terms an expression has"),
        "largest": Whole(2, 1000, "the largest real or imaginary part"),
        "exponent": Whole(2, 8, "the largest exponent"),
    },
    relation=_relation,
    canonical=as_stated,
    advice="lower 'exponent' or 'largest'",
)
