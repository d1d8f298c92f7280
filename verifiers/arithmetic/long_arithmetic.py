"""Checks a sum, a difference, a product, or a quotient with its remainder, of long whole numbers.

The calculation is done here again from the two numbers. An integer is read in digits (thousands by commas); a
division must name both numbers, as in ``5 remainder 2``, ``5 R 2``, ``quotient 5, remainder 2``, ``(5, 2)`` or
``5; 2``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from ..answers import normal_signs, plain, read_integer
from ..answers.numbers import MAX_DIGITS
from ..answers.signs import ungrouped
from ..answers.wrapping import without_text_commands
from ..base import Verdict, correct, unparsable, wrong

_PAIR = re.compile(
    r"(?:quotient\s*[:=]?\s*)?([0-9,+-]*[0-9])(?:\s*,?\s*(?:remainder|rem|r)\s*[:=]?\s*|\s*;\s*|\s*,\s+)([0-9,+-]*[0-9])",
    re.IGNORECASE,
)


def verify(payload: Mapping[str, Any], answer: str) -> Verdict:
    """Score `answer`."""
    if len(answer) > MAX_DIGITS:
        return unparsable("The answer is too long.")
    text = plain(without_text_commands(normal_signs(plain(answer))))
    text = ungrouped(text, commas=False, spaces=False)
    a, b, operation = int(payload["a"]), int(payload["b"]), payload["operation"]
    if operation == "/":
        pair = _read_pair(text)
        if pair is None:
            return unparsable("Give quotient and remainder, for example: 5 remainder 2")
        return correct() if pair == divmod(a, b) else wrong()
    value = read_integer(text)
    if value is None:
        return unparsable("Give one whole number in digits.")
    right = a + b if operation == "+" else a - b if operation == "-" else a * b
    return correct() if value == right else wrong()


def _read_pair(text: str) -> tuple[int, int] | None:
    """Quotient and remainder, else None."""
    match = _PAIR.fullmatch(text.removeprefix("(").removesuffix(")"))
    quotient, rest = map(read_integer, match.groups()) if match else (None, None)
    return None if quotient is None or rest is None else (quotient, rest)


def accepted_forms(answer: str) -> list[str]:
    """Other forms of a right answer."""
    if " remainder " not in answer:
        return [f" {answer}\n", f"{answer}.", f"{int(answer):,}", f"+{answer}"]
    quotient, rest = answer.split(" remainder ")
    return [
        *(f"{quotient} {word} {rest}" for word in ("R", "r", "rem", "Remainder")),
        f"({quotient}, {rest})",
        f"{quotient}; {rest}",
        f"{quotient}r{rest}",
        f"Quotient: {quotient}, remainder: {rest}",
        f"{int(quotient):,} remainder {rest}.",
    ]
