"""Another way to a definite integral: numerical integration of the function as printed."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from itertools import pairwise
from typing import Any

from ..real_values import context, value
from .values import agrees, function

_DIGITS = 13
_NODES = 30


def confirms(payload: Mapping[str, Any], answer: str) -> bool:
    """Check a bare answer: numerical integration of the function as printed."""
    problem = payload["problem"]
    wanted = _integral(problem["function"], problem["low"], problem["high"], tuple(problem["breaks"]))
    return agrees(answer, wanted, _DIGITS, rational=payload["gold"]["kind"] == "rational")


@lru_cache(maxsize=1024)
def _integral(text: str, low: str, high: str, breaks: tuple[int, ...]) -> Any:
    """The integral to about fifteen digits."""
    code = function(text)
    mp = context()
    mp.dps = 20
    first = value(function(low), {}, 20)

    def at(x: Any) -> Any:
        return value(code, {"x": x}, 20) or mp.zero

    if high == "oo" and "exp" in text:
        decay = int(re.findall(r"exp\(-([0-9]*)", text)[0] or 1)
        wave = re.search(r"(?:sin|cos)\(([0-9]*)", text)
        if wave:  # every period is the one before it, times the same factor
            period = 2 * mp.pi / int(wave[1] or 1)
            return _pieces(at, [first, first + period / 2, first + period]) / (1 - mp.exp(-decay * period))
        return _pieces(at, [first + mp.mpf(7 * n) / decay for n in range(9)])
    last = mp.inf if high == "oo" else value(function(high), {}, 20)
    if high == "oo" or "sqrt(x)" in text or "- x^2)" in text:  # infinite, or a root that ends in zero
        return mp.quad(at, [first, last])
    points = sorted([first, *breaks, last])
    ends = [points[0]]
    if "/" in text or "sqrt" in text:  # small pieces first: a pole may be close to the lower bound
        ends += [first + mp.mpf(n) / 10 for n in (1, 3, 8) if first + 1 <= last]
    for b in points[1:]:
        a = ends[-1]
        parts = int(mp.ceil((b - a) / 2))
        ends += [a + (b - a) * k / parts for k in range(1, parts + 1)]
    return _pieces(at, ends)


def _pieces(at: Callable[[Any], Any], ends: list[Any]) -> Any:
    return sum(_gauss(at, a, b) for a, b in pairwise(ends))


def _gauss(at: Callable[[Any], Any], low: Any, high: Any) -> Any:
    """Gauss's rule on one smooth piece."""
    middle, half = (low + high) / 2, (high - low) / 2
    return half * sum(weight * at(middle + half * node) for node, weight in _nodes())


@lru_cache(maxsize=1)
def _nodes() -> tuple[tuple[Any, Any], ...]:
    """The zeros of a Legendre polynomial, by Newton's method, and their weights."""
    mp = context()
    mp.dps = 25
    found = []
    for k in range(1, _NODES + 1):
        x = mp.cos(mp.pi * (k - mp.mpf(1) / 4) / (_NODES + mp.mpf(1) / 2))
        for _ in range(8):
            before, here = mp.one, x
            for n in range(2, _NODES + 1):
                before, here = here, ((2 * n - 1) * x * here - (n - 1) * before) / n
            slope = _NODES * (x * here - before) / (x * x - 1)
            x -= here / slope
        found.append((x, 2 / ((1 - x * x) * slope**2)))
    return tuple(found)
