"""Derivatives: differentiate a function of x.

Functions are sums of terms made of powers, products, quotients and sin, cos, tan, exp, ln, sqrt, nested by
composition. Logarithms, roots and denominators are such that the function is smooth for nearly every x > 0. Any
expression that equals the derivative is right.

Symmetries: none; the function as printed is the problem.

Difficulty: `terms` summands nested up to `depth` deep, made by the `kinds` of building steps and the `functions`
given; the size of `coefficient` and `exponent`. Proxy: rules of differentiation applied.
"""

from __future__ import annotations

import random

from ..expressions_of_x import FUNCTIONS, Expression, differentiate, text_of
from ..family import Family, Question, as_stated
from ..limits import Whole, Words
from .smooth_functions import KINDS, SmoothFunctions

WORDINGS = (
    "Differentiate with respect to x:\nf(x) = {function}\n\n{form}",
    "Let f(x) = {function}. Find the derivative f'(x).\n{form}",
    "What is the derivative of {function} with respect to x? {form}",
)
FORM = (
    "Write it as an expression in x with + - * / ^, parentheses and sin, cos, tan, exp, ln, sqrt; any equal form "
    "will do (ln is the natural logarithm). A product in a denominator or an exponent needs parentheses."
)
_POLYNOMIAL_FORM = "Write it as an expression in x with + - * ^ and parentheses; any equal form will do."
MAX_CHARS = 3000


def _function(
    rng: random.Random,
    *,
    terms: int,
    depth: int,
    kinds: str,
    functions: str,
    coefficient: int,
    exponent: int,
) -> Question | None:
    draw = SmoothFunctions(rng, _steps(kinds, functions), functions.split(), coefficient, exponent)
    function = draw.terms(terms, depth) if depth else draw.polynomial(terms)
    steps: dict[Expression, Expression] = {}
    derivative = differentiate(function, steps)
    shown, answer = text_of(function), text_of(derivative)
    if len(answer) > MAX_CHARS or answer in shown or isinstance(derivative, int):
        return None
    return Question(
        {"function": shown, "form": FORM if depth else _POLYNOMIAL_FORM},
        {"function": shown},
        answer,
        _lines(function, steps),
        gold=None,
        canonical=shown,
        guess_rate=0.0,
        difficulty=len(steps),
    )


def _steps(kinds: str, functions: str) -> list[str]:
    """The building steps that can be taken: without functions there are no calls."""
    return [kind for kind in kinds.split() if kind != "call" or functions.split()]


def _relation(terms: int, depth: int, kinds: str, functions: str, exponent: int, **_: object) -> str:
    if depth and not _steps(kinds, functions):
        return "kinds must name a building step where depth is 1 or more, other than calls if there are no functions"
    if not depth and terms > exponent + 1:
        return f"a polynomial with {terms} terms needs an exponent of at least {terms - 1}"
    return ""


generate = Family(
    _function,
    WORDINGS,
    {
        "terms": Whole(1, 8, "summands"),
        "depth": Whole(0, 5, "how deep building steps are nested; 0 makes polynomials"),
        "kinds": Words(KINDS, "the building steps", empty=True),
        "functions": Words(FUNCTIONS, "the functions", empty=True),
        "coefficient": Whole(2, 100, "the largest coefficient"),
        "exponent": Whole(2, 12, "the largest exponent"),
    },
    relation=_relation,
    canonical=as_stated,
    tries=50,
    advice="lower 'depth' or 'terms'",
)


def _lines(function: Expression, steps: dict[Expression, Expression]) -> list[str]:
    """The derivative of every part, inner parts first; that of the whole follows as the answer."""
    return [
        f"({text_of(part)})' = {text_of(slope)}"
        for part, slope in steps.items()
        if part != function or len(steps) == 1
    ]
