"""Long arithmetic: add, subtract, multiply or divide whole numbers of many digits.

Sums, differences (never negative), products, and divisions with remainder, of two positive whole numbers; the
answer of a division is its quotient and its remainder.

Symmetries: the two numbers of a sum or of a product may change places.

Difficulty: one of the `operations` on a number of `digits` digits; the other number of a product or a quotient
has `second` digits, that of a sum or a difference about as many as the first. Proxy: digits written in the
worked solution.
"""

from __future__ import annotations

import random

from ..family import Family, Question, as_stated
from ..limits import Signs, Whole
from .schoolbook import addition, division, multiplication, subtraction

WORDINGS = (
    "Compute {expression} exactly. {form}",
    "What is {expression} ?\n{form}",
    "{expression}\n\nWork this out by hand, digit by digit. {form}",
    "Here is a calculation with whole numbers: {expression}\n{form}",
)
_INTEGER = "The result is a whole number: give it in digits."
_DIVISION = (
    "Divide with remainder: give the quotient and the remainder as whole numbers in the form Q remainder R, "
    "for example: 5 remainder 2"
)


def _question(rng: random.Random, *, operations: str, digits: int, second: int) -> Question:
    operation = rng.choice(operations)
    a = _number(rng, digits)
    if operation in "+-":
        b = _number(rng, rng.randint(digits - 1, digits))
        if operation == "-":
            a, b = max(a, b), min(a, b)
    else:
        b = max(_number(rng, second), 2)
    lines, answer = _solved(operation, a, b)
    pair = [str(a), str(b)]
    return Question(
        {"expression": f"{a} {operation} {b}", "form": _DIVISION if operation == "/" else _INTEGER},
        {"operation": operation, "a": str(a), "b": str(b)},
        answer,
        lines,
        gold=None,
        canonical=[operation, *(sorted(pair) if operation in "+*" else pair)],
        guess_rate=2 / 10 ** (digits - 1),
    )


def _relation(digits: int, second: int, **_: object) -> str:
    return "" if second <= digits else f"second must be at most digits, not {second} and {digits}"


generate = Family(
    _question,
    WORDINGS,
    {
        "operations": Signs("+-*/", "the operations to draw from"),
        "digits": Whole(2, 200, "digits of the first number"),
        "second": Whole(1, 200, "digits of the second factor or of the divisor"),
    },
    relation=_relation,
    canonical=as_stated,
)


def _number(rng: random.Random, digits: int) -> int:
    return rng.randrange(10 ** (digits - 1), 10**digits)


def _solved(operation: str, a: int, b: int) -> tuple[list[str], str]:
    """The worked solution and the answer."""
    if operation == "+":
        return [*addition(a, b), f"{a} + {b} = {a + b}"], str(a + b)
    if operation == "-":
        return [*subtraction(a, b), f"{a} - {b} = {a - b}"], str(a - b)
    if operation == "*":
        return [*multiplication(a, b), f"{a} * {b} = {a * b}"], str(a * b)
    quotient, rest = divmod(a, b)
    return [*division(a, b), f"{a} = {quotient} * {b} + {rest}"], f"{quotient} remainder {rest}"
