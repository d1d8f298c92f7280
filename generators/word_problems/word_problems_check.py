"""A second check of word problems: the facts as a system of linear equations, solved by exact elimination."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from .elimination import Equation, solve
from .graph import Fact
from .readers import integer


def accepts(payload: Mapping[str, Any], answer: str) -> bool:
    """Whether `answer` is the whole number that solves the equations of the story."""
    given = integer(answer)
    problem = payload["problem"]
    return given is not None and solve(map(equation, problem["facts"])).get(problem["ask"]) == given


def equation(fact: Fact) -> Equation:
    """One fact as a linear equation."""
    kind, x, *rest = fact
    if kind == "total":
        return dict.fromkeys(x, 1), rest[0]
    if kind == "sum":
        return {x: 1} | dict.fromkeys(rest[0], -1), 0
    if kind == "minus":
        return {x: 1, rest[0]: -1, rest[1]: 1}, 0
    if kind in ("is", "rate", "dozen"):
        return {x: 1}, rest[0] * (rest[1] if kind == "rate" else 12 if kind == "dozen" else 1)
    y, *numbers = rest
    slopes = {
        "times": lambda n: (n, 0),
        "part": lambda p, q: (Fraction(p, q), 0),
        "more": lambda k: (1, k),
        "fewer": lambda k: (1, -k),
        "percent": lambda p: (Fraction(p, 100), 0),
        "percent more": lambda p: (1 + Fraction(p, 100), 0),
        "percent fewer": lambda p: (1 - Fraction(p, 100), 0),
        "linear": lambda n, k: (n, k),
    }
    slope, shift = slopes[kind](*numbers)
    return {x: 1, y: -slope}, shift
