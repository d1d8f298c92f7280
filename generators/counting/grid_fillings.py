"""Kinds of counting-grids that fill a grid: kings, colours, numberings with given minima, maxima of blocks, mirrors."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations, product
from math import comb, factorial, perm, prod

from ..kernels.count import Facts, Kind, row, total
from .grid_shapes import drawn, least_turn

Cell = tuple[int, int]


def _board(rng: random.Random, size: int) -> Facts:
    rows, columns = (rng.randint(3 + size // 4, 5 + size // 3) for _ in range(2))
    closed = rng.sample(range(rows * columns), rng.randint(0, 5))
    signs = "".join("#" if cell in closed else "-" for cell in range(rows * columns))
    most = ((rows + 1) // 2) * ((columns + 1) // 2)
    return {
        "cells": [signs[r * columns : (r + 1) * columns] for r in range(rows)],
        "kings": rng.randint(2, max(2, most - 1)),
    }


def _kings(cells: list[str], kings: int) -> tuple[int, list[str]]:
    """Row by row, by the kings in the last row and the kings so far."""
    lines = []
    fits = [mask for mask in range(1 << len(cells[0])) if not mask & mask << 1]
    states = Counter({(0, 0): 1})
    for number, line in enumerate(cells, 1):
        closed = sum(1 << c for c, cell in enumerate(line) if cell == "#")
        after: Counter[tuple[int, int]] = Counter()
        for (last, used), ways in states.items():
            for mask in fits:
                if used + mask.bit_count() <= kings and not mask & (closed | last | last << 1 | last >> 1):
                    after[mask, used + mask.bit_count()] += ways
        states = after
        by_kings = Counter[int]()
        for (_, used), ways in states.items():
            by_kings[used] += ways
        lines.append(
            row(f"boards of {number} rows with 0, 1, 2, ... kings", [by_kings[k] for k in range(kings + 1)])
        )
    return by_kings[kings], [*lines, f"with {kings} kings: {by_kings[kings]}"]


def _coloured(rng: random.Random, size: int) -> Facts:
    rows, columns = (rng.randint(2 + size // 5, 5) for _ in range(2))
    counts = [rng.randint(1, 4 + size // 5) for _ in range(rng.randint(2, 3))]
    return {"rows": rows, "columns": columns, "counts": counts}


def _touching(rows: int, columns: int, cells: int) -> int:
    """Sets of so many cells that touch all rows and all columns."""
    return sum(
        (-1) ** (rows - a + columns - b) * comb(rows, a) * comb(columns, b) * comb(a * b, cells)
        for a in range(rows + 1)
        for b in range(columns + 1)
    )


def _colours(rows: int, columns: int, counts: list[int]) -> tuple[int, list[str]]:
    """Colour by colour: the rows and the columns that its cells touch are lost to the others."""
    states, lines = Counter({(rows, columns): 1}), []
    for colour, cells in enumerate(counts, 1):
        shapes = {
            (a, b): ways
            for a in range(1, min(rows, cells) + 1)
            for b in range(1, min(columns, cells) + 1)
            if (ways := _touching(a, b, cells))
        }
        shown = ", ".join(f"{a} by {b}: {ways}" for (a, b), ways in shapes.items())
        lines.append(f"sets of {cells} cells that touch each of so many rows and columns: {shown}")
        after: Counter[Cell] = Counter()
        for (r, c), ways in states.items():
            for (a, b), more in shapes.items():
                if a <= r and b <= c:
                    after[r - a, c - b] += ways * more * comb(r, a) * comb(c, b)
        states = after
        shown = ", ".join(f"{r} and {c} left: {ways}" for (r, c), ways in sorted(states.items()))
        lines.append(f"after colour {colour}, by the rows and columns without colour: {shown or 'none'}")
    return states.total(), [*lines, total(list(states.values()))]


def _around(cell: Cell) -> set[Cell]:
    r, c = cell
    return {(r + i, c + j) for i in (-1, 0, 1) for j in (-1, 0, 1)} - {cell}


def _numbered(rng: random.Random, size: int) -> Facts:
    cells = 6 + 3 * size // 4
    rows, columns = rng.choice(
        [(r, c) for r in range(2, 5) for c in range(2, 7) if cells - 1 <= r * c <= min(cells + 2, 15)]
    )
    places = list(product(range(rows), range(columns)))
    order = rng.sample(places, len(places))
    value = {place: number for number, place in enumerate(order)}
    least = {p for p in places if all(value.get(q, 99) > value[p] for q in _around(p))}
    return {"cells": ["".join("X" if (r, c) in least else "-" for c in range(columns)) for r in range(rows)]}


def _with_minima(places: list[Cell], minima: tuple[Cell, ...]) -> int:
    """Numberings in which at least these cells are minima: by the set of them that have a number."""
    near = [_around(cell) for cell in minima]
    every = (1 << len(minima)) - 1
    free = [
        sum(
            p not in minima and not any(p in near[i] and not done >> i & 1 for i in range(len(minima)))
            for p in places
        )
        for done in range(every + 1)
    ]
    ways = [1] + [0] * every
    for number in range(len(places)):
        for done in range(every, -1, -1):
            ways[done] *= max(0, free[done] - (number - done.bit_count()))
            ways[done] += sum(ways[done ^ 1 << i] for i in range(len(minima)) if done >> i & 1)
    return ways[every]


def _minima(cells: list[str]) -> tuple[int, list[str]]:
    """At least the marked minima, less those with one more, and so on."""
    places = list(product(range(len(cells)), range(len(cells[0]))))
    marked = tuple(p for p in places if cells[p[0]][p[1]] == "X")
    free = [p for p in places if p not in marked and not any(p in _around(q) for q in marked)]
    lines, parts = [], []
    for extra in range(len(free) + 1):
        sets = [s for s in combinations(free, extra) if not any(b in _around(a) for a, b in combinations(s, 2))]
        if not sets:
            break
        for more in sets:
            ways = _with_minima(places, marked + more)
            beside = " and ".join(f"(row {r + 1} column {c + 1})" for r, c in more)
            lines.append(
                f"numberings in which the marked cells{f' and {beside}' * bool(more)} are minima: {ways}"
            )
            parts.append((-1) ** extra * ways)
    shown = " ".join(f"{'-' if part < 0 else '+'} {abs(part)}" for part in parts).removeprefix("+ ")
    return sum(parts), [*lines, f"{shown} = {sum(parts)}" if len(parts) > 1 else f"in all: {shown}"]


def _blocks(rng: random.Random, size: int) -> Facts | None:
    rows, columns = (rng.randint(2, 3 + size // 6) for _ in range(2))
    top = rng.randint(3, 4 + size // 3)
    table = [[rng.randint(1, top) for _ in range(columns)] for _ in range(rows)]
    rules = []
    for _ in range(rng.randint(2, 2 + size // 5)):
        up, down = sorted(rng.choices(range(rows), k=2))
        left, right = sorted(rng.choices(range(columns), k=2))
        if (up, left) != (down, right):
            most = max(max(line[left : right + 1]) for line in table[up : down + 1])
            rule = [up + 1, left + 1, down + 1, right + 1, most]
            rules += [rule] * (rule not in rules)
    if len(rules) < 2:
        return None
    return {"rows": rows, "columns": columns, "top": top, "rules": rules}


def _blocks_shown(rows: int, columns: int, top: int, rules: list[list[int]]) -> dict[str, object]:
    def span(word: str, first: int, last: int) -> str:
        return f"{word} {first}" if first == last else f"{word}s {first} to {last}"

    texts = [
        f"the block where {span('row', a, c)} and {span('column', b, d)} meet has the maximum {most}"
        for a, b, c, d, most in rules
    ]
    return {"blocks": "; ".join(texts)}


def _block_maxima(rows: int, columns: int, top: int, rules: list[list[int]]) -> tuple[int, list[str]]:
    """No entry beyond its rules, less those that miss a maximum, and so on."""
    lines, parts = [], []
    for count in range(len(rules) + 1):
        for missed in combinations(range(len(rules)), count):
            caps = Counter[int]()
            for r, c in product(range(1, rows + 1), range(1, columns + 1)):
                over = [
                    most - (i in missed)
                    for i, (a, b, d, e, most) in enumerate(rules)
                    if a <= r <= d and b <= c <= e
                ]
                caps[min([top, *over])] += 1
            ways = prod(cap**times for cap, times in caps.items())
            shown = " * ".join(f"{cap}^{times}" for cap, times in sorted(caps.items()))
            names = " ".join(str(i + 1) for i in missed) or "none"
            lines.append(
                f"no entry beyond its rules, and missed are the maxima of rules {names}: {shown} = {ways}"
            )
            parts.append((-1) ** count * ways)
    shown = " ".join(f"{'-' if part < 0 else '+'} {abs(part)}" for part in parts).removeprefix("+ ")
    return sum(parts), [*lines, f"{shown} = {sum(parts)}"]


_SHAPES = [[a, b] for a in range(2, 5) for b in range(2, 9) if a <= b and 6 <= a * b <= 17]
_SHAPES += [[2, 2, 2], [2, 2, 3], [2, 2, 4]]


def _dominated(rng: random.Random, size: int) -> Facts:
    sizes = rng.choice([s for s in _SHAPES if prod(s) <= 5 + size])
    return {"sizes": rng.sample(sizes, len(sizes)), "k": rng.randint(1, min(sizes))}


def _dominated_shown(sizes: list[int], k: int) -> dict[str, object]:
    flat = len(sizes) == 2
    return {
        "shape": " by ".join(map(str, sizes))
        + (" table" if flat else " block of cells with coordinates x, y and z"),
        "n": prod(sizes),
        "line": "of the same row and all other cells of the same column"
        if flat
        else "with the same x, all other cells with the same y and all other cells with the same z",
    }


def _dominant(sizes: list[int], k: int) -> tuple[int, list[str]]:
    """For i cells with no shared coordinate: choices of them as a rising row, times orders in which they dominate."""
    n, lines, parts = prod(sizes), [], []
    for i in range(k, min(sizes) + 1):
        union = [n - prod(side - j for side in sizes) for j in range(1, i + 1)]
        choices = prod(perm(side, i) for side in sizes)
        ways = factorial(n) * choices // prod(union)
        parts.append((-1) ** (i - k) * comb(i, k) * ways)
        places = " * ".join(f"P({side}, {i})" for side in sizes)
        lines.append(
            f"{i} dominant cells in rising order: {places} * {n}! / ({' * '.join(map(str, union))}) = {ways}"
        )
        lines.append(f"counted C({i}, {k}) times: C({i}, {k}) * {ways} = {comb(i, k) * ways}")
    shown = " ".join(f"{'-' if part < 0 else '+'} {abs(part)}" for part in parts).removeprefix("+ ")
    return sum(parts), [*lines, f"{shown} = {sum(parts)}" if len(parts) > 1 else f"in all: {shown}"]


def _mirror(rng: random.Random, size: int) -> Facts:
    rows, columns = (rng.randint(6 + size // 4, 9 + size // 3) for _ in range(2))
    return {"rows": rows, "columns": columns, "ones": rng.randint(4, 4 + rows * columns // 5)}


def _quarter(side: int) -> list[int]:
    """How many rows one row of a quarter stands for; 0 for the middle ones, if they are neighbours of their mirrors."""
    return [2] * (side // 2 - 1 + side % 2) + ([1] if side % 2 else [0])


def _mirrored(rows: int, columns: int, ones: int) -> tuple[int, list[str]]:
    """The upper left quarter, row by row, by its last row and the ones of the whole."""
    down, across = _quarter(rows), _quarter(columns)
    fits = [
        (mask, sum(times for c, times in enumerate(across) if mask >> c & 1))
        for mask in range(1 << len(across))
        if not mask & mask << 1 and not any(mask >> c & 1 and not times for c, times in enumerate(across))
    ]
    states, lines = Counter({(0, 0): 1}), []
    for number, times in enumerate(down, 1):
        after: Counter[tuple[int, int]] = Counter()
        for (last, used), ways in states.items():
            for mask, weight in fits:
                if not mask & last and (times or not mask) and used + times * weight <= ones:
                    after[mask, used + times * weight] += ways
        states = after
        by_ones = Counter[int]()
        for (_, used), ways in states.items():
            by_ones[used] += ways
        shown = ", ".join(f"{used}: {ways}" for used, ways in sorted(by_ones.items()))
        lines.append(f"quarters of {number} rows, by the ones that they and their mirror images have: {shown}")
    return by_ones[ones], [*lines, f"with {ones} ones: {by_ones[ones]}"]


KINDS = {
    "kings": Kind(
        (
            "{drawn}\n\nKings are placed on the squares of this board that are marked -; squares marked # "
            "stay empty. A king attacks the up to eight squares that touch its own by a side or a corner. In how many "
            "ways can {kings} equal kings be placed so that no king attacks another one? {ask}",
            "Choose {kings} cells of this grid with {rows} rows and {columns} columns, no two of which share a side "
            "or a corner, and none of which is marked #:\n\n{drawn}\n\nThe order of choosing does not matter. How "
            "many choices are there? {ask}",
            "{kings} identical tents go onto the plots of a camp site, one on a plot at most, and no two on plots "
            "that touch, not even at a corner. A plot marked - is free, one marked # is taken by a "
            "tree:\n\n{drawn}\n\nCount the possibilities. {ask}",
        ),
        _board,
        _kings,
        lambda cells, kings: drawn(cells),
        lambda cells, kings: [kings, least_turn(cells)],
    ),
    "row-colours": Kind(
        (
            "Some cells of a grid with {rows} rows and {columns} columns are coloured, each with one colour, and the "
            "others stay empty. No row and no column has cells of two different colours, and the colours 1, 2, ... are "
            "used for exactly so many cells, in this order: {counts}. How many colourings are there? {ask}",
            "Cards of different suits lie on a table of {rows} rows and {columns} columns of places, at most one on a "
            "place; cards of one suit are alike. Suit 1, suit 2 and so on have these numbers of cards, and all of them "
            "are laid: {counts}. Two suits never meet in a row or in a column. In how many ways can they lie? {ask}",
            "Count the {rows} x {columns} matrices in which each entry is 0 or a colour number 1, 2, ..., each row and "
            "each column has at most one colour number (as often as it likes, beside zeros), and the colour numbers "
            "1, 2, ... occur exactly this often: {counts}. {ask}",
        ),
        _coloured,
        _colours,
        canonical=lambda rows, columns, counts: [*sorted((rows, columns)), sorted(counts)],
    ),
    "local-minima": Kind(
        (
            "{drawn}\n\nThe cells of this grid get the numbers from 1 to {n}, each number once. A cell is a local "
            "minimum if its number is less than those of all cells that touch it by a side or a corner. In how many "
            "ways can the numbers be placed so that the local minima are exactly the cells marked X? {ask}",
            "A numbering of a grid with {rows} rows and {columns} columns uses each of 1, ..., {n} once. Call a cell "
            "low if all of its neighbours, up to eight with the diagonal ones, have greater numbers. Count the "
            "numberings whose low cells are those with an X here and no others:\n\n{drawn}\n\n{ask}",
            "On a map with {rows} rows and {columns} columns of fields the heights are 1, 2, ..., {n}, all different. "
            "Water collects in a field that is lower than every field that touches it, also at a corner. It collects "
            "in the fields marked X and nowhere else:\n\n{drawn}\n\nHow many maps of heights are possible? {ask}",
        ),
        _numbered,
        _minima,
        lambda cells: drawn(cells) | {"n": len(cells) * len(cells[0])},
        lambda cells: least_turn(cells),
    ),
    "block-maxima": Kind(
        (
            "A matrix with {rows} rows and {columns} columns has whole numbers from 1 to {top} as entries. Rows and "
            "columns are numbered from 1, and both ends belong to a block. These maxima are known: {blocks}. How many "
            "matrices fit? {ask}",
            "A shelf has {rows} rows and {columns} columns of boxes, and each box holds from 1 to {top} balls, all "
            "alike. All that is known of the numbers of balls (counting rows and columns from 1, first and last "
            "included): {blocks}. How many fillings of the shelf are possible? {ask}",
            "Fill a {rows} x {columns} table with whole numbers between 1 and {top}, both allowed, so that {blocks}. "
            "Rows and columns are numbered from 1, and the first and the last one that is named belong to a block. "
            "Count the ways. {ask}",
        ),
        _blocks,
        _block_maxima,
        _blocks_shown,
    ),
    "dominant-cells": Kind(
        (
            "The cells of a {shape} get the numbers from 1 to {n}, each number once. A cell dominates if its number "
            "is greater than those of all other cells {line}. In how many ways can the numbers be placed so that "
            "the number of dominating cells is {k}? {ask}",
            "Each of 1, 2, ..., {n} is written into one cell of a {shape}. Call a cell a summit if its number is "
            "greater than those of all other cells {line}. Count the ways to do this with a number of summits "
            "equal to {k}. {ask}",
            "{n} people of different heights sit in the cells of a {shape}, one in each cell. Whoever is taller than "
            "the people in all other cells {line} is proud. How many seatings are there in which the number of "
            "proud people is {k}? {ask}",
        ),
        _dominated,
        _dominant,
        _dominated_shown,
        lambda sizes, k: [sorted(sizes), k],
    ),
    "mirrored-ones": Kind(
        (
            "How many matrices of zeros and ones with {rows} rows and {columns} columns have exactly {ones} ones, no "
            "two ones that are next to each other in a row or in a column, and look the same when mirrored left to "
            "right and when mirrored top to bottom? {ask}",
            "A window of {rows} rows and {columns} columns of panes gets {ones} red panes; no two red panes share a "
            "side, and the pattern equals its mirror images in the upright and in the level axis. In how many ways "
            "can the red panes be chosen? {ask}",
            "Count the sets of {ones} cells of a grid with {rows} rows and {columns} columns that are symmetric under "
            "reversing the order of the rows, symmetric under reversing the order of the columns, and without two "
            "cells that have a common side. {ask}",
        ),
        _mirror,
        _mirrored,
        canonical=lambda rows, columns, ones: [*sorted((rows, columns)), ones],
    ),
}
