"""Checks a light-up puzzle by the rules alone: bulbs on free cells, none lit by another, all cells lit.

There is one right grid for each puzzle, and the verifier does not know it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..answers.cells import accepted_forms
from ..base import Verdict
from .rules import judged, read_cells, share

__all__ = ["accepted_forms", "lit_from", "verify"]

_WAYS = ((-1, 0), (0, -1), (0, 1), (1, 0))
_BROKEN = {
    "free": "A bulb stands on a wall.",
    "apart": "A bulb is lit by another one.",
    "numbers": "A wall does not have the number of bulbs beside it that it tells.",
    "lit": "A cell is not lit.",
}


def verify(payload: Mapping[str, Any], answer: str) -> Verdict:
    """Score `answer`, rows of 1 (a bulb) and 0 (see `rlvr.verifiers.answers.cells` for the forms).

    Parts: ``free``, the share of bulbs that stand on no wall; ``apart``, the share of bulbs that no other lights;
    ``numbers``, the share of told numbers that are right; ``lit``, the share of free cells that are lit.
    """
    n, room = payload["size"], payload["rows"]
    grid = read_cells(answer, n, 0, 1)
    if isinstance(grid, Verdict):
        return grid
    cells = [(r, c) for r in range(n) for c in range(n)]
    bulbs = {(r, c) for r, c in cells if grid[r][c]}
    free = {(r, c) for r, c in cells if room[r][c] == "."}
    lights = {bulb: lit_from(room, *bulb) for bulb in bulbs & free}
    lit = set(lights).union(*lights.values())
    parts = {
        "free": share([bulb in free for bulb in bulbs]),
        "apart": share([not bulbs.intersection(seen) for seen in lights.values()]),
        "numbers": share(
            [
                sum((r + down, c + right) in bulbs for down, right in _WAYS) == int(room[r][c])
                for r, c in cells
                if room[r][c].isdigit()
            ]
        ),
        "lit": share([cell in lit for cell in free]),
    }
    return judged(parts, _BROKEN)


def lit_from(room: Sequence[str], row: int, column: int) -> list[tuple[int, int]]:
    """The cells that a bulb lights beside its own: in four directions, up to a wall or the edge."""
    found = []
    for down, right in _WAYS:
        r, c = row + down, column + right
        while 0 <= r < len(room) and 0 <= c < len(room) and room[r][c] == ".":
            found.append((r, c))
            r, c = r + down, c + right
    return found
