"""Buggy tables a second time: the damage is undone column by column, the last first, and SQLite answers."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import accumulate

from ..base import Json
from ..readers import decimal
from .tables_by_sql import value


def _undone(problem: Mapping[str, Json]) -> Mapping[str, Json]:
    """The original table, from columns as lists."""
    table = problem["table"]
    names = list(table["columns"])
    held = [list(column) for column in zip(*table["rows"], strict=True)]
    first = 1 + table["words"]
    for sort, *by in reversed(problem["damages"]):
        rows = range(1, len(held[0]) + 1)
        if sort == "lost":
            held, total = held[:-1], held[-1]
            names.pop()
            for n in range(len(total)):
                there = [column for column in held[first:] if column[n] == "?"]
                there[0][n] = total[n] - sum(column[n] for column in held[first:] if column[n] != "?")
        elif sort == "headers":
            names = [*names[:first], *names[first + 1 :], names[first]]
        elif sort == "doubled":
            # Of a group of so many rows there are so many and one; the last of a full group is the copy.
            held = [[cell for n, cell in enumerate(column) if n % (by[0] + 1) != by[0]] for column in held]
        elif sort == "rotated":
            numbers = held[first:]
            held[first:] = [
                [numbers[(m + (n % by[0] == 0)) % len(numbers)][n - 1] for n in rows]
                for m in range(len(numbers))
            ]
        elif sort == "exchanged":
            one, two = names.index(by[0]), names.index(by[1])
            pair = held[one], held[two]
            held[one] = [pair[n % by[2] == 0][n - 1] for n in rows]
            held[two] = [pair[n % by[2] != 0][n - 1] for n in rows]
        else:
            place = names.index(by[0])
            held[place] = _column(held[place], sort, by[1:])
    return {"columns": names, "rows": [list(row) for row in zip(*held, strict=True)]}


def _column(cells: list[Json], sort: str, by: list[Json]) -> list[Json]:
    """A column before it was damaged."""
    if sort == "swapped":
        return [by[1 - by.index(cell)] if cell in by else cell for cell in cells]
    if sort == "moved":
        return cells[by[0] :] + cells[: by[0]]
    if sort == "running":
        return [b - a for a, b in zip([0, *cells], cells, strict=False)]
    if sort == "steps":
        return list(accumulate(cells))
    if sort == "reversed":
        return [int("".join(reversed(str(cell)))) for cell in cells]
    if sort == "junk":
        return [cell // 10 for cell in cells]
    if sort == "added":
        return [cell - by[0] * n for n, cell in enumerate(cells, 1)]
    return [(cell - by[1]) // by[0] for cell in cells]


def solve(problem: Mapping[str, Json]) -> Fraction:
    """The value of the question for the original table."""
    return value(_undone(problem), problem["plan"])


def confirms(payload: Mapping[str, Json], answer: str) -> bool:
    """Whether a bare answer is the value that was found."""
    given = decimal(answer)
    return given is not None and given == solve(payload["problem"])
