"""The verifier of questions whose answer is a query: it must give what the reference gave, on every database.

The databases are tiny and made so that queries which mean something else give something else (``payload["sql"]``,
see docs/sql.md). The reference's results were stored when the task was made; nothing is recomputed beside an answer,
and each run is on a private copy. An answer is rejected by what it gives, never by its text.

Partial credit is off unless the payload names it (``payload["sql"]["partial"]``, see `partial`): it goes to ``score``
and ``parts`` of a verdict that is not right, and is at most `partial.MOST`.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import replace
from typing import Any

from ..answers.queries import query
from ..base import Reason, Verdict, correct, illegal, infra, wrong
from . import image, partial
from .compare import Due
from .filled import Unusable, databases_of, is_small
from .identity import ByIdentity
from .runner import Failed, Limits, NotARead, QueryError, Result, TooMuch, check_read, run_checked

Json = Any
Run = Callable[[int, str, Limits], Result]
"""Runs a query on the database of a number, under limits, and cuts its result at the limits of rows and characters; see
`runner.run_checked`."""

LIMITS = Limits(steps=3_000_000)
"""What an answer may take on all databases of a task together; the rows are capped by what is due."""
_DUE = ByIdentity(32)
ENGINE_S = 2.0
"""Seconds of processor time, over all threads, that DuckDB may take for an answer on all databases together."""


def verify(payload: Mapping[str, Json], answer: str) -> Verdict:
    """Judge a query; see the top of this module. Never raises because of an answer."""
    sql = payload["sql"]
    text = query(answer)
    limits = replace(LIMITS, text=sql.get("text", LIMITS.text))
    with ExitStack() as opened:
        try:
            run = _runner(sql, opened)
        except (ValueError, OSError, ImportError) as error:
            return infra(f"The databases of the task cannot be used: {error}")
        try:
            try:
                if sql.get("dialect", "sqlite") == "sqlite":
                    check_read(text, limits)
                verdict = _judged(sql, text, limits, run)
            except QueryError as error:
                verdict = _refused(error)
            if verdict.passed or not sql.get("partial"):
                return verdict
            if sql.get("dialect", "sqlite") != "sqlite":
                run = _runner(sql, opened)  # with as much time again
            return partial.credited(sql, text, verdict, run, LIMITS)
        except Unusable as error:
            return infra(f"The databases of the task cannot be used: {error}")
        except OSError as error:  # also `engines.EngineError`
            return infra(f"The database engine failed: {error}")


def _runner(sql: Mapping[str, Json], opened: ExitStack) -> Run:
    """What runs queries in the dialect of a task; what it opens is closed with `opened`."""
    if sql.get("dialect", "sqlite") == "sqlite":
        # A longer result is cut: one row more than is due shows that it is wrong.
        if is_small(sql):
            return opened.enter_context(databases_of(sql)).run
        images = image.images_of(sql, varied=True)
        return lambda number, text, limits: run_checked(
            images[number], text, limits, cut=True, reverse=number % 3 == 1
        )
    from . import engines  # only here: the other engines have clients that few need

    run, left = engines.runner(sql), ENGINE_S

    def within(number: int, text: str, limits: Limits) -> Result:
        nonlocal left
        if left <= 0:
            raise TooMuch("The query takes too much time.")
        # They do not cut; the first row too many would be an error that tells how many are due.
        seconds = min(limits.seconds, left) if sql["dialect"] == "duckdb" else limits.seconds
        result = run(number, text, replace(limits, rows=max(limits.rows, LIMITS.rows), seconds=seconds))
        left -= result.seconds
        return result

    return within


def _judged(sql: Mapping[str, Json], text: str, limits: Limits, run: Run) -> Verdict:
    gold: Sequence[Sequence[Sequence[Json]]] = sql["gold"]
    columns, sqlite = sql["columns"], sql.get("dialect", "sqlite") == "sqlite"
    bags: Sequence[Due] = _DUE.of(gold, _due)
    # `until` ends all of them together, so no query has a clock of its own.
    left = Limits(
        steps=limits.steps,
        text=limits.text,
        seconds=math.inf if sqlite else limits.seconds,
        until=time.thread_time() + limits.seconds,
    )
    for number, due in enumerate(bags):
        left.rows = len(due.rows) + 1
        result = run(number, text, left)
        if len(result.columns) != columns:
            return wrong(f"The result has {len(result.columns)} columns, not {columns}.")
        if not due.same(result.rows, columns):
            return wrong("On a test database, the query does not give what was asked for.")
        left.steps -= result.steps
    return correct()


def _due(gold: Sequence[Sequence[Sequence[Json]]]) -> list[Due]:
    return list(map(Due, gold))


def _refused(error: QueryError) -> Verdict:
    if isinstance(error, NotARead):
        return illegal(str(error))
    if isinstance(error, Failed):
        return wrong(str(error))
    return Verdict(0.0, Reason.TIMEOUT, "The query takes too many steps, or its result is far too long.")
