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
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import combinations, product
from sqlite3 import Error

from ..base import Draft
from ..wording import phrase
from .edit_parts import merged
from .evaluate import EvaluationError, evaluate
from .execute import QueryTrials, counted, rounded_rows, rows_of, same, tidy
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
_POOL = 12
"""Two mistakes are put together from so many queries with one."""
_LOOKS = 100
"""A wrong query that takes more than so many times 20,000 steps on the shown database is left out."""
_MOST_ROWS = 100_000


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
    plan, ordered = made.question.plan, made.chosen.sql["ordered"]
    width = len(labels(plan))
    spare: list[tuple[Query, str, tuple[str, ...]]] = []
    queries = [plainly(plan), *made.chosen.slips]
    with (
        closing(QueryTrials(made.world.schema, queries)) as trials,
        closing(QueryTrials(made.world.schema, queries)) as own,
    ):
        run = own.bounded(made.world.database, _LOOKS)
        try:
            right = rounded_rows(run(plainly(plan), _MOST_ROWS))
        except Error as error:
            raise NoFit("the query takes too long on the shown database") from error
        bag = counted(right)

        def shows(wrong: str) -> bool:
            rows = rounded_rows(run(wrong, len(right)))
            if len(rows) != len(right):
                return True
            return rows != right if ordered else counted(rows) != bag

        for wrong, text, single in _slipped(rng, made, slips, None if visible else shows):
            try:
                differs = shows(text)
            except Error:
                continue
            if len(labels(wrong)) != width:
                continue
            if differs != visible:
                spare += [] if visible else [(wrong, text, single)]
                continue
            found = _printed(rng, made, wrong, text, single, due, trials)
            if found is not None and (part((), found.got, shown) != part((), due, shown)) == visible:
                return found
        for wrong, text, single in spare[:4]:
            found = _printed(rng, made, wrong, text, single, due, trials)
            if found is not None:
                return found
    raise NoFit("no wrong query shows where it must")


def _slipped(
    rng: random.Random, made: Problem, slips: int, shows: Callable[[str], bool] | None
) -> Iterator[tuple[Query, str, tuple[str, ...]]]:
    """Wrong queries in a random order: each with its text and, if it has two mistakes, the texts with one of them.

    Those of two mistakes that do not show, each by itself, come first, if `shows` is given.
    """
    told = list(made.chosen.slips.items())
    rng.shuffle(told)
    if slips == 1:
        for text, edit in told[:_TRIED]:
            yield edit, text, ()
        return
    plan, tried = made.question.plan, 0
    for (first, one), (second, two) in _pairs(rng, told, shows):
        wrong = merged(plan, one, two)
        if wrong is None or wrong in (plan, one, two):
            continue
        yield wrong, plainly(wrong), (first, second)
        tried += 1
        if tried == _TRIED:
            return


_Told = tuple[str, Query]
"""A query with one mistake, behind its text."""


def _pairs(
    rng: random.Random, told: Sequence[_Told], shows: Callable[[str], bool] | None
) -> list[tuple[_Told, _Told]]:
    """Pairs of queries with one mistake each, in a random order; first such of which neither shows."""
    if shows is None:
        pairs = list(combinations(told[:_POOL], 2))
        rng.shuffle(pairs)
        return pairs
    quiet: list[_Told] = []
    loud: list[_Told] = []
    for one in told:
        try:
            (loud if shows(one[0]) else quiet).append(one)
        except Error:
            continue
        if len(quiet) == _POOL:
            break
    pairs = list(combinations(quiet, 2))
    rng.shuffle(pairs)
    return [*pairs, *product(quiet, loud[:_POOL]), *combinations(loud[:_POOL], 2)]


def _printed(
    rng: random.Random,
    made: Problem,
    wrong: Query,
    text: str,
    single: Sequence[str],
    due: list[Row],
    trials: QueryTrials,
) -> _Broken | None:
    """A wrong query with its result, if each of its mistakes matters on the databases that judge an answer."""
    if single and (text in made.chosen.edits or not _matters(made, text, single, trials)):
        return None  # one mistake undid the other one, or does nothing
    query = to_sql(wrong, style=draw_style(rng))
    if made.query in query:  # the right query with more behind it would give the answer away
        query = " ".join(line.strip() for line in query.split("\n"))
    if made.query in query:
        return None
    try:
        return _Broken(made, query, labels(wrong), _rows(wrong, made.world), due)
    except EvaluationError:  # what it gives depends on the engine, such as a column that is not grouped by
        return None


def _matters(made: Problem, text: str, single: Sequence[str], trials: QueryTrials) -> bool:
    """Whether a query with two mistakes gives what neither the right one nor one with one of them gives."""
    wrong, left = False, list(single)
    tiny = slice(made.chosen.tiny)
    for database, gold in zip(made.chosen.sql["databases"][tiny], made.chosen.sql["gold"][tiny], strict=True):
        connection = trials.filled(database)
        rows = rows_of(connection, text)
        wrong = wrong or not same(gold, rows)
        bag = counted(rows)
        left = [one for one in left if counted(rows_of(connection, one)) == bag]
        if wrong and not left:
            return True
    return False


def _rows(plan: Query, world: World) -> list[Row]:
    """What a query gives on the shown database, with rows that may come in any order sorted."""
    return [row for group in evaluate(plan, world.schema, world.database) for row in tidy(group)]
