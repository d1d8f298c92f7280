"""Simplify expressions: sums of like terms, quotients of powers, square roots, fractions that cancel.

Each kind of problem has one simplest form, which the prompt states and which is demanded: collected terms; one term
with positive exponents in lowest terms; roots of square-free numbers, none in a denominator; one fraction in lowest
terms.

Symmetries: the names of the variables.

Difficulty: the `kinds` of problems; their `size` (terms or factors); the `largest` number; the largest `exponent`;
`depth` of brackets around terms; whether exponents may be `negative`. Proxy: characters of the expression that is to
be simplified, times the kind's steps.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial

from ..family import Family, Question, as_stated
from ..limits import Flag, Whole
from .simplify_kinds import Simplified, fraction, like, monomial
from .simplify_roots import product, radical, rationalize

WORDINGS = (
    "Simplify: {expression}\n{form}",
    "Write this expression in its simplest form: {expression}\n{form}",
    "{expression}\n\nSimplify the expression above. {form}",
)
_FORMS = {
    "like": "Give a sum of terms without parentheses, with like terms collected, such as 3*x - 2*y + 1.",
    "monomial": (
        "No denominator is zero. Give one term, such as 2*x^3/(3*y): positive exponents only, every variable at most "
        "once, the numbers in lowest terms."
    ),
    "radical": (
        "Give a sum of terms such as 3*sqrt(2), if need be over one whole number in lowest terms: no root of a number "
        "that a square above 1 divides, every root at most once, none in a denominator."
    ),
    "fraction": (
        "Give one fraction in lowest terms, such as (x + 1)/(2*x - 3): numerator and denominator are polynomials with "
        "integer coefficients and have no common factor, numbers included."
    ),
}
_KINDS: dict[str, tuple[int, str, Callable[..., Simplified | None]]] = {
    "like": (1, "like", like),
    "monomial": (2, "monomial", monomial),
    "radical": (3, "radical", radical),
    "product": (4, "radical", product),
    "rationalize": (5, "radical", rationalize),
    "fraction": (4, "fraction", fraction),
}
"""Steps of the proxy, the form of the answer, and what makes an expression of the kind."""


def _expression(kind: str, rng: random.Random, **sizes: int) -> Question | None:
    steps, form, simplified = _KINDS[kind]
    made = simplified(rng, **sizes)
    if made is None or made.answer == made.shown:
        return None
    renamed = {ord(name): other for name, other in zip(made.names, "xyz", strict=False)}
    return Question(
        {"expression": made.shown, "form": _FORMS[form]},
        {"kind": form, "expression": made.shown, "variables": list(made.names)},
        made.answer,
        made.lines,
        {"kind": form},
        canonical=[kind, made.shown.replace("sqrt", "\\").translate(renamed)],
        guess_rate=0.0,
        difficulty=len(made.shown) * steps,
    )


generate = Family(
    {kind: partial(_expression, kind) for kind in _KINDS},
    WORDINGS,
    {
        "size": Whole(2, 12, "terms or factors"),
        "largest": Whole(4, 1000, "the largest number"),
        "exponent": Whole(2, 12, "the largest exponent"),
        "depth": Whole(0, 4, "how deep like terms are nested in brackets"),
        "negative": Flag("whether exponents may be negative"),
    },
    kind_in_facts=False,
    redraw_kind=True,
    canonical=as_stated,
    tries=200,
    advice="raise 'largest'",
)
