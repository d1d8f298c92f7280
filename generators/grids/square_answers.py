"""How the solvers of this family read a bare answer: the numbers of a square, row by row."""

from __future__ import annotations

import re

from ..readers import bare

_SQUARE = re.compile(r"[0-9 \n]+")


def square(answer: str, n: int) -> list[int] | None:
    """The n * n numbers of a square, which stands in n lines or in one; None for any other text.

    Spaces are between the numbers; up to side 9 they may be left out.
    """
    text = bare(answer)
    if not _SQUARE.fullmatch(text):
        return None
    lines = [line.split() for line in text.split("\n") if line.strip()]
    if n <= 9:
        lines = [list("".join(words)) for words in lines]
    if [len(line) for line in lines] not in ([n] * n, [n * n]) or any(
        len(w) > 2 for line in lines for w in line
    ):
        return None
    return [int(word) for line in lines for word in line]
