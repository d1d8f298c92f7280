"""Dijkstra's shunting yard, for the solvers of this family: one stack of values, one of operators that wait."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

_RANKS = {"+": 1, "-": 1, "*": 2, "/": 2, "(": 0}


def worked_out(tokens: Iterable[str]) -> Fraction:
    """The value of an expression of numbers (``7``, ``5/6``, ``1.25``), ``+ - * /`` and parentheses.

    Raises:
        ZeroDivisionError: if it divides by zero.
    """
    values: list[Fraction] = []
    waiting: list[str] = []

    def apply() -> None:
        operator, right, left = waiting.pop(), values.pop(), values.pop()
        if operator == "/":
            values.append(left / right)
        elif operator == "*":
            values.append(left * right)
        else:
            values.append(left + right if operator == "+" else left - right)

    for token in tokens:
        if token == "(":
            waiting.append(token)
        elif token == ")":
            while waiting[-1] != "(":
                apply()
            waiting.pop()
        elif token in _RANKS:
            while waiting and _RANKS[waiting[-1]] >= _RANKS[token]:
                apply()
            waiting.append(token)
        else:
            values.append(Fraction(token))
    while waiting:
        apply()
    return values[0]


def spaced(expression: str) -> list[str]:
    """The tokens of an expression with spaces around its operators."""
    return expression.replace("(", "( ").replace(")", " )").split()
