"""Ranks a second time: ranks of the leading columns, and relations instead of row operations."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from .matrices import from_json, rank_of  # no generator uses the second one
from .readers import read_matrix, read_row


def _bare(answer: str) -> list[Fraction] | None:
    """A list of numbers, with or without brackets around it."""
    return read_row(answer, "()") or read_row(answer) or read_row(answer, "{}") or read_row(f"[{answer}]")


def confirms(payload: Mapping[str, Any], answer: str) -> bool:
    """Whether a bare answer is right: ranks of the leading columns, and relations instead of row operations."""
    problem = payload["problem"]
    matrix = from_json(problem["matrix"])
    ranks = [rank_of([row[:width] for row in matrix]) for width in range(len(matrix[0]) + 1)]
    answer = answer.strip()
    if problem["kind"] == "pair":
        return _bare(answer) == [Fraction(a) for a in (ranks[-1], len(matrix[0]) - ranks[-1])]
    pivots = [j for j in range(len(matrix[0])) if ranks[j + 1] > ranks[j]]
    if problem["kind"] == "pivots":
        return _bare(answer) == [Fraction(j + 1) for j in pivots]
    given = read_matrix(answer)
    if given is None or (len(given), len(given[0])) != (len(matrix), len(matrix[0])):
        return False
    for i, row in enumerate(given):
        if i >= len(pivots):
            if any(row):
                return False
        elif [row[j] for j in pivots] != [int(i == k) for k in range(len(pivots))] or any(row[: pivots[i]]):
            return False
    # With these pivots, a form of that shape is the right one if and only if each column of A is the
    # combination of the pivot columns of A that it states.
    return all(
        sum((row[p] * given[k][j] for k, p in enumerate(pivots)), Fraction()) == row[j]
        for row in matrix
        for j in range(len(row))
    )
