"""The same task in another dialect: types of columns and the text of the query change, rows and results do not."""

from __future__ import annotations

import re
from collections.abc import Mapping

from ..base import Json
from .plan import Query
from .render import to_sql
from .schema import SQL_TYPES, Kind, Schema, Table

DIALECTS = {"sqlite": "SQLite", "duckdb": "DuckDB", "postgres": "PostgreSQL"}
"""What each dialect is called in prompts."""

_TYPES: dict[Kind, str] = {**SQL_TYPES, "money": "DOUBLE PRECISION", "real": "DOUBLE PRECISION"}
TYPES: dict[str, dict[Kind, str]] = {
    "sqlite": SQL_TYPES,
    "duckdb": {**_TYPES, "date": "DATE", "datetime": "TIMESTAMP"},
    "postgres": {**_TYPES, "date": "DATE", "datetime": "TIMESTAMP"},
}
"""The type of each kind; SQLite's REAL is one of four bytes elsewhere."""


def in_dialect(sql: Mapping[str, Json], schema: Schema, plan: Query, dialect: str) -> dict[str, Json]:
    """``payload["sql"]`` of a task in SQLite, for another dialect.

    Raises:
        ValueError: there is no such dialect.
    """
    if dialect not in DIALECTS:
        raise ValueError(f"no dialect {dialect!r}; there are {', '.join(DIALECTS)}")
    if dialect == "sqlite":
        return dict(sql)
    statements = [
        statement_in(statement, table, dialect)
        for statement, table in zip(sql["schema"], schema.tables, strict=True)
    ]
    return {**sql, "dialect": dialect, "schema": statements, "query": to_sql(plan, dialect)}


def statement_in(statement: str, table: Table, dialect: str) -> str:
    """What makes a table, as `rlvr.generators.sql.schema.create_table` writes it, with the types of a dialect."""
    if dialect == "sqlite":
        return statement
    for column in table.columns:
        before, after = SQL_TYPES[column.kind], TYPES[dialect][column.kind]
        statement = re.sub(rf"(?m)^(  {re.escape(column.name)}) {before}\b", rf"\1 {after}", statement)
    return statement
