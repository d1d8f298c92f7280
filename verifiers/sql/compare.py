"""Whether two results are the same: bags of rows, in groups where an order was asked for.

Columns count in their order, their names do not. 1 equals 1.0 and not '1'; a missing value equals only a missing
value; floats agree within 1e-9. Matching is by sorting, so the time is n log n in the rows; only rows that agree in
all else and hold several floats are matched by augmenting paths, up to a bound.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

Row = Sequence[Any]

TOLERANCE = 1e-9
"""Relative and absolute."""
_MAX_MATCHED = 60


def same_result(groups: Sequence[Sequence[Row]], rows: Sequence[Row], columns: int) -> bool:
    """Whether `rows` are the groups, one after the other, each in any order; also the number of columns."""
    if len(rows) != sum(map(len, groups)) or not {columns}.issuperset(map(len, rows)):
        return False
    if [
        tuple(row) for group in groups for row in group
    ] == rows:  # as they stand; equal values are close as well
        return True
    start = 0
    for group in groups:
        if not same_bag(group, rows[start : start + len(group)]):
            return False
        start += len(group)
    return True


def same_bag(due: Sequence[Row], given: Sequence[Row]) -> bool:
    """Whether two lists of rows are the same up to their order."""
    if len(due) != len(given):
        return False
    if not due:
        return True
    width = len(due[0])
    if not {width}.issuperset(map(len, due)) or not {width}.issuperset(map(len, given)):
        return False
    try:  # equal values are close as well
        rows = set(map(tuple, due))
        if rows == set(map(tuple, given)) and (len(rows) == len(due) or _counted(due) == _counted(given)):
            return True
    except TypeError:  # a value that no database has
        pass
    # A column is compared with tolerance if any of its values, on either side, is a float.
    loose = [
        any(isinstance(row[at], float) for row in due) or any(isinstance(row[at], float) for row in given)
        for at in range(width)
    ]
    if not any(loose):
        return sorted(map(_exact, due)) == sorted(map(_exact, given))
    split_due, split_given = _by_exact(due, loose), _by_exact(given, loose)
    if split_due.keys() != split_given.keys():
        return False
    return all(_match(split_due[key], split_given[key]) for key in split_due)


class Due:
    """A result with which many others are compared: what is looked up of its rows is made once.

    Attributes:
        groups: rows that may come in any order; one group after the other.
        rows: all rows.
    """

    __slots__ = ("_counts", "_distinct", "groups", "rows")

    def __init__(self, groups: Sequence[Sequence[Row]]) -> None:
        self.groups = groups
        self.rows = [tuple(row) for group in groups for row in group]
        self._distinct: frozenset[tuple[Any, ...]] | None = None
        self._counts: dict[tuple[Any, ...], int] | None = None

    def same(self, rows: list[tuple[Any, ...]], columns: int) -> bool:
        """What `same_result` says of other rows."""
        if rows == self.rows:
            return True
        try:
            if len(rows) == len(self.rows) and self._is_quickly_same(rows):
                return True
        except TypeError:  # a value that no database has
            pass
        return same_result(self.groups, rows, columns)

    def _is_quickly_same(self, rows: list[tuple[Any, ...]]) -> bool:
        """Whether rows are the same and that is quickly seen; floats that are due are stored with twelve digits."""
        if len(self.groups) != 1:
            return list(map(_rounded, rows)) == self.rows
        if self._distinct is None:
            self._distinct = frozenset(self.rows)
            if len(self._distinct) < len(self.rows):
                self._counts = _counted(self.rows)
        if self._counts is not None:
            return _counted(rows) == self._counts or _counted(list(map(_rounded, rows))) == self._counts
        given = set(rows)
        return given == self._distinct or set(map(_rounded, given)) == self._distinct


def _rounded(row: tuple[Any, ...]) -> tuple[Any, ...]:
    """A row with floats of twelve significant digits."""
    return tuple([float(f"{value:.12g}") if type(value) is float else value for value in row])


def _counted(rows: Sequence[Row]) -> dict[tuple[Any, ...], int]:
    """How often each row comes."""
    counts: dict[tuple[Any, ...], int] = {}
    for row in map(tuple, rows):
        counts[row] = counts.get(row, 0) + 1
    return counts


def _exact(row: Row) -> tuple[tuple[int, Any], ...]:
    return tuple(map(_key, row))


def _key(value: Any) -> tuple[int, Any]:
    if value is None:
        return (0, 0)
    if isinstance(value, (int, float)):
        return (1, value)
    if isinstance(value, str):
        return (2, value)
    return (3, bytes(value))


def _by_exact(rows: Sequence[Row], loose: Sequence[bool]) -> dict[Any, list[list[float]]]:
    """The floats of the rows, by all else in them."""
    split: dict[Any, list[list[float]]] = {}
    for row in rows:
        key: list[tuple[int, Any]] = []
        floats: list[float] = []
        for value, is_loose in zip(row, loose, strict=True):
            if is_loose and isinstance(value, (int, float)):
                key.append((1, None))
                floats.append(float(value) if abs(value) < 1e300 else math.copysign(math.inf, value))
            else:
                key.append(_key(value))
        split.setdefault(tuple(key), []).append(floats)
    return split


def _match(due: list[list[float]], given: list[list[float]]) -> bool:
    if len(due) != len(given):
        return False
    if all(map(_close, sorted(due), sorted(given))):
        return True
    # With one float a row, sorting finds the matching if there is one; with several it may not.
    return len(due[0]) > 1 and len(due) <= _MAX_MATCHED and _matched(due, given)


def _close(left: Sequence[float], right: Sequence[float]) -> bool:
    return all(
        a == b or math.isclose(a, b, rel_tol=TOLERANCE, abs_tol=TOLERANCE)
        for a, b in zip(left, right, strict=True)
    )


def _matched(due: list[list[float]], given: list[list[float]]) -> bool:
    """Whether there is a perfect matching of rows that are close."""
    near = [[j for j, right in enumerate(given) if _close(left, right)] for left in due]
    partner: dict[int, int] = {}

    def place(i: int, seen: set[int]) -> bool:
        for j in near[i]:
            if j not in seen:
                seen.add(j)
                if j not in partner or place(partner[j], seen):
                    partner[j] = i
                    return True
        return False

    return all(place(i, set()) for i in range(len(due)))
