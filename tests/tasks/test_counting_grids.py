"""Counting on grids: pictures and points are read from the prompt; small grids are filled one by one."""

from __future__ import annotations

import re
from collections import Counter
from itertools import combinations, pairwise, permutations, product
from math import comb, factorial, prod

from recounted import Recounted, first, whole

from rlvr.generators.counting.counting_grids_solver import solve


def picture(text):
    cells = re.findall(r"^[01X#-]{2,}$", text, re.M)
    if sides := re.search(r"(\d+) rows and (\d+) ", text):
        assert [len(cells), len(cells[0])] == [int(sides[1]), int(sides[2])]
    if numbers := re.search(r"1 to (\d+), each|1, (?:2, )?\.\.\., (\d+)[ ,]", text):
        assert int(numbers[1] or numbers[2]) == len(cells) * len(cells[0])
    return {"cells": cells}


def board(text):
    return picture(text) | {"kings": first(text, r"can (\d+) equal", r"Choose (\d+)", r"(\d+) identical")}


def table(text):
    k = first(text, r"divisible by (\d+)", r"multiple of (\d+)", r"if (\d+) people")
    return {"k": k, "table": [whole(line) for line in re.findall(r"^\d(?: \d)+$", text, re.M)]}


def points(text):
    n, m = re.search(
        r"x <= (\d+) and 0 <= y <= (\d+)|x = 0, \.\.\., (\d+) and y = 0, \.\.\., (\d+)", text
    ).group(*((1, 2) if "x <=" in text else (3, 4)))
    gone = re.search(r"(?:at|but|vertices:) (\(\d+, \d+\)(?:, \(\d+, \d+\))*)", text)[1]
    return {"n": int(n), "m": int(m), "gone": [list(map(int, p)) for p in re.findall(r"(\d+), (\d+)", gone)]}


def sides(text):
    found = re.search(r"(\d+) rows (?:and|of) (\d+)|(\d+) x (\d+)", text)
    return dict(zip(("rows", "columns"), (int(n) for n in found.groups() if n), strict=True))


def coloured(text):
    counts = re.search(r"(?:order|laid|often): (\d+(?:, \d+)*)", text)
    return sides(text) | {"counts": whole(counts[1])}


def blocks(text):
    span = r"s? (\d+)(?: to (\d+))?"
    rules = re.findall(rf"block where row{span} and column{span} meet has the maximum (\d+)", text)
    rules = [[int(a), int(b), int(c or a), int(d or b), int(most)] for a, c, b, d, most in rules]
    top = first(text, r"from 1 to (\d+)", r"between 1 and (\d+)")
    return sides(text) | {"top": top, "rules": rules}


def dominated(text):
    sizes = whole(re.search(r"\d+(?: by \d+)+", text)[0])
    assert first(text, r"to (\d+), each", r"1, 2, \.\.\., (\d+)", r"^(\d+) people") == prod(sizes)
    assert (len(sizes) == 3) == ("same z" in text) != ("all other cells of the same column" in text)
    return {"sizes": sizes, "k": first(text, r"cells is (\d+)", r"equal to (\d+)", r"people is (\d+)")}


MARKS = {
    "rectangles-of-ones": "hold only ones|sound tile|entirely of 1s",
    "divisible-sums": "sum that is divisible|multiple of|harvest",
    "double-crosses": "double cross|u [+] 1 < d|patriarchal",
    "squares": "squares have all|squares of any size|corners of a square",
    "triangles": "triangle|do not lie on one line",
    "kings": "equal kings|cells of this grid with|tents",
    "row-colours": "are coloured|suits|colour number",
    "local-minima": "marked X|with an X",
    "block-maxima": "has the maximum",
    "dominant-cells": "dominates|summit|proud",
    "mirrored-ones": "mirror|symmetric under",
}
READERS = {
    "rectangles-of-ones": picture,
    "divisible-sums": table,
    "double-crosses": picture,
    "squares": points,
    "triangles": points,
    "kings": board,
    "row-colours": coloured,
    "local-minima": picture,
    "block-maxima": blocks,
    "dominant-cells": dominated,
    "mirrored-ones": lambda text: (
        sides(text) | {"ones": first(text, r"exactly (\d+) ones", r"gets (\d+)", r"sets of (\d+)")}
    ),
}


def spans(n):
    return combinations(range(n + 1), 2)


def submatrices(cells):
    for (a, b), (c, d) in product(spans(len(cells)), spans(len(cells[0]))):
        yield [line[c:d] for line in cells[a:b]]


def many_blocks(cells, **_):
    return comb(len(cells) + 1, 2) * comb(len(cells[0]) + 1, 2)


def double_crosses(cells):
    """By the cells of the bars, as the text says it."""
    rows, columns = len(cells), len(cells[0])
    ones = {(r, c) for r in range(rows) for c in range(columns) if cells[r][c] == "1"}
    found = 0
    for t, u, d, b in combinations(range(rows), 4):
        for y in range(columns) if d - u > 1 else ():
            if not {(r, y) for r in range(t, b + 1)} <= ones:
                continue
            for p, q in combinations(range(1, columns), 2):
                bars = {(u, y + i) for i in range(-p, p + 1)} | {(d, y + i) for i in range(-q, q + 1)}
                found += bars <= ones
    return found


def there(n, m, gone):
    return [(x, y) for x in range(n + 1) for y in range(m + 1) if [x, y] not in gone]


def square(four):
    far = Counter((a - c) ** 2 + (b - d) ** 2 for (a, b), (c, d) in combinations(four, 2))
    return sorted(far.values()) == [2, 4] and max(far) == 2 * min(far)


def area(three):
    (a, b), (c, d), (e, f) = three
    return (c - a) * (f - b) - (e - a) * (d - b)


def coloured_ways(rows, columns, counts):
    palette = [0] * (rows * columns - sum(counts)) + [c for c, n in enumerate(counts, 1) for _ in range(n)]
    ways = 0
    for grid in product(range(len(counts) + 1), repeat=rows * columns):
        if sorted(grid) == palette:
            lines = [grid[r * columns : (r + 1) * columns] for r in range(rows)]
            lines += [grid[c::columns] for c in range(columns)]
            ways += all(len({*line} - {0}) < 2 for line in lines)
    return ways


def numberings(cells):
    rows, columns = len(cells), len(cells[0])
    places = list(product(range(rows), range(columns)))
    marked = {p for p in places if cells[p[0]][p[1]] == "X"}
    near = {p: [q for q in places if q != p and max(abs(p[0] - q[0]), abs(p[1] - q[1])) == 1] for p in places}
    return sum(
        {p for p in places if all(at[p] < at[q] for q in near[p])} == marked
        for order in permutations(range(len(places)))
        for at in [dict(zip(places, order, strict=True))]
    )


def filled(rows, columns, top, rules):
    found = 0
    for entries in product(range(1, top + 1), repeat=rows * columns):
        grid = [entries[r * columns : (r + 1) * columns] for r in range(rows)]
        found += all(
            max(max(line[b - 1 : d]) for line in grid[a - 1 : c]) == most for a, b, c, d, most in rules
        )
    return found


def dominations(sizes, k):
    places = list(product(*map(range, sizes)))
    rivals = [
        [j for j, q in enumerate(places) if j != i and any(map(int.__eq__, p, q))] for i, p in enumerate(places)
    ]
    return sum(
        sum(all(order[i] > order[j] for j in rivals[i]) for i in range(len(places))) == k
        for order in permutations(range(len(places)))
    )


def mirrored(rows, columns, ones):
    """All patterns of the upper left quarter, unfolded."""
    down, across = (rows + 1) // 2, (columns + 1) // 2
    found = 0
    for quarter in product((0, 1), repeat=down * across):
        half = [quarter[r * across : (r + 1) * across] for r in range(down)]
        half = [line + line[::-1][columns % 2 :] for line in half]
        grid = half + half[::-1][rows % 2 :]
        turned = list(zip(*grid, strict=True))
        if sum(map(sum, grid)) == ones:
            found += not any(a and b for line in [*grid, *turned] for a, b in pairwise(line))
    return found


BRUTE = {
    "rectangles-of-ones": (
        many_blocks,
        lambda cells: sum(all("0" not in line for line in part) for part in submatrices(cells)),
    ),
    "divisible-sums": (
        lambda k, table: many_blocks(table),
        lambda k, table: sum(sum(map(sum, part)) % k == 0 for part in submatrices(table)),
    ),
    "double-crosses": (
        lambda cells: comb(len(cells), 4) * len(cells[0]),
        double_crosses,
    ),
    "squares": (
        lambda **facts: comb(len(there(**facts)), 4) // 10,
        lambda **facts: sum(map(square, combinations(there(**facts), 4))),
    ),
    "triangles": (
        lambda **facts: comb(len(there(**facts)), 3),
        lambda **facts: sum(map(bool, map(area, combinations(there(**facts), 3)))),
    ),
    "kings": (
        lambda cells, kings: comb(len(cells) * len(cells[0]), kings),
        lambda cells, kings: sum(
            all(max(abs(a - c), abs(b - d)) > 1 for (a, b), (c, d) in combinations(chosen, 2))
            for chosen in combinations(
                [(r, c) for r, line in enumerate(cells) for c, cell in enumerate(line) if cell == "-"], kings
            )
        ),
    ),
    "row-colours": (lambda rows, columns, counts: (len(counts) + 1) ** (rows * columns), coloured_ways),
    "local-minima": (lambda cells: factorial(len(cells) * len(cells[0])), numberings),
    "block-maxima": (lambda rows, columns, top, rules: top ** (rows * columns), filled),
    "dominant-cells": (lambda sizes, k: factorial(prod(sizes)), dominations),
    "mirrored-ones": (
        lambda rows, columns, ones: 2 ** (((rows + 1) // 2) * ((columns + 1) // 2)) // 4,
        mirrored,
    ),
}


class TestCountingGrids(Recounted):
    id = "counting-grids"
    named = True
    marks, readers, brute, recount = MARKS, READERS, BRUTE, solve

    def test_known_numbers(self):
        """Triangles and squares of nine points, non-attacking kings, and the smallest double cross."""
        assert solve({"kind": "triangles", "n": 2, "m": 2, "gone": []}) == 76
        assert [solve({"kind": "squares", "n": n, "m": n, "gone": []}) for n in range(1, 6)] == [
            1,
            6,
            20,
            50,
            105,
        ]
        assert [solve({"kind": "kings", "cells": ["-" * n] * n, "kings": 2}) for n in (2, 3, 4)] == [0, 16, 78]
        least = ["00100", "01110", "00100", "11111", "00100"]
        assert solve({"kind": "double-crosses", "cells": least}) == 1

    def test_the_picture_turned_has_one_fingerprint(self):
        from rlvr.generators.counting.counting_grids import KINDS

        for kind in ("rectangles-of-ones", "local-minima", "double-crosses"):
            cells = self.spec.task(1, 4, params={"kinds": kind, "size": 5}).payload["problem"]["cells"]
            form = KINDS[kind].canonical
            assert form(cells=cells) == form(cells=[line[::-1] for line in cells])
            upside_down = form(cells=cells[::-1])
            assert (form(cells=cells) == upside_down) != (kind == "double-crosses")

    def test_blocks_and_dominance_have_one_reading(self):
        """A block is where its rows and columns meet; a dominant cell beats its row and its column, not one of them."""
        for seed in range(12):
            block_text, flat = (
                self.spec.task(4, seed, params={"kinds": kind, "size": 3}).prompt
                for kind in ("block-maxima", "dominant-cells")
            )
            rules = blocks(block_text)["rules"]
            assert len(rules) >= 2
            assert all(rules.count(rule) == 1 for rule in rules)
            assert re.search(r"all other cells (of the same column|with the same z)", flat)
