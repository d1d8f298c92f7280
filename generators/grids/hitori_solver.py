"""Hitori a second time: white cells as places, which melt together with their neighbours until one part is left."""

from __future__ import annotations

from collections.abc import Mapping

from ..base import Json
from .square_answers import square


def confirms(payload: Mapping[str, Json], answer: str) -> bool:
    """Whether a bare answer blacks out cells so that all rules are kept."""
    n, numbers = payload["size"], payload["numbers"]
    cells = square(answer, n, one_digit=True)
    if cells is None or max(cells) > 1:
        return False
    white = [divmod(cell, n) for cell, black in enumerate(cells) if not black]
    rows = {(row, numbers[row][column]) for row, column in white}
    columns = {(column, numbers[row][column]) for row, column in white}
    if not white or not len(rows) == len(columns) == len(white):
        return False
    part = {cell: cell for cell in white}

    def root(cell: tuple[int, int]) -> tuple[int, int]:
        while part[cell] != cell:
            cell = part[cell]
        return cell

    for row in range(n):
        for column in range(n):
            for other in ((row + 1, column), (row, column + 1)):
                if max(other) == n:
                    continue
                if (row, column) in part and other in part:
                    part[root((row, column))] = root(other)
                elif (row, column) not in part and other not in part:
                    return False
    return len({root(cell) for cell in white}) == 1
