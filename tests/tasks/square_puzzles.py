"""Puzzles on squares, for the tests of sudoku and futoshiki: a search of their own, and worked solutions replayed.

Cells are counted row by row from 0. A cell is the set of the numbers that it can hold, as bits: bit 3 stands for 3.
"""

from __future__ import annotations

import re
from math import isqrt

Pairs = list[tuple[int, int]]
Groups = dict[str, list[list[int]]]
"""The rows, columns and, for sudoku, boxes, each from the top left; a cell has one of each."""


def groups_of(n: int, rows: int = 0, cols: int = 0) -> Groups:
    groups = {"row": [[] for _ in range(n)], "column": [[] for _ in range(n)]}
    if rows:
        groups["box"] = [[] for _ in range(n)]
    for cell in range(n * n):
        row, column = divmod(cell, n)
        groups["row"][row].append(cell)
        groups["column"][column].append(cell)
        if rows:
            groups["box"][row // rows * rows + column // cols].append(cell)
    return groups


def cells_of(digits: list[int]) -> list[int]:
    every = (2 << isqrt(len(digits))) - 2
    return [1 << digit if digit else every for digit in digits]


def solutions(digits: list[int], groups: Groups, less: Pairs = (), limit: int = 2) -> list[list[int]]:
    """Up to `limit` ways to fill the cells that are 0; in a pair of `less` the first number is the smaller one."""
    found, stack = [], [cells_of(digits)]
    while stack and len(found) < limit:
        cells = narrowed(stack.pop(), groups, less)
        if cells is None:
            continue
        open_ = [i for i, cell in enumerate(cells) if cell & cell - 1]
        if not open_:
            found.append([cell.bit_length() - 1 for cell in cells])
            continue
        at = min(open_, key=lambda i: cells[i].bit_count())
        stack += [
            [*cells[:at], bit, *cells[at + 1 :]] for bit in (1 << d for d in range(20)) if cells[at] & bit
        ]
    return found


def narrowed(cells: list[int], groups: Groups, less: Pairs) -> list[int] | None:
    """What is left of the cells by the signs and by singles, again and again; None if something has no place."""
    cells, before = list(cells), []
    while cells != before:
        before = list(cells)
        for group in (group for kind in groups.values() for group in kind):
            once = twice = known = 0
            for i in group:
                twice |= once & cells[i]
                once |= cells[i]
                if not cells[i] & cells[i] - 1:
                    if known & cells[i] or not cells[i]:
                        return None
                    known |= cells[i]
            if once.bit_count() < len(group):
                return None
            for i in group:
                if cells[i] & cells[i] - 1:
                    cells[i] &= once & ~twice if cells[i] & once & ~twice else ~known
        for a, b in less:
            cells[a] &= (1 << max(cells[b].bit_length() - 1, 0)) - 1
            cells[b] &= -2 * (cells[a] & -cells[a])
    return cells


def follow(lines: list[str], digits: list[int], groups: Groups, less: Pairs = ()) -> list[int]:
    """Replay worked lines: a number is placed only where the reason of the line holds. The numbers at the end."""
    n, grid = isqrt(len(digits)), list(digits)
    cells = [{digit} if digit else set(range(1, n + 1)) for digit in digits]
    lines_of = [{kind: next(g for g in groups[kind] if i in g) for kind in groups} for i in range(n * n)]

    def place(cell: int, digit: int) -> None:
        grid[cell], cells[cell] = digit, {digit}
        for i in (i for line in lines_of[cell].values() for i in line if i != cell):
            cells[i].discard(digit)

    def reasons_leave(cell: int, reasons: list[str]) -> set[int]:
        left = set(range(1, n + 1))
        for reason in reasons:
            kind, told = re.fullmatch(r"(row|column|box|not|at least|at most) (.+)", reason).groups()
            if kind in groups:
                seen = {grid[i] for i in lines_of[cell][kind]} - {0}
                assert told == (" ".join(map(str, sorted(seen))) or "-")
                left -= seen
            elif kind == "not":
                assert int(told) not in cells[cell]
                left.discard(int(told))
            elif kind == "at least":
                assert int(told) <= 1 + max(min(cells[a]) for a, b in less if b == cell)
                left -= set(range(int(told)))
            else:
                assert int(told) >= min(max(cells[b]) for a, b in less if a == cell) - 1
                left -= set(range(int(told) + 1, n + 1))
        return left

    for cell, digit in enumerate(digits):
        if digit:
            place(cell, digit)
    for line in lines:
        before = None
        while cells != before:
            before = [set(cell) for cell in cells]
            for a, b in less:
                cells[a] = {d for d in cells[a] if d < max(cells[b])}
                cells[b] = {d for d in cells[b] if d > min(cells[a])}
        match = re.search(r"\br(\d+)c(\d+)", line)
        name, cell = match[0], (int(match[1]) - 1) * n + int(match[2]) - 1
        digit = int(re.search(r"(?:=| needs | be |-> )(\d+)", line)[1])
        assert digit in cells[cell]
        if line == f"{name}={digit} leads to a clash, so {name} is not {digit}":
            tried = [sum(1 << d for d in cell) for cell in cells]
            assert narrowed([*tried[:cell], 1 << digit, *tried[cell + 1 :]], groups, less) is None
            cells[cell].discard(digit)
            continue
        assert not grid[cell]
        if match := re.fullmatch(rf"(\w+) (\d+) needs {digit}: only at {name}", line):
            group = groups[match[1]][int(match[2]) - 1]
            assert [i for i in group if digit in cells[i]] == [cell]
        elif match := re.fullmatch(rf"{name}: (.+) -> {digit}", line):
            assert reasons_leave(cell, match[1].split(", ")) == {digit} == cells[cell]
        else:
            assert line == f"{name} can only be {digit}"
            assert cells[cell] == {digit}
        place(cell, digit)
    return grid
