"""Tents: put a tent beside each tree so that tents do not touch and each row and column has its number of tents.

Tents and trees are placed at random; numbers of lines are shown until the rules settle every cell, and what turns out
to be spare is taken back but for `extra` numbers. The tents of a puzzle are the only ones that are right; which tent
belongs to which tree may be open.

Symmetries of the fingerprint: the 8 rotations and reflections of the square. It is exact: the least of the 8 images.

Difficulty: `size` of the square, fewer `extra` numbers, and `ahead` more that are missing.

Source: the puzzle of Leon Balmaekers (1989), also known as Campsite or Tents and Trees.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise, product
from math import prod

from ..base import Draft, GenerationError
from ..kernels.clue import AHEAD, Clue, Meter, Puzzle, Relation, Rule, Step, Table, choose, solve, start
from ..limits import Whole, limited
from ..wording import phrase
from .clue_text import aligned, answer_text, cell_name, framed, listed, rows_of, turns, worked

_RULES = (
    "Each tree has a tent of its own, directly to its left or right, above or below it, and there are no other "
    "tents; a tent that stands beside several trees belongs to one of them. Tents stand on cells without a tree and "
    "never touch, not even at a corner."
)
WORDINGS = (
    "Set up the tents on this {n}x{n} campsite. {rules} A number at a row or column says how many tents are in "
    "it.\n\n{puzzle}\n\nWrite the grid with 1 for a tent and 0 for every other cell, trees included: one row per "
    "line, with spaces between the digits.",
    "{puzzle}\n\nThis is a tents puzzle with {n} rows and {n} columns. {rules} Where a row or column has a number, "
    "it holds exactly so many tents. Answer with {n} lines of {n} digits, separated by spaces: 1 where a tent "
    "stands, 0 where there is none.",
    "Find out where the tents stand. The campsite is a square of {n} rows and {n} columns. {rules} The numbers tell "
    "the tents of rows and columns.\n\n{puzzle}\n\nThere is one solution. Give its rows from top to bottom, a line "
    "for each, as digits with spaces between them: 1 for a tent and 0 for anything else.",
)
WAYS = ("up", "left", "right", "down")
_TRIES = 100
_STEPS = 8_000
_TESTS = 6


@limited(
    size=Whole(4, 12, "the side of the square"),
    extra=Whole(0, 24, "numbers of lines that are shown although the puzzle could be solved without them"),
    ahead=Whole(0, 24, "numbers that are left out, where that is possible, although a trial is then needed"),
)
def generate(rng: random.Random, *, size: int, extra: int, ahead: int) -> Draft:
    """Make one puzzle with exactly one solution.

    Raises:
        ValueError: if a parameter is out of its limit.
        GenerationError: if no puzzle was found.
    """
    for _ in range(_TRIES):
        tents, trees = _placed(rng, size)
        solution = [int(cell in tents) for cell in range(size * size)]
        puzzle = _puzzle(size, trees)
        lines = rng.sample(range(2 * size), 2 * size)
        told = {_told(size, line, _count(solution, size, line)): line for line in lines}
        chosen = choose(puzzle, [[*told]], solution, most=_STEPS, tests=_TESTS, ahead=ahead)
        if chosen is not None:
            break
    else:
        raise GenerationError(f"no tents puzzle of size {size} was found; take another size")
    shown = [told[clue] for clue in chosen]
    shown += [line for line in lines if line not in shown][:extra]
    return _draft(rng, size, solution, trees, sorted(shown))


def _placed(rng: random.Random, n: int) -> tuple[set[int], list[int]]:
    """Tents that do not touch, as many as about a fifth of the cells, and a tree for each."""
    tents, trees, wanted = set[int](), set[int](), n * n // 5
    for cell in rng.sample(range(n * n), n * n):
        if len(tents) == wanted:
            break
        if cell in trees or tents & set(_around(n, cell)):
            continue
        free = [other for other in _beside(n, cell).values() if other not in trees and other not in tents]
        if free:
            tents.add(cell)
            trees.add(rng.choice(free))
    return tents, sorted(trees)


@lru_cache(maxsize=1024)
def _beside(n: int, cell: int) -> dict[int, int]:
    """The cells directly beside a cell, by the number of the way there."""
    row, column = divmod(cell, n)
    steps = enumerate(((-1, 0), (0, -1), (0, 1), (1, 0)))
    return {
        way: (row + down) * n + column + right
        for way, (down, right) in steps
        if 0 <= row + down < n and 0 <= column + right < n
    }


@lru_cache(maxsize=1024)
def _around(n: int, cell: int) -> tuple[int, ...]:
    """The cells that touch a cell, also at a corner."""
    row, column = divmod(cell, n)
    near = product(range(max(row - 1, 0), min(row + 2, n)), range(max(column - 1, 0), min(column + 2, n)))
    return tuple(r * n + c for r, c in near if (r, c) != (row, column))


def _count(solution: Sequence[int], n: int, line: int) -> int:
    """The tents of a line: rows come first, then columns."""
    return sum(solution[line * n : line * n + n] if line < n else solution[line - n :: n])


@lru_cache(maxsize=16)
def _lines(n: int) -> Relation:
    """All lines without two tents side by side."""
    return Relation(line for line in product((0, 1), repeat=n) if (1, 1) not in pairwise(line))


@lru_cache(maxsize=256)
def _with(n: int, tents: int) -> int:
    return _lines(n).where(lambda line: sum(line) == tents)


def _told(n: int, line: int, tents: int) -> Clue:
    """The number of a line: its table is the one of that number."""
    return Clue(line, _with(n, tents))


_BLOCK = Relation(block for block in product((0, 1), repeat=4) if sum(block) < 2)


@lru_cache(maxsize=64)
def _taken(ways: tuple[int, ...]) -> Relation:
    """A cell and the trees beside it, which lead to it by some ways: a tent stands there if one points to it."""
    return Relation(
        (pointing, *row)
        for row in product(range(4), repeat=len(ways))
        for pointing in [sum(way == to for way, to in zip(row, ways, strict=True))]
        if pointing < 2
    )


def _puzzle(n: int, trees: Sequence[int]) -> Puzzle:
    """First the cells, 1 for a tent; then, for each tree, the way to its tent."""
    name, among = cell_name(n), set(trees)
    domains = [1] * (n * n)
    rules: list[Rule] = [Table(f"row {i + 1}", range(i * n, i * n + n), _lines(n)) for i in range(n)]
    rules += [Table(f"column {i + 1}", range(i, n * n, n), _lines(n)) for i in range(n)]
    at: dict[int, list[tuple[int, int]]] = {}
    for number, tree in enumerate(trees):
        ways = {way: cell for way, cell in _beside(n, tree).items() if cell not in among}
        domains.append(sum(1 << way for way in ways))
        for way, cell in ways.items():
            at.setdefault(cell, []).append((way, n * n + number))
    for cell, pointing in at.items():
        domains[cell] = 3
        relation = _taken(tuple(way for way, _ in pointing))
        rules.append(Table(f"trees beside {name(cell)}", [cell, *(tree for _, tree in pointing)], relation))
    for row, column in product(range(n - 1), repeat=2):
        corner = row * n + column
        block = [corner, corner + 1, corner + n, corner + n + 1]
        if sum(domains[cell] == 3 for cell in block) > 1:
            rules.append(Table(f"no touching from {name(block[0])} to {name(block[3])}", block, _BLOCK))
    return Puzzle.of(domains, rules, n * n)


def _draft(
    rng: random.Random, n: int, solution: Sequence[int], trees: Sequence[int], shown: list[int]
) -> Draft:
    puzzle = _puzzle(n, trees)
    counts = [_count(solution, n, line) if line in shown else None for line in range(2 * n)]
    posted = [_told(n, line, tents) for line, tents in enumerate(counts) if tents is not None]
    log: list[Step] = []
    meter = Meter(10 * _STEPS)
    solve(puzzle, start(puzzle, posted), solution, meter, AHEAD, log)
    name, free = cell_name(n), [cell for cell, domain in enumerate(puzzle.domains[: n * n]) if domain == 1]

    def aside(cell: int, ways: list[int]) -> str:
        return f"tree {name(trees[cell - n * n])} = {' or '.join(WAYS[way] for way in ways)}"

    rows, columns = counts[:n], counts[n:]
    framing = [[-1 if tents is None else tents for tents in line] for line in (rows, columns)]
    wood = rows_of([int(cell in trees) for cell in range(n * n)], n)
    show = rng.choice((_drawing, _drawing, _listing))
    return Draft(
        prompt=phrase(rng, WORDINGS, n=n, rules=_RULES, puzzle=show(rng, n, trees, rows, columns)),
        payload={"size": n, "trees": list(trees), "rows": rows, "columns": columns},
        answer=answer_text(solution, n),
        trace=worked(puzzle, log, name, given=free, aside=aside),
        canonical=min(turns(framed(wood, framing[1], framing[1], framing[0], framing[0]))),
        guess_rate=1 / prod(domain.bit_count() for domain in puzzle.domains[n * n :]),
        difficulty=float(meter.used),
    )


def _drawing(
    rng: random.Random, n: int, trees: Sequence[int], rows: Sequence[int | None], columns: Sequence[int | None]
) -> str:
    ground = rng.choice((".", "_"))
    tell = ["x" if tents is None else str(tents) for tents in (*rows, *columns)]
    lines = [
        [*("T" if row * n + column in trees else ground for column in range(n)), "|", tell[row]]
        for row in range(n)
    ]
    note = " An x is an unknown number." if "x" in tell else ""
    return (
        f"{aligned([*lines, tell[n:]])}\n\n(T is a tree and {ground} any other cell. The numbers of the rows stand on "
        f"the right and those of the columns at the bottom.{note})"
    )


def _listing(
    rng: random.Random, n: int, trees: Sequence[int], rows: Sequence[int | None], columns: Sequence[int | None]
) -> str:
    note = " An x is an unknown number." if None in (*rows, *columns) else ""
    return (
        f"Trees: {listed(map(cell_name(n), trees))}\nTents in the rows, from top to bottom: {listed(rows, 'x')}\n"
        f"Tents in the columns, from left to right: {listed(columns, 'x')}\n\n(r2c3 is the cell in the second row from "
        f"the top and the third column from the left.{note})"
    )
