"""Indefinite integrals: find an antiderivative of a function of x.

The integrand is a sum of terms, each of a kind that has an elementary antiderivative by one rule (powers,
substitution, parts, partial fractions, ...). It is smooth for every x > 0; any antiderivative there is right, with or
without a constant ``C``.

Symmetries: the order of the terms does not matter.

Difficulty: `terms` summands of the `kinds` given, with coefficients up to `largest` and powers up to `exponent`.
Proxy: symbols in the integrand and in the antiderivative.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from ..base import Draft, GenerationError
from ..expressions_of_x import Expression, add
from ..wording import phrase
from .primitives import KINDS, Maker, Part, shown, symbols
from .values import close, context, read, value

WORDINGS = (
    "Find an antiderivative, for x > 0, of\nf(x) = {function}\n\n{form}",
    "Integrate with respect to x (for x > 0): {function}\n{form}",
    "Let f(x) = {function} for x > 0. Which function F has the derivative f? {form}",
    "Work out the indefinite integral of {function} with respect to x, where x > 0. {form}",
)
FORM = (
    "Write it as an expression in x with + - * / ^, parentheses and sin, cos, exp, ln, sqrt, arctan; any equal form "
    "will do (ln is the natural logarithm), with or without a constant C."
)
_POLYNOMIAL_FORM = (
    "Write it as an expression in x with + - * / ^ and parentheses; any equal form will do, with or without a "
    "constant C."
)
TRIES = 50
MAX_CHARS = 1500


def generate(rng: random.Random, *, terms: int, kinds: str, largest: int, exponent: int) -> Draft:
    """Make one function to integrate.

    Args:
        rng: the task's random source.
        terms: number of summands, 1 to 6.
        kinds: kinds of summands, of `KINDS`, separated by spaces; the first stands in every integrand.
        largest: the largest coefficient, 2 to 30.
        exponent: the largest power, 1 to 9.

    Raises:
        ValueError: if a parameter is out of its range.
        GenerationError: if no sum of different terms was found.
    """
    names = kinds.split()
    if not names or not set(names) <= set(KINDS):
        raise ValueError(f"kinds must be of {' '.join(KINDS)}, not {kinds!r}")
    if not (1 <= terms <= 6 and 2 <= largest <= 30 and 1 <= exponent <= 9):
        raise ValueError(
            f"need 1 <= terms <= 6, 2 <= largest <= 30 and 1 <= exponent <= 9; got {terms}, {largest}, {exponent}"
        )
    maker = Maker(rng, largest, exponent)
    for _ in range(TRIES):
        drawn = [maker.make(rng.choice(names)) for _ in range(terms)]
        if len({_shape(part.integrand) for part in drawn}) < terms:
            continue
        drawn.sort(key=lambda part: -_degree(part.integrand))
        integrand, primitive = add(*(p.integrand for p in drawn)), add(*(p.primitive for p in drawn))
        function, answer = shown(integrand), shown(primitive) + " + C"
        if len(answer) <= MAX_CHARS:
            break
    else:
        raise GenerationError(f"no {terms} different terms in {TRIES} tries; lower 'terms' or add to 'kinds'")
    return Draft(
        prompt=phrase(rng, WORDINGS, function=function, form=_form(answer)),
        payload={"integrand": function},
        answer=answer,
        trace="\n".join(map(_line, drawn)),
        canonical=sorted(shown(part.integrand) for part in drawn),
        difficulty=float(symbols(integrand) + symbols(primitive)),
    )


def _form(answer: str) -> str:
    return (
        FORM
        if any(name in answer for name in ("sin", "cos", "exp", "ln", "sqrt", "arctan"))
        else _POLYNOMIAL_FORM
    )


def _line(part: Part) -> str:
    return f"{shown(part.integrand)}: {part.how}; this gives {shown(part.primitive)}"


def _shape(expression: Expression) -> str:
    """The text without the number in front, so that no two terms are alike."""
    return shown(expression).lstrip("-0123456789*")


def _degree(expression: Expression) -> int:
    """Powers of x alone come first, the highest first."""
    text = shown(expression)
    if any(char in text for char in "(/"):
        return -1
    return int(text.partition("^")[2] or "x" in text)


_POINTS = ("0.37", "1.43", "2.19", "0.81")
_STEP = 40
_DIGITS = 150


def accepts(payload: Mapping[str, Any], answer: str) -> bool:
    """A second check of a bare answer: its central differences against the integrand's values."""
    code = read(answer.lower(), "xc")
    integrand = read(payload["integrand"])
    if code is None or integrand is None:
        return False
    mp = context()
    mp.dps = _DIGITS
    h = mp.mpf(10) ** -_STEP
    for turn, text in enumerate(_POINTS):
        mp.dps = _DIGITS
        x = mp.mpf(text)
        constant = mp.mpf(turn) / 7
        points = ({"x": x + d, "c": constant} for d in (h, -h))
        ahead, behind = (value(code, point, _DIGITS) for point in points)
        wanted = value(integrand, {"x": x}, _DIGITS)
        if ahead is None or behind is None or not close((ahead - behind) / (2 * h), wanted, 60):
            return False
    return True
