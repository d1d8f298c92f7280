"""Databases in a form that is read quickly: by columns, each with its different values and a letter for each row.

The databases of a question are alike, so a column has few different values over all of them. Most of the time of
reading such a file goes into making values; these are made once.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from itertools import islice

from ..base import Json
from .schema import Database

_FIRST = 48
"""The number of the first letter: no quotation mark is among them, and few that need another mark in front."""
_LETTERS = 256 - _FIRST
_NOTHING: list[Json] = [None] * _FIRST


def pack(databases: Sequence[Database]) -> Json:
    """Some databases with the same tables as one JSON value; `unpack` is the inverse."""
    return [
        [
            name,
            [len(database[name]) for database in databases],
            [_packed(column) for column in zip(*(row for one in databases for row in one[name]), strict=True)],
        ]
        for name in databases[0]
    ]


def unpack(packed: Json, names: Mapping[str, str] | None = None) -> list[Database]:
    """The databases that `pack` was given. Their rows are lists of their own.

    Args:
        packed: the JSON value.
        names: other names of the tables by the old ones, if they are wanted.
    """
    databases: list[Database] = [{} for _ in packed[0][1]]
    for old, sizes, columns in packed:
        name = old if names is None else names[old]
        rows = map(list, zip(*map(_unpacked, columns), strict=True))
        for database, size in zip(databases, sizes, strict=True):
            database[name] = list(islice(rows, size))
    return databases


def _packed(column: Sequence[Json]) -> Json:
    """The different values of a column and a letter for each row; the column as it is, if there are too many."""
    places: dict[str, int] = {}
    # By their texts, so that 1 and 1.0 stay apart.
    letters = [places.setdefault(json.dumps(value), len(places)) for value in column]
    if len(places) > _LETTERS:
        return [list(column)]
    return [[json.loads(text) for text in places], "".join(chr(_FIRST + place) for place in letters)]


def _unpacked(column: Json) -> Iterable[Json]:
    if len(column) == 1:
        plain: Sequence[Json] = column[0]
        return plain
    values, letters = column
    return map((_NOTHING + values).__getitem__, letters.encode("latin-1"))
