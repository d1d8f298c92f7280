"""Grid regions: what hangs together on a board of signs, how far things are, what spreads, and where lines run.

Kinds: ``regions`` (the number of regions of a sign and the size of the largest), ``sizes`` (all their sizes),
``outline`` (size and outline of the largest), ``distances`` (for each cell the steps to the next marked one),
``spread`` (how many cells are reached in each minute), ``fill`` (a region gets another sign), ``lines`` (the longest
straight run of each sign). No question has one small number as its answer: elsewhere 0 or 1 was right in a third.

Difficulty: `size`, rows and columns, give or take one. Proxy: cells, more often where they are looked at again.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence

from ..base import Json
from ..english import listed
from ..family import Family, Question
from ..in_order import in_order, typed
from ..limits import Whole

Grid = list[str]
Cell = tuple[int, int]

_FOUR = "Cells are neighbours if they share a side."
_EIGHT = "Cells are neighbours if they share a side or a corner."
_REGION = (
    "A region of {sign} is a set of cells with {sign} such that one gets from each of them to each other one by "
    "going from neighbour to neighbour within the set, and that no further cell with {sign} is a neighbour of one of "
    "them."
)
WORDINGS: Mapping[str, tuple[str, ...]] = {
    "regions": (
        f"{{grid}}\n\n{{near}} {_REGION}\n\nHow many regions of {{sign}} are there on the board above, and how many "
        "cells has the largest one? Give the two numbers in this order, separated by a comma.",
        f"{{near}} {_REGION}\n\n{{grid}}\n\nGive the number of regions of {{sign}}, and behind a comma the number of "
        "cells of the largest of them.",
        f"Look at this board.\n\n{{grid}}\n\n{_REGION} {{near}} Count the regions of {{sign}} and the cells of a "
        "largest one. Answer with both counts, regions first, with a comma between them.",
    ),
    "sizes": (
        f"{{grid}}\n\n{{near}} {_REGION}\n\nList the sizes (numbers of cells) of all regions of {{sign}}, the largest "
        "first, separated by commas. Regions of the same size are listed each.",
        f"{{near}} {_REGION}\n\n{{grid}}\n\nHow many cells has each region of {{sign}}? List the numbers from the "
        "largest to the smallest with commas between them, one number for each region.",
        f"Look at this board.\n\n{{grid}}\n\n{_REGION} {{near}} Give the number of cells of every region of "
        f"{{sign}}, in falling order and separated by commas.",
    ),
    "outline": (
        f"{{grid}}\n\n{{near}} {_REGION}\n\nTake the largest region of {{sign}}. How many cells has it, and how many "
        "sides of its cells are outline, that is, do not lie between two cells of it (the edge of the board counts "
        "as outline)? Give both numbers in this order, separated by a comma.",
        f"{{near}} {_REGION}\n\n{{grid}}\n\nFor the largest region of {{sign}}, give the number of its cells and, "
        "behind a comma, the length of its outline: all sides of its cells that are not shared by two cells of it, "
        "those at the edge of the board too, each of length 1.",
        f"Look at this board.\n\n{{grid}}\n\n{_REGION} {{near}} The largest region of {{sign}} is fenced in: a piece "
        "of fence stands on each side of a cell of it behind which there is no cell of it, at the edge of the board "
        "as well, and around holes. Give the number of its cells and the number of pieces, in this order, with a "
        "comma between them.",
    ),
    "distances": (
        "{grid}\n\nOne step goes from a cell to a cell with which it shares a side; cells with # cannot be entered. "
        "Replace each . by the least number of steps from it to a cell with *, and each * by 0; # stays. Give the "
        "whole board, row by row.",
        "A board has walls (#), marked cells (*) and free cells (.). One moves between cells that share a side and "
        "are no walls. Write down the board with the distance to the nearest marked cell, in moves, in place of each "
        ". and 0 in place of each *; walls stay #.\n\n{grid}\n\nGive all rows.",
        "How far is it from each cell to the nearest * on this board, if one goes from cell to cell over shared "
        "sides and never onto #?\n\n{grid}\n\nAnswer with the board in which the number of steps stands in place of "
        "each . and 0 in place of each *, and # is left as it is; one line for each row.",
    ),
    "spread": (
        "{grid}\n\nFire starts at every *. In each minute it comes to all cells with a tree (T) that share a side "
        "with a cell that already burns; it never comes to an empty cell (.). How many trees begin to burn in minute "
        "1, in minute 2, and so on, until no more do? List these numbers in order, separated by commas, without a 0 "
        "at the end.",
        "On the board below, * is a rotten orange, T a fresh one, and . an empty place. Each minute every fresh "
        "orange with a rotten one directly above, below, left or right of it becomes rotten.\n\n{grid}\n\nList how "
        "many oranges become rotten in the first minute, in the second one, and so on, up to the last minute in "
        "which at least one does. Separate the numbers by commas.",
        "News spreads from each * to the houses (T): a house learns of it in the minute after a house or * beside it, "
        "sharing a side, has it. Nothing passes over a .\n\n{grid}\n\nGive the numbers of houses that learn of it in "
        "minute 1, 2, 3, ..., as long as there are any, with commas between them.",
    ),
    "fill": (
        "{grid}\n\nRows are counted from 1 at the top, columns from 1 at the left; cells are neighbours if they "
        "share a side. These are done one after the other:\n{steps}\nTo fill a cell with a digit means: this cell "
        "and all cells that one reaches from it by going from neighbour to neighbour over cells with the digit that "
        "it had get the new one. Give the board in the end, row by row.",
        "A painting program fills areas: the clicked cell and every cell that hangs together with it over shared "
        "sides through cells of the same digit as it change to the new digit.\n\n{grid}\n\nClicks, in this order "
        "(row 1 is at the top, column 1 at the left):\n{steps}\n\nWhat does the board look like after all of them? "
        "Give its rows.",
        "Flood fill: starting at a cell, its digit is replaced, and so is the digit of all cells connected to it "
        "through sides by cells of the digit that it had. Rows and columns count from 1, from the upper left "
        "corner.\n\n{grid}\n\n{steps}\n\nGive the rows of the final board.",
    ),
    "lines": (
        "{grid}\n\nFor each of the letters {letters}, in this order: what is the largest number of cells in a "
        "straight line, directly one after the other, that all have this letter? Lines run along rows, columns and "
        "both diagonals. Separate the numbers by commas.",
        "A run is a row of neighbouring cells with the same letter: horizontally, vertically or diagonally in both "
        "directions; one cell alone is a run of length 1.\n\n{grid}\n\nGive the length of the longest run of "
        "{letters}, in this order, with commas between the numbers.",
        "How long is the longest unbroken straight line of equal letters on this board, for {letters} each? Straight "
        "means along a row, a column or a diagonal.\n\n{grid}\n\nList the lengths in the order of the letters given, "
        "separated by commas.",
    ),
}
_SIDES = ((0, 1), (1, 0), (0, -1), (-1, 0))
_ALL_AROUND = (*_SIDES, (1, 1), (1, -1), (-1, 1), (-1, -1))


def _near(grid: Sequence[Sequence[str]], cell: Cell, ways: Sequence[Cell] = _SIDES) -> Iterator[Cell]:
    for way in ways:
        r, c = cell[0] + way[0], cell[1] + way[1]
        if 0 <= r < len(grid) and 0 <= c < len(grid[0]):
            yield r, c


def _region(grid: Sequence[Sequence[str]], start: Cell, ways: Sequence[Cell] = _SIDES) -> list[Cell]:
    """The cells that hang together with one, over cells of its sign."""
    sign, found = grid[start[0]][start[1]], [start]
    seen = {start}
    for cell in found:
        for r, c in _near(grid, cell, ways):
            if (r, c) not in seen and grid[r][c] == sign:
                seen.add((r, c))
                found.append((r, c))
    return found


def _regions(grid: Grid, sign: str, ways: Sequence[Cell]) -> list[list[Cell]]:
    """The regions of a sign, the largest first."""
    left = {(r, c) for r, row in enumerate(grid) for c, x in enumerate(row) if x == sign}
    found = []
    while left:
        found.append(_region(grid, min(left), ways))
        left -= set(found[-1])
    return sorted(found, key=len, reverse=True)


def _drawn(rng: random.Random, size: int, signs: str) -> Grid:
    high, wide = (max(3, size + rng.randint(-1, 1)) for _ in range(2))
    return ["".join(rng.choice(signs) for _ in range(wide)) for _ in range(high)]


def shown(grid: Sequence[str]) -> str:
    """The board as prompts and answers write it."""
    return "\n".join(" ".join(row) for row in grid)


def _place(cell: Cell) -> str:
    return f"row {cell[0] + 1} column {cell[1] + 1}"


def _asked(
    facts: dict[str, Json],
    fields: Mapping[str, object],
    numbers: Sequence[int],
    lines: Sequence[str],
    guess: float,
    names: Sequence[str] = (),
) -> Question:
    answer = ", ".join(map(str, numbers))
    grid = facts["grid"]
    return Question(
        {"grid": shown(grid), **fields},
        typed(facts, answer, "list", names=names),
        answer,
        lines,
        gold=None,
        canonical=facts,
        guess_rate=guess,
        difficulty=float(len(grid) * len(grid[0]) * (1.4 if facts["kind"] == "lines" else 1)),
    )


def _of_regions(kind: str, rng: random.Random, *, size: int) -> Question | None:
    corners = rng.random() < 0.35
    signs = rng.choice(("AB.", "AB.C", "XO.")) if corners else rng.choice(("AB", "AB.", "XO"))
    sign, ways = signs[0], _ALL_AROUND if corners else _SIDES
    # Of small boards drawn freely, a third have the same outline: the number of cells is drawn first.
    cells = rng.randint(3, 10) if kind == "outline" and size < 6 else 0
    for _ in range(150 if cells else 1):
        grid = _drawn(rng, size, signs)
        found = _regions(grid, sign, ways)
        if len(found) > 2 and len(found[0]) == cells > len(found[1]):
            break
    if cells and (not found or len(found[0]) != cells):
        return None
    if len(found) < 3 or len(found[0]) < 3:
        return None
    facts: dict[str, Json] = {"kind": kind, "grid": grid, "sign": sign, "corners": corners}
    fields = {"sign": sign, "near": _EIGHT if corners else _FOUR}
    lines = [f"{_place(min(region))}: {len(region)} cells" for region in found if len(region) > 1]
    lines.append(f"and {sum(len(region) == 1 for region in found)} of one cell")
    sizes = [len(region) for region in found]
    if kind == "sizes":
        return _asked(facts, fields, sizes, lines, 0.02) if len(set(sizes)) > 2 else None
    if kind == "regions":
        return _asked(facts, fields, [len(found), sizes[0]], lines, 0.05)
    if sizes[0] == sizes[1]:
        return None
    largest = set(found[0])
    inner = sum((r, c) in largest for cell in largest for r, c in _near(grid, cell))
    outline = 4 * len(largest) - inner
    lines = [
        f"the largest begins in {_place(min(largest))} and has {len(largest)} cells",
        f"4 * {len(largest)} - {inner} = {outline}",
    ]
    return _asked(facts, fields, [sizes[0], outline], lines, 0.04)


def _waves(grid: Grid, sources: str, free: str) -> list[list[Cell]]:
    """The cells that are reached after 0, 1, 2, ... steps."""
    waves = [[(r, c) for r, row in enumerate(grid) for c, x in enumerate(row) if x in sources]]
    seen = set(waves[0])
    while True:
        new = sorted(
            {
                (r, c)
                for cell in waves[-1]
                for r, c in _near(grid, cell)
                if grid[r][c] in free and (r, c) not in seen
            }
        )
        if not new:
            return waves
        seen |= set(new)
        waves.append(new)


def _distances(rng: random.Random, *, size: int) -> Question | None:
    grid = [list(row) for row in _drawn(rng, size, "...#" if rng.random() < 0.7 else ".")]
    for _ in range(max(1, len(grid) * len(grid[0]) // rng.randint(14, 24))):
        grid[rng.randrange(len(grid))][rng.randrange(len(grid[0]))] = "*"
    board = ["".join(row) for row in grid]
    waves = _waves(board, "*", ".")
    far = {cell: n for n, wave in enumerate(waves) for cell in wave}
    if len(waves) > 10 or len(waves) < 4 or len(far) < sum(x != "#" for row in board for x in row):
        return None
    end = ["".join(str(far.get((r, c), "#")) for c in range(len(row))) for r, row in enumerate(board)]
    facts: dict[str, Json] = {"kind": "distances", "grid": board}
    lines = [f"{n} steps: {len(wave)} cells" for n, wave in enumerate(waves[1:], 1)]
    return _board(facts, {}, end, "0123456789#", lines, 1.0)


def _board(
    facts: dict[str, Json],
    fields: Mapping[str, object],
    end: Grid,
    signs: str,
    lines: Sequence[str],
    work: float,
) -> Question:
    return Question(
        {"grid": shown(facts["grid"]), **fields},
        in_order(facts, list("".join(end)), signs=signs, width=len(end[0])),
        shown(end),
        lines,
        gold=None,
        canonical=facts,
        guess_rate=0.001,
        difficulty=work * len(end) * len(end[0]),
    )


def _spread(rng: random.Random, *, size: int) -> Question | None:
    grid = [list(row) for row in _drawn(rng, size, "TTT." if rng.random() < 0.5 else "TT.")]
    for _ in range(rng.randint(1, 1 + size // 4)):
        grid[rng.randrange(len(grid))][rng.randrange(len(grid[0]))] = "*"
    board = ["".join(row) for row in grid]
    waves = _waves(board, "*", "T")
    if len(waves) < 4:
        return None
    facts: dict[str, Json] = {"kind": "spread", "grid": board}
    lines = [f"minute {n}: {', '.join(map(_place, wave))}" for n, wave in enumerate(waves[1:], 1)]
    return _asked(facts, {}, [len(wave) for wave in waves[1:]], lines, 0.005)


def _fill(rng: random.Random, *, size: int) -> Question | None:
    grid = _drawn(rng, size, rng.choice(("012", "123", "01")))
    now = [list(row) for row in grid]
    clicks: list[list[int]] = []
    lines = []
    for _ in range(1 + size // 3):
        r, c = rng.randrange(len(grid)), rng.randrange(len(grid[0]))
        new = rng.choice([x for x in "0123" if x != now[r][c]])
        region = _region(now, (r, c))
        if len(region) < 2:
            return None
        for i, j in region:
            now[i][j] = new
        clicks.append([r + 1, c + 1, int(new)])
        lines.append(
            f"{len(region)} cells become {new}: {shown([''.join(row) for row in now]).replace(chr(10), ' / ')}"
        )
    end = ["".join(row) for row in now]
    if end == grid or len(set("".join(end))) < 2:
        return None
    facts: dict[str, Json] = {"kind": "fill", "grid": grid, "clicks": clicks}
    steps = "\n".join(f"{n}. Fill row {r}, column {c} with {x}." for n, (r, c, x) in enumerate(clicks, 1))
    return _board(facts, {"steps": steps}, end, "0123", lines, 0.5 * (1 + len(clicks)))


def _lines(rng: random.Random, *, size: int) -> Question | None:
    letters = "ABC" if size < 7 else "ABCD"
    grid = _drawn(rng, size, letters[: rng.randint(2, len(letters))] if size > 4 else "AB")
    used = sorted(set("".join(grid)))
    longest = dict.fromkeys(used, (0, (0, 0)))
    for r, row in enumerate(grid):
        for c, letter in enumerate(row):
            for way in ((0, 1), (1, 0), (1, 1), (1, -1)):
                n = 1
                while (r + n * way[0], c + n * way[1]) in set(
                    _near(grid, (r + (n - 1) * way[0], c + (n - 1) * way[1]), (way,))
                ):
                    if grid[r + n * way[0]][c + n * way[1]] != letter:
                        break
                    n += 1
                if n > longest[letter][0]:
                    longest[letter] = n, (r, c)
    numbers = [longest[letter][0] for letter in used]
    if len(used) < 2 or len(set(numbers)) == 1:
        return None
    order = rng.sample(used, len(used))
    facts: dict[str, Json] = {"kind": "lines", "grid": grid, "letters": order}
    lines = [f"{letter}: {longest[letter][0]} from {_place(longest[letter][1])} on" for letter in order]
    names = [letter.lower() for letter in order]
    return _asked(
        facts, {"letters": listed(order)}, [longest[letter][0] for letter in order], lines, 0.08, names
    )


generate = Family(
    {
        "regions": lambda rng, size: _of_regions("regions", rng, size=size),
        "sizes": lambda rng, size: _of_regions("sizes", rng, size=size),
        "outline": lambda rng, size: _of_regions("outline", rng, size=size),
        "distances": _distances,
        "spread": _spread,
        "fill": _fill,
        "lines": _lines,
    },
    WORDINGS,
    {"size": Whole(3, 24, "rows and columns, give or take one")},
    kind_in_facts=False,
    advice="change 'size'",
)
