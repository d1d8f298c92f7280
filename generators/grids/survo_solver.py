"""Survo a second time: the numbers are taken one by one from the sums of their lines, which must end at nothing."""

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
    rows, columns = list(payload["rows"]), list(payload["columns"])
    for cell, number in enumerate(cells):
        rows[cell // n] -= number
        columns[cell % n] -= number
    return not any(rows) and not any(columns)
