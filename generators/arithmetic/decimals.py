"""Decimals: sums, differences, products, quotients and longer expressions of decimal numbers.

The value is exact and has a finite decimal expansion, or else it is a quotient that is to be rounded to a given
number of decimal places (never halfway between two). It is never an integer.

Symmetries: none; the expression as printed is the problem.

Difficulty: the `kinds` of expression to draw from, `terms` numbers in a chain, and numbers of up to `digits`
digits. Proxy: digits written in the worked solution.
"""

from __future__ import annotations

import random
import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from ..base import Draft, GenerationError
from ..readers import decimal
from ..wording import phrase
from .schoolbook import decimal_text, digits_written, division, multiplication

WORDINGS = (
    "Compute {expression} . {form}",
    "What is {expression} ?\n{form}",
    "{expression}\n\nWork out the value of the line above. {form}",
    "Here is a calculation with decimal numbers: {expression}\n{form}",
)
_EXACT = "Give the exact value as a decimal number."

KINDS = ("sum", "difference", "product", "quotient", "chain", "rounded")
MAX_TERMS = 20
MAX_DIGITS = 15
MAX_TRIES = 200


def generate(rng: random.Random, *, kinds: str, terms: int, digits: int) -> Draft:
    """Make one expression.

    Args:
        rng: the task's random source.
        kinds: the kinds to draw from, separated by spaces: ``sum``, ``difference``, ``product``, ``quotient``
            (comes out even), ``chain`` (sums, differences and products), ``rounded`` (a quotient to be rounded).
        terms: numbers of a chain, 2 to 20.
        digits: the most digits of a number, 2 to 15.

    Raises:
        ValueError: if a parameter is out of its range.
        GenerationError: if only integers came out.
    """
    names = kinds.split()
    if not names or not set(names) <= set(KINDS):
        raise ValueError(f"kinds must be some of {' '.join(KINDS)}, not {kinds!r}")
    if not 2 <= terms <= MAX_TERMS or not 2 <= digits <= MAX_DIGITS:
        raise ValueError(
            f"need 2 <= terms <= {MAX_TERMS} and 2 <= digits <= {MAX_DIGITS}, not {terms}, {digits}"
        )
    kind = rng.choice(names)
    for _ in range(MAX_TRIES):
        made = _rounded(rng, digits) if kind == "rounded" else _exact(rng, kind, terms, digits)
        if made is not None:
            break
    else:
        raise GenerationError(f"only integers came out; change digits ({digits}) or terms ({terms})")
    expression, places, value, lines = made
    answer = decimal_text(value)
    trace = "\n".join(lines)
    form = _EXACT
    if places is not None:
        form = f"Give the value rounded to {places} decimal place{'' if places == 1 else 's'}."
    problem = {"expression": expression, "places": places}
    return Draft(
        prompt=phrase(rng, WORDINGS, expression=expression, form=form),
        payload={"problem": problem, "gold": {"text": answer, "kind": "decimal", "require": ["decimal"]}},
        answer=answer,
        trace=trace,
        canonical=problem,
        guess_rate=0.02,
        difficulty=digits_written(trace),
    )


Made = tuple[str, int | None, Fraction, list[str]]


def _number(rng: random.Random, digits: int) -> Fraction:
    """A decimal number with at least one decimal place, whose last digit is not 0."""
    count = rng.randint(2, digits)
    places = rng.randint(1, count - 1) if count > 1 else 1
    top = rng.randrange(10 ** (count - 1), 10**count)
    return Fraction(top + (top % 10 == 0), 10**places)


def _exact(rng: random.Random, kind: str, terms: int, digits: int) -> Made | None:
    a, b = _number(rng, digits), _number(rng, digits)
    if kind == "chain":
        values = [_number(rng, digits) for _ in range(terms)]
        signs = [rng.choice("+-+-*") for _ in range(terms - 1)]
        lines, value = _chain(values, signs)
        shown = " ".join(
            f"{sign} {decimal_text(x)}" for sign, x in zip(["", *signs], values, strict=True)
        ).strip()
        return (shown, None, value, lines) if value.denominator > 1 else None
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
    return (
        (f"{decimal_text(a)} {sign} {decimal_text(b)}", None, value, lines) if value.denominator > 1 else None
    )


def _rounded(rng: random.Random, digits: int) -> Made | None:
    a, b, places = _number(rng, digits), _number(rng, digits), rng.randint(1, 4)
    a = a * 10 if a < b else a
    scaled = a / b * 10**places
    down = scaled.numerator // scaled.denominator
    if scaled.denominator <= 2:
        return None  # halfway between two, or exact
    up = scaled - down > Fraction(1, 2)
    value = Fraction(down + up, 10**places)
    if value.denominator == 1:
        return None
    top, bottom, scale = _scaled(a, b)
    lines = [f"multiply both by {scale}: {top} / {bottom}"] if scale > 1 else []
    longer = 10 * scaled.numerator // scaled.denominator
    lines.append(f"decimal places: {places + 1}, so {top * 10 ** (places + 1)} / {bottom}")
    lines += division(top * 10 ** (places + 1), bottom)
    lines.append(f"{_padded(longer, places + 1)}..., last digit {longer % 10}, round {'up' if up else 'down'}")
    lines.append(f"rounded: {_padded(down + up, places)}")
    return f"{decimal_text(a)} / {decimal_text(b)}", places, value, lines


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


_TERM = re.compile(r"[-+]?[^-+]+")


def accepts(payload: Mapping[str, Any], answer: str) -> bool:
    """A second check of a bare answer: whole numbers with a count of decimal places, and multiplying back."""
    value = decimal(answer)
    if value is None:
        return False
    problem = payload["problem"]
    expression: str = problem["expression"].replace(" ", "")
    rounded: int | None = problem["places"]
    if "/" in expression:
        (a, p), (b, q) = map(_units, expression.split("/"))
        top, bottom = a * int(10**q), b * int(10**p)
        if rounded is None:
            return value.numerator * bottom == top * value.denominator
        # Rounded: within half a unit of the last place, and nothing behind that place.
        unit = int(10**rounded)
        off = abs(2 * unit * (value.numerator * bottom - top * value.denominator))
        return (value * unit).denominator == 1 and off < bottom * value.denominator
    total = Fraction(0)
    for term in _TERM.findall(expression):
        product, places = 1, 0
        for factor in term.lstrip("+-").split("*"):
            digits, p = _units(factor)
            product, places = product * digits, places + p
        total += Fraction(-product if term[0] == "-" else product, 10**places)
    return value == total


def _units(text: str) -> tuple[int, int]:
    """The digits of a decimal number as one whole number, and how many of them are behind the point."""
    whole, _, places = text.partition(".")
    return int(whole + places), len(places)
