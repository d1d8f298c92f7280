"""Kakurasu a second time: the shaded cells are taken one by one from the targets, which must all end at nothing."""

from __future__ import annotations

from collections.abc import Mapping

from ..base import Json
from .square_answers import square


def confirms(payload: Mapping[str, Json], answer: str) -> bool:
    """Whether a bare answer shades cells that use up every target exactly."""
    n = payload["size"]
    cells = square(answer, n, one_digit=True)
    if cells is None or max(cells) > 1:
        return False
    left = {("row", i): payload["rows"][i] for i in range(n)} | {
        ("column", i): payload["columns"][i] for i in range(n)
    }
    own = payload["kind"] == "weights"
    for cell in (cell for cell, shaded in enumerate(cells) if shaded):
        row, column = divmod(cell, n)
        left["row", row] -= payload["column_weights"][column] if own else column + 1
        left["column", column] -= payload["row_weights"][row] if own else row + 1
    return not any(left.values())
