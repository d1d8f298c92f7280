"""Pairs of an integrand and its antiderivative, one maker for each rule of integration.

Everything is smooth for x > 0: what stands in a logarithm, a root or a denominator is positive there.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from ..expressions_of_x import Expression, add, differentiate, divide, multiply, power, text_of

X = "x"
_NEGATIVE = re.compile(r"\((-[0-9]+)\)/")
_NAME = re.compile(r"\bx\b")


@dataclass(frozen=True)
class Part:
    """One summand: what is integrated, its antiderivative, and how one gets there."""

    integrand: Expression
    primitive: Expression
    how: str


def line(part: Part) -> str:
    """The worked line of a summand."""
    return f"{shown(part.integrand)}: {part.how}; this gives {shown(part.primitive)}"


def shown(expression: Expression, rank: int = 0) -> str:
    """The text, with the sign of ``(-7)/x`` where one writes it."""
    return _NEGATIVE.sub(r"\1/", text_of(expression, rank)).replace("+ -", "- ")


def joined(factor: str, rest: str) -> str:
    """A factor before the rest of a product: ``3*y``, but ``y`` and ``-y`` where it is 1 or -1."""
    return {"1": "", "-1": "-"}.get(factor, f"{factor}*") + rest


def in_u(expression: Expression) -> str:
    """The text with the letter u for x."""
    return _NAME.sub("u", shown(expression))


def scaled(value: Fraction | int, expression: Expression) -> Expression:
    """The product of a rational number and an expression, in lowest terms."""
    return divide(multiply(value.numerator, expression), value.denominator)


def polynomial(coefficients: Sequence[int | Fraction]) -> Expression:
    """The polynomial with these coefficients, constant term first, printed highest power first."""
    terms: list[tuple[int, int | Fraction]] = list(enumerate(coefficients))
    return add(*(scaled(c, power(X, n)) for n, c in reversed(terms) if c))


def symbols(expression: Expression) -> int:
    """How many numbers, names and operations an expression holds."""
    return 1 + sum(map(symbols, expression[1:])) if isinstance(expression, tuple) else 1


def nonzero(rng: random.Random, largest: int) -> int:
    """A whole number up to `largest` in size, and not zero."""
    return rng.choice((-1, 1)) * rng.randint(1, largest)


def beginning(terms: Sequence[int | Fraction], more: bool = True) -> str:
    """A polynomial, lowest power first; with `more` it is the beginning of a series."""
    text = ""
    for n, c in enumerate(terms):
        if c:
            term = shown(scaled(-c if c < 0 else c, power(X, n)))
            text += f" {'-' if c < 0 else '+'} {term}" if text else ("-" if c < 0 else "") + term
    return (text or "0") + (" + ..." if more else "")


class Summands:
    """Draws summands with coefficients up to `largest` and powers up to `exponent`."""

    def __init__(self, rng: random.Random, largest: int, exponent: int) -> None:
        self.rng, self.largest, self.exponent = rng, largest, exponent

    def make(self, kind: str) -> Part:
        """One summand of a kind of `KINDS`."""
        return KINDS[kind](self)

    def whole(self) -> int:
        """A coefficient, not zero."""
        return nonzero(self.rng, self.largest)

    def small(self) -> int:
        """A positive factor of x."""
        return self.rng.randint(1, max(2, self.largest // 2))

    def powers(self) -> Part:
        """A multiple of a power of x."""
        k, n = self.whole(), self.rng.randint(0, self.exponent)
        return Part(
            multiply(k, power(X, n)),
            divide(multiply(k, power(X, n + 1)), n + 1),
            f"raise the exponent to {n + 1} and divide by {n + 1}" if n else "a constant gives a multiple of x",
        )

    def roots(self) -> Part:
        """A multiple of a negative or half-integer power of x."""
        k, n = self.whole(), self.rng.randint(1, self.exponent)
        root = ("sqrt", X)
        if n == 1 and self.rng.random() < 0.5:
            return Part(divide(k, X), multiply(k, ("ln", X)), "1/x gives ln(x)")
        if self.rng.random() < 0.4:
            made = multiply(power(X, n - 1), root)
            whole = scaled(Fraction(2 * k, 2 * n + 1), multiply(power(X, n), root))
            return Part(
                multiply(k, made),
                whole,
                f"as x^({2 * n - 1}/2): raise the exponent to {2 * n + 1}/2, divide by it",
            )
        if n == 1:
            return Part(divide(k, root), multiply(2 * k, root), "1/sqrt(x) gives 2*sqrt(x)")
        return Part(
            divide(k, power(X, n)),
            divide(-k, multiply(n - 1, power(X, n - 1))),
            f"as x^(-{n}): raise the exponent to {1 - n} and divide by {1 - n}",
        )

    def outer(
        self, names: tuple[str, ...]
    ) -> tuple[str, Callable[[Expression], tuple[Expression, Expression]]]:
        """A function h of u in words, and what gives (h(u), the antiderivative H(u))."""
        name = self.rng.choice(names)
        n = self.rng.randint(2, max(3, self.exponent))
        if name == "power":
            return f"u^{n}", lambda u: (power(u, n), divide(power(u, n + 1), n + 1))
        if name == "inverse power":
            return f"1/u^{n}", lambda u: (divide(1, power(u, n)), divide(-1, multiply(n - 1, power(u, n - 1))))
        table: dict[str, Callable[[Expression], tuple[Expression, Expression]]] = {
            "sin": lambda u: (("sin", u), multiply(-1, ("cos", u))),
            "cos": lambda u: (("cos", u), ("sin", u)),
            "exp": lambda u: (("exp", u), ("exp", u)),
            "1/u": lambda u: (divide(1, u), ("ln", u)),
            "sqrt": lambda u: (("sqrt", u), divide(multiply(2, u, ("sqrt", u)), 3)),
            "1/sqrt(u)": lambda u: (divide(1, ("sqrt", u)), multiply(2, ("sqrt", u))),
        }
        return (name if "u" in name else f"{name}(u)"), table[name]

    def substituted(self, u: Expression, names: tuple[str, ...]) -> Part:
        """``k u' h(u)`` with its common factor taken out."""
        name, outer = self.outer(names)
        value, whole = outer(u)
        slope = differentiate(u, {})
        content = _content(slope)
        k = self.whole()
        return Part(
            scaled(Fraction(k, content), multiply(slope, value)),
            scaled(Fraction(k, content), whole),
            f"with u = {shown(u)}, du = {shown(slope, 3)} dx: {_ratio(Fraction(k, content))} times "
            f"the integral of {name} du, which is {in_u(outer(X)[1])}",
        )

    def linear(self) -> Part:
        """A function of ``a x + b``."""
        names = ("power", "inverse power", "sin", "cos", "exp", "1/u", "sqrt", "1/sqrt(u)")
        a = self.rng.randint(2, max(2, self.largest))
        return self.substituted(add(multiply(a, X), self.rng.randint(1, self.largest)), names)

    def inner(self) -> Part:
        """A function of u times the derivative of u."""
        rng = self.rng
        kind = rng.choice(("polynomial", "polynomial", "sin", "cos", "exp", "ln"))
        if kind == "polynomial":
            u = add(
                multiply(self.small(), power(X, rng.randint(2, max(2, self.exponent)))),
                rng.randint(1, self.largest),
            )
            return self.substituted(
                u, ("power", "inverse power", "sin", "cos", "exp", "1/u", "sqrt", "1/sqrt(u)")
            )
        if kind in ("sin", "cos"):
            return self.substituted((kind, multiply(self.small(), X)), ("power", "exp"))
        if kind == "ln":
            return self.substituted(("ln", X), ("power", "sin", "cos"))
        u = add(("exp", multiply(self.small(), X)), rng.randint(1, self.largest))
        return self.substituted(u, ("power", "inverse power", "1/u", "sqrt", "1/sqrt(u)"))

    def parts(self) -> Part:
        """A polynomial times exp, sin or cos, integrated by parts until the polynomial is gone; or x^n ln(x)."""
        rng = self.rng
        if rng.random() < 0.25:
            n, k = rng.randint(0, self.exponent), self.whole()
            m = n + 1
            whole = add(divide(multiply(power(X, m), ("ln", X)), m), divide(multiply(-1, power(X, m)), m * m))
            return Part(
                multiply(k, power(X, n), ("ln", X)),
                _times(k, whole),
                f"by parts with u = ln(x), v = {shown(divide(power(X, m), m))}: u*v minus the integral of "
                f"{shown(divide(power(X, n), m))}",
            )
        a = self.small()
        degree = rng.randint(1, max(1, min(self.exponent, 3)))
        coefficients = [rng.choice((0, self.whole())) for _ in range(degree)] + [self.whole()]
        name = rng.choice(("exp", "sin", "cos"))
        call = multiply(a, X)
        steps = []
        beside = {name: [Fraction(0)] * (degree + 1) for name in ("exp", "sin", "cos")}
        current = [Fraction(c) for c in coefficients]
        sign, function, factor = 1, (name, call), Fraction(1)
        while any(current):
            # the antiderivative of the function that stands beside the polynomial
            turned, flip = {"exp": ("exp", 1), "sin": ("cos", -1), "cos": ("sin", 1)}[function[0]]
            factor *= Fraction(flip, a)
            function = (turned, call)
            steps.append(f"{shown(polynomial(current))} with {shown(scaled(factor, function))}")
            for n, c in enumerate(current):
                beside[turned][n] += sign * factor * c
            current = [n * c for n, c in enumerate(current)][1:]
            sign = -sign
        return Part(
            multiply(polynomial(coefficients), (name, call)),
            add(*(multiply_out(polynomial(c), (f, call)) for f, c in beside.items() if any(c))),
            f"by parts, derivatives of the polynomial with antiderivatives of {name}: {'; '.join(steps)}; "
            "multiply the pairs with signs + - + -",
        )

    def fractions(self) -> Part:
        """A fraction with two linear factors below."""
        rng = self.rng
        a, b = sorted(rng.sample(range(1, self.largest + 2), 2))
        p, q = self.whole(), self.whole()
        top = polynomial([p * b + q * a, p + q])
        bottom = polynomial([a * b, a + b, 1])
        first, second = add(X, a), add(X, b)
        split = add(divide(p, first), divide(q, second))
        return Part(
            divide(top, bottom),
            add(multiply(p, ("ln", first)), multiply(q, ("ln", second))),
            f"{shown(bottom)} = ({shown(first)})*({shown(second)}), and the fraction is {shown(split)}",
        )

    def arctan(self) -> Part:
        """A fraction with a quadratic polynomial without real roots below."""
        rng = self.rng
        a, q = rng.randint(1, self.largest), self.whole()
        shift, p = rng.choice((0, rng.randint(1, 4))), rng.choice((0, self.whole()))
        u = add(X, shift)
        bottom = polynomial([a * a + shift * shift, 2 * shift, 1])
        top = polynomial([q + p * shift, p])
        whole = scaled(Fraction(q, a), ("arctan", divide(u, a)))
        inverse = in_u(scaled(Fraction(q, a), ("arctan", divide(X, a))))
        square = f"{shown(bottom)} = {shown(power(u, 2))} + {a * a}"
        how = f"{square}: the integral of {q}/(u^2 + {a * a}) is {inverse}"
        if p:
            whole = add(whole, scaled(Fraction(p, 2), ("ln", bottom)))
            how = f"the numerator is {_ratio(Fraction(p, 2))}*({shown(differentiate(bottom, {}))}) {_signed(q)}; {how}"
        return Part(divide(top, bottom), whole, how)

    def cyclic(self) -> Part:
        """An exponential times a sine or cosine."""
        a, b, k = self.whole(), self.small(), self.whole()
        name = self.rng.choice(("sin", "cos"))
        exp, sin, cos = ("exp", multiply(a, X)), ("sin", multiply(b, X)), ("cos", multiply(b, X))
        size = a * a + b * b
        pair = (a, -b) if name == "sin" else (b, a)
        whole = [scaled(Fraction(k * c, size), multiply(exp, f)) for c, f in zip(pair, (sin, cos), strict=True)]
        return Part(
            multiply(k, exp, sin if name == "sin" else cos),
            add(*whole),
            f"by parts twice the integral comes back; solving for it divides by {a}^2 + {b}^2 = {size}"
            if a > 0
            else f"by parts twice the integral comes back; solving for it divides by ({a})^2 + {b}^2 = {size}",
        )

    def squares(self) -> Part:
        """Products of sines and cosines, by the formulas that turn them into sums."""
        rng, k = self.rng, self.whole()
        a, b = rng.randint(1, self.largest), rng.randint(1, self.largest)
        first, second = rng.choice(("sin", "cos")), rng.choice(("sin", "cos"))
        if a == b:
            second = first  # a square
        f, g = (first, multiply(a, X)), (second, multiply(b, X))
        product = multiply(k, f, g)
        half = Fraction(k, 2)
        low, high = a - b, a + b

        def wave(name: str, n: int, weight: Fraction) -> tuple[Expression, Expression]:
            if n == 0:
                return scaled(weight, 1), scaled(weight, X)
            sign = -1 if n < 0 and name == "sin" else 1
            n = abs(n)
            whole = ("sin", 1) if name == "cos" else ("cos", -1)
            return (
                scaled(sign * weight, (name, multiply(n, X))),
                scaled(sign * weight * Fraction(whole[1], n), (whole[0], multiply(n, X))),
            )

        if first == second:
            sign = 1 if first == "cos" else -1
            waves = [wave("cos", low, half), wave("cos", high, sign * half)]
        elif first == "sin":
            waves = [wave("sin", high, half), wave("sin", low, half)]
        else:
            waves = [wave("sin", high, half), wave("sin", low, -half)]
        return Part(
            product, add(*(w for _, w in waves)), f"the product is {shown(add(*(v for v, _ in waves)))}"
        )


KINDS: dict[str, Callable[[Summands], Part]] = {
    "powers": Summands.powers,
    "roots": Summands.roots,
    "linear": Summands.linear,
    "inner": Summands.inner,
    "parts": Summands.parts,
    "fractions": Summands.fractions,
    "arctan": Summands.arctan,
    "cyclic": Summands.cyclic,
    "squares": Summands.squares,
}


def multiply_out(sum_: Expression, factor: Expression) -> Expression:
    """Each term of a sum times the factor."""
    terms = sum_[1:] if isinstance(sum_, tuple) and sum_[0] == "+" else (sum_,)
    return add(*(multiply(term, factor) for term in terms))


def _times(k: int, expression: Expression) -> Expression:
    return multiply_out(expression, k)


def _content(slope: Expression) -> int:
    """The whole number in front of a product; 1 if there is none."""
    if isinstance(slope, int):
        return abs(slope)
    if isinstance(slope, tuple) and slope[0] == "*" and isinstance(slope[1], int):
        return abs(slope[1])
    return 1


def _ratio(value: Fraction) -> str:
    return str(value) if value.denominator == 1 else f"({value})"


def _signed(value: int) -> str:
    return f"+ {value}" if value > 0 else f"- {-value}"
