"""Word problems a second time: the facts as a system of linear equations, solved by exact elimination."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from ..base import Json
from ..solving import confirming
from .elimination import Equation, determined


def solve(problem: Mapping[str, Json]) -> Fraction | None:
    """The asked quantity, if the equations of the story determine it."""
    return determined(map(_equation, problem["facts"])).get(problem["ask"])


def _equation(fact: Json) -> Equation:
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


confirms = confirming(solve)
