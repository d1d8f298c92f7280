"""Other engines than SQLite: DuckDB in a child process, PostgreSQL through a server of the user's.

`runner` gives the same thing for both: a function that runs a query on the database of a number, under the limits of
`rlvr.verifiers.sql.runner.Limits`, and gives its `Result` or raises its `QueryError`. A failure of the machinery is an
`EngineError`, which says nothing about the query. Neither engine counts steps, so a limit of time decides there.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .child import EngineError, Run

DIALECTS = ("duckdb", "postgres")

__all__ = ["DIALECTS", "EngineError", "Run", "runner"]


def runner(sql: Mapping[str, Any]) -> Run:
    """What runs queries on the databases of ``payload["sql"]``, whose dialect is ``duckdb`` or ``postgres``.

    Raises:
        ValueError: there is no such engine, or the databases cannot be built.
        ImportError: its client is not installed; the message says how to install it.
        EngineError: it cannot be started or reached.
    """
    dialect = sql.get("dialect")
    if dialect == "duckdb":
        from . import duckdb

        return duckdb.runner(sql)
    if dialect == "postgres":
        from . import postgres

        return postgres.runner(sql)
    raise ValueError(f"there is no engine for {dialect!r}; there are sqlite, {', '.join(DIALECTS)}")
