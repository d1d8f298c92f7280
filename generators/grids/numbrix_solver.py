"""Numbrix a second time: the places of the numbers in order as points, and the lengths of the steps between them."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

from ..base import Json
from .square_answers import square


def confirms(payload: Mapping[str, Json], answer: str) -> bool:
    """Whether a bare answer numbers the cells so that all rules are kept."""
    n, given = payload["size"], [value for row in payload["givens"] for value in row]
    cells = square(answer, n, one_digit=n * n < 10)
    if cells is None or sorted(cells) != list(range(1, n * n + 1)):
        return False
    if any(a not in (0, b) for a, b in zip(given, cells, strict=True)):
        return False
    points = [complex(*divmod(cells.index(number), n)) for number in range(1, n * n + 1)]
    longest = 2.0 if payload["kind"] == "corners" else 1.0
    return all(abs(b - a) ** 2 < longest + 0.5 for a, b in pairwise(points))
