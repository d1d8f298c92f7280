"""SQL repair: a query does not answer its question; give one that does.

The wrong query is the right one with one or two mistakes (another operator, a dropped condition, the wrong join, ...).
The prompt shows it with what it gives on a small database and with what is wanted there. An answer is judged as in
text-to-SQL, on small databases at least one of which shows that the wrong query is wrong.

Difficulty: `shape` is the level of the query; `tables` and `rows` are the size of the shown database, `shown` is how
many rows of each table and of each result are shown; `slips` is the number of mistakes. With `seen` the mistakes show
in the results that are printed; without, they often do not, and the query must be read against the question.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from sqlite3 import Error

from ..base import Draft
from ..wording import phrase
from .edits import edits
from .evaluate import EvaluationError, evaluate
from .execute import QueryTrials, rows_of, same, tidy
from .plan import Query
from .problems import Problem, canonical, draw, drawn_world, problem, size
from .question import NoFit, Question, World
from .render import draw_style, plainly, to_sql
from .rules import rules
from .schema import Row
from .scope import labels
from .show import part
from .text2sql import tables_text

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
_UNORDERED = "\n(The rows are shown sorted; their order means nothing.)"
_TRIED = 24


@dataclass(frozen=True, slots=True)
class _Broken:
    """A problem with a wrong query and what both queries give on the shown database."""

    problem: Problem
    query: str
    headers: tuple[str, ...]
    got: list[Row]
    due: list[Row]


def generate(
    rng: random.Random, *, shape: int, tables: int, rows: int, shown: int, slips: int, seen: bool
) -> Draft:
    """Make one query to repair; see the top of this module."""
    if slips not in (1, 2):
        raise ValueError(f"slips is 1 or 2, not {slips!r}")

    def finish(world: World, question: Question) -> _Broken:
        due = _rows(question.plan, world)
        if not due:
            raise NoFit("the right result on the shown database is empty")
        visible = seen or rng.random() < 0.2
        return _broken(rng, problem(rng, world, question), due, slips, shown, visible)

    broken = draw(rng, shape, lambda: drawn_world(rng, tables, rows), finish)
    world, question = broken.problem.world, broken.problem.question
    equal = broken.got == broken.due
    found = rng.choice(_EQUAL if equal else _DIFFERENT).format(
        got=part(broken.headers, broken.got, shown), due=part(labels(question.plan), broken.due, shown)
    )
    payload = broken.problem.payload()
    payload["wrong"] = broken.query
    return Draft(
        prompt=phrase(
            rng,
            WORDINGS,
            tables=tables_text(rng, world, shown),
            question=question.text,
            query=broken.query,
            found=found + ("" if broken.problem.chosen.sql["ordered"] else _UNORDERED),
            rules=rules(rng, question),
        ),
        payload=payload,
        answer=broken.problem.query,
        canonical=[canonical(world, question), broken.query],
        difficulty=float(size(question) + tables + 2 * slips + (not seen)),
    )


def _broken(
    rng: random.Random, made: Problem, due: list[Row], slips: int, shown: int, visible: bool
) -> _Broken:
    """A wrong query whose mistakes show in the printed results, or do not, as far as there is one.

    Raises:
        NoFit: no wrong query is told from the right one, or none shows where it must.
    """
    plan, database = made.question.plan, made.world.database
    ordered = made.chosen.sql["ordered"]
    spare: list[tuple[Query, str]] = []
    with (
        closing(QueryTrials(made.world.schema)) as trials,
        closing(QueryTrials(made.world.schema)) as own,
    ):
        connection = own.filled(database)
        right = rows_of(connection, made.query)

        def shows(wrong: Query) -> bool:
            rows = rows_of(connection, to_sql(wrong))
            return rows != right if ordered else tidy(rows) != tidy(right)

        for wrong, once in _slipped(rng, made, slips, None if visible else shows):
            try:
                differs = shows(wrong)
            except Error:
                continue
            if len(labels(wrong)) != len(labels(plan)):
                continue
            if differs != visible:
                spare += [] if visible else [(wrong, once)]
                continue
            found = _printed(rng, made, wrong, once, due, trials)
            if found is not None and (part((), found.got, shown) != part((), due, shown)) == visible:
                return found
        for wrong, once in spare[:4]:
            found = _printed(rng, made, wrong, once, due, trials)
            if found is not None:
                return found
    raise NoFit("no wrong query shows where it must")


def _slipped(
    rng: random.Random, made: Problem, slips: int, shows: Callable[[Query], bool] | None
) -> Iterator[tuple[Query, str]]:
    """Wrong queries, each with the text that it has without its last mistake, in a random order.

    Those whose first mistake shows come last, if `shows` is given.
    """
    every = edits(made.question.plan, made.world.schema, rng)
    known = set(made.chosen.edits)
    told = [(edit, to_sql(edit)) for edit in every if plainly(edit) in known]
    rng.shuffle(told)
    if shows is not None:
        told.sort(key=lambda pair: _tells(pair[0], shows))
    for edit, text in told[:_TRIED]:
        if slips == 1:
            yield edit, made.query
        else:
            further = edits(edit, made.world.schema, rng)
            for other in rng.sample(further, min(len(further), 2 if shows is None else 4)):
                if to_sql(other) != made.query:
                    yield other, text


def _tells(wrong: Query, shows: Callable[[Query], bool]) -> bool:
    try:
        return shows(wrong)
    except Error:
        return True


def _printed(
    rng: random.Random, made: Problem, wrong: Query, once: str, due: list[Row], trials: QueryTrials
) -> _Broken | None:
    """A wrong query with its result, if each of its mistakes matters on the databases that judge an answer."""
    text = to_sql(wrong)
    if once != made.query and (plainly(wrong) in made.chosen.edits or not _matters(made, text, once, trials)):
        return None  # the second mistake undid the first one, or does nothing
    query = to_sql(wrong, style=draw_style(rng))
    if made.query in query:  # the right query with more behind it would give the answer away
        query = " ".join(line.strip() for line in query.split("\n"))
    if made.query in query:
        return None
    try:
        return _Broken(made, query, labels(wrong), _rows(wrong, made.world), due)
    except EvaluationError:  # what it gives depends on the engine, such as a column that is not grouped by
        return None


def _matters(made: Problem, text: str, once: str, trials: QueryTrials) -> bool:
    """Whether a query with two mistakes gives what neither the right one nor the one with the first mistake gives."""
    wrong = new = False
    tiny = slice(made.chosen.tiny)
    for database, gold in zip(made.chosen.sql["databases"][tiny], made.chosen.sql["gold"][tiny], strict=True):
        connection = trials.filled(database)
        rows = rows_of(connection, text)
        wrong = wrong or not same(gold, rows)
        new = new or tidy(rows) != tidy(rows_of(connection, once))
        if wrong and new:
            return True
    return False


def _rows(plan: Query, world: World) -> list[Row]:
    """What a query gives on the shown database, with rows that may come in any order sorted."""
    return [row for group in evaluate(plan, world.schema, world.database) for row in tidy(group)]
