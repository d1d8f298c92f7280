"""Linear equations: one unknown, or a system with as many equations as unknowns.

The equations have integer coefficients, may have unknowns on both sides and terms in brackets, and have exactly
one solution (the elimination that the worked solution shows finds a pivot for every unknown). The values of the
unknowns are integers or fractions, all different.

Symmetries: renaming the unknowns, the order of the equations, their sides exchanged, the order of terms.

Difficulty: number of `unknowns`; size of coefficients (`largest`) and of solutions (`value`); the largest
`denominator` of a solution; `both_sides`, unknowns on both sides; `depth`, brackets nested so deep. Proxy: digit
operations of multiplying out and eliminating.
"""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import pairwise

from ..base import Json
from ..english import listed
from ..family import Family, Question, as_stated
from ..limits import Flag, Whole
from .elimination import Row, SingularError, eliminate, row_text
from .linear_terms import Side, canonical, collected, opened, scaled, text_of, value_of, work_of

WORDINGS = (
    "Solve for {names}:\n{equations}\n\n{form}",
    "Find {names} exactly, given that\n{equations}\n\n{form}",
    "{equations}\n\nFor which {names} does this hold? {form}",
)
_NAMES = "xyzabcdkmnpqrstuvw"
TRIES = 200


def _system(
    rng: random.Random,
    *,
    unknowns: int,
    largest: int,
    value: int,
    denominator: int,
    both_sides: bool,
    depth: int,
) -> Question | None:
    names = sorted(rng.sample(_NAMES, unknowns), key=_NAMES.index)
    for _ in range(TRIES):  # with the same names
        solution = _solution(rng, unknowns, value, denominator)
        equations = [_equation(rng, solution, largest, both_sides, depth) for _ in range(unknowns)]
        rows = [_row(left, right, unknowns) for left, right in equations]
        try:
            found, lines, steps = eliminate(rows, names)
        except SingularError:
            continue
        assert found == solution
        break
    else:
        return None
    times = rng.choice(("", "*"))
    labels = [f"({i}) " for i in range(1, unknowns + 1)] if unknowns > 1 else [""]
    shown = [
        label + line
        for label, equation, row in zip(labels, equations, rows, strict=True)
        for line in _collecting(equation, row, names)
    ]
    work = sum(work_of(left) + work_of(right) for left, right in equations)
    printed = [
        label + _equation_text(pair, names, times) for label, pair in zip(labels, equations, strict=True)
    ]
    return Question(
        {"names": listed(names), "equations": "\n".join(printed), "form": _form(names)},
        {"unknowns": names, "rows": rows},
        ", ".join(f"{n} = {v}" for n, v in zip(names, solution, strict=True)),
        [*shown, *lines],
        gold=None,
        canonical=_canonical(equations, solution),
        guess_rate=_guess_rate(unknowns, value, denominator),
        difficulty=work + steps,
    )


generate = Family(
    _system,
    WORDINGS,
    {
        "unknowns": Whole(1, 8, "unknowns, and as many equations"),
        "largest": Whole(2, 10_000, "the largest coefficient before fractions are cleared"),
        "value": Whole(1, 10_000, "the largest size of an unknown"),
        "denominator": Whole(1, 20, "the largest denominator of an unknown"),
        "both_sides": Flag("whether unknowns may stand on both sides"),
        "depth": Whole(0, 4, "how deep brackets are nested"),
    },
    relation=lambda unknowns, value, **_: (
        f"value {value} leaves too few values for {unknowns} unknowns" if value < unknowns else ""
    ),
    canonical=as_stated,
    tries=1,  # the maker tries again by itself
    advice="raise 'largest'",
)


def _form(names: list[str]) -> str:
    example = ", ".join(f"{n} = {v}" for n, v in zip(names, ("...",) * len(names), strict=True))
    each = "as an integer or an exact fraction such as -3/4"
    return f"Give the answer in the form {example}, {'the value' if len(names) == 1 else 'each value'} {each}."


def _guess_rate(unknowns: int, value: int, denominator: int) -> float:
    values = 2 * value + 1 if denominator == 1 else 2 * value * denominator
    rate: float = 1.0 / values**unknowns
    return rate


def _solution(rng: random.Random, unknowns: int, value: int, denominator: int) -> list[Fraction]:
    """Different values; with a denominator allowed, most of them are fractions."""
    values: dict[Fraction, None] = {}
    while len(values) < unknowns:
        bottom = rng.randint(1, denominator) if denominator > 1 else 1
        values[Fraction(rng.randint(-value * bottom, value * bottom), bottom)] = None
    return list(values)


def _equation(
    rng: random.Random, solution: list[Fraction], largest: int, both_sides: bool, depth: int
) -> tuple[Side, Side]:
    """Two sides that are equal at the solution."""
    everyone = list(range(len(solution)))
    kept = [i for i in everyone if len(everyone) < 3 or rng.random() < 0.8] or [rng.choice(everyone)]
    left = _terms(rng, kept, largest, depth)
    right: Side = []
    if both_sides:
        right = _terms(rng, rng.sample(everyone, rng.randint(1, min(2, len(everyone)))), largest, depth)
    if len(everyone) == 1 and not depth:
        left.append((_nonzero(rng, 8 * largest), None))
        rng.shuffle(left)
    missing = value_of(left, solution) - value_of(right, solution)
    if missing.denominator > 1:  # so that all numbers shown are whole
        left, right = scaled(left, missing.denominator), scaled(right, missing.denominator)
    if missing or not right:
        right.append((missing.numerator, None))
    return (right, left) if both_sides and rng.random() < 0.5 else (left, right)


def _terms(rng: random.Random, unknowns: list[int], largest: int, depth: int) -> Side:
    """A term for each unknown; the last of them goes into brackets if `depth` allows."""
    side: Side = [(_nonzero(rng, largest), i) for i in unknowns]
    rng.shuffle(side)
    if depth:
        inner = [(_nonzero(rng, largest), None), *_terms(rng, unknowns[-2:], largest, depth - 1)]
        rng.shuffle(inner)
        side[-1] = (rng.choice((-1, 1)) * rng.randint(2, max(2, min(9, largest))), inner)
    return side


def _nonzero(rng: random.Random, largest: int) -> int:
    return rng.choice((-1, 1)) * rng.randint(1, largest)


def _row(left: Side, right: Side, unknowns: int) -> Row:
    """The coefficients with all unknowns on the left, and the number on the right."""
    row = [0] * (unknowns + 1)
    for factor, what in (*collected(left), *scaled(collected(right), -1)):
        row[unknowns if what is None else what] += factor
    row[-1] = -row[-1]
    return row


def _equation_text(equation: tuple[Side, Side], names: list[str], times: str) -> str:
    return " = ".join(text_of(side, names, times) for side in equation)


def _collecting(equation: tuple[Side, Side], row: Row, names: list[str]) -> list[str]:
    """The lines from an equation as written to its row: brackets multiplied out, terms joined, sides changed."""
    stages = [equation]
    while any(isinstance(what, list) for side in stages[-1] for _, what in side):
        stages.append((opened(stages[-1][0]), opened(stages[-1][1])))
    stages.append((collected(equation[0]), collected(equation[1])))
    lines = [_equation_text(stage, names, "") for stage in stages]
    lines.append(row_text(row, names))
    return [line for before, line in pairwise(lines) if line != before]


def _canonical(equations: list[tuple[Side, Side]], solution: list[Fraction]) -> Json:
    order = sorted(solution)
    ranks = [order.index(value) for value in solution]  # values differ, so ranks do not depend on names
    return sorted((sorted((canonical(a, ranks), canonical(b, ranks)), key=str) for a, b in equations), key=str)
