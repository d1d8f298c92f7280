"""Matrix rearrangement: a matrix of digits is turned, mirrored, moved, sorted, cut and changed, step by step.

Kinds: ``chain`` (the matrix after all steps), ``before`` (the matrix that was there before them), ``repeat`` (after
the steps were made many times over), ``pool`` (each block becomes its largest, smallest, middle or mean number),
``listed`` (the numbers along a spiral, a snake or the diagonals).

Difficulty: `size`, the number of rows, give or take one; `steps`. Proxy: cells, once for each step.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from itertools import chain

from ..base import Json
from ..family import Family, Question
from ..in_order import in_order
from ..limits import Whole

Matrix = list[list[int]]
Step = list[Json]

_COUNTED = "Rows are counted from 1 at the top, columns from 1 at the left."
_IN_BRACKETS = "rows are counted from 1 at the top, columns from 1 at the left"
_ROWS = "Write it row by row, one row on a line, the numbers separated by spaces."
WORDINGS: Mapping[str, tuple[str, ...]] = {
    "chain": (
        f"This is done to a matrix of digits, one step after the other. {_COUNTED}\n{{steps}}\n\nThe matrix:\n"
        f"{{matrix}}\n\nWhat is the matrix in the end? {_ROWS}",
        f"{{matrix}}\n\nChange the matrix above in these steps, each of which begins with what the one before has "
        f"left. {_COUNTED}\n{{steps}}\n\nGive the last matrix. {_ROWS}",
        f"Start:\n{{matrix}}\n\nSteps, to be made in this order ({_IN_BRACKETS}):\n{{steps}}\n\n"
        f"Give the matrix that comes out. {_ROWS}",
    ),
    "before": (
        f"These steps were done to a matrix of digits, one after the other. {_COUNTED}\n{{steps}}\n\nThen it was:\n"
        f"{{matrix}}\n\nWhat was the matrix before all steps? {_ROWS}",
        f"{{matrix}}\n\nThe matrix above is what these steps, in this order, have made of another one. {_COUNTED}\n"
        f"{{steps}}\n\nGive the other one, with which they began. {_ROWS}",
        f"End:\n{{matrix}}\n\nSteps that led there, in this order ({_IN_BRACKETS}):\n{{steps}}\n\n"
        f"Undo them and give the matrix at the start. {_ROWS}",
    ),
    "repeat": (
        f"One round consists of these steps, one after the other. {_COUNTED}\n{{steps}}\n\nThe matrix:\n{{matrix}}\n\n"
        f"What is the matrix after {{times}} rounds? {_ROWS}",
        f"{{matrix}}\n\nThe matrix above goes through {{times}} equal rounds. In each, these steps are made in this "
        f"order. {_COUNTED}\n{{steps}}\n\nGive the matrix after the last round. {_ROWS}",
        f"Start:\n{{matrix}}\n\nA round ({_IN_BRACKETS}):\n{{steps}}\n\nGive the matrix after "
        f"{{times}} rounds; rounds come one after the other. {_ROWS}",
    ),
    "pool": (
        f"Divide this matrix into blocks of {{high}} by {{wide}} (rows by columns), and write the {{what}} of each "
        f"block in its place, which makes a smaller matrix:\n{{matrix}}\n\n{_ROWS}",
        f"{{matrix}}\n\nReplace each block of {{high}} by {{wide}} (rows by columns) of this matrix by the {{what}} of "
        f"the block. Blocks lie side by side, without gaps and overlaps. Give the small matrix. {_ROWS}",
        f"Pooling: of each block of {{high}} by {{wide}} (rows by columns) only the {{what}} stays, and blocks do not "
        f"overlap. Give what becomes of\n{{matrix}}\n\n{_ROWS}",
    ),
    "listed": (
        "List all numbers of this matrix in this order: {order}.\n{matrix}\n\nWrite them on one line, separated by "
        "spaces.",
        "{matrix}\n\nRead the matrix above in the following order: {order}. Write down all its numbers on one line, "
        "with spaces between them.",
        "Which sequence of numbers comes out if a matrix is read in this order: {order}? Separate the numbers by "
        "spaces.\n\n{matrix}",
    ),
}
POOLS: Mapping[str, Callable[[Sequence[int]], int]] = {
    "largest number": max,
    "smallest number": min,
    "median": lambda block: sorted(block)[len(block) // 2],
    "mean": lambda block: sum(block) // len(block),
}
CORNERS = ("upper left", "upper right", "lower right", "lower left")
PERMUTES = (
    "turn",
    "transpose",
    "anti",
    "flip",
    "down",
    "right",
    "swap rows",
    "swap columns",
    "border",
    "snake",
)
"""Steps that move numbers and lose none; with ``add`` they can be undone."""
ALL = (*PERMUTES, "add", "sort rows", "sort columns", "drop row", "drop column", "replace", "cut", "twice")
_MOST_CELLS = 144


def turned(m: Matrix) -> Matrix:
    """The matrix after a quarter turn clockwise."""
    return [list(row) for row in zip(*m[::-1], strict=True)]


def _border(m: Matrix) -> list[tuple[int, int]]:
    """The cells of the border, clockwise from the upper left corner."""
    high, wide = len(m), len(m[0])
    top = [(0, c) for c in range(wide)] + [(r, wide - 1) for r in range(1, high)]
    return top + [(high - 1, c) for c in range(wide - 2, -1, -1)] + [(r, 0) for r in range(high - 2, 0, -1)]


def _moved(m: Matrix, by: int) -> Matrix:
    """The matrix with the numbers of its border moved along it, clockwise."""
    new, ring = [list(row) for row in m], _border(m)
    for place, (r, c) in enumerate(ring):
        to = ring[(place + by) % len(ring)]
        new[to[0]][to[1]] = m[r][c]
    return new


def _swapped(m: Matrix, a: int, b: int) -> Matrix:
    new = list(m)
    new[a - 1], new[b - 1] = new[b - 1], new[a - 1]
    return new


def transposed(m: Matrix) -> Matrix:
    """Rows as columns."""
    return [list(row) for row in zip(*m, strict=True)]


def changed(m: Matrix, step: Step) -> Matrix:
    """The matrix after one step."""
    name, *by = step
    steps: Mapping[str, Callable[..., Matrix]] = {
        "turn": lambda quarters: [m, turned(m), turned(turned(m)), turned(turned(turned(m)))][quarters],
        "transpose": lambda: transposed(m),
        "anti": lambda: turned(turned(transposed(m))),
        "flip": lambda way: [row[::-1] for row in m] if way == "left" else m[::-1],
        "down": lambda k: m[-k:] + m[:-k],
        "right": lambda k: [row[-k:] + row[:-k] for row in m],
        "swap rows": lambda a, b: _swapped(m, a, b),
        "swap columns": lambda a, b: transposed(_swapped(transposed(m), a, b)),
        "border": lambda k: _moved(m, k),
        "snake": lambda: [row[::-1] if n % 2 else row for n, row in enumerate(m)],
        "add": lambda k: [[(x + k) % 10 for x in row] for row in m],
        "sort rows": lambda down: [sorted(row, reverse=down) for row in m],
        "sort columns": lambda down: transposed([sorted(row, reverse=down) for row in transposed(m)]),
        "drop row": lambda k: m[: k - 1] + m[k:],
        "drop column": lambda k: [row[: k - 1] + row[k:] for row in m],
        "replace": lambda old, new: [[new if x == old else x for x in row] for row in m],
        "cut": lambda a, b: m[a - 1 : b],
        "twice": lambda k: m[:k] + m[k - 1 :],
    }
    return steps[name](*by)


def _drawn(rng: random.Random, name: str, m: Matrix) -> Step | None:
    """A step of this name that such a matrix can have."""
    high, wide = len(m), len(m[0])
    way = rng.random() < 0.5
    if (name in ("drop row", "cut", "twice") and high < 3) or (name == "drop column" and wide < 3):
        return None
    draws: Mapping[str, Callable[[], Step]] = {
        "turn": lambda: [rng.randint(1, 3)],
        "flip": lambda: ["left" if way else "up"],
        "down": lambda: [rng.randint(1, high - 1)],
        "right": lambda: [rng.randint(1, wide - 1)],
        "swap rows": lambda: sorted(rng.sample(range(1, high + 1), 2)),
        "swap columns": lambda: sorted(rng.sample(range(1, wide + 1), 2)),
        "border": lambda: [rng.randint(1, 3)],
        "add": lambda: [rng.randint(1, 9)],
        "sort rows": lambda: [way],
        "sort columns": lambda: [way],
        "drop row": lambda: [rng.randint(1, high)],
        "drop column": lambda: [rng.randint(1, wide)],
        "replace": lambda: [rng.choice(sorted(set(chain.from_iterable(m)))), rng.randint(0, 9)],
        "cut": lambda: [1, high - 1] if way else [2, high],
        "twice": lambda: [rng.randint(1, high)],
    }
    return [name, *draws.get(name, list)()]


def told(step: Step) -> str:
    """A step in words."""
    name, *by = step
    if name == "turn":
        quarters = ("90 degrees clockwise", "180 degrees", "90 degrees counterclockwise")
        return f"Turn the matrix by {quarters[by[0] - 1]}."
    if name == "flip":
        if by[0] == "left":
            return "Mirror the matrix from left to right, so that its first column becomes its last one."
        return "Mirror the matrix upside down, so that its first row becomes its last one."
    if name in ("sort rows", "sort columns"):
        order = "largest" if by[0] else "smallest"
        line, end = ("row", "left") if name == "sort rows" else ("column", "top")
        return f"Sort the numbers within each {line}, the {order} to the {end}."
    if name == "cut":
        return "Remove the last row." if by[0] == 1 else "Remove the first row."
    says: Mapping[str, str] = {
        "transpose": "Transpose the matrix: its first row becomes its first column, the second row the second column, "
        "and so on.",
        "anti": "Mirror the matrix along the diagonal from its lower left to its upper right corner.",
        "down": "Move all rows down by {0}; what leaves at the bottom comes in again at the top, in the same order.",
        "right": "Move all columns to the right by {0}; what leaves at the right comes in again at the left, in the "
        "same order.",
        "swap rows": "Exchange rows {0} and {1}.",
        "swap columns": "Exchange columns {0} and {1}.",
        "border": "Move each number of the border by {0} along the border, clockwise; the rest stays.",
        "snake": "Reverse the order of the numbers in rows 2, 4, 6 and so on.",
        "add": "Add {0} to each number and keep the last digit of the sum.",
        "drop row": "Remove row {0}.",
        "drop column": "Remove column {0}.",
        "replace": "Replace each {0} by {1}.",
        "twice": "Write a copy of row {0} directly below it.",
    }
    return says[name].format(*by)


def shown(m: Matrix) -> str:
    """The matrix as prompts and answers write it."""
    return "\n".join(" ".join(map(str, row)) for row in m)


def _random(rng: random.Random, size: int) -> Matrix:
    high, wide = (max(2, size + rng.randint(-1, 1)) for _ in range(2))
    return [[rng.randint(0, 9) for _ in range(wide)] for _ in range(high)]


def _chosen(
    rng: random.Random, m: Matrix, steps: int, names: Sequence[str]
) -> list[tuple[Step, Matrix]] | None:
    """Steps that each change the matrix, no name twice in a row, with the matrix after each."""
    made: list[tuple[Step, Matrix]] = []
    for _ in range(20 * steps):
        now = made[-1][1] if made else m
        name = rng.choice([name for name in names if not made or name != made[-1][0][0]])
        step = _drawn(rng, name, now)
        if step is not None and (new := changed(now, step)) != now and len(new) * len(new[0]) <= _MOST_CELLS:
            made.append((step, new))
        if len(made) == steps:
            return made
    return None


def _worked(made: Sequence[tuple[Step, Matrix]]) -> list[str]:
    return [f"{n}. {shown(m).replace(chr(10), ' / ')}" for n, (_, m) in enumerate(made, 1)]


def _steps(steps: Sequence[Step]) -> str:
    return "\n".join(f"{n}. {told(step)}" for n, step in enumerate(steps, 1))


def _question(
    facts: dict[str, Json], fields: Mapping[str, object], end: Matrix, lines: Sequence[str], work: float
) -> Question | None:
    numbers = list(map(str, chain.from_iterable(end)))
    if f" {' '.join(numbers)} " in f" {' '.join(map(str, chain.from_iterable(facts['matrix'])))} ":
        return None  # the prompt shows it, maybe as some of its rows
    width = 0 if facts["kind"] == "listed" else len(end[0])
    return Question(
        {"matrix": shown(facts["matrix"]), **fields},
        in_order(facts, numbers, signs="0123456789", width=width),
        shown(end),
        lines,
        gold=None,
        canonical=facts,
        guess_rate=0.001,
        difficulty=work,
    )


def _chain(rng: random.Random, *, size: int, steps: int) -> Question | None:
    m = _random(rng, size)
    made = _chosen(rng, m, steps, ALL)
    if made is None or made[-1][1] == m or len(made[-1][1]) < 2 or len(made[-1][1][0]) < 2:
        return None
    facts: dict[str, Json] = {"kind": "chain", "matrix": m, "steps": [step for step, _ in made]}
    cells = sum(len(each) * len(each[0]) for _, each in made)
    return _question(facts, {"steps": _steps(facts["steps"])}, made[-1][1], _worked(made), float(cells))


def _before(rng: random.Random, *, size: int, steps: int) -> Question | None:
    m = _random(rng, size)
    made = _chosen(rng, m, steps, (*PERMUTES, "add"))
    if made is None or made[-1][1] == m:
        return None
    facts: dict[str, Json] = {"kind": "before", "matrix": made[-1][1], "steps": [step for step, _ in made]}
    back = [*(each for _, each in made[-2::-1]), m]
    lines = [f"before step {steps - n}: {shown(each).replace(chr(10), ' / ')}" for n, each in enumerate(back)]
    work = 1.3 * steps * len(m) * len(m[0])
    return _question(facts, {"steps": _steps(facts["steps"])}, m, lines, work)


def _repeat(rng: random.Random, *, size: int, steps: int) -> Question | None:
    side = max(2, size + rng.randint(-1, 0))
    m = [[rng.randint(0, 9) for _ in range(side)] for _ in range(side)]
    made = _chosen(rng, m, min(steps, 4), (*PERMUTES, "add"))
    if made is None:
        return None
    round_ = [step for step, _ in made]
    states = [m]
    while (new := _after(states[-1], round_)) != m:
        states.append(new)
        if len(states) > 24:
            return None
    times = rng.randint(100, 9999)
    period, rest = len(states), times % len(states)
    if period < 3 or rest in (0, 1):
        return None
    facts: dict[str, Json] = {"kind": "repeat", "matrix": m, "steps": round_, "times": times}
    lines = [f"after {n}: {shown(each).replace(chr(10), ' / ')}" for n, each in enumerate(states[1:], 1)]
    lines += [
        f"after {period} rounds the first matrix is back",
        f"{times} = {times // period} * {period} + {rest}",
    ]
    fields = {"steps": _steps(round_), "times": f"{times:,}"}
    return _question(facts, fields, states[rest], lines, 2.0 * side * side * (len(round_) + 1))


def _after(m: Matrix, steps: Sequence[Step]) -> Matrix:
    for step in steps:
        m = changed(m, step)
    return m


def _pool(rng: random.Random, *, size: int, steps: int) -> Question | None:
    what = rng.choice(sorted(POOLS))
    high, wide = rng.choice(
        ((3, 1), (1, 3), (3, 3)) if what == "median" else ((2, 2), (2, 3), (3, 2), (1, 2), (2, 1))
    )
    down, across = max(2, size // 2 + steps // 4), max(2, (size + 1) // 2 + steps // 4)
    m = [[rng.randint(0, 9) for _ in range(wide * across)] for _ in range(high * down)]
    end: Matrix = [[0] * across for _ in range(down)]
    lines = []
    for r in range(down):
        for c in range(across):
            block = [m[high * r + i][wide * c + j] for i in range(high) for j in range(wide)]
            if what == "mean" and (over := sum(block) % len(block)):
                if block[-1] < over:
                    return None
                block[-1] -= over
                m[high * r + high - 1][wide * c + wide - 1] = block[-1]
            end[r][c] = POOLS[what](block)
            lines.append(f"block {r + 1}, {c + 1}: {' '.join(map(str, block))} gives {end[r][c]}")
    facts: dict[str, Json] = {"kind": "pool", "matrix": m, "high": high, "wide": wide, "what": what}
    return _question(
        facts, {"high": high, "wide": wide, "what": what}, end, lines, float(high * wide * down * across)
    )


def spiral(m: Matrix, corner: int, clockwise: bool) -> list[int]:
    """The numbers along a spiral inwards, from a corner (in the order of `CORNERS`)."""
    for _ in range((4 - corner) % 4):
        m = turned(m)
    if not clockwise:
        m = transposed(m)
    found = []
    while m:
        found += m[0]
        m = turned(turned(turned(m[1:])))
    return found


def _listed(rng: random.Random, *, size: int, steps: int) -> Question | None:
    m = _random(rng, size + steps // 3)
    sort = rng.choice(("spiral", "spiral", "outwards", "snake", "diagonals"))
    corner, clockwise = rng.randrange(4), rng.random() < 0.5
    way = "clockwise" if clockwise else "counterclockwise"
    if sort in ("spiral", "outwards"):
        numbers = spiral(m, corner, clockwise)
        order = f"along a spiral that begins in the {CORNERS[corner]} corner and runs inwards {way}"
        if sort == "outwards":
            numbers = numbers[::-1]
            order += ", but from its inner end to its outer end"
    elif sort == "snake":
        numbers = [x for n, row in enumerate(transposed(m)) for x in (row[::-1] if n % 2 else row)]
        order = (
            "column by column from the left, the first downwards, the second upwards, the third down, and so on"
        )
    else:
        high, wide = len(m), len(m[0])
        places = sorted((r + c, r, c) for r in range(high) for c in range(wide))
        numbers = [m[r][c] for _, r, c in places]
        order = (
            "along the diagonals that run from upper right to lower left, each in this direction, beginning with the "
            "one that has only the upper left corner"
        )
    facts: dict[str, Json] = {"kind": "listed", "matrix": m, "order": [sort, corner, clockwise]}
    lines = [
        f"{len(m)} * {len(m[0])} = {len(numbers)} numbers",
        f"the first three: {' '.join(map(str, numbers[:3]))}",
    ]
    return _question(facts, {"order": order}, [numbers], lines, float(1.5 * len(numbers)))


generate = Family(
    {"chain": _chain, "before": _before, "repeat": _repeat, "pool": _pool, "listed": _listed},
    WORDINGS,
    {"size": Whole(2, 10, "rows, give or take one"), "steps": Whole(1, 12, "steps that are made")},
    kind_in_facts=False,
    advice="change 'size' or 'steps'",
)
