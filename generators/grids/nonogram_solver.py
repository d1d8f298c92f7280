"""Nonograms a second time: each line as a text, which is split where its cells are not shaded."""

from __future__ import annotations

from collections.abc import Mapping

from ..base import Json
from .square_answers import square


def confirms(payload: Mapping[str, Json], answer: str) -> bool:
    """Whether a bare answer is a grid whose lines have the runs that are told."""
    n = payload["size"]
    cells = square(answer, n, one_digit=True)
    if cells is None or max(cells) > 1:
        return False
    text = "".join(map(str, cells))
    lines = [text[i * n : i * n + n] for i in range(n)] + [text[i::n] for i in range(n)]
    told: list[list[int]] = payload["rows"] + payload["columns"]
    found = [[*map(len, line.replace("0", " ").split())] for line in lines]
    return found == told
