"""Decimals: sums, differences, products, quotients and longer expressions of decimal numbers.

The value is exact and has a finite decimal expansion, or else it is a quotient that is to be rounded to a given
number of decimal places (never halfway between two). It is never an integer. Kinds: ``sum``, ``difference``,
``product``, ``quotient`` (comes out even), ``chain`` (sums, differences and products), ``rounded`` (a quotient to be
rounded).

Symmetries: none; the expression as printed is the problem.

Difficulty: the `kinds` of expression to draw from, `terms` numbers in a chain, and numbers of up to `digits`
digits. Proxy: digits written in the worked solution.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from fractions import Fraction
from functools import partial

from ..base import Json
from ..decimal_texts import decimal_text
from ..family import Family, Question, as_stated
from ..limits import Whole
from .schoolbook import division, multiplication

WORDINGS = (
    "Compute {expression} . {form}",
    "What is {expression} ?\n{form}",
    "{expression}\n\nWork out the value of the line above. {form}",
    "Here is a calculation with decimal numbers: {expression}\n{form}",
)
DECIMAL: Mapping[str, Json] = {"kind": "decimal", "require": ["decimal"]}


def _number(rng: random.Random, digits: int) -> Fraction:
    """A decimal number with at least one decimal place, whose last digit is not 0."""
    count = rng.randint(2, digits)
    places = rng.randint(1, count - 1) if count > 1 else 1
    top = rng.randrange(10 ** (count - 1), 10**count)
    return Fraction(top + (top % 10 == 0), 10**places)


def _exact(kind: str, rng: random.Random, *, terms: int, digits: int) -> Question | None:
    a, b = _number(rng, digits), _number(rng, digits)
    if kind == "chain":
        values = [_number(rng, digits) for _ in range(terms)]
        signs = [rng.choice("+-+-*") for _ in range(terms - 1)]
        lines, value = _chain(values, signs)
        shown = " ".join(
            f"{sign} {decimal_text(x)}" for sign, x in zip(["", *signs], values, strict=True)
        ).strip()
        return _question(shown, None, value, lines)
    if kind == "quotient":
        a, b = a * b, a
        value = a / b
        lines = _quotient_lines(a, b)
        sign = "/"
    elif kind == "product":
        value, lines, sign = a * b, _product_lines(a, b), "*"
    elif kind == "difference":
        a, b = max(a, b), min(a, b)
        value, lines, sign = a - b, _sum_lines(a, "-", b), "-"
    else:
        value, lines, sign = a + b, _sum_lines(a, "+", b), "+"
    return _question(f"{decimal_text(a)} {sign} {decimal_text(b)}", None, value, lines)


def _rounded(rng: random.Random, *, terms: int, digits: int) -> Question | None:
    a, b, places = _number(rng, digits), _number(rng, digits), rng.randint(1, 4)
    a = a * 10 if a < b else a
    scaled = a / b * 10**places
    down = scaled.numerator // scaled.denominator
    if scaled.denominator <= 2:
        return None  # halfway between two, or exact
    up = scaled - down > Fraction(1, 2)
    value = Fraction(down + up, 10**places)
    top, bottom, scale = _scaled(a, b)
    lines = [f"multiply both by {scale}: {top} / {bottom}"] if scale > 1 else []
    longer = 10 * scaled.numerator // scaled.denominator
    lines.append(f"decimal places: {places + 1}, so {top * 10 ** (places + 1)} / {bottom}")
    lines += division(top * 10 ** (places + 1), bottom)
    lines.append(f"{_padded(longer, places + 1)}..., last digit {longer % 10}, round {'up' if up else 'down'}")
    lines.append(f"rounded: {_padded(down + up, places)}")
    return _question(f"{decimal_text(a)} / {decimal_text(b)}", places, value, lines)


def _question(expression: str, places: int | None, value: Fraction, lines: list[str]) -> Question | None:
    """The question, unless its value is an integer."""
    if value.denominator == 1:
        return None
    form = "Give the exact value as a decimal number."
    if places is not None:
        form = f"Give the value rounded to {places} decimal place{'' if places == 1 else 's'}."
    facts = {"expression": expression, "places": places}
    return Question(
        {"expression": expression, "form": form}, facts, decimal_text(value), lines, DECIMAL, canonical=facts
    )


generate = Family(
    {kind: partial(_exact, kind) for kind in ("sum", "difference", "product", "quotient", "chain")}
    | {"rounded": _rounded},
    WORDINGS,
    {
        "terms": Whole(2, 20, "numbers of a chain"),
        "digits": Whole(2, 15, "the most digits of a number"),
    },
    canonical=as_stated,
    kind_in_facts=False,
    advice="change 'digits' or 'terms'",
)


def _padded(scaled: int, places: int) -> str:
    digits = str(scaled).zfill(places + 1)
    return f"{digits[:-places]}.{digits[-places:]}"


def _places(value: Fraction) -> int:
    text = decimal_text(value)
    return len(text) - text.index(".") - 1 if "." in text else 0


def _scaled(a: Fraction, b: Fraction) -> tuple[int, int, int]:
    """Both numbers times the power of ten that makes them whole, and that power."""
    scale = 10 ** max(_places(a), _places(b))
    return int(a * scale), int(b * scale), scale


def _sum_lines(a: Fraction, sign: str, b: Fraction) -> list[str]:
    x, y, scale = _scaled(a, b)
    total = x + y if sign == "+" else x - y
    return [
        f"times {scale}: {x} {sign} {y if y >= 0 else f'({y})'} = {total}",
        f"{total} / {scale} = {decimal_text(Fraction(total, scale))}",
    ]


def _product_lines(a: Fraction, b: Fraction) -> list[str]:
    p, q = _places(a), _places(b)
    x, y = abs(int(a * 10**p)), abs(int(b * 10**q))
    lines = [f"decimal places: {p} + {q} = {p + q}", *multiplication(x, y)]
    sign = "-" if (a < 0) != (b < 0) else ""
    lines.append(f"{sign}{x * y} / {10 ** (p + q)} = {decimal_text(a * b)}")
    return lines


def _quotient_lines(a: Fraction, b: Fraction) -> list[str]:
    scale, places = 10 ** _places(b), _places(a / b)
    bottom = int(b * scale)
    top = int(a * scale * 10**places)
    lines = [f"multiply both by {scale}: {decimal_text(a * scale)} / {bottom}"]
    if places:
        lines.append(f"decimal places: {places}, so {top} / {bottom}")
    lines += division(top, bottom)
    lines.append(f"{top // bottom} / {10**places} = {decimal_text(a / b)}")
    return lines


def _chain(values: list[Fraction], signs: list[str]) -> tuple[list[str], Fraction]:
    """Products first, then from left to right."""
    lines: list[str] = []
    terms, joins = [values[0]], ["+"]
    for sign, value in zip(signs, values[1:], strict=True):
        if sign == "*":
            lines.append(f"{decimal_text(terms[-1])} * {decimal_text(value)}:")
            lines += _product_lines(terms[-1], value)
            terms[-1] *= value
        else:
            terms.append(value)
            joins.append(sign)
    total = terms[0]
    for sign, value in zip(joins[1:], terms[1:], strict=True):
        after = total + value if sign == "+" else total - value
        lines.append(f"{decimal_text(total)} {sign} {decimal_text(value)} = {decimal_text(after)}")
        total = after
    return lines, total
