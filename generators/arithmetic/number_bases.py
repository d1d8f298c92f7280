"""Number bases: convert between bases from 2 to 36, and add, subtract or multiply in a base.

The letters A to Z are the digits from 10 to 35, as far as the base has them; numbers are positive.

Symmetries: the two numbers of a sum or of a product may change places.

Difficulty: the `kinds` of question, bases from `low` to `high`, and numbers of up to `digits` digits. Proxy: digits
written in the worked solution.
"""

from __future__ import annotations

import random
import re
from collections.abc import Mapping
from typing import Any

from ..base import Draft
from ..readers import bare
from ..wording import phrase
from .schoolbook import digits_written

WORDINGS = (
    "{question}{letters} {form}",
    "{question}\n{form}{letters}",
    "A question about number systems: {question}{letters}\n{form}",
)
KINDS = ("to", "from", "between", "add", "subtract", "multiply")
DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"

MAX_DIGITS = 60


def generate(rng: random.Random, *, kinds: str, low: int, high: int, digits: int) -> Draft:
    """Make one question.

    Args:
        rng: the task's random source.
        kinds: the kinds to draw from, separated by spaces: ``to`` (from base ten), ``from`` (to base ten),
            ``between`` (two other bases), ``add``, ``subtract``, ``multiply``.
        low: the smallest base, 2 to 36.
        high: the largest base, at least `low` and, if it is to be between bases, above it; at most 36.
        digits: the most digits of a number in its base, 3 to 60.

    Raises:
        ValueError: if a parameter is out of its range.
    """
    names = kinds.split()
    if not names or not set(names) <= set(KINDS):
        raise ValueError(f"kinds must be some of {' '.join(KINDS)}, not {kinds!r}")
    bases = [base for base in range(low, high + 1) if base != 10]
    if not 2 <= low <= high <= 36 or len(bases) < 2:
        raise ValueError(
            f"need 2 <= low < high <= 36 with two bases other than ten, not low {low}, high {high}"
        )
    if not 3 <= digits <= MAX_DIGITS:
        raise ValueError(f"need 3 <= digits <= {MAX_DIGITS}, not {digits}")
    kind = rng.choice(names)
    base, other = rng.sample(bases, 2)
    a = _number(rng, base, digits)
    lines: list[str] = []
    problem: dict[str, Any] = {"kind": kind, "base": base}
    if kind in ("add", "subtract", "multiply"):
        b = _number(rng, base, digits)
        if kind == "subtract":
            a, b = max(a, b), min(a, b)
        value = a + b if kind == "add" else a - b if kind == "subtract" else a * b
        x, y, target = numeral(a, base), numeral(b, base), base
        problem |= {"a": x, "b": y, "to": base}
        question = _operation(rng, kind, x, y, base)
        lines = _columns(kind, x, y, base) if kind != "multiply" else _via_ten(x, y, a, b, base)
        key = [kind, base, *(sorted([x, y]) if kind != "subtract" else [x, y])]
    else:
        source, target = {"to": (10, base), "from": (base, 10), "between": (base, other)}[kind]
        value, given = a, numeral(a, source)
        problem |= {"base": source, "a": given, "to": target}
        question = rng.choice(
            (
                f"Write the number {given} (base {source}) in base {target}.",
                f"Convert {given} from base {source} to base {target}.",
            )
        )
        lines = (_into_ten(given, source) if source != 10 else []) + (
            _out_of_ten(a, target) if target != 10 else []
        )
        key = [source, given, target]
    answer = numeral(value, target)
    trace = "\n".join(lines)
    most = max(problem["base"], target)
    letters = ""
    if most > 10:
        letters = (
            " (The letter A is the digit 10.)"
            if most == 11
            else (f" (The letters A to {DIGITS[most - 1]} are the digits 10 to {most - 1}.)")
        )
    return Draft(
        prompt=phrase(
            rng,
            WORDINGS,
            question=question,
            letters=letters,
            form=f"Give the result in base {target}, digits only.",
        ),
        payload={
            "problem": problem,
            "gold": {"text": f"{answer}_{target}", "kind": "base", "base_named": True},
        },
        answer=answer,
        trace=trace,
        canonical=key,
        guess_rate=0.01,
        difficulty=digits_written(trace),
    )


def _number(rng: random.Random, base: int, digits: int) -> int:
    """A number whose count of digits in `base` is at most `digits`, and not much less."""
    count = rng.randint(max(digits * 2 // 3, 2), digits)
    return rng.randrange(base ** (count - 1), base**count)


def numeral(value: int, base: int) -> str:
    """The digits of a number that is not negative."""
    found = ""
    while value:
        value, digit = divmod(value, base)
        found = DIGITS[digit] + found
    return found or "0"


def _operation(rng: random.Random, kind: str, x: str, y: str, base: int) -> str:
    sign = {"add": "+", "subtract": "-", "multiply": "*"}[kind]
    verb = {
        "add": f"Add {x} and {y}",
        "subtract": f"Subtract {y} from {x}",
        "multiply": f"Multiply {x} by {y}",
    }[kind]
    return rng.choice(
        (f"Both numbers are written in base {base}: what is {x} {sign} {y} ?", f"{verb}, all in base {base}.")
    )


def _into_ten(text: str, base: int) -> list[str]:
    """Digit after digit: what there is times the base, plus the digit."""
    lines, value = [], 0
    for digit in text:
        after = value * base + DIGITS.index(digit)
        lines.append(f"{digit}: {value} * {base} + {DIGITS.index(digit)} = {after}")
        value = after
    return lines


def _out_of_ten(value: int, base: int) -> list[str]:
    """Division by the base again and again; the remainders are the digits, the last one first."""
    lines = []
    while value:
        rest = value % base
        lines.append(
            f"{value} = {value // base} * {base} + {rest}" + (f", digit {DIGITS[rest]}" if base > 10 else "")
        )
        value //= base
    return lines


def _via_ten(x: str, y: str, a: int, b: int, base: int) -> list[str]:
    return [*_into_ten(x, base), *_into_ten(y, base), f"{a} * {b} = {a * b}", *_out_of_ten(a * b, base)]


def _columns(kind: str, x: str, y: str, base: int) -> list[str]:
    """Column by column from the right, with what is carried or borrowed."""
    width = max(len(x), len(y))
    lines, carry = [], 0
    for p, q in zip(reversed(x.zfill(width)), reversed(y.zfill(width)), strict=True):
        i, j = DIGITS.index(p), DIGITS.index(q)
        if kind == "add":
            total = i + j + carry
            split = f"{total // base} * {base} + {total % base}"
            lines.append(f"{i} + {j} + {carry} = {total} = {split}: {DIGITS[total % base]}")
            carry = total // base
        else:
            total = i - j - carry
            more = f", {total} + {base} = {total + base}" if total < 0 else ""
            lines.append(f"{i} - {j} - {carry} = {total}{more}: {DIGITS[total % base]}")
            carry = int(total < 0)
    if carry:
        lines.append(f"carry {carry}: {carry}")
    return lines


_NUMERAL = re.compile(r"[0-9A-Za-z]+")


def accepts(payload: Mapping[str, Any], answer: str) -> bool:
    """A second check of a bare answer: Python's `int` reads all numbers, and they are compared as integers."""
    text = bare(answer)
    problem = payload["problem"]
    try:
        value = int(text, problem["to"]) if _NUMERAL.fullmatch(text) else -1
    except ValueError:
        return False
    right = int(problem["a"], problem["base"])
    if "b" in problem:
        b = int(problem["b"], problem["base"])
        right = (
            right + b if problem["kind"] == "add" else right - b if problem["kind"] == "subtract" else right * b
        )
    return value == right
