"""Rational functions: bring a sum, product or quotient to one fraction in lowest terms, or split one into parts.

Fractions are made from irreducible factors, so what cancels is known; a decomposition into partial fractions is
chosen first, with integer numerators, and the fraction is its sum. Both kinds of answers are unique in their form.

Symmetries: the name of the variable.

Difficulty: the `kinds` of problems; how many fractions or factors there are (`size`); `constant` and `leading`, the
largest coefficients of linear factors; whether `quadratic` factors occur; `power`, the largest power of a factor in
a denominator to split. Proxy: binary digits of all polynomials in the worked solution.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from math import gcd

from ..base import Json
from ..family import Family, Question, as_stated
from ..limits import Flag, Whole
from .polynomials import (
    Poly,
    at,
    bits,
    common_factor,
    divided,
    fraction_text,
    lowest,
    nonzero,
    plus,
    primitive,
    product_text,
    text_of,
    times,
    trimmed,
)

WORDINGS = (
    "{task}: {expression}\n{form}",
    "Consider {expression}, where all denominators are other than zero.\n{task}. {form}",
    "{expression}\n\n{task}, wherever the expression above has a value. {form}",
)
_TASKS = {
    "fraction": "Write this as one fraction in lowest terms",
    "apart": "Decompose this into partial fractions",
}
_FORMS = {
    "fraction": (
        "Give a single fraction whose numerator and denominator are polynomials with integer coefficients, in "
        "parentheses where needed, without any common factor, numbers included; give a polynomial alone if the "
        "denominator is 1."
    ),
    "apart": (
        "Give a sum of fractions, and of a polynomial if the division leaves one. Each denominator is a power, "
        "written with ^, of one polynomial with integer coefficients that cannot be factored over the rationals, "
        "and occurs only once; each numerator has a lower degree than the polynomial of which the denominator is "
        "a power."
    ),
}
_NAMES = "xtzuw"


class _Written:
    """Polynomials and fractions in one variable as text; `work` counts the binary digits of all that was written."""

    def __init__(self, rng: random.Random) -> None:
        self.name, self.work = rng.choice(_NAMES), 0

    def text(self, poly: Sequence[int]) -> str:
        self.work += bits(poly)
        return text_of(poly, self.name)

    def brackets(self, poly: Sequence[int]) -> str:
        return f"({self.text(poly)})"

    def fraction(self, top: Sequence[int], bottom: Sequence[int]) -> str:
        self.work += bits(top) + bits(bottom)
        return fraction_text(top, bottom, self.name)

    def question(self, form: str, shown: str, answer: str, lines: list[str], canonical: Json) -> Question:
        return Question(
            {"task": _TASKS[form], "expression": shown, "form": _FORMS[form]},
            {"expression": shown, "variables": [self.name]},
            answer,
            lines,
            {"kind": "partial fractions" if form == "apart" else form},
            canonical=canonical,
            guess_rate=0.0,
            difficulty=self.work,
        )


# ---- products and quotients -----------------------------------------------------------------------------


def _product(
    kind: str, rng: random.Random, *, size: int, constant: int, leading: int, quadratic: bool, power: int
) -> Question | None:
    """Fractions in lowest terms, each with a factor that is in the denominator of another."""
    written = _Written(rng)
    pool = _factors(rng, 2 * size, constant, leading, quadratic)
    extra = _factors(rng, size, constant, leading, quadratic)
    if len(pool) < 2 * size or len(extra) < size:
        return None
    pieces: list[str] = []
    above, below = [1], [1]
    for i in range(size):
        top = times([rng.randint(1, 6)], pool[i], pool[size + i])
        other = pool[size + (i + 1) % size] if rng.random() < 0.3 else extra[i]
        bottom = times([rng.randint(1, 6)], pool[(i + 1) % size], *([other] if rng.random() < 0.7 else []))
        top, bottom = lowest(top, bottom)
        if len(top) == 1 or len(bottom) == 1:
            return None
        divisor = kind == "divide" and i == size - 1
        pieces.append(f"({written.fraction(bottom, top) if divisor else written.fraction(top, bottom)})")
        above, below = times(above, top), times(below, bottom)
    shown = " * ".join(pieces[:-1]) + (" / " if kind == "divide" else " * ") + pieces[-1]
    top, bottom = lowest(above, below)
    if len(top) == len(bottom) == 1:
        return None
    lines = [f"over one bar: {written.fraction(above, below)}"]
    common = _common(above, below)
    for whole in (above, below) if common != [1] else ():
        part = _quotient(whole, common)
        lines.append(f"{written.text(whole)} = {written.brackets(common)}*{written.brackets(part)}")
    answer = written.fraction(top, bottom)
    return written.question("fraction", shown, answer, lines, [kind, shown.replace(written.name, "x")])


# ---- sums -----------------------------------------------------------------------------------------------


def _sum(
    rng: random.Random, *, size: int, constant: int, leading: int, quadratic: bool, power: int
) -> Question | None:
    """Fractions whose denominators share factors."""
    written = _Written(rng)
    pool = _factors(rng, size, constant, leading, quadratic)
    if len(pool) < size:
        return None
    terms: list[tuple[int, Poly, Poly]] = []
    for i in range(size):
        parts = [pool[i]] if size == 2 and rng.random() < 0.5 else [pool[i], pool[(i + 1) % size]]
        below = times([rng.choice((1, 1, 1, 2, 3))], *parts)
        above = [nonzero(rng, constant)]
        if len(below) > 2 and rng.random() < 0.6:
            above.append(nonzero(rng, leading + 2))
        top, bottom = lowest(above, below)
        sign = rng.choice((1, -1)) if terms else 1
        if top[-1] < 0:
            top, sign = [-c for c in top], -sign
        terms.append((sign, top, bottom))
    denominators = [tuple(bottom) for _, _, bottom in terms]
    if len(set(denominators)) < len(denominators):
        return None
    shared: Poly = [1]
    for _, _, bottom in terms:
        shared = _quotient(times(shared, bottom), _common(shared, bottom))
    total: Poly = []
    lines: list[str] = []
    for sign, top, bottom in terms:
        wide = times(top, _quotient(shared, bottom))
        total = plus(total, wide, sign)
        lines.append(f"{written.fraction(top, bottom)} = {written.brackets(wide)}/{written.brackets(shared)}")
    if not total or not (len(shared) > 2 or size == 2):
        return None
    lines.insert(0, f"common denominator: {written.text(shared)}")
    lines.append(f"sum: {written.brackets(total)}/{written.brackets(shared)}")
    common = _common(total, shared)
    if common != [1]:
        lines.append(f"common factor: {written.text(common)}")
    shown = _joined([(sign, fraction_text(top, bottom, written.name)) for sign, top, bottom in terms])
    answer = written.fraction(*lowest(total, shared))
    canonical: Json = ["add", sorted([sign, top, bottom] for sign, top, bottom in terms)]
    return written.question("fraction", shown, answer, lines, canonical)


# ---- partial fractions ----------------------------------------------------------------------------------


def _apart(
    rng: random.Random, *, size: int, constant: int, leading: int, quadratic: bool, power: int
) -> Question | None:
    """A fraction with a known decomposition."""
    written = _Written(rng)
    pool = _linear(rng, size - (quadratic and size > 2), constant, leading)
    powers = [1] * len(pool)
    if power > 1:
        powers[rng.randrange(len(pool))] = rng.randint(2, power)
    extra = _irreducible(rng, constant) if quadratic and rng.random() < 0.6 else None
    parts: list[tuple[Poly, Poly, int]] = []  # numerator, base, power
    for base, most in zip(pool, powers, strict=True):
        for n in range(most, 0, -1):
            number = nonzero(rng, constant) if n == most or rng.random() < 0.7 else 0
            if number:
                parts.append(([number], base, n))
    if extra:
        parts.append((trimmed([rng.randint(-constant, constant), nonzero(rng, leading + 3)]), extra, 1))
    if len(parts) < 2 or len(pool) < 1:
        return None
    whole = [nonzero(rng, 6) for _ in range(rng.randint(1, 2))] if power > 1 and rng.random() < 0.3 else []
    bases = [*zip(pool, powers, strict=True), *([(extra, 1)] if extra else [])]
    below = times(*(base for base, most in bases for _ in range(most)))
    above: Poly = times(whole, below) if whole else []
    for over, base, n in parts:
        above = plus(above, times(over, _quotient(below, times(*[base] * n))))
    if not above:
        return None
    factored = product_text(1, [(text_of(base, written.name), most) for base, most in bases])
    known = rng.random() < 0.5 and len(below) <= 4
    top = written.brackets(above) if " " in text_of(above, written.name) else written.text(above)
    shown = f"{top}/({factored if known else written.text(below)})"
    lines = [f"denominator: {written.text(below)} = {factored}"]
    lines += _covering(written, above, below, pool, powers, whole, extra)
    answer = _parts_text(written.name, whole, parts)
    return written.question("apart", shown, answer, lines, ["apart", above, below])


def _covering(
    written: _Written,
    above: Poly,
    below: Poly,
    pool: list[Poly],
    powers: list[int],
    whole: Poly,
    extra: Poly | None,
) -> list[str]:
    """The polynomial part, then one term after another by its value at the zero of its base."""
    lines = []
    if whole:
        rest = plus(above, times(whole, below), -1)
        lines.append(
            f"divide: {written.text(above)} = "
            f"{written.brackets(whole)}*{written.brackets(below)} + {written.brackets(rest)}"
        )
        above = rest
    for base, most in zip(pool, powers, strict=True):
        zero = Fraction(-base[0], base[1])
        for n in range(most, 0, -1):
            other = _quotient(below, times(*[base] * n))
            number = Fraction(at(above, zero)) / at(other, zero)
            left = _quotient(plus(above, times([int(number)], other), -1), base)
            fewer = _quotient(below, base)
            under = product_text(1, [(text_of(base, written.name), n)])
            lines.append(
                f"at {written.name} = {zero}: ({at(above, zero)})/({at(other, zero)}) = {number}, "
                f"the numerator over {under}; "
                f"left: {written.brackets(left)}/{written.brackets(fewer)}"
            )
            above, below = left, fewer
    if extra:
        lines.append(f"over {written.text(extra)} stays {written.text(above)}")
    return lines


def _parts_text(name: str, whole: Poly, parts: list[tuple[Poly, Poly, int]]) -> str:
    pieces: list[tuple[int, str]] = []
    for top, base, power in parts:
        sign = -1 if top[-1] < 0 else 1
        above = text_of([sign * c for c in top], name)
        above = f"({above})" if " " in above else above
        below = product_text(1, [(text_of(base, name), power)])
        below = f"({below})" if not below.startswith("(") and "*" in below else below
        pieces.append((sign, f"{above}/{below}"))
    return _joined(pieces, text_of(whole, name) if whole else "")


generate = Family(
    {
        "multiply": partial(_product, "multiply"),
        "divide": partial(_product, "divide"),
        "add": _sum,
        "apart": _apart,
    },
    WORDINGS,
    {
        "size": Whole(2, 5, "fractions to join, or different linear factors to split into"),
        "constant": Whole(2, 1000, "the largest constant of a factor and of a numerator"),
        "leading": Whole(1, 50, "the largest leading coefficient of a factor"),
        "quadratic": Flag("whether an irreducible quadratic factor may occur"),
        "power": Whole(1, 4, "the largest power of a factor in a denominator to split"),
    },
    redraw_kind=True,
    canonical=as_stated,
    tries=100,
    advice="raise 'constant'",
)


# ---- factors --------------------------------------------------------------------------------------------


def _linear(rng: random.Random, count: int, constant: int, leading: int) -> list[Poly]:
    """So many different linear factors, or fewer if they do not come up."""
    found: dict[tuple[int, ...], None] = {}
    for _ in range(20 * count):
        if len(found) < count:
            found[tuple(primitive([rng.randint(-constant, constant), rng.randint(1, leading)]))] = None
    return [list(poly) for poly in found]


def _irreducible(rng: random.Random, constant: int) -> Poly:
    """A quadratic factor without real zeros."""
    b = rng.choice((0, rng.randint(-4, 4)))
    c = b * b // 4 + rng.randint(1, min(constant, 9))
    return [c, b, 1]


def _factors(rng: random.Random, count: int, constant: int, leading: int, quadratic: bool) -> list[Poly]:
    found = _linear(rng, count, constant, leading)
    if quadratic and rng.random() < 0.5:
        found[rng.randrange(len(found))] = _irreducible(rng, constant)
    return found


def _common(a: Poly, b: Poly) -> Poly:
    """The greatest common divisor over the integers, numbers included."""
    return times(common_factor(a, b), [gcd(*a, *b)])


def _quotient(a: Poly, b: Poly) -> Poly:
    """The quotient of polynomials that is known to be one."""
    quotient = divided(a, b)
    assert quotient is not None
    return quotient


def _joined(pieces: Sequence[tuple[int, str]], text: str = "") -> str:
    """A sum of pieces with their signs, behind `text` if there is one."""
    for sign, piece in pieces:
        if text:
            text += (" - " if sign < 0 else " + ") + piece
        else:
            text = "-" + piece if sign < 0 else piece
    return text
