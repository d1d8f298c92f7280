"""Star battle: put stars into a grid so that rows, columns and regions have as many as they need and none touch.

Stars are placed at random and regions are grown around them. All placements that keep rows and columns are known for
a size, as the bits of one integer for each cell; so those that the regions allow are found at once, and cells are
moved to a neighbouring region until one is left. So every puzzle has exactly one solution, and no cell is given.

Symmetries of the fingerprint: the 8 rotations and reflections of the square, and the names of regions. It is exact:
the least of the 8 images.

Difficulty: `size` of the square and `stars` of each line. At least `trials` steps of a solution have to suppose a
value and see it clash, and no more than that is ever needed.

Source: the puzzle of Hans Eendebak (World Puzzle Championship 2003), also known as Two Not Touch or Queens.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import combinations, pairwise, product

from ..base import Draft, GenerationError
from ..kernels.clue import AHEAD, Meter, OutOfSteps, Puzzle, Relation, Rule, Step, solve, start
from ..kernels.clue_rules import Apart, Count, Line
from ..limits import Whole, limited
from ..wording import phrase
from .clue_text import aligned, answer_text, cell_name, renumbered, turns, worked

_RULES = "Every row, every column and every region holds exactly {stars}, and stars never touch, not even at a corner."
WORDINGS = (
    "Place stars on this {n}x{n} grid, which is divided into {n} regions; cells with the same letter are one region. "
    "{rules}\n\n{puzzle}\n\nWrite the grid with 1 for a star and 0 for an empty cell, one row per line, with spaces "
    "between the digits.",
    "{puzzle}\n\nThe letters divide this grid of {n} rows and {n} columns into regions. {rules} Where are the stars? "
    "Answer with {n} lines of {n} digits, separated by spaces: 1 where there is a star, 0 where there is none.",
    "Solve this star battle. Equal letters form a region. {rules}\n\n{puzzle}\n\nThere is one solution. Give its {n} "
    "rows from top to bottom, a line for each, as {n} digits with spaces between them: 1 for a star and 0 for anything "
    "else.",
)
_TRIES = 400
_REPAIRS = 60
_STEPS = {1: 4_000, 2: 14_000}


@limited(
    size=Whole(5, 9, "the side of the square, and the number of regions"),
    stars=Whole(1, 2, "stars in each row, column and region; 2 only for size 9"),
    trials=Whole(0, 20, "how many values a solution has to suppose and refute, at least"),
)
def generate(rng: random.Random, *, size: int, stars: int, trials: int) -> Draft:
    """Make one puzzle with exactly one solution.

    Raises:
        ValueError: if a parameter is out of its limit, or there is no room for two stars.
        GenerationError: if no puzzle was found.
    """
    if stars == 2 and size < 9:
        raise ValueError(f"stars must be 1 for size {size}, not 2: there is hardly one way to place them")
    for _ in range(_TRIES):
        placed = rng.choice(_placements(size, stars).rows)
        regions = _grown(rng, size, stars, placed)
        if regions is None or not _repaired(rng, size, stars, placed, regions):
            continue
        solution = [int(cell in placed) for cell in range(size * size)]
        rows = renumbered([regions[i : i + size] for i in range(0, size * size, size)])
        puzzle, log, meter = _puzzle(size, stars, rows), list[Step](), Meter(_STEPS[stars])
        try:
            solved = solve(puzzle, start(puzzle), solution, meter, AHEAD, log)
        except OutOfSteps:
            continue
        if solved and sum(step.refuted >= 0 for step in log) >= trials:
            return _draft(rng, stars, solution, rows, worked(puzzle, log, cell_name(size)), meter.used)
    raise GenerationError(f"no star battle of size {size} with {trials} trials was found; take fewer")


Counted = tuple[int, int, int]
"""Sets of ways to place the stars: those with at least one, two and three of them on some cells."""


class _Placements:
    """All ways to place the stars but for regions: way i is bit i of a set of ways.

    Attributes:
        rows: the cells of each way.
        has: for each cell the ways with a star there.
    """

    def __init__(self, n: int, stars: int) -> None:
        self.rows = [frozenset(cells) for cells in _ways(n, stars)]
        self.has = [0] * (n * n)
        for cell in range(n * n):
            flags = "".join(["1" if cell in way else "0" for way in self.rows])
            self.has[cell] = int(flags[::-1], 2)

    def counted(self, cells: Sequence[int]) -> Counted:
        """The ways with at least one, two and three stars on some cells."""
        once = twice = thrice = 0
        for cell in cells:
            ways = self.has[cell]
            thrice |= twice & ways
            twice |= once & ways
            once |= ways
        return once, twice, thrice


def _with(count: Counted, ways: int) -> Counted:
    """What `counted` gives with one more cell, on which some ways have a star."""
    once, twice, thrice = count
    return once | ways, twice | once & ways, thrice | twice & ways


def _exactly(stars: int, count: Counted) -> int:
    """The ways with so many stars, 1 or 2."""
    once, twice, thrice = count
    return once & ~twice if stars == 1 else twice & ~thrice


@lru_cache(maxsize=8)
def _placements(n: int, stars: int) -> _Placements:
    return _Placements(n, stars)


def _ways(n: int, stars: int) -> Iterator[list[int]]:
    """Row after row: columns that are not full and touch no star of the row before."""
    lines = [
        (columns, line, line | line << 1 | line >> 1)
        for columns in combinations(range(n), stars)
        for line in [sum(1 << c for c in columns)]
        if all(b - a > 1 for a, b in pairwise(columns))
    ]
    stack: list[tuple[int, int, int, int, list[int]]] = [(0, 0, 0, 0, [])]
    while stack:
        row, near, once, full, cells = stack.pop()
        if row == n:
            yield cells
            continue
        for columns, line, around in lines:
            if not line & (near | full):
                filled = line if stars == 1 else once & line
                found = [*cells, *(row * n + c for c in columns)]
                stack.append((row + 1, around, once | line, full | filled, found))


@lru_cache(maxsize=1024)
def _neighbours(n: int, cell: int) -> list[int]:
    return [
        other
        for other in (cell - n, cell - 1, cell + 1, cell + n)
        if 0 <= other < n * n and abs(other % n - cell % n) < 2
    ]


def _grown(rng: random.Random, n: int, stars: int, placed: frozenset[int]) -> list[int] | None:
    """Regions around the stars, as the region of each cell; None if two stars have no way to each other."""
    regions = [-1] * (n * n)
    left = rng.sample(sorted(placed), len(placed))
    for region in range(n):
        cell = left.pop()
        regions[cell] = region
        if stars == 2:
            way = _way(rng, n, regions, cell, set(left))
            if way is None:
                return None
            left.remove(way[-1])
            for step in way:
                regions[step] = region
    edge = [cell for cell in range(n * n) if regions[cell] >= 0]
    while edge:
        place = rng.randrange(len(edge))
        free = [other for other in _neighbours(n, edge[place]) if regions[other] < 0]
        if not free:
            edge[place] = edge[-1]
            edge.pop()
            continue
        cell = rng.choice(free)
        regions[cell] = regions[edge[place]]
        edge.append(cell)
    return regions


def _way(rng: random.Random, n: int, regions: Sequence[int], cell: int, ends: set[int]) -> list[int] | None:
    """A shortest way over cells of no region to another star."""
    before, queue = {cell: -1}, [cell]
    for now in queue:
        if now in ends:
            way = []
            while before[now] >= 0:
                way.append(now)
                now = before[now]
            return way[::-1]
        steps = [other for other in _neighbours(n, now) if regions[other] < 0 and other not in before]
        for other in rng.sample(steps, len(steps)):
            before[other] = now
            queue.append(other)
    return None


def _repaired(rng: random.Random, n: int, stars: int, placed: frozenset[int], regions: list[int]) -> bool:
    """Move cells between regions until the placed stars are the only solution; False if that does not come about."""
    ways = _placements(n, stars)
    cells_of = [[cell for cell in range(n * n) if regions[cell] == region] for region in range(n)]
    counts = [ways.counted(cells) for cells in cells_of]
    fits = [_exactly(stars, count) for count in counts]
    for _ in range(_REPAIRS):
        alive = _all(fits)
        if not alive & (alive - 1):
            return True
        fewest, best = 1 << 30, None
        for cell in _differing(rng, ways, alive, placed):
            old, has, hangs = regions[cell], ways.has[cell], None
            rest = [other for other in cells_of[old] if other != cell]
            count = ways.counted(rest)
            less = _exactly(stars, count)
            for new in {regions[other] for other in _neighbours(n, cell)} - {old}:
                grown = _with(counts[new], has)
                more = _exactly(stars, grown)
                kept = _all([fit for region, fit in enumerate(fits) if region not in (old, new)]) & less & more
                if kept.bit_count() < fewest:
                    hangs = _connected(n, rest) if hangs is None else hangs
                    if not hangs:
                        break
                    fewest, best = kept.bit_count(), (cell, new, count, grown)
        if best is None:
            return False
        cell, new, count, grown = best
        old = regions[cell]
        cells_of[old].remove(cell)
        cells_of[new].append(cell)
        regions[cell], counts[old], counts[new] = new, count, grown
        fits[old], fits[new] = _exactly(stars, count), _exactly(stars, grown)
    return False


def _all(sets: Sequence[int]) -> int:
    """What is in all of some sets of ways."""
    found = -1
    for each in sets:
        found &= each
    return found


def _differing(rng: random.Random, ways: _Placements, alive: int, placed: frozenset[int]) -> list[int]:
    """Cells with a star in another solution that have none in the one that is to stay."""
    lowest = (alive & -alive).bit_length() - 1
    other = ways.rows[lowest] if ways.rows[lowest] != placed else ways.rows[alive.bit_length() - 1]
    cells = sorted(other - placed)
    return rng.sample(cells, len(cells))


def _connected(n: int, cells: Sequence[int]) -> bool:
    """Whether cells hang together, side by side; false of none."""
    left = set(cells)
    stack = [left.pop()] if left else []
    empty = not stack
    while stack:
        for other in _neighbours(n, stack.pop()):
            if other in left:
                left.discard(other)
                stack.append(other)
    return not left and not empty


@cache
def _line(n: int, stars: int) -> tuple[Relation, dict[tuple[int, ...], tuple[tuple[int, int], ...] | None]]:
    """So many stars on a line, none side by side; and what is known to follow."""
    rows = ([int(i in at) for i in range(n)] for at in combinations(range(n), stars))
    return Relation(row for row in rows if (1, 1) not in pairwise(row)), {}


@lru_cache(maxsize=16)
def _apart(n: int) -> Apart:
    around = [
        [r * n + c for r, c in product(range(n), repeat=2) if max(abs(r - row), abs(c - column)) == 1]
        for row, column in product(range(n), repeat=2)
    ]
    return Apart("no touching", around)


def region_name(region: int) -> str:
    """The letter of a region."""
    return chr(ord("A") + region)


def _puzzle(n: int, stars: int, regions: Sequence[Sequence[int]]) -> Puzzle:
    # With one star a line says no more than its number; with two, that they are not side by side.
    def line(name: str, cells: range) -> Rule:
        return Count(name, cells, 1, 1) if stars == 1 else Line(name, cells, *_line(n, stars))

    rules = [line(f"row {i + 1}", range(i * n, i * n + n)) for i in range(n)]
    rules += [line(f"column {i + 1}", range(i, n * n, n)) for i in range(n)]
    for region in range(n):
        cells = [cell for cell in range(n * n) if regions[cell // n][cell % n] == region]
        rules.append(Count(f"region {region_name(region)}", cells, stars, stars))
    rules.append(_apart(n))
    return Puzzle.of([3] * (n * n), rules)


def _draft(
    rng: random.Random, stars: int, solution: Sequence[int], rows: list[list[int]], trace: str, steps: int
) -> Draft:
    n = len(rows)
    rules = _RULES.format(stars="one star" if stars == 1 else "two stars")
    letters = aligned([[region_name(region) for region in row] for row in rows])
    return Draft(
        prompt=phrase(rng, WORDINGS, n=n, rules=rules, puzzle=letters),
        payload={"size": n, "stars": stars, "regions": rows},
        answer=answer_text(solution, n),
        trace=trace,
        canonical=[stars, min(renumbered(image) for image in turns(rows))],
        guess_rate=1 / len(_placements(n, stars).rows),
        difficulty=float(steps),
    )
