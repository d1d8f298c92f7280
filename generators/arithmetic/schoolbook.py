"""The schoolbook methods on whole numbers, one line for each step, for the worked solutions of this family."""

from __future__ import annotations

from fractions import Fraction

from ..decimal_texts import decimal_text


def addition(a: int, b: int) -> list[str]:
    """Column by column from the right: digit + digit + carry, what is written and what is carried."""
    lines, carry, first, second = [], 0, str(a), str(b)
    width = max(len(first), len(second))
    for x, y in zip(reversed(first.zfill(width)), reversed(second.zfill(width)), strict=True):
        total = int(x) + int(y) + carry
        lines.append(f"{x} + {y} + {carry} = {total}, write {total % 10}, carry {total // 10}")
        carry = total // 10
    if carry:
        lines.append(f"write {carry}")
    return lines


def subtraction(a: int, b: int) -> list[str]:
    """Column by column from the right for a >= b: digit - digit - borrowed, with ten more where needed."""
    lines, borrowed, width = [], 0, len(str(a))
    for x, y in zip(reversed(str(a)), reversed(str(b).zfill(width)), strict=True):
        more = int(x) - int(y) - borrowed < 0
        top = int(x) + 10 * more
        lines.append(f"{top} - {y} - {borrowed} = {top - int(y) - borrowed}, borrow {int(more)}")
        borrowed = int(more)
    return lines


def multiplication(a: int, b: int) -> list[str]:
    """One partial product for each digit of `b` from the right, and the running sum of them."""
    lines: list[str] = []
    total = 0
    for place, digit in enumerate(reversed(str(b))):
        if digit == "0":
            continue
        factor = int(digit) * 10**place
        part = a * factor
        lines.append(f"{factor} * {a} = {part}" + (f"; {total} + {part} = {total + part}" if total else ""))
        total += part
    return lines


def division(a: int, b: int) -> list[str]:
    """Long division: one digit of `a` after the other is brought down, and a digit of the quotient written."""
    lines: list[str] = []
    rest = 0
    for digit in str(a):
        current = 10 * rest + int(digit)
        times, rest = divmod(current, b)
        if times or lines:
            lines.append(f"{current} = {times} * {b} + {rest}")
    return lines


def number_text(value: Fraction) -> str:
    """`value` as an integer or a short decimal number if it is one, else as a fraction in lowest terms."""
    if value.denominator == 1:
        return str(value.numerator)
    try:
        text = decimal_text(value)
    except ValueError:
        return str(value)
    return text if len(text) <= 40 else str(value)
