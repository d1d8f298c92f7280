"""Functions of x drawn at random from building steps: calls, products, quotients and powers, nested."""

from __future__ import annotations

import random

from ..expressions_of_x import Expression, add, divide, multiply, power

KINDS = ("call", "product", "quotient", "power")
TRIES = 50


class SmoothFunctions:
    """Draws expressions of a few building steps and functions, with numbers up to a size.

    Everything it makes is smooth for nearly every x > 0.
    """

    def __init__(
        self, rng: random.Random, kinds: list[str], functions: list[str], coefficient: int, exponent: int
    ) -> None:
        self._rng, self._kinds, self._functions = (
            rng,
            kinds,
            functions,
        )
        self._coefficient, self._exponent = coefficient, exponent
        self._inside = 0  # functions around what is being made

    def polynomial(self, terms: int) -> Expression:
        """A polynomial with so many terms, highest power first."""
        exponents = sorted(self._rng.sample(range(self._exponent + 1), terms), reverse=True)
        return add(*(self._monomial(n) for n in exponents))

    def _monomial(self, exponent: int) -> Expression:
        return multiply(self._signed(), power("x", exponent))

    def _signed(self) -> int:
        return self._rng.choice((-1, 1)) * self._rng.randint(1, self._coefficient)

    def terms(self, count: int, depth: int) -> Expression:
        """A sum of terms, of which the first is nested `depth` deep and the others up to that."""
        depths = [depth] + [self._rng.randint(0, depth) for _ in range(count - 1)]
        self._rng.shuffle(depths)
        return add(*(self._term(d) for d in depths))

    def _term(self, depth: int) -> Expression:
        if depth == 0:
            return self._monomial(self._rng.randint(1, self._exponent))
        return multiply(self._signed(), self._factor(depth))

    def _factor(self, depth: int) -> Expression:
        """A building step of the given depth, without a coefficient."""
        if depth == 0:
            return power("x", self._rng.randint(1, min(3, self._exponent)))
        kind = self._rng.choice(self._kinds)
        if kind == "call":
            function = self._rng.choice(self._functions)
            return (function, self._argument(function, depth - 1))
        if kind == "product":
            return multiply(self._factor(depth - 1), self._step(self._rng.randint(0, depth - 1)))
        if kind == "quotient":
            return self._quotient(depth)
        # Powers of powers and of what stands in functions would hide all other terms by their size.
        largest = 2 if self._inside or depth > 1 else 5
        return power(self._inner(depth - 1), self._rng.randint(2, min(largest, self._exponent)))

    def _argument(self, function: str, depth: int) -> Expression:
        """What a function is applied to; it stays of moderate size for x between 0 and 2."""
        self._inside += 1
        if function == "exp":
            made = self._moderate(depth if self._inside == 1 else 0)
        else:
            made = self._positive(depth) if function in ("ln", "sqrt") else self._inner(depth)
        self._inside -= 1
        return made

    def _moderate(self, depth: int) -> Expression:
        """An argument for exp: a small polynomial, or another function, so that the values stay within range."""
        functions = [name for name in self._functions if name not in ("exp", "tan")]
        if depth == 0 or not functions:
            return self._inner(0)
        everything, self._functions = self._functions, functions
        function = self._rng.choice(functions)
        made = add((function, self._argument(function, depth - 1)), self._rng.choice((0, self._signed())))
        self._functions = everything
        return made

    def _quotient(self, depth: int) -> Expression:
        """A quotient that does not cancel."""
        for _ in range(TRIES):
            bottom = self._inner(self._rng.randint(0, depth - 1))
            made = divide(self._inner(depth - 1), add(bottom, self._signed()))
            if isinstance(made, tuple) and made[0] == "/" and not isinstance(made[2], int):
                return made
        return divide(1, add("x", 1))

    def _step(self, depth: int) -> Expression:
        """A factor that is not a power of x alone, if there are functions to make it of."""
        if depth == 0 and self._functions:
            function = self._rng.choice(self._functions)
            return (function, self._argument(function, 0))
        return self._factor(depth) if depth else self._inner(0)

    def _inner(self, depth: int) -> Expression:
        """What stands inside a function, a power or a quotient: never a plain number, never zero."""
        if depth == 0:
            slope = multiply(self._signed(), power("x", self._rng.choice((1, 1, 2))))
            return add(slope, self._rng.choice((0, self._signed())))
        return add(self._factor(depth), self._rng.choice((0, self._signed(), self._monomial(1))))

    def _positive(self, depth: int) -> Expression:
        """A function that is positive for every x > 0."""
        first = multiply(self._rng.randint(1, self._coefficient), power("x", self._rng.choice((1, 1, 2))))
        number = self._rng.randint(1, self._coefficient)
        if depth == 0:
            return self._rng.choice(("x", add(first, number)))
        bounded = [name for name in self._functions if name in ("sin", "cos")]
        if bounded and self._rng.random() < 0.5:
            return add((self._rng.choice(bounded), self._argument("sin", depth - 1)), number + 1)
        if "exp" in self._functions and self._rng.random() < 0.5:
            return add(("exp", self._argument("exp", depth - 1)), number)
        return add(power(self._inner(depth - 1), 2), number)
