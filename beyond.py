"""How the parameters of an entry go on beyond its table of levels.

A number goes on by the step between its last two columns, or by their ratio where that is 4 or more, within its
declared limits; everything else stays. An entry's ``beyond`` says where that would be wrong: the next values of a
column, the last of which stays, or ``same`` for a column that stays as it is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .generators.base import Json
from .generators.limits import Limit, Real, Whole

Rules = Mapping[str, tuple[Json, ...] | str]
"""By parameter: the next values, or ``same``."""

FURTHER = 3
"""Levels beyond the table that an entry has, measured and tested, unless its parameters are at their limits before."""
_BY_RATIO = 4


def further(
    axes: Mapping[str, tuple[Json, ...]], rules: Rules, limits: Mapping[str, Limit]
) -> tuple[dict[str, Json], ...]:
    """All parameters at each level beyond the table, at most `FURTHER`; fewer where nothing changes any more."""
    found = [{axis: values[-1] for axis, values in axes.items()}]
    for steps in range(1, FURTHER + 1):
        found.append(
            {axis: _value(values, steps, rules.get(axis), limits.get(axis)) for axis, values in axes.items()}
        )
        if found[-1] == found[-2]:
            return tuple(found[1:-1])
    return tuple(found[1:])


def _value(
    values: Sequence[Json], steps: int, rule: tuple[Json, ...] | str | None, limit: Limit | None
) -> Json:
    if rule is not None:
        return values[-1] if isinstance(rule, str) else rule[min(steps, len(rule)) - 1]
    last, before = values[-1], values[max(len(values) - 2, 0)]
    if type(last) not in (int, float) or type(before) not in (int, float):
        return last
    if before > 0 and last >= _BY_RATIO * before:
        value = last * (last / before) ** steps if type(last) is float else last ** (steps + 1) // before**steps
    else:
        value = last + steps * (last - before)
    low, high = (limit.low, limit.high) if isinstance(limit, Whole | Real) else _unstated(values)
    value = min(max(value, low), high)
    return round(value, 9) if isinstance(value, float) else value


def _unstated(values: Sequence[Json]) -> tuple[float, float]:
    """The limits of a parameter that declares none: a share stays one, and nothing becomes negative."""
    shares = any(type(value) is float for value in values) and all(0 <= value <= 1 for value in values)
    return 0, 1 if shares else float("inf")
