"""Conditions on the rows of one table: drawn, said in English, written in SQL, decided without SQL, and misread.

A filter is a JSON object ``{"join": "and" or "or", "parts": [{"column": …, "op": …, "value": …}, …]}``. Missing values
follow SQL: a comparison with one is unknown, and only rows for which the whole filter is true are meant.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from datetime import date, timedelta
from typing import Any

from ...base import Json
from ..question import NoFit
from ..schema import Column, Row, Table
from .rows import Grid, lower

Facts = dict[str, Any]

_SWAPS = {
    "=": ("<>",),
    "<>": ("=",),
    "<": ("<=", ">"),
    "<=": ("<", ">="),
    ">": (">=", "<"),
    ">=": (">", "<="),
    "between": ("above", "below"),
    "in": ("not_in",),
    "null": ("not_null",),
    "not_null": ("null",),
    "starts": ("contains",),
    "contains": ("starts",),
}
"""What an operator is easily mistaken for; ``above`` and ``below`` leave out one end of a range."""
_DECIDE: dict[str, Callable[[Any, Any], bool]] = {
    "=": lambda value, given: value == given,
    "<>": lambda value, given: value != given,
    "<": lambda value, given: value < given,
    "<=": lambda value, given: value <= given,
    ">": lambda value, given: value > given,
    ">=": lambda value, given: value >= given,
    "between": lambda value, given: given[0] <= value <= given[1],
    "above": lambda value, given: given[0] < value <= given[1],
    "below": lambda value, given: given[0] <= value < given[1],
    "in": lambda value, given: value in given,
    "not_in": lambda value, given: value not in given,
    "starts": lambda value, given: lower(value).startswith(lower(given)),
    "contains": lambda value, given: lower(given) in lower(value),
    "same": lambda value, given: lower(value) == lower(given),
    "not_same": lambda value, given: lower(value) != lower(given),
    "same_in": lambda value, given: lower(value) in [lower(one) for one in given],
}
CARELESS = {"=": "same", "<>": "not_same", "in": "same_in"}
"""Comparisons of texts, and what they are where capital letters do not count."""
_NUMBER = {
    "=": "is {}",
    "<>": "is not {}",
    "<": "is less than {}",
    "<=": "is at most {}",
    ">": "is greater than {}",
    ">=": "is at least {}",
}
_DATE = {
    "=": "is {}",
    "<>": "is not {}",
    "<": "is before {}",
    "<=": "is {} or earlier",
    ">": "is after {}",
    ">=": "is {} or later",
}


def literal(value: Json) -> str:
    """A value as SQL."""
    if value is None:
        return "NULL"
    if isinstance(value, str):
        return "'" + value.replace("'", "''") + "'"
    return repr(value)


def said(value: Json) -> str:
    """A value as English shows it."""
    if value is None:
        return "NULL"
    if isinstance(value, float):
        return f"{value:.12g}"
    return f"'{value}'" if isinstance(value, str) else str(value)


def draw_filter(rng: random.Random, table: Table, grid: Grid, parts: int, least: float = 0.1) -> Facts:
    """A filter that some of the rows pass and some do not.

    Raises:
        NoFit: none was found.
    """
    foreign = {link.column for link in table.foreign_keys}
    open_columns = [c for c in table.columns if c.name != table.key and c.name not in foreign]
    for _ in range(12):
        if len(open_columns) < parts or not grid.rows:
            break
        drawn = [draw_part(rng, column, grid) for column in rng.sample(open_columns, parts)]
        made = [part for part in drawn if part is not None]
        if len(made) < parts:
            continue
        found: Facts = {"join": rng.choice(("and", "and", "or")), "parts": made}
        share = sum(passes(found, grid, row) for row in grid.rows) / len(grid.rows)
        if least <= share <= 0.75:
            return found
    raise NoFit


def draw_part(rng: random.Random, column: Column, grid: Grid) -> Facts | None:
    """One condition on a column, with constants from its values; None if it has too few."""
    place = grid.at(column.name)
    there = [row[place] for row in grid.rows if row[place] is not None and "'" not in str(row[place])]
    if column.nullable and rng.random() < 0.15:
        return {"column": column.name, "op": rng.choice(("null", "not_null"))}
    if not there:
        return None
    value = rng.choice(there)
    if column.kind == "boolean":
        return {"column": column.name, "op": "=", "value": value}
    if column.kind == "text":
        return _text_part(rng, column, there, value)
    ops = ["<", "<=", ">", ">=", "between"] + ["="] * (column.kind == "integer")
    op = rng.choice(ops)
    if op == "<=" and value == 0:
        op = ">"  # hardly anything can be under 0
    if op == "between":
        low, high = sorted((value, rng.choice(there)))
        return {"column": column.name, "op": op, "value": [low, high]} if low < high else None
    return {"column": column.name, "op": op, "value": value}


def _text_part(rng: random.Random, column: Column, there: Sequence[str], value: str) -> Facts | None:
    different = sorted(set(there))
    if len(different) < 2:
        return None
    if column.values:
        op = rng.choice(("=", "<>", "in"))
        given: Json = sorted(rng.sample(different, 2)) if op == "in" and len(different) > 2 else value
        return {"column": column.name, "op": "=" if op == "in" and given is value else op, "value": given}
    op = rng.choice(("starts", "contains", "="))
    if op == "=":
        return {"column": column.name, "op": "=", "value": value}
    runs = [word for word in value.split() if word.isalnum() and word.isascii() and len(word) >= 2]
    if not runs:
        return None
    if op == "starts":
        return {"column": column.name, "op": op, "value": value[:2]} if value[:2].isalnum() else None
    word = rng.choice(runs)
    start = rng.randrange(max(len(word) - 2, 1))
    return {"column": column.name, "op": op, "value": lower(word[start : start + 2])}


# ---- in English -------------------------------------------------------------------------------------


def describe(where: Facts, table: Table, name: Callable[[Column], str]) -> str:
    """The filter as the words behind a plural noun: ``whose price is at least 3 and whose …``."""
    parts = [f"whose {_sentence(part, table.column(part['column']), name)}" for part in where["parts"]]
    if len(parts) == 1:
        return parts[0]
    return " and ".join(parts) if where["join"] == "and" else " or ".join(parts) + " (or both)"


def _sentence(part: Facts, column: Column, name: Callable[[Column], str]) -> str:
    op: str = part["op"]
    value: Any = part.get("value")
    if op in ("null", "not_null"):
        tail = "is missing (NULL)" if op == "null" else "is not missing (not NULL)"
    elif op == "between":
        tail = f"is from {said(value[0])} to {said(value[1])} (both included)"
    elif op == "in":
        tail = f"is {said(value[0])} or {said(value[1])}"
    elif op in ("starts", "contains"):
        tail = f"{'starts with' if op == 'starts' else 'contains'} {said(value)} (in any case)"
    else:
        tail = (_DATE if column.kind in ("date", "datetime") else _NUMBER)[op].format(said(value))
    return f"{name(column)} {tail}"


# ---- in SQL -----------------------------------------------------------------------------------------


def to_sql(where: Facts, prefix: str = "") -> str:
    """The filter as a condition of SQL; `prefix` is put before the columns (``o.``)."""
    parts = [_part_sql(part, prefix) for part in where["parts"]]
    if len(parts) == 1:
        return parts[0]
    text = (" AND " if where["join"] == "and" else " OR ").join(parts)
    return f"({text})" if where["join"] == "or" else text


def _part_sql(part: Facts, prefix: str) -> str:
    column, op = prefix + part["column"], part["op"]
    value: Any = part.get("value")
    if op in ("null", "not_null"):
        return f"{column} IS {'NOT ' if op == 'not_null' else ''}NULL"
    if op == "between":
        return f"{column} BETWEEN {literal(value[0])} AND {literal(value[1])}"
    if op == "in":
        return f"{column} IN ({', '.join(map(literal, value))})"
    if op in ("starts", "contains"):
        return f"{column} LIKE '{'%' if op == 'contains' else ''}{value}%'"
    return f"{column} {op} {literal(value)}"


# ---- decided ----------------------------------------------------------------------------------------


def passes(where: Facts | None, grid: Grid, row: Row) -> bool:
    """Whether the filter is true for a row; no filter is true for all."""
    if where is None:
        return True
    columns = grid.columns
    wanted: bool = where["join"] == "or"
    for part in where["parts"]:
        if (_truth(part, row[columns.index(part["column"])]) is True) == wanted:
            return wanted
    return not wanted


def _truth(part: Facts, value: Json) -> bool | None:
    op = part["op"]
    if op == "null":
        return value is None
    if op == "not_null":
        return value is not None
    if value is None:
        return True if part.get("or_missing") else None
    return _DECIDE[op](value, part["value"])


# ---- misread ----------------------------------------------------------------------------------------


def misread(where: Facts, table: Table) -> list[Facts | None]:
    """The filter with one mistake each: operator, bound, missing values, a part or all of it forgotten and so on."""
    parts = where["parts"]
    found: list[Facts | None] = []
    for i, part in enumerate(parts):
        found += [
            {**where, "parts": [*parts[:i], other, *parts[i + 1 :]]} for other in _misread_part(part, table)
        ]
    if len(parts) > 1:
        found.append({**where, "join": "or" if where["join"] == "and" else "and"})
        found += [{**where, "parts": [*parts[:i], *parts[i + 1 :]]} for i in range(len(parts))]
    else:
        found.append(None)
    return found


def _misread_part(part: Facts, table: Table) -> list[Facts]:
    op: str = part["op"]
    value: Any = part.get("value")
    column = table.column(part["column"])
    found = [{**part, "op": other} for other in _SWAPS[op]]
    if op in ("null", "not_null"):
        return found
    if column.nullable:
        found.append({**part, "or_missing": True})
    if column.kind == "text" and op in CARELESS:
        found.append({**part, "op": CARELESS[op]})
    if op == "between":
        low, high = value
        found += [{**part, "value": [other, high]} for other in near(low)]
        found += [{**part, "value": [low, other]} for other in near(high)]
    elif op == "in":
        found += [{**part, "value": value[:1]}, {**part, "value": value[1:]}]
    elif column.kind != "boolean":
        found += [{**part, "value": other} for other in near(value)]
    for other in table.columns:
        if other.kind == column.kind and other.name != column.name and other.name != table.key:
            found.append({**part, "column": other.name})
            break
    return found


def near(value: Json) -> list[Json]:
    """Values next to one: a number by one step, a date by one day; none for other texts."""
    if isinstance(value, bool) or value is None:
        return []
    if isinstance(value, (int, float)):
        step = 0.25 if isinstance(value, float) else 1
        return [value - step, value + step]
    try:
        day = date.fromisoformat(value[:10])
    except ValueError:
        return []
    return [str(day + timedelta(days=days)) + value[10:] for days in (-1, 1)]


def around(part: Facts, column: Column) -> list[Json]:
    """Plausible values of a column on both sides of where a condition changes from true to false."""
    op: str = part["op"]
    value: Any = part.get("value")
    if op in ("null", "not_null") or column.kind == "boolean":
        return []
    found: list[Json] = []
    for one in value if isinstance(value, list) else [value]:
        if op in ("starts", "contains"):
            found += [f"{one}xo", f"Ro {one}e", f"{one.swapcase()} Mo", f"So{one.upper()}", one[:-1] + "q"]
        elif column.kind == "text":
            found += [one, one.swapcase()]
        else:
            found += [one, *near(one)]
    low, high = column.low, column.high
    inside = [
        v for v in found if column.kind == "text" or ((low is None or v >= low) and (high is None or v <= high))
    ]
    return inside + [None] * column.nullable
