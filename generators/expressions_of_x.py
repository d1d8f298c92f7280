"""Functions of x as small trees: building them in a tidy form, printing them, and differentiating them.

An expression is an `int`, the text ``"x"``, or a tuple: ``("+", a, b, ...)``, ``("*", a, b, ...)`` with an
integer only in front, ``("/", a, b)``, ``("^", a, n)`` with an integer n >= 2, or ``(function, a)``.
"""

from __future__ import annotations

from math import gcd
from typing import Any

Expression = Any
FUNCTIONS = ("sin", "cos", "tan", "exp", "ln", "sqrt")


def add(*terms: Expression) -> Expression:
    """The sum, flat and with its whole numbers added up at the end."""
    flat: list[Expression] = []
    number = 0
    for term in terms:
        for part in term[1:] if _is(term, "+") else (term,):
            if isinstance(part, int):
                number += part
            else:
                flat.append(part)
    if number or not flat:
        flat.append(number)
    return flat[0] if len(flat) == 1 else ("+", *flat)


def multiply(*factors: Expression) -> Expression:
    """The product in lowest terms: one whole number, one power for each base, one fraction bar.

    Equal bases are cancelled, also where they might be zero: what is left is equal wherever both have a value.
    """
    numbers = [1, 1]  # above and below the bar
    powers: dict[Expression, int] = {}
    _collect(("*", *factors), 1, numbers, powers)
    above, below = numbers
    if above == 0:
        return 0
    shared = gcd(above, below) * (-1 if below < 0 else 1)
    top = _product(above // shared, {base: n for base, n in powers.items() if n > 0})
    bottom = _product(below // shared, {base: -n for base, n in powers.items() if n < 0})
    return top if bottom == 1 else ("/", top, bottom)


def divide(top: Expression, bottom: Expression) -> Expression:
    """The quotient in lowest terms."""
    return multiply(("/", top, bottom))


def _collect(factor: Expression, sign: int, numbers: list[int], powers: dict[Expression, int]) -> None:
    """Sort a factor (sign 1) or a divisor (sign -1) into whole numbers and powers."""
    if isinstance(factor, int):
        numbers[sign < 0] *= factor
        return
    kind = factor[0] if isinstance(factor, tuple) else ""
    if kind == "*":
        for part in factor[1:]:
            _collect(part, sign, numbers, powers)
    elif kind == "/":
        _collect(factor[1], sign, numbers, powers)
        _collect(factor[2], -sign, numbers, powers)
    else:
        base, exponent = (factor[1], factor[2]) if kind == "^" else (factor, 1)
        powers[base] = powers.get(base, 0) + sign * exponent


def _product(number: int, powers: dict[Expression, int]) -> Expression:
    flat: list[Expression] = [power(base, exponent) for base, exponent in powers.items()]
    if number != 1 or not flat:
        flat.insert(0, number)
    return flat[0] if len(flat) == 1 else ("*", *flat)


def power(base: Expression, exponent: int) -> Expression:
    """The power with an integer exponent of at least 0."""
    if exponent == 0:
        return 1
    if exponent == 1:
        return base
    return base**exponent if isinstance(base, int) else ("^", base, exponent)


def differentiate(expression: Expression, steps: dict[Expression, Expression]) -> Expression:
    """The derivative; `steps` gains the derivative of every part of the expression, inner parts first."""
    if isinstance(expression, int):
        return 0
    if expression == "x":
        return 1
    if expression in steps:
        return steps[expression]
    kind, *parts = expression
    inner = parts[0]
    if kind == "+":
        result = add(*(differentiate(part, steps) for part in parts))
    elif kind == "*" and isinstance(inner, int):
        rest = multiply(*parts[1:])
        plain = rest == "x" or rest[:2] == ("^", "x")  # the derivative of 3*x^2 is one step
        result = multiply(inner, differentiate(rest, {} if plain else steps))
    elif kind == "*":
        slopes = [differentiate(part, steps) for part in parts]
        result = add(*(multiply(*parts[:i], slope, *parts[i + 1 :]) for i, slope in enumerate(slopes)))
    elif kind == "/":
        a, b = parts
        da, db = differentiate(a, steps), differentiate(b, steps)
        result = divide(add(multiply(da, b), multiply(-1, a, db)), power(b, 2))
    elif kind == "^":
        n = parts[1]
        result = multiply(n, power(inner, n - 1), differentiate(inner, steps))
    else:
        result = _chain(kind, inner, differentiate(inner, steps))
    steps[expression] = result
    return result


def _chain(function: str, inner: Expression, slope: Expression) -> Expression:
    if function == "sin":
        return multiply(slope, ("cos", inner))
    if function == "cos":
        return multiply(-1, slope, ("sin", inner))
    if function == "tan":
        return divide(slope, power(("cos", inner), 2))
    if function == "exp":
        return multiply(slope, ("exp", inner))
    if function == "ln":
        return divide(slope, inner)
    return divide(slope, multiply(2, ("sqrt", inner)))


def text_of(expression: Expression, rank: int = 0) -> str:
    """The expression as text; in parentheses if its last operation binds less than `rank`.

    Ranks: 1 for sums, 2 for products and quotients, 3 for powers, 4 for all that needs no parentheses.
    """
    if isinstance(expression, int):
        return str(expression) if expression >= 0 or rank <= 1 else f"({expression})"
    if expression == "x":
        return "x"
    kind, *parts = expression
    if kind == "+":
        text, own = text_of(parts[0], 1), 1
        for part in parts[1:]:
            term = text_of(part, 1)
            text += f" - {term[1:]}" if term.startswith("-") else f" + {term}"
    elif kind == "*":
        first, own = parts[0], 2
        text = "-" if first == -1 else (f"{first}*" if isinstance(first, int) else f"{text_of(first, 2)}*")
        text += "*".join(text_of(part, 3) for part in parts[1:])
    elif kind == "/":
        text, own = f"{text_of(parts[0], 2)}/{text_of(parts[1], 3)}", 2
    elif kind == "^":
        text, own = f"{text_of(parts[0], 4)}^{parts[1]}", 3
    else:
        return f"{kind}({text_of(parts[0])})"
    return f"({text})" if own < rank else text


def _is(expression: Expression, kind: str) -> bool:
    return isinstance(expression, tuple) and expression[0] == kind
