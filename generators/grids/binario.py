"""Binario: fill a square with 0 and 1 so that no three equal digits stand side by side and each line has its share.

Kind ``halves``: every row and column has as many 0 as 1, no two rows are equal, and no two columns. Kind ``counts``: a
number at each line says how many 1 it has, and lines may be equal. A random filled grid is drawn; digits are shown
until the lines settle the rest, and what turns out to be spare is taken back but for `extra` digits. A puzzle has
exactly one solution.

Symmetries of the fingerprint: the 8 rotations and reflections of the square, and exchanging 0 and 1. It is exact: the
least of the 16 images.

Difficulty: `size` of the square, fewer `extra` digits, and `ahead` more that are missing.

Source: the puzzle of Adolfo Zanellati (Binario) and Frank Coussement (Binary Puzzle), also known as Takuzu.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise, product

from ..base import Draft, GenerationError, Json
from ..kernels.clue import (
    AHEAD,
    Clue,
    Domains,
    Meter,
    OutOfSteps,
    Puzzle,
    Relation,
    Rule,
    Step,
    Table,
    choose,
    drawn,
    solve,
    start,
)
from ..limits import Whole, Words, limited
from ..wording import phrase
from .clue_text import aligned, answer_text, cell_name, framed, listed, turns, worked

_RULES = {
    "halves": (
        "every row and every column has {half} zeros and {half} ones, no three equal digits stand next to each "
        "other in a row or a column, no two rows are equal, and no two columns are equal"
    ),
    "counts": (
        "every row and every column has as many ones as its number says, and no three equal digits stand next to each "
        "other in a row or a column"
    ),
}
WORDINGS = (
    "Fill the empty cells of this {n}x{n} grid with 0 and 1 so that {rules}.\n\n{puzzle}\n\n"
    "Write the completed grid, one row per line, with spaces between the digits.",
    "{puzzle}\n\nThis is a binary puzzle on {n} rows and {n} columns. Put a 0 or a 1 into each empty cell, keep the "
    "digits that are there, and see to it that {rules}. Answer with {n} lines of {n} digits, separated by spaces.",
    "Solve this binario puzzle. The rules: {rules}. The digits that are shown stay.\n\n{puzzle}\n\nThere is one "
    "solution. Give all {n} rows from top to bottom, a line for each, with spaces between the digits.",
)
GRIDS = {4: 72, 6: 4140}
"""How many grids of kind ``halves`` there are of a small side."""
_EMPTY = ("_", ".", "?")
_TRIES = 60
_STEPS = 6_000
_TESTS = 8


@limited(
    size=Whole(4, 12, "the side of the square; even for halves"),
    extra=Whole(0, 100, "digits that are shown although the puzzle could be solved without them"),
    ahead=Whole(0, 40, "digits that are left out, where that is possible, although a trial is then needed"),
    kinds=Words(
        _RULES,
        "whether lines are half zeros and half ones and all different, or each has a given number of ones",
    ),
)
def generate(rng: random.Random, *, size: int, extra: int, ahead: int, kinds: str) -> Draft:
    """Make one puzzle with exactly one solution.

    Raises:
        ValueError: if a parameter is out of its limit, or the size is odd and the kind halves.
        GenerationError: if no puzzle was found.
    """
    if size % 2 and "halves" in kinds.split():
        raise ValueError(f"size must be even for lines of halves, not {size}")
    kind, every = rng.choice(kinds.split()), range(size * size)
    for _ in range(_TRIES):
        solution = _filled(rng, size, kind)
        if solution is None:
            continue
        ones = _counts(solution, size)
        puzzle = _puzzle(size, kind, *map(tuple, ones))
        given = {_given(size, cell, solution[cell]): cell for cell in rng.sample(every, size * size)}
        chosen = choose(puzzle, [[*given]], solution, most=_STEPS, tests=_TESTS, ahead=ahead)
        if chosen is not None:
            break
    else:
        raise GenerationError(f"no binario of size {size} was found; take another size")
    shown = {given[clue] for clue in chosen}
    shown |= set([cell for cell in given.values() if cell not in shown][:extra])
    return _draft(rng, kind, puzzle, solution, sorted(shown), ones)


def _filled(rng: random.Random, n: int, kind: str) -> tuple[int, ...] | None:
    try:
        solution = drawn(_puzzle(n, kind, (), ()), rng, rng.sample(range(n), n), Meter(_STEPS))
    except OutOfSteps:
        return None
    if solution is None or (kind == "halves" and not _all_different(solution, n)):
        return None
    return solution


def _all_different(cells: Sequence[int], n: int) -> bool:
    rows, columns = {cells[i * n : i * n + n] for i in range(n)}, {cells[i::n] for i in range(n)}
    return len(rows) == len(columns) == n


def _counts(cells: Sequence[int], n: int) -> tuple[list[int], list[int]]:
    """The ones of each row and of each column."""
    return [sum(cells[i * n : i * n + n]) for i in range(n)], [sum(cells[i::n]) for i in range(n)]


@lru_cache(maxsize=16)
def _lines(n: int) -> Relation:
    """All lines without three equal digits side by side."""
    return Relation(
        line for line in product((0, 1), repeat=n) if all(len(set(line[i : i + 3])) > 1 for i in range(n - 2))
    )


@lru_cache(maxsize=64)
def _with(n: int, ones: int) -> int:
    return _lines(n).where(lambda line: sum(line) == ones)


@lru_cache(maxsize=256)
def _puzzle(n: int, kind: str, rows: tuple[int, ...], columns: tuple[int, ...]) -> Puzzle:
    """The rules of a kind, with the ones of each line; without them the lines of ``counts`` are free."""
    across, down = [range(i * n, i * n + n) for i in range(n)], [range(i, n * n, n) for i in range(n)]
    names = [f"{line} {i + 1}" for line in ("row", "column") for i in range(n)]
    fitting: list[int] = [-1] * (2 * n)
    if kind == "halves":
        fitting = [_with(n, n // 2)] * (2 * n)
    elif rows:
        fitting = [_with(n, ones) for ones in (*rows, *columns)]
    rules: list[Rule] = [
        Table(name, cells, _lines(n), fit)
        for name, cells, fit in zip(names, across + down, fitting, strict=True)
    ]
    if kind == "halves" and rows:
        rules += [Unlike("no equal rows", across), Unlike("no equal columns", down)]
    return Puzzle.of([3] * (n * n), rules)


class Unlike:
    """The rule that no two lines are equal, where each is half zeros and half ones.

    A line with two open cells that is like a finished line elsewhere has the other digits there.
    """

    __slots__ = ("cells", "lines", "memory", "name")

    def __init__(self, name: str, lines: Sequence[Sequence[int]]) -> None:
        """Name and the cells of each line."""
        self.name, self.lines, self.memory = name, lines, 0
        self.cells = tuple(cell for line in lines for cell in line)

    def narrow(self, domains: Domains, memory: int, touched: list[int]) -> int:
        """Compare each line that is finished but for two cells with those that are finished."""
        finished, nearly = [], []
        for line in self.lines:
            now = [domains[cell] for cell in line]
            open_ = now.count(3)
            if not open_:
                finished.append(now)
            elif open_ == 2:
                nearly.append((line, now))
        finished.sort()
        if any(a == b for a, b in pairwise(finished)):
            return -1
        for line, now in nearly:
            for other in finished:
                if all(a in (3, b) for a, b in zip(now, other, strict=True)):
                    for cell, a, b in zip(line, now, other, strict=True):
                        if a == 3:
                            if domains[cell] & (3 ^ b) == 0:
                                return -1
                            if domains[cell] == 3:
                                touched.append(cell)
                            domains[cell] &= 3 ^ b
        return memory


def _given(n: int, cell: int, value: int) -> Clue:
    row, column = divmod(cell, n)
    return Clue(row, _lines(n).has[column][value])


def _draft(
    rng: random.Random,
    kind: str,
    puzzle: Puzzle,
    solution: Sequence[int],
    shown: list[int],
    ones: Sequence[list[int]],
) -> Draft:
    rows, columns = ones
    n = len(rows)
    log: list[Step] = []
    meter = Meter(_STEPS)
    solve(
        puzzle, start(puzzle, [_given(n, cell, solution[cell]) for cell in shown]), solution, meter, AHEAD, log
    )
    known: list[int | None] = [solution[cell] if cell in shown else None for cell in range(n * n)]
    givens = [known[i : i + n] for i in range(0, n * n, n)]
    payload = {"size": n, "kind": kind, "givens": givens}
    if kind == "counts":
        payload |= {"rows": rows, "columns": columns}
    blanks = n * n - len(shown)
    return Draft(
        prompt=phrase(
            rng, WORDINGS, n=n, rules=_RULES[kind].format(half=n // 2), puzzle=_shown(rng, givens, payload)
        ),
        payload=payload,
        answer=answer_text(solution, n),
        trace=worked(puzzle, log, cell_name(n), given=shown),
        canonical=_canonical(payload),
        guess_rate=max(2.0**-blanks, 1 / GRIDS[n] if kind == "halves" and n in GRIDS else 0.0),
        difficulty=float(meter.used),
    )


def _canonical(payload: dict[str, Json]) -> Json:
    n, givens = payload["size"], payload["givens"]
    rows, columns = payload.get("rows", [0] * n), payload.get("columns", [0] * n)
    images = []
    for turned in (False, True):
        cells = [[2 if digit is None else digit ^ turned for digit in row] for row in givens]
        sides = [
            [n - ones if turned and "rows" in payload else ones for ones in line] for line in (rows, columns)
        ]
        images += turns(framed(cells, sides[1], sides[1], sides[0], sides[0]))
    return [payload["kind"], min(images)]


def _shown(rng: random.Random, givens: list[list[int | None]], payload: dict[str, Json]) -> str:
    empty = rng.choice(_EMPTY)
    lines = [[empty if digit is None else str(digit) for digit in row] for row in givens]
    if payload["kind"] == "halves":
        return f"{aligned(lines)}\n\n({empty} is an empty cell.)"
    rows, columns = payload["rows"], payload["columns"]
    if rng.random() < 0.5:
        lines = [[*row, "|", str(ones)] for row, ones in zip(lines, rows, strict=True)]
        return (
            f"{aligned([*lines, [*map(str, columns)]])}\n\n({empty} is an empty cell. The number on the right of a "
            "row and the number below a column say how many ones it has.)"
        )
    return (
        f"{aligned(lines)}\n\nOnes in the rows, from top to bottom: {listed(rows)}\n"
        f"Ones in the columns, from left to right: {listed(columns)}\n\n({empty} is an empty cell.)"
    )
