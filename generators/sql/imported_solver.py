"""The solver of imported questions: the answer and the user's query are run by another driver than the verifier's."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping

from ..base import Json
from . import text2sql_solver


def confirms(payload: Mapping[str, Json], answer: str) -> bool:
    """Whether a query gives what the user's own query gives: both are run anew, and rows are counted."""
    sql = payload["sql"]
    if sql["dialect"] != "sqlite":
        raise ValueError("the solver knows SQLite only")
    for database, groups in zip(sql["databases"], sql["gold"], strict=True):
        try:
            given, due = (text2sql_solver.rows_of(sql, database, query) for query in (answer, sql["query"]))
        except (sqlite3.Error, sqlite3.Warning, ValueError, OverflowError):
            return False
        if not all(text2sql_solver.agree(groups, rows, ordered=sql["ordered"]) for rows in (due, given)):
            return False
    return True
