"""Counting on grids a second time: pairs of rows or points, cell by cell, and by states of what is used."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from functools import cache
from itertools import combinations, product
from math import comb, gcd, prod

from ..kernels.count import recounting


def _rectangles(cells: list[str]) -> int:
    """By top and bottom row: runs of columns that are ones all the way."""
    found = 0
    for top in range(len(cells)):
        both = "1" * len(cells[0])
        for line in cells[top:]:
            both = "".join(str(int(a == b == "1")) for a, b in zip(both, line, strict=True))
            found += sum(comb(len(run) + 1, 2) for run in both.split("0"))
    return found


def _divisible_sums(k: int, table: list[list[int]]) -> int:
    """By the sums of all that is above and to the left of a corner."""
    rows, columns = len(table), len(table[0])
    corner = [[sum(sum(line[:c]) for line in table[:r]) for c in range(columns + 1)] for r in range(rows + 1)]
    return sum(
        (corner[d][r] - corner[u][r] - corner[d][left] + corner[u][left]) % k == 0
        for u, d in combinations(range(rows + 1), 2)
        for left, r in combinations(range(columns + 1), 2)
    )


def _double_crosses(cells: list[str]) -> int:
    """By the lower level bar, with what is found above it: down each column, from the top."""
    rows, columns = len(cells), len(cells[0])

    def solid(r: int, y: int, arm: int) -> bool:
        return y - arm >= 0 and y + arm < columns and set(cells[r][y - arm : y + arm + 1]) == {"1"}

    found = 0
    for y in range(columns):
        for p in range(1, columns // 2 + 1):
            for q in range(p + 1, columns // 2 + 1):
                # beginnings of the upright bar; those with the upper bar in the last row, before it, and with both bars
                begun = last = upper = both = 0
                for r in range(rows):
                    if cells[r][y] == "0":
                        begun = last = upper = both = 0
                        continue
                    found += both
                    both += upper if solid(r, y, q) else 0
                    upper, last = upper + last, begun if solid(r, y, p) else 0
                    begun += 1
    return found


def _there(n: int, m: int, gone: list[list[int]]) -> set[tuple[int, int]]:
    return set(product(range(n + 1), range(m + 1))) - {(x, y) for x, y in gone}


def _squares(n: int, m: int, gone: list[list[int]]) -> int:
    """Each square has four sides that have it on their left."""
    there = _there(n, m, gone)
    sides = 0
    for (x, y), (u, v) in product(there, repeat=2):
        a, b = u - x, v - y
        sides += (a, b) != (0, 0) and (x - b, y + a) in there and (u - b, v + a) in there
    return sides // 4


def _triangles(n: int, m: int, gone: list[list[int]]) -> int:
    """Three points on a line have one in the middle: points in a direction times points in the opposite one."""
    there = _there(n, m, gone)
    flat = 0
    for x, y in there:
        ways = Counter(((u - x) // d, (v - y) // d) for u, v in there if (d := gcd(u - x, v - y)))
        flat += sum(count * ways[-a, -b] for (a, b), count in ways.items())
    return comb(len(there), 3) - flat // 2


def _kings(cells: list[str], kings: int) -> int:
    """Cell by cell, by the last cells, as many as a row has and one more."""
    states = Counter({(0, 0): 1})
    columns = len(cells[0])
    kept = (1 << (columns + 1)) - 1
    for line in cells:
        for c, cell in enumerate(line):
            near = (
                1 << columns - 1 | (1 << columns | 1 if c else 0) | (1 << columns - 2 if c < columns - 1 else 0)
            )
            after: Counter[tuple[int, int]] = Counter()
            for (last, used), ways in states.items():
                after[last << 1 & kept, used] += ways
                if cell != "#" and used < kings and not last & near:
                    after[(last << 1 | 1) & kept, used + 1] += ways
            states = after
    return sum(ways for (_, used), ways in states.items() if used == kings)


def _colours(rows: int, columns: int, counts: list[int]) -> int:
    """Row by row: each column has the colour that it got first."""
    states = Counter({((0,) * columns, tuple(counts)): 1})
    for _ in range(rows):
        after: Counter[tuple[tuple[int, ...], tuple[int, ...]]] = Counter()
        for (has, left), ways in states.items():
            after[has, left] += ways
            for colour, most in enumerate(left, 1):
                open_ = [c for c in range(columns) if has[c] in (0, colour)]
                for k in range(1, min(most, len(open_)) + 1):
                    for chosen in combinations(open_, k):
                        now = tuple(colour if c in chosen else has[c] for c in range(columns))
                        after[now, (*left[: colour - 1], most - k, *left[colour:])] += ways
        states = after
    return sum(ways for (_, left), ways in states.items() if not any(left))


def _minima(cells: list[str]) -> int:
    """From number 1 on, by the set of cells that have a number: a cell is a minimum if none around it is in the set."""
    columns = len(cells[0])
    marks = [c == "X" for line in cells for c in line]
    near = [0] * len(marks)
    for a, b in combinations(range(len(marks)), 2):
        if abs(a // columns - b // columns) <= 1 and abs(a % columns - b % columns) <= 1:
            near[a] |= 1 << b
            near[b] |= 1 << a
    states = Counter({0: 1})
    for _ in marks:
        after: Counter[int] = Counter()
        for done, ways in states.items():
            for cell, mark in enumerate(marks):
                if not done >> cell & 1 and mark == (not near[cell] & done):
                    after[done | 1 << cell] += ways
        states = after
    return states.total()


def _block_maxima(rows: int, columns: int, top: int, rules: list[list[int]]) -> int:
    """Cell by cell, by the rules whose maximum has been met."""
    states = Counter({0: 1})
    for r, c in product(range(1, rows + 1), range(1, columns + 1)):
        over = [(i, most) for i, (a, b, d, e, most) in enumerate(rules) if a <= r <= d and b <= c <= e]
        after: Counter[int] = Counter()
        for value in range(1, min([top, *(most for _, most in over)]) + 1):
            met = sum(1 << i for i, most in over if most == value)
            for done, ways in states.items():
                after[done | met] += ways
        states = after
    return states[(1 << len(rules)) - 1]


def _dominant(sizes: list[int], k: int) -> int:
    """From the greatest number down, by how many values of each coordinate have been used."""
    new = list(product((0, 1), repeat=len(sizes)))

    @cache
    def ways(used: tuple[int, ...], placed: int, left: int) -> int:
        if placed == prod(sizes):
            return int(left == 0)
        value = 0
        for fresh in new:
            cells = prod(n - u if f else u for n, u, f in zip(sizes, used, fresh, strict=True))
            cells -= 0 if any(fresh) else placed
            goes = left - all(fresh)
            if cells > 0 and goes >= 0:
                value += cells * ways(tuple(u + f for u, f in zip(used, fresh, strict=True)), placed + 1, goes)
        return value

    return ways((0,) * len(sizes), 0, k)


def _mirrored(rows: int, columns: int, ones: int) -> int:
    """Cells and their mirror images are taken or left together."""
    images = [
        frozenset(product({r, rows - 1 - r}, {c, columns - 1 - c}))
        for r, c in product(range((rows + 1) // 2), range((columns + 1) // 2))
    ]

    def touch(one: frozenset[tuple[int, int]], other: frozenset[tuple[int, int]]) -> bool:
        return any(abs(a - c) + abs(b - d) == 1 for (a, b), (c, d) in product(one, other))

    images = [one for one in images if not touch(one, one)]
    near = [sum(1 << j for j, other in enumerate(images) if touch(one, other)) for one in images]

    @cache
    def ways(at: int, banned: int, left: int) -> int:
        if left <= 0 or at == len(images):
            return int(left == 0)
        value = ways(at + 1, banned & ~(1 << at), left)
        if not banned >> at & 1:
            later = near[at] >> at + 1 << at + 1
            value += ways(at + 1, banned & ~(1 << at) | later, left - len(images[at]))
        return value

    return ways(0, 0, ones)


RECOUNTS: Mapping[str, Callable[..., int]] = {
    "rectangles-of-ones": _rectangles,
    "divisible-sums": _divisible_sums,
    "double-crosses": _double_crosses,
    "squares": _squares,
    "triangles": _triangles,
    "kings": _kings,
    "row-colours": _colours,
    "local-minima": _minima,
    "block-maxima": _block_maxima,
    "dominant-cells": _dominant,
    "mirrored-ones": _mirrored,
}
solve, confirms = recounting(RECOUNTS)
