"""Running SQL for the tests of plans, a small shop whose results are known by hand, and comparing results."""

from __future__ import annotations

import math
import sqlite3
from datetime import date, datetime
from decimal import Decimal

from rlvr.generators.sql.plan import (
    Cmp,
    Col,
    Select,
    Source,
)
from rlvr.generators.sql.schema import Column, ForeignKey, Schema, Table


def sqlite_of(schema, database):
    connection = sqlite3.connect(":memory:")
    for statement in schema.ddl():
        connection.execute(statement)
    for name, rows in database.items():
        for row in rows:
            connection.execute(f"INSERT INTO {name} VALUES ({', '.join('?' * len(row))})", row)
    return connection


TYPES = {
    "integer": "BIGINT",
    "money": "DOUBLE PRECISION",
    "real": "DOUBLE PRECISION",
    "text": "VARCHAR",
    "date": "DATE",
    "datetime": "TIMESTAMP",
    "boolean": "INTEGER",
}


def typed_tables(connection, schema, database):
    """The tables in DuckDB or PostgreSQL, with types for dates."""
    for table in schema.tables:
        columns = ", ".join(f"{column.name} {TYPES[column.kind]}" for column in table.columns)
        connection.execute(f"DROP TABLE IF EXISTS {table.name}")
        connection.execute(f"CREATE TABLE {table.name} ({columns})")
        if database[table.name]:
            rows = ", ".join("(" + ", ".join(map(constant, row)) + ")" for row in database[table.name])
            connection.execute(f"INSERT INTO {table.name} VALUES {rows}")


def constant(value):
    return (
        "NULL"
        if value is None
        else "'" + value.replace("'", "''") + "'"
        if isinstance(value, str)
        else repr(value)
    )


def plain(value):
    """A value of any driver as in a payload."""
    if isinstance(value, datetime | date):
        return str(value)
    return float(value) if isinstance(value, Decimal) else value


def same_bag(first, second):
    """Equal bags of rows, by an exhaustive matching: no two values are taken for equal by sorting them alike."""
    left = list(second)
    for row in first:
        for place, other in enumerate(left):
            if len(row) == len(other) and all(map(same, row, other)):
                del left[place]
                break
        else:
            return False
    return not left


def same(first, second):
    if isinstance(first, str) or isinstance(second, str) or first is None or second is None:
        return type(first) is type(second) and first == second
    return math.isclose(first, second, rel_tol=1e-9, abs_tol=1e-12)


def agrees(groups, rows):
    """Whether an engine's rows are the evaluator's groups."""
    rows = [[plain(value) for value in row] for row in rows]
    start = 0
    for group in groups:
        if not same_bag(group, rows[start : start + len(group)]):
            return False
        start += len(group)
    return start == len(rows)


SHOP = Schema(
    "shop",
    (
        Table(
            "customers",
            "customer",
            "customers",
            "id",
            "name",
            (
                Column("id", "integer", "number", unique=True),
                Column("name", "text", "name"),
                Column("city", "text", "city", nullable=True, values=("Oslo", "Rome", "Bern")),
                Column("born", "date", "birth date", nullable=True),
            ),
        ),
        Table(
            "orders",
            "order",
            "orders",
            "id",
            "id",
            (
                Column("id", "integer", "number", unique=True),
                Column("customer_id", "integer", "customer"),
                Column("amount", "money", "amount", nullable=True),
                Column("placed", "date", "date"),
                Column("sent", "date", "sending date", nullable=True),
            ),
            (ForeignKey("customer_id", "customers", "customer", "orders of {}"),),
        ),
    ),
)
CUSTOMERS, ORDERS = Source("c", "customers"), Source("o", "orders")
OF = Cmp("=", Col("o", "customer_id"), Col("c", "id"))
NAME, CITY, AMOUNT = Col("c", "name"), Col("c", "city"), Col("o", "amount")
DATA = {
    "customers": [[1, "Ana", "Oslo", "1990-05-01"], [2, "bo", None, None], [3, "Cy", "Rome", "2001-12-31"]],
    "orders": [
        [1, 1, 10.0, "2024-02-28", "2024-03-01"],
        [2, 1, None, "2024-02-28", None],
        [3, 3, 10.0, "2024-12-31", "2025-01-01"],
        [4, 3, 2.5, "2024-12-31", "2025-01-30"],
        [5, 3, 2.5, "2025-01-01", "2025-01-01"],
    ],
}


def simple(value, source=CUSTOMERS, **rest):
    return Select((("x", value),), source, **rest)
