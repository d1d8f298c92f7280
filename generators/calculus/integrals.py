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

from ..expressions_of_x import Expression, add
from ..family import Family, Question, as_stated
from ..limits import Whole, Words
from .primitives import KINDS, Summands, line, shown, symbols

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
MAX_CHARS = 1500


def _integral(rng: random.Random, *, terms: int, kinds: str, largest: int, exponent: int) -> Question | None:
    names = kinds.split()
    summands = Summands(rng, largest, exponent)
    drawn = [summands.make(rng.choice(names)) for _ in range(terms)]
    if len({_shape(part.integrand) for part in drawn}) < terms:
        return None
    drawn.sort(key=lambda part: -_degree(part.integrand))
    integrand, primitive = add(*(p.integrand for p in drawn)), add(*(p.primitive for p in drawn))
    function, answer = shown(integrand), shown(primitive) + " + C"
    if len(answer) > MAX_CHARS:
        return None
    return Question(
        {"function": function, "form": _form(answer)},
        {"integrand": function},
        answer,
        list(map(line, drawn)),
        gold=None,
        canonical=sorted(shown(part.integrand) for part in drawn),
        guess_rate=0.0,
        difficulty=symbols(integrand) + symbols(primitive),
    )


generate = Family(
    _integral,
    WORDINGS,
    {
        "terms": Whole(1, 6, "summands"),
        "kinds": Words(KINDS, "the kinds of summands"),
        "largest": Whole(2, 30, "the largest coefficient"),
        "exponent": Whole(1, 9, "the largest power"),
    },
    canonical=as_stated,
    tries=50,
    advice="lower 'terms' or add to 'kinds'",
)


def _form(answer: str) -> str:
    return (
        FORM
        if any(name in answer for name in ("sin", "cos", "exp", "ln", "sqrt", "arctan"))
        else _POLYNOMIAL_FORM
    )


def _shape(expression: Expression) -> str:
    """The text without the number in front, so that no two terms are alike."""
    return shown(expression).lstrip("-0123456789*")


def _degree(expression: Expression) -> int:
    """Powers of x alone come first, the highest first."""
    text = shown(expression)
    if any(char in text for char in "(/"):
        return -1
    return int(text.partition("^")[2] or "x" in text)
