"""Small strict readers of bare answers, for the solvers of this family. None of them raises."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from math import gcd

from ..constant_values import CONSTANT, Value, negative, plus, rational, same, times, tree_value, value_of
from ..formula_reader import MAX_CHARS, answered

_FRACTION = re.compile(r"[+-]?\s*([0-9]{1,300})\s*/\s*([0-9]{1,300})")
_INTEGER = re.compile(r"[+-]?\s*[0-9]+")
_DECIMAL = re.compile(r"[+-]?\s*[0-9]*\.[0-9]+")
_SIDE = replace(CONSTANT, names=("x", "y"))


def is_value(answer: str, value: Value | Fraction) -> bool:
    """Whether `answer` is an expression with this value; a number is an integer or a fraction in lowest terms."""
    answer = answer.strip().removesuffix(".")
    if match := _FRACTION.fullmatch(answer):
        top, bottom = map(int, match.groups())
        if bottom <= 1 or gcd(top, bottom) > 1:
            return False
    elif _DECIMAL.fullmatch(answer) or (isinstance(value, Fraction) and not _INTEGER.fullmatch(answer)):
        return False
    elif answer.count("/") > 1 and not any(map(str.isalpha, answer)):
        return False  # 56/7/8 is a calculation, not its result
    return same(value_of(answer), rational(value) if isinstance(value, Fraction) else value)


def values_in(answer: str, brackets: str = "()") -> list[Value] | None:
    """The values of ``(1, -3/4)``; None if it is no such text."""
    answer = answer.strip()
    if not 2 <= len(answer) <= MAX_CHARS or answer[0] != brackets[0] or answer[-1] != brackets[1]:
        return None
    values = [value_of(piece) for piece in answer[1:-1].split(",")]
    found = [value for value in values if value is not None]
    return found if len(found) == len(values) else None


def is_point(answer: str, point: Sequence[Fraction]) -> bool:
    """Whether `answer` is this point."""
    values = values_in(answer)
    return (
        values is not None
        and len(values) == len(point)
        and all(same(value, rational(a)) for value, a in zip(values, point, strict=True))
    )


def is_equation(answer: str, left_minus_right: Sequence[tuple[tuple[int, int], Value]]) -> bool:
    """Whether an equation in x and y is the one whose sides differ by so much at the given points.

    Both sides are worked out at every point; a constant factor makes no difference. The first value given
    must not be zero.
    """
    left, equals, right = answer.partition("=")
    sides = [answered(side, _SIDE) for side in (left, right)]
    if not equals or None in sides:
        return False
    found: list[Value] = []
    for (x, y), _ in left_minus_right:
        point = {"x": rational(x), "y": rational(y)}
        above, below = (tree_value(side, point) for side in sides)
        if above is None or below is None:
            return False
        found.append(plus(above, negative(below)))
    first, wanted = found[0], left_minus_right[0][1]
    if same(first, rational(0)):
        return False
    return all(
        same(times(f, wanted), times(w, first)) for f, (_, w) in zip(found, left_minus_right, strict=True)
    )


POINTS = ((97, 89), (-83, 71), (31, -67), (0, 0), (5, 113), (-41, -13), (1, 0), (0, 1), (59, 59), (-7, 30))
"""Points at which equations are compared: two polynomials of small degree that agree here are equal."""
