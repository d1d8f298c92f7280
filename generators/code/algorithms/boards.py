"""Boards: reading a matrix in spirals, regions of equal cells."""

from __future__ import annotations

from itertools import product
from random import Random

from ....payloads.recipes import recipe
from ...base import Json
from ..problem import Problem
from .stories import bounds, by_level, maybe, pick, statement
from .writing import effort, program, sentences

_ROUTES = {
    "clockwise": "to the right along the first row, down the last column, to the left along the last row, up "
    "the first column",
    "anticlockwise": "down the first column, to the right along the last row, up the last column, to the "
    "left along the first row",
}


def spiral_reading(rng: Random, level: int) -> Problem:
    """Read a matrix in a spiral, ring by ring, snake-wise or by diagonals, and say something about it."""
    table, what = rng.choice(
        [
            ("seats", "the numbers of the seats of a hall"),
            ("tiles", "the numbers painted on the tiles of a floor"),
            ("beds", "the plants counted in the beds of a garden"),
            ("cells", "the readings of a grid of sensors"),
        ]
    )
    walk = pick(
        rng, level, ((1, "clockwise"), (1, "anticlockwise"), (1, "snake"), (2, "diagonals"), (2, "columns"))
    )
    wanted = pick(rng, level, ((1, "list"), (1, "every"), (2, "signs"), (3, "drops")))
    inward = rng.random() < 0.6
    step = rng.randint(2, 4)
    entry = rng.choice([f"read_{table}", f"walk_{table}", "along_the_path", f"visit_{table}"])
    side = by_level(level, 12, 60)
    spiral = walk in _ROUTES
    if spiral:
        begin = (
            "rows = [list(row) for row in $table]"
            if walk == "clockwise"
            else "rows = [list(row) for row in zip(*$table)]"
        )
        path = f"""
            {begin.replace("$table", table)}
            path = []
            while rows:
                path += rows.pop(0)
                rows = [list(row) for row in zip(*rows)][::-1]
        """
    else:
        line = {
            "snake": f"for place, row in enumerate({table}):\n    path += row if place % 2 == 0 else row[::-1]",
            "columns": f"for place, column in enumerate(zip(*{table})):\n    path += column if place % 2 == "
            f"0 else column[::-1]",
            "diagonals": f"height = len({table})\nwidth = len({table}[0])\nfor total in range(height + width - 1):\n"
            "    for row in range(max(0, total - width + 1), min(height, total + 1)):\n"
            f"        path.append({table}[row][total - row])",
        }[walk]
        path = f"path = []\n{line}"
    source = program(
        """
        def $entry($table):
            $path
            $turn
            $finish
        """,
        entry=entry,
        table=table,
        path=path,
        turn="" if inward else "path.reverse()",
        finish={
            "list": "return path",
            "every": f"return path[{step - 1}::{step}]",
            "signs": "total = 0\nsign = 1\nfor value in path:\n    total += sign * value\n    sign = "
            "-sign\nreturn total",
            "drops": "count = 0\nfor first, second in zip(path, path[1:]):\n    if second < first:\n        "
            "count += 1\nreturn count",
        }[wanted],
    )
    route = (
        {
            "snake": "in this order: the first row from left to right, the second from right to left, the "
            "third from left to right again, and so on",
            "columns": "in this order: the first column from top to bottom, the second from bottom to top, "
            "the third from top to bottom again, and so on",
            "diagonals": "diagonal by diagonal: first the upper left cell, then the cells whose row and "
            "column number sum to 1 (rows and "
            "columns are numbered from 0), then those with sum 2, and so on, each diagonal from its smallest "
            "row number to its "
            "largest",
        }.get(walk)
        or f"in a spiral from the upper left cell: {_ROUTES[walk]}, and so on inwards around the cells not "
        f"yet read, until all are read"
    )
    turn = (
        ""
        if inward
        else " Now take this path backwards, from its last cell to its first; that is the path that counts."
    )
    asked = {
        "list": "Return the list of the numbers along the path.",
        "every": f"Return the list of every {['', '', 'second', 'third', 'fourth'][step]} number along the "
        f"path: the first one in the list is "
        f"number {step} of the path.",
        "signs": "Return the first number along the path minus the second plus the third minus the fourth, and so on.",
        "drops": "Return how often a number along the path is smaller than the one just before it.",
    }[wanted]

    def brute(given: list[list[int]]) -> Json:
        height, width = len(given), len(given[0])

        def ring(row: int, column: int) -> tuple[int, int]:
            depth = min(row, column, height - 1 - row, width - 1 - column)
            r, c, h, w = row - depth, column - depth, height - 2 * depth, width - 2 * depth
            if walk == "anticlockwise":
                r, c, h, w = c, r, w, h
            if r == 0:
                return depth, c
            if c == w - 1:
                return depth, w - 1 + r
            if r == h - 1:
                return depth, w - 1 + h - 1 + (w - 1 - c)
            return depth, 2 * (w - 1) + 2 * (h - 1) - r

        keys = {
            "snake": lambda r, c: (r, c if r % 2 == 0 else -c),
            "columns": lambda r, c: (c, r if c % 2 == 0 else -r),
            "diagonals": lambda r, c: (r + c, r),
        }
        order = sorted(product(range(height), range(width)), key=lambda cell: keys.get(walk, ring)(*cell))
        path = [given[r][c] for r, c in (order if inward else order[::-1])]
        return {
            "list": path,
            "every": [value for at, value in enumerate(path, 1) if at % step == 0],
            "signs": sum(path[::2]) - sum(path[1::2]),
            "drops": sum(path[i + 1] < path[i] for i in range(len(path) - 1)),
        }[wanted]

    def inputs(rng: Random, size: int) -> list[Json]:
        most = (2, 3, 4, 5, 7, 9)[size]
        height, width = rng.randint(1, most), rng.randint(1, most)
        return [[[rng.randint(0, 20) for _ in range(width)] for _ in range(height)]]

    return Problem(
        name="spiral_reading",
        entry=entry,
        parameters=((table, "list[list[int]]"),),
        returns="list[int]" if wanted in ("list", "every") else "int",
        statement=statement(
            sentences(f"The matrix `{table}`, a list of rows, holds {what}. Read it {route}.{turn} {asked}"),
            bounds(
                f"1 <= len({table}) <= {side}",
                f"1 <= len({table}[i]) <= {side}, the same for all rows",
                f"0 <= {table}[i][j] <= 1000",
            ),
        ),
        source=source,
        inputs=inputs,
        brute=brute,
        facts={"walk": walk, "wanted": wanted, "inward": inward, "step": step if wanted == "every" else 0},
        cost=effort(source, (not inward) + (walk in ("diagonals", "anticlockwise"))),
    )


def island_survey(rng: Random, level: int) -> Problem:
    """Regions of a map: their number, sizes or shores, with a choice of neighbours and of what counts."""
    story, land, sea, region = rng.choice(
        [
            ("chart", "#", ".", "island"),
            ("forest", "T", "-", "grove"),
            ("slide", "o", "_", "colony"),
            ("field", "*", "+", "patch"),
        ]
    )
    wanted = pick(
        rng, level, ((1, "count"), (1, "largest"), (2, "inner"), (3, "shore"), (3, "sizes"), (4, "holes"))
    )
    corners = rng.random() < 0.5 and wanted != "holes"
    wrap = wanted not in ("inner", "holes") and maybe(rng, level, 3)
    entry = rng.choice([f"study_{story}", f"{region}_{wanted}", f"survey_{story}"])
    side = by_level(level, 20, 150)
    target = sea if wanted == "holes" else land
    near = "((1, 0), (-1, 0), (0, 1), (0, -1)" + (", (1, 1), (1, -1), (-1, 1), (-1, -1))" if corners else ")")
    inner = wanted in ("inner", "holes")
    shore = wanted == "shore"
    source = program(
        """
        def $entry($story):
            height = len($story)
            width = len($story[0])
            seen = set()
            found = []
            for start in [(row, column) for row in range(height) for column in range(width)]:
                if start in seen or $story[start[0]][start[1]] != "$target":
                    continue
                seen.add(start)
                stack = [start]
                size = 0
                $begin
                while stack:
                    row, column = stack.pop()
                    size += 1
                    $edge
                    for down, right in $near:
                        $place
                        $outside
                        if $story[place[0]][place[1]] != "$target":
                            $shore
                        if place not in seen:
                            seen.add(place)
                            stack.append(place)
                $keep
            return $result
        """,
        entry=entry,
        story=story,
        target=target,
        near=near,
        begin="inside = True" if inner else "shore = 0" if shore else "",
        edge="if row in (0, height - 1) or column in (0, width - 1):\n    inside = False" if inner else "",
        place="place = ((row + down) % height, (column + right) % width)"
        if wrap
        else "place = (row + down, column + right)",
        outside=""
        if wrap
        else (
            "if not (0 <= place[0] < height and 0 <= place[1] < width):\n"
            + ("    shore += 1\n    continue" if shore else "    continue")
        ),
        shore="shore += 1\ncontinue" if shore else "continue",
        keep="if inside:\n    found.append(size)" if inner else f"found.append({'shore' if shore else 'size'})",
        result={
            "count": "len(found)",
            "inner": "len(found)",
            "holes": "len(found)",
            "largest": "max(found, default=0)",
            "shore": "max(found, default=0)",
            "sizes": "sorted(found)",
        }[wanted],
    )
    touch = (
        "Cells are neighbours if they share a side"
        + (" or a corner" if corners else "")
        + (
            "; the first and the last row are neighbours too, and so are the first and the last column, as on "
            "a ring"
            if wrap
            else ""
        )
        + "."
    )
    plural = {"colony": "colonies", "patch": "patches"}.get(region, f"{region}s")
    group = (
        f"A {region} is a set of cells `{target}` that can all be reached from each other over neighbours "
        f"of that kind, as large as it can be made."
        if wanted != "holes"
        else f"A lake is a set of cells `{sea}` that can all be reached from each other over neighbours of "
        f"that kind, as large as it can be made, and of which none lies in the first or last row or column."
    ).replace("A island", "An island")
    asked = {
        "count": f"Return the number of {plural}.",
        "largest": f"Return the number of cells of the largest {region}, and 0 if there is none.",
        "inner": f"Return the number of {plural} that have no cell in the first or last row or column.",
        "shore": f"The shore of a {region} is counted over its cells: for each cell, the number of the "
        f"{8 if corners else 4} cells around it that share a "
        f"side{' or a corner' if corners else ''} with it and are "
        f"`{sea}`{'' if wrap else ' or outside of the ' + story}. Return the longest shore of a {region}, "
        f"and 0 if there is none.",
        "sizes": f"Return the list of the numbers of cells of all {plural}, in ascending order.",
        "holes": "Return the number of lakes.",
    }[wanted].replace("of a island", "of an island")
    if wrap and wanted == "shore":
        asked = asked.replace("around it that", "around it, across the ring too, that")

    def brute(given: list[str]) -> Json:
        height, width = len(given), len(given[0])
        cells = [cell for cell in product(range(height), range(width)) if given[cell[0]][cell[1]] == target]
        moves = [(a, b) for a, b in product((-1, 0, 1), repeat=2) if (a or b) and (corners or not (a and b))]

        def around(cell: tuple[int, int]) -> list[tuple[int, int]]:
            places = [(cell[0] + a, cell[1] + b) for a, b in moves]
            return [(r % height, c % width) for r, c in places] if wrap else places

        label = {cell: at for at, cell in enumerate(cells)}
        changed = True
        while changed:
            changed = False
            for cell in cells:
                least = min([label[cell], *(label[other] for other in around(cell) if other in label)])
                changed = changed or least < label[cell]
                label[cell] = least
        groups = [[cell for cell in cells if label[cell] == each] for each in sorted(set(label.values()))]
        rim = [g for g in groups if any(r in (0, height - 1) or c in (0, width - 1) for r, c in g)]
        return {
            "count": len(groups),
            "largest": max(map(len, groups), default=0),
            "inner": len(groups) - len(rim),
            "holes": len(groups) - len(rim),
            "shore": max([sum(o not in label for cell in g for o in around(cell)) for g in groups], default=0),
            "sizes": sorted(map(len, groups)),
        }[wanted]

    def inputs(rng: Random, size: int) -> list[Json]:
        most = (2, 4, 5, 6, 9, 14)[size]
        low = 3 if wrap else 1
        share = rng.choice([0.3, 0.5, 0.7])
        height, width = rng.randint(low, max(low, most)), rng.randint(low, max(low, most))
        if inner and size > 1:
            height, width = max(height, 4), max(width, 4)
        return [["".join(land if rng.random() < share else sea for _ in range(width)) for _ in range(height)]]

    seed = rng.getrandbits(32)
    letters = land * 3 + sea * 2 if wanted != "sizes" else land * 9 + sea
    return Problem(
        name="island_survey",
        entry=entry,
        parameters=((story, "list[str]"),),
        returns="list[int]" if wanted == "sizes" else "int",
        statement=statement(
            sentences(
                f"A {story} is given by its rows, texts of equal length; each cell is `{land}` or "
                f"`{sea}`. {touch} {group} {asked}"
            ),
            bounds(
                f"{3 if wrap else 1} <= len({story}) <= {side}",
                f"{3 if wrap else 1} <= len({story}[i]) <= {side}, the same for all rows",
            ),
        ),
        source=source,
        inputs=inputs,
        brute=brute,
        large=([recipe("grid", 110, 140, letters, seed)],) if level > 3 else (),
        facts={"wanted": wanted, "corners": corners, "wrap": wrap},
        cost=effort(source, wrap + corners + (wanted in ("inner", "shore", "holes"))),
    )


TEMPLATES = ((1, spiral_reading), (3, island_survey))
