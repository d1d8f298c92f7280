"""Star battles a second time: the stars of an answer as places, compared two by two and counted by what holds them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import combinations

from ..base import Json
from .square_answers import square


def confirms(payload: Mapping[str, Json], answer: str) -> bool:
    """Whether a bare answer is a grid of stars that keeps all rules."""
    n, wanted = payload["size"], payload["stars"]
    cells = square(answer, n, one_digit=True)
    if cells is None or max(cells) > 1:
        return False
    places = [complex(*divmod(cell, n)) for cell, star in enumerate(cells) if star]
    if any(abs(a - b) < 2 and abs((a - b).real) < 2 for a, b in combinations(places, 2)):
        return False
    held = Counter[tuple[str, int]]()
    for place in places:
        row, column = int(place.real), int(place.imag)
        held.update([("row", row), ("column", column), ("region", payload["regions"][row][column])])
    return len(held) == 3 * n and set(held.values()) == {wanted}
