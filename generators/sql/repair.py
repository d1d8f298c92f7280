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
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import count
from sqlite3 import Error

from ..base import Draft
from ..wording import phrase
from .evaluate import EvaluationError, evaluate
from .execute import QueryTrials, counted, rounded_rows, tidy
from .plan import Col, Expr, Query, SetOp, With
from .pooled import Posed, builders, posed
from .problems import canonical, check_sizes
from .question import NoFit, World
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
_TRIED = 40
_FILLED = 3
"""So many shown databases are looked at for one on which the query gives rows."""
_LOOKS = 30
"""A wrong query that takes more than so many times 20,000 steps on the shown database is left out."""
_MOST_ROWS = 100_000


@dataclass(frozen=True, slots=True)
class _Broken:
    """A problem with a wrong query, under the names of the task, and what both queries give on the shown database.

    The `world`, which is that database, has the names as drawn.
    """

    problem: Posed
    world: World
    query: str
    headers: tuple[str, ...]
    got: list[Row]
    due: list[Row]


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
        for _ in range(_FILLED):
            world = made.filled(rng, rows)
            due = _rows(made.question.plan, world)
            if due:
                visible = seen or rng.random() < 0.2
                return _broken(rng, made, world, due, slips, shown, visible)
        raise NoFit("the right result on the shown database is empty")

    broken = posed(rng, shape, tables, problems, finish)
    problem, question = broken.problem, broken.problem.renamed
    world = problem.shown(broken.world)
    equal = broken.got == broken.due
    found = rng.choice(_EQUAL if equal else _DIFFERENT).format(
        got=part(broken.headers, broken.got, shown),
        due=part(_numbers(len(labels(question.plan))), broken.due, shown),
    )
    payload = problem.payload()
    payload["wrong"] = broken.query
    return Draft(
        prompt=phrase(
            rng,
            WORDINGS,
            tables=tables_text(rng, world, shown),
            question=question.text,
            query=broken.query,
            found=found + ("" if problem.ordered else _UNORDERED),
            rules=rules(rng, question),
        ),
        payload=payload,
        answer=problem.query,
        canonical=[canonical(world, question), broken.query],
        shared=problem.shared(),
        difficulty=float(problem.size() + tables + 2 * slips + (not seen)),
    )


def _broken(
    rng: random.Random, made: Posed, world: World, due: list[Row], slips: int, shown: int, visible: bool
) -> _Broken:
    """A wrong query whose mistakes show in the printed results, or do not, as far as there is one.

    Raises:
        NoFit: no wrong query is told from the right one, or none shows where it must.
    """
    plan, ordered = made.question.plan, made.ordered
    wrong = made.slips if slips == 1 else made.double_slips
    texts = list(wrong)
    rng.shuffle(texts)
    right = plainly(plan)
    spare: list[str] = []
    with closing(QueryTrials(made.schema, [right, *texts])) as trials:
        run = trials.bounded(world.database, _LOOKS)
        try:
            rows = rounded_rows(run(right, _MOST_ROWS))
        except Error as error:
            raise NoFit("the query takes too long on the shown database") from error
        bag = counted(rows)
        for text in texts[:_TRIED]:
            try:
                given = rounded_rows(run(text, len(rows)))
            except Error:
                continue
            differs = len(given) != len(rows) or (given != rows if ordered else counted(given) != bag)
            if differs != visible:
                spare += [] if visible else [text]
                continue
            found = _printed(rng, made, world, wrong[text], due)
            if found is not None and (part((), found.got, shown) != part((), due, shown)) == visible:
                return found
    for text in spare[:4]:
        found = _printed(rng, made, world, wrong[text], due)
        if found is not None:
            return found
    raise NoFit("no wrong query shows where it must")


def _printed(rng: random.Random, made: Posed, world: World, wrong: Query, due: list[Row]) -> _Broken | None:
    """A wrong query with its result; None where it would give the answer away, or gives different things."""
    renamed = _unlabelled(made.names.query(wrong))
    query = to_sql(renamed, style=draw_style(rng))
    if made.query in query:  # the right query with more behind it would give the answer away
        query = " ".join(line.strip() for line in query.split("\n"))
    if made.query in query or len(labels(wrong)) != len(labels(made.question.plan)):
        return None
    try:
        return _Broken(made, world, query, labels(renamed), _rows(wrong, world), due)
    except EvaluationError:  # what it gives depends on the engine, such as a column that is not grouped by
        return None


def _numbers(columns: int) -> tuple[str, ...]:
    """Headers for the result that is wanted: names of its columns would tell what to put there."""
    return tuple(f"column {number}" for number in range(1, columns + 1))


def _unlabelled(query: Query) -> Query:
    """A wrong query whose results are not named after other columns: such a name would tell what was there before."""
    if isinstance(query, With):
        return replace(query, query=_unlabelled(query.query))
    if isinstance(query, SetOp):
        return replace(query, left=_unlabelled(query.left), right=_unlabelled(query.right))
    taken = {label for label, value in query.columns if not isinstance(value, Col)}
    columns: list[tuple[str, Expr]] = []
    for label, value in query.columns:
        if isinstance(value, Col):
            label = next(name for name in _names(value.name) if name not in taken)
            taken.add(label)
            columns.append((label, value))
        else:
            columns.append((label, value))
    return replace(query, columns=tuple(columns))


def _names(name: str) -> Iterator[str]:
    yield name
    for number in count(2):
        yield f"{name}{number}"


def _rows(plan: Query, world: World) -> list[Row]:
    """What a query gives on the shown database, with rows that may come in any order sorted."""
    return [row for group in evaluate(plan, world.schema, world.database) for row in tidy(group)]


__all__ = ["builders", "generate"]
