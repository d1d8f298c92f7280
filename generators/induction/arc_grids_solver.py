"""Grids of colours a second time: cells by place, operations written anew, and the rules that examples leave.

A grid is a height, a width, and a dictionary from places to colours that holds no empty cells.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from functools import lru_cache
from itertools import product

from ..base import Json
from ..in_order import confirming_any

Place = tuple[int, int]
Grid = tuple[int, int, Mapping[Place, int]]
Step = Callable[[Grid], Grid | None]


def _read(text: str) -> Grid:
    rows = [line.split() for line in text.split("\n")]
    cells = {(r, c): int(sign) for r, row in enumerate(rows) for c, sign in enumerate(row) if sign != "0"}
    return len(rows), len(rows[0]), cells


def _placed(size: Callable[[int, int], Place], place: Callable[[int, int, int, int], Place]) -> Step:
    """Cells go elsewhere: `place` is told the old place, the height and the width."""
    return lambda grid: (
        *size(grid[0], grid[1]),
        {place(r, c, grid[0], grid[1]): colour for (r, c), colour in grid[2].items()},
    )


def _fallen(down: int, right: int) -> Step:
    """Each cell comes to lie on those before it in the direction of the fall."""

    def step(grid: Grid) -> Grid:
        high, wide, cells = grid
        found: dict[Place, int] = {}
        for r, c in sorted(cells, key=lambda place: -place[0] * down - place[1] * right):
            y, x = r, c
            while 0 <= y + down < high and 0 <= x + right < wide and (y + down, x + right) not in found:
                y, x = y + down, x + right
            found[y, x] = cells[r, c]
        return high, wide, found

    return step


def _kept_lines(every: bool) -> Step:
    """Only rows and columns with something in them; `every` one between the first and the last of these, for a crop."""

    def step(grid: Grid) -> Grid | None:
        rows, columns = ({place[axis] for place in grid[2]} for axis in (0, 1))
        if not rows:
            return None
        if every:
            rows, columns = (set(range(min(lines), max(lines) + 1)) for lines in (rows, columns))
        row, column = ({old: new for new, old in enumerate(sorted(lines))} for lines in (rows, columns))
        return len(rows), len(columns), {(row[r], column[c]): colour for (r, c), colour in grid[2].items()}

    return step


def _near(place: Place) -> list[Place]:
    r, c = place
    return [(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)]


def _object_of(cells: Mapping[Place, int], place: Place) -> frozenset[Place]:
    found, new = {place}, {place}
    while new:
        new = {near for each in new for near in _near(each) if cells.get(near) == cells[place]} - found
        found |= new
    return frozenset(found)


def _chosen(largest: bool, taken_away: bool) -> Step:
    def step(grid: Grid) -> Grid | None:
        high, wide, cells = grid
        sizes = sorted({_object_of(cells, place) for place in cells}, key=len, reverse=largest)
        if len(sizes) < 2 or len(sizes[0]) == len(sizes[1]):
            return None
        return high, wide, {p: colour for p, colour in cells.items() if (p in sizes[0]) != taken_away}

    return step


def _frequent(grid: Grid) -> Grid | None:
    counts = sorted(Counter(grid[2].values()).items(), key=lambda pair: -pair[1])
    if len(counts) < 2 or counts[0][1] == counts[1][1]:
        return None
    return grid[0], grid[1], {p: colour for p, colour in grid[2].items() if colour == counts[0][0]}


def _flooded(colour: int) -> Step:
    """What water from outside does not reach is filled."""

    def step(grid: Grid) -> Grid:
        high, wide, cells = grid
        inside = set(product(range(high), range(wide)))
        wet = {p for p in inside if p not in cells and (p[0] in (0, high - 1) or p[1] in (0, wide - 1))}
        new = wet
        while new:
            new = {near for each in new for near in _near(each) if near in inside and near not in cells} - wet
            wet = wet | new
        return high, wide, {**dict.fromkeys(inside - wet, colour), **cells}

    return step


def _hollow(grid: Grid) -> Grid:
    cells = grid[2]
    full = {p for p, colour in cells.items() if all(cells.get(near) == colour for near in _near(p))}
    return grid[0], grid[1], {p: colour for p, colour in cells.items() if p not in full}


def _turned_over(step: Step) -> Step:
    """The same with rows for columns."""

    def over(grid: Grid | None) -> Grid | None:
        return (
            None if grid is None else (grid[1], grid[0], {(c, r): colour for (r, c), colour in grid[2].items()})
        )

    return lambda grid: over(step(over(grid) or grid))


def _made_symmetric(grid: Grid) -> Grid:
    high, wide, cells = grid
    found = {(r, c): cells.get((r, min(c, wide - 1 - c)), 0) for r, c in product(range(high), range(wide))}
    return high, wide, {place: colour for place, colour in found.items() if colour}


def _with_mirror_image(grid: Grid) -> Grid:
    high, wide, cells = grid
    return high, 2 * wide, {**cells, **{(r, 2 * wide - 1 - c): colour for (r, c), colour in cells.items()}}


def _twice(grid: Grid) -> Grid:
    more = {
        (2 * r + y, 2 * c + x): colour
        for (r, c), colour in grid[2].items()
        for y, x in product((0, 1), repeat=2)
    }
    return 2 * grid[0], 2 * grid[1], more


def _folded(both: bool) -> Step:
    def step(grid: Grid) -> Grid | None:
        high, wide, cells = grid
        if wide % 2:
            return None
        left = {place: colour for place, colour in cells.items() if place[1] < wide // 2}
        right = {(r, c - wide // 2): colour for (r, c), colour in cells.items() if c >= wide // 2}
        laid = (
            {place: colour for place, colour in left.items() if place in right} if both else {**right, **left}
        )
        return high, wide // 2, laid

    return step


def _full_rows(grid: Grid) -> Grid:
    first: dict[int, int] = {}
    for (r, _), colour in sorted(grid[2].items()):
        first.setdefault(r, colour)
    return grid[0], grid[1], {(r, c): colour for r, colour in first.items() for c in range(grid[1])}


def _one_colour(colour: int) -> Step:
    return lambda grid: (grid[0], grid[1], dict.fromkeys(grid[2], colour))


STEPS: tuple[Step, ...] = (
    _placed(lambda h, w: (h, w), lambda r, c, h, w: (r, w - 1 - c)),
    _placed(lambda h, w: (h, w), lambda r, c, h, w: (h - 1 - r, c)),
    _placed(lambda h, w: (w, h), lambda r, c, h, w: (c, h - 1 - r)),
    _placed(lambda h, w: (w, h), lambda r, c, h, w: (w - 1 - c, r)),
    _placed(lambda h, w: (h, w), lambda r, c, h, w: (h - 1 - r, w - 1 - c)),
    _placed(lambda h, w: (w, h), lambda r, c, h, w: (c, r)),
    *(_fallen(down, right) for down, right in ((0, -1), (0, 1), (-1, 0), (1, 0))),
    _placed(lambda h, w: (h, w), lambda r, c, h, w: (r, (c + 1) % w)),
    _placed(lambda h, w: (h, w), lambda r, c, h, w: ((r + 1) % h, c)),
    _kept_lines(every=True),
    _kept_lines(every=False),
    *(_chosen(largest, away) for away, largest in product((False, True), (True, False))),
    _frequent,
    _hollow,
    _made_symmetric,
    _turned_over(_made_symmetric),
    _with_mirror_image,
    _turned_over(_with_mirror_image),
    _twice,
    _folded(both=False),
    _folded(both=True),
    _full_rows,
    _turned_over(_full_rows),
    *map(_flooded, range(1, 10)),
    *map(_one_colour, range(1, 10)),
)


def _after(rule: tuple[Step, ...], grid: Grid) -> Grid | None:
    now: Grid | None = grid
    for step in rule:
        now = step(now) if now is not None else None
    return now


@lru_cache(maxsize=64)
def _solved(examples: tuple[tuple[str, str], ...], query: str, steps: int) -> tuple[str, ...] | None:
    shown = [(_read(given), _read(out)) for given, out in examples]
    (given, wanted), *others = shown
    found = set()
    for size in range(steps):
        for before in product(STEPS, repeat=size):
            made = _after(before, given)
            if made is None:
                continue
            for last in STEPS:
                rule = (*before, last)
                if last(made) == wanted and all(_after(rule, one) == two for one, two in others):
                    out = _after(rule, _read(query))
                    found.add(None if out is None else _signs(out))
    return found.pop() if len(found) == 1 else None


def _signs(grid: Grid) -> tuple[str, ...]:
    high, wide, cells = grid
    return tuple(str(cells.get(place, 0)) for place in product(range(high), range(wide)))


def solve(problem: Mapping[str, Json]) -> list[str] | None:
    """The colours of the output, row by row; None if rules that fit do not agree."""
    found = _solved(tuple(map(tuple, problem["examples"])), problem["query"], problem["steps"])
    return None if found is None else list(found)


confirms = confirming_any(solve)
