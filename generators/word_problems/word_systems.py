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

from ..asked import asked, units_of
from ..base import Draft, GenerationError
from ..wording import phrase
from .settings import REMARKS
from .system_stories import System, draw

WORDINGS = (
    "{story}\n\n{question} The answer is a whole number.",
    "Here is a problem about {place}.\n\n{story}\n\nQuestion: {question}\nGive a whole number.",
    "{question} This is what is known about {place}, and it is enough:\n{story}\n"
    "Answer with a whole number in digits.",
)

LETTERS = "xyzuv"
MAX_UNKNOWNS = len(LETTERS)
MAX_LARGEST = 1000
MAX_TRIES = 300


def generate(rng: random.Random, *, unknowns: int, largest: int, distractors: int) -> Draft:
    """Make one story.

    Args:
        rng: the task's random source.
        unknowns: how many unknowns and equations, 2 to 5.
        largest: about the largest value of an unknown, 8 to 1,000.
        distractors: how many remarks without bearing, 0 to 6.

    Raises:
        ValueError: if a parameter is out of its range.
        GenerationError: if no facts determined the unknowns in a bounded number of tries.
    """
    if not (2 <= unknowns <= MAX_UNKNOWNS and 8 <= largest <= MAX_LARGEST and 0 <= distractors <= 6):
        raise ValueError(
            f"need 2 <= unknowns <= {MAX_UNKNOWNS}, 8 <= largest <= {MAX_LARGEST} and 0 <= distractors <= 6; "
            f"got {unknowns}, {largest}, {distractors}"
        )
    for _ in range(MAX_TRIES):
        system = draw(rng, unknowns, largest)
        if len(system.facts) != unknowns:
            continue
        rng.shuffle(system.facts)
        asked = rng.randrange(unknowns)
        solved = _eliminate(system, asked)
        if solved is not None:
            return _draft(rng, system, asked, distractors, *solved)
    raise GenerationError(f"no story with {unknowns} unknowns up to {largest}: raise largest")


def _draft(
    rng: random.Random, system: System, unknown: int, distractors: int, lines: list[str], work: int
) -> Draft:
    told = [text for _, _, text in system.facts]
    for remark in rng.sample(REMARKS, distractors):
        text = remark.format(n=rng.randint(3, 60), place="the town hall")
        told.insert(rng.randint(0, len(told)), text)
    story = " ".join(filter(None, [system.intro, *told]))
    equations = [[row, right] for row, right, _ in system.facts]
    answer = str(system.values[unknown])
    prompt = phrase(rng, WORDINGS, story=story, question=system.questions[unknown], place=system.place)
    units = {"units": units_of(system.questions[unknown])}
    return Draft(
        prompt=prompt,
        payload={
            "problem": {"kind": system.kind, "equations": equations, "ask": LETTERS[unknown]},
            "gold": {"text": answer, "kind": "integer", **asked(prompt), **units},
        },
        answer=answer,
        trace="\n".join(lines),
        canonical=[system.kind, _canonical(equations, unknown)],
        guess_rate=min(0.12, 1.7 * system.step / max(system.values)),  # measured, rounded up
        difficulty=float(work + distractors),
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
