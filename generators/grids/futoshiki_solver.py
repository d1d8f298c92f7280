"""Futoshiki a second time, by layers: layer k is the set of the cells whose number is greater than k.

A line holds each of 1 to n once if layer k has n - k of its cells, for k from 0 to n; a number is less than another if
some layer has the other's cell and not its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain

from ..base import Json
from .square_answers import square


def confirms(payload: Mapping[str, Json], answer: str) -> bool:
    """Whether a bare answer is a filled square that keeps the given numbers and the signs."""
    n = payload["size"]
    numbers = square(answer, n)
    if numbers is None:
        return False
    if any(given not in (0, number) for given, number in zip(chain(*payload["givens"]), numbers, strict=True)):
        return False
    layers = [{cell for cell, number in enumerate(numbers) if number > k} for k in range(n + 1)]
    lines = [set(range(i * n, i * n + n)) for i in range(n)] + [set(range(i, n * n, n)) for i in range(n)]
    return all(len(line & layer) == n - k for line in lines for k, layer in enumerate(layers)) and all(
        any(large in layer and small not in layer for layer in layers) for small, large in payload["less"]
    )
