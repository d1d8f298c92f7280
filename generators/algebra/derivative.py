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
from collections.abc import Mapping
from typing import Any

from ..base import Draft, GenerationError
from ..expressions_of_x import FUNCTIONS, Expression, add, differentiate, divide, multiply, power, text_of
from ..wording import phrase

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
KINDS = ("call", "product", "quotient", "power")
TRIES = 50
MAX_CHARS = 3000


def generate(
    rng: random.Random,
    *,
    terms: int,
    depth: int,
    kinds: str,
    functions: str,
    coefficient: int,
    exponent: int,
) -> Draft:
    """Make one function to differentiate.

    Args:
        rng: the task's random source.
        terms: number of summands, 1 to 8.
        depth: how deep building steps are nested, 0 (a polynomial) to 5.
        kinds: the building steps, of ``call product quotient power``, separated by spaces.
        functions: the functions, of ``sin cos tan exp ln sqrt``, separated by spaces.
        coefficient: the largest coefficient, 2 to 100.
        exponent: the largest exponent, 2 to 12, and at least `terms` - 1 if `depth` is 0.

    Raises:
        ValueError: if a parameter is out of its range.
        GenerationError: if no function of a reasonable length was found.
    """
    if not (1 <= terms <= 8 and 0 <= depth <= 5 and 2 <= coefficient <= 100 and 2 <= exponent <= 12):
        raise ValueError(
            "need 1 <= terms <= 8, 0 <= depth <= 5, 2 <= coefficient <= 100 and 2 <= exponent <= 12; "
            f"got {terms}, {depth}, {coefficient}, {exponent}"
        )
    maker = _Maker(rng, kinds.split(), functions.split(), coefficient, exponent)
    if depth and not maker.kinds:
        raise ValueError("kinds must name at least one building step where depth is 1 or more")
    for _ in range(TRIES):
        function = maker.polynomial(terms) if depth == 0 else maker.terms(terms, depth)
        steps: dict[Expression, Expression] = {}
        derivative = differentiate(function, steps)
        shown, answer = text_of(function), text_of(derivative)
        if len(answer) <= MAX_CHARS and answer not in shown and not isinstance(derivative, int):
            break
    else:
        raise GenerationError(f"no function of reasonable length in {TRIES} tries; lower 'depth' or 'terms'")
    return Draft(
        prompt=phrase(rng, WORDINGS, function=shown, form=_POLYNOMIAL_FORM if depth == 0 else FORM),
        payload={"function": shown},
        answer=answer,
        trace=_trace(function, steps),
        canonical=shown,
        difficulty=float(len(steps)),
    )


def _trace(function: Expression, steps: dict[Expression, Expression]) -> str:
    """The derivative of every part, inner parts first; that of the whole follows as the answer."""
    return "\n".join(
        f"({text_of(part)})' = {text_of(slope)}"
        for part, slope in steps.items()
        if part != function or len(steps) == 1
    )


class _Maker:
    """Draws expressions. Everything it makes is smooth for nearly every x > 0."""

    def __init__(
        self, rng: random.Random, kinds: list[str], functions: list[str], coefficient: int, exponent: int
    ) -> None:
        if unknown := set(kinds) - set(KINDS):
            raise ValueError(f"kinds must be of {' '.join(KINDS)}, not {min(unknown)!r}")
        if unknown := set(functions) - set(FUNCTIONS):
            raise ValueError(f"functions must be of {' '.join(FUNCTIONS)}, not {min(unknown)!r}")
        if not functions:
            kinds = [kind for kind in kinds if kind != "call"]
        self.rng, self.kinds, self.functions = rng, kinds, functions
        self.coefficient, self.exponent = coefficient, exponent
        self.inside = 0  # functions around what is being made

    def polynomial(self, terms: int) -> Expression:
        """A polynomial with so many terms, highest power first."""
        if terms > self.exponent + 1:
            raise ValueError(f"a polynomial with {terms} terms needs exponents up to {terms - 1}")
        exponents = sorted(self.rng.sample(range(self.exponent + 1), terms), reverse=True)
        return add(*(self.monomial(n) for n in exponents))

    def monomial(self, exponent: int) -> Expression:
        return multiply(self.signed(), power("x", exponent))

    def signed(self) -> int:
        return self.rng.choice((-1, 1)) * self.rng.randint(1, self.coefficient)

    def terms(self, count: int, depth: int) -> Expression:
        """A sum of terms, of which the first is nested `depth` deep and the others up to that."""
        depths = [depth] + [self.rng.randint(0, depth) for _ in range(count - 1)]
        self.rng.shuffle(depths)
        return add(*(self.term(d) for d in depths))

    def term(self, depth: int) -> Expression:
        if depth == 0:
            return self.monomial(self.rng.randint(1, self.exponent))
        return multiply(self.signed(), self.factor(depth))

    def factor(self, depth: int) -> Expression:
        """A building step of the given depth, without a coefficient."""
        if depth == 0:
            return power("x", self.rng.randint(1, min(3, self.exponent)))
        kind = self.rng.choice(self.kinds)
        if kind == "call":
            function = self.rng.choice(self.functions)
            return (function, self.argument(function, depth - 1))
        if kind == "product":
            return multiply(self.factor(depth - 1), self.step(self.rng.randint(0, depth - 1)))
        if kind == "quotient":
            return self.quotient(depth)
        # Powers of powers and of what stands in functions would hide all other terms by their size.
        largest = 2 if self.inside or depth > 1 else 5
        return power(self.inner(depth - 1), self.rng.randint(2, min(largest, self.exponent)))

    def argument(self, function: str, depth: int) -> Expression:
        """What a function is applied to; it stays of moderate size for x between 0 and 2."""
        self.inside += 1
        if function == "exp":
            made = self.moderate(depth if self.inside == 1 else 0)
        else:
            made = self.positive(depth) if function in ("ln", "sqrt") else self.inner(depth)
        self.inside -= 1
        return made

    def moderate(self, depth: int) -> Expression:
        """An argument for exp: a small polynomial, or another function, so that the values stay within range."""
        functions = [name for name in self.functions if name not in ("exp", "tan")]
        if depth == 0 or not functions:
            return self.inner(0)
        everything, self.functions = self.functions, functions
        function = self.rng.choice(functions)
        made = add((function, self.argument(function, depth - 1)), self.rng.choice((0, self.signed())))
        self.functions = everything
        return made

    def quotient(self, depth: int) -> Expression:
        """A quotient that does not cancel."""
        for _ in range(TRIES):
            bottom = self.inner(self.rng.randint(0, depth - 1))
            made = divide(self.inner(depth - 1), add(bottom, self.signed()))
            if isinstance(made, tuple) and made[0] == "/" and not isinstance(made[2], int):
                return made
        return divide(1, add("x", 1))

    def step(self, depth: int) -> Expression:
        """A factor that is not a power of x alone, if there are functions to make it of."""
        if depth == 0 and self.functions:
            function = self.rng.choice(self.functions)
            return (function, self.argument(function, 0))
        return self.factor(depth) if depth else self.inner(0)

    def inner(self, depth: int) -> Expression:
        """What stands inside a function, a power or a quotient: never a plain number, never zero."""
        if depth == 0:
            slope = multiply(self.signed(), power("x", self.rng.choice((1, 1, 2))))
            return add(slope, self.rng.choice((0, self.signed())))
        return add(self.factor(depth), self.rng.choice((0, self.signed(), self.monomial(1))))

    def positive(self, depth: int) -> Expression:
        """A function that is positive for every x > 0."""
        first = multiply(self.rng.randint(1, self.coefficient), power("x", self.rng.choice((1, 1, 2))))
        number = self.rng.randint(1, self.coefficient)
        if depth == 0:
            return self.rng.choice(("x", add(first, number)))
        bounded = [name for name in self.functions if name in ("sin", "cos")]
        if bounded and self.rng.random() < 0.5:
            return add((self.rng.choice(bounded), self.argument("sin", depth - 1)), number + 1)
        if "exp" in self.functions and self.rng.random() < 0.5:
            return add(("exp", self.argument("exp", depth - 1)), number)
        return add(power(self.inner(depth - 1), 2), number)


def accepts(payload: Mapping[str, Any], answer: str) -> bool:
    """A second check of a bare answer: central differences of the function against the answer's values.

    It has a reader of its own (plain text only) and knows no rule of differentiation.
    """
    from .differences import agrees

    return agrees(payload["function"], answer)
