"""Modular arithmetic: sums, products, powers and towers of powers modulo m, and division modulo m.

The answer is the one integer from 0 to m - 1 that is congruent to the value, or that solves a * x = b modulo m
(where a has an inverse, so that there is exactly one). Kinds: ``chain`` (sums, differences and products), ``power``,
``mixed`` (a chain with powers), ``tower`` (a power whose exponent is a power), ``inverse`` (a * x = 1), ``quotient``
(a * x = a chain).

Symmetries: none; the expression as printed is the problem.

Difficulty: the `kinds` of question, `terms` of the longer expressions, numbers up to `largest`, moduli up to
`modulus` and exponents up to `exponent`. Proxy: digits written in the worked solution.
"""

from __future__ import annotations

import random
import re
from functools import partial
from math import gcd

from ..family import Family, Question, as_stated
from ..limits import Whole

WORDINGS = (
    "{question} {form}",
    "A problem in arithmetic modulo {modulus}.\n{question}\n{form}",
    "{form}\n\n{question}",
)
KINDS = ("chain", "power", "mixed", "tower", "inverse", "quotient")


def _question(
    kind: str, rng: random.Random, *, terms: int, largest: int, modulus: int, exponent: int
) -> Question:
    m = rng.randint(max(modulus // 3, 5), modulus)
    for _ in range(20):
        lines: list[str] = []
        left, expression = _drawn(rng, kind, m, terms, largest, exponent)
        value = _value(expression, m, lines)
        if left > 1:
            inverse = _inverse(left, m, lines)
            lines.append(f"x: {_reduced(f'{inverse} * {value}', inverse * value, m)}")
            value = inverse * value % m
        if value > 1 or rng.random() < 0.3:
            break  # products and powers are 0 and 1 more often than chance has it
    if left > 1:
        question = rng.choice(
            (
                f"Find the integer x with {left} * x = {expression} (mod {m}).",
                f"Which x solves the congruence {left} * x = {expression} modulo {m} ?",
            )
        )
    else:
        question = rng.choice(
            (f"Compute {expression} modulo {m}.", f"What is the remainder of {expression} on division by {m} ?")
        )
    if "^" in expression:
        question += " (The sign ^ means: to the power of.)"
    facts = {"left": left, "expression": expression, "modulus": m}
    return Question(
        {"question": question, "modulus": m, "form": f"Give the integer from 0 to {m - 1} in digits."},
        facts,
        str(value),
        lines,
        {"kind": "integer", "digits": True},
        canonical=facts,
        guess_rate=min(3 / m, 0.5),
    )


generate = Family(
    {kind: partial(_question, kind) for kind in KINDS},
    WORDINGS,
    {
        "terms": Whole(2, 20, "numbers of a chain"),
        "largest": Whole(20, 10**12, "the largest number"),
        "modulus": Whole(10, 10**12, "the largest modulus"),
        "exponent": Whole(4, 10**12, "the largest exponent"),
    },
    canonical=as_stated,
    kind_in_facts=False,
)


def _drawn(rng: random.Random, kind: str, m: int, terms: int, largest: int, exponent: int) -> tuple[int, str]:
    """The factor before x, or 1, and the expression."""
    if kind in ("power", "tower"):
        base = _unit(rng, m, largest)
        if kind == "power":
            return 1, f"{base}^{rng.randint(max(exponent // 4, 2), exponent)}"
        return 1, f"{base}^({rng.randint(2, 20)}^{rng.randint(3, 9)})"
    if kind == "inverse":
        return _unit(rng, m, largest), "1"
    expression = _chain(rng, terms, largest, exponent if kind == "mixed" else 0)
    return _unit(rng, m, largest) if kind == "quotient" else 1, expression


def _unit(rng: random.Random, m: int, largest: int) -> int:
    """A number above 1 that has an inverse modulo `m` and is not 1 there, if there is one."""
    for _ in range(1000):
        a = rng.randint(2, max(largest, 6))
        if gcd(a, m) == 1 and a % m not in (1, m - 1):
            return a
    return m + 1  # every modulus has this one; not reached for the parameters allowed


def _chain(rng: random.Random, terms: int, largest: int, exponent: int) -> str:
    text = ""
    for i in range(terms):
        if i:
            text += rng.choice((" + ", " - ", " * ", " * "))
        text += str(rng.randint(2, largest))
        if exponent and rng.random() < 0.6:
            text += f"^{rng.randint(2, exponent)}"
    return text


def _reduced(shown: str, value: int, m: int) -> str:
    """``shown = value = q * m + r``, as far as it says something new."""
    parts = [shown] if shown == str(value) else [shown, str(value)]
    if not 0 <= value < m:
        parts.append(f"{value // m} * {m} + {value % m}")
    return " = ".join(parts)


def _value(expression: str, m: int, lines: list[str]) -> int:
    """The value modulo `m`: numbers are reduced, powers taken by squaring, and terms added from left to right."""
    total, sign = 0, "+"
    for at, piece in enumerate(re.split(r" ([-+]) ", expression)):
        if at % 2:
            sign = piece
            continue
        product = 1
        for place, factor in enumerate(piece.split(" * ")):
            found = _factor(factor, m, lines)
            if place:
                lines.append(_reduced(f"{product} * {found}", product * found, m))
            product = product * found % m
        if at:
            after = total + product if sign == "+" else total - product
            lines.append(_reduced(f"{total} {sign} {product}", after, m))
            total = after % m
        else:
            total = product
    return total


def _factor(text: str, m: int, lines: list[str]) -> int:
    numbers = [int(part) for part in re.findall("[0-9]+", text)]
    base = numbers[0] % m
    if numbers[0] >= m:
        lines.append(_reduced(str(numbers[0]), numbers[0], m))
    if len(numbers) == 1:
        return base
    if len(numbers) == 2:
        return _power(base, numbers[1], m, lines)
    for step in range(numbers[2]):  # a^(b^c) is a to the power b, c times over
        lines.append(f"power {numbers[1]}, time {step + 1}:")
        base = _power(base, numbers[1], m, lines)
    return base


def _power(base: int, exponent: int, m: int, lines: list[str]) -> int:
    """Square and multiply, from the first binary digit of the exponent to the last."""
    digits = f"{exponent:b}"
    lines.append(f"{base}^{exponent}, exponent in binary {digits}")
    value = base
    for digit in digits[1:]:
        lines.append(_reduced(f"{value} * {value}", value * value, m))
        value = value * value % m
        if digit == "1":
            lines.append(_reduced(f"{value} * {base}", value * base, m))
            value = value * base % m
    return value


def _inverse(a: int, m: int, lines: list[str]) -> int:
    """The inverse of `a`: each remainder of Euclid's algorithm as a multiple of `a`."""
    if a >= m:
        lines.append(_reduced(str(a), a, m))
    first, second, s, t = m, a % m, 0, 1
    while second > 1:
        times = first // second
        lines.append(
            f"{first} = {times} * {second} + {first % second}; {s} - {times} * {_signed(t)} = {s - times * t}"
        )
        first, second, s, t = second, first % second, t, s - times * t
    lines.append(f"inverse: {_reduced(str(t), t, m)}")
    return t % m


def _signed(value: int) -> str:
    return f"({value})" if value < 0 else str(value)
