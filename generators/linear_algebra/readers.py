"""Small strict readers of bare answers, for the second checkers of this family. None of them evaluates or raises."""

from __future__ import annotations

import re
from fractions import Fraction

MAX_CHARS = 4096
_NUMBER = re.compile(r"([+-]?)\s*([0-9]{1,400})(?:\s*/\s*([0-9]{1,400})|\.([0-9]{1,400}))?")


def read_rational(text: str) -> Fraction | None:
    """An integer, a fraction or a decimal that is the whole of `text`."""
    match = _NUMBER.fullmatch(text.strip()) if len(text) <= MAX_CHARS else None
    if match is None:
        return None
    sign, whole, bottom, decimals = match.groups()
    if bottom is not None and not int(bottom):
        return None
    value = Fraction(int(whole), int(bottom or 1)) if decimals is None else Fraction(f"{whole}.{decimals}")
    return -value if sign == "-" else value


def read_row(text: str, brackets: str = "[]") -> list[Fraction] | None:
    """``[1, 2/3]``, or the same in other brackets; None if it is none."""
    text = text.strip()
    if len(text) < 2 or text[0] != brackets[0] or text[-1] != brackets[1]:
        return None
    numbers = [read_rational(piece) for piece in text[1:-1].split(",")]
    row = [number for number in numbers if number is not None]
    return row if len(row) == len(numbers) else None


def read_matrix(text: str) -> list[list[Fraction]] | None:
    """``[[1, 2], [3, 4]]``, rows of one length; None if it is none."""
    text = text.strip()
    if len(text) > MAX_CHARS or text[:1] != "[" or text[-1:] != "]":
        return None
    matrix: list[list[Fraction]] = []
    inside = text[1:-1].strip()
    for piece in re.split(r"(?<=\])\s*,(?=\s*\[)", inside):
        row = read_row(piece)
        if row is None or len(row) != len(matrix[0] if matrix else row):
            return None
        matrix.append(row)
    return matrix
