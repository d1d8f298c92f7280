"""Another way to judge a solution: central differences of the answer, put into the equation."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from ..real_values import Code, close, context, value
from .values import function, given, notation

_STEP = 50
_DIGITS = 170
_PRIMES = re.compile(r"y'{0,2}")
_POINTS = ("0.013", "0.021", "0.032", "0.047")


def confirms(payload: Mapping[str, Any], answer: str) -> bool:
    """Check a bare answer: its central differences put into the equation, and its values at the start."""
    problem = payload["problem"]
    code = given(answer)
    residual = _residual(problem["equation"])
    if code is None:
        return False
    mp = context()
    mp.dps = _DIGITS
    h = mp.mpf(10) ** -_STEP
    start = problem["start"]
    values = _jet(code, mp.mpf(start), h)
    if values is None or not all(close(a, b, 40) for a, b in zip(values, problem["values"], strict=False)):
        return False
    for text in _POINTS:
        x = start + mp.mpf(text)
        jet = _jet(code, x, h)
        if jet is None:
            return False
        left = value(residual, {"x": x, "y": jet[0], "p": jet[1], "q": jet[2]}, _DIGITS)
        if not close(left, 0, 40):
            return False
    return True


def _jet(code: Code, x: Any, h: Any) -> tuple[Any, Any, Any] | None:
    """Value, slope and second derivative by differences; None where there is a value missing."""
    a, b, c = (value(code, {"x": x + d}, _DIGITS) for d in (-h, 0 * h, h))
    return None if a is None or b is None or c is None else (b, (c - a) / (2 * h), (a - 2 * b + c) / h**2)


@lru_cache(maxsize=1024)
def _residual(equation: str) -> Code:
    """The difference of the two sides, with p for y' and q for y''."""
    left, right = equation.split(" = ")
    text = f"{left} - ({right})"
    return function(
        _PRIMES.sub(lambda match: {"y": "y", "y'": "p", "y''": "q"}[match[0]], text), notation(*"xypq")
    )
