"""Multiply out products of polynomials and collect like terms.

The problem is a sum of products of sums, some with a number in front or raised to a power; the answer is the one
expanded form, never zero and never a plain number.

Symmetries: the names of the variables.

Difficulty: `products` that are added; up to `factors` factors in each, with up to `terms` terms and exponents up to
`degree`; powers up to `power`; `variables` of them; coefficients up to `largest`. Proxy: products of two terms that
are multiplied on the way, times the digits of the largest coefficient.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import lru_cache
from math import comb
from typing import Any

from ..base import Draft, GenerationError
from ..wording import phrase
from . import readers
from .polynomials import nonzero, sum_text

WORDINGS = (
    "Expand and collect like terms: {expression}\n{form}",
    "Multiply out {expression} and simplify.\n{form}",
    "{expression}\n\nWrite the expression above as a polynomial in expanded form. {form}",
)
FORM = (
    "Give a sum of terms without parentheses, at most one term for each product of powers, "
    "with * for products and ^ for powers."
)
_NAMES = ("x", "y", "z"), ("a", "b", "c"), ("u", "v", "w"), ("p", "q", "r"), ("m", "n", "k"), ("t", "s", "r")
_CANONICAL = ("x", "y", "z")
TRIES = 50
MAX_TERMS = 60

Terms = dict[tuple[int, ...], int]


def generate(
    rng: random.Random,
    *,
    products: int,
    factors: int,
    terms: int,
    degree: int,
    power: int,
    variables: int,
    largest: int,
) -> Draft:
    """Make one sum of products to expand.

    Args:
        rng: the task's random source.
        products: how many products are added, 1 to 4.
        factors: the largest number of factors in a product, 2 to 4.
        terms: the largest number of terms in a factor, 2 to 5.
        degree: the largest exponent of a variable in a factor, 1 to 5.
        power: the largest power of a factor, 1 to 6.
        variables: the largest number of variables, 1 to 3.
        largest: the largest coefficient, 1 to 1000.

    Raises:
        ValueError: if a parameter is out of its range.
        GenerationError: if no problem with an answer of reasonable length was found.
    """
    ranges = (
        (products, 1, 4), (factors, 2, 4), (terms, 2, 5), (degree, 1, 5),
        (power, 1, 6), (variables, 1, 3), (largest, 1, 1000),
    )  # fmt: skip
    if not all(low <= value <= high for value, low, high in ranges):
        raise ValueError(
            "need products 1-4, factors 2-4, terms 2-5, degree 1-5, power 1-6, variables 1-3 and largest 1-1000; "
            f"got {[value for value, _, _ in ranges]}"
        )
    if terms > comb(degree + variables, variables):
        raise ValueError("terms is more than there are with that degree and number of variables")
    for _ in range(TRIES):
        count = rng.randint(max(1, variables - 1), variables)
        made = [_product(rng, factors, terms, degree, power, count, largest) for _ in range(products)]
        lines: list[str] = []
        names = rng.choice(_NAMES)[:count]
        total, work = _multiply_out(made, names, lines)
        shown = _text(made, names)
        answer = _terms_text(total, names)
        if any(map(any, total)) and len(total) <= MAX_TERMS and answer != shown:
            break
    else:
        raise GenerationError(f"no problem of reasonable length in {TRIES} tries; lower 'power' or 'factors'")
    return Draft(
        prompt=phrase(rng, WORDINGS, expression=shown, form=FORM),
        payload={
            "problem": {"expression": shown, "variables": list(names)},
            "gold": {"text": answer, "kind": "expression", "require": ["expanded"]},
        },
        answer=answer,
        trace="\n".join(lines),
        canonical=[count, _text(made, _CANONICAL[:count])],
        difficulty=float(work * len(str(max(map(abs, total.values()))))),
    )


Factor = tuple[Terms, int]
Product = tuple[int, list[Factor]]
"""A number and factors with their powers."""


def _product(
    rng: random.Random, factors: int, terms: int, degree: int, power: int, variables: int, largest: int
) -> Product:
    if power > 1 and rng.random() < 0.3:
        base = _sum(rng, min(terms, 3), degree, variables, largest)
        exponent = rng.randint(2, power if len(base) == 2 else min(power, 3))
        return rng.choice((1, 1, -1, nonzero(rng, min(largest, 12)))), [(base, exponent)]
    made: list[Factor] = []
    if rng.random() < 0.15:  # (a + b)*(a - b), or its square's rectangle
        first = _sum(rng, 2, degree, variables, largest)
        turned = dict(first)
        last = min(turned)
        turned[last] = -turned[last]
        made = [(first, 1), (turned, 1)]
    for _ in range(rng.randint(2, factors) - len(made)):
        made.append((_sum(rng, rng.randint(2, terms), degree, variables, largest), 1))
    number = rng.choice((1, 1, 1, nonzero(rng, min(largest, 9))))
    return number, made


def _sum(rng: random.Random, size: int, degree: int, variables: int, largest: int) -> Terms:
    """A sum with so many terms, highest exponents first; it holds every variable if it is long enough."""
    found: Terms = {}
    for place in range(min(variables, size)):
        exponents = tuple(rng.randint(1, degree) if i == place else 0 for i in range(variables))
        found[exponents] = nonzero(rng, largest)
    while len(found) < size:
        exponents = tuple(rng.choice((0, rng.randint(0, degree))) for _ in range(variables))
        if sum(exponents) <= degree:
            found[exponents] = nonzero(rng, largest)
    return dict(sorted(found.items(), reverse=True))


def _multiply_out(made: list[Product], names: tuple[str, ...], lines: list[str]) -> tuple[Terms, int]:
    """The sum of all products, with a line for each multiplication; the number of products of two terms."""
    total: Terms = {}
    work = 0
    shown: list[str] = []
    for number, factors in made:
        singles = [factor for factor, power in factors for _ in range(power)]
        value = singles[0]
        for factor in singles[1:]:
            work += len(value) * len(factor)
            raw, product = _times(value, factor)
            left = f"({_terms_text(value, names)})*({_terms_text(factor, names)})"
            steps = [left]
            if len(raw) <= 12 and len(raw) > len(product):
                steps.append(_pairs_text(raw, names))
            lines.append("product: " + " = ".join([*steps, _terms_text(product, names)]))
            value = product
        if number != 1:
            work += len(value)
            before, value = value, {e: number * c for e, c in value.items()}
            lines.append(f"{number}*({_terms_text(before, names)}) = {_terms_text(value, names)}")
        shown.append(f"({_terms_text(value, names)})")
        for exponents, coefficient in value.items():
            total[exponents] = total.get(exponents, 0) + coefficient
        work += len(value) if len(made) > 1 else 0
    total = {
        e: c for e, c in sorted(total.items(), key=lambda pair: (sum(pair[0]), pair[0]), reverse=True) if c
    }
    if len(made) > 1:
        lines.append(f"{' + '.join(shown)} = {_terms_text(total, names)}")
    return total, work


def _times(a: Terms, b: Terms) -> tuple[list[tuple[tuple[int, ...], int]], Terms]:
    """All products of a term of each, and their sum with like terms collected."""
    raw = [(tuple(i + j for i, j in zip(e, f, strict=True)), c * d) for e, c in a.items() for f, d in b.items()]
    total: Terms = {}
    for exponents, coefficient in raw:
        total[exponents] = total.get(exponents, 0) + coefficient
    order = sorted(total.items(), key=lambda pair: (sum(pair[0]), pair[0]), reverse=True)
    return raw, {e: c for e, c in order if c}


def _monomial(exponents: tuple[int, ...], names: tuple[str, ...]) -> str:
    pairs = zip(names, exponents, strict=True)
    return "*".join(name if n == 1 else f"{name}^{n}" for name, n in pairs if n)


def _pairs_text(pairs: list[tuple[tuple[int, ...], int]], names: tuple[str, ...]) -> str:
    return sum_text([(c, _monomial(e, names)) for e, c in pairs])


def _terms_text(terms: Terms, names: tuple[str, ...]) -> str:
    return _pairs_text(list(terms.items()), names)


def _text(made: list[Product], names: tuple[str, ...]) -> str:
    text = ""
    for number, factors in made:
        body = "*".join(
            f"({_terms_text(factor, names)})" + (f"^{power}" if power > 1 else "") for factor, power in factors
        )
        if abs(number) != 1:
            body = f"{abs(number)}*{body}"
        if text:
            text += (" - " if number < 0 else " + ") + body
        else:
            text = "-" + body if number < 0 else body
    return text


def accepts(payload: Mapping[str, Any], answer: str) -> bool:
    """A second check of a bare answer: its form by a reader of its own, its value at points modulo primes."""
    names: list[str] = payload["problem"]["variables"]
    tree = readers.formula(answer, names)
    if tree is None or readers.collected_terms(tree, names) is None:
        return False
    return readers.same_value(_problem(payload["problem"]["expression"], *names), tree, names)


@lru_cache(maxsize=256)
def _problem(text: str, *names: str) -> Any:
    return readers.formula(text, names)
