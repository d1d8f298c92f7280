"""What is read from a user's database: its tables, with pools and ranges of values from its rows.

`schema_for` gives it the form that `rlvr.generators.sql.tiny_databases` fills: each table with one key, references to
keys, and for each column a pool of values to choose from.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..generators.sql.schema import Column, Database, ForeignKey, Kind, Row, Schema, Table

Json = Any
ColumnName = tuple[str, str]
"""A table and one of its columns."""

MAX_TEXT = 200
"""A longer text of a user's database is cut before it becomes part of a pool."""
_POOL = 12
_DATE = re.compile(r"(?:1[5-9]|2[01])[0-9]{2}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])")
_DATETIME = re.compile(_DATE.pattern + r" (?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]")


@dataclass(frozen=True, slots=True)
class ImportedColumn:
    """A column as it is declared.

    Attributes:
        name: its name.
        declared: its type, as written; may be empty in SQLite.
        nullable: whether values may be missing.
    """

    name: str
    declared: str
    nullable: bool


@dataclass(frozen=True, slots=True)
class ImportedTable:
    """A table of a user's database.

    Attributes:
        name: its name.
        statement: what makes it.
        plain: what makes it so that rows lie as they are inserted, without the keys that would sort them.
        columns: all of them, in order.
        unique: sets of columns that are different in each row, the primary key first.
        links: references that are declared: own column, table, its column.
        rows: how many rows there are, as far as they were counted.
        sample: some rows.
    """

    name: str
    statement: str
    plain: str
    columns: tuple[ImportedColumn, ...]
    unique: tuple[tuple[str, ...], ...]
    links: tuple[tuple[str, str, str], ...]
    rows: int
    sample: list[Row]

    @property
    def names(self) -> list[str]:
        """The names of the columns."""
        return [column.name for column in self.columns]

    def values(self, column: str) -> list[Json]:
        """What the sample holds in a column, without missing values."""
        place = self.names.index(column)
        return [row[place] for row in self.sample if row[place] is not None]


@dataclass(frozen=True)
class ImportedDatabase:
    """A user's database.

    Attributes:
        name: what it is called in reports.
        dialect: ``sqlite`` or ``postgres``.
        tables: its tables.
        views: statements that make its views, behind the tables.
        left_out: tables that cannot be used, with the reason.
        whole: all its rows, if they are few; else None.
        notes: what the user should know of it.
    """

    name: str
    dialect: str
    tables: tuple[ImportedTable, ...]
    views: tuple[str, ...] = ()
    left_out: Mapping[str, str] = field(default_factory=dict)
    whole: Database | None = None
    notes: tuple[str, ...] = ()

    def table(self, name: str) -> ImportedTable | None:
        """The table of a name in any case, or None."""
        return next((table for table in self.tables if table.name.lower() == name.lower()), None)

    def statements(self) -> list[str]:
        """What makes all tables and views."""
        return [table.statement for table in self.tables] + list(self.views)

    def plain_statements(self) -> list[str]:
        """What makes them so that rows lie as they are inserted."""
        return [table.plain for table in self.tables] + list(self.views)

    def names(self) -> dict[str, list[str]]:
        """The columns of each table."""
        return {table.name: table.names for table in self.tables}


def kind_of(declared: str, values: Sequence[Json]) -> Kind:
    """What a column holds: by its values, or by its declared type where there are none."""
    if values:
        if all(isinstance(value, int) for value in values):
            return "boolean" if "BOOL" in declared.upper() and set(values) <= {0, 1} else "integer"
        if all(isinstance(value, (int, float)) for value in values):
            return "real"
        if all(isinstance(value, str) and _DATE.fullmatch(value) for value in values):
            return "date"
        if all(isinstance(value, str) and _DATETIME.fullmatch(value) for value in values):
            return "datetime"
        return "text"
    upper = declared.upper()
    for words, kind in (
        (("BOOL",), "boolean"),
        (("INT", "SERIAL"), "integer"),
        (("REAL", "FLOA", "DOUB", "NUM", "DEC", "MONEY"), "real"),
        (("TIMESTAMP", "DATETIME"), "datetime"),
        (("DATE",), "date"),
    ):
        if any(word in upper for word in words):
            return kind  # type: ignore[return-value]
    return "text"


def schema_for(
    database: ImportedDatabase,
    constants: Mapping[ColumnName, Sequence[Json]],
    joined: Sequence[tuple[ColumnName, ColumnName]],
    compared: Sequence[tuple[ColumnName, ColumnName]] = (),
) -> Schema:
    """The database in the form that neighbours are made for.

    Args:
        database: what was read.
        constants: the values that a query compares each column with.
        joined: pairs of columns that a query takes for equal, besides the references that are declared.
        compared: pairs of columns that it compares otherwise.
    """
    keys = {table.name: _key(table) for table in database.tables}
    links: dict[str, dict[str, tuple[str, bool]]] = {table.name: {} for table in database.tables}
    for table in database.tables:
        for column, other, target in table.links:
            parent = database.table(other)
            if parent is not None and keys[parent.name] == target:
                links[table.name].setdefault(column, (parent.name, not _orphans(table, column, parent, target)))
    shared: dict[ColumnName, list[Json]] = {}
    for left, right in joined:
        for (child_name, column), (parent_name, target) in ((left, right), (right, left)):
            child, parent = database.table(child_name), database.table(parent_name)
            if child is None or parent is None or column == keys[child_name]:
                continue
            if keys[parent_name] == target and column not in links[child_name]:
                whole = not _orphans(child, column, parent, target)
                links[child_name][column] = (parent_name, whole and bool(child.values(column)))
                break
        else:
            pool = _shared_pool(database, left, right, constants)
            shared[left] = shared[right] = pool
    for left, right in compared:
        if not any(place in shared or place[1] in links[place[0]] for place in (left, right)):
            shared[left] = shared[right] = _shared_pool(database, left, right, constants)
    ordered = _in_order(database, links)
    return Schema(database.name, tuple(_table(table, keys, links, constants, shared) for table in ordered))


def _table(
    table: ImportedTable,
    keys: Mapping[str, str],
    links: Mapping[str, Mapping[str, tuple[str, bool]]],
    constants: Mapping[ColumnName, Sequence[Json]],
    shared: Mapping[ColumnName, list[Json]],
) -> Table:
    single = {columns[0] for columns in table.unique if len(columns) == 1}
    columns = []
    for own in table.columns:
        values = table.values(own.name)
        kind = kind_of(own.declared, values)
        wanted = list(constants.get((table.name, own.name), ()))
        common = tuple(shared.get((table.name, own.name), ()))
        low, high = _range(kind, values)
        columns.append(
            Column(
                own.name,
                kind,
                own.name.replace("_", " ").lower(),
                nullable=own.nullable and own.name != keys[table.name],
                unique=own.name in single,
                values=common or _pool(kind, values, wanted),
                low=low,
                high=high,
            )
        )
    own_links = tuple(
        ForeignKey(column, parent, parent, "", enforced=whole)
        for column, (parent, whole) in links[table.name].items()
    )
    return Table(table.name, table.name, table.name, keys[table.name], "", tuple(columns), own_links)


def _key(table: ImportedTable) -> str:
    """The column that names a row, if one does: a primary key of one column, or a unique one."""
    return next((columns[0] for columns in table.unique if len(columns) == 1), "")


def _orphans(table: ImportedTable, column: str, parent: ImportedTable, target: str) -> bool:
    """Whether the rows that were seen refer to rows that are not there; unknown is no."""
    if parent.rows > len(parent.sample):
        return False
    there = set(parent.values(target))
    return any(value not in there for value in table.values(column))


def _range(kind: Kind, values: Sequence[Json]) -> tuple[Json, Json]:
    if not values or kind in ("text", "boolean"):
        return None, None
    low, high = min(values), max(values)
    if kind == "integer" and high - low < 10**6:
        return low, max(high, low + 5)
    if kind == "real":
        return float(low), float(max(high, low + 2))
    return low, high


def _pool(kind: Kind, values: Sequence[Json], wanted: Sequence[Json]) -> tuple[Json, ...]:
    """Values to choose from; () where any plausible one will do."""
    distinct = list(dict.fromkeys(values))
    step = max(len(distinct) // _POOL, 1)
    picked = distinct[::step][:_POOL]
    if kind == "text":
        texts = [str(value)[:MAX_TEXT] for value in picked]
        for value in wanted:
            text = str(value)[:MAX_TEXT]
            other = texts[0] if texts else "other"
            texts += [
                text,
                f"{text} {other}"[:MAX_TEXT],
                f"{other} {text}"[:MAX_TEXT],
                text.swapcase(),
                text[:-1],
            ]
        return tuple(dict.fromkeys(texts))
    if kind == "real":
        numbers = [float(value) for value in picked]
        for value in wanted:
            if isinstance(value, (int, float)):
                numbers += [float(value), float(value) + 0.1, float(value) - 0.1, float(value) + 1]
        return tuple(dict.fromkeys(float(f"{number:.12g}") for number in numbers))
    if kind == "integer" and len(distinct) <= 8:
        whole = [value for value in wanted if isinstance(value, int)]
        return tuple(
            dict.fromkeys([*picked, *whole, *(value + 1 for value in whole), *(value - 1 for value in whole)])
        )
    return ()


def _shared_pool(
    database: ImportedDatabase,
    left: ColumnName,
    right: ColumnName,
    constants: Mapping[ColumnName, Sequence[Json]],
) -> list[Json]:
    """Values for two columns that are joined though neither is a key."""
    seen: list[Json] = []
    for table_name, column in (left, right):
        table = database.table(table_name)
        seen += [*constants.get((table_name, column), ()), *(table.values(column)[:6] if table else ())]
    return list(dict.fromkeys(seen)) or [1, 2, 3]


def _in_order(
    database: ImportedDatabase, links: Mapping[str, dict[str, tuple[str, bool]]]
) -> list[ImportedTable]:
    """The tables, each behind those that it refers to; a reference that closes a circle is given up."""
    done: dict[str, ImportedTable] = {}
    left = list(database.tables)
    while left:
        ready = [t for t in left if all(p in done or p == t.name for p, _ in links[t.name].values())]
        if not ready:
            ready = [left[0]]
            for column, (parent, _) in list(links[left[0].name].items()):
                if parent not in done and parent != left[0].name:
                    del links[left[0].name][column]
        for table in ready:
            done[table.name] = table
            left.remove(table)
    return list(done.values())
