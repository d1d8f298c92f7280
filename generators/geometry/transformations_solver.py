"""Transformations a second time: every step is a map of complex numbers, and what was there before is tried out."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from .exact import Point
from .readers import is_point


def confirms(payload: Mapping[str, Any], answer: str) -> bool:
    """Whether a bare answer is right: every step is a map z -> u*z + v, or u*conj(z) + v, of complex numbers."""
    problem = payload["problem"]
    if problem["kind"] == "shape":
        pieces = re.split(r"(?<=\))\s*,(?=\s*\()", answer[:4096])
        return len(pieces) == len(problem["points"]) and all(
            is_point(piece, _image(problem["moves"], (Fraction(x), Fraction(y))))
            for piece, (x, y) in zip(pieces, problem["points"], strict=True)
        )
    if problem["kind"] == "image":
        x, y = problem["points"][0]
        return is_point(answer, _image(problem["moves"], (Fraction(x), Fraction(y))))
    # The answer is a point whose image is known: itself, or the point that is given.
    text = answer.strip()
    found = [Fraction(p.replace(" ", "")) for p in text[1:-1].split(",")] if _PLAIN.fullmatch(text) else []
    if len(found) != 2:
        return False
    image = _image(problem["moves"], (found[0], found[1]))
    return image == (tuple(found) if problem["kind"] == "fixed" else tuple(map(Fraction, problem["points"][0])))


_SINGLE = r"\s*[+-]?\s*(?:[0-9]{1,60}(?:/0*[1-9][0-9]{0,59})?|[0-9]{1,60}\.[0-9]{1,60})\s*"
_PLAIN = re.compile(rf"\({_SINGLE},{_SINGLE}\)")
_COMPLEX_TURN = {90: (0, 1), 180: (-1, 0), 270: (0, -1)}


def _image(moves: list[list[Any]], point: Point) -> Point:
    """The image of a point: conjugate where the step mirrors, then multiply and add."""
    x, y = point
    for name, *numbers in moves:
        u, v, w, mirrored = (1, 0), (0, 0), (0, 0), name in "xyd"  # z -> u*(z - w) + w + v
        if name == "x":
            u, v = (-1, 0), (2 * numbers[0], 0)
        elif name == "y":
            v = (0, 2 * numbers[0])
        elif name == "d":
            u = (0, numbers[0])
            v = (-numbers[0] * numbers[1], numbers[1])
        elif name == "t":
            v = (numbers[0], numbers[1])
        elif name == "r":
            u, w = _COMPLEX_TURN[numbers[0]], (numbers[1], numbers[2])
        else:
            u, w = (Fraction(numbers[0]), 0), (numbers[1], numbers[2])  # type: ignore[assignment]
        if mirrored:
            y = -y
        x, y = x - w[0], y - w[1]
        x, y = u[0] * x - u[1] * y, u[0] * y + u[1] * x
        x, y = x + w[0] + v[0], y + w[1] + v[1]
    return x, y
