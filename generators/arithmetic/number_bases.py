"""Number bases: convert between bases from 2 to 36, and add, subtract or multiply in a base.

The letters A to Z are the digits from 10 to 35, as far as the base has them; numbers are positive. Kinds: ``to`` (from
base ten), ``from`` (to base ten), ``between`` (two other bases), ``add``, ``subtract``, ``multiply``; and
``negative`` (an integer in a negative base), which no level draws and the option ``kinds`` asks for.

Symmetries: the two numbers of a sum or of a product may change places.

Difficulty: the `kinds` of question, bases from `low` to `high`, and numbers of up to `digits` digits. Proxy: digits
written in the worked solution.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from functools import partial

from ..base import Json
from ..family import Family, Question, as_stated
from ..limits import Whole

WORDINGS = (
    "{question}{letters} {form}",
    "{question}\n{form}{letters}",
    "A question about number systems: {question}{letters}\n{form}",
)
DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_OPERATIONS: dict[str, tuple[str, str, Callable[[int, int], int]]] = {
    "add": ("+", "Add {x} and {y}", int.__add__),
    "subtract": ("-", "Subtract {y} from {x}", int.__sub__),
    "multiply": ("*", "Multiply {x} by {y}", int.__mul__),
}


def _bases(low: int, high: int) -> list[int]:
    return [base for base in range(low, high + 1) if base != 10]


def _converted(kind: str, rng: random.Random, *, low: int, high: int, digits: int) -> Question:
    base, other = rng.sample(_bases(low, high), 2)
    value = _number(rng, base, digits)
    source, target = {"to": (10, base), "from": (base, 10), "between": (base, other)}[kind]
    given = numeral(value, source)
    question = rng.choice(
        (
            f"Write the number {given} (base {source}) in base {target}.",
            f"Convert {given} from base {source} to base {target}.",
        )
    )
    lines = (_into_ten(given, source) if source != 10 else []) + (
        _out_of_ten(value, target) if target != 10 else []
    )
    facts = {"base": source, "a": given, "to": target}
    return _question(question, facts, value, lines, [source, given, target])


def _computed(kind: str, rng: random.Random, *, low: int, high: int, digits: int) -> Question:
    base, _ = rng.sample(_bases(low, high), 2)
    a, b = _number(rng, base, digits), _number(rng, base, digits)
    if kind == "subtract":
        a, b = max(a, b), min(a, b)
    x, y = numeral(a, base), numeral(b, base)
    sign, verb, operation = _OPERATIONS[kind]
    question = rng.choice(
        (
            f"Both numbers are written in base {base}: what is {x} {sign} {y} ?",
            f"{verb.format(x=x, y=y)}, all in base {base}.",
        )
    )
    lines = _columns(kind, x, y, base) if kind != "multiply" else _via_ten(x, y, a, b, base)
    key = [kind, base, *([x, y] if kind == "subtract" else sorted([x, y]))]
    return _question(question, {"base": base, "a": x, "b": y, "to": base}, operation(a, b), lines, key)


def _negative(rng: random.Random, *, low: int, high: int, digits: int) -> Question:
    base = rng.choice(_bases(low, high))
    value = _number(rng, base, digits) * rng.choice((1, -1))
    question = rng.choice(
        (
            f"Write the number {value} (base 10) in base -{base}, a negative base.",
            f"Convert {value} from base 10 to base -{base}. The base is negative.",
        )
    )
    question += f" Its digits are 0 to {base - 1}, and their places are worth 1, -{base}, {base**2} and so on."
    lines, left, written = [], value, ""
    while left:
        digit = left % base
        after = (left - digit) // -base
        lines.append(f"{left} = {after} * (-{base}) + {digit}")
        left, written = after, DIGITS[digit] + written
    gold = {
        "text": f"{written}_{base}",
        "kind": "base",
        "base_named": True,
    }  # a numeral in a negative base is unique: digits are compared
    fields = {
        "question": question,
        "letters": _letters(base),
        "form": f"Give the result in base -{base}, digits only, without a sign.",
    }
    return Question(
        fields,
        {"base": 10, "a": str(value), "to": -base},
        written,
        lines,
        gold,
        [value, -base],
        guess_rate=0.01,
    )


def _question(
    question: str, facts: Mapping[str, Json], value: int, lines: list[str], key: Sequence[Json]
) -> Question:
    target = int(facts["to"])
    letters = _letters(max(int(facts["base"]), target))
    answer = numeral(value, target)
    return Question(
        {"question": question, "letters": letters, "form": f"Give the result in base {target}, digits only."},
        facts,
        answer,
        lines,
        {"text": f"{answer}_{target}", "kind": "base", "base_named": True},
        canonical=key,
        guess_rate=0.01,
    )


def _letters(most: int) -> str:
    """What letters mean in bases up to `most`."""
    if most <= 10:
        return ""
    if most == 11:
        return " (The letter A is the digit 10.)"
    return f" (The letters A to {DIGITS[most - 1]} are the digits 10 to {most - 1}.)"


def _relation(low: int, high: int, **_: object) -> str:
    return "" if len(_bases(low, high)) > 1 else f"low {low}, high {high}: two bases other than ten are needed"


generate = Family(
    {kind: partial(_converted, kind) for kind in ("to", "from", "between")}
    | {kind: partial(_computed, kind) for kind in _OPERATIONS}
    | {"negative": _negative},
    WORDINGS,
    {
        "low": Whole(2, 36, "the smallest base"),
        "high": Whole(2, 36, "the largest base"),
        "digits": Whole(3, 60, "the most digits of a number in its base"),
    },
    relation=_relation,
    canonical=as_stated,
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
