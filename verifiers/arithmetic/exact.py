"""The algebra of exact rationals for `rlvr.verifiers.expressions`: what arithmetic is checked with."""

from __future__ import annotations

from fractions import Fraction

from ..expressions import Undefined, Unreadable

Rational = int | Fraction


class Exact:
    """The algebra of exact rationals; whole numbers stay `int`, which is many times faster.

    Attributes:
        used: the numbers that the expression holds, in order.
        operators: the operators that it holds, each once.
    """

    __slots__ = ("limit", "operators", "used")

    def __init__(self, limit: int = 1000) -> None:
        """`limit` is how many numbers an expression may hold: it bounds the size of every value."""
        self.used: list[int] = []
        self.operators: set[str] = set()
        self.limit = limit

    def number(self, text: str) -> Rational:
        """A whole number."""
        if len(self.used) == self.limit:
            raise Unreadable("There are too many numbers in the expression.")
        value = int(text)
        self.used.append(value)
        return value

    def name(self, text: str) -> Rational:
        """There are no names."""
        raise Unreadable("The expression may hold numbers only.")

    def call(self, function: str, argument: Rational) -> Rational:
        """There are no functions."""
        raise Unreadable("The expression may hold numbers only.")

    def negative(self, value: Rational) -> Rational:
        """The negated value."""
        return -value

    def binary(self, operator: str, left: Rational, right: Rational) -> Rational:
        """The exact sum, difference, product or quotient."""
        self.operators.add(operator)
        if operator == "+":
            return left + right
        if operator == "-":
            return left - right
        if operator == "*":
            return left * right
        if operator != "/":
            raise Unreadable(f"The operator {operator} is not allowed here.")
        if right == 0:
            raise Undefined("The expression divides by zero.")
        if isinstance(left, int) and isinstance(right, int) and left % right == 0:
            return left // right
        return Fraction(left) / right
