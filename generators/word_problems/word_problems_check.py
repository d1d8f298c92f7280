"""A second check of word problems: the facts as a system of linear equations, solved by exact elimination."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from ..readers import integer
from .elimination import Equation, solve
from .graph import Fact


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
    n = numbers[0]
    if kind in ("more", "fewer"):
        return {x: 1, y: -1}, n if kind == "more" else -n
    if kind == "linear":
        return {x: 1, y: -n}, numbers[1]
    slope = {
        "times": Fraction(n),
        "part": Fraction(n, numbers[-1]),
        "percent": Fraction(n, 100),
        "percent more": 1 + Fraction(n, 100),
        "percent fewer": 1 - Fraction(n, 100),
    }
    return {x: 1, y: -slope[kind]}, 0
