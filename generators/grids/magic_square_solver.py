"""Magic squares a second time: the lines are cut out of the list of all numbers."""

from __future__ import annotations

from collections.abc import Mapping

from ..base import Json
from .square_answers import square


def confirms(payload: Mapping[str, Json], answer: str) -> bool:
    """Whether a bare answer completes the square so that all rules are kept."""
    n, given = payload["size"], [value for row in payload["givens"] for value in row]
    known = [*payload["numbers"], *(value for value in given if value is not None)]
    cells = square(answer, n, one_digit=min(known) >= 0 and max(known) < 10, signed=min(known) < 0)
    if cells is None or any(a not in (None, b) for a, b in zip(given, cells, strict=True)):
        return False
    if sorted(cells) != sorted(known):
        return False
    total, rest = divmod(sum(cells), n)
    lines = [cells[i : i + n] for i in range(0, n * n, n)] + [cells[i::n] for i in range(n)]
    lines += [cells[:: n + 1], cells[n - 1 : n * n - 1 : n - 1]]
    return rest == 0 and {sum(line) for line in lines} == {total}
