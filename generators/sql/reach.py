"""What of a schema a query touches: where its databases may be changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ..base import Json
from .perturb import Used
from .schema import Column, Database, Schema, Table


@dataclass(frozen=True, slots=True)
class Reach:
    """What of a schema a query touches.

    Attributes:
        schema: the tables.
        used: the columns that the query reads.
        constants: the values that it compares each of them with.
        free: tables and columns that may be changed value by value: no keys, no references, not unique.
        tables: the tables that the query reads.
        links: the columns that refer to each table: table, place of the column, whether it may be missing.
    """

    schema: Schema
    used: frozenset[tuple[str, str]]
    constants: Mapping[tuple[str, str], Sequence[Json]]
    free: tuple[tuple[Table, Column], ...]
    tables: tuple[Table, ...]
    links: Mapping[str, tuple[tuple[str, int], ...]]


def reach(schema: Schema, used: Used, constants: Mapping[tuple[str, str], Sequence[Json]]) -> Reach:
    """What a query touches, from the columns that it reads and its constants."""
    links: dict[str, list[tuple[str, int]]] = {table.name: [] for table in schema.tables}
    refers = set()
    for table in schema.tables:
        for link in table.foreign_keys:
            links[link.table].append((table.name, table.index(link.column)))
            refers.add((table.name, link.column))
    free = tuple(
        (table, column)
        for table in schema.tables
        for column in table.columns
        if (table.name, column.name) in used
        and column.name != table.key
        and not column.unique
        and (table.name, column.name) not in refers
    )
    names = {table for table, _ in used}
    return Reach(
        schema,
        frozenset(used),
        constants,
        free,
        tuple(table for table in schema.tables if table.name in names),
        {name: tuple(places) for name, places in links.items()},
    )


def copied(database: Database) -> Database:
    """A copy whose rows can be changed."""
    return {name: [list(row) for row in rows] for name, rows in database.items()}
