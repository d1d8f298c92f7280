"""DuckDB as a second dialect: each query on a fresh database in a child process that the system limits.

A query takes about 30 ms, most of it to build the database; SQLite takes a hundredth of that.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib.util import find_spec
from typing import Any

from ..runner import Limits, Result, check_text
from . import child, ddl

Json = Any


def runner(sql: Mapping[str, Json]) -> child.Run:
    """What runs queries on the databases of ``payload["sql"]``; see `rlvr.verifiers.sql.engines.runner`.

    Raises:
        ValueError: the databases cannot be built: a row holds what DuckDB has no value for.
        ImportError: DuckDB is not installed.
    """
    if find_spec("duckdb") is None:
        raise ImportError('DuckDB is not installed; install it: pip install "rlvr-gym[sql]"')
    schema, tables, databases = sql["schema"], sql["tables"], sql["databases"]
    builds = [ddl.statements(schema, tables, rows) for rows in databases]

    def run(number: int, text: str, limits: Limits) -> Result:
        check_text(text, limits)
        return child.ask("duckdb", {"build": builds[number], "sql": text}, limits)

    return run
