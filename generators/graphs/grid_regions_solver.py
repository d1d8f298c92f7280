"""Grid regions a second time: sets that are joined, distances that shrink until nothing changes, runs found in texts.

The maker walks from cell to cell. Here every pair of neighbours joins two sets; distances are improved again and again;
fire is a set that grows; and runs are looked for in the texts of rows, columns and diagonals.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import product

from ..base import Json
from ..in_order import confirming_any

Cell = tuple[int, int]


def _cells(grid: Sequence[str]) -> dict[Cell, str]:
    return {(r, c): x for r, row in enumerate(grid) for c, x in enumerate(row)}


def _sets(cells: Mapping[Cell, str], corners: bool = False) -> dict[Cell, Cell]:
    """For each cell the one that stands for its region."""
    stands = {cell: cell for cell in cells}

    def root(cell: Cell) -> Cell:
        while stands[cell] != cell:
            cell = stands[cell]
        return cell

    ways = ((0, 1), (1, 0), (1, 1), (1, -1)) if corners else ((0, 1), (1, 0))
    for (r, c), (a, b) in product(cells, ways):
        other = r + a, c + b
        if other in cells and cells[other] == cells[r, c]:
            stands[root(other)] = root((r, c))
    return {cell: root(cell) for cell in cells}


def _around(cell: Cell) -> list[Cell]:
    return [(cell[0] + a, cell[1] + b) for a, b in ((0, 1), (1, 0), (0, -1), (-1, 0))]


def _texts(grid: Sequence[str]) -> Iterator[str]:
    yield from grid
    yield from map("".join, zip(*grid, strict=True))
    cells = _cells(grid)
    for sign in (1, -1):
        for value in {r + sign * c for r, c in cells}:
            yield "".join(cells[r, c] for r, c in sorted(cells) if r + sign * c == value)


def solve(problem: Mapping[str, Json]) -> list[int] | list[str]:
    """The numbers that are asked for, or the cells of the board row by row."""
    kind, grid = problem["kind"], problem["grid"]
    cells = _cells(grid)
    if kind == "lines":
        texts = list(_texts(grid))
        return [
            max(len(run) for text in texts for run in re.findall(f"{x}+", text)) for x in problem["letters"]
        ]
    if kind == "fill":
        for r, c, new in problem["clicks"]:
            stands = _sets(cells)
            chosen = stands[r - 1, c - 1]
            cells = {cell: str(new) if stands[cell] == chosen else x for cell, x in cells.items()}
        return [cells[cell] for cell in sorted(cells)]
    if kind == "distances":
        far = {cell: 0 if x == "*" else 99 for cell, x in cells.items() if x != "#"}
        while True:
            new = {
                cell: min([far[cell], *(far[near] + 1 for near in _around(cell) if near in far)])
                for cell in far
            }
            if new == far:
                return [str(far.get(cell, "#")) for cell in sorted(cells)]
            far = new
    if kind == "spread":
        burning = {cell for cell, x in cells.items() if x == "*"}
        counts = list[int]()
        while True:
            new = {
                cell
                for cell, x in cells.items()
                if x == "T" and cell not in burning and burning & {*_around(cell)}
            }
            if not new:
                return counts
            counts.append(len(new))
            burning |= new
    stands = _sets(cells, problem["corners"])
    sizes = Counter(stands[cell] for cell, x in cells.items() if x == problem["sign"])
    if kind == "sizes":
        return sorted(sizes.values(), reverse=True)
    top = max(sizes.values())
    if kind == "regions":
        return [len(sizes), top]
    (largest,) = [root for root, count in sizes.items() if count == top]
    own = {cell for cell in cells if stands[cell] == largest}
    return [top, sum(near not in own for cell in own for near in _around(cell))]


confirms = confirming_any(solve)
