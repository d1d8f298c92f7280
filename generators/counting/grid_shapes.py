"""Kinds of counting-grids that look at what is given: rectangles, sums and crosses in a table, squares and triangles.

Tables that are turned or mirrored have one canonical form where this changes nothing.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from math import comb, gcd

from ..base import Json
from ..kernels.count import Facts, Kind, row, total


def least_turn(table: Sequence[Sequence[object]]) -> Json:
    """The least of the eight turned and mirrored forms of a table."""
    forms = []
    for _ in range(4):
        table = [list(line) for line in zip(*table[::-1], strict=True)]
        forms += [[list(map(str, line)) for line in turned] for turned in (table, table[::-1])]
    return min(forms)


def _ones(rng: random.Random, rows: int, columns: int, share: float) -> list[str]:
    return ["".join(rng.choices("01", (1 - share, share), k=columns)) for _ in range(rows)]


def drawn(cells: list[str]) -> dict[str, object]:
    """A table of signs as a picture."""
    return {"drawn": "\n".join(cells), "rows": len(cells), "columns": len(cells[0])}


def _table(rng: random.Random, size: int) -> Facts:
    rows, columns = (rng.randint(3 + size // 4, 4 + size // 2) for _ in range(2))
    return {"cells": _ones(rng, rows, columns, rng.uniform(0.65, 0.9))}


def _rectangles(cells: list[str]) -> tuple[int, list[str]]:
    """By the bottom row: with the heights of the columns of ones above it."""
    heights, lines, parts = [0] * len(cells[0]), [], []
    for number, line in enumerate(cells, 1):
        heights = [height + 1 if cell == "1" else 0 for height, cell in zip(heights, line, strict=True)]
        ends = [sum(min(heights[i : j + 1]) for i in range(j + 1)) for j in range(len(heights))]
        parts.append(sum(ends))
        lines += [
            row(f"heights of the columns of ones that end in row {number}", heights),
            row(f"rectangles with bottom row {number}, by their last column", ends),
        ]
    return sum(parts), [*lines, total(parts)]


def _numbers(rng: random.Random, size: int) -> Facts:
    rows, columns = (rng.randint(3 + size // 4, 4 + size // 3) for _ in range(2))
    k = rng.randint(2, 3 + size // 3)
    return {"k": k, "table": [[rng.randint(0, 9) for _ in range(columns)] for _ in range(rows)]}


def _divisible_sums(k: int, table: list[list[int]]) -> tuple[int, list[str]]:
    """By top and bottom row: equal remainders of the sums of the first columns."""
    lines, parts = [], []
    for top in range(len(table)):
        sums = [0] * len(table[0])
        for bottom in range(top, len(table)):
            sums = [a + b for a, b in zip(sums, table[bottom], strict=True)]
            left = [0]
            for part in sums:
                left.append((left[-1] + part) % k)
            parts.append(sum(comb(n, 2) for n in Counter(left).values()))
            lines.append(
                f"rows {top + 1} to {bottom + 1}, sums of the first 0, 1, 2, ... columns modulo {k}: "
                f"{' '.join(map(str, left))}, pairs of equal ones: {parts[-1]}"
            )
    return sum(parts), [*lines, total(parts)]


def _crossed(rng: random.Random, size: int) -> Facts:
    rows, columns = rng.randint(6, 7 + size // 4), rng.randint(6, 7 + size // 4)
    return {"cells": _ones(rng, rows, columns, rng.uniform(0.88, 0.97))}


def _double_crosses(cells: list[str]) -> tuple[int, list[str]]:
    """By the upright bar's column and the two rows of the level bars."""
    lines, parts = [], []
    for y in range(len(cells[0])):
        arms = []
        for line in cells:
            left = len(line[:y]) - len(line[:y].rstrip("1"))
            right = len(line[y + 1 :]) - len(line[y + 1 :].lstrip("1"))
            arms.append(min(left, right) if line[y] == "1" else -1)
        found = []
        for up, arm in enumerate(arms):
            above = 0
            while above < up and arm > 0 and arms[up - above - 1] >= 0:
                above += 1
            for down in range(up + 2, len(arms)):
                if arm <= 0 or min(arms[up:down]) < 0 or not above:
                    break
                below = 0
                while down + below + 1 < len(arms) and arms[down + below + 1] >= 0:
                    below += 1
                ways = sum(min(q - 1, arm) for q in range(1, arms[down] + 1))
                if ways and below:
                    found.append(
                        f"rows {up + 1} and {down + 1}, ends above * below * lengths: "
                        f"{above} * {below} * {ways} = {above * below * ways}"
                    )
                    parts.append(above * below * ways)
        if found:
            reach = " ".join("-" if arm < 0 else str(arm) for arm in arms)
            lines += [f"column {y + 1}, how far ones go on both sides, row by row: {reach}", *found]
    return sum(parts), [*lines, total(parts)]


def _points(rng: random.Random, size: int, far: int) -> Facts:
    n, m = (rng.randint(2 + size // 3, far) for _ in range(2))
    every = [[x, y] for x in range(n + 1) for y in range(m + 1)]
    return {"n": n, "m": m, "gone": sorted(rng.sample(every, rng.randint(2, 4 + size // 2)))}


def _told_points(n: int, m: int, gone: list[list[int]]) -> dict[str, object]:
    return {"points": ", ".join(f"({x}, {y})" for x, y in gone)}


def _point_form(n: int, m: int, gone: list[list[int]]) -> Json:
    there = [["-" if [x, y] in gone else "+" for y in range(m + 1)] for x in range(n + 1)]
    return least_turn(there)


def _squares(n: int, m: int, gone: list[list[int]]) -> tuple[int, list[str]]:
    """By the side of the upright box around a square: all of them, less those with a missing vertex."""
    lines, parts = [], []
    for side in range(1, min(n, m) + 1):
        every = (n - side + 1) * (m - side + 1) * side
        spoiled = set()
        for x, y in gone:
            for a in range(side):
                b = side - a
                # the missing vertex is the lowest, the right, the top or the left one of a box with corner (left, low)
                for left, low in ((x - b, y), (x - side, y - b), (x - a, y - side), (x, y - a)):
                    if 0 <= left <= n - side and 0 <= low <= m - side:
                        spoiled.add((left, low, a))
        parts.append(every - len(spoiled))
        lines.append(
            f"in a box of side {side}: {n - side + 1} * {m - side + 1} * {side} = {every}, with a missing vertex "
            f"{len(spoiled)}, left {every} - {len(spoiled)} = {parts[-1]}"
        )
    return sum(parts), [*lines, total(parts)]


def _triangles(n: int, m: int, gone: list[list[int]]) -> tuple[int, list[str]]:
    """All sets of three points, less those on a line, by the direction of the line."""
    there = {(x, y) for x in range(n + 1) for y in range(m + 1)} - {(x, y) for x, y in gone}
    count = len(there)
    every = comb(count, 3)
    lines = [f"points: {count}, sets of three: C({count}, 3) = {every}"]
    flat = []
    for dx in range(n + 1):
        for dy in range(-m, m + 1):
            if gcd(dx, dy) != 1 or (dx == 0 and dy < 0) or 2 * dx > n or 2 * abs(dy) > m:
                continue
            on = Counter(dx * y - dy * x for x, y in there)
            lengths = Counter(length for length in on.values() if length > 2)
            if ways := sum(times * comb(length, 3) for length, times in lengths.items()):
                flat.append(ways)
                shown = " + ".join(
                    f"{times} * C({length}, 3)" for length, times in sorted(lengths.items(), reverse=True)
                )
                lines.append(f"on lines of direction ({dx}, {dy}): {shown} = {ways}")
    lines += [total(flat, "on a line"), f"{every} - {sum(flat)} = {every - sum(flat)}"]
    return every - sum(flat), lines


KINDS = {
    "rectangles-of-ones": Kind(
        (
            "{drawn}\n\nA rectangle consists of one or more neighbouring rows and one or more neighbouring columns of "
            "this table; a single cell is one, and so is the whole table. How many rectangles hold only ones? {ask}",
            "A floor has {rows} rows and {columns} columns of tiles, 1 a sound tile and 0 a broken "
            "one:\n\n{drawn}\n\nAn upright rectangle of sound tiles, one tile or more, is to be chosen; rectangles in "
            "different positions are different. In how many ways can this be done? {ask}",
            "Count the contiguous non-empty submatrices that consist entirely of 1s; equal ones at different places "
            "count separately.\n\n{drawn}\n\n{ask}",
        ),
        _table,
        _rectangles,
        drawn,
        lambda cells: least_turn(cells),
    ),
    "divisible-sums": Kind(
        (
            "{drawn}\n\nA block is a rectangle of one or more neighbouring rows and one or more neighbouring columns "
            "of this table; single cells and the whole table are blocks, too, and blocks in different positions are "
            "different. How many blocks have a sum that is divisible by {k}? Note that 0 is divisible by {k}. {ask}",
            "Count the contiguous non-empty submatrices of this matrix whose sum is a multiple of {k}, 0 included. "
            "Submatrices are told apart by their positions; the matrix itself and its single entries are among "
            "them.\n\n{drawn}\n\n{ask}",
            "Someone fences in an upright rectangle of plots of this field, one plot or more, and harvests all that "
            "grows there:\n\n{drawn}\n\nThe harvest is a good one if {k} people can share it equally in whole "
            "numbers, and no harvest at all counts as good, too. How many rectangles, told apart by their positions, "
            "give a good harvest? {ask}",
        ),
        _numbers,
        _divisible_sums,
        lambda k, table: {"drawn": "\n".join(" ".join(map(str, line)) for line in table)},
        lambda k, table: [k, least_turn(table)],
    ),
    "double-crosses": Kind(
        (
            "{drawn}\n\nA double cross in this table consists of cells with 1: a piece of a column (the upright bar), "
            "and two pieces of rows (the level bars). Each level bar crosses the upright bar and reaches equally far, "
            "at least one cell, to its left and to its right. The rows of the level bars are not neighbours, the "
            "upper level bar is shorter than the lower one, and the upright bar goes on above the upper and below the "
            "lower level bar by at least one cell. Bars may be shorter than the ones around them allow. How many "
            "double crosses are there? {ask}",
            "Rows are numbered from the top and columns from the left in this table:\n\n{drawn}\n\nCount the choices "
            "of whole numbers t, u, d, b, y, p, q with t < u, u + 1 < d, d < b, 1 <= p < q for which all of these "
            "cells exist and hold 1: column y from row t to row b, row u from column y - p to column y + p, and row d "
            "from column y - q to column y + q. {ask}",
            "A patriarchal cross is sewn from one upright strip and two level strips, a shorter one above a longer "
            "one. Both are halved by the upright strip, with one square or more on either side; at least one row lies "
            "between them, and the upright strip sticks out by at least one square at the top and at the bottom. The "
            "cross covers only squares marked 1, but strips may be shorter than there is room for:\n\n{drawn}\n\nHow "
            "many crosses are possible, if crosses that cover different squares are different? {ask}",
        ),
        _crossed,
        _double_crosses,
        drawn,
        lambda cells: min(cells, [line[::-1] for line in cells]),
    ),
    "squares": Kind(
        (
            "Squares may have slanted sides here. How many squares have all their vertices among the points (x, y) "
            "with whole numbers 0 <= x <= {n} and 0 <= y <= {m}, but none at {points}? {ask}",
            "A board has a peg at each point (x, y), x = 0, ..., {n} and y = 0, ..., {m}, except at {points}. Count "
            "the sets of four pegs that are the corners of a square, upright or tilted. {ask}",
            "Lattice points from (0, 0) to ({n}, {m}), that is 0 <= x <= {n} and 0 <= y <= {m}, are joined to form "
            "squares of any size and any tilt. These points may not be vertices: {points}. Count the squares. {ask}",
        ),
        lambda rng, size: _points(rng, size, 4 + size // 2),
        _squares,
        _told_points,
        _point_form,
    ),
    "triangles": Kind(
        (
            "Three points on a line are no triangle. How many triangles have all their vertices among the points (x, "
            "y) with whole numbers 0 <= x <= {n} and 0 <= y <= {m}, but none at {points}? {ask}",
            "A board has a peg at each point (x, y), x = 0, ..., {n} and y = 0, ..., {m}, except at {points}. Count "
            "the sets of three pegs that do not lie on one line. {ask}",
            "Of the lattice points with 0 <= x <= {n} and 0 <= y <= {m}, all but {points} may be vertices. Count the "
            "non-degenerate triangles. {ask}",
        ),
        lambda rng, size: _points(rng, size, 3 + size // 3),
        _triangles,
        _told_points,
        _point_form,
    ),
}
