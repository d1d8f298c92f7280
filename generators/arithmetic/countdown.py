"""Countdown: join given numbers by arithmetic so that they make a target.

Each number is used at most once, or, if the task says so, every number exactly once; intermediate results may
be negative or fractions. Every task has a solution by construction; every right expression is accepted.

Symmetries: the order of the numbers.

Difficulty: `count` numbers of up to `largest`, a target of up to `target`, the `operators` allowed, and `least`:
an exact search proves that fewer operations cannot reach the target. `use_all` asks for all numbers instead.
Proxy: log10 of the number of expressions with the fewest operations that can do.

Source: the numbers round of the television games "Le compte est bon" and "Countdown"; the game of 24.
"""

from __future__ import annotations

import random
from math import comb, factorial, log10
from typing import NamedTuple

from ..base import GenerationError
from ..english import listed
from ..family import Family, Question, as_stated
from ..limits import Flag, Signs, Whole
from .reachable import MAX_OPERATIONS, Reach

WORDINGS = (
    "Make {target} from the numbers {numbers}.\n{use} {signs} Give one expression, such as {example}.",
    "Numbers: {numbers}\nTarget: {target}\n\nWrite an expression whose value is the target. {use} {signs} "
    "The form is that of {example}.",
    "Using the numbers {numbers}, write an expression that equals {target}. {use} {signs} "
    "(An expression looks like this: {example}.)",
)
_AT_MOST = "Each number may be used at most once (one that is listed twice, twice); some may be left out."
_ALL = "Use every number exactly once (one that is listed twice, twice)."
_RANKS = {"+": 1, "-": 1, "*": 2, "/": 2}


class _Part(NamedTuple):
    value: int
    text: str
    rank: int  # of its last operator; 3 for a number


def _question(
    rng: random.Random, *, count: int, largest: int, target: int, operators: str, least: int, use_all: bool
) -> Question:
    """Numbers and a target that they can make; GenerationError if no such target is found."""
    numbers: list[int] = []
    reach = Reach(numbers, operators)
    for attempt in range(4000):
        if attempt % 20 == 0:  # several targets share what is known about their numbers
            numbers = [rng.randint(1, largest) for _ in range(count)]
            reach = Reach(numbers, operators)
        used = count if use_all else rng.randint(least + 1, count)
        solution, steps = _build(rng, rng.sample(numbers, used), operators, 10 * target)
        if not 1 <= solution.value <= target or len(steps) != used - 1:
            continue
        if not use_all and reach.within(solution.value, least - 1):
            continue
        operations = count - 1 if use_all else least
        return Question(
            {
                "target": solution.value,
                "numbers": ", ".join(map(str, numbers)),
                "use": _ALL if use_all else _AT_MOST,
                "signs": _signs(operators),
                "example": f"(3{operators[0]}1){operators[-1]}2",
            },
            {"numbers": numbers, "target": solution.value, "operators": operators, "use_all": use_all},
            solution.text,
            steps,
            gold=None,
            canonical=[sorted(numbers), solution.value, "".join(sorted(operators)), use_all],
            # Expressions made blindly, of the numbers that are needed, hit such a target at most this often.
            guess_rate=min(0.5, 1.5 / len(operators) ** operations),
            difficulty=round(log10(_expressions(count, operations + 1, len(operators))), 3),
        )
    raise GenerationError(
        f"no target up to {target} needs {least} operations on {count} numbers up to {largest}; "
        "lower 'least' or raise 'target' or 'largest'"
    )


def _relation(count: int, operators: str, least: int, use_all: bool, **_: object) -> str:
    if not set(operators) & set("+-"):
        return f"operators must hold + or -, not {operators!r}"
    if least >= count:
        return f"least must be less than count, not {least} and {count}"
    if least > MAX_OPERATIONS + 1 and not use_all:
        return f"least is proved by search up to {MAX_OPERATIONS + 1}; take use_all for more"
    return ""


generate = Family(
    _question,
    WORDINGS,
    {
        "count": Whole(2, 8, "how many numbers"),
        "largest": Whole(2, 1000, "the largest number"),
        "target": Whole(1, 10**9, "the largest target"),
        "operators": Signs("+-*/", "the operators allowed, + or - among them"),
        "least": Whole(1, 7, "operations that a solution needs at least; not looked at with use_all"),
        "use_all": Flag("whether every number must be used"),
    },
    relation=_relation,
    canonical=as_stated,
)


def _signs(operators: str) -> str:
    names = listed(sign for sign in "+-*/" if sign in operators)
    exact = " Division is exact: intermediate results may be fractions." if "/" in operators else ""
    return f"Use only {names}, each between two operands, and parentheses.{exact}"


def _expressions(count: int, used: int, operators: int) -> int:
    """Number of expressions with `used` of `count` numbers: choices, orders, bracketings and signs."""
    bracketings = comb(2 * used - 2, used - 1) // used
    signs: int = operators ** (used - 1)
    return comb(count, used) * factorial(used) * bracketings * signs


def _build(rng: random.Random, numbers: list[int], operators: str, limit: int) -> tuple[_Part, list[str]]:
    """Join the numbers two at a time into one expression, by steps that a person would take.

    A step has a positive whole result of at most `limit`, and is not a product or quotient by 1. If there is no
    such step, fewer steps than needed come back.
    """
    parts = [_Part(number, str(number), 3) for number in numbers]
    steps: list[str] = []
    while len(parts) > 1:
        for _ in range(12):
            i, j = rng.sample(range(len(parts)), 2)
            operator = rng.choice(operators)
            joined = _join(parts[i], parts[j], operator)
            if joined is not None and joined.value <= limit:
                steps.append(f"{parts[i].value}{operator}{parts[j].value} = {joined.value}")
                parts = [part for k, part in enumerate(parts) if k not in (i, j)] + [joined]
                break
        else:
            break
    return parts[0], steps


def _join(left: _Part, right: _Part, operator: str) -> _Part | None:
    a, b = left.value, right.value
    if operator == "+":
        value = a + b
    elif operator == "-":
        value = a - b
    elif operator == "*":
        value = 0 if a == 1 or b == 1 else a * b
    else:
        value = 0 if b == 1 or a % b else a // b
    if value < 1:
        return None
    rank = _RANKS[operator]
    first = f"({left.text})" if left.rank < rank else left.text
    # On the right, equal ranks need parentheses behind - and /; behind + and * they are left out.
    tight = right.rank < rank or (right.rank == rank and operator in "-/")
    return _Part(value, f"{first}{operator}{f'({right.text})' if tight else right.text}", rank)
