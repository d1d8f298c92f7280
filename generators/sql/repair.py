"""SQL repair: a query does not answer its question; give one that does.

The wrong query is the right one with one or two mistakes (another operator, a dropped condition, the wrong join, ...).
The prompt shows it with what it gives on a small database and with what is wanted there. An answer is judged as in
text-to-SQL, on small databases at least one of which shows that the wrong query is wrong.

Difficulty: `shape` is the level of the query; `tables` and `rows` are the size of the shown database, `shown` is how
many rows of each table and of each result are shown; `slips` is the number of mistakes. With `seen` the mistakes show
in the results that are printed; without, they often do not, and the query must be read against the question.
`problems` is how many questions there are of a level, null for a new one in each task (`pooled`).
"""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from itertools import chain
from sqlite3 import Error
from typing import Any

from ..base import Draft
from ..wording import phrase
from .analyse import is_ordered, keyed
from .evaluate import EvaluationError, compiled, evaluate
from .execute import QueryTrials, counted, grouped, rounded_rows, tidy
from .pooled import Posed, builders, posed
from .problems import check_sizes
from .question import NoFit, World
from .render import draw_style, plainly, to_sql
from .rules import rules
from .schema import Row
from .scope import labels
from .settled import is_settled
from .show import part
from .slips import Slips
from .telltale import shows_itself
from .text2sql import tables_text
from .unlabelled import unlabelled

WORDINGS = (
    "A query for an SQLite database does not do what it should. Repair it.\n\n"
    "The tables:\n\n{tables}\n\nWhat it should answer:\n{question}\n\n"
    "The query:\n```sql\n{query}\n```\n\n{found}\n\nWhat holds for the result:\n{rules}\n\n"
    "Give a whole corrected query; it is judged by its results on several databases with these tables and other "
    "rows.",
    "Question: {question}\n\nSomebody wrote this SQLite query to answer it:\n```sql\n{query}\n```\n\n"
    "It is wrong. These are the tables:\n\n{tables}\n\n{found}\n\nRules:\n{rules}\n\n"
    "Write the right query in full. It must be right on every database with these tables, not only on this one.",
    "Fix a query (SQLite dialect).\n\n{tables}\n\nThe question it is meant to answer:\n{question}\n\nThe query with "
    "its mistakes, of which there may be only one:\n```sql\n{query}\n```\n\n{found}\n\nMind:\n{rules}\n\n"
    "Your query replaces it; it is run on databases that have the same schema and other contents, and only its "
    "results count.",
)
_DIFFERENT = (
    "On the database at hand it gives:\n{got}\n\nThe right result there is:\n{due}",
    "Its result on this database:\n{got}\n\nThe result that is wanted:\n{due}",
)
_EQUAL = (
    "On the database at hand it happens to give the right result, but on others it does not:\n{got}",
    "Its result on this database is right, but only by luck; with other rows it is wrong:\n{got}",
)
_KEPT = 0.12
"""The share of wrong queries that are taken although their mistake could be undone without a look at the question."""
_UNORDERED = "\n(The rows are shown sorted; their order means nothing.)"
_TRIED = 40
_UNLIKELY = 3
"""So many wrong queries are tried on the shown database that will most likely not do."""
_FILLED = 3
"""So many shown databases are looked at for one on which the query gives rows."""
_LOOKS = 30
"""A wrong query that takes more than so many times 20,000 steps on the shown database is left out."""
_MOST_ROWS = 100_000
_FEW = 2
"""Of a table that the query does not need, there are at most so many times the rows that are shown."""


@dataclass(frozen=True, slots=True)
class _Shown:
    """A problem with a shown database, under the names of the task, and what the right query gives on it.

    Attributes:
        problem: the question.
        world: the shown database.
        run: runs queries with the names as drawn on that database.
        rows: what the right query gives, as it comes.
        due: the same as it is printed.
    """

    problem: Posed
    world: World
    run: Callable[[str, int], list[Any]]
    rows: list[Row]
    due: list[Row]


@dataclass(frozen=True, slots=True)
class _Broken:
    """A problem with a wrong query under the names of the task, and what that gives on the shown database."""

    shown: _Shown
    query: str
    headers: tuple[str, ...]
    got: list[Row]


def generate(
    rng: random.Random,
    *,
    shape: int,
    tables: int,
    rows: int,
    shown: int,
    slips: int,
    seen: bool,
    problems: int | None = None,
) -> Draft:
    """Make one query to repair; see the top of this module."""
    if slips not in (1, 2):
        raise ValueError(f"slips is 1 or 2, not {slips!r}")
    check_sizes(tables, rows)

    def finish(made: Posed) -> _Broken:
        wrong = made.slips if slips == 1 else made.double_slips
        with closing(QueryTrials(made.made_tables, [made.keyed, *wrong])) as trials:
            for _ in range(_FILLED):
                found = _filled(rng, made, trials, rows, shown)
                if found.due:
                    return _broken(rng, found, wrong, shown, seen or rng.random() < 0.2)
        raise NoFit("the right result on the shown database is empty")

    broken = posed(rng, shape, tables, problems, finish)
    problem, due = broken.shown.problem, broken.shown.due
    found = rng.choice(_EQUAL if broken.got == due else _DIFFERENT).format(
        got=part(broken.headers, broken.got, shown),
        due=part(_numbers(problem.columns), due, shown),
    )
    payload = problem.payload()
    payload["wrong"] = broken.query
    return Draft(
        prompt=phrase(
            rng,
            WORDINGS,
            tables=tables_text(rng, broken.shown.world, shown, problem.statements),
            question=problem.renamed.text,
            query=broken.query,
            found=found + ("" if problem.ordered else _UNORDERED),
            rules=rules(rng, problem.renamed, texts_in_order=problem.texts_in_order),
        ),
        payload=payload,
        answer=problem.query,
        canonical=[problem.canonical, broken.query],
        shared=problem.shared(),
        difficulty=float(problem.size() + tables + 2 * slips + (not seen)),
    )


def _filled(rng: random.Random, made: Posed, trials: QueryTrials, rows: int, shown: int) -> _Shown:
    """A database to show, with what the right query gives on it.

    Raises:
        NoFit: that takes too long.
    """
    world = made.filled(rng, rows, _FEW * shown)
    run = trials.bounded(made.as_drawn(world.database), _LOOKS)
    width = made.columns
    try:
        with_keys = rounded_rows(run(made.keyed, _MOST_ROWS))
    except Error as error:
        raise NoFit("the query takes too long on the shown database") from error
    due = _printed(with_keys, width, made.ordered)
    return _Shown(made, world, run, [row[:width] for row in with_keys], due)


def _broken(rng: random.Random, there: _Shown, wrong: Slips, shown: int, visible: bool) -> _Broken:
    """A wrong query whose mistakes show in the printed results, or do not, as far as there is one.

    Raises:
        NoFit: no wrong query is told from the right one, or none shows where it must.
    """
    ordered, rows = there.problem.ordered, there.rows
    texts = list(wrong)
    rng.shuffle(texts)
    texts.sort(key=lambda text: (text in wrong.quiet) == visible)  # those that will most likely do come first
    spare: list[str] = []
    late: list[str] = []
    bag = counted(rows)
    likely = sum((text in wrong.quiet) != visible for text in texts)
    right = there.problem.plain if wrong is there.problem.slips else None
    first = texts[: min(_TRIED, likely + _UNLIKELY)]
    for place, text in enumerate(chain(first, late)):  # `late` grows meanwhile
        shown_at_once = place < len(first) and right is not None and shows_itself(right, text)
        if shown_at_once and rng.random() >= _KEPT:
            late.append(text)
            continue
        try:
            given = rounded_rows(there.run(text, len(rows)))
        except Error:
            continue
        differs = len(given) != len(rows) or (given != rows if ordered else counted(given) != bag)
        if differs != visible:
            spare += [] if visible else [text]
            continue
        found = _made(rng, there, text, wrong)
        if found is not None and (part((), found.got, shown) != part((), there.due, shown)) == visible:
            return found
    for text in spare[:4]:
        found = _made(rng, there, text, wrong)
        if found is not None:
            return found
    raise NoFit("no wrong query shows where it must")


def _made(rng: random.Random, there: _Shown, text: str, slips: Slips) -> _Broken | None:
    """A wrong query with its result; None where it would give the answer away, or gives different things."""
    problem = there.problem
    plan = slips.renamed(text, problem.names)
    renamed = plan if slips.is_plain(text) else unlabelled(plan, problem.names.used)
    query = to_sql(renamed, style=draw_style(rng))
    if problem.query in query:  # the right query with more behind it would give the answer away
        query = " ".join(line.strip() for line in query.split("\n"))
    headers = labels(renamed)
    if problem.query in query or len(headers) != problem.columns:
        return None
    schema = there.world.schema
    try:
        settled = slips.is_settled(text)
        if settled is None and is_settled(plan, schema):
            compiled(plan, schema)
            settled = True
        if not settled:
            groups = evaluate(plan, schema, there.world.database)
            return _Broken(there, query, headers, rounded_rows(row for group in groups for row in tidy(group)))
        with_keys = keyed(slips[text]) if is_ordered(plan) else None
        given = there.run(text if with_keys is None else plainly(with_keys), _MOST_ROWS)
    except (EvaluationError, Error):
        return None  # what it gives depends on the engine, such as a column that is not grouped by
    return _Broken(there, query, headers, _printed(rounded_rows(given), len(headers), with_keys is not None))


def _printed(rows: list[Row], width: int, ordered: bool) -> list[Row]:
    """A result as it is printed: rows that may come in any order are sorted.

    Args:
        rows: as they come; with what they are sorted by behind their columns, if an order is asked for.
        width: the number of columns.
        ordered: whether an order is asked for.
    """
    return [row for group in grouped(rows, width) for row in group] if ordered else tidy(rows)


def _numbers(columns: int) -> tuple[str, ...]:
    """Headers for the result that is wanted: names of its columns would tell what to put there."""
    return tuple(f"column {number}" for number in range(1, columns + 1))


__all__ = ["builders", "generate"]
