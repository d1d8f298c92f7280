"""Word systems: a story whose facts are linear equations with one solution, in positive whole numbers.

Heads and legs, coins, tickets, alloys, interest, journeys, baskets, steady rates, ages now and later, collections,
perimeters, and boats in a current. The solution is drawn first, and the facts are true of it; there are as many
as unknowns, none of them can be left out, and no unknown is told outright.

Symmetries: the order of the facts and of the unknowns, names, and remarks without bearing do not matter; the kind
of story does.

Difficulty: `unknowns`, their `largest` value (in hundreds for alloys and accounts), and `distractors`, remarks with
numbers that have no bearing. Proxy: digit operations of eliminating the other unknowns, and one per remark.
"""

from __future__ import annotations

import random
from itertools import permutations
from math import gcd
from typing import Any

from ..asked import units_of
from ..family import INTEGER, Family, Question, as_stated
from ..limits import Whole
from .settings import REMARKS
from .system_stories import System, draw

WORDINGS = (
    "{story}\n\n{question} The answer is a whole number.",
    "Here is a problem about {place}.\n\n{story}\n\nQuestion: {question}\nGive a whole number.",
    "{question} This is what is known about {place}, and it is enough:\n{story}\n"
    "Answer with a whole number in digits.",
)

LETTERS = "xyzuv"


def _story(rng: random.Random, *, unknowns: int, largest: int, distractors: int) -> Question | None:
    system = draw(rng, unknowns, largest)
    if len(system.facts) != unknowns:
        return None
    rng.shuffle(system.facts)
    asked = rng.randrange(unknowns)
    solved = _eliminate(system, asked)
    if solved is None:
        return None
    lines, work = solved
    told = [text for _, _, text in system.facts]
    for remark in rng.sample(REMARKS, distractors):
        text = remark.format(n=rng.randint(3, 60), place="the town hall")
        told.insert(rng.randint(0, len(told)), text)
    story = " ".join(filter(None, [system.intro, *told]))
    equations = [[row, right] for row, right, _ in system.facts]
    question = system.questions[asked]
    return Question(
        {"story": story, "question": question, "place": system.place},
        {"kind": system.kind, "equations": equations, "ask": LETTERS[asked]},
        str(system.values[asked]),
        lines,
        {**INTEGER, "units": units_of(question)},
        [system.kind, _canonical(equations, asked)],
        min(0.12, 1.7 * system.step / max(system.values)),  # measured, rounded up
        work + distractors,
    )


def _canonical(equations: list[Any], asked: int) -> list[Any]:
    """The equations under the order of unknowns (the asked one first) and of rows that comes first."""
    others = [i for i in range(len(equations)) if i != asked]
    orders = ([asked, *order] for order in permutations(others))
    return min(sorted([[row[i] for i in order], right] for row, right in equations) for order in orders)


def _eliminate(system: System, asked: int) -> tuple[list[str], int] | None:
    """Eliminate all other unknowns.

    Returns:
        The lines of the computation and the digit operations it takes; None if the equations do not determine the
        asked unknown, or do so without one of them.
    """
    letters = LETTERS
    rows = [(list(row), right) for row, right, _ in system.facts]
    lines = [f"{letter}: {name}" for letter, name in zip(letters, system.unknowns, strict=False)]
    lines += [f"({n}) {_written(row, right, letters)}" for n, (row, right) in enumerate(rows, 1)]
    waiting = list(range(len(rows)))
    used, work, number = 0, 0, len(rows)
    labels = {n: n + 1 for n in waiting}
    for unknown in [i for i in range(len(rows)) if i != asked]:
        holding = [n for n in waiting if rows[n][0][unknown]]
        if not holding:
            return None
        pivot = min(holding, key=lambda n: (sum(map(bool, rows[n][0])), abs(rows[n][0][unknown]), n))
        waiting.remove(pivot)
        used += 1
        for n in holding:
            if n == pivot:
                continue
            (upper, upper_right), (lower, lower_right) = rows[pivot], rows[n]
            common = gcd(upper[unknown], lower[unknown])
            up, low = lower[unknown] // common, upper[unknown] // common
            if low < 0:
                up, low = -up, -low
            row = [low * b - up * a for a, b in zip(upper, lower, strict=True)]
            right = low * lower_right - up * upper_right
            work += sum(
                len(str(abs(low * b))) + len(str(abs(up * a))) for a, b in zip(upper, lower, strict=True)
            )
            work += len(str(abs(low * lower_right))) + len(str(abs(up * upper_right)))
            divisor = gcd(*row, right)
            if not any(row):
                return None
            sign = -1 if next(c for c in row if c) < 0 else 1
            rows[n] = ([sign * c // divisor for c in row], sign * right // divisor)
            number += 1
            first = f"{low}*({labels[n]})" if low != 1 else f"({labels[n]})"
            second = f"{abs(up)}*({labels[pivot]})" if abs(up) != 1 else f"({labels[pivot]})"
            made = _written(row, right, letters)
            short = _written(*rows[n], letters)
            lines.append(
                f"({number}) {first} {'-' if up > 0 else '+'} {second}: {made}"
                + (f", {short}" if short != made else "")
            )
            labels[n] = number
    row, right = rows[waiting[0]]
    if sum(map(bool, row)) != 1 or not _all_used(system, asked):
        return None
    if not lines[-1].endswith(f"{letters[asked]} = {right}"):
        lines.append(f"{letters[asked]} = {right}")
    return lines, work


def _all_used(system: System, asked: int) -> bool:
    """Whether the asked unknown changes with the right side of every equation, by Cramer's rule."""
    rows = [row for row, _, _ in system.facts]
    others = [i for i in range(len(rows)) if i != asked]
    return all(
        _determinant([[row[i] for i in others] for k, row in enumerate(rows) if k != out])
        for out in range(len(rows))
    )


def _determinant(matrix: list[list[int]]) -> int:
    """By Bareiss' elimination, which stays in whole numbers."""
    matrix, sign, last = [list(row) for row in matrix], 1, 1
    for i in range(len(matrix)):
        swap = next((r for r in range(i, len(matrix)) if matrix[r][i]), None)
        if swap is None:
            return 0
        if swap != i:
            matrix[i], matrix[swap], sign = matrix[swap], matrix[i], -sign
        for r in range(i + 1, len(matrix)):
            for c in range(i + 1, len(matrix)):
                matrix[r][c] = (matrix[r][c] * matrix[i][i] - matrix[r][i] * matrix[i][c]) // last
        last = matrix[i][i]
    return sign * last


def _written(row: list[int], right: int, letters: str) -> str:
    """An equation as text: ``2*x - y = 5``."""
    terms = ""
    for c, letter in zip(row, letters, strict=False):
        if c:
            sign = ("-" if c < 0 else "") if not terms else (" - " if c < 0 else " + ")
            terms += sign + (letter if abs(c) == 1 else f"{abs(c)}*{letter}")
    return f"{terms} = {right}"


generate = Family(
    _story,
    WORDINGS,
    {
        "unknowns": Whole(2, len(LETTERS), "how many unknowns and equations"),
        "largest": Whole(8, 1000, "about the largest value of an unknown"),
        "distractors": Whole(0, 6, "how many remarks without bearing"),
    },
    units=True,
    canonical=as_stated,
    tries=300,
    advice="raise 'largest'",
)
