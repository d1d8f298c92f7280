"""Grids of colours: what a hidden rule makes of one more grid, from examples of it, in the manner of ARC.

A rule is one operation of a fixed language, or two one after the other (`OPERATIONS`: mirrors and turns, gravity,
cyclic shifts, cropping, objects by size, filled holes, outlines, symmetry, halves laid over each other, lines). The
prompt does not list them. **Every rule of one or two operations that fits the examples gives the same grid for
the last input**, and so does each of the `RIVALS`, which are never asked for, but which a reader may think of. Grids
are drawn anew; no grid or rule is taken from other collections.

Difficulty: `steps`, the operations of the rule; `size`, the longest side of inputs; `examples`. Proxy: log2 of the
rules with so many operations, times the cells of an input, for each example.

Source: F. Chollet, On the Measure of Intelligence (2019), arXiv:1911.01547.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, repeat
from math import log2
from typing import Final

from ..family import Family, Question
from ..in_order import in_order
from ..limits import Whole

Grid = tuple[tuple[int, ...], ...]
Cells = set[tuple[int, int]]
WORDINGS = (
    "A rule turns grids of colours into grids. Digits are colours, and 0 is empty. Some "
    "examples:\n\n{examples}\n\nApply the same rule to this input:\n{query}\n\nGive the output, one row on a line.",
    "Each input below was changed by the same rule; digits stand for colours, 0 for empty "
    "cells.\n\n{examples}\n\nWhat does the rule make of this grid?\n{query}\n\nWrite the rows of the resulting "
    "grid on lines of their own.",
    "Find the rule behind these pairs of grids (digits are colours, 0 is an empty cell):\n\n{examples}\n\nTest "
    "input:\n{query}\n\nWrite down the test output, row by row.",
)
LONGEST: Final = 16
BOUND: Final = 2
"""Operations of all rules that are tried."""


@dataclass(frozen=True, slots=True)
class Operation:
    """One operation.

    Attributes:
        english: what it does.
        apply: the grid after it; None where it has no meaning.
        effect: what it does to cells, see `_leading`.
        colour: the colour that it brings in; 0 if none.
    """

    english: str
    apply: Callable[[Grid], Grid | None]
    effect: str = ""
    colour: int = 0


def _columns(grid: Grid) -> Grid:
    return tuple(zip(*grid, strict=True))


def _by_columns(function: Callable[[Grid], Grid]) -> Callable[[Grid], Grid]:
    return lambda grid: _columns(function(_columns(grid)))


def _mirrored(grid: Grid) -> Grid:
    return tuple([row[::-1] for row in grid])


def _to_the_left(grid: Grid) -> Grid:
    return tuple([(*filter(None, row), *repeat(0, row.count(0))) for row in grid])


def _cropped(grid: Grid) -> Grid | None:
    rows = [r for r, row in enumerate(grid) if any(row)]
    columns = [c for c, column in enumerate(_columns(grid)) if any(column)]
    if not rows:
        return None
    return tuple([row[columns[0] : columns[-1] + 1] for row in grid[rows[0] : rows[-1] + 1]])


def _without_empty_rows(grid: Grid) -> Grid | None:
    rows = tuple([row for row in grid if any(row)])
    kept = tuple([column for column in _columns(rows) if any(column)])
    return _columns(kept) if kept else None


@lru_cache(maxsize=1 << 10)
def areas(grid: Grid) -> list[Cells]:
    """The areas of cells of one colour that hang together by sides, empty ones included, by their first cells."""
    left = {(r, c): cell for r, row in enumerate(grid) for c, cell in enumerate(row)}
    found: list[Cells] = []
    for first in list(left):
        colour = left.pop(first, None)
        if colour is None:
            continue
        waiting = [first]
        for y, x in waiting:  # it grows while it is gone through
            for near in ((y - 1, x), (y + 1, x), (y, x - 1), (y, x + 1)):
                if left.get(near) == colour:
                    del left[near]
                    waiting.append(near)
        found.append(set(waiting))
    return found


@lru_cache(maxsize=1 << 10)
def _objects(grid: Grid) -> list[Cells]:
    return [area for area in areas(grid) for r, c in (next(iter(area)),) if grid[r][c]]


def _only(grid: Grid, kept: Callable[[int, int], bool]) -> Grid:
    return tuple(
        [tuple([cell if kept(r, c) else 0 for c, cell in enumerate(row)]) for r, row in enumerate(grid)]
    )


def _taken(grid: Grid, cells: Cells) -> Grid:
    """Some cells of a grid alone."""
    rows = [[0] * len(grid[0]) for _ in grid]
    for r, c in cells:
        rows[r][c] = grid[r][c]
    return tuple(map(tuple, rows))


def _coloured(grid: Grid, cells: Cells, colour: int) -> Grid:
    """The grid with one colour in some cells."""
    if not cells:
        return grid
    rows = list(map(list, grid))
    for r, c in cells:
        rows[r][c] = colour
    return tuple(map(tuple, rows))


def _of_size(
    choose: Callable[[list[int]], int], without: bool, parts: Callable[[Grid], list[Cells]] = _objects
) -> Callable[[Grid], Grid | None]:
    """The object of the largest or smallest size alone, or all others; None if two are of that size."""

    def apply(grid: Grid) -> Grid | None:
        objects = parts(grid)
        sizes = list(map(len, objects))
        if len(sizes) < 2 or sizes.count(choose(sizes)) > 1:
            return None
        chosen = objects[sizes.index(choose(sizes))]
        # All others are what the objects leave of the grid; `parts` puts every cell that is not empty into one.
        return _coloured(grid, chosen, 0) if without else _taken(grid, chosen)

    return apply


def _most_frequent(grid: Grid) -> Grid | None:
    cells = [*chain.from_iterable(grid)]
    counts = {colour: cells.count(colour) for colour in {*cells} if colour}
    most = max(counts.values(), default=0)
    if len(counts) < 2 or [*counts.values()].count(most) > 1:
        return None
    kept = next(colour for colour, count in counts.items() if count == most)
    return tuple([tuple([cell if cell == kept else 0 for cell in row]) for row in grid])


def _filled(colour: int) -> Callable[[Grid], Grid]:
    """Empty areas that do not touch the edge get a colour."""
    return lambda grid: _coloured(grid, _holes(grid), colour)


@lru_cache(maxsize=1 << 10)
def _holes(grid: Grid) -> Cells:
    """The cells of empty areas that do not touch the edge."""
    high, wide = len(grid), len(grid[0])
    holes: Cells = set()
    for area in areas(grid):
        r, c = next(iter(area))
        if not grid[r][c] and all(0 < y < high - 1 and 0 < x < wide - 1 for y, x in area):
            holes |= area
    return holes


def _painted(colour: int) -> Callable[[Grid], Grid]:
    return lambda grid: tuple([tuple([colour if cell else 0 for cell in row]) for row in grid])


def _outlines(grid: Grid) -> Grid:
    rows = list(map(list, grid))
    for r in range(1, len(grid) - 1):
        above, row, below = grid[r - 1], grid[r], grid[r + 1]
        for c in range(1, len(row) - 1):
            if row[c - 1] == row[c] == row[c + 1] == above[c] == below[c]:
                rows[r][c] = 0
    return tuple(map(tuple, rows))


def _symmetric(grid: Grid) -> Grid:
    half = len(grid[0]) // 2
    return tuple([(*row[: len(row) - half], *row[:half][::-1]) for row in grid])


def _beside_mirrored(grid: Grid) -> Grid:
    return tuple([(*row, *row[::-1]) for row in grid])


def _halves(keep: Callable[[int, int], int]) -> Callable[[Grid], Grid | None]:
    """The left half laid on the right one; None if the width is odd."""

    def apply(grid: Grid) -> Grid | None:
        half, odd = divmod(len(grid[0]), 2)
        if odd:
            return None
        return tuple([tuple(map(keep, row[:half], row[half:])) for row in grid])

    return apply


def _rows_full(grid: Grid) -> Grid:
    return tuple([(next(filter(None, row), 0),) * len(row) for row in grid])


def _doubled(grid: Grid) -> Grid:
    return tuple([tuple([cell for cell in row for _ in "ab"]) for row in grid for _ in "ab"])


_FAMILIES: Final[tuple[tuple[Operation, ...], ...]] = (
    (Operation("mirror it left to right", _mirrored, "moves"),),
    (Operation("mirror it top to bottom", lambda grid: grid[::-1], "moves"),),
    (Operation("turn it a quarter clockwise", lambda grid: _columns(grid[::-1]), "moves"),),
    (Operation("turn it a quarter counterclockwise", lambda grid: _columns(grid)[::-1], "moves"),),
    (Operation("turn it by a half", lambda grid: _mirrored(grid[::-1]), "moves"),),
    (Operation("exchange rows and columns", _columns, "moves"),),
    (Operation("let all cells fall to the left", _to_the_left, "moves"),),
    (
        Operation(
            "let all cells fall to the right", lambda grid: _mirrored(_to_the_left(_mirrored(grid))), "moves"
        ),
    ),
    (Operation("let all cells rise", _by_columns(_to_the_left), "moves"),),
    (Operation("let all cells fall", lambda grid: _by_columns(_to_the_left)(grid[::-1])[::-1], "moves"),),
    (
        Operation(
            "shift it by one to the right, and the last column to the front",
            lambda grid: tuple([(row[-1], *row[:-1]) for row in grid]),
            "moves",
        ),
    ),
    (
        Operation(
            "shift it down by one, and the last row to the top", lambda grid: (grid[-1], *grid[:-1]), "moves"
        ),
    ),
    (Operation("crop it to what is not empty", _cropped, "crops"),),
    (Operation("take out empty rows and columns", _without_empty_rows, "crops"),),
    (Operation("keep the largest object", _of_size(max, without=False), "takes"),),
    (Operation("keep the smallest object", _of_size(min, without=False), "takes"),),
    (Operation("take away the largest object", _of_size(max, without=True), "takes"),),
    (Operation("take away the smallest object", _of_size(min, without=True), "takes"),),
    (Operation("keep the most frequent colour", _most_frequent, "takes"),),
    (Operation("empty the inside of areas of one colour", _outlines, "takes"),),
    (Operation("mirror the left half onto the right half", _symmetric, "stays"),),
    (Operation("mirror the upper half onto the lower half", _by_columns(_symmetric), "stays"),),
    (Operation("put its mirror image to the right of it", _beside_mirrored),),
    (Operation("put its mirror image below it", _by_columns(_beside_mirrored)),),
    (Operation("double it in both directions", _doubled),),
    (Operation("lay the left half over the right half", _halves(lambda one, other: one or other)),),
    (
        Operation(
            "keep of the left half what is not empty in the right half",
            _halves(lambda one, other: one if other else 0),
        ),
    ),
    (Operation("fill each row with its leftmost colour", _rows_full, "stays"),),
    (Operation("fill each column with its topmost colour", _by_columns(_rows_full), "stays"),),
    tuple(Operation(f"fill holes with {n}", _filled(n), "fills", n) for n in range(1, 10)),
    tuple(Operation(f"paint all that is not empty with {n}", _painted(n), "paints", n) for n in range(1, 10)),
)
OPERATIONS: Final = tuple(operation for family in _FAMILIES for operation in family)
Rule = tuple[Operation, ...]


def _by_frequency(place: int, without: bool) -> Callable[[Grid], Grid | None]:
    """The most frequent colour (0) or the rarest one (-1) alone, or all others; None if two are as frequent."""

    def apply(grid: Grid) -> Grid | None:
        counts = Counter(cell for row in grid for cell in row if cell).most_common()
        if len(counts) < 2 or [n for _, n in counts].count(counts[place][1]) > 1:
            return None
        return _only(grid, lambda r, c: (grid[r][c] == counts[place][0]) is not without)

    return apply


def _outermost(down: int, right: int) -> Callable[[Grid], Grid | None]:
    """The object that goes the farthest to one side alone; None if two go as far."""

    def apply(grid: Grid) -> Grid | None:
        objects = _objects(grid)
        ends = [max(down * r + right * c for r, c in area) for area in objects]
        if len(ends) < 2 or ends.count(max(ends)) > 1:
            return None
        chosen = objects[ends.index(max(ends))]
        return _only(grid, lambda r, c: (r, c) in chosen)

    return apply


def _lumps(near: int, one_colour: bool) -> Callable[[Grid], list[Cells]]:
    """Objects that hang together otherwise: by corners too (2, the square of the farthest step), or of many colours."""

    def parts(grid: Grid) -> list[Cells]:
        left = {(r, c) for r, row in enumerate(grid) for c, cell in enumerate(row) if cell}
        found: list[Cells] = []
        while left:
            waiting = [min(left)]
            left.discard(waiting[0])
            for y, x in waiting:  # it grows while it is gone through
                more = {
                    (v, u)
                    for v, u in left
                    if (v - y) ** 2 + (u - x) ** 2 <= near and not (one_colour and grid[v][u] != grid[y][x])
                }
                left -= more
                waiting.extend(sorted(more))
            found.append(set(waiting))
        return found

    return parts


def _without_single_cells(grid: Grid) -> Grid:
    single = {min(area) for area in _objects(grid) if len(area) == 1}
    return _only(grid, lambda r, c: (r, c) not in single)


def _laid_on_mirror_image(grid: Grid) -> Grid:
    return tuple([tuple([one or other for one, other in zip(row, row[::-1], strict=True)]) for row in grid])


def _upside_down(function: Callable[[Grid], Grid]) -> Callable[[Grid], Grid]:
    return lambda grid: function(grid[::-1])[::-1]


RIVALS: Final[tuple[Callable[[Grid], Grid | None], ...]] = (
    *(_by_frequency(place, without) for place in (0, -1) for without in (False, True)),
    *(_outermost(down, right) for down, right in ((0, -1), (0, 1), (-1, 0), (1, 0))),
    *(
        _of_size(choose, without, _lumps(near, one_colour))
        for choose in (max, min)
        for without in (False, True)
        for near, one_colour in ((1, False), (2, False), (2, True))
    ),
    _without_single_cells,
    _laid_on_mirror_image,
    _by_columns(_laid_on_mirror_image),
    lambda grid: _mirrored(_symmetric(_mirrored(grid))),
    _upside_down(_by_columns(_symmetric)),
    _halves(lambda one, other: other or one),
    lambda grid: tuple([tuple(sorted(row)) for row in grid]),
)
"""What a reader may take for the rule although it is never asked for: a task where one of these fits all examples
and makes another grid of the last input is not given."""


def after(rule: Rule, grid: Grid) -> Grid | None:
    """What a rule makes of a grid; None where it has no meaning."""
    now: Grid | None = grid
    for operation in rule:
        now = None if now is None else operation.apply(now)
    return now


def fitting(pairs: Sequence[tuple[Grid, Grid]], steps: int) -> Iterator[Rule]:
    """All rules of 1 to `steps` operations that fit all pairs."""
    (first, wanted), *others = pairs
    level: list[tuple[Rule, Grid]] = [((), first)]
    for left in reversed(range(steps)):
        last = {grid: _leading(grid, wanted) for grid in {grid for _, grid in level}}
        for rule, grid in level:
            for operation in last[grid]:
                longer = (*rule, operation)
                if all(after(longer, given) == out for given, out in others):
                    yield longer
        if left:
            level = [
                ((*rule, operation), made)
                for rule, grid in level
                for operation in OPERATIONS
                if (made := operation.apply(grid)) is not None
            ]


def rivals(pairs: Sequence[tuple[Grid, Grid]], query: Grid, answer: Grid) -> Iterator[Grid]:
    """What rivals that fit all pairs make of the last input, if it is not the answer."""
    for rival in RIVALS:
        if all(rival(given) == out for given, out in pairs):
            made = rival(query)
            if made is not None and made != answer:
                yield made


@lru_cache(maxsize=64)
def _cells(grid: Grid) -> list[int]:
    """All cells of a grid, sorted."""
    return sorted(chain.from_iterable(grid))


def _leading(grid: Grid, wanted: Grid) -> list[Operation]:
    """The operations that make one grid of another; most are told apart by how often there are which colours."""
    here, there = sorted(chain.from_iterable(grid)), _cells(wanted)
    empty, left = here.count(0), there.count(0)
    same_size = len(grid) == len(wanted) and len(grid[0]) == len(wanted[0])
    new, colours = {*there}.difference(here, (0,)), {*there}
    possible = {
        "moves": here == there,
        "takes": same_size and left >= empty and not new,
        "stays": same_size and not new,
        "crops": len(here) - empty == len(there) - left and not new,
        "fills": same_size and left <= empty,
        "paints": same_size and left == empty,
        "": not same_size and not new,
    }
    return [
        operation
        for operation in OPERATIONS
        if possible[operation.effect]
        and (not operation.colour or operation.colour in colours or here == there)
        and operation.apply(grid) == wanted
    ]


def _scene(rng: random.Random, size: int) -> Grid:
    """Some frames, blocks, lines and cells in an empty grid."""
    high, wide = rng.randint(max(size - 2, 3), size), rng.randint(max(size - 2, 3), size)
    grid = [[0] * wide for _ in range(high)]
    colours = rng.sample(range(1, 10), 3)
    for _ in range(rng.randint(2, 2 + size // 3)):
        r, c = rng.randrange(high), rng.randrange(wide)
        tall, broad = rng.randint(1, min(4, high - r)), rng.randint(1, min(4, wide - c))
        colour, hollow = rng.choice(colours), rng.random() < 0.4
        for y in range(r, r + tall):
            for x in range(c, c + broad):
                edge = y in (r, r + tall - 1) or x in (c, c + broad - 1)
                if edge or not hollow:
                    grid[y][x] = colour
    return tuple(map(tuple, grid))


def _made(rng: random.Random, *, steps: int, size: int, examples: int) -> Question | None:
    rule = tuple(rng.choice(rng.choice(_FAMILIES)) for _ in range(steps))
    pairs: list[tuple[Grid, Grid]] = []
    for _ in range(12 * (examples + 1)):
        given = _scene(rng, size)
        stages = [given]
        for operation in rule:
            made = operation.apply(stages[-1])
            if made is None or made in stages:
                break
            stages.append(made)
        out = stages[-1]
        colours = {cell for row in out for cell in row}
        telling = len(stages) > steps and len(colours) > 1 and len(out) * len(out[0]) > 3
        if telling and max(len(out), len(out[0])) <= LONGEST and out not in [other for _, other in pairs]:
            pairs.append((given, out))
        if len(pairs) > examples:
            break
    else:
        return None
    *shown, (query, answer) = pairs
    text = written(answer)
    if any(text in written(grid) for grid in (query, *chain.from_iterable(shown))):
        return None  # a part of a grid that is shown
    if any(after(other, query) != answer for other in fitting(shown, BOUND)):
        return None
    if any(rivals(shown, query, answer)):
        return None
    lines = []
    now = query
    for operation in rule:
        made = operation.apply(now)
        assert made is not None
        now = made
        lines += [f"{operation.english}:", written(now)]
    tried = len(OPERATIONS) ** steps
    cells = sum(len(given) * len(given[0]) for given, _ in pairs) / len(pairs)
    problem = {
        "examples": [[written(one), written(two)] for one, two in shown],
        "query": written(query),
        "steps": steps,
    }
    return Question(
        {
            "examples": "\n\n".join(
                f"Input {n}:\n{written(given)}\nOutput {n}:\n{written(out)}"
                for n, (given, out) in enumerate(shown, 1)
            ),
            "query": written(query),
        },
        in_order(
            problem, list(text.replace("\n", "").replace(" ", "")), signs="0123456789", width=len(answer[0])
        ),
        text,
        lines,
        gold=None,
        canonical=[sorted([written(one), written(two)] for one, two in shown), problem["query"]],
        guess_rate=0.01,
        difficulty=log2(tried) * cells / examples,
    )


def written(grid: Grid) -> str:
    """A grid as lines of digits with spaces."""
    return "\n".join(" ".join(map(str, row)) for row in grid)


generate = Family(
    _made,
    WORDINGS,
    {
        "steps": Whole(1, 2, "operations of the rule"),
        "size": Whole(3, 16, "the longest side of inputs; they may be two less"),
        "examples": Whole(2, 8, "examples"),
    },
    advice="raise 'examples' or 'size'",
)
