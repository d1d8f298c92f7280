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
from math import comb

from ..family import Family, Question, as_stated
from ..limits import Whole
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
MAX_TERMS = 60

Terms = dict[tuple[int, ...], int]
Factor = tuple[Terms, int]
Product = tuple[int, list[Factor]]
"""A number and factors with their powers."""


def _sum_of_products(
    rng: random.Random,
    *,
    products: int,
    factors: int,
    terms: int,
    degree: int,
    power: int,
    variables: int,
    largest: int,
) -> Question | None:
    count = rng.randint(max(1, variables - 1), variables)
    made = [_product(rng, factors, terms, degree, power, count, largest) for _ in range(products)]
    names = rng.choice(_NAMES)[:count]
    total, lines, work = _multiply_out(made, names)
    shown, answer = _text(made, names), _terms_text(total, names)
    if not any(map(any, total)) or len(total) > MAX_TERMS or answer == shown:
        return None
    return Question(
        {"expression": shown, "form": FORM},
        {"expression": shown, "variables": list(names)},
        answer,
        lines,
        {"kind": "expression", "require": ["expanded"]},
        canonical=[count, _text(made, _CANONICAL[:count])],
        guess_rate=0.0,
        difficulty=work * len(str(max(map(abs, total.values())))),
    )


generate = Family(
    _sum_of_products,
    WORDINGS,
    {
        "products": Whole(1, 4, "products that are added"),
        "factors": Whole(2, 4, "the most factors of a product"),
        "terms": Whole(2, 5, "the most terms of a factor"),
        "degree": Whole(1, 5, "the largest exponent of a variable in a factor"),
        "power": Whole(1, 6, "the largest power of a factor"),
        "variables": Whole(1, 3, "the most variables"),
        "largest": Whole(1, 1000, "the largest coefficient"),
    },
    relation=lambda terms, degree, variables, **_: (
        f"there are no {terms} terms of degree {degree} in {variables} variables"
        if terms > comb(degree + variables, variables)
        else ""
    ),
    canonical=as_stated,
    tries=50,
    advice="lower 'power' or 'factors'",
)


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


def _multiply_out(made: list[Product], names: tuple[str, ...]) -> tuple[Terms, list[str], int]:
    """The sum of all products, a line for each multiplication, and the number of products of two terms."""
    lines: list[str] = []
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
    return total, lines, work


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
