"""Queens a second time: the columns of the queens, whose sums and differences with the rows must all be different."""

from __future__ import annotations

from collections.abc import Mapping

from ..base import Json
from .square_answers import square


def confirms(payload: Mapping[str, Json], answer: str) -> bool:
    """Whether a bare answer places queens so that all rules are kept."""
    n = payload["size"]
    cells = square(answer, n, one_digit=True)
    if cells is None or max(cells) > 1:
        return False
    queens = [cell for cell, queen in enumerate(cells) if queen]
    if [cell // n for cell in queens] != list(range(n)):
        return False
    columns = [cell % n for cell in queens]
    ways = (columns, [c + r for r, c in enumerate(columns)], [c - r for r, c in enumerate(columns)])
    told = set(payload["told"])
    return all(len(set(way)) == n for way in ways) and (
        told <= set(queens) if payload["kind"] == "given" else told.isdisjoint(queens)
    )
