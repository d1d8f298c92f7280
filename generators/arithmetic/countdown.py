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
from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from math import comb, factorial, log10
from typing import Any, NamedTuple

from ..base import Draft, GenerationError
from ..wording import phrase
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

MAX_COUNT = 8
MAX_NUMBER = 1000
TRIES = 4000


class _Part(NamedTuple):
    value: int
    text: str
    rank: int  # of its last operator; 3 for a number


def generate(
    rng: random.Random, *, count: int, largest: int, target: int, operators: str, least: int, use_all: bool
) -> Draft:
    """Make one list of numbers and a target that they can make.

    Args:
        rng: the task's random source.
        count: how many numbers, 2 to 8.
        largest: the largest number, 2 to 1,000.
        target: the largest target, at least 1.
        operators: the operators allowed, of ``+ - * /``, with ``+`` or ``-`` among them.
        least: operations that a solution needs at least, 1 to 5, less than `count`; not looked at with `use_all`.
        use_all: whether every number must be used; a solution then has `count` - 1 operations.

    Raises:
        ValueError: if a parameter is out of its range.
        GenerationError: if no such target was found.
    """
    if not (2 <= count <= MAX_COUNT and 2 <= largest <= MAX_NUMBER and target >= 1 and 1 <= least < count):
        raise ValueError(
            f"need 2 <= count <= {MAX_COUNT}, 2 <= largest <= {MAX_NUMBER}, target >= 1 and "
            f"1 <= least < count; got {count}, {largest}, {target}, {least}"
        )
    if not set(operators) <= set(_RANKS) or not set(operators) & set("+-"):
        raise ValueError(f"operators must be of + - * / and hold + or -, not {operators!r}")
    if least > MAX_OPERATIONS + 1 and not use_all:
        raise ValueError(f"least is proved by search up to {MAX_OPERATIONS + 1}; take use_all for more")
    numbers: list[int] = []
    reach = Reach(numbers, operators)
    for attempt in range(TRIES):
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
        return Draft(
            prompt=phrase(
                rng,
                WORDINGS,
                target=solution.value,
                numbers=", ".join(map(str, numbers)),
                use=_ALL if use_all else _AT_MOST,
                signs=_signs(operators),
                example=f"(3{operators[0]}1){operators[-1]}2",
            ),
            payload={
                "numbers": numbers,
                "target": solution.value,
                "operators": operators,
                "use_all": use_all,
            },
            answer=solution.text,
            trace="\n".join(steps),
            canonical=[sorted(numbers), solution.value, "".join(sorted(operators)), use_all],
            # Expressions made blindly, of the numbers that are needed, hit such a target at most this often.
            guess_rate=min(0.5, 1.5 / len(operators) ** operations),
            difficulty=round(log10(_expressions(count, operations + 1, len(operators))), 3),
        )
    raise GenerationError(
        f"no target up to {target} needs {least} operations on {count} numbers up to {largest}; "
        "lower 'least' or raise 'target' or 'largest'"
    )


def _signs(operators: str) -> str:
    names = [sign for sign in "+-*/" if sign in operators]
    listed = " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
    exact = " Division is exact: intermediate results may be fractions." if "/" in operators else ""
    return f"Use only {listed}, each between two operands, and parentheses.{exact}"


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


def accepts(payload: Mapping[str, Any], answer: str) -> bool:
    """A second check of a bare answer: a shunting yard on fractions, after a look at the tokens' order."""
    target = payload["target"]
    answer = answer.strip().removesuffix(".")
    left, equals, right = answer.partition("=")
    if equals:
        sides = [side for side, other in ((left, right), (right, left)) if other.strip() == str(target)]
        if not sides:
            return False
        answer = sides[0]
    tokens = _words(answer)
    if not tokens:
        return False
    used = [int(token) for token in tokens if token.isdigit()]
    given = Counter(payload["numbers"])
    if (Counter(used) != given) if payload["use_all"] else (Counter(used) - given):
        return False
    if any(token in _RANKS and token not in payload["operators"] for token in tokens):
        return False
    return bool(_evaluate(tokens) == target)


def _words(text: str) -> list[str]:
    """The tokens of an expression, or [] if their order is not that of one."""
    if len(text) > 4096:
        return []
    for sign in "+-*/()":
        text = text.replace(sign, f" {sign} ")
    tokens = text.split()
    depth, operand_next = 0, True
    for token in tokens:
        if token == "(" and operand_next:
            depth += 1
        elif token == ")" and not operand_next and depth:
            depth -= 1
        elif token in _RANKS and not operand_next:
            operand_next = True
        elif (
            operand_next
            and token.isascii()
            and token.isdigit()
            and len(token) < 30
            and str(int(token)) == token
        ):
            operand_next = False
        else:
            return []
    return [] if depth or operand_next else tokens


def _evaluate(tokens: list[str]) -> Fraction | None:
    values: list[Fraction | None] = []
    waiting: list[str] = []

    def apply() -> None:
        operator, b, a = waiting.pop(), values.pop(), values.pop()
        if a is None or b is None or (operator == "/" and b == 0):
            values.append(None)
        elif operator == "/":
            values.append(a / b)
        else:
            values.append({"+": a + b, "-": a - b, "*": a * b}[operator])

    for token in tokens:
        if token == "(":
            waiting.append(token)
        elif token == ")":
            while waiting[-1] != "(":
                apply()
            waiting.pop()
        elif token in _RANKS:
            while waiting and waiting[-1] != "(" and _RANKS[waiting[-1]] >= _RANKS[token]:
                apply()
            waiting.append(token)
        else:
            values.append(Fraction(int(token)))
    while waiting:
        apply()
    return values[0]
