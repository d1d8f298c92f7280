"""Cellular automata a second time: rings as lists of cells, boards as sets of live cells that tell their neighbours.

The maker works on the bits of one number, and follows a ring only until a state comes again. Here every cell looks its
rule up, thousands of steps are made one by one, and a state before another is built cell by cell, with what
does not fit given up at once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from ..base import Json
from ..in_order import confirming_any


def solve(problem: Mapping[str, Json]) -> int | list[str] | None:
    """The cells that are asked for, or the number of steps."""
    kind = problem["kind"]
    if kind == "board":
        return _board(problem)
    cells = [int(cell) for cell in problem["state"]]
    table = [problem["rule"] >> number & 1 for number in range(8)]
    if kind == "before":
        found = list(_before(cells, table))
        return list(map(str, found[0])) if len(found) == 1 else None
    if kind == "repeats":
        seen = {tuple(cells)}
        while True:
            cells = _after(cells, table)
            if tuple(cells) in seen:
                return len(seen)
            seen.add(tuple(cells))
    for _ in range(problem["steps"]):
        cells = _after(cells, table)
    return list(map(str, cells))


def _after(cells: list[int], table: list[int]) -> list[int]:
    last = len(cells) - 1
    return [
        table[4 * cells[n - 1] + 2 * cell + (cells[n + 1] if n < last else cells[0])]
        for n, cell in enumerate(cells)
    ]


def _before(cells: list[int], table: list[int]) -> Iterator[list[int]]:
    """All rings that become `cells`."""
    waiting = [[one, two] for one in (0, 1) for two in (0, 1)]
    while waiting:
        start = waiting.pop()
        if len(start) == len(cells):
            if _after(start, table) == cells:
                yield start
            continue
        fitting = (c for c in (0, 1) if table[4 * start[-2] + 2 * start[-1] + c] == cells[len(start) - 1])
        waiting.extend([*start, cell] for cell in fitting)


def _board(problem: Mapping[str, Json]) -> list[str]:
    rows: list[str] = problem["state"]
    high, wide = len(rows), len(rows[0])
    live = {(y, x) for y, row in enumerate(rows) for x, cell in enumerate(row) if cell == "1"}
    around = [(dy, dx) for dy in (-1, 0, 1) for dx in (-1, 0, 1) if dy or dx]
    for _ in range(problem["steps"]):
        told = Counter(((y + dy) % high, (x + dx) % wide) for y, x in live for dy, dx in around)
        places = ((y, x) for y in range(high) for x in range(wide))
        live = {at for at in places if told[at] in (problem["survives"] if at in live else problem["born"])}
    return ["1" if (y, x) in live else "0" for y in range(high) for x in range(wide)]


confirms = confirming_any(solve)
