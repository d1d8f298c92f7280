"""The verifier of scripts that change a database: the state they leave must be the one asked for, on every database.

``payload["write"]`` holds ``schema``, ``tables`` and ``databases`` as ``payload["sql"]`` does (`image`), and

* ``final``: for each database the names of all ``tables`` at the end, and those ``changed``, with columns and rows; all
  others must be as they were. It was computed when the task was made, and is never recomputed beside an answer;
* ``types``: the types of columns where the task states them, by table and column.

A script runs on a private copy of each database, in memory, under limits (`scripts`).

* If a statement fails, the answer is wrong, whatever those before it did. What a transaction changed that is still open
  at the end is lost, as it would be when the connection is closed.
* Compared are the set of tables, the names of their columns in order, the affinity of columns whose type is stated, and
  the rows as bags: 1 equals 1.0 and not '1', a missing value only itself. Names count without regard to the case of
  letters, as in SQL.
* Indexes, constraints, defaults and SQLite's own tables do not count; columns that are computed from others are not
  what a table's rows are, so none may be left.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from ..answers.queries import query
from ..base import Reason, Verdict, correct, illegal, infra, unparsable, wrong
from .compare import same_bag
from .image import images_of
from .runner import NotARead, QueryError, TooMuch
from .scripts import LIMITS, Row, ScriptRuns, State, check_script, folded, named_tables

Json = Any
Rows = Sequence[Sequence[Json]]


def verify(payload: Mapping[str, Json], answer: str) -> Verdict:
    """Judge a script; see the top of this module. Never raises because of an answer."""
    write = payload["write"]
    script = query(answer)
    if not script:
        return unparsable("Give SQL statements.")
    tables: Mapping[str, Sequence[str]] = write["tables"]
    typed = frozenset(map(folded, write["types"]))
    named = named_tables(script, list(tables)) | {name for name in tables if folded(name) in typed}
    try:
        images = images_of(write, only=named)
    except ValueError as error:
        return infra(str(error))
    types = {
        table: {folded(column): made for column, made in stated.items()}
        for table, stated in write["types"].items()
    }
    try:
        check_script(script)
        limits = replace(LIMITS, until=time.thread_time() + LIMITS.seconds)
        runs = ScriptRuns(script, limits, frozenset(map(folded, named)), typed)
        for number, image in enumerate(images):
            before, final = write["databases"][number], write["final"][number]
            every = [*before.values(), *(table["rows"] for table in final["changed"].values())]
            most = 1 + max(map(len, every), default=0)
            state = runs.state(image, most, reverse=number % 2 == 1)
            for name in tables:
                if name not in named or folded(name) in runs.untouched:
                    state.setdefault(folded(name), (list(tables[name]), before.get(name, ()), {}))
            fault = _fault(_due(tables, before, final), types, state)
            if fault:
                return wrong(fault)
    except NotARead as error:
        return illegal(str(error))
    except TooMuch:
        return Verdict(
            0.0, Reason.TIMEOUT, "The script takes too many steps, or makes far too many or too long rows."
        )
    except QueryError as error:
        return wrong(str(error))
    return correct()


def _due(
    columns: Mapping[str, Sequence[str]], before: Mapping[str, Rows], final: Mapping[str, Json]
) -> dict[str, tuple[str, Sequence[str], Rows]]:
    """What a database must be at the end: for each table, by its name in lower case, its name, columns and rows."""
    tables: dict[str, tuple[str, Sequence[str], Rows]] = {}
    for name in final["tables"]:
        changed = final["changed"].get(name)
        tables[folded(name)] = (
            (name, changed["columns"], changed["rows"])
            if changed
            else (name, columns[name], before.get(name, ()))
        )
    return tables


def _fault(
    due: Mapping[str, tuple[str, Sequence[str], Rows]],
    types: Mapping[str, Mapping[str, str]],
    state: State,
) -> str:
    """What is wrong with a state; "" if it is the one asked for."""
    if due.keys() != state.keys():
        return "At the end there are not exactly the tables that there should be."
    for small, (name, names, wanted) in due.items():
        columns, rows, declared = state[small]
        if columns != names and list(map(folded, columns)) != list(map(folded, names)):
            return f"The columns of {name} are not those that it should have at the end, in their order."
        stated = types.get(name, {})
        for column, made in declared.items():
            if folded(column) in stated and affinity(made) != affinity(stated[folded(column)]):
                return f"The column {column} of {name} does not have the type {stated[folded(column)]}."
        if not _same_rows(wanted, rows):
            return f"On a test database, the rows of {name} are not as they should be at the end."
    return ""


def _same_rows(wanted: Rows, rows: Rows) -> bool:
    """`same_bag`, which is slower, after what is true of most tables: nothing differs but which end comes first."""
    if wanted is rows:
        return True
    if len(wanted) != len(rows):
        return False
    due: list[Row] = list(map(tuple, wanted))
    return due == rows or due[::-1] == rows or same_bag(due, rows)


def affinity(declared: str) -> str:
    """What SQLite makes of a declared type."""
    text = declared.upper()
    for made, parts in (("INTEGER", ("INT",)), ("TEXT", ("CHAR", "CLOB", "TEXT")), ("BLOB", ("BLOB",))):
        if any(part in text for part in parts):
            return made
    if not text:
        return "BLOB"
    return "REAL" if any(part in text for part in ("REAL", "FLOA", "DOUB")) else "NUMERIC"
