"""Puzzles on grids, for their tests: a search of its own over whole lines, answers in odd dress, symmetries.

A line is a list of all that a row or column may hold. Lists are filtered against each other until nothing changes; then
the shortest list is split. Nothing of the package is used.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

Lines = list[list[tuple[int, ...]]]


def solved_by_lines(rows: Lines, columns: Lines, limit: int = 2) -> list[list[list[int]]]:
    """Up to `limit` grids whose rows and columns are among the given ones."""
    found, stack = [], [(rows, columns)]
    while stack and len(found) < limit:
        rows, columns = stack.pop()
        if not _filter(rows := list(rows), columns := list(columns)):
            continue
        open_ = [i for i, row in enumerate(rows) if len(row) > 1]
        if not open_:
            found.append([list(row[0]) for row in rows])
            continue
        at = min(open_, key=lambda i: len(rows[i]))
        half = len(rows[at]) // 2
        stack += [([*rows[:at], part, *rows[at + 1 :]], columns) for part in (rows[at][:half], rows[at][half:])]
    return found


def _filter(rows: Lines, columns: Lines) -> bool:
    """Drop lines that cannot cross the others; whether each still has one."""
    while True:
        sizes = sum(map(len, rows)) + sum(map(len, columns))
        for lines, others in ((rows, columns), (columns, rows)):
            for i in range(len(lines)):
                may = [{line[i] for line in other} for other in others]
                lines[i] = [line for line in lines[i] if all(v in m for v, m in zip(line, may, strict=True))]
                if not lines[i]:
                    return False
        if sum(map(len, rows)) + sum(map(len, columns)) == sizes:
            return True


def solved_by_tables(
    cells: list[set[int]],
    tables: list[tuple[Sequence[int], list[tuple[int, ...]]]],
    unlike: Sequence[Sequence[int]] = (),
    limit: int = 2,
) -> list[list[int]]:
    """Up to `limit` ways to choose values for the cells.

    Args:
        cells: what each may hold.
        tables: cells, and all that they may hold together.
        unlike: groups of cells that hold different values.
        limit: how many are enough.
    """
    found, stack = [], [(cells, [list(rows) for _, rows in tables])]
    while stack and len(found) < limit:
        cells, lists = stack.pop()
        cells, lists = [set(cell) for cell in cells], list(lists)
        if not _narrow(cells, lists, tables, unlike):
            continue
        open_ = [i for i, cell in enumerate(cells) if len(cell) > 1]
        if not open_:
            found.append([min(cell) for cell in cells])
            continue
        at = min(open_, key=lambda i: len(cells[i]))
        stack += [([*cells[:at], {value}, *cells[at + 1 :]], lists) for value in sorted(cells[at])]
    return found


def _narrow(cells, lists, tables, unlike) -> bool:
    before = None
    while before != sum(map(len, cells)):
        before = sum(map(len, cells))
        for group in unlike:
            for i in group:
                if len(cells[i]) == 1:
                    for j in group:
                        if j != i:
                            cells[j] -= cells[i]
        for number, (where, _) in enumerate(tables):
            lists[number] = [
                row for row in lists[number] if all(v in cells[c] for v, c in zip(row, where, strict=True))
            ]
            for place, cell in enumerate(where):
                cells[cell] = cells[cell] & {row[place] for row in lists[number]}
        if not all(cells):
            return False
    return True


def number_rows(text: str) -> list[list[int]]:
    """The rows of an answer as it is written by the package."""
    return [[int(word) for word in line.split(" ")] for line in text.split("\n")]


def images(square: Sequence[Sequence[int]]) -> list[list[list[int]]]:
    """The eight images of a square, each from the coordinates of its cells."""
    n = len(square)
    ways = [lambda r, c: (r, c), lambda r, c: (c, r)]
    return [
        [
            [square[a if up else n - 1 - a][b if left else n - 1 - b] for c in range(n) for a, b in [way(r, c)]]
            for r in range(n)
        ]
        for way in ways
        for up in (True, False)
        for left in (True, False)
    ]


def told_cells(text: str, columns: int) -> list[tuple[int, set[int]]]:
    """What a worked line says of cells: ``r1c2 = 3, r2c2 in {1,2}``."""
    found = re.findall(r"(?<!tree )r(\d+)c(\d+) (?:= (\d+)|in \{([\d,]+)\})", text)
    return [
        ((int(row) - 1) * columns + int(column) - 1, set(map(int, (one or several).split(","))))
        for row, column, one, several in found
    ]


def replay(
    lines: Iterable[str], cells: list[set[int]], columns: int, rule_leaves, told=told_cells, asked=None
) -> list[int]:
    """Follow worked lines of "rule: cell = value, cell in {values}", each of which must follow; the values at the end.

    Args:
        lines: the lines.
        cells: what each cell may hold.
        columns: of the grid.
        rule_leaves: from the name of a rule and the cells to what the rule leaves of each, None if it clashes; from
            None to the names of all rules.
        told: from what a line says to cells and their values.
        asked: so many cells, all if None, must have one value in the end.
    """
    for line in lines:
        if trial := re.fullmatch(r"(\w+ = \d+) leads to a clash, so (.+)", line):
            ((cell, values),) = told(trial[1], columns)
            supposed = [set(each) for each in cells]
            supposed[cell] = values
            assert values < cells[cell]
            assert _clashes(supposed, rule_leaves), line
            cells[cell] -= values
            assert told(trial[2], columns) == [(cell, cells[cell])]
            continue
        rule, _, rest = line.partition(": ")
        left = rule_leaves(rule, cells)
        assert left is not None
        assert told(rest, columns)
        for cell, values in told(rest, columns):
            assert values < cells[cell], line
            assert left[cell] <= values, line
            cells[cell] = values
    assert all(len(cell) == 1 for cell in cells[:asked])
    return [min(cell) for cell in cells[:asked]]


def _clashes(cells: list[set[int]], rule_leaves) -> bool:
    """Whether the rules, used again and again, leave some cell nothing."""
    while True:
        before = [set(cell) for cell in cells]
        for rule in rule_leaves(None, cells):
            left = rule_leaves(rule, cells)
            if left is None:
                return True
            for cell, values in left.items():
                cells[cell] &= values
                if not cells[cell]:
                    return True
        if cells == before:
            return False


def matching(sets: Sequence[set[int]]) -> bool:
    """Whether one value can be taken from each set, all of them different."""
    taken: dict[int, int] = {}

    def seat(i: int, seen: set[int]) -> bool:
        for value in sets[i] - seen:
            seen.add(value)
            if value not in taken or seat(taken[value], seen):
                taken[value] = i
                return True
        return False

    return all(seat(i, set()) for i in range(len(sets)))


def matched(sets: Sequence[set[int]], where: Sequence[int]) -> dict[int, set[int]] | None:
    """What is left of the cells `where`, which hold different numbers: each must be part of a matching."""
    left = {}
    for at, values in enumerate(sets):
        left[where[at]] = {v for v in values if matching([s if i != at else {v} for i, s in enumerate(sets)])}
    return left if all(left.values()) else None
