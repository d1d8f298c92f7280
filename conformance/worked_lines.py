"""The calculations of a worked solution: found in its text, and worked out exactly.

A line such as ``total: 3 * 4 = 12; 12 + C(5, 2) = 22`` holds two equations of numbers, and words beside them. Nothing
is evaluated but signs, ``+ - * / // ^ !``, parentheses, ``C(n, k)`` and ``P(n, k)``.
"""

from __future__ import annotations

import math
import operator
import re
from collections.abc import Iterator
from fractions import Fraction

_FORMULA = re.compile(
    r"(?:[0-9+*/^(). !-]|[CP]\((?=[0-9+*/^ -]+, [0-9]+\))|(?<=[0-9]), (?=[0-9]+\)))*[0-9)!](?: ?[-+*/^])?"
)
"""A sign at the end makes it a wrong calculation, not words."""
_PIECES = re.compile(r"\n(?:[0-9]+\. )?|; |: |, (?!-?[0-9]+\))")


def equations(trace: str, named: bool = False) -> Iterator[list[str]]:
    """The sides of each ``a = b = c`` of a worked solution whose sides are all calculations on numbers.

    With `named`, those sides of any such line that are calculations.
    """
    for piece in _PIECES.split("\n" + trace):
        sides = [side.strip() for side in piece.split(" = ")]
        if named:
            sides = [side for side in sides if _is_calculation(side)]
        if len(sides) > 1 and all(map(_is_calculation, sides)):
            yield sides


def words(trace: str) -> Iterator[str]:
    """The pieces of a worked solution that are no equations of numbers; its last line, the answer, is left out."""
    for piece in _PIECES.split("\n" + trace.rpartition("\n")[0]):
        sides = [side.strip() for side in piece.split(" = ")]
        if piece and not (len(sides) > 1 and all(map(_is_calculation, sides))):
            yield piece


def _is_calculation(text: str) -> bool:
    return bool(_FORMULA.fullmatch(text)) and text.count("(") == text.count(")")


_TOKENS = re.compile(r"\s*([0-9]+(?:\.[0-9]+)?|//|[-+*/^()CP,!])")
_SUMS = {"+": operator.add, "-": operator.sub}
_CHOICES = {"C": math.comb, "P": math.perm}
_PRODUCTS = {"*": operator.mul, "/": operator.truediv, "//": operator.floordiv}


def calculated(text: str) -> Fraction:
    """The exact value of numbers, signs, ``+ - * / // ^ !``, parentheses, ``C(n, k)``, ``P(n, k)``."""
    tokens = [*_TOKENS.findall(text), ""]
    assert "".join(tokens) == "".join(text.split()), f"not a calculation: {text!r}"
    value, at = _sum(tokens, 0)
    assert not tokens[at], f"not a calculation: {text!r}"
    return value


def _sum(tokens: list[str], at: int) -> tuple[Fraction, int]:
    value, at = _product(tokens, at)
    while tokens[at] in _SUMS:
        sign = _SUMS[tokens[at]]
        right, at = _product(tokens, at + 1)
        value = sign(value, right)
    return value, at


def _product(tokens: list[str], at: int) -> tuple[Fraction, int]:
    value, at = _power(tokens, at)
    while tokens[at] in _PRODUCTS:
        sign = _PRODUCTS[tokens[at]]
        right, at = _power(tokens, at + 1)
        value = Fraction(sign(value, right))
    return value, at


def _power(tokens: list[str], at: int) -> tuple[Fraction, int]:
    if tokens[at] in _SUMS:
        value, after = _power(tokens, at + 1)
        return (-value if tokens[at] == "-" else value), after
    value, at = _atom(tokens, at)
    if tokens[at] == "!":
        value, at = Fraction(math.factorial(int(value))), at + 1
    if tokens[at] == "^":
        exponent, at = _power(tokens, at + 1)
        value = value ** int(exponent)
    return value, at


def _atom(tokens: list[str], at: int) -> tuple[Fraction, int]:
    if tokens[at] in _CHOICES:
        n, comma = _sum(tokens, at + 2)
        k, end = _sum(tokens, comma + 1)
        assert (tokens[at + 1], tokens[comma], tokens[end]) == ("(", ",", ")")
        return Fraction(_CHOICES[tokens[at]](int(n), int(k))), end + 1
    if tokens[at] == "(":
        value, at = _sum(tokens, at + 1)
        assert tokens[at] == ")"
        return value, at + 1
    return Fraction(tokens[at]), at + 1
