"""Checks an answer about a linear equation in integers against the equation itself.

Where a solution is asked for, every integer solution is right: ``x = 3, y = -4``, ``(3, -4)`` or ``3, -4``, and
``no solution`` if there is none. Where one number is asked for, it is worked out here from the greatest common
divisor (least positive x, number of solutions, largest amount that cannot be paid).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import gcd
from typing import Any

from ..answers import normal_signs, plain, read_integer
from ..answers.assignments import read_assignments
from ..base import Verdict, correct, unparsable, wrong

MAX_CHARS = 2000
NAMES = "xyz"
_NONE = re.compile(
    r"none|(?:(?:there (?:is|are)|(?:it|the equation|this equation) has) )?no (?:integer |integral )?solutions?"
    r"(?: (?:exists?|in (?:the )?integers))?|\\(?:emptyset|varnothing)|\u2205",
    re.IGNORECASE,
)
_OTHER = re.compile(r"[a-wyzA-WYZ]\s*=")
_BETWEEN = r"(?:\s*[,;]\s*(?:and\s+)?|\s+(?:and\s+)?)"
_VALUE = r"[+-]?[0-9]{1,400}"
_LISTED = re.compile(rf"{_VALUE}(?:{_BETWEEN}{_VALUE})*")


def verify(payload: Mapping[str, Any], answer: str) -> Verdict:
    """Score `answer` to the problem of `payload`."""
    if len(answer) > MAX_CHARS:
        return unparsable("The answer is too long.")
    problem = payload["problem"]
    if problem["kind"] != "any":
        if _OTHER.match(plain(answer)):
            return unparsable("Give one integer.")
        value = read_integer(answer, units=payload.get("units", ()))
        if value is None:
            return unparsable("Give one integer.")
        return correct() if value == _value(problem) else wrong()
    coefficients: list[int] = problem["coefficients"]
    total: int = problem["total"]
    text = normal_signs(plain(answer))
    if _NONE.fullmatch(text):
        return wrong("There is a solution.") if total % gcd(*coefficients) == 0 else correct()
    values = _read(answer, len(coefficients))
    if values is None:
        names = ", ".join(f"{name} = ..." for name in NAMES[: len(coefficients)])
        return unparsable(f"Give integers in the form {names}, or: no solution.")
    made = sum(a * value for a, value in zip(coefficients, values, strict=True))
    return correct() if made == total else wrong("These values do not satisfy the equation.")


def accepted_forms(answer: str) -> list[str]:
    """Other forms of a right answer."""
    forms = [f" {answer}.\n", answer.replace("-", "\u2212")]
    values = re.findall("[xyz] = (-?[0-9]+)", answer)
    if answer == "no solution":
        return [*forms, "No solution", "There are no integer solutions.", "none"]
    if values:
        bare = ", ".join(values)
        names = ", ".join(NAMES[: len(values)])
        forms += [
            bare,
            f"({bare})",
            f"[{bare}]",
            f"({names}) = ({bare})",
            answer.replace(" ", ""),
            f"${answer}$",
        ]
        forms += [" and ".join(reversed(answer.split(", "))), answer.replace(", ", "\n"), " ".join(values)]
    return forms


def _read(answer: str, count: int) -> list[int] | None:
    """The values of the first `count` unknowns that an answer states, by name or in order; None for anything else."""
    names = NAMES[:count]
    text = normal_signs(plain(answer))
    if "/" in text or "frac" in text or text.startswith(("((", "[[")):
        return None
    if len(text) > 1 and text[0] + text[-1] in ("()", "[]"):
        text = text[1:-1].strip()
    if _LISTED.fullmatch(text):  # also without commas
        values = [int(value) for value in re.findall(_VALUE, text)]
        return values if len(values) == count else None
    pairs = read_assignments(answer, names, tuples=True)
    if pairs is None or sorted(name for name, _ in pairs) != list(names):
        return None
    if any(value.denominator != 1 for _, value in pairs):
        return None
    return [int(value) for _, value in sorted(pairs)]


def _value(problem: Mapping[str, Any]) -> int:
    """The number asked for."""
    numbers: tuple[int, ...] = tuple(problem["coefficients"])
    if problem["kind"] == "frobenius":
        return _largest_gap(numbers)
    total: int = problem["total"]
    if problem["kind"] == "least":
        a, b = numbers
        g = gcd(a, b)
        period = abs(b) // g
        inverse: int = pow(a // g, -1, period)
        return total // g * inverse % period or period
    least = 1 if problem["positive"] else 0
    return _ways(numbers, total - least * sum(numbers))


def _ways(coins: Sequence[int], total: int) -> int:
    """In how many ways coins of positive worth make `total`, the first coin's number running through a residue."""
    if total < 0:
        return 0
    if len(coins) == 2:
        a, b = coins
        g = gcd(a, b)
        if total % g:
            return 0
        a, b, total = a // g, b // g, total // g
        first = total * pow(a, -1, b) % b
        return (total // a - first) // b + 1 if first <= total // a else 0
    return sum(_ways(coins[:-1], total - used) for used in range(0, total + 1, coins[-1]))


@lru_cache(maxsize=1024)
def _largest_gap(coins: tuple[int, ...]) -> int:
    """The largest amount that coins without a common divisor cannot make: least sums by residue of the first."""
    modulus, *steps = coins
    least = [0] + [-1] * (modulus - 1)
    for step in steps:
        for start in range(gcd(step, modulus)):
            at = start
            for _ in range(2 * (modulus // gcd(step, modulus))):  # round the cycle twice: once from its least
                after = (at + step) % modulus
                if least[at] >= 0 and (least[after] < 0 or least[at] + step < least[after]):
                    least[after] = least[at] + step
                at = after
    return max(least) - modulus
