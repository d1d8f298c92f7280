"""Minesweeper a second time: every mine adds one to the numbers around it, and the sums are those shown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import product

from ..base import Json
from .square_answers import square


def confirms(payload: Mapping[str, Json], answer: str) -> bool:
    """Whether a bare answer marks mines that make all numbers and the number of mines."""
    n = payload["size"]
    cells = square(answer, n, one_digit=True)
    if cells is None or max(cells) > 1 or sum(cells) != payload["mines"]:
        return False
    mines = {divmod(cell, n) for cell, mine in enumerate(cells) if mine}
    counts = Counter((r + down, c + right) for r, c in mines for down, right in product((-1, 0, 1), repeat=2))
    return all(
        number is None or ((r, c) not in mines and counts[r, c] == number)
        for r, row in enumerate(payload["numbers"])
        for c, number in enumerate(row)
    )
