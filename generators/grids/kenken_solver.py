"""Kenken a second time: the numbers of a cage are used up one by one until nothing of its result is left."""

from __future__ import annotations

from collections.abc import Mapping

from ..base import Json
from .square_answers import square


def confirms(payload: Mapping[str, Json], answer: str) -> bool:
    """Whether a bare answer is a filled Latin square whose cages come out right."""
    n = payload["size"]
    cells = square(answer, n)
    if cells is None or sorted(set(cells)) != list(range(1, n + 1)):
        return False
    placed = {
        (kind, at, number)
        for i, number in enumerate(cells)
        for kind, at in (("row", i // n), ("column", i % n))
    }
    return len(placed) == 2 * n * n and all(
        any(_comes_out([cells[cell] for cell in cage], result, sign) for sign in (operation or "+-*/"))
        for cage, result, operation in payload["cages"]
    )


def _comes_out(numbers: list[int], result: int, sign: str) -> bool:
    if len(numbers) == 1:
        return numbers == [result]
    if sign in "-/":
        # a - b = c is a = b + c, and a / b = c is a = b * c: the result is one more number of the smaller side.
        return len(numbers) == 2 and any(
            _comes_out([small, result], large, "+" if sign == "-" else "*")
            for small, large in (numbers, numbers[::-1])
        )
    for number in numbers:
        if sign == "+":
            result -= number
        else:
            result, rest = divmod(result, number)
            if rest:
                return False
    return result == (0 if sign == "+" else 1)
