"""Matrix expressions a second time: each is applied to one unit vector after the other."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from .matrices import from_json
from .readers import read_matrix, read_row


def confirms(payload: Mapping[str, Any], answer: str) -> bool:
    """Whether a bare answer is right: the expression is applied to one unit vector after the other."""
    problem = payload["problem"]
    matrices = {name: from_json(rows) for name, rows in problem["matrices"].items()}
    terms = re.findall(r"(?:^|([-+]) )((?:[0-9]+\*)?[^- +]+)", problem["expression"])
    width = _width(terms[0][1], matrices)
    columns = []
    for j in range(width):
        total: list[Fraction] = []
        for sign, product in terms:
            vector = _applied(product, matrices, [Fraction(i == j) for i in range(width)])
            signed = [-a for a in vector] if sign == "-" else vector
            total = [a + b for a, b in zip(total, signed, strict=True)] if total else signed
        columns.append(total)
    if width == 1:
        return read_row(answer, "()") == columns[0]
    return read_matrix(answer) == [list(row) for row in zip(*columns, strict=True)]


def _width(product: str, matrices: Mapping[str, list[list[Fraction]]]) -> int:
    name, *mark = product.split("*")[-1].split("^")
    return len(matrices[name]) if mark == ["T"] else len(matrices[name][0])


def _applied(
    product: str, matrices: Mapping[str, list[list[Fraction]]], vector: list[Fraction]
) -> list[Fraction]:
    """The product of matrices, from the right, applied to a vector."""
    for piece in reversed(product.split("*")):
        if piece.isdigit():
            vector = [int(piece) * a for a in vector]
            continue
        name, *mark = piece.split("^")
        rows = matrices[name]
        for _ in range(int(mark[0]) if mark and mark != ["T"] else 1):
            if mark == ["T"]:
                vector = [
                    sum((r[j] * x for r, x in zip(rows, vector, strict=True)), Fraction())
                    for j in range(len(rows[0]))
                ]
            else:
                vector = [sum((a * x for a, x in zip(row, vector, strict=True)), Fraction()) for row in rows]
    return vector
