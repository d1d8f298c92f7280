"""How the solvers of this family read a bare answer: the numbers of a square, row by row."""

from __future__ import annotations

import re

from ..readers import bare

_SQUARE = re.compile(r"[0-9 \n]+")
_SIGNED = re.compile(r"\s*-?[0-9]+(?:[ \n]+-?[0-9]+)*\s*")


def square(answer: str, n: int, *, one_digit: bool | None = None, signed: bool = False) -> list[int] | None:
    """The n * n numbers of a square, which stands in n lines or in one; None for any other text.

    Spaces are between the numbers; where each has one digit, by default up to side 9, they may be left out. If
    `signed`, numbers may be negative.
    """
    if one_digit is None:
        one_digit = n <= 9
    text = bare(answer)
    if not (_SIGNED if signed else _SQUARE).fullmatch(text):
        return None
    lines = [line.split() for line in text.split("\n") if line.strip()]
    if one_digit:
        lines = [list("".join(words)) for words in lines]
    if [len(line) for line in lines] not in ([n] * n, [n * n]) or any(
        len(w.lstrip("-")) > 2 for line in lines for w in line
    ):
        return None
    return [int(word) for line in lines for word in line]
