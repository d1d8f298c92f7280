"""Skyscrapers a second time: a building is hidden if a taller one, or an equal one, stands before it.

The lines are taken out of the flat list of cells, and every pair of cells of a line is compared.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain

from ..base import Json
from .square_answers import square


def confirms(payload: Mapping[str, Json], answer: str) -> bool:
    """Whether a bare answer is a filled square that keeps the given heights and shows all clues."""
    n = payload["size"]
    cells = square(answer, n)
    if cells is None or min(cells) < 1 or max(cells) > n:
        return False
    if any(given not in (0, height) for given, height in zip(chain(*payload["givens"]), cells, strict=True)):
        return False
    down = [list(range(at, n * n, n)) for at in range(n)]
    across = [list(range(at * n, at * n + n)) for at in range(n)]
    if any(cells[a] == cells[b] for line in (*down, *across) for a in line for b in line if a < b):
        return False
    for side, lines in (("north", down), ("west", across), ("south", down), ("east", across)):
        for clue, line in zip(payload[side], lines, strict=True):
            order = line if side in ("north", "west") else list(reversed(line))
            shown = [
                cells[cell]
                for place, cell in enumerate(order)
                if all(cells[other] < cells[cell] for other in order[:place])
            ]
            if clue and clue != (sum(shown) if payload["kind"] == "sum" else len(shown)):
                return False
    return True
