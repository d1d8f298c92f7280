"""Small changes of a database on which a query gives rows: they show mistakes that rarely show by chance.

A row that meets all conditions of a query is precious: change one thing about it and only that thing is tested. So
from a tiny database (`tiny_databases`) others are made by making a value of a used column missing, equal to another
row's, written with other capital letters or zero; by giving a parent the same children as another, so that their
totals tie; or by emptying a table. What the schema declares still holds.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from random import Random

from ..base import Json
from .schema import Column, Database, Row, Schema, Table

Used = Collection[tuple[str, str]]
"""The columns that a query reads, by table."""


def perturbed(rng: Random, schema: Schema, database: Database, used: Used) -> Database:
    """A copy of a database with two to four changes in columns that the query reads."""
    made = {name: [list(row) for row in rows] for name, rows in database.items()}
    places = [
        (table, column)
        for table in schema.tables
        for column in table.columns
        if (table.name, column.name) in used and made[table.name]
    ]
    links = {(table.name, link.column) for table in schema.tables for link in table.foreign_keys}
    free = [
        (table, column)
        for table, column in places
        if column.name != table.key and not column.unique and (table.name, column.name) not in links
    ]
    draw = rng.random()
    if draw < 0.3:
        _same_children(rng, schema, made, {table for table, _ in used})
    elif draw < 0.6 and free:
        _same_groups(rng, schema, made, *rng.choice(free))
    for _ in range(rng.randint(2, 4)):
        if free:
            _change(rng, made, *rng.choice(free))
    return made


def emptied(rng: Random, schema: Schema, database: Database, used: Used, which: str | None = None) -> Database:
    """A copy in which one table that the query reads has no rows, and so none that must refer to one of it.

    Args:
        rng: chooses the table, where none is given.
        schema: the tables.
        database: the database that is copied.
        used: the columns that the query reads.
        which: the name of the table.
    """
    made = {name: [list(row) for row in rows] for name, rows in database.items()}
    names = [table.name for table in schema.tables if any(table.name == name for name, _ in used)]
    gone = {which} if which is not None else {rng.choice(names)} if names else set()
    for table in schema.tables:  # each refers only to those before it
        if any(link.table in gone and not table.column(link.column).nullable for link in table.foreign_keys):
            gone.add(table.name)
        for link in table.foreign_keys:
            if link.table in gone and link.enforced and table.name not in gone:
                at = table.index(link.column)
                for row in made[table.name]:
                    row[at] = None
    for name in gone:
        made[name] = []
    return made


def without_partners(schema: Schema, database: Database, used: Used) -> Iterator[Database]:
    """Copies in which rows that a query may join have no partner: no row refers to another by some column.

    Args:
        schema: the tables.
        database: the database that is copied.
        used: the columns that the query reads.
    """
    for table in schema.tables:
        for link in table.foreign_keys:
            if (table.name, link.column) in used and table.column(link.column).nullable:
                made = {name: [list(row) for row in rows] for name, rows in database.items()}
                for row in made[table.name]:
                    row[table.index(link.column)] = None
                yield made


def _change(rng: Random, database: Database, table: Table, column: Column) -> None:
    """Change one value of a column."""
    rows, at = database[table.name], table.index(column.name)
    row = rng.choice(rows)
    ways = ["tie"]
    if column.nullable:
        ways += ["missing", "missing"]
    if column.kind == "text" and isinstance(row[at], str):
        ways += ["capitals", "capitals", "longer"]
    if column.kind in ("integer", "money", "real") and _may_be_zero(column):
        ways.append("zero")
    match rng.choice(ways):
        case "tie":
            row[at] = rng.choice(rows)[at]
        case "missing":
            row[at] = None
        case "capitals":
            row[at] = rng.choice((row[at].upper(), row[at].lower(), row[at].swapcase()))
        case "longer":
            row[at] = rng.choice((f"{row[at]}er", f"Un{row[at].lower()}"))
        case "zero":
            row[at] = 0 if column.kind == "integer" else 0.0


def _may_be_zero(column: Column) -> bool:
    return isinstance(column.low, (int, float)) and column.low <= 1 and not column.values


def _same_children(rng: Random, schema: Schema, database: Database, used: Collection[str]) -> None:
    """Give one row that is referred to copies of the rows that refer to another, in the place of its own."""
    links = [
        (table, link)
        for table in schema.tables
        for link in table.foreign_keys
        if table.name in used and link.table != table.name and link.column != table.key
        if not table.column(link.column).unique
    ]
    if not links:
        return
    child, link = rng.choice(links)
    at = child.index(link.column)
    parents = sorted({row[at] for row in database[child.name] if row[at] is not None}, key=repr)
    if len(parents) >= 2:
        one, two = rng.sample(parents, 2)
        _copied(schema, database, child, at, lambda value: value == one, [two])
        if rng.random() < 0.6:
            _alike(schema, database, schema.table(link.table), one, two)


def _alike(schema: Schema, database: Database, table: Table, one: Json, two: Json) -> None:
    """Give the row with one key the values of another's, but for what must be its own: equal lines of a result."""
    if not table.key:
        return
    key = table.index(table.key)
    rows = {row[key]: row for row in database[table.name]}
    links = {link.column for link in table.foreign_keys}
    if one in rows and two in rows:
        for at, column in enumerate(table.columns):
            if column.name != table.key and not column.unique and column.name not in links:
                rows[two][at] = rows[one][at]


def _same_groups(rng: Random, schema: Schema, database: Database, table: Table, column: Column) -> None:
    """Let two groups of rows that agree in a column, or in the month of a date, have copies of the same rows."""
    at = table.index(column.name)
    width = 7 if column.kind in ("date", "datetime") else 99

    def group(value: Json) -> Json:
        return value[:width] if isinstance(value, str) else value

    groups = sorted({group(row[at]) for row in database[table.name] if row[at] is not None}, key=repr)
    if len(groups) >= 2:
        one, two = rng.sample(groups, 2)
        values = [row[at] for row in database[table.name] if group(row[at]) == two]
        _copied(schema, database, table, at, lambda value: group(value) == one, values)


def _copied(
    schema: Schema,
    database: Database,
    child: Table,
    at: int,
    chosen: Callable[[Json], bool],
    values: Sequence[Json],
) -> None:
    """Put copies of the rows with a chosen value in the place of those with one of some values."""
    if not child.key:
        return
    rows, key = database[child.name], child.index(child.key)
    referred = {  # rows that others refer to must stay
        row[table.index(other.column)]
        for table in schema.tables
        for other in table.foreign_keys
        if other.table == child.name
        for row in database[table.name]
    }
    others = [column for column in child.columns if column.unique and column.name != child.key]
    if child.column(child.key).kind != "integer" or others:
        return
    kept = [row for row in rows if row[at] not in values or row[key] in referred]
    highest = max((row[key] for row in rows), default=0)
    copies: list[Row] = []
    for number, row in enumerate([row for row in rows if chosen(row[at])]):
        again: list[Json] = list(row)
        again[key], again[at] = highest + number + 1, values[number % len(values)]
        copies.append(again)
    database[child.name] = kept + copies
