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
import re
from collections.abc import Mapping
from typing import Any

from ..base import Draft
from ..readers import bare, integer
from ..wording import phrase
from .schoolbook import addition, digits_written, division, multiplication, subtraction

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

MAX_DIGITS = 200


def generate(rng: random.Random, *, operations: str, digits: int, second: int) -> Draft:
    """Make one calculation.

    Args:
        rng: the task's random source.
        operations: the operations to draw from, of ``+ - * /``.
        digits: digits of the first number, 2 to 200.
        second: digits of the second factor or of the divisor, 1 to `digits`.

    Raises:
        ValueError: if a parameter is out of its range.
    """
    if not operations or not set(operations) <= set("+-*/"):
        raise ValueError(f"operations must be some of + - * /, not {operations!r}")
    if not 2 <= digits <= MAX_DIGITS or not 1 <= second <= digits:
        raise ValueError(f"need 2 <= digits <= {MAX_DIGITS} and 1 <= second <= digits, not {digits}, {second}")
    operation = rng.choice(operations)
    a = _number(rng, digits)
    if operation in "+-":
        b = _number(rng, rng.randint(digits - 1, digits))
        if operation == "-":
            a, b = max(a, b), min(a, b)
    else:
        b = max(_number(rng, second), 2)
    lines, answer = _solved(operation, a, b)
    trace = "\n".join(lines)
    return Draft(
        prompt=phrase(
            rng,
            WORDINGS,
            expression=f"{a} {operation} {b}",
            form=_DIVISION if operation == "/" else _INTEGER,
        ),
        payload={"operation": operation, "a": str(a), "b": str(b)},
        answer=answer,
        trace=trace,
        canonical=[operation, *(sorted([str(a), str(b)]) if operation in "+*" else [str(a), str(b)])],
        guess_rate=2 / 10 ** (digits - 1),
        difficulty=digits_written(trace),
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


_PAIR = re.compile(
    r"([0-9,+-]*[0-9])(?:\s*(?:remainder|rem|r)\s*|\s*;\s*|\s*,\s+)([0-9,+-]*[0-9])", re.IGNORECASE
)


def accepts(payload: Mapping[str, Any], answer: str) -> bool:
    """A second check of a bare answer: columns of digits, and multiplying back, in the base 10**6."""
    a, b = _limbs(payload["a"]), _limbs(payload["b"])
    text = bare(answer)
    if payload["operation"] != "/":
        value = integer(text)
        if value is None or value < 0:
            return False
        c = _limbs(str(value))
        if payload["operation"] == "*":
            return _product(a, b) == c
        return _total(a, b) == c if payload["operation"] == "+" else _total(b, c) == a
    match = _PAIR.fullmatch(text.removeprefix("(").removesuffix(")"))
    quotient, rest = (integer(match[1]), integer(match[2])) if match else (None, None)
    if quotient is None or rest is None or quotient < 0 or rest < 0:
        return False
    left = _limbs(str(rest))
    below = (len(left), left[::-1]) < (len(b), b[::-1])
    return below and _total(_product(b, _limbs(str(quotient))), left) == a


def _limbs(digits: str) -> list[int]:
    """Six digits at a time, the lowest first, without leading zeros."""
    limbs = [int(digits[max(end - 6, 0) : end]) for end in range(len(digits), 0, -6)]
    return _carried(limbs)


def _carried(limbs: list[int]) -> list[int]:
    done: list[int] = []
    carry = 0
    for limb in limbs:
        carry, low = divmod(limb + carry, 10**6)
        done.append(low)
    while carry:
        carry, low = divmod(carry, 10**6)
        done.append(low)
    while done and done[-1] == 0:
        done.pop()
    return done


def _total(a: list[int], b: list[int]) -> list[int]:
    size = max(len(a), len(b))
    return _carried([x + y for x, y in zip(a + [0] * (size - len(a)), b + [0] * (size - len(b)), strict=True)])


def _product(a: list[int], b: list[int]) -> list[int]:
    limbs = [0] * (len(a) + len(b))
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            limbs[i + j] += x * y
    return _carried(limbs)
